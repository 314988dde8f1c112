"""Whether a document accounts for every line of its text, which is not ours to print: only its hash is known, and which
of its lines have anything on them. `4-8` means 4 to 8, `1-9/2` every second of them.
"""

from __future__ import annotations

from moot.pack.model.bundle import Document


def lines(text: str) -> set[int]:
    found: set[int] = set()
    for run in text.split():
        span, _, step = run.partition("/")
        first, _, last = span.partition("-")
        found.update(range(int(first), int(last or first) + 1, int(step or 1)))
    return found


def accounts_for(document: Document, digest: str, text: str) -> None:
    """Fails if a line that has anything on it is in no clause, or a clause begins or ends on one that has nothing."""
    assert document.sha256 == digest, "another text: count its lines anew"
    written = lines(text)
    covered = {n for clause in document.clauses.values() for n in range(clause.lines[0], clause.lines[1] + 1)}
    assert not written - covered
    assert max(covered) == max(written)
    for clause in document.clauses.values():
        assert set(clause.lines) <= written, clause.id


def stands_in_order(document: Document) -> None:
    """Fails if clauses do not stand in the order of their lines, or two are in one place."""
    clauses = list(document.clauses.values())
    assert [one.lines for one in clauses] == sorted(one.lines for one in clauses)
    assert len({one.place for one in clauses}) == len(clauses)


def numbers_leave_none_out(document: Document) -> None:
    """Fails if clauses are not counted one by one from 1 below each heading: `Balrog's Trick 3`, `4B.3 2`."""
    last: dict[str, int] = {}
    for one in document.clauses.values():
        heading, _, number = one.place.rpartition(" ")
        assert int(number) == last.get(heading, 0) + 1, one.id
        last[heading] = int(number)
