"""The choices of a decision in words, as its player reads them, with the places of pieces."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from rich.text import Text

from ...stack.decision import Decision, Option
from ...stack.words import name_words
from ...state.tags import Tag
from .drawing import Drawing
from .menu import Menu
from .narrated import cited
from .printed import PrintedFacts
from .screen import NOTHING, Screen

if TYPE_CHECKING:
    from ...code.program import Program
    from ...stack.game import State

WIDE = 48  # longer names do not widen the column of names

_GONE = 4  # a list of names that lost so few since it was drawn is not drawn again
_CALL = re.compile(r"[\w.]+\((.*)\)")


def _given(option: Option) -> list[str]:
    """The keys of the arguments of an action or a call."""
    found = _CALL.fullmatch(option.key)
    return [one.strip() for one in found[1].split(",")] if found is not None else []


def _apart(drawing: Drawing, view: Mapping[str, Any], options: Sequence[Option], rows: list[tuple[str, str]]) -> None:
    """Add notes to choices that would read alike: where their things are and which states they have."""
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
    """For each visible thing, its zone and its noteworthy states."""
    found: dict[str, list[str]] = {}
    for key, zone in view["zones"].items():
        for thing in zone.get("things", zone.get("known", [])):
            found[thing] = [f"in {drawing.teller.zone_words(key)}"]
    for thing, told in drawing.marks(view["states"], {}).items():
        if thing in found:
            found[thing] += [name if value == "yes" else f"{name} {value}" for name, value in told]
    return found


def mark_words(program: Program, name: str, value: str) -> str:
    """The value of a report function in a choice's note: a text as it is, any other value after the function's name."""
    if value in NOTHING:
        return ""
    if program.index.functions[name].tag == "string":
        return value
    words = name_words(program, name)
    return words if value == "yes" else f"{words} {name_words(program, value)}"


def _of_made(drawing: Drawing, view: Mapping[str, Any], key: str) -> str:
    """Words that distinguish a thing made in play from others: its headings and its contents."""
    screen = Screen(drawing, view, {}, set())
    first = next(iter(screen.inside.get(key, ())), None)
    inside = [drawing.facts.name(one) for one in first[1].get("things", ())] if first is not None else []
    return "; ".join(one for one in (screen.of_row(key), ", ".join(inside)) if one)


def places_of_things(view: Mapping[str, Any], facts: PrintedFacts) -> dict[str, str]:
    """The place on a board of each thing in a view, both as keys."""
    found = {}
    for key, zone in view["zones"].items():
        place = key.partition("(")[2].rstrip(")")
        if facts.on_board(place):
            found.update(dict.fromkeys(zone.get("things", zone.get("known", [])), place))
    return found


def goals(state: State, decision: Decision) -> dict[Any, str]:
    """The cost of moving to each destination, and the rest; empty if the decision is not about a destination."""
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
        return {}  # the pack files have changed since; the choice can be made anyway


def pieces_in(drawing: Drawing, option: Option) -> list[str]:
    """The arguments of an action that are not places."""
    facts = drawing.facts
    return [one for one in _given(option) if facts.number(one) is not None and not facts.on_board(one)]


def choice_rows(
    drawing: Drawing, decision: Decision, view: Mapping[str, Any], beside: Mapping[Any, str]
) -> list[tuple[str, str]]:
    """The name and the notes of each option. Options with equal rows are interchangeable."""
    facts = drawing.facts
    places = places_of_things(view, facts)
    rows = []
    for option in decision.options:
        given = _given(option)
        stands = list(dict.fromkeys(f"at {facts.name(places[one])}" for one in given if one in places))
        key = drawing.thing_of(option)
        notes = [beside.get(option.value, "")] if given == [] else _figures(drawing, option, beside)
        if given:
            notes[1 if any(_is_text_note(drawing, one) for one in given) else 0 : 0] = stands
        made = [one for one in given or [option.key] if one in view["rows"] and "." not in option.key.partition("(")[0]]
        if len(made) == 1 and set(given) <= {made[0], decision.player}:
            notes.append(_of_made(drawing, view, made[0]))
        words = facts.name(key) if key else drawing.with_calls(option.spoken(decision.player))
        if option.key == "none":  # the words of an action for choosing nothing in it
            words = drawing.program.terms.get(f"none({decision.rule.split(' ')[-1]})", words)
        if not given:  # a piece, or several
            there = [places[one] for one in option.key.strip("[]").split(", ") if one in places]
            notes += [f"at {', '.join(map(facts.name, there))}"] if there else []
        rows.append((words, "  ".join(one for one in [*notes, facts.line(key) if key else ""] if one)))
    _apart(drawing, view, decision.options, rows)
    return rows


def _figures(drawing: Drawing, option: Option, beside: Mapping[Any, str]) -> list[str]:
    """The report's `choices` notes about the arguments of an action, and the printed facts of the first."""
    pieces = pieces_in(drawing, option)
    words = option.spoken("")
    pieces.sort(key=lambda one: words.find(drawing.facts.name(one)))  # a term may name the target first
    told = [(one, beside.get(drawing.facts.number(one), "")) for one in pieces]
    found = [(drawing.facts.name(one), text) for one, text in told if text]
    if texts := [text for one, text in told if text and _is_text_note(drawing, one)]:  # they need no name
        return texts + [text for _, text in found if text not in texts]
    if len(found) > 1:
        return ["; ".join(f"{name}: {text}" for name, text in found)]
    told_apart = "choices" in drawing.program.report and "facts" not in drawing.program.report
    return [text for _, text in found] + [drawing.facts.line(one) for one in pieces[:1] if not told_apart]


def _is_text_note(drawing: Drawing, key: str) -> bool:
    """Whether the report's `choices` notes on a thing are texts."""
    index, number = drawing.program.index, drawing.facts.number(key)
    names = [one for one in drawing.program.report.get("choices", ()) if index.functions[one].tag == "string"]
    return any(number in range(*index.of_things.get(one, (0, 0))) for one in names)


def draw_choices(drawing: Drawing, decision: Decision, menu: Menu, inside: str = "") -> None:
    """Print the question and the lines of a menu with their notes. `inside` names the line that was opened."""
    program = drawing.program
    thing = decision.rule.partition(":")[0]  # the thing whose text asks
    behind = [drawing.facts.name(thing)] * (thing in drawing.facts.by_title) + [cited(decision.clauses)]
    clauses = f"  [{'; '.join(filter(None, behind))}]" if any(behind) else ""
    prompt = f"{name_words(program, decision.player)}: {inside or decision.prompt}"
    only = "  (the only choice)" if len(decision.options) == 1 else ""
    drawing.put(Text.assemble((prompt, "bold"), only, (clauses, "dim")))
    before, now = drawing.named.get(decision.player, set()), {one for names in menu.names.values() for one in names}
    drawing.named[decision.player] = now or before
    gone = sorted(before - now)
    if menu.names and now <= before and len(gone) <= _GONE:
        without = f", without {', '.join(gone)}" if gone else ""
        drawing.put(Text(f"  the same as before{without}  (look lists them)", style="dim"))
    for told, names in menu.names.items() if now - before or len(gone) > _GONE else ():
        drawing.put(Text.assemble("  ", (f"{told}: " if told else "", "dim"), ", ".join(names)), hang=8)
    if menu.names:
        drawing.put(Text(_how_to_name(program, decision), style="dim"))
    common = menu.lines[0].note if inside and len({line.note for line in menu.lines}) == 1 else ""
    if common:  # a note that all lines share is printed once
        drawing.put(Text(f"  {common}", style="dim"))
    acts = Tag.read(program.sites[decision.options.ask[0]].tag).sort == "call"
    width = max((len(line.words) for line in menu.lines if line.note and len(line.words) <= WIDE), default=0)
    for line in menu.lines:
        note = "" if common else line.note
        if acts and drawing.folds and not line.folded:
            note = _cut(note, drawing.out.width - 8 - max(width, len(line.words)))
        text = f"{line.words:<{width}}  " if note else line.words
        drawing.put(Text.assemble((f"{line.label:>4}  ", "bold"), text, (note, "dim")), hang=8)
    if any(line.folded for line in menu.lines):
        drawing.put(Text("(a line with … groups several choices: its number lists them)", style="dim"))
    if inside:
        drawing.put(Text("(back: all choices again)", style="dim"))


def _cut(note: str, room: int) -> str:
    """As many parts of a note as fit; always the first and the number of alike copies. `look` shows all."""
    first, *parts = note.split("  ")
    alike = [parts.pop()] if parts and parts[-1].endswith("alike)") else []
    while parts and len("  ".join([first, *parts, *alike])) > room:
        parts.pop()
    return "  ".join([first, *parts, *alike])


def _how_to_name(program: Program, decision: Decision) -> str:
    if Tag.read(program.sites[decision.options.ask[0]].tag).sort != "some":
        return "(type the name of one of these)"
    sizes = sorted({len(option.value) for option in decision.options if isinstance(option.value, tuple)})
    return f"(type {' or '.join(map(str, sizes))} of these, with commas between)"
