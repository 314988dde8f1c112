"""What `moot used --of` tells of the rules that things bring: as text, and as a table in Markdown."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ...lang.name_folding import count_phrase
from ..output import print_columns

if TYPE_CHECKING:
    from ...tools.coverage.effects import EffectUse
    from ...tools.coverage.usage import Usage

MISSING = {
    "offered": "never offered",
    "taken": "offered, but never taken",
    "resolved": "taken, but never resolved",
    "ran": "never in force",
}
HEADINGS = ("effect", "cases", "offered", "taken", "resolved")


def tell_effects(kind: str, effects: Sequence[EffectUse]) -> None:
    """What no game has come to first, then each thing with all that it brings."""
    for stage, words in MISSING.items():
        missing = [f"{one.thing}: {one.effect}" for one in effects if one.missing == stage]
        if missing:
            click.echo(f"{words} ({len(missing)}): {', '.join(missing)}")
    rows: list[tuple[str, ...]] = [(kind, *HEADINGS)]
    for thing, ones in groupby(effects, lambda one: one.thing):
        rows += [(thing if at == 0 else "", *_cells(one)) for at, one in enumerate(ones)]
    click.echo()
    print_columns(rows)
    click.echo()


def _cells(one: EffectUse) -> tuple[str, ...]:
    """Under HEADINGS. Of a standing rule nothing is offered or taken: it was in force in so many games."""
    cases = "" if one.cases is None else f"{one.cases:,}"
    if not one.action:
        return one.effect, cases, "", "", count_phrase(one.games["ran"], "game")
    return one.effect, cases, *(f"{one.counts[stage]:,}" for stage in ("offered", "taken", "resolved"))


def effects_page(found: Usage, kinds: Sequence[str], effects: Sequence[EffectUse], named: dict[str, str]) -> str:
    """A page of Markdown. `named`: by title what people call a thing."""
    of = " ".join(f"--of {kind}" for kind in kinds)
    games, choices = len(found.ended), found.choices
    of_cases = " --cases" if found.reached is not None else ""
    lines = [
        f"# {found.title}: what games did with each {' and '.join(kinds)}",
        "",
        f"Written by `moot used DIR… {of}{of_cases} --markdown FILE`, from {games:,} games with {choices:,} choices.",
        "An effect is an action, or a standing rule in brackets. Of an action the table tells in how many decisions it",
        "was offered, how often it was taken, and how often it was resolved: not cancelled, nor without its conditions",
        "when its turn came. Of a standing rule it tells in how many games it was in force.",
        "",
    ]
    for stage, words in MISSING.items():
        missing = [f"{named.get(one.thing, one.thing)}: {_words(one)}" for one in effects if one.missing == stage]
        lines += [f"* {words}: {len(missing)}{' · ' * bool(missing)}{'; '.join(missing)}"]
    lines += ["", *markdown_table(effects, named)]
    return "\n".join(lines) + "\n"


def markdown_table(effects: Sequence[EffectUse], named: dict[str, str]) -> list[str]:
    lines = [f"| | {' | '.join(HEADINGS)} |", "|---" * (len(HEADINGS) + 1) + "|"]
    for thing, ones in groupby(effects, lambda one: one.thing):
        columns = zip(*((_words(one), *_cells(one)[1:]) for one in ones), strict=True)
        lines.append(f"| {named.get(thing, thing)} | {' | '.join('<br>'.join(cells) for cells in columns)} |")
    return lines


def _words(one: EffectUse) -> str:
    effect = one.effect.replace("_", " ")
    return effect if one.action else f"({effect})"


def write_page(path: str, page: str) -> None:
    """Raises OSError if the file cannot be written."""
    Path(path).write_text(page, encoding="utf-8")
