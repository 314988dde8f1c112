"""All small changes that can be made to the rules of a game, each with its place and its clauses."""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any

from ...lang import tree
from ...lang.diagnostic import excerpt
from ...lang.formula_text import formula_text
from ...lang.rule_text import code_text
from ...lang.source import Span
from ...pack.model.bundle import Bundle
from ...pack.player_decks import players_of
from ..setup.played_names import function_name, named_codes, names_played
from .operators import Mutation, Operator, Role, cell_mutations, formula_mutations, step_mutations

MutantKey = tuple[str, int, int, int, int, str, str]  # whole path, place, operator, result


@dataclass(frozen=True, slots=True)
class Mutant:
    """One change of the rules. `was`, `became`: the formula or step as text. `became` is empty if it is removed.

    `cites`: the clauses, as document/clause, of the innermost line around it that cites any.
    """

    key: MutantKey
    at: Span = field(compare=False, repr=False)
    operator: Operator
    was: str
    became: str
    cites: tuple[str, ...]

    def as_json(self) -> dict[str, Any]:
        return {
            "file": self.at.source.path,
            "line": self.at.line,
            "column": self.at.column,
            "operator": self.operator,
            "was": self.was,
            "became": self.became,
            "cites": list(self.cites),
        }

    @property
    def phrase(self) -> str:
        """The change in words."""
        return f"`{self.was}` changed to `{self.became}`" if self.became else f"`{self.was}` removed"

    def render(self) -> str:
        """The change with its clauses, its place, and the line of the rules with a caret."""
        cited = f"  ({', '.join(self.cites)})" if self.cites else ""
        return "\n".join([f"{self.phrase}{cited}", *excerpt(self.at)])


@dataclass(frozen=True, slots=True, eq=False)
class Slot:
    """A place of a tree where a mutant is written: `put` replaces `node` there.

    For a removed rule, `node` is the rule, and `put` sets its condition.
    """

    mutant: Mutant
    node: tree.Node
    mutation: Mutation
    put: Callable[[Any], None]


def slots_of(bundle: Bundle, folders: Collection[Path]) -> list[Slot]:
    """The places where the rules of a bundle in these folders can be changed, in the order of the rules.

    Code that only bots, laws or tools read is left out, because play does not reach it. One mutant has several slots
    where one text has become several trees.
    """
    inside = tuple(f"{folder.resolve()}{os.sep}" for folder in folders)
    read = names_played(bundle)
    found: list[Slot] = []
    for decl in bundle.declarations:
        if not isinstance(decl, tree.FunctionDecl) or function_name(decl) in read:
            found += _Finder(bundle, bundle.home.get(id(decl), "")).declaration(decl)
    for name, code in named_codes(bundle):
        finder = _Finder(bundle, bundle.packs.get(code.at.source.path, ""))
        if code.entry == "standing":
            found += [slot for node in code.nodes for slot in finder.declaration(node)]
        elif name and f".{name}" not in read:
            continue
        elif code.entry == "steps":
            found += finder.block(code.nodes, ())
        else:
            found += finder.listed(code.nodes, "value", ())
    return [slot for slot in found if slot.mutant.key[0].startswith(inside)]


# ------------------------------------------------------------------------------------------------ going through trees

_WHOLE: dict[tuple[type[tree.Node], str], Role] = {
    (tree.While, "condition"): "while",
    (tree.Repeat, "until"): "until",
    (tree.Require, "condition"): "require",
    (tree.And, "items"): "all of",
    (tree.Or, "items"): "any of",
}
_FORMULAS = ("Formula", "Formula | None", "list[Formula]", "list[Formula] | None", "int | Formula")
_SKIPPED = {"at", "type", "ref", "cites", "otherwise_cites", "local", "locals", "captures", "families", "head"}
_CLOSED = (tree.Text, tree.Literal, tree.TypeNode, tree.Param)  # words, constants and types


class _Parts(dict[type[tree.Node], list[tuple[str, str]]]):
    """By type of node: its fields that may hold nodes, with their types as declared."""

    def __missing__(self, kind: type[tree.Node]) -> list[tuple[str, str]]:
        skipped = {*_SKIPPED, "target"} if issubclass(kind, tree.Change) else _SKIPPED
        self[kind] = [(f.name, str(f.type)) for f in fields(kind) if f.name not in skipped]
        return self[kind]


_PARTS = _Parts()


class _Finder:
    """Finds the slots of one piece of the rules. `pack`: whose rules they are."""

    def __init__(self, bundle: Bundle, pack: str) -> None:
        self.document = bundle.own_documents.get(pack, "")
        self.tables = bundle.tables
        self.players = players_of(bundle)

    def declaration(self, node: tree.Declared | tree.Carried) -> Iterator[Slot]:
        if isinstance(node, tree.OverrideDecl):
            yield from self.declaration(node.of)
        elif isinstance(node, tree.StandingRule):
            if node.where is None and not isinstance(node, tree.When):
                cites = self._cited(node, ())
                mutant = self._mutant(node.at, "deletion", _line(node.at), "", cites)
                yield Slot(mutant, node, Mutation("deletion", None), _setter(node, "where"))
            yield from self.below(node, ())
        elif isinstance(node, tree.FunctionDecl | tree.ProcedureDecl | tree.ActionDecl):
            yield from self.below(node, ())

    def below(self, node: tree.Node, cites: tuple[str, ...]) -> Iterator[Slot]:
        """The slots of everything inside a node."""
        cites = self._cited(node, cites)
        for name, declared in _PARTS[type(node)]:
            value = getattr(node, name)
            if declared in ("Block", "Block | None"):
                yield from self.block(value or [], cites)
            elif declared in _FORMULAS:
                role = _role(node, name)
                if isinstance(value, list):
                    yield from self.listed(value, role, cites)
                elif isinstance(value, tree.Expression):
                    yield from self.formula(value, role, cites, _setter(node, name))  # type: ignore[arg-type]
            else:
                for one in value if isinstance(value, list) else [value]:
                    if isinstance(one, tree.Node) and not isinstance(one, _CLOSED):
                        yield from self.below(one, cites)
        if isinstance(node, tree.Cost) and isinstance(node.statement, tree.Raise | tree.Lower):
            paid = node.statement
            zero = Mutation("deletion", tree.Number(paid.by.at, 0))
            mutant = self._mutant(node.at, "deletion", _line(node.at), "", cites)
            yield Slot(mutant, paid.by, zero, _setter(paid, "by"))

    def block(self, steps: list[tree.Step], cites: tuple[str, ...]) -> Iterator[Slot]:
        for place, step in enumerate(steps):
            own = self._cited(step, cites)
            for mutation in step_mutations(step):
                became = "" if mutation.became is None else _first_line([mutation.became])
                mutant = self._mutant(step.at, mutation.operator, _first_line([step]), became, own)
                yield Slot(mutant, step, mutation, _setter(steps, place))
            yield from self.below(step, cites)

    def listed(self, formulas: list[tree.Formula], role: Role, cites: tuple[str, ...]) -> Iterator[Slot]:
        for place, formula in enumerate(formulas):
            yield from self.formula(formula, role, cites, _setter(formulas, place))

    def formula(
        self, node: tree.Formula, role: Role, cites: tuple[str, ...], put: Callable[[Any], None]
    ) -> Iterator[Slot]:
        if isinstance(node, _CLOSED):
            return
        for mutation in formula_mutations(node, role, self.players):
            assert isinstance(mutation.became, tree.Expression)
            became = formula_text(mutation.became)
            mutant = self._mutant(node.at, mutation.operator, formula_text(node), became, cites)
            yield Slot(mutant, node, mutation, put)
        if isinstance(node, tree.Lookup) and isinstance(node.of, tree.Name) and node.of.name in self.tables:
            for cell, was, became, mutation in cell_mutations(node, self.tables[node.of.name]):
                yield Slot(self._mutant(cell.at, "cell", was, became, cites), node, mutation, put)
        yield from self.below(node, cites)

    def _mutant(self, at: Span, operator: Operator, was: str, became: str, cites: tuple[str, ...]) -> Mutant:
        at = _without_cites(at)
        path = os.path.abspath(at.source.path)
        key = (path, at.line, at.column, at.end_line, at.end_column, operator, became)
        return Mutant(key, at, operator, was, became, cites)

    def _cited(self, node: tree.Node, around: tuple[str, ...]) -> tuple[str, ...]:
        cites: list[tree.Cite] = getattr(node, "cites", [])
        own = tuple(c.clause if "/" in c.clause else f"{self.document}/{c.clause}" for c in cites)
        return own or around


def _role(node: tree.Node, name: str) -> Role:
    found = _WHOLE.get((type(node), name))
    if found is not None:
        return found
    if name in ("condition", "where"):
        return "whole"
    tests = isinstance(node, tree.Quantified) and name == "of" and node.quantifier in ("any", "every")
    return "test" if tests else "value"


def _setter(holder: Any, place: str | int) -> Callable[[Any], None]:
    if isinstance(place, int):
        return lambda value: holder.__setitem__(place, value)
    return lambda value: setattr(holder, place, value)


def _first_line(steps: list[Any]) -> str:
    return code_text(steps).partition("\n")[0]


def _without_cites(at: Span) -> Span:
    """The first line of a place, up to its citations."""
    end = at.end_column - 1 if at.end_line == at.line else len(at.text)
    text = at.text[at.column - 1 : end].partition("@")[0].rstrip()
    return Span(at.source, at.line, at.column, at.line, at.column + max(1, len(text)))


def _line(at: Span) -> str:
    return at.text[at.column - 1 :].partition("@")[0].strip()
