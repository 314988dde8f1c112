"""Representations: how a value is stored while a game runs.

A type of the language says what a value means, a representation says what is in the variable. Both forms of a program,
and any other target, keep values of one representation alike.

| sort | the value | kept as |
|---|---|---|
| num | a number; `low`, `end` if its limits are known | int |
| bool | yes or no | bool |
| name | one of a kind of names or words; `of` is its tag | its place in the kind |
| thing | a thing of the game; `of` is its kind, empty for any | its number; `low`, `end` are those of the kind |
| row | a record made in play; `of` is its kind (`call` for pending calls) | its number |
| zone | a zone | its number |
| mask | a set of few small values; `item` is one of them | bits of an int |
| seq | any other set or list; `item` is one of them | a tuple, or the live list of a zone |
| text, code | a text; code kept in data | str; the number of a unit |
| inst, ctx, args | an active standing rule; the rest of a hooked call; arguments as one value | tuples |
| option | an offered call of an action | a tuple |
| reason | why something is not allowed: text and line | a tuple |
| nothing | a procedure gives no value | None |
| none | only the value `none` | None |
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from ...state.tags import names_tag, tuple_tag

Sort = Literal[
    "num",
    "bool",
    "name",
    "thing",
    "row",
    "zone",
    "mask",
    "seq",
    "text",
    "code",
    "inst",
    "ctx",
    "args",
    "option",
    "reason",
    "nothing",
    "none",
]
NUMBERS: frozenset[Sort] = frozenset({"num", "bool", "name", "thing", "zone"})  # kept as an int


@dataclass(frozen=True, slots=True)
class Rep:
    """`low`, `end`: the first possible number and the one after the last, if known.

    `of`: a kind, or the tag of names and words. `item`: the members of a mask or seq; `items`: of `args`, each
    argument. `optional`: whether it may be none.
    """

    sort: Sort
    low: int | None = None
    end: int | None = None
    of: str = ""
    item: Rep | None = None
    items: tuple[Rep, ...] = ()
    optional: bool = False

    def __str__(self) -> str:
        inside = f"<{self.of}>" if self.of else f"<{self.item}>" if self.item is not None else ""
        if self.items:
            inside = f"<{', '.join(map(str, self.items))}>"
        span = f"[{'' if self.low is None else self.low}..{self.end})" if self.end is not None else ""
        return f"{self.sort}{inside}{span}{'?' if self.optional else ''}"

    @property
    def sure(self) -> Rep:
        """The same, never none."""
        return replace(self, optional=False) if self.optional else self

    @property
    def maybe(self) -> Rep:
        """The same, or none."""
        return self if self.optional or self.sort in ("none", "nothing") else replace(self, optional=True)

    @property
    def tag(self) -> str:
        """The tag for writing such values for people (state.layout.argument_key); empty if they are never written."""
        if self.sort in ("mask", "seq"):
            return f"{'mask' if self.sort == 'mask' else 'list'} {self.item.tag if self.item else 'number'}"
        if self.sort == "name":
            return self.of
        if self.sort == "row":
            return "call" if self.of == "call" else "thing"
        if self.sort == "args":
            return tuple_tag(one.tag for one in self.items)
        return _TAGS.get(self.sort, "")


_TAGS: dict[Sort, str] = {
    "num": "number",
    "bool": "bool",
    "thing": "thing",
    "zone": "place",
    "text": "string",
    "inst": "rule",
    "ctx": "rules",
}

NUM, BOOL, TEXT, CODE = Rep("num"), Rep("bool"), Rep("text"), Rep("code")
ZONE, INST, CTX, NOTHING, NONE = Rep("zone"), Rep("inst"), Rep("ctx"), Rep("nothing"), Rep("none")
THING, CALL, OPTION, REASON, ARGS = Rep("thing"), Rep("row", of="call"), Rep("option"), Rep("reason"), Rep("args")
PLAYER = Rep("name", of=names_tag("player"))


def num(low: int | None, end: int | None) -> Rep:
    return Rep("num", low, end)


def seq(item: Rep) -> Rep:
    return Rep("seq", item=item)


def mask(item: Rep) -> Rep:
    return Rep("mask", item=item)


PLAYERS = mask(PLAYER)  # a bit for each


def args(items: tuple[Rep, ...]) -> Rep:
    return Rep("args", items=items)


def fits(given: Rep, due: Rep) -> bool:
    """Whether a value that is kept so may be used where one that is kept like `due` is needed, as it is."""
    if given.sort == "none":
        return due.optional or due.sort in ("none", "nothing")
    if given.optional and not due.optional:
        return False
    if given.sort != due.sort:
        return _thing_or_row(given, due)
    if due.sort in ("mask", "seq") and given.item is not None and due.item is not None:
        return fits(given.item, due.item.maybe)
    if due.sort == "args":  # more may be passed on behind those that are read
        few = not due.items or not given.items or len(given.items) >= len(due.items)
        return few and all(fits(one, other) for one, other in zip(given.items, due.items, strict=False))
    if due.sort == "name":
        return given.of == due.of or not given.of or not due.of
    if due.sort == "row":
        return given.of == due.of or "call" not in (given.of, due.of)
    return due.sort != "thing" or _may_meet(given, due)


def _thing_or_row(given: Rep, due: Rep) -> bool:
    """A row may be used where a thing of any kind is needed."""
    return given.sort == "row" and due.sort == "thing" and due.low is None


def _may_meet(given: Rep, due: Rep) -> bool:
    """Whether kinds of things overlap: a base may be used where a subtype is needed, and any kind where any is."""
    if due.low is None or due.end is None:
        return True
    if given.low is None or given.end is None:
        return False
    return given.low == given.end or due.low == due.end or (given.low < due.end and due.low < given.end)
