"""The laws of a game held against data: which fail, for what, by which clause."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from ...lang.diagnostic import Diagnostic
from ...lang.source import Span
from ...pack.model.bundle import Bundle, Deck, Thing
from ...pack.model.kinds import Kinds
from ...stack.machine import Machine, source_of
from ...state.layout import argument_key
from ...state.position import Position
from .places import law_places


def broken_laws(machine: Machine, bundle: Bundle) -> list[Diagnostic]:
    """The lines of laws that do not hold: of `law deck` for each deck that is always laid, or that is for other options
    and was chosen all the same; of laws of kinds for each thing. The other decks are held by `deck_check`.
    """
    program, S = machine.program, machine.blank(0)
    found: list[Diagnostic] = []
    for deck in bundle.decks.values():
        chosen = deck.choice is not None and program.options.get(str(deck.choice.value)) == deck.id
        if deck.choice is not None and not (deck.suits and chosen):
            continue
        things = tuple(n for n, row in enumerate(program.layout.things) if row.deck == deck.id)
        found += failing(machine, S, bundle, "deck", things, f"the deck `{deck.id}`", deck)
    return found + broken_things(machine, S, bundle)


def broken_things(machine: Machine, S: Position, bundle: Bundle) -> list[Diagnostic]:
    """For each thing of the game the lines of the laws of its kind, and of those it is a sort of, that do not hold."""
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
                found += failing(machine, S, bundle, kind.name, (), f"`{row.title}`", bundle.things[row.title], number)
    return found


@dataclass(frozen=True, slots=True)
class BrokenLine:
    """A line of a law that does not hold. `bound`: what it fails for, as name, tag and value; `lets`: the numbers that
    the law has counted for it, in words.
    """

    rule: int
    title: str
    clauses: tuple[str, ...]
    bound: tuple[tuple[str, str, Any], ...]
    lets: tuple[str, ...]


def broken_lines(
    machine: Machine, S: Position, section: str, things: tuple[int, ...], this: int | None = None
) -> Iterator[BrokenLine]:
    """The lines of the laws of a section that things, or one thing of a kind, break: one for each that it fails for."""
    program = machine.program
    for law in machine.fast.laws:
        if law.section != section:
            continue
        for rule, bound, lets in law.broken(S, things, this):
            counted = tuple(f"{name.replace('_', ' ')} {value}" for name, value in lets)
            yield BrokenLine(rule, law.title, program.rules[rule].clauses, bound, counted)


def failing(
    machine: Machine,
    S: Position,
    bundle: Bundle,
    section: str,
    things: tuple[int, ...],
    what: str,
    of: Thing | Deck,
    this: int | None = None,
    by_title: bool = False,
) -> list[Diagnostic]:
    """Diagnostics for the lines of the laws of a section that things, or one thing of a kind, break.

    `by_title`: to call the things by their titles, not one by one.
    """
    program = machine.program
    titles = program.layout.things
    called = (lambda number: titles[number].title) if by_title else None
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
        bound = {
            ", ".join(argument_key(program.layout, tag, value, called) for _, tag, value in case.bound): case
            for case in cases
        }
        which = sorted(case for case in bound if case)
        some = ", ".join(which[:5]) + (f" and {len(which) - 5} more" if len(which) > 5 else "")
        hint = f"see {', '.join(clauses)}" if clauses else ""
        message = f"{what} breaks the law “{cases[0].title}”: not so is `{stripped.strip()}`"
        message += f" for {some}" if some else ""
        message += f" ({', '.join(cases[0].lets)})" if cases[0].lets and len(cases) == 1 else ""
        rows = [value for case in which[:5] for _, tag, value in bound[case].bound if tag == "thing"]
        at, *more = law_places(program, bundle, of, this, stripped, rows)
        notes = (*((other, "and here") for other in more), (place, "the law says it here"))
        found.append(Diagnostic("law", message, at, hint, "error", notes))
    return found
