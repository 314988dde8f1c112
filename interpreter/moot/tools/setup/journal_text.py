"""The events of a case, in the names of the rules: for `journal:` in cases and for reports on failed ones."""

from __future__ import annotations

import re
from collections.abc import Iterable

from ...stack.journal import Entry, who_wins

_CALLED = re.compile(r"(?:\w+: )?(?:procedure|phase|action) (\w+)")  # the labels of calls, without hooks
SHOWN = 10  # lines of the journal that a failing case shows


def fact_line(entry: Entry) -> str:
    """An entry as cases write it: `energy(ann): 15 → 14`, `sweep: display → box`, `score(sweep, parry)`."""
    f = entry.facts
    match entry.what:
        case "does":
            called = _CALLED.fullmatch(entry.rule)
            return f"{called[1]}({', '.join(f['args'])})" if called else entry.rule
        case "set" | "sparse":
            return f"{f['state']}: {f['from']} → {f['to']}"
        case "field":
            return f"{f['row']}.{f['field']}: {f['from']} → {f['to']}"
        case "move":
            return f"{f['thing']}: {f['from']} → {f['to']}"
        case "choice":
            return f"{f['player']}: {f['chosen']}"
        case "chance":
            return f"{f['asked']}: {f['came']}"
        case "shuffle":
            return f"{f['zone']} is shuffled"
        case "show":
            return f"{f['player']} sees: {', '.join(f['things'])}"
        case "say":
            return str(f["text"])
        case "begins":
            return "a temporary rule becomes active"
        case "win":
            return f"{who_wins(f['winner'])}: {f['reason']}"
        case "new":
            return f"new {f['kind']}: {f['row']}"
    return f"{f.get('row', '')} goes"


def titled_line(entry: Entry, keys: re.Pattern[str] | None) -> str:
    """The same with titles in place of the full names of copies."""
    line = fact_line(entry)
    return keys.sub(lambda found: found[0].split(".")[1], line) if keys is not None else line


def recent_lines(entries: list[Entry]) -> list[str]:
    """The last events, each with its rule and the clauses that it implements."""
    if not entries:
        return ["no events"]
    lines = [fact_line(entry) for entry in entries[-SHOWN:]]
    width = min(48, max(map(len, lines)))
    head = "what happened" if len(entries) <= SHOWN else f"the last events ({SHOWN} of {len(entries)})"
    told = [head + ":"]
    for line, entry in zip(lines, entries[-SHOWN:], strict=True):
        cited = f"; {', '.join(entry.clauses)}" if entry.clauses else ""
        told.append(f"  {line:{width}}  [{entry.rule}{cited}]" if entry.rule else f"  {line}")
    return told


def clauses_of(entries: Iterable[Entry]) -> frozenset[str]:
    """The clauses that were exercised, as document/clause."""
    return frozenset(clause for entry in entries for clause in entry.clauses)
