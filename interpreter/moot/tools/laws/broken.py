"""A game's data checked against its laws: which fail, for what, by which clause."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from ...code.program import Program
from ...lang.diagnostic import Diagnostic
from ...lang.source import Span
from ...pack.model.bundle import Bundle, Deck, Thing
from ...pack.model.kinds import Kinds
from ...pack.player_decks import players_of
from ...stack.machine import Machine, source_of
from ...state.layout import argument_key
from ...state.position import Position
from .places import law_places


def broken_laws(machine: Machine, bundle: Bundle) -> list[Diagnostic]:
    """The lines of laws that are false: of `law deck` for each deck that is always used, or that was chosen
    although it is for other options; of laws of kinds for each thing. `deck_check` checks the other decks; those
    of players who do not take part are not checked.
    """
    program, S = machine.program, machine.blank(0)
    absent = set(players_of(bundle)) - set(program.layout.players)
    found: list[Diagnostic] = []
    for ident, sections in whole_decks(bundle.decks.values()).items():
        choice, suits = sections[0].choice, sections[0].suits
        if any(deck.is_of(absent) for deck in sections):
            continue
        if choice is None or (suits and program.options.get(str(choice.value)) == ident):
            found += broken_deck(machine, S, bundle, sections, things_of_deck(program, sections), f"the deck `{ident}`")
    return found + broken_things(machine, S, bundle)


def whole_decks(decks: Iterable[Deck]) -> dict[str, list[Deck]]:
    """All decks by id, with their sections; a deck without sections is alone."""
    found: dict[str, list[Deck]] = {}
    for deck in decks:
        found.setdefault(deck.whole, []).append(deck)
    return found


def things_of_deck(program: Program, sections: Sequence[Deck]) -> tuple[int, ...]:
    """The numbers of the things of a deck, in all its sections."""
    idents = {deck.id for deck in sections}
    return tuple(n for n, row in enumerate(program.layout.things) if row.deck in idents)


def broken_deck(
    machine: Machine, S: Position, bundle: Bundle, sections: Sequence[Deck], things: tuple[int, ...], what: str
) -> list[Diagnostic]:
    """The lines of the laws of decks that a deck breaks, all its sections together."""
    return _failing(machine, S, bundle, "deck", things, what, sections)


def broken_things(machine: Machine, S: Position, bundle: Bundle) -> list[Diagnostic]:
    """For each thing of the game, the false lines of the laws of its kind and of its base kinds."""
    kinds = Kinds(bundle.declarations)
    sections = {law.section for law in machine.fast.laws}
    found: list[Diagnostic] = []
    told: set[str] = set()  # of several copies one is enough
    for number, row in enumerate(machine.program.layout.things):
        if row.title in told or row.title not in bundle.things:
            continue
        told.add(row.title)
        for kind in kinds.line(row.kind):
            if kind.name in sections:
                found += _failing(machine, S, bundle, kind.name, (), f"`{row.title}`", bundle.things[row.title], number)
    return found


@dataclass(frozen=True, slots=True)
class BrokenLine:
    """A line of a law that does not hold. `bound`: the members that fail it, as name, tag and value. `lets`: the
    numbers that the law has counted for them, in words. `sides`: the two numbers that it compares, each with its
    formula.
    """

    rule: int
    title: str
    clauses: tuple[str, ...]
    bound: tuple[tuple[str, str, Any], ...]
    lets: tuple[str, ...]
    sides: tuple[tuple[str, Any], ...] = ()


def broken_lines(
    machine: Machine, S: Position, section: str, things: tuple[int, ...], this: int | None = None
) -> Iterator[BrokenLine]:
    """The lines of the laws of a section that things, or one thing of a kind, break: one for each that it fails for."""
    program = machine.program
    for law in machine.fast.laws:
        if law.section != section:
            continue
        with machine.telling():
            found = law.broken(S, things, this)
        for rule, bound, lets in found:
            counted = tuple(f"{name.replace('_', ' ')} {value}" for name, value in lets if name[0] != _SIDE)
            sides = tuple((name.removeprefix(_SIDE), value) for name, value in lets if name[0] == _SIDE)
            yield BrokenLine(rule, law.title, program.rules[rule].clauses, bound, counted, sides)


def values_told(line: str, cases: Sequence[BrokenLine], whom: Sequence[str] = ()) -> str:
    """The problem with a line of a law, with its values: ``size(deck)` is 28, must be 27``. `whom`: the members that
    fail it.
    """
    some = ", ".join(whom[:_NAMED]) + (f" and {len(whom) - _NAMED} more" if len(whom) > _NAMED else "")
    if not cases[0].sides or any(case.sides != cases[0].sides for case in cases):
        return f"`{line}` is false" + (f" for {some}" if some else "")
    (left, value), (right, due) = ((name, "none" if of is None else of) for name, of in cases[0].sides)
    op, right = right.split(" ", 1)
    must = f"{_MUST[op]}{due}" + ("" if right == str(due) else f" (`{right}`)")
    return f"`{left}` is {value}, {must}" + (f", for {some}" if some else "")


_NAMED = 5  # the most failures of a line to show
_DIGITS = re.compile(r"([0-9]+)")
_SIDE = "="  # prefix for the names of compared values of a line (code.lower.laws)
_MUST = {
    "=": "must be ",
    "!=": "must not be ",
    "<": "must be less than ",
    "<=": "must be at most ",
    ">": "must be more than ",
    ">=": "must be at least ",
}


def natural_order(text: str) -> list[str | int]:
    """A key for sorting texts by the values of the numbers in them: 9 comes before 10."""
    return [int(part) if n % 2 else part for n, part in enumerate(_DIGITS.split(text))]


def _failing(
    machine: Machine,
    S: Position,
    bundle: Bundle,
    section: str,
    things: tuple[int, ...],
    what: str,
    of: Thing | Sequence[Deck],
    this: int | None = None,
) -> list[Diagnostic]:
    """Diagnostics for the lines of the laws of a section that things, or one thing of a kind, break. The copies of a
    deck are called by their titles.
    """
    program = machine.program
    titles = program.layout.things
    called = None if isinstance(of, Thing) else (lambda number: titles[number].title)
    found = []
    broken: dict[int, list[BrokenLine]] = {}
    for one in broken_lines(machine, S, section, things, this):
        broken.setdefault(one.rule, []).append(one)
    for rule, cases in broken.items():
        _, file, line, clauses = program.rules[rule]
        source = source_of(file)
        text = source.lines[line - 1] if 0 < line <= len(source.lines) else ""
        stripped = text.split("@")[0].rstrip()
        place = Span(source, line, len(text) - len(text.lstrip()) + 1, line, len(stripped) + 1)
        bound: dict[str, list[BrokenLine]] = {}
        for case in cases:
            keys = ", ".join(argument_key(program.layout, tag, value, called) for _, tag, value in case.bound)
            bound.setdefault(keys, []).append(case)
        which = sorted((case for case in bound if case), key=natural_order)
        hint = f"see {', '.join(clauses)}" if clauses else ""
        message = f"{what} breaks the law “{cases[0].title}”: {values_told(stripped.strip(), cases, which)}"
        message += f" ({', '.join(cases[0].lets)})" if cases[0].lets and len(cases) == 1 else ""
        shown = [case for keys in which[:_NAMED] for case in bound[keys]]
        rows = [value for case in shown for _, tag, value in case.bound if tag == "thing"]
        at, *more = law_places(program, bundle, of, this, stripped, rows)
        notes = (*((other, "and here") for other in more), (place, "law declared here"))
        found.append(Diagnostic("law", message, at, hint, "error", notes))
    return found
