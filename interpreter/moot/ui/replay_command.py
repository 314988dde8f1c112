"""`moot replay`."""

from __future__ import annotations

import json
from pathlib import Path

import click

from ..lang.diagnostic import nearest
from .options import json_option, wrong_call


@click.command("replay", epilog="\b\nExamples:\n  moot replay game.log\n  moot replay game.log --json --seat gandalf")
@click.argument("log", metavar="LOG")
@click.option("--seat", metavar="SEAT", help="Only what this player may read.")
@click.option("--calls", is_flag=True, help="Also the calls of rules, which change nothing by themselves.")
@click.option("--with", "mods", multiple=True, metavar="DIR", help="Packs in the place of those that the log names.")
@json_option
def replay_command(log: str, seat: str | None, calls: bool, mods: tuple[str, ...], as_json: bool) -> int:
    """Tell what happened in a game that was logged.

    The game is played again from its seed and its choices. Each line is an entry of the journal with its number, by
    which moot explain asks for it. With --json each entry is an object on a line of its own; the same log gives the
    same bytes.
    """
    from ..tools.log import read_log, replayed
    from .narrate import cited

    state = replayed(read_log(Path(log)), mods)
    players = state.game.players
    if seat is not None and seat not in players:
        hint = nearest(seat, players) or f"there are: {', '.join(players)}"
        raise wrong_call("unknown-seat", f"`{state.game.id}` has no player `{seat}`", hint)
    entries = state.journal if seat is None else state.seen_journal(seat)
    if as_json:
        for entry in entries:
            click.echo(json.dumps(entry.as_json(), ensure_ascii=False))
        return 0
    teller = state.game.teller
    width = len(str(entries[-1].number)) if entries else 1
    for entry in entries:
        if entry.what == "does" and not calls:
            continue
        text = teller.line(entry) or f"{entry.rule}({', '.join(map(str, entry.facts.get('args', ())))})"
        behind = f"  [{cited(entry.clauses)}]" if entry.clauses else ""
        click.echo(f"{entry.number:>{width}}  {text}{behind}")
    if not state.over and state.decision is not None:
        click.echo(f"the log ends where {state.decision.player} is asked “{state.decision.prompt}”")
    return 0
