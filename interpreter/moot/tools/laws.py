"""The laws of a game held against data: which fail, for what, by which clause."""

from __future__ import annotations

from ..code.program import Program
from ..lang.diagnostic import Diagnostic
from ..lang.source import Span
from ..pack.bundle import Bundle
from ..stack.machine import Machine, source_of
from ..state.layout import argument_key


def broken_laws(program: Program, bundle: Bundle) -> list[Diagnostic]:
    """For each deck that is laid the lines of `law deck …` that do not hold for it. Others wait for their options."""
    machine = Machine(program)
    S = machine.blank(0)
    found: list[Diagnostic] = []
    for deck in bundle.decks.values():
        things = tuple(n for n, row in enumerate(program.layout.things) if row.deck == deck.id)
        if deck.choice is not None and not things:
            continue
        found += failing(machine, S, "deck", things, f"the deck `{deck.id}`", deck.at)
    return found


def failing(
    machine: Machine, S: object, section: str, things: tuple[int, ...], what: str, at: Span
) -> list[Diagnostic]:
    """Diagnostics for the lines of the laws of a section that things break."""
    program = machine.program
    found = []
    for named, title, _, law in machine.fast["LAWS"].values():
        if named != section:
            continue
        broken: dict[int, list[str]] = {}
        for rule, bound in law(S, things):
            shown = ", ".join(argument_key(program.layout, tag, value) for _, tag, value in bound)
            broken.setdefault(rule, []).append(shown)
        for rule, cases in broken.items():
            _, file, line, clauses = program.rules[rule]
            source = source_of(file)
            text = source.lines[line - 1] if 0 < line <= len(source.lines) else ""
            stripped = text.split("@")[0].rstrip()
            place = Span(source, line, len(text) - len(text.lstrip()) + 1, line, len(stripped) + 1)
            which = sorted({case for case in cases if case})
            some = ", ".join(which[:5]) + (f" and {len(which) - 5} more" if len(which) > 5 else "")
            hint = f"see {', '.join(clauses)}" if clauses else ""
            message = f"{what} breaks the law “{title}”: not so is `{stripped.strip()}`" + (
                f" for {some}" if some else ""
            )
            found.append(Diagnostic("law", message, at, hint, "error", ((place, "the law says it here"),)))
    return found
