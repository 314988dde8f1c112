"""`moot verify`."""

from __future__ import annotations

import json
from pathlib import Path

import click

from ..options import json_option


@click.command("verify", epilog="Example: moot verify game.log")
@click.argument("log", metavar="LOG")
@click.option("--with", "mods", multiple=True, metavar="DIR", help="Packs in the place of those that the log names.")
@json_option
def verify_command(log: str, mods: tuple[str, ...], as_json: bool) -> int:
    """Play a finished game again, and tell whether it ended as its log says.

    The log of `moot play --log` is the file to send: it holds the hash of the rules, the seed, the choices and the
    end. The exit status is 1 if anything does not fit.
    """
    from ...stack.decision import name_words
    from ...tools.logs.log import read_log, verified
    from ...tools.simulate.solo import laid_decks

    read = read_log(Path(log))
    state = verified(read, mods)
    assert read.end is not None
    header = read.header
    if as_json:
        told = {name: header[name] for name in ("game", "digest", "options", "mods", "seed")}
        click.echo(json.dumps({**told, "choices": len(read.choices), **read.end}, ensure_ascii=False))
        return 0
    chosen = header["options"] | laid_decks(state.game.program)
    options = ", ".join(f"{name} {value}" for name, value in chosen.items())
    click.echo(f"{state.game.title} · {header['game']} · seed {header['seed']} · {len(read.choices)} choices")
    click.echo(f"rules {header['digest'][:16]}" + (f" · {options}" if options else ""))
    won = read.end["winner"]
    winner = "nobody" if won is None else name_words(state.game.program, won)
    reason = f": {read.end['reason']}" if read.end["reason"] else ""
    score = f"; score {read.end['score']}" if read.end["score"] is not None else ""
    click.echo(f"{winner[:1].upper()}{winner[1:]} has won{reason}{score}")
    click.echo("played again, it comes to the same end")
    return 0
