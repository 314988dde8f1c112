"""`moot test`."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

import click

from ..options import NumberArgument, Whole, jobs_option, json_option, rules_options, seed_option, wrong_call
from ..output import emit
from ..progress import progress

if TYPE_CHECKING:
    from ...tools.cases.run import CaseResult


@click.command(
    "test",
    epilog="\b\nExamples:\n  moot test my_pack\n  moot test my_pack/cases/first.yaml --json\n"
    "  moot test my_pack --mutate 100 --seed 7",
)
@click.argument("paths", nargs=-1, metavar="[PATH]...")
@click.option(
    "--mutate",
    metavar="N|all",
    help="Make N small changes to the rules, one at a time, and list those that no case notices.",
)
@click.option(
    "--least",
    type=NumberArgument(0, 100),
    metavar="PERCENT",
    help="With --mutate: exit with 1 if the cases notice fewer changes than this.",
)
@click.option(
    "--in",
    "within",
    metavar="PATH",
    multiple=True,
    help="With --mutate: change only this file, folder or range of lines (FILE:10-20). Repeatable.",
)
@click.option(
    "--games",
    type=Whole(1),
    metavar="N",
    help="With --mutate: play N random games with and without each missed change, and report whether they differ.",
)
@seed_option
@jobs_option
@rules_options
@json_option
def cases_command(
    paths: tuple[str, ...],
    mutate: str | None,
    least: float | None,
    within: tuple[str, ...],
    games: int | None,
    seed: int | None,
    jobs: int,
    settings: list[tuple[str, Any]],
    mods: tuple[str, ...],
) -> int:
    """Run the test cases in packs.

    PATH is a file of cases, a folder, or the id of a game or pack. Without PATH, moot tests every game that it ships.
    Options that a case sets override --option. Exits with 1 if a case fails or is invalid.

    With --mutate, moot tests the cases: a good set of cases notices almost every change to the rules. A missed change
    is either untested or has no effect. With --games, moot looks for random games in which it has an effect. --seed
    selects the changes, and --jobs sets the number of worker processes.
    """
    if mutate is not None:
        from .mutation_report import mutation_report

        return mutation_report(paths, mutate, seed, jobs, least, settings, mods, within, games)
    given = {"--least": least is not None, "--in": within, "--games": games}
    given |= {"--seed": seed is not None, "--jobs": jobs > 1}
    if alone := next((flag for flag, one in given.items() if one), ""):
        raise wrong_call("usage", f"`{alone}` needs --mutate", "add --mutate N")
    from ...tools.cases.run import FAILED, PASSED, run_cases

    began = time.perf_counter()
    with progress("cases") as move:
        results = run_cases(paths, settings, mods, lambda done, of, _: move(completed=done, total=of))
    counts = {status: sum(r.status == status for r in results) for status in dict.fromkeys(r.status for r in results)}
    passed, failed = counts.get(PASSED, 0), counts.get(FAILED, 0)
    bad = len(results) - passed

    def text() -> None:
        for result in results:
            if result.status != PASSED:
                click.echo(f"{_head(result)}\n{_indented(result.message)}\n")
        wrong = f", {bad - failed} wrong" if bad > failed else ""
        seconds = time.perf_counter() - began
        click.echo(
            f"{len(results)} case{'s' * (len(results) != 1)}: {passed} passed, {failed} failed{wrong} ({seconds:.1f} s)"
        )

    emit("test", {"passed": passed, "failed": bad, "cases": [result.as_json() for result in results]}, text)
    return 1 if bad else 0


def _head(result: CaseResult) -> str:
    if not result.name:
        return f"wrong file: {result.file}"
    word = "failed" if result.status == "failed" else "wrong"
    cited = f"  ({', '.join(result.cites)})" if result.cites else ""
    game = f" in {result.game}" if result.several else ""
    return f"{word}{game}: {result.name}{cited}"


def _indented(text: str) -> str:
    return "\n".join(f"  {line}".rstrip() for line in text.split("\n"))
