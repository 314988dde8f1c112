"""The report of `moot used --of` on the rules of things: as text, and as a Markdown table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
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
    "ran": "never active",
}
HEADINGS = ("effect", "cases", "offered", "taken", "resolved")


def by_thing(found: Usage, sorts: Sequence[str]) -> dict[str, list[EffectUse]]:
    """For each thing of these kinds, its effects; and in one entry, without a name, the actions of the rules about
    it. If there are neither, the number of games in which it was chosen, moved or changed.
    """
    from ...tools.coverage.effects import EffectUse, effect_uses

    told: dict[str, list[EffectUse]] = {thing: [] for kind, thing in found.things if kind in sorts}
    others: dict[str, list[EffectUse]] = {}
    for one in effect_uses(found):
        if one.kind in sorts:
            (told if one.own else others).setdefault(one.thing, []).append(one)
    for thing, ones in others.items():
        told[thing].append(_together(ones))
    for kind, thing in found.things:
        if kind in sorts and not told[thing]:
            used = found.things[kind, thing]["used"]
            told[thing].append(EffectUse(kind, thing, "", False, False, games={"ran": used}))
    return told


def _together(ones: Sequence[EffectUse]) -> EffectUse:
    from ...tools.coverage.deeds import STAGES
    from ...tools.coverage.effects import EffectUse

    first = ones[0]
    cases = None if first.cases is None else max(one.cases or 0 for one in ones)
    counts = {stage: sum(one.counts[stage] for one in ones) for stage in STAGES}
    games = {stage: max(one.games[stage] for one in ones) for stage in STAGES}
    return EffectUse(first.kind, first.thing, "", False, True, cases, counts, games)


def tell_effects(found: Usage, kind: str, sorts: Sequence[str]) -> None:
    """First the effects that no game has reached, then each thing with all its effects."""
    told = by_thing(found, sorts)
    for stage, words in MISSING.items():
        missing = list(_missing(told, stage))
        if missing:
            click.echo(f"{words} ({len(missing)}): {', '.join(missing)}")
    rows: list[tuple[str, ...]] = [(kind, *HEADINGS)]
    for thing, ones in told.items():
        rows += [(thing if at == 0 else "", *_cells(one)) for at, one in enumerate(ones)]
    click.echo()
    print_columns(rows)
    click.echo()


def _missing(told: dict[str, list[EffectUse]], stage: str) -> Iterator[str]:
    for thing, ones in told.items():
        known = (one for one in ones if one.effect or one.action)  # a thing that brings nothing was used or not
        yield from (f"{thing}: {one.effect or 'from the rules'}" for one in known if one.missing == stage)


def _cells(one: EffectUse) -> tuple[str, ...]:
    """The columns of HEADINGS. A standing rule is never offered or taken: it has the number of games in which it
    was active.
    """
    cases = "" if one.cases is None else f"{one.cases:,}"
    if not one.action:
        return one.effect or "used", cases, "", "", count_phrase(one.games["ran"], "game")
    return (
        one.effect or "from the rules",
        cases,
        *(f"{one.counts[stage]:,}" for stage in ("offered", "taken", "resolved")),
    )


def effects_page(found: Usage, kinds: Sequence[str], sorts: Sequence[str]) -> str:
    """A page of Markdown."""
    of = " ".join(f"--of {kind}" for kind in kinds)
    games, choices = len(found.ended), found.choices
    of_cases = " --cases" if found.reached is not None else ""
    told = by_thing(found, sorts)
    lines = [
        f"# {found.title}: what games did with each {' and '.join(kinds)}",
        "",
        f"Written by `moot used DIR… {of}{of_cases} --markdown FILE` from {games:,} games with {choices:,} choices.",
        "An effect is an action, or a standing rule in brackets. For an action the table counts the decisions that",
        "offered it, the times it was taken, and the times it was resolved: not cancelled, and with its conditions met",
        "when its turn came. For a standing rule it counts the games in which it was active. *From the rules* counts",
        "together all actions about the thing that belong to the rules, not to the thing itself.",
        "",
    ]
    for stage, words in MISSING.items():
        missing = [one.replace("_", " ") for one in _missing(told, stage)]
        lines += [f"* {words}: {len(missing)}{' · ' * bool(missing)}{'; '.join(missing)}"]
    lines += ["", f"| | {' | '.join(HEADINGS)} |", "|---" * (len(HEADINGS) + 1) + "|"]
    names = Counter(found.named.get(thing, thing) for thing in told)
    for thing, ones in told.items():
        name = found.named.get(thing, thing)
        name = name if names[name] == 1 else f"{name} (`{thing}`)"
        columns = zip(*((_words(one), *_cells(one)[1:]) for one in ones), strict=True)
        lines.append(f"| {name} | {' | '.join('<br>'.join(cells) for cells in columns)} |")
    return "\n".join(lines) + "\n"


def _words(one: EffectUse) -> str:
    effect = _cells(one)[0].replace("_", " ")
    return f"*{effect}*" if not one.effect else effect if one.action else f"({effect})"


def write_page(path: str, page: str) -> None:
    """Raises OSError if the file cannot be written."""
    Path(path).write_text(page, encoding="utf-8")
