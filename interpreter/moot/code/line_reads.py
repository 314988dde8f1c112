"""What a line of a function reads of the position, in the order in which Python does, and what it changes.

What is read is an expression without effects: a cell, the list of a zone, how many lie in it, what is printed on a
thing, what is reckoned from such. What it hangs on, and what a line changes, are told by marks: a local by its name, a
cell by its number, `C` for all cells, `places` for those that tell where things lie, `Z` for the lists of zones, `z`
for what is in them, `S` for all else of the position and `S.tally`, `S.live` … for its parts.
"""

from __future__ import annotations

import ast
import re
from dataclasses import dataclass, field
from typing import Any

Marks = frozenset[str]

NOTHING: Marks = frozenset()
ALL: Marks = frozenset({"C", "Z", "z", "S"})

_TABLE = re.compile(r"[A-Z]+_\w+")  # of the module, that nothing changes
_PARTS = {"tally", "live", "once", "known", "nature"}  # of the position, changed by no call that is thought to be pure
_PURE = re.compile(
    r"(f|plain|wanted)_\w+|[mqw]\d+(_\w+)?|in_play|lies|lying|formula|title|show|holder|held|cell|fld|left_of|right_of"
    r"|knowers|occurs|used_in|sees_now|scope_of|bits|len|abs|min|max|sum|any|all|tuple|list|set|frozenset|sorted|range"
    r"|reversed|zip|enumerate|int|bool|str|Orders"
)
_STANDING = re.compile(r"start|stop|last|end_where|forget_uses|use_in|cut_short|no_value|none_asked|out_of_fuel")
_OF_LISTS = {"append", "remove", "pop", "insert", "extend", "clear", "sort", "reverse"}
_HEADER = re.compile(r"(if|elif|while|for) .*:|(else):")
_LEAVES = re.compile(r"return\b|raise\b|win\(S")


@dataclass(frozen=True, slots=True, eq=False)
class Key:
    """An expression that can be kept, one object for each text. `cost`: the time that it takes, in nanoseconds of one
    machine; `safe`: it can be reckoned where nothing is known of the position.
    """

    text: str
    on: Marks
    cost: float
    safe: bool


@dataclass(frozen=True, slots=True)
class Read:
    key: Key
    start: int  # bytes of the line
    end: int
    binds: bool  # a name can be given to it where it stands


@dataclass(frozen=True, slots=True)
class Change:
    marks: Marks


@dataclass(frozen=True, slots=True)
class Holds:
    """From here on an expression comes to what this name or constant does, if there is one. `at`: where the value that
    is assigned begins.
    """

    key: Key
    by: str
    at: int


@dataclass(frozen=True, slots=True)
class Way:
    """`and`, `or`: the parts in their order; `not`: the one part; `if`: the test and both sides."""

    sort: str
    parts: list[Events]


Events = list[Any]  # Read, Change, Holds, Way


@dataclass(slots=True)
class Line:
    sort: str  # if, elif, else, while, forever, for, break, leave, plain; none: nothing that counts
    events: Events = field(default_factory=list)  # of a test; of what a loop goes through; of a statement
    binds: Marks = NOTHING  # what a loop gives its members to
    reads: list[Read] = field(default_factory=list)
    changes: Marks = NOTHING


class UnknownLineError(Exception):
    """A form that is not understood."""


class LineReader:
    """`places`: so many cells tell where things lie, and a cell by a local other than `i` is one of these; 0 if that is
    not so.
    """

    def __init__(self, places: int) -> None:
        self.places = places
        self.lines: dict[str, Line] = {}
        self.keys: dict[str, Key] = {}

    def line(self, text: str) -> Line:
        """Of a line without its indent. Raises UnknownLineError."""
        if text not in self.lines:
            self.lines[text] = self._read(text)
        return self.lines[text]

    def _read(self, text: str) -> Line:
        if not text or text.startswith("#") or text in ("pass", "if S.glance: raise Over"):
            return Line("none")
        match = _HEADER.fullmatch(text)
        if match is not None and match[2]:
            return Line("else")
        if text in ("break", "continue"):
            return Line("break" if text == "break" else "leave")
        shift = 2 if text.startswith("elif") else 0
        try:
            (node,) = ast.parse(text[shift:] + (" pass" if match else "")).body
        except (SyntaxError, ValueError):
            raise UnknownLineError(text) from None
        inner = _Statement(self, text, shift)
        if isinstance(node, ast.For):
            names = frozenset(part.id for part in ast.walk(node.target) if isinstance(part, ast.Name))
            line = Line("for", inner.expression(node.iter), names)
        elif match is not None and isinstance(node, ast.If | ast.While):
            line = Line("forever" if text == "while True:" else match[1], inner.expression(node.test))
        else:
            line = Line("leave" if _LEAVES.match(text) else "plain", inner.statement(node))
        line.reads, line.changes = inner.reads, inner.changes | line.binds
        return line


class _Statement:
    def __init__(self, reader: LineReader, text: str, shift: int) -> None:
        self.reader = reader
        self.text = text.encode()
        self.shift = shift
        self.binds = True
        self.reads: list[Read] = []
        self.changes: Marks = NOTHING

    def statement(self, node: ast.stmt) -> Events:
        match node:
            case ast.Assign(targets=[target], value=value):
                return [*self.expression(value), *self.target(target), *self.holds(target, value)]
            case ast.AugAssign(target=target, value=value):
                inside = [self.change("z")] if isinstance(target, ast.Name) else []  # it may be the list of a zone
                return [*self.expression(value), *inside, *self.target(target)]
            case ast.Expr(value=value) | ast.Return(value=value):
                return self.expression(value)
            case ast.Raise():
                return []
        raise UnknownLineError(node)

    def target(self, node: ast.expr) -> Events:
        match node:
            case ast.Tuple(elts=parts):
                return [event for part in parts for event in self.target(part)]
            case ast.Name(id=name) if name not in "SCZ":
                return [self.change(name)]
            case ast.Attribute(value=ast.Name(id="S"), attr=name) if name not in ("cells", "zones"):
                return [self.change(f"S.{name}")]
            case ast.Subscript(value=ast.Name(id="C"), slice=ast.Constant(value=number)):
                return [self.change(str(number), "C?", *(["places"] if self.tells_place(number) else []))]
            case ast.Subscript(value=ast.Name(id="C"), slice=index):
                return [*self.expression(index), self.change(*(("places", "C?") if self.is_place(index) else "C"))]
            case ast.Subscript(value=ast.Name(id="Z"), slice=index):
                return [*self.expression(index), self.change("Z", "z")]
        return [self.change(*ALL)]

    def holds(self, target: ast.expr, value: ast.expr) -> Events:
        at = self.start(value)
        while self.text[at - 1 : at] == b"(":
            at -= 1
        if isinstance(target, ast.Name) and (key := self.key(value)) is not None and target.id not in key.on:
            return [Holds(key, target.id, at)]
        if isinstance(target, ast.Subscript) and (key := self.key(target)) is not None and "C" in key.on:
            return [Holds(key, ast.unparse(value) if isinstance(value, ast.Name | ast.Constant) else "", at)]
        return []

    def change(self, *marks: str) -> Change:
        self.changes |= frozenset(marks)
        return Change(frozenset(marks))

    # -------------------------------------------------------------------------------------------- expressions

    def expression(self, node: ast.expr | None) -> Events:
        match node:
            case None | ast.Constant() | ast.Name() | ast.Lambda():
                return []
            case ast.BoolOp(op=op, values=values):
                return [Way("and" if isinstance(op, ast.And) else "or", [self.expression(v) for v in values])]
            case ast.UnaryOp(op=ast.Not(), operand=inner):
                return [Way("not", [self.expression(inner)])]
            case ast.IfExp(test=test, body=yes, orelse=no):
                return [Way("if", [self.expression(part) for part in (test, yes, no)]), *self.read(node)]
            case ast.Compare(left=left, comparators=[first, *more]):
                later: Events = []
                for part in reversed(more):
                    later = [Way("and", [[], [*self.expression(part), *later]])]
                return [*self.expression(left), *self.expression(first), *later]
            case ast.NamedExpr(target=target, value=value):
                return [*self.expression(value), self.change(target.id)]
            case ast.Call(func=func, args=args, keywords=words):
                first = func.value if isinstance(func, ast.Attribute) else func
                given = [first, *args, *(word.value for word in words)]
                events = [event for part in given for event in self.expression(part)]
                marks = self.called(node)
                return [*events, self.change(*marks)] if marks else [*events, *self.read(node)]
            case ast.ListComp(generators=[loop, *_]) | ast.GeneratorExp(generators=[loop, *_]):
                was, self.binds = self.binds, False
                events = self.expression(loop.iter)
                self.binds = was
                return [*events, *self.within(node)]
            case ast.SetComp() | ast.DictComp() | ast.JoinedStr():
                return self.within(node)
        inside = [part for part in ast.iter_child_nodes(node) if isinstance(part, ast.expr)]
        return [*(event for part in inside for event in self.expression(part)), *self.read(node)]

    def within(self, node: ast.expr) -> Events:
        """What is changed in a part whose reads are left as they are."""
        marks: set[str] = set()
        for inner in ast.walk(node):
            if isinstance(inner, ast.Call):
                marks |= self.called(inner)
            elif isinstance(inner, ast.NamedExpr):
                marks.add(inner.target.id)
        return [self.change(*marks)] if marks else []

    def called(self, node: ast.Call) -> Marks:
        """What a call may change."""
        match node.func:
            case ast.Name(id=name) if _PURE.fullmatch(name):
                return NOTHING
            case ast.Name(id=name) if _STANDING.fullmatch(name):
                return frozenset({"S"})
            case ast.Attribute(value=ast.Name(id="opts" | "found"), attr="append"):
                return NOTHING
            case ast.Attribute(value=ast.Attribute(value=ast.Name(id="S"), attr=part), attr=name) if name in _OF_LISTS:
                return frozenset({f"S.{part}"})
            case ast.Attribute(attr=name) if name in _OF_LISTS:
                return frozenset({"z"})
        return ALL

    # -------------------------------------------------------------------------------------------- what can be kept

    def start(self, node: ast.expr) -> int:
        return node.col_offset + self.shift

    def read(self, node: ast.expr) -> Events:
        key = self.key(node)
        if key is None:
            return []
        start = self.start(node)
        self.reads.append(Read(key, start, start + len(key.text.encode()), self.binds))
        return self.reads[-1:]

    def key(self, node: ast.expr) -> Key | None:
        if isinstance(node, ast.Name | ast.Constant) or (told := self.told(node)) is None or not told[0]:
            return None
        assert node.end_col_offset is not None
        text = self.text[self.start(node) : node.end_col_offset + self.shift].decode()
        return self.reader.keys.setdefault(text, Key(text, *told))

    def is_place(self, index: ast.expr) -> bool:
        return self.reader.places > 0 and isinstance(index, ast.Name) and index.id != "i"

    def tells_place(self, number: Any) -> bool:
        return isinstance(number, int) and number < self.reader.places

    def told(self, node: ast.expr) -> tuple[Marks, float, bool] | None:
        """What an expression hangs on, what it costs, whether it is safe; None if it cannot be kept."""
        match node:
            case ast.Constant(value=int() | None):
                return NOTHING, 0.5, True
            case ast.Name(id=name) if name not in "SCZ":
                return (NOTHING, 1.0, True) if _TABLE.fullmatch(name) else (frozenset({name}), 0.9, False)
            case ast.Attribute(value=ast.Name(id="S"), attr=name) if name in _PARTS:
                return frozenset({"S", f"S.{name}"}), 2.2, True
            case ast.Subscript(value=ast.Name(id="C"), slice=ast.Constant(value=int(number))):
                return frozenset({"C", str(number), *(["places"] if self.tells_place(number) else [])}), 4.1, True
            case ast.Subscript(value=ast.Name(id="C"), slice=index):
                at = "places" if self.is_place(index) else "C?"
                return self.joined({"C", at}, 3.2, False, index)
            case ast.Subscript(value=ast.Name(id="Z"), slice=index):
                return self.joined({"Z"}, 3.3, isinstance(index, ast.Constant), index)
            case ast.Subscript(value=ast.Subscript(value=ast.Name(id="Z")) as zone, slice=ast.Constant() as index):
                return self.joined({"z"}, 3.2, False, zone, index)
            case ast.Subscript(value=ast.Subscript(value=ast.Name(id="Z")) as zone, slice=ast.UnaryOp()):
                return self.joined({"z"}, 13, False, zone)
            case ast.Subscript(value=ast.Attribute(attr="live") as live, slice=ast.Constant() as index):
                return self.joined((), 4.5, True, live, index)
            case ast.Subscript(value=ast.Name(id=name) as table, slice=index) if _TABLE.fullmatch(name):
                return self.joined((), 4.5, name.startswith("MODIFIED_"), table, index)
            case ast.Subscript(value=ast.IfExp() as table, slice=index):
                return self.joined((), 4, False, table, index)
            case ast.IfExp(test=test, body=yes, orelse=no):
                return self.joined((), 1, True, test, yes, no)
            case ast.BinOp(left=left, op=op, right=right):
                masked = isinstance(op, ast.BitAnd) and isinstance(left, ast.Attribute)
                return self.joined((), 20 if isinstance(left, ast.Attribute) else 10, masked, left, right)
            case ast.Call(func=ast.Name(id="len"), args=[ast.Subscript(value=ast.Name(id="Z")) as zone]):
                return self.joined({"z"}, 9, True, zone)
            case ast.Call(func=ast.Name(id="abs"), args=[inner]):
                return self.joined((), 8, False, inner)
        return None

    def joined(self, more: Any, cost: float, safe: bool, *parts: ast.expr) -> tuple[Marks, float, bool] | None:
        marks = frozenset(more)
        for part in parts:
            told = self.told(part)
            if told is None:
                return None
            marks, cost, safe = marks | told[0], cost + told[1], safe and told[2]
        return marks, cost, safe
