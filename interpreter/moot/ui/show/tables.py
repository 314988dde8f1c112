"""`moot show GAME tables`: in the terminal, as JSON, as a page."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from ..output import emit

if TYPE_CHECKING:
    from ...code.program import Program
    from ...stack.game import Game
    from ...tools.show.tables import TableGrid


def show_tables(loaded: Game, game: str, mods: tuple[str, ...], name: str | None, html: str | None) -> int:
    """Show all tables of a game, or the one of that name. `html`: the page's file. Raises MootError."""
    from ...tools.show.tables import grids

    found = grids(loaded.program, game, mods, name)
    if html is not None:
        from ...tools.files import write_new
        from ..page import page

        title = f"{loaded.title}: tables"
        write_new(Path(html), page("tables", title=title, tables=found, clauses=loaded.program.clauses))
        click.echo(f"wrote {html}")
    else:
        emit("show tables", {"tables": [one.as_json(loaded.program) for one in found]}, lambda: _tell(loaded, found))
    return 0


def _tell(loaded: Game, found: list[TableGrid]) -> None:
    if not found:
        click.echo(f"{loaded.id} has no tables")
    for number, one in enumerate(found):
        _draw(loaded.program, one, first=number == 0)
    if any(one.stand_ins for one in found):
        click.echo("\n* stand-in")


def _draw(program: Program, grid: TableGrid, first: bool) -> None:
    from rich.text import Text

    from ..console import console, ruled_table

    out = console()
    if not first:
        out.print()
    across = f", {grid.across} across" if grid.across else ""
    out.print(Text.assemble((grid.name, "bold"), f" by {', '.join(grid.down)}{across}"))
    lines = any("\n" in cell.text for _, cells in grid.rows for cell in cells if cell is not None)
    shown = ruled_table(show_lines=lines)
    for name in grid.down:
        shown.add_column(name, style="bold", no_wrap=True)
    for key in grid.columns:
        shown.add_column(key, overflow="fold")
    for keys, cells in grid.rows:
        told = [
            Text("") if cell is None else Text(f"{cell.text} *", style="yellow") if cell.stand_in else Text(cell.text)
            for cell in cells
        ]
        shown.add_row(*keys, *told)
    out.print(shown)
    for clause in grid.clauses:
        gist, place, _ = program.clauses.get(clause, ("", "", ""))
        out.print(Text(f"{clause} ({place}): {gist}", style="dim"))
