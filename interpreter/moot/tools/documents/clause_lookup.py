"""Clauses by their names, and those that a thing's rules cite."""

from __future__ import annotations

from ...code.program import Program
from ...lang.diagnostic import fail
from ...lang.spelling import nearest, there_are


def clause_named(program: Program, text: str) -> str:
    """The full id of a clause. Raises MootError.

    Without a document it is the edition's own, or else that of the only document with such a clause.
    """
    text = text.strip().lstrip("@")
    for ident in (text, f"{program.document}/{text}"):
        if ident in program.clauses:
            return ident
    ends = [ident for ident in program.clauses if ident.partition("/")[2] == text]
    if len(ends) == 1:
        return ends[0]
    if ends:
        raise fail("ambiguous-clause", f"several documents have a clause `{text}`", hint=there_are(ends))
    short = [ident.partition("/")[2] for ident in program.clauses]
    hint = nearest(text, program.clauses if "/" in text else short)
    documents = sorted({ident.partition("/")[0] for ident in program.clauses})
    raise fail(
        "unknown-clause",
        f"unknown clause `{text}`",
        hint=hint or f"available documents: {', '.join(documents)}",
    )


def clauses_of_thing(program: Program, title: str) -> list[str]:
    """The clauses that the rules carried by a thing cite, without those of another edition's document."""
    found: dict[str, None] = {}
    for rule in program.rules:
        if rule.label.startswith(f"{title}:"):
            found.update(dict.fromkeys(one for one in rule.clauses if one.partition("/")[0] in program.documents))
    return list(found)
