"""`moot verify`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from ..options import json_option, logged_with_option
from ..output import emit

if TYPE_CHECKING:
    from ...stack.game import Game
    from ...tools.logs.log import Log


@click.command("verify", epilog="Example: moot verify game.log")
@click.argument("log", metavar="LOG")
@logged_with_option
@json_option
def verify_command(log: str, mods: tuple[str, ...]) -> int:
    """Replay a finished game and check its log.

    To share a game, send the log of `moot play --log`. It contains the hash of the rules, the seed, the choices and the
    result. Exits with 1 if anything does not match.
    """
    from ...tools.logs.log import read_log, verified

    read = read_log(Path(log))
    state = verified(read, mods)
    assert read.end is not None
    told = {name: read.header[name] for name in ("game", "digest", "options", "mods", "seed")}
    return emit("verify", {**told, "choices": len(read.choices), **read.end}, lambda: _tell(read, state.game))


def _tell(read: Log, game: Game) -> None:
    from ...stack.words import name_words
    from ...tools.simulate.solo import laid_decks

    header, end = read.header, read.end
    assert end is not None
    chosen = header["options"] | laid_decks(game.program)
    options = ", ".join(f"{name} {value}" for name, value in chosen.items())
    click.echo(f"{game.title} · {header['game']} · seed {header['seed']} · {len(read.choices)} choices")
    click.echo(f"rules {header['digest'][:16]}" + (f" · {options}" if options else ""))
    won = end["winner"]
    several = won if isinstance(won, list) else [won] if won is not None else []
    winner = " and ".join(name_words(game.program, one) for one in several) or "nobody"
    reason = f": {end['reason']}" if end["reason"] else ""
    score = f"; score {end['score']}" if end["score"] is not None else ""
    click.echo(f"{winner[:1].upper()}{winner[1:]} {'have' if len(several) > 1 else 'has'} won{reason}{score}")
    click.echo("Verified: the replay ends as the log says.")
