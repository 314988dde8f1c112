"""`moot coverage`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ..options import Whole, also_option, jobs_option, json_option, rules_options, source_option
from ..output import emit
from ..progress import progress

if TYPE_CHECKING:
    from rich.table import Table

    from ...tools.coverage.clauses import ClauseCovered, Coverage, DocumentCovered

SHOWN = 3  # rules of a clause that the table shows


@click.command(
    "coverage",
    epilog="\b\nExamples:\n  moot coverage GAME\n  moot coverage GAME --html coverage.html\n"
    "  moot coverage GAME/EDITION --also NAME=VALUE --games 1000 --jobs 2",
)
@click.argument("game")
@click.option(
    "--games",
    type=Whole(0),
    default=200,
    show_default=True,
    metavar="N",
    help="The number of random games per edition.",
)
@click.option(
    "--seed",
    type=Whole(),
    default=0,
    show_default=True,
    metavar="N",
    help="The random seed of these games, as for moot sim.",
)
@jobs_option
@rules_options
@also_option
@source_option
@click.option("--html", "html", metavar="FILE", help="Write an HTML page in the document's order.")
@click.option("--brief", is_flag=True, help="Print only totals and gaps, not every clause.")
@click.option("--complete", is_flag=True, help="Exit with 1 unless every deciding clause is implemented and tested.")
@json_option
def coverage_command(
    game: str,
    games: int,
    seed: int,
    jobs: int,
    settings: list[tuple[str, Any]],
    also: list[tuple[str, Any]],
    mods: tuple[str, ...],
    sources: tuple[str, ...],
    html: str | None,
    brief: bool,
    complete: bool,
) -> int:
    """Show which clauses of a rulebook are implemented, tested by cases, and exercised by games.

    GAME is the id of a game (all its editions) or of an edition, or a pack's folder. Every clause that decides
    something (a rule, a definition or a card text) needs a rule that cites it, or a reason in the document for its
    absence. A translator's remark counts only if a rule cites it. Exits with 0 even if clauses are missing, unless you
    add --complete. Exits with 1 if a document and its text do not match.
    """
    from ...tools.coverage.clauses import coverage
    from ...tools.files import check_place, write_whole

    if html is not None:
        check_place(Path(html))
    with progress("reading") as move:
        found = coverage(
            game,
            games=games,
            seed=seed,
            jobs=jobs,
            settings=settings,
            also=also,
            mods=mods,
            sources=sources,
            on_progress=lambda what, done, of: move(description=what, completed=done, total=of),
        )
    if html is not None:
        from .page import coverage_page

        write_whole(Path(html), coverage_page(found))
    emit("coverage", found.as_json(), lambda: _tell(found, brief, html))
    return 1 if found.failed or (complete and not found.complete) else 0


# ------------------------------------------------------------------------------------------------ at the terminal


def _tell(found: Coverage, brief: bool, html: str | None) -> None:
    from ..console import console

    out = console()
    for one in found.documents:
        out.print(f"{one.document.title} ({one.document.id}), implemented by {one.game}", style="bold")
        if not brief:
            out.print(_clauses(one))
        deciding = [clause for clause in one.deciding if clause.rules]
        never = [c.clause.id for c in deciding if c.cases and len(c.unreached) == len(c.cases)]
        _list("not implemented by any rule", [f"{c.clause.id}: {c.clause.gist}{_real(c)}" for c in one.missing])
        _list("implemented, but not cited by any passing case", [c.clause.id for c in deciding if not c.cases])
        _list("cited by cases that never reach a rule citing it", never)
        if found.games:
            _list(f"exercised by none of {found.games} random games", [c.clause.id for c in deciding if not c.reached])
        _list("left out", [f"{clause.id}: {clause.left_out}" for clause in one.left_out])
    given = [rule for rule in found.uncited if not rule.stand_in]
    _list("rules without a citation", [f"{rule.label}  ({rule.file}:{rule.line})" for rule in given])
    if len(given) < len(found.uncited):
        click.echo(f"rules of stand-ins, which have no clause to cite: {len(found.uncited) - len(given)}\n")
    for diagnostic in found.warnings:
        if diagnostic.code != "cites-not-reached":  # the table counts them
            click.echo(diagnostic.render() + "\n")
    out.print(_totals(found))
    click.echo(f"{found.games} random games of each edition, seed {found.seed}")
    if html is not None:
        click.echo(f"\nwrote {html}")


def _real(one: ClauseCovered) -> str:
    return f"\n    “{one.sentence}”" if one.sentence else ""


def _list(head: str, lines: list[str]) -> None:
    if lines:
        click.echo(f"{head} ({len(lines)}):")
        for line in lines:
            click.echo(f"  {line}")
        click.echo()


def _clauses(one: DocumentCovered) -> Table:
    from ..console import ruled_table

    table = ruled_table("!clause", "!kind", "rules", ">!cases", ">!games", show_edge=False)
    table.columns[2].overflow = "fold"
    for clause in one.clauses:
        table.add_row(*_cells(clause), style="bold red" if clause.missing else "" if clause.deciding else "dim")
    return table


def _cells(one: ClauseCovered) -> tuple[str, ...]:
    places: dict[tuple[str, str], list[str]] = {}
    for rule in one.rules:
        lines = places.setdefault((rule.rule, Path(rule.file).name), [])
        if str(rule.line) not in lines:
            lines.append(str(rule.line))
    told = [f"{rule} {file}:{','.join(lines)}" for (rule, file), lines in places.items()]
    if len(told) > SHOWN:
        told[SHOWN - 1 :] = [f"and {len(told) - SHOWN + 1} more"]
    rules = "\n".join(told) or ("left out" if one.clause.left_out else "missing" if one.missing else "")
    there = len(one.cases) - len(one.unreached)
    cases = f"{there} of {len(one.cases)}" if one.unreached else str(len(one.cases) or "")
    games = "always" if one.always else str(one.games) if one.rules else ""
    return one.clause.id, one.clause.kind.replace("_", " "), rules, cases, games


def _totals(found: Coverage) -> Table:
    from ..console import ruled_table

    counted = (">clauses", ">deciding", ">encoded", ">tested", ">reached", ">left out", ">missing")
    table = ruled_table("document", *counted, show_edge=False)
    for one in found.documents:
        counts = [*one.counts().values(), len(one.left_out), len(one.missing)]
        table.add_row(one.document.id, *map(str, counts), style="bold red" if one.missing else "")
    return table
