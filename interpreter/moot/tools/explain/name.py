"""The meaning of a name in the rules: an option, a field, a state, a zone, an action and so on."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from ...code.program import SORTS, Program, option_words
from ...lang import tree
from ...lang.walk import walk
from ...pack.model.bundle import Bundle
from ...pack.words import DeclaredWords, declared_words
from ..documents.citations import Citation, label


@dataclass(frozen=True, slots=True)
class AboutName:
    """`name`: for a field or a state of things, `kind.name`. `value`, `default`: of an option, otherwise empty."""

    sort: str
    name: str
    declared: str
    words: str
    parts: tuple[tuple[str, str], ...]
    value: str
    default: str
    file: str
    line: int
    clauses: tuple[str, ...]
    used_by: tuple[tuple[str, str, int], ...]  # label, file, line

    def as_json(self, program: Program) -> dict[str, Any]:
        """Plain data, as the schema of `moot explain name` describes it."""
        clauses = []
        for clause in self.clauses:
            gist, place, kind = program.clauses.get(clause, ("", "", ""))
            clauses.append({"clause": clause, "gist": gist, "place": place, "kind": kind})
        return {
            "sort": self.sort,
            "name": self.name,
            "declared": self.declared,
            "words": self.words or None,
            "parts": [{"name": name, "words": words or None} for name, words in self.parts],
            "value": self.value or None,
            "default": self.default or None,
            "file": self.file,
            "line": self.line,
            "clauses": clauses,
            "used_by": [{"rule": rule, "file": file, "line": line} for rule, file, line in self.used_by],
        }


def about_names(bundle: Bundle, program: Program, cited: Mapping[str, list[Citation]], text: str) -> list[AboutName]:
    """Every meaning of a name, such as `look`, `option look` or `card.colour`; `colour` alone means that field of every
    kind.
    """
    sort, _, name = text.strip().rpartition(" ")
    if sort and sort not in SORTS:
        return []
    every = [one for one in declared_words(bundle).values() if one.decl is not None and (not sort or one.sort == sort)]
    low = name.casefold()
    found = [one for one in every if one.name.casefold() == low]
    found = found or [one for one in every if one.name.rpartition(".")[2].casefold() == low]
    return [_about(bundle, program, cited, one) for one in found]


def _about(bundle: Bundle, program: Program, cited: Mapping[str, list[Citation]], one: DeclaredWords) -> AboutName:
    name = one.name.rpartition(".")[2]
    own = one.decl
    assert own is not None
    parts = [*option_words(program, one.name)] if one.sort == "option" and one.name in program.options else []
    parts += [part for part in one.parts.items() if part[0] not in dict(parts)]
    rule = label(own) if one.sort not in ("field", "state") or "." not in one.name else ""  # type: ignore[arg-type]
    clauses = [ident for ident, rules in cited.items() if any(rule and c.rule == rule for c in rules)]
    if not rule:
        clauses = [cite.clause for cite in own.cites]
    return AboutName(
        one.sort,
        one.name,
        " ".join(own.at.text.partition(" @")[0].partition("#")[0].split()),
        one.text,
        tuple(parts),
        program.options.get(one.name, "") if one.sort == "option" else "",
        program.option_defaults.get(one.name, "") if one.sort == "option" else "",
        own.at.source.path,
        own.at.line,
        tuple(clauses),
        tuple(_users(bundle, name, own)),
    )


def _users(bundle: Bundle, name: str, own: tree.Declaration) -> Iterator[tuple[str, str, int]]:
    """The rules that name it."""
    for decl in bundle.declarations:
        if decl is own:
            continue
        nodes = walk([decl])
        if any(getattr(node, "name", None) == name and isinstance(node, tree.Expression | tree.Head) for node in nodes):
            yield label(decl), decl.at.source.path, decl.at.line
