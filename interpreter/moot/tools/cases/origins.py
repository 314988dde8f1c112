"""Where a value comes from: the event that last set it, or the lines and modifiers that make it."""

from __future__ import annotations

from collections.abc import Iterator

from ...code.typing import symbols
from ...stack.faults import Fault
from ...stack.game import State
from ...stack.journal import Entry
from ..explain.formula_trace import FormulaTracer, TracedFormula, Unread
from ..setup.compiled import CompiledGame
from ..setup.formulas import ReadableFormula
from ..setup.journal_text import fact_line

MOST = 6  # lines about one value
UNCHANGED = "nothing has changed it since the case began"


def origin_lines(game: CompiledGame, state: State, key: str, formula: ReadableFormula | None) -> tuple[str, ...]:
    """The origin of a value: each step with its rule and clauses. Empty if the rules did not make it."""
    traced: list[TracedFormula] = []
    if formula is not None:
        try:
            named = game.formulas.dotted_in(formula.node)
            names = {key: f"named_{at}" for at, key in enumerate(named)}
            values = dict(zip(names.values(), named.values(), strict=True))
            traced = FormulaTracer(game, state.position, names, values).traced(formula.node)
        except (Unread, Fault):
            traced = []
    lines = list(_events(state.journal, [key, *(one.formula for one in _all(traced))]))
    for one in _all(traced):
        if one.rule:
            lines.append(f"{one.formula}: {one.value}  [{'; '.join((one.rule, *one.clauses))}]")
    kept = formula is None or isinstance(formula.node.ref, symbols.State | symbols.Zone)
    return tuple(dict.fromkeys(lines))[:MOST] or ((UNCHANGED,) if kept else ())


def _all(traced: list[TracedFormula] | tuple[TracedFormula, ...]) -> Iterator[TracedFormula]:
    for one in traced:
        yield one
        yield from _all(one.below)


def _events(journal: list[Entry], keys: list[str]) -> Iterator[str]:
    """The last event that changed each of these states and zones."""
    wanted = dict.fromkeys(key.replace(" ", "") for key in keys)
    for key in wanted:
        for entry in reversed(journal):
            if key in (name.replace(" ", "") for name in _changed(entry)):
                yield f"{fact_line(entry)}  [{'; '.join((entry.rule, *entry.clauses))}]"
                break


def _changed(entry: Entry) -> tuple[str, ...]:
    facts = entry.facts
    match entry.what:
        case "set" | "sparse":
            return (str(facts["state"]),)
        case "field":
            return (f"{facts['row']}.{facts['field']}",)
        case "move":
            return str(facts["from"]), str(facts["to"])
    return ()
