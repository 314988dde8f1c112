"""The head of a function: what its text reads of the position again and again."""

from __future__ import annotations

Lines = list[str]


def with_tables(body: Lines) -> Lines:
    text = "\n".join(body)
    cells = ["C = S.cells"] if "C[" in text or "(C," in text else []
    return [*cells, *(["Z = S.zones"] if "Z[" in text else []), *body]
