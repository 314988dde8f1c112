"""Why something happened: an entry's rule, its clauses, what led to it; and what a clause says and who cites it."""

from __future__ import annotations

from dataclasses import dataclass

from ..code.program import Program
from ..lang.diagnostic import fail, nearest
from ..stack.journal import Entry


@dataclass(frozen=True, slots=True)
class Explained:
    """An entry with the calls that led to it, outermost first."""

    entry: Entry
    led: list[Entry]


def explained(program: Program, journal: list[Entry], number: int) -> Explained:
    """Raises MootError if the journal has no entry of that number."""
    by_number = {entry.number: entry for entry in journal}
    if number not in by_number:
        last = journal[-1].number if journal else -1
        message = f"the journal has no entry {number}"
        raise fail("unknown-entry", message, hint=f"they are numbered from 0 to {last}" if journal else "it is empty")
    entry = by_number[number]
    return Explained(entry, _led(program, [e for e in journal if e.number < number], entry))


def _led(program: Program, before: list[Entry], entry: Entry) -> list[Entry]:
    """The calls around an entry: those on the way to its rule, as last called, and those straight before it."""
    latest: dict[str, Entry] = {}
    for one in before:
        if one.what == "does":
            latest[one.rule] = one
    found: dict[int, Entry] = {}
    name = entry.rule.split(" ")[-1]
    own = [] if entry.what == "does" else [name]
    for outer in [*program.names["ways"].get(name, ()), *own]:
        call = latest.get(f"procedure {outer}") or latest.get(f"phase {outer}")
        if call is not None:
            found[call.number] = call
    if entry.rule in latest and entry.what != "does":
        found[latest[entry.rule].number] = latest[entry.rule]
    for one in reversed(before):
        if one.what != "does":
            break
        found[one.number] = one
    return [found[number] for number in sorted(found) if number != entry.number]


def clause_named(program: Program, text: str) -> str:
    """The full id of a clause. Raises MootError.

    Without its document it is the edition's own, or else that of the only document with such a clause.
    """
    text = text.strip().lstrip("@")
    for ident in (text, f"{program.document}/{text}"):
        if ident in program.clauses:
            return ident
    ends = [ident for ident in program.clauses if ident.partition("/")[2] == text]
    if len(ends) == 1:
        return ends[0]
    if ends:
        raise fail(
            "ambiguous-clause", f"several documents have a clause `{text}`", hint=f"there are: {', '.join(ends)}"
        )
    short = [ident.partition("/")[2] for ident in program.clauses]
    hint = nearest(text, program.clauses if "/" in text else short)
    documents = sorted({ident.partition("/")[0] for ident in program.clauses})
    raise fail(
        "unknown-clause",
        f"there is no clause `{text}`",
        hint=hint or f"there are the documents: {', '.join(documents)}",
    )


def citing(program: Program, clause: str) -> list[tuple[str, str, int]]:
    """Label, file and line of every rule that cites a clause."""
    found = {(label, file, line) for label, file, line, clauses in program.rules if clause in clauses}
    return sorted(found, key=lambda one: (one[1], one[2]))


def clauses_of_thing(program: Program, title: str) -> list[str]:
    """The clauses that the rules carried by a thing cite."""
    found: dict[str, None] = {}
    for label, _, _, clauses in program.rules:
        if label.startswith(f"{title}:"):
            found.update(dict.fromkeys(clauses))
    return list(found)
