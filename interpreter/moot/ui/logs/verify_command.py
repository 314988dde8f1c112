"""`moot verify`."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ...lang.diagnostic import Diagnostic, MootError
from ..options import anyway_option, budget_option, json_option, logged_with_option
from ..output import emit

if TYPE_CHECKING:
    from ...stack.game import Game, State
    from ...tools.logs.log import Log


@click.command("verify", epilog="Example: moot verify game.log")
@click.argument("log", metavar="LOG")
@budget_option
@logged_with_option
@anyway_option
@json_option
def verify_command(log: str, mods: tuple[str, ...], anyway: bool) -> int:
    """Replay a finished game and check its log.

    To share a game, send the log of `moot play --log`. It contains the hash of the rules, the seed, the choices and the
    result. The seed and the salt of a sealed log must match the seal in its first line. Exits with 1 if anything does
    not match, if a sealed log was not opened, or if a deck broke a law.
    """
    from ...tools.logs.log import read_log, verified

    read = read_log(Path(log))
    state = verified(read, mods)
    assert read.end is not None
    _hold(read, mods, state.game, anyway)
    told = {name: read.header[name] for name in ("game", "digest", "options", "mods")}
    told |= {"seed": state.seed, "sealed": read.seal}
    told |= {"anyway": list(state.game.anyway)} if state.game.anyway else {}
    return emit("verify", {**told, "choices": len(read.choices), **read.end}, lambda: _tell(read, state))


def _hold(log: Log, mods: Sequence[str], game: Game, anyway: bool) -> None:
    """Raise MootError if the game should not have been played, or note the reason if `anyway` is set."""
    from ...stack.load import value_from_text
    from ...tools.check.sound import objections
    from ...tools.files import whole_line_at

    header = log.header
    options = [(option, value_from_text(text)) for option, text in header["options"].items()]
    name, laid = header.get("folder") or header["game"], list(mods) or header["mods"]
    found = objections(game, name, laid, options, header.get("decks"))
    if found and not anyway:
        message = f"the game was played despite {'an error' if len(found) == 1 else f'{len(found)} errors'}"
        said = "the log says so" if header.get("anyway") else "the log does not say so"
        hint = f"{said}; to verify it anyway, add --anyway"
        raise MootError([*found, Diagnostic("played-anyway", message, whole_line_at(log.source, 1), hint)])
    game.anyway = tuple(one.message for one in found)


def _tell(read: Log, state: State) -> None:
    from ...stack.words import name_words
    from ...tools.simulate.solo import laid_decks

    header, end, game = read.header, read.end, state.game
    assert end is not None
    chosen = header["options"] | laid_decks(game.program)
    options = ", ".join(f"{name} {value}" for name, value in chosen.items())
    click.echo(f"{game.title} · {header['game']} · seed {state.seed} · {len(read.choices)} choices")
    click.echo(f"rules {header['digest'][:16]}" + (f" · {options}" if options else ""))
    won = end["winner"]
    several = won if isinstance(won, list) else [won] if won is not None else []
    winner = " and ".join(name_words(game.program, one) for one in several) or "nobody"
    reason = f": {end['reason']}" if end["reason"] else ""
    score = f"; score {end['score']}" if end["score"] is not None else ""
    click.echo(f"{winner[:1].upper()}{winner[1:]} {'have' if len(several) > 1 else 'has'} won{reason}{score}")
    for one in game.anyway:
        click.echo(f"played anyway: {one}")
    if read.seal is not None:
        click.echo(f"Sealed: the seed and the salt match the seal {read.seal}.")
    click.echo("Verified: the replay ends as the log says.")
