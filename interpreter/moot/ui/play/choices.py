"""How the choices of a decision are told to the person who makes it: in words, with where pieces stand."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from rich.text import Text

from ...stack.decision import Decision, Option
from ...stack.words import name_words
from ...state.tags import Tag
from .drawing import Drawing, PrintedFacts
from .narrate import cited
from .screen import NOTHING, Screen

if TYPE_CHECKING:
    from ...code.program import Program
    from ...stack.game import State

MANY = 24  # so many places are offered with a number for each; more are told in groups

_CALL = re.compile(r"[\w.]+\((.*)\)")


def _given(option: Option) -> list[str]:
    """The keys of what an action or a call is done with."""
    found = _CALL.fullmatch(option.key)
    return [one.strip() for one in found[1].split(",")] if found is not None else []


def _apart(drawing: Drawing, view: Mapping[str, Any], options: Sequence[Option], rows: list[tuple[str, str]]) -> None:
    """Makes choices differ that would read alike: by where their things lie, and by what is so of these."""
    alike: dict[tuple[str, str], list[int]] = {}
    for number, row in enumerate(rows):
        alike.setdefault(row, []).append(number)
    marks: dict[str, list[str]] = {}
    for numbers in alike.values():
        if len(numbers) < 2:
            continue
        marks = marks or _whereabouts(drawing, view)
        named = {n: _given(options[n]) or [drawing.thing_of(options[n])] for n in numbers}
        told: dict[int, str] = {}
        for n in numbers:
            differing = [one for place, one in enumerate(named[n]) if len({g[place] for g in named.values()}) > 1]
            told[n] = ", ".join(mark for one in differing for mark in marks.get(one, ()))
        if len(set(told.values())) > 1:
            for n in numbers:
                rows[n] = (rows[n][0], f"{rows[n][1]}  {told[n]}".strip())


def _whereabouts(drawing: Drawing, view: Mapping[str, Any]) -> dict[str, list[str]]:
    """Of each thing that is seen: the zone in which it lies, and its own states that say something."""
    found: dict[str, list[str]] = {}
    for key, zone in view["zones"].items():
        for thing in zone.get("things", zone.get("known", [])):
            found[thing] = [f"in {drawing.teller.zone_words(key)}"]
    for thing, told in drawing.marks(view["states"], {}).items():
        if thing in found:
            found[thing] += [name if value == "yes" else f"{name} {value}" for name, value in told]
    return found


def mark_words(program: Program, name: str, value: str) -> str:
    """What a function of the report says beside a choice: a text for itself, of anything else what it is as well."""
    if value in NOTHING:
        return ""
    if program.index.functions[name].tag == "string":
        return value
    words = name_words(program, name)
    return words if value == "yes" else f"{words} {name_words(program, value)}"


def _of_made(drawing: Drawing, view: Mapping[str, Any], key: str) -> str:
    """What tells one thing that was made in play from others: what its headings say, and what lies in it."""
    screen = Screen(drawing, view, {}, set())
    first = next(iter(screen.inside.get(key, ())), None)
    inside = [drawing.facts.name(one) for one in first[1].get("things", ())] if first is not None else []
    return "; ".join(one for one in (screen.of_row(key), ", ".join(inside)) if one)


def places_of_things(view: Mapping[str, Any], facts: PrintedFacts) -> dict[str, str]:
    """The place of a board on which each thing stands that a view shows, by the keys of both."""
    found = {}
    for key, zone in view["zones"].items():
        place = key.partition("(")[2].rstrip(")")
        if facts.on_board(place):
            found.update(dict.fromkeys(zone.get("things", zone.get("known", [])), place))
    return found


def goals(state: State, decision: Decision) -> dict[Any, str]:
    """Beside each place that may be gone to: what it costs and leaves; nothing where it is not asked where to go."""
    from ...lang.diagnostic import MootError
    from ...tools.explain.destinations import goals_told
    from ...tools.explain.instrumented import instrument_again

    boards = state.game.program.layout.boards
    values = [option.value for option in decision.options if option.value is not None]
    if not values or not all(type(one) is int and any(one in board.places for board in boards) for one in values):
        return {}
    try:
        return dict(goals_told(instrument_again(state.game), state))
    except MootError:
        return {}  # the packs are no longer what they were: the choice can be made all the same


def choice_rows(
    drawing: Drawing, decision: Decision, view: Mapping[str, Any], beside: Mapping[Any, str]
) -> list[tuple[str, str]]:
    """Of each option what it is called, and what is told beside it. Options whose rows are alike are alike."""
    facts = drawing.facts
    places = places_of_things(view, facts)
    rows = []
    for option in decision.options:
        given = _given(option)
        stands = list(dict.fromkeys(f"at {facts.name(places[one])}" for one in given if one in places))
        key = drawing.thing_of(option)
        notes = [beside.get(option.value, "")] if given == [] else stands
        made = [one for one in given or [option.key] if one in view["rows"] and "." not in option.key.partition("(")[0]]
        if len(made) == 1 and set(given) <= {made[0], decision.player}:
            notes.append(_of_made(drawing, view, made[0]))
        words = facts.name(key) if key else drawing.with_calls(option.spoken(decision.player))
        rows.append((words, "  ".join(one for one in [*notes, facts.line(key) if key else ""] if one)))
    _apart(drawing, view, decision.options, rows)
    return rows


def draw_choices(drawing: Drawing, decision: Decision, view: Mapping[str, Any], beside: Mapping[Any, str]) -> None:
    """The numbered options of a decision, each with what is told beside it."""
    facts, program = drawing.facts, drawing.program
    thing = decision.rule.partition(":")[0]  # whose text asks
    behind = [drawing.facts.name(thing)] * (thing in drawing.facts.by_title) + [cited(decision.clauses)]
    clauses = f"  [{'; '.join(filter(None, behind))}]" if any(behind) else ""
    prompt = f"{name_words(program, decision.player)}: {decision.prompt}"
    drawing.put(Text.assemble((prompt, "bold"), (clauses, "dim")))
    rows = choice_rows(drawing, decision, view, beside)
    tag = Tag.read(program.sites[decision.options.ask[0]].tag)
    if tag.sort == "some" and len(rows) > MANY:
        members = list(dict.fromkeys(one for words, _ in rows for one in words.split(", ")))
        drawing.put(Text.assemble("  ", ", ".join(members)), hang=8)
        sizes = sorted({len(option.value) for option in decision.options if isinstance(option.value, tuple)})
        drawing.put(Text(f"(type {' or '.join(map(str, sizes))} of these, separated by commas)", style="dim"))
        return
    grounds = {n for n, option in enumerate(decision.options) if facts.on_board(drawing.thing_of(option))}
    if len(grounds) > MANY:
        groups: dict[str, list[str]] = {}
        for n in sorted(grounds):
            groups.setdefault(rows[n][1], []).append(rows[n][0])
        for more, names in groups.items():
            drawing.put(Text.assemble("  ", (f"{more}: " if more else "", "dim"), ", ".join(names)), hang=8)
        drawing.put(Text("(type the name of one of these)", style="dim"))
    else:
        grounds = set()
    width = max((len(words) for n, (words, more) in enumerate(rows) if more and n not in grounds), default=0)
    count = Counter(rows)
    told: set[tuple[str, str]] = set()
    for number, (words, more) in enumerate(rows, 1):
        if number - 1 in grounds or (words, more) in told:
            continue
        if count[words, more] > 1 and tag.sort in ("call", "thing"):  # copies of a card: one is as good as the other
            told.add((words, more))
            more_alike = f"{more}  ({count[words, more]} alike)" if more else f"({count[words, more]} alike)"
        else:
            more_alike = more
        text = f"{words:<{width}}  " if more_alike else words
        more = more_alike
        drawing.put(Text.assemble((f"{number:>4}  ", "bold"), text, (more, "dim")), hang=8)
