"""`moot sheet`."""

from __future__ import annotations

import math
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ..options import Whole, load_game, rules_options, wrong_call

if TYPE_CHECKING:
    from ...tools.show.sheet import Sheet

_PAPER = 165.0  # millimetres of a page available for rows
_WIDE = 66  # characters of a plan that fit in a line


@click.command(
    "sheet",
    epilog="\b\nExamples:\n  moot sheet GAME --story STORY --html empty.html\n"
    "  moot sheet --log game.log --html game.html",
)
@click.argument("game", required=False, metavar="[GAME]")
@click.option("--log", "log", metavar="LOG", help="Fill it from a logged game.")
@click.option(
    "--html", "html", metavar="FILE", help="Write an HTML page that prints on one sheet. [default: show the table]"
)
@click.option("--rows", type=Whole(1, 60), metavar="N", help="Number of rows of a blank sheet.")
@rules_options
def sheet_command(
    game: str | None,
    log: str | None,
    html: str | None,
    rows: int | None,
    settings: list[tuple[str, Any]],
    mods: tuple[str, ...],
) -> int:
    """Make a score sheet with the values that the pack reports each turn, blank or filled in from a log."""
    from ...pack.load import load
    from ...tools.files import write_new
    from ...tools.logs.log import read_log
    from ...tools.show.sheet import empty_sheet, filled_sheet, planned

    if (game is None) == (log is None):
        raise wrong_call("usage", "write a GAME for a blank sheet, or --log", "use one of them, not both")
    if log is not None:
        if settings or rows is not None:
            raise wrong_call("usage", "a log has its own options and turns", "remove --option and --rows")
        sheet = filled_sheet(read_log(Path(log)), mods)
    else:
        loaded = load_game(str(game), settings, mods)
        sheet = empty_sheet(loaded, rows, planned(loaded, load(str(game), mods, settings, cases=False)))
    if html is None:
        _show(sheet)
        return 0
    write_new(Path(html), _page(sheet))
    click.echo(f"wrote {html}")
    return 0


def _about(sheet: Sheet) -> str:
    from ...stack.words import name_words
    from ...tools.simulate.solo import laid_decks

    program = sheet.game.program
    chosen = sheet.game.options | laid_decks(program)
    options = [f"{name_words(program, name)} {name_words(program, value)}" for name, value in chosen.items()]
    seed = [f"seed {sheet.seed}"] if sheet.seed is not None else []
    return " · ".join([*options, *seed])


def _result(sheet: Sheet) -> str:
    if sheet.seed is None:
        return "score:"
    if sheet.end is None:
        return "the game is not over"
    winner = "won" if sheet.end["winner"] is not None else "not won"
    score = f"; score {sheet.end['score']}" if sheet.end["score"] is not None else ""
    return f"{winner}: {sheet.end['reason']}{score}" if sheet.end["reason"] else f"{winner}{score}"


def _page(sheet: Sheet) -> str:
    from ..page import page

    lines = sum(max(1.0, 0.7 * math.ceil(len(row.planned) / _WIDE)) for row in sheet.rows)
    height = min(9.0, _PAPER / (lines + 2))
    size = max(5.0, min(10.0, height * 1.5))
    title = f"{sheet.game.title}, game sheet"
    return page(
        "sheet", sheet=sheet, title=title, about=_about(sheet), result=_result(sheet),
        height=f"{height:.1f}", size=f"{size:.1f}",
    )  # fmt: skip


def _show(sheet: Sheet) -> None:
    from rich.text import Text

    from ..console import console, ruled_table

    out = console()
    out.print(Text(f"{sheet.game.title}: {_about(sheet)}", style="dim"))
    counted = [f">{name}" for name in (sheet.time, *sheet.columns)]
    table = ruled_table(*counted, "gains and losses")
    for row in sheet.rows:
        events = [f"+ {', '.join(row.came)}"] * bool(row.came)
        events += [f"- {', '.join(row.went)}"] * bool(row.went)
        table.add_row(row.time, *row.values, "  ".join(events))
    out.print(table)
    for row in sheet.rows:
        if row.planned:
            out.print(Text(f"{sheet.time} {row.time}: {row.planned}"), soft_wrap=True)
    out.print(Text(_result(sheet), style="bold"))
