"""`moot used`."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ...lang.name_folding import count_phrase
from ..options import budget_option, jobs_option, json_option, packs_option, wrong_call
from ..output import emit, print_columns, wants_json
from ..progress import progress
from .effects_report import effects_page, tell_effects, write_page

if TYPE_CHECKING:
    from ...tools.coverage.usage import PrintedCell, Usage

SHOWN = 12  # the most things of a kind to show; --json lists all


@click.command(
    "used",
    epilog="\b\nExamples:\n  moot sim GAME --games 100 --logs games\n  moot used games\n"
    "  moot used games --of card --lines\n  moot used games --of card --cases --markdown cards.md\n"
    "  moot used game.log --json",
)
@click.argument("places", nargs=-1, required=True, metavar="LOG|DIR")
@jobs_option
@click.option(
    "--of",
    "kinds",
    multiple=True,
    metavar="KIND",
    help="For each thing of a kind, show how often it and each of its rules were used.",
)
@click.option("--cases", is_flag=True, help="Run the game's cases too, and count those that reach each of these rules.")
@click.option("--markdown", metavar="FILE", help="Write the uses of the rules of things as a Markdown table.")
@click.option("--lines", is_flag=True, help="List the unused lines of rules that ran.")
@packs_option("--with", "mods", help="Packs to use in place of those that the logs name.")
@budget_option
@json_option
def used_command(
    places: tuple[str, ...],
    jobs: int,
    kinds: tuple[str, ...],
    cases: bool,
    markdown: str | None,
    lines: bool,
    mods: tuple[str, ...],
) -> int:
    """List which things, table cells and rules logged games used, and which none of them used.

    moot replays each log once. The report therefore also gives the results of the games, and confirms that each ends as
    its log says. A thing is used if it is chosen, moved or changed. A cell is used if it is read, a rule if one of its
    lines runs. For each rule of a thing, the report counts how often it was offered, chosen and resolved. A rule is
    resolved if it was not cancelled and its conditions were met when its turn came.
    """
    from ...tools.coverage.usage import used

    if markdown is not None and not kinds:
        raise wrong_call("usage", "--markdown needs a kind of things", "name the kind, such as --of card")
    with progress("games") as move:
        found = used(
            [Path(place) for place in places],
            mods=mods,
            jobs=jobs,
            cases=cases,
            on_progress=lambda what, done, of: move(description=what, completed=done, total=of),
        )
    sorts = [sort for kind in kinds for sort in sorts_meant(found, kind)]
    if markdown is not None:
        write_page(markdown, effects_page(found, kinds, sorts))
        if not wants_json():
            click.echo(f"wrote {markdown}")
            return 0
    return emit("used", found.as_json(), lambda: _tell(found, kinds, lines))


def _tell(found: Usage, kinds: tuple[str, ...], lines: bool) -> None:
    _ends(found)
    _things(found)
    for kind in kinds:
        sorts = sorts_meant(found, kind)
        _each_thing(found, kind, sorts)
        tell_effects(found, kind, sorts)
    _actions(found)
    _tables(found)
    _rules(found, lines)


def _ends(found: Usage) -> None:
    games = len(found.ended)
    told = f"{count_phrase(games, 'game')}, {count_phrase(found.choices, 'choice')}"
    click.echo(f"{found.title}: {told}; each replay ends as its log says")
    timed = any(one["times"] for one in found.ends)
    rows = [("winner", "cause", "games", "choices", *(["time: shortest, median, longest"] if timed else []))]
    for one in found.ends:
        times = one["times"]
        when = [f"{times[0]} · {times[len(times) // 2]} · {times[-1]}" if times else ""] if timed else []
        rows.append((one["winner"], one["cause"], f"{one['games']:,}", f"{one['choices'] / one['games']:,.0f}", *when))
    _table(rows)


def _things(found: Usage) -> None:
    rows: list[tuple[str, ...]] = [("kind", "things", "used", "chosen", "moved", "changed")]
    never: list[tuple[str, list[str]]] = []
    kinds: dict[str, list[str]] = {}
    for kind, thing in found.things:
        kinds.setdefault(kind, []).append(thing)
    for kind, things in kinds.items():
        ways = [found.things[kind, thing] for thing in things]
        counts = [sum(1 for one in ways if one[way]) for way in ("used", "chosen", "moved", "changed")]
        rows.append((kind, str(len(things)), *map(str, counts)))
        if counts[0]:
            never.append((kind, [t for t, one in zip(things, ways, strict=True) if not one["used"]]))
    _table(rows)
    for kind, things in never:
        if things:
            more = f" and {len(things) - SHOWN} more" if len(things) > SHOWN else ""
            click.echo(f"{kind} not used in any game: {', '.join(things[:SHOWN])}{more}")


def sorts_meant(found: Usage, kind: str) -> list[str]:
    """The kinds of things that belong to a kind: itself, or all its subtypes. Refuses a kind without things."""
    from ...lang.spelling import nearest

    kinds = list(dict.fromkeys(kind for kind, _ in found.things))
    sorts = [one for one in kinds if kind in (one, found.roots.get(one))]
    if not sorts:
        known = [*kinds, *found.roots.values()]
        raise wrong_call("unknown-kind", f"no things of the kind `{kind}`", nearest(kind, known) or "")
    return sorts


def _each_thing(found: Usage, kind: str, sorts: Sequence[str]) -> None:
    """The uses of each thing of a kind, and the number of games."""
    rows: list[tuple[str, ...]] = [(kind, "games", "use")]
    for (one, thing), ways in found.things.items():
        if one in sorts:
            most = sorted(ways.items(), key=lambda item: (-item[1], item[0]))
            done = [f"{way} {games}" for way, games in most if way != "used"]
            rows.append((thing, str(ways["used"]), ", ".join(done)))
    _table(rows)


def _actions(found: Usage) -> None:
    if found.actions:
        never = [name for name, games in found.actions.items() if not games]
        click.echo(
            f"\n{len(found.actions) - len(never)} of {count_phrase(len(found.actions), 'action')} chosen in some game"
        )
        if never:
            click.echo(f"actions never chosen: {', '.join(never)}")


def _tables(found: Usage) -> None:
    if not found.cells:
        return
    rows = [("table", "rows", "read", "cells", "read")]
    for table, cells in found.tables.items():
        lines = _lines(found, cells)
        read = sum(1 for cell in cells if found.cells[cell])
        rows.append((table, str(len(lines)), str(sum(lines.values())), str(len(cells)), str(read)))
    _table(rows)
    for table, cells in found.tables.items():
        told = [row for row, read in _lines(found, cells).items() if not read]
        for row, ones in groupby(cells, lambda cell: cell.row):
            unread = [one.column + " (none)" * one.empty for one in ones if not found.cells[one]]
            if unread and row not in told:
                told.append(f"{row}: {', '.join(unread)}")
        if told:
            click.echo(f"cells of {table} never read: {'; '.join(told)}")


def _lines(found: Usage, cells: Sequence[PrintedCell]) -> dict[str, bool]:
    """The rows of a table, with whether any of their cells was read."""
    rows: dict[str, bool] = {}
    for cell in cells:
        rows[cell.row] = rows.get(cell.row, False) or found.cells[cell] > 0
    return rows


def _rules(found: Usage, lines: bool) -> None:
    never: dict[str, list[str]] = {}
    partly: dict[str, list[str]] = {}
    ran, all_lines = 0, 0
    for (rule, file), games in found.rules.items():
        unread = [line for line, count in games.items() if not count]
        all_lines += len(games)
        ran += len(games) - len(unread)
        if len(unread) == len(games):
            never.setdefault(Path(file).name, []).append(f"{rule} ({min(unread)})")
        elif unread:
            partly.setdefault(Path(file).name, []).append(f"{rule}: {', '.join(map(str, sorted(unread)))}")
    total = len(found.rules)
    silent = sum(map(len, never.values()))
    click.echo(f"\nrules that ran: {total - silent:,} of {total:,}; lines: {ran:,} of {all_lines:,}")
    for file, rules in never.items():
        click.echo(f"rules that never ran, in {file}: {', '.join(rules)}")
    for file, rules in partly.items() if lines else ():
        click.echo(f"lines that never ran, in {file}: {'; '.join(rules)}")


def _table(rows: Sequence[tuple[str, ...]]) -> None:
    print_columns(rows)
    click.echo()
