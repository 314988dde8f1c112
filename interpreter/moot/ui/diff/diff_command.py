"""`moot diff`."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from ..errors import report
from ..options import (
    Command,
    NumberArgument,
    Whole,
    budget_option,
    json_option,
    option_option,
    packs_option,
    setting_option,
    source_option,
    with_option,
    wrong_call,
)
from ..output import emit, wants_json
from ..progress import progress

ONLY = ("documents", "structure", "behaviour")


def _one_side(letter: str) -> Callable[[Command], Command]:
    def both(command: Command) -> Command:
        side = letter.upper()
        sets = setting_option(f"--{letter}-option", f"settings_{letter}", help=f"Set an option of {side} only.")
        lays = packs_option(f"--{letter}-with", f"mods_{letter}", help=f"Load a pack on top of {side} only.")
        return sets(lays(command))

    return both


@click.command(
    "diff",
    epilog="\b\nExamples:\n  moot diff GAME my_translation\n"
    "  moot diff GAME GAME --b-option NAME=VALUE\n"
    "  moot diff old_rules new_rules --html changes.html --save-cases changes.yaml",
)
@click.argument("a", metavar="A")
@click.argument("b", metavar="B")
@option_option
@_one_side("a")
@_one_side("b")
@with_option
@source_option
@click.option("--only", multiple=True, type=click.Choice(ONLY), help="Compare only this. Repeatable.")
@click.option(
    "--seconds", type=NumberArgument(0), default=6.0, show_default=True, metavar="S",
    help="The time limit per difference, in CPU seconds.",
)  # fmt: skip
@click.option(
    "--positions", type=Whole(1), default=3000, show_default=True, metavar="N",
    help="The maximum number of positions tried per difference, including games.",
)  # fmt: skip
@click.option("--seed", type=Whole(), default=0, show_default=True, metavar="N", help="The random seed of the search.")
@click.option("--html", metavar="FILE", help="Write the whole report as an HTML page.")
@click.option(
    "--save-cases", "cases", metavar="FILE", help="Save each counterexample as a test case for both rule sets."
)
@click.option("--code", is_flag=True, help="Show the code of changed cards instead of their texts.")
@click.option("--exit-code", is_flag=True, help="Exit with 1 if the two differ.")
@budget_option
@json_option
def diff_command(
    a: str,
    b: str,
    settings: list[tuple[str, Any]],
    settings_a: list[tuple[str, Any]],
    settings_b: list[tuple[str, Any]],
    mods: tuple[str, ...],
    mods_a: tuple[str, ...],
    mods_b: tuple[str, ...],
    sources: tuple[str, ...],
    only: tuple[str, ...],
    seconds: float,
    positions: int,
    seed: int,
    html: str | None,
    cases: str | None,
    code: bool,
    exit_code: bool,
) -> int:
    """Compare two rule sets and show where they differ in play.

    A and B are ids or folders of packs: two editions, a mod and its base, two versions of one pack, or one pack with
    different options. For each difference, moot plays games on both sides with the same choices until they diverge, and
    prints the decision at that point. Exits with 1 if the two differ and you gave --exit-code.
    """
    from ...tools.diff.card_wording import in_texts
    from ...tools.diff.compare import diff, load_sides
    from ...tools.diff.search.behaviour import Behaviour, Limits
    from ...tools.files import check_place, write_whole
    from .text import short_line, tell_diff
    from .wording import EditionWords

    parts = tuple(part for part in ONLY if not only or part in only)
    if cases is not None and "behaviour" not in parts:
        hint = "remove --save-cases, or add --only behaviour"
        raise wrong_call(
            "usage", "this --only skips the search for counterexamples, so there are no cases to save", hint
        )
    for place in (html, cases):
        if place is not None:
            check_place(Path(place))
    sides = load_sides(
        (a, b),
        ((*mods, *mods_a), (*mods, *mods_b)),
        ([*settings, *settings_a], [*settings, *settings_b]),
        quick="behaviour" not in parts,
    )
    with progress("Searching for counterexamples") as move:
        limits = Limits(positions, seconds=seconds, seed=seed)
        words = [EditionWords(side.bundle) for side in sides]

        def settled(done: int, of: int, newest: Behaviour | None) -> None:
            example = newest is not None and newest.counterexample is not None
            move(completed=done, total=of, note=f"found  {short_line(newest, *words)}" if newest and example else None)

        found = diff(*sides, parts, limits, sources, settled)
    if found.warnings:
        report(found.warnings)
        if not wants_json():
            click.echo(err=True)
    shown = found if code or wants_json() else in_texts(found)
    written = []
    if cases is not None:
        from ...tools.diff.search.counterexample_case import case_file

        text = case_file(*sides, found.behaviour, Path(cases).parent)
        if text:
            write_whole(Path(cases), text)
        written.append(f"wrote {cases}" if text else f"no counterexample found, so {cases} was not written")
    if html is not None:
        from .page import diff_page

        write_whole(Path(html), diff_page(shown))
        written.append(f"wrote {html}")

    def write() -> None:
        tell_diff(shown)
        for one in written:
            click.echo(one)

    emit("diff", found.as_json(), write)
    return 1 if exit_code and found.differ else 0
