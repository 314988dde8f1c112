"""The zones of moving things, as far as the path there shows them: things are taken from there directly.

let c = last(contents(pile))       let c = last(contents(pile))
if some(c)                    =    if some(c)
  move c to hand                     move c to hand       zones {pile}, top

The same facts decide tests: a thing just drawn is in its zone, and a thing in a zone in play is in play.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from ..ir.effects import Effects
from ..ir.expressions import Const, Contents, Expr, Fold, Local, Op, Var, Where
from ..ir.make import YES
from ..ir.node import AnyExpr, AnyNode
from ..ir.reps import Rep
from ..ir.spans import meet
from ..ir.statements import Ask, Attempt, Block, Each, If, Let, Loop, Move, Scope, Stmt
from ..ir.touched import NOTHING_TOUCHED, Touched
from ..ir.units import Unit
from ..ir.walk import blocks, ends, made_by, mapped, walk
from .simple import folded, pruned

MOST_ZONES = 3  # each of which is tested
_MIRRORED = {"<": ">", "<=": ">=", ">": "<", ">=": "<="}
_OPPOSITE = {"<": ">=", "<=": ">", ">": "<=", ">=": "<"}


def placed(units: Sequence[Unit], effects: Effects) -> tuple[Unit, ...]:
    return tuple(_unit(unit, effects) for unit in units)


def _unit(unit: Unit, effects: Effects) -> Unit:
    if not any(isinstance(node, Move) for node in walk(unit.body)):
        return unit
    return replace(unit, body=pruned(_Walk(effects).block(unit.body, _Known())[0]))


@dataclass(frozen=True, slots=True)
class _Fact:
    """For a local, or for each of its members. zones: its zone; top: whether it is the last of its zone. rep: its
    possible values.
    """

    rep: Rep
    zones: frozenset[int] | None = None
    top: bool = False


@dataclass(frozen=True, slots=True)
class _Known:
    """The facts at some place. filled: zones that are not empty."""

    facts: Mapping[Var, _Fact] = field(default_factory=dict)
    filled: frozenset[int] = frozenset()

    def of(self, var: Var) -> _Fact:
        return self.facts.get(var) or _Fact(_member(var.rep))

    def knowing(self, var: Var, fact: _Fact | None) -> _Known:
        return self if fact is None else replace(self, facts={**self.facts, var: fact})


def _member(rep: Rep) -> Rep:
    return rep.item if rep.sort == "seq" and rep.item is not None else rep


class _Walk:
    """`changes`: by the identity of a statement, its writes and the locals it sets."""

    def __init__(self, effects: Effects) -> None:
        self.effects = effects
        self.changes: dict[int, tuple[Touched, frozenset[Var]]] = {}

    # -------------------------------------------------------------------------------------------- statements

    def block(self, block: Block, known: _Known) -> tuple[Block, _Known]:
        """The block with its facts added to its moves, and the facts after it."""
        out: list[Stmt] = []
        for one in block:
            made, known = self.statement(one, known)
            out.append(made)
        return tuple(out), known

    def statement(self, s: Stmt, known: _Known) -> tuple[Stmt, _Known]:
        match s:
            case Let(var, value):
                value = self.expr(value, known)
                return Let(var, value), self.behind(s, known).knowing(var, self.fact(value, known))
            case Move(thing=Local(rep, var)) if rep.sort == "thing":
                fact = known.of(var)
                fact = fact if rep.optional else replace(fact, rep=fact.rep.sure)
                return self.move(s, var, fact), self.behind(s, known).knowing(var, _moved(s, fact))
            case If(test, then, other, quick):
                test = self.expr(test, known)
                holds, fails = (known, known) if quick else (_where(test, known, True), _where(test, known, False))
                first, behind_then = self.block(then, holds)  # the traced form takes a quick branch in any case
                second, behind_other = self.block(other, fails)
                behind = behind_other if ends(then) else behind_then if ends(other) else self.behind(s, known)
                return If(test, first, second, quick), behind
            case Each(var, over, body):
                over = self.expr(over, known)
                again = self.behind(s, known)
                alone = self.effects.moves_alone(body, var)
                inner = again.knowing(var, self.fact(over, known)) if alone else again
                return Each(var, over, self.block(body, inner)[0]), again
            case Loop(body, fuel):
                again = self.behind(s, known)
                return Loop(self.block(body, again)[0], fuel), again
            case Scope(body):
                return Scope(self.block(body, known)[0]), self.behind(s, known)
            case Attempt(body, failed):
                again = self.behind(s, known)
                return Attempt(self.block(body, known)[0], self.block(failed, again)[0]), again
            case Ask(options=options, into=into):
                return s, self.behind(s, known).knowing(into, self.chosen(s, self.fact(options, known)))
        return s, self.behind(s, known)

    def move(self, s: Move, var: Var, fact: _Fact) -> Move:
        if fact.rep.optional:
            return s
        s = replace(s, thing=Local(fact.rep, var))
        if s.how != "top" or fact.zones is None or len(fact.zones) > MOST_ZONES:
            return s
        return replace(s, zones=fact.zones, top=fact.top)

    def chosen(self, ask: Ask, members: _Fact | None) -> _Fact | None:
        """The facts about an answer: those that hold for all options, except that it may be none."""
        if members is None or ask.how not in ("choose", "some", "or_none", "pick"):
            return None
        rep = members.rep if ask.how == "some" else members.rep.maybe
        return replace(members, rep=rep, top=False) if ask.into.rep.sort == "thing" else None

    def behind(self, s: Stmt, known: _Known) -> _Known:
        """The facts that remain after a statement."""
        if not known.facts and not known.filled:
            return known
        written, made = self.changed(s)
        facts = {}
        for var, fact in known.facts.items():
            if var in made:
                continue
            stays = fact.rep.low is not None and not meet(written.cells, ((fact.rep.low, fact.rep.end or 0),))
            if not stays:
                fact = replace(fact, zones=None, top=False)
            elif fact.top and meet(written.zones, _spans(fact.zones)):
                fact = replace(fact, top=False)
            facts[var] = fact
        filled = frozenset(zone for zone in known.filled if not meet(written.zones, ((zone, zone + 1),)))
        return _Known(facts, filled)

    def changed(self, s: Stmt) -> tuple[Touched, frozenset[Var]]:
        if id(s) not in self.changes:
            inner = [self.changed(one) for block in blocks(s) for one in block]
            written = self.effects.writes(s) if not inner else NOTHING_TOUCHED
            made = frozenset(made_by(s))
            for touched, variables in inner:
                written, made = written | touched, made | variables
            self.changes[id(s)] = written, made
        return self.changes[id(s)]

    # -------------------------------------------------------------------------------------------- expressions

    def expr(self, e: Expr, known: _Known) -> Expr:
        """With tests decided that what is known decides."""
        return mapped(e, lambda node: _decided(node, known) if isinstance(node, AnyExpr) else node)

    def fact(self, e: Expr, known: _Known) -> _Fact | None:
        """The facts about a thing, or about all things of a seq."""
        match e:
            case Local(rep, var) if var in known.facts:
                fact = known.facts[var]
                return fact if _member(rep).optional else replace(fact, rep=fact.rep.sure)
            case Contents(rep, zone) if rep.item is not None and rep.item.sort == "thing":
                return _Fact(rep.item, _zones_of(zone))
            case Fold(_, "each", var, over, where, None):
                found = self.fact(over, known)
                if found is None or where is None:
                    return found
                return _where(where, _Known({var: found}), True).facts[var]
            case Op(rep, ("first" | "last" | "at" | "nth") as name, (over, *_)) if rep.sort == "thing":
                found = self.fact(over, known)
                if found is None:
                    return None
                is_top = name == "last" and isinstance(over, Contents) and found.zones is not None
                return replace(found, top=is_top, rep=found.rep.maybe if rep.optional else found.rep)
            case Op(rep, "sure", (inner,)):
                found = self.fact(inner, known)
                return None if found is None else replace(found, rep=found.rep.sure)
            case Op(_, ("frozen" | "known_thing"), (inner,)):
                return self.fact(inner, known)
        return None


def _decided(node: Any, known: _Known) -> AnyNode:
    match node:
        case Op(_, "contains", (over, Where(_, Local(_, var)))):
            zones, fact = _constants(over), known.of(var)
            if zones is not None and fact.zones is not None and not fact.rep.optional and fact.zones <= zones:
                return YES
        case Op(_, ("some" | "is_none") as name, (Local(rep, var),)) if rep.optional:
            if not known.of(var).rep.optional and known.of(var).rep.sort == rep.sort:
                return YES if name == "some" else Const(node.rep, False)
        case Op(rep, ("first" | "last"), (Contents(_, Const(_, int(zone))),)) if rep.optional:
            return replace(node, rep=rep.sure) if zone in known.filled else node
    return folded(node)


def _moved(s: Move, fact: _Fact) -> _Fact:
    """For the thing after its move."""
    zones = _zones_of(s.goal) if s.how != "before" else None
    return _Fact(fact.rep.sure, zones, s.how == "top" and zones is not None)


def _zones_of(zone: Expr) -> frozenset[int] | None:
    if isinstance(zone, Const):
        return frozenset((zone.value,)) if isinstance(zone.value, int) else None
    low, end = zone.rep.low, zone.rep.end
    return None if zone.rep.optional or low is None or end is None else frozenset(range(low, end))


def _constants(over: Expr) -> frozenset[int] | None:
    return frozenset(over.value) if isinstance(over, Const) and isinstance(over.value, tuple) else None  # type: ignore[arg-type]


def _spans(zones: frozenset[int] | None) -> tuple[tuple[int, int], ...]:
    return tuple((zone, zone + 1) for zone in sorted(zones or ()))


# ------------------------------------------------------------------------------------------------- facts from a test


def _where(test: Expr, known: _Known, holds: bool) -> _Known:
    """The facts if a test is true, or if it is false."""
    match test:
        case Op(_, "not", (inner,)):
            return _where(inner, known, not holds)
        case Op(_, ("and" | "or") as name, tests) if (name == "and") == holds:
            for one in tests:
                known = _where(one, known, holds)
        case Op(_, ("some" | "is_none") as name, (Local(_, var),)) if (name == "some") == holds:
            fact = known.of(var)
            return known.knowing(var, replace(fact, rep=fact.rep.sure))
        case Op(_, "contains", (over, Where(_, Local(_, var)))) if holds:
            zones, fact = _constants(over), known.of(var)
            return known if zones is None else known.knowing(var, replace(fact, zones=zones, top=False))
        case Op(_, "empty", (Contents(_, Const(_, int(zone))),)) if not holds:
            return replace(known, filled=known.filled | {zone})
        case Op(_, ("<" | "<=" | ">" | ">=") as name, (Local(_, var), Const(_, int(value)))):
            return _bounded(known, var, name, value, holds)
        case Op(_, ("<" | "<=" | ">" | ">=") as name, (Const(_, int(value)), Local(_, var))):
            return _bounded(known, var, _MIRRORED[name], value, holds)
    return known


def _bounded(known: _Known, var: Var, name: str, value: int, holds: bool) -> _Known:
    """`var` compared with a number: of things those of a kind follow one another."""
    fact = known.of(var)
    low, end = fact.rep.low, fact.rep.end
    if fact.rep.sort != "thing" or low is None or end is None:
        return known
    match name if holds else _OPPOSITE[name]:
        case "<":
            end = min(end, value)
        case "<=":
            end = min(end, value + 1)
        case ">":
            low = max(low, value + 1)
        case _:
            low = max(low, value)
    return known if low >= end else known.knowing(var, replace(fact, rep=replace(fact.rep, low=low, end=end)))
