"""`moot test`."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

import click

from ..options import json_option, rules_options
from ..output import emit
from ..progress import progress

if TYPE_CHECKING:
    from ...tools.cases.run import CaseResult


@click.command("test", epilog="\b\nExamples:\n  moot test my_pack\n  moot test my_pack/cases/first.yaml --json")
@click.argument("paths", nargs=-1, metavar="[PATH]...")
@rules_options
@json_option
def cases_command(paths: tuple[str, ...], settings: list[tuple[str, Any]], mods: tuple[str, ...]) -> int:
    """Run the cases that packs bring with them.

    PATH is a file of cases, a folder, or the id of a game or pack. Without one, the cases of every game that moot ships
    are run. The exit status is 1 if a case fails or is wrong. Options that a case sets win over --option.
    """
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
