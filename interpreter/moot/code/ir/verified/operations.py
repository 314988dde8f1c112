"""Whether operations are valid: the types and number of their arguments, and their results."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import assert_never

from ..expressions import Expr, Op
from ..reps import NUMBERS, Rep, Sort, fits
from ..walk import Node

_MASK: frozenset[Sort] = frozenset(("mask",))
_SEQ: frozenset[Sort] = frozenset(("seq",))
_MANY: frozenset[Sort] = frozenset(("seq", "mask"))


@dataclass(frozen=True, slots=True)
class _Op:
    """One operation that is looked at."""

    e: Op
    wrong: Callable[[Node, str], None]

    def say(self, what: str) -> None:
        self.wrong(self.e, f"`{self.e.op}` {what}")

    def count(self, least: int, most: int | None = None) -> bool:
        """Whether it has as many arguments as it takes."""
        given = len(self.e.args)
        right = least <= given <= (least if most is None else most)
        if not right:
            self.say(f"takes {least} arguments, not {given}")
        return right

    def each(self, sorts: frozenset[Sort], args: tuple[Expr, ...], or_none: bool = False) -> None:
        """These arguments have such a type, and are present."""
        for arg in args:
            if arg.rep.sort not in sorts and not (or_none and arg.rep.sort == "none"):
                self.say(f"of {arg.rep}")
            elif arg.rep.optional and not or_none:
                self.say(f"of {arg.rep}, which may be none")

    def gives(self, *sorts: Sort, optional: bool = True) -> None:
        rep = self.e.rep
        if rep.sort not in sorts:
            self.say(f"gives {' or '.join(sorts)}, but {rep} is declared")
        elif rep.optional and not optional:
            self.say(f"never gives none, but {rep} is declared")

    def same_sort(self, inner: Rep | None) -> None:
        """It gives what it takes."""
        rep = self.e.rep
        if (
            inner is not None
            and inner.sort != "none"
            and not (fits(inner.sure, rep.sure) or fits(rep.sure, inner.sure))
        ):
            self.say(f"of {inner}, but {rep} is declared")


_ANY_MOST = 1 << 20


def verify_operation(e: Op, wrong: Callable[[Node, str], None]) -> None:
    """Notes what is wrong with an operation itself, not with what is inside its arguments."""
    o, args = _Op(e, wrong), e.args
    match e.op:
        case "+" | "-" | "*" | "times" | "div" | "mod" | "min" | "max":
            if o.count(2, _ANY_MOST if e.op in ("min", "max") else 2):
                o.each(NUMBERS, args)
            o.gives(*NUMBERS, optional=False)
        case "neg" | "abs":
            if o.count(1):
                o.each(NUMBERS, args)
            o.gives("num", optional=False)
        case "==" | "!=":
            if o.count(2):
                _compared(o, args[0].rep, args[1].rep)
            o.gives("bool", optional=False)
        case "<" | "<=" | ">" | ">=":
            if o.count(2):
                o.each(NUMBERS, args)
            o.gives("bool", optional=False)
        case "and" | "or":
            if o.count(2, _ANY_MOST):
                o.each(frozenset(("bool",)), args)
            o.gives("bool", optional=False)
        case "not":
            if o.count(1):
                o.each(frozenset(("bool",)), args)
            o.gives("bool", optional=False)
        case "cond":
            if o.count(3):
                o.each(frozenset(("bool",)), args[:1])
                for branch in args[1:]:
                    if not fits(branch.rep, e.rep):
                        o.say(f"gives {e.rep}, but this branch is {branch.rep}")
        case "is_none" | "some" | "alive":
            o.count(1)
            o.gives("bool", optional=False)
        case "sure" | "known_thing":
            if o.count(1):
                o.same_sort(args[0].rep)
            if e.rep.optional:
                o.say(f"is never none, but {e.rep} is declared")
        case "inside":
            if o.count(3):
                o.each(NUMBERS, args[:1], or_none=True)
                o.each(NUMBERS, args[1:])
                _none_let_through(o, args[0].rep)
        case "having":
            if o.count(4):
                o.each(frozenset(("thing", "row")), args[:1], or_none=True)
                o.each(NUMBERS, args[1:3])
                o.each(frozenset(("text",)), args[3:])
                _none_let_through(o, args[0].rep)
        case "of_kind":
            if o.count(3):
                o.each(frozenset(("thing", "row")), args[:1], or_none=True)
                o.each(NUMBERS, args[1:])
            o.gives("bool", "thing", "row")
        case "|" | "&" | "andnot":
            if o.count(2, 2 if e.op == "andnot" else _ANY_MOST):
                o.each(_MASK, args)
            o.gives("mask", optional=False)
        case "bit":
            if o.count(2):
                o.each(_MASK, args[:1])
                o.each(NUMBERS, args[1:])
            o.gives("bool", optional=False)
        case "shift":
            if o.count(1):
                o.each(NUMBERS, args)
            o.gives("mask", optional=False)
        case "bits":
            if o.count(1):
                o.each(_MASK, args)
            o.gives("seq", optional=False)
        case "between":
            if o.count(2):
                o.each(NUMBERS, args)
            o.gives("mask", optional=False)
        case "size" | "empty":
            if o.count(1):
                o.each(_MANY, args)
            o.gives("num" if e.op == "size" else "bool", optional=False)
        case "first" | "last":
            if o.count(1):
                o.each(_SEQ, args)
                o.same_sort(args[0].rep.item)
        case "nth":
            if o.count(2):
                o.each(_SEQ, args[:1])
                o.each(frozenset(("num",)), args[1:])
                o.same_sort(args[0].rep.item)
        case "nth_there" | "with_nth":
            if o.count(2 if e.op == "nth_there" else 3):
                o.each(_SEQ, args[:1])
                o.each(frozenset(("num",)), args[1:2], or_none=True)
                o.same_sort(args[0].rep.item if e.op == "nth_there" else args[0].rep)
        case "in_order" | "foremost" | "hindmost":
            if o.count(2):
                o.each(_SEQ, args)
                o.same_sort(args[0].rep if e.op == "in_order" else args[0].rep.item)
            if e.op != "in_order" and not e.rep.optional:
                o.say(f"may be none, but {e.rep} is declared")
        case "contains":
            if o.count(2):
                o.each(_SEQ, args[:1])
                if args[0].rep.item is not None:
                    _compared(o, args[0].rep.item, args[1].rep)
            o.gives("bool", optional=False)
        case "same_set":
            if o.count(2):
                o.each(_SEQ, args)
            o.gives("bool", optional=False)
        case "frozen" | "weights" | "distinct" | "joined":
            if o.count(2 if e.op == "joined" else 1, _ANY_MOST if e.op == "joined" else 1):
                o.each(_SEQ, args)
            o.gives("seq", optional=False)
        case "few_dice":
            if o.count(2):
                o.each(NUMBERS, args)
        case "subsets":
            if o.count(3):
                o.each(_SEQ, args[:1])
                o.each(NUMBERS, args[1:])
            o.gives("seq", optional=False)
        case "with" | "without" | "less":
            if o.count(2):
                o.each(_SEQ, args[:1])
            o.gives("seq", optional=False)
        case "span":
            if o.count(2):
                o.each(NUMBERS, args)
            o.gives("seq", optional=False)
        case "or_empty":
            if o.count(1):
                o.each(_SEQ, args, or_none=True)
            o.gives("seq", optional=False)
        case "as_zone":
            if o.count(1):
                o.each(NUMBERS, args)
            o.gives("zone")
        case "at":
            if o.count(2):
                o.each(_SEQ, args[:1])
                o.each(NUMBERS, args[1:])
        case "where":
            if o.count(1, _ANY_MOST):
                o.each(frozenset(("bool",)), args)
            o.gives("seq", optional=False)
        case "with_rest":
            if o.count(2):
                o.each(frozenset(("args",)), args)
            o.gives("args")
        case "arg_or_none":
            if o.count(2):
                o.each(frozenset(("args",)), args[:1])
                o.each(NUMBERS, args[1:])
        case "as_name":
            if o.count(1):
                o.each(NUMBERS, args)
            o.gives("name")
        case "text" | "short_text":
            if o.count(1, _ANY_MOST):
                o.each(frozenset(("text",)), args)
            o.gives("text")
        case _:
            assert_never(e.op)


def _none_let_through(o: _Op, inner: Rep) -> None:
    o.same_sort(inner)
    if inner.optional and not o.e.rep.optional:
        o.say(f"of {inner} may be none, but {o.e.rep} is declared")


def _compared(o: _Op, a: Rep, b: Rep) -> None:
    """Values may be equal only in the same representation: a zone never equals its contents."""
    if "none" in (a.sort, b.sort) or a.sort == b.sort:
        return
    if not {a.sort, b.sort} <= NUMBERS - {"zone"} and not fits(a.sure, b.sure):
        o.say(f"compares {a} with {b}")
