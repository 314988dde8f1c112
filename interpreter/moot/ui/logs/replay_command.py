"""`moot replay`."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ...lang.spelling import one_of
from ..options import budget_option, json_option, logged_with_option, wrong_call
from ..output import emit_lines, wants_json

if TYPE_CHECKING:
    from ...stack.game import State
    from ...stack.journal import Entry


@click.command("replay", epilog="\b\nExamples:\n  moot replay game.log\n  moot replay game.log --json --seat PLAYER\n"
               "  moot replay game.log --pictures turns")  # fmt: skip
@click.argument("log", metavar="LOG")
@click.option("--seat", metavar="SEAT", help="Show only what this player may see.")
@click.option("--calls", is_flag=True, help="Also list the calls of rules, which change nothing themselves.")
@budget_option
@logged_with_option
@click.option("--pictures", metavar="DIR", help="Draw the boards turn by turn into files in this folder instead.")
@json_option
def replay_command(log: str, seat: str | None, calls: bool, mods: tuple[str, ...], pictures: str | None) -> int:
    """Print what happened in a logged game.

    moot replays the game from its seed and its choices. Each line is an entry of the journal, with the number that moot
    explain uses. With --json, each entry is an object on its own line. The same log always gives the same bytes.
    """
    from ...tools.logs.log import read_log, replayed

    if pictures is not None:
        if seat is not None or calls or wants_json():
            raise wrong_call("usage", "pictures show only what all players see", "remove the other flags")
        return _draw(Path(log), mods, Path(pictures))
    state = replayed(read_log(Path(log)), mods)
    players = state.game.players
    if seat is not None and seat not in players:
        hint = one_of(seat, players)
        raise wrong_call("unknown-seat", f"`{state.game.id}` has no player `{seat}`", hint)
    entries = state.journal if seat is None else state.seen_journal(seat)
    return emit_lines("replay", (entry.as_json() for entry in entries), lambda: _tell(state, entries, calls))


def _tell(state: State, entries: list[Entry], calls: bool) -> None:
    from ..play.narrated import cited

    teller = state.game.teller
    width = len(str(entries[-1].number)) if entries else 1
    for entry in entries:
        if entry.what == "does" and not calls:
            continue
        text = teller.line(entry) or f"{entry.rule}({', '.join(map(str, entry.facts.get('args', ())))})"
        behind = f"  [{cited(entry.clauses)}]" if entry.clauses else ""
        click.echo(f"{entry.number:>{width}}  {text}{behind}")
    if not state.over and state.decision is not None:
        click.echo(f"the log ends at a choice of {state.decision.player}: “{state.decision.prompt}”")


def _draw(log: Path, mods: tuple[str, ...], folder: Path) -> int:
    """Draw each turn into a folder, which is created if needed. Pictures left from a longer earlier game are
    removed.
    """
    from ...tools.files import write_new
    from ...tools.logs.log import read_log
    from ...tools.maps.turn_pictures import turn_pictures
    from ..maps.svg import svg

    names = set()
    for name, picture in turn_pictures(read_log(log), mods):
        write_new(folder / f"{name}.svg", svg(picture))
        names.add(name)
    click.echo(f"written: {folder}, {len(names)} pictures")
    boards = {name.rpartition("_")[0] for name in names}
    earlier = sorted(
        path
        for path in folder.glob("*_*.svg")
        if path.stem not in names and path.stem.rpartition("_")[0] in boards and _TURN.search(path.stem)
    )
    if earlier:
        listed = ", ".join(one.name for one in earlier)
        click.echo(f"removed old pictures of turns that this game did not reach: {listed}")
    for path in earlier:
        path.unlink()
    return 0


_TURN = re.compile(r"_[0-9]{2,}$")
