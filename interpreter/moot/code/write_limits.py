"""Tests of a thing with what is printed on it and one number of the position, as one look into a table.

`(2 <= c < 11) and ((not (8 <= c < 11)) or (C[70] >= P_card_needs[c]))` asks of each thing that C[70] be at least some
number: too large a one for things that fail in any case, too small a one for those that pass. These numbers are known
when the game is compiled. The test is then `(C[70] >= LEAST_0[c])`.
"""

from __future__ import annotations

import ast
import re
from types import CodeType
from typing import Any

from .build import Build
from .typing import types

MANY = 1000  # things; for more no table is made
_CELL = re.compile(r"C\[(\d+)\]")
_TURNED = {ast.Lt: ast.Gt, ast.LtE: ast.GtE, ast.Gt: ast.Lt, ast.GtE: ast.LtE}

Asked = tuple[str, bool, int]  # a cell as text, and what it is to be: at least (True) or at most so much


class _MoreIsAskedError(Exception):
    """It depends on more than one number, or is none of these tests."""


def with_limits(build: Build, tests: list[str], name: str, low: int, end: int) -> list[str]:
    """The tests of a thing of that name, from `low` to before `end`: as many as may be of those that follow upon one
    another as one look into a table.
    """
    if end - low > MANY:
        return tests
    parsed = [ast.parse(test, mode="eval").body for test in tests]
    reader = _Reader(build, name)
    out: list[str] = []
    at = 0
    while at < len(tests):
        for to in range(len(tests), at, -1):
            nodes = parsed[at:to]
            if sum(isinstance(n, ast.Compare) for node in nodes for n in ast.walk(node)) > 1:
                test = reader.limit(nodes, low, end)
                if test is not None:
                    out += [test] if test != "True" else []
                    at = to
                    break
        else:
            out.append(tests[at])
            at += 1
    return out


class _Reader:
    def __init__(self, build: Build, name: str) -> None:
        self.build = build
        self.name = name
        self.tables = dict(build.constants)
        self.codes: dict[int, CodeType | None] = {}  # by id: of what is known of each thing

    def limit(self, nodes: list[ast.expr], low: int, end: int) -> str | None:
        try:
            asked = [self.joined(nodes, thing, False) for thing in range(low, end)]
        except (_MoreIsAskedError, TypeError):
            return None
        kinds = {one[:2] for one in asked if not isinstance(one, bool)}
        ends = self.ends(next(iter(kinds))[0]) if len(kinds) == 1 else None
        if ends is None:
            return str(asked[0]) if not kinds and len(set(asked)) == 1 else None
        ((cell, least),) = kinds
        passes, fails = (ends[0], ends[1] + 1) if least else (ends[1], ends[0] - 1)
        limits = [one[2] if not isinstance(one, bool) else passes if one else fails for one in asked]
        table = self.table("LEAST" if least else "MOST", (*[None] * low, *limits))
        return f"({cell} {'>=' if least else '<='} {table}[{self.name}])"

    def ends(self, cell: str) -> tuple[int, int] | None:
        """The least and the most that a cell can hold."""
        number = int(cell[2:-1])
        for state in self.build.game.states.values():
            first = self.build.state_rows[id(state)].first
            if first == number and not state.params and isinstance(state.type, types.Bounded):
                low, high = self.build.bound(state.type.low), self.build.bound(state.type.high)
                return None if low is None or high is None else (low, high)
        return None

    def table(self, word: str, values: tuple[int | None, ...]) -> str:
        names = [name for name in self.build.constants if name.startswith(f"{word}_")]
        same = next((name for name in names if self.build.constants[name] == values), None)
        return same or self.build.constant(f"{word}_{len(names)}", values)

    def joined(self, nodes: list[ast.expr], thing: int, decides: bool) -> Asked | bool:
        """What they come to for a thing, joined by `or` if yes decides, else by `and`: yes, no, or what is still
        asked.
        """
        left: Asked | bool = not decides
        for node in nodes:
            found = self.one(node, thing)
            if found is decides:
                return decides
            if not isinstance(found, bool):
                if not isinstance(left, bool):
                    raise _MoreIsAskedError
                left = found
        return left

    def one(self, node: ast.expr, thing: int) -> Asked | bool:
        if (code := self.code(node)) is not None:
            return bool(eval(code, self.tables, {self.name: thing}))
        if isinstance(node, ast.BoolOp):
            return self.joined(node.values, thing, isinstance(node.op, ast.Or))
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            return _not(self.one(node.operand, thing))
        if not isinstance(node, ast.Compare) or len(node.ops) > 1 or type(node.ops[0]) not in _TURNED:
            raise _MoreIsAskedError
        left, op, right = node.left, type(node.ops[0]), node.comparators[0]
        if self.code(left) is not None:
            left, op, right = right, _TURNED[op], left
        cell, known = ast.unparse(left), self.code(right)
        if known is None or not _CELL.fullmatch(cell):
            raise _MoreIsAskedError
        number = eval(known, self.tables, {self.name: thing})
        if not isinstance(number, int):
            raise _MoreIsAskedError
        shift = {ast.Gt: 1, ast.Lt: -1}.get(op, 0)
        return cell, op in (ast.Gt, ast.GtE), number + shift

    def code(self, node: ast.expr) -> CodeType | None:
        """The code of a part that asks of nothing but the thing and what is printed."""
        if id(node) not in self.codes:
            inner: list[Any] = list(ast.walk(node))
            names = {n.id for n in inner if isinstance(n, ast.Name)}
            plain = all(n == self.name or n.startswith("P_") for n in names)
            calls = any(isinstance(n, ast.Call | ast.Lambda | ast.comprehension) for n in inner)
            known = plain and not calls
            self.codes[id(node)] = compile(ast.Expression(node), "<printed>", "eval") if known else None
        return self.codes[id(node)]


def _not(asked: Asked | bool) -> Asked | bool:
    if isinstance(asked, bool):
        return not asked
    cell, least, number = asked
    return cell, not least, number - 1 if least else number + 1
