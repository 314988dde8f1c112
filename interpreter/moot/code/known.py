"""What is known of the things that locals hold where a line stands: that there is one, between which numbers it lies
(so of which kinds it is), in which zones it may lie; and which zones are not empty.

A writer shows every line that it writes. What is told by the text of a line (a test, what is looped over, the end of a
zone put into a local) is known from there to the end of the block, as long as nothing is called that may move things
and nothing else is put into the local. What a line may change that is not understood here is forgotten.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import lru_cache

Zones = frozenset[int]
FIRST, LAST = -(1 << 62), 1 << 62  # of which no thing is out

_HEADER = re.compile(r"(if|elif|while) (.*):|(else):|(for) (\w+) in (.*):|\w.*:")
_MADE = re.compile(r"(\w+) = (.*)")
_STORED = re.compile(r"([^=]*?) [-+|&]?= ")
_APART_FROM_ZONES = re.compile(r"C\[.*\]|S\.\w+|\w+")
_LEAVES = re.compile(r"(return|continue|break|raise|(win|refuse|no_value|none_asked|out_of_fuel)\(S)\b")
_CALL = re.compile(r"(\w+|\])\(S\b")
_PURE = re.compile(
    r"f_\w+|plain_\w+|wanted_\w+|in_play|lies|lying|formula|title|holder|held|cell|fld|call_field|in_phase|left_of|right_of"
    r"|knowers|occurs|used_in|use_in|shuffled|start|stop|reset|is_row|is_action|sees_now|cut_short"
)
_METHOD = re.compile(r"([\w.]+|\])\.(append|remove|pop|insert|extend|clear|sort|reverse)\(")
_APART = {"opts", "found", "FRAMES", "S.scopes", "S.unwind", "S.stack"}  # lists that are no zones
_END = re.compile(r"\(?(Z\[[^\[\]]+\])\[(0|-1)\](?P<unsure> if \1 else None\))?")
_ZONE = re.compile(r"Z\[[^\[\]]+\]")
_AROUND = re.compile(r"(?:tuple)?\((.*)\)")
_EACH = re.compile(r"\[(\w+) for \1 in (Z\[[^\[\]]+\]|lying\([^()]*\([^()]*\)\)|bits\([^()]*\))(?: if (.*))?\]")
_LYING = re.compile(r"lying\(S, (\d+), \(([\d, ]+)\)\)")
_TELLING = re.compile(r"<= \w+ <|is None|is not None|Z\[|C\[\w+\] (?:in|==) ")


@dataclass(frozen=True, slots=True)
class Fact:
    """Of one local. `low`, `end`: a thing of a number from `low` to before `end`; `top`: it is the last of its zone."""

    there: bool = False
    low: int = FIRST
    end: int = LAST
    zones: Zones | None = None
    top: bool = False

    def within(self, low: int, end: int) -> bool | None:
        """Whether it lies between those numbers, where that is sure; a thing there may be none of."""
        if self.low >= end or self.end <= low:
            return False
        return True if low <= self.low and self.end <= end else None


NOTHING = Fact()
Facts = dict[str, Fact]  # of a zone, by its text: that it is not empty


@dataclass(slots=True)
class _Block:
    depth: int
    before: Facts | None  # where it is not entered, or left as a loop
    loop: bool
    ends: list[Facts | None] = field(default_factory=list)
    whole: bool = False  # one of its branches is taken in any case


class Known:
    """`zones_at`: the zones that the text of one may mean. `changing`: locals that steps put other values into."""

    def __init__(self, zones_at: Callable[[str], Zones | None]) -> None:
        self.zones_at = zones_at
        self.changing: set[str] = set()
        self.facts: Facts | None = {}  # none: nothing comes here
        self.blocks: list[_Block] = []

    def fact(self, text: str, depth: int) -> Fact:
        """What is known where the next line will stand, at that depth."""
        if self.facts is None or (self.blocks and self.blocks[-1].depth >= depth):
            return NOTHING  # a block has just ended: what holds after it shows when a line follows
        fact = self.facts.get(text, NOTHING)
        return _both(fact, Fact(True, int(text), int(text) + 1)) if text.isdigit() else fact

    def learn(self, text: str, fact: Fact) -> None:
        if self.facts is not None and fact != NOTHING and text not in self.changing:
            self.facts = {**self.facts, text: _both(self.facts.get(text, NOTHING), fact)}

    def take(self, sure: bool) -> None:
        """The test of the branch that has just begun is sure to hold, or not to."""
        if sure and self.blocks:
            self.blocks[-1].before = None
        elif not sure:
            self.facts = None

    def forget(self) -> None:
        """All, where the flow is not that of the lines."""
        self.facts, self.blocks = {}, []

    def forget_places(self) -> None:
        if self.facts is not None:
            self.facts = _unplaced(self.facts)

    def moved(self, thing: str, goal: str, zones: Zones, depth: int) -> None:
        """The lines that were written, so deep, move a thing, which was there, to the end of a zone."""
        self._leave("", depth)
        self.forget_places()
        self.learn(thing, Fact(True, zones=zones, top=True))
        self.learn(goal, Fact(there=True))

    def member(self, source: str) -> Fact:
        """What is known of a member of what can be looped over, as text, while nothing moves."""
        while match := _AROUND.fullmatch(source):
            source = match[1]
        if (match := _EACH.fullmatch(source)) and _is_one(match[3] or ""):
            return _both(_told(match[3] or "")[0].get(match[1], NOTHING), self.member(match[2]))
        if match := _LYING.fullmatch(source):
            few = [int(number) for number in re.findall(r"\d+", match[2])]
            return Fact(True, min(few), max(few) + 1, frozenset({int(match[1])}))
        return Fact(there=True, zones=self.zones_at(source)) if _ZONE.fullmatch(source) else NOTHING

    # -------------------------------------------------------------------------------------------- line by line

    def follow(self, text: str, depth: int) -> None:
        """The next line is that, so deep."""
        depth += (len(text) - len(text.lstrip())) // 4
        text = text.lstrip()
        self._leave(text, depth)
        if text.startswith("#") or self.facts is None:
            return
        header = _HEADER.fullmatch(text)
        if header is not None:
            self._enter(header, text, depth)
            return
        self._change(text)
        if _LEAVES.match(text):
            self.facts = None

    def _leave(self, text: str, depth: int) -> None:
        while self.blocks and self.blocks[-1].depth >= depth:
            block = self.blocks[-1]
            if block.depth == depth and text.startswith(("elif ", "else:")) and not block.loop:
                block.ends.append(self.facts)
                self.facts = block.before
                return
            self.blocks.pop()
            if block.loop:
                self.facts = block.before
                continue
            ends = [*block.ends, self.facts, *([] if block.whole else [block.before])]
            left = [facts for facts in ends if facts is not None]
            self.facts = left[0] if left else None
            for facts in left[1:]:
                assert self.facts is not None
                self.facts = _either(self.facts, facts)

    def _enter(self, header: re.Match[str], text: str, depth: int) -> None:
        assert self.facts is not None
        word, condition = header[1] or header[3] or header[4], header[2] or ""
        if _may_move(text):
            self.facts = _unplaced(self.facts)
        if word in ("else", "elif"):
            block = self.blocks[-1] if self.blocks and self.blocks[-1].depth == depth else None
            if block is None:
                self.forget()
                return
            block.whole = word == "else"
        elif word == "if":
            block = _Block(depth, self.facts, False)
            self.blocks.append(block)
        else:
            self.facts = _unplaced(self.facts)
            block = _Block(depth, self.facts, True)
            self.blocks.append(block)
        if condition:
            yes, no = _told(condition)
            if word != "while":
                block.before = self._with(self.facts, no)
            self.facts = self._with(self.facts, yes)
        if word == "for":
            self.facts = {key: fact for key, fact in self.facts.items() if key != header[5]}
            self.learn(header[5], replace(self.member(header[6]), zones=None))

    def _with(self, facts: Facts, told: Facts) -> Facts:
        new = {key: _both(facts.get(key, NOTHING), fact) for key, fact in told.items() if key not in self.changing}
        return {**facts, **new} if new else facts

    def _change(self, text: str) -> None:
        assert self.facts is not None
        made, stored = _MADE.fullmatch(text), _STORED.match(text)
        if _may_move(text) or (stored and not _APART_FROM_ZONES.fullmatch(stored[1])):
            self.facts = _unplaced(self.facts)
        if stored and not stored[1].startswith(("C[", "S.")):
            names = set(re.findall(r"\w+", stored[1]))
            self.facts = {k: f for k, f in self.facts.items() if names.isdisjoint(re.findall(r"\w+", k))}
        if made is None:
            return
        if end := _END.fullmatch(made[2]):
            there = end["unsure"] is None or self.facts.get(end[1], NOTHING).there
            self.learn(made[1], Fact(there, zones=self.zones_at(end[1]), top=end[2] == "-1"))
        else:
            self.learn(made[1], self.facts.get(made[2], NOTHING))


def _may_move(text: str) -> bool:
    """Whether things may lie elsewhere after a line."""
    calls = any(not _PURE.fullmatch(name) for name in _CALL.findall(text))
    return calls or any(name not in _APART for name, _ in _METHOD.findall(text)) or text.startswith("del ")


def _unplaced(facts: Facts) -> Facts:
    """Without where things lie."""
    kept = {k: replace(f, zones=None, top=False) for k, f in facts.items() if not k.startswith("Z[")}
    return {k: f for k, f in kept.items() if f != NOTHING}


def _both(one: Fact, other: Fact) -> Fact:
    """Where both are known."""
    zones = one.zones if other.zones is None else other.zones if one.zones is None else one.zones & other.zones
    low, end = max(one.low, other.low), min(one.end, other.end)
    return Fact(one.there or other.there, low, end, zones, one.top or other.top)


def _either(one: Facts, other: Facts) -> Facts:
    """What is known where one or the other is."""
    found = {}
    for key in one.keys() & other.keys():
        a, b = one[key], other[key]
        zones = None if a.zones is None or b.zones is None else a.zones | b.zones
        fact = Fact(a.there and b.there, min(a.low, b.low), max(a.end, b.end), zones, a.top and b.top)
        if fact != NOTHING:
            found[key] = fact
    return found


def _is_one(text: str) -> bool:
    """Whether brackets that are closed in a text are opened in it."""
    depth = 0
    for mark in text:
        depth += (mark in "([{") - (mark in ")]}")
        if depth < 0:
            return False
    return True


# ------------------------------------------------------------------------------------------------ what a test tells


@lru_cache(1 << 14)
def _told(test: str) -> tuple[Facts, Facts]:
    """What is known where a test holds, and where it does not."""
    if not _TELLING.search(test):
        return {}, {}
    try:
        node = ast.parse(test, mode="eval").body
    except SyntaxError:  # not one test alone
        return {}, {}
    return _where(node, True), _where(node, False)


def _where(node: ast.expr, held: bool) -> Facts:
    match node:
        case ast.UnaryOp(op=ast.Not(), operand=inner):
            return _where(inner, not held)
        case ast.BoolOp(op=op, values=values):
            parts = [_where(value, held) for value in values]
            found = parts[0]
            for part in parts[1:]:
                if isinstance(op, ast.And) == held:
                    found = found | {k: _both(found.get(k, NOTHING), f) for k, f in part.items()}
                else:
                    found = _either(found, part)
            return found
        case ast.Subscript(value=ast.Name(id="Z")):
            return {ast.unparse(node): Fact(there=True)} if held else {}
        case ast.Compare(left=left, ops=[op], comparators=[right]):
            return _compared(left, op, right, held)
        case ast.Compare(
            left=ast.Constant(value=int(low)),
            ops=[ast.LtE(), ast.Lt()],
            comparators=[ast.Name(id=name), ast.Constant(value=int(end))],
        ) if held:
            return {name: Fact(True, low, end)}
    return {}


def _compared(left: ast.expr, op: ast.cmpop, right: ast.expr, held: bool) -> Facts:
    match left:
        case ast.Name(id=name) if isinstance(right, ast.Constant) and right.value is None:
            return {name: Fact(there=True)} if isinstance(op, ast.IsNot if held else ast.Is) else {}
        case ast.Subscript(value=ast.Name(id="C"), slice=ast.Name(id=name)) if name != "i":
            values = [e.value for e in getattr(right, "elts", [right]) if isinstance(e, ast.Constant)]
            whole = len(values) == len(getattr(right, "elts", [right])) and all(type(v) is int for v in values)
            if whole and isinstance(op, (ast.In, ast.Eq) if held else (ast.NotIn, ast.NotEq)):
                return {name: Fact(True, zones=frozenset(v for v in values if isinstance(v, int)))}
    return {}
