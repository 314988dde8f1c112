"""Quantifiers: bit arithmetic where what they ask is a matter of sets kept as bit masks, else what loops."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from ..lang import tree
from ..lang.walk import walk
from .bounds import is_there
from .build import Build
from .tally import Told
from .typing import symbols, types
from .typing.types import bare, is_mask, may_be_none
from .write_names import NameWriter, is_enclosed, is_number_text, is_unit

_MEMBERS = re.compile(
    r"\(?tuple\(\[(\w+) for (\w+) in (.*)\]\)\)?"
)  # all of something, as text: its members, and their test if there is one

UNROLLED = 3  # a quantifier over at most so many names is written out
INDEXED = 8  # of so many things and more, those of some value are looked up
COUNTED = 9  # the highest bit of sets whose sizes are kept in a table

_SPAN = re.compile(r"range\((\d+), (\d+)\)")
# A test that begins with a formula of a thing, asked of another.
_FORMULA = re.compile(r"formula\(S, (?P<table>F_[^_]+_(?P<field>\w+)), (?P<thing>\w+), (?P<of>\w+)\)")

_NOT_PRINTED = re.compile(r"~P_(\w+)(\[[^][]*\])")


class QuantifierWriter(NameWriter):
    test: Callable[[tree.Formula], str]  # given by ExpressionWriter

    def write_quantified(self, node: tree.Quantified) -> str:
        mask = self.asked_mask(node)
        if mask is not None:
            if node.quantifier == "count":
                return self.bit_count(mask, node.over.type)
            return mask if node.quantifier == "each" else f"({mask} {'==' if node.quantifier == 'every' else '!='} 0)"
        if self.is_unrolled(node):
            return self.unrolled(node)
        source = self.iterable(node.over)
        name = self.bind(node.ref)
        source, asked = self.by_value(name, source, node.where, node.ref)
        where = self.test(asked) if asked is not None else ""
        source, where = self.by_formula(name, *fused(source, name, where))
        of = "" if node.of is None else self.test(node.of) if node.quantifier == "every" else self.expr(node.of)
        told = self.build.tally.told(node.quantifier, name, source, where, of)
        if told is not None:
            if told.text and not told.unless:
                return str(told.text)
            source, where, of = told.source, told.where, told.of
        if node.quantifier != "each":
            name, source, (where, of) = self.by_column(name, source, [where, of])
        loop = f"for {name} in {source}" + (f" if {where}" if where else "")
        if node.quantifier == "any":
            return f"any(True {loop})"
        if node.quantifier == "count":
            return f"sum(1 {loop})"
        if node.quantifier == "each":
            return f"sum(1 << {name} {loop})" if is_mask(node.type) else f"tuple([{name} {loop}])"
        assert node.of is not None
        if node.quantifier == "every":
            return f"all({of} {loop})"
        if node.quantifier == "sum":
            text = f"total([{of} {loop}])" if may_be_none(node.of.type) else f"sum([{of} {loop}])"
            return f"({text} if {told.unless} else {told.text})" if told is not None and told.text else text
        return f"{node.quantifier}([{of} {loop}])"

    def by_value(
        self, name: str, source: str, where: tree.Formula | None, local: Any
    ) -> tuple[str, tree.Formula | None]:
        """Things of which a printed field must have some value, which is asked first: only those that have it.

        What is left of the condition comes with them.
        """
        span = _SPAN.fullmatch(source)
        asked: list[tree.Formula]
        asked = [] if where is None else where.items if isinstance(where, tree.And) else [where]
        first = asked[0] if asked else None
        if (
            span is None
            or int(span[2]) - int(span[1]) < INDEXED
            or not isinstance(first, tree.Compare)
            or first.op != "="
        ):
            return source, where
        for field, other in ((first.left, first.right), (first.right, first.left)):
            if (
                not isinstance(field, tree.Field)
                or not self.names_local(field.of, local)
                or self.mentions(other, local)
            ):
                continue
            table = re.fullmatch(rf"(P_\w+)\[{name}\]", self.expr(field))
            if table is None or not isinstance(bare(field.type), types.Thing | types.Names):
                continue
            found: dict[Any, tuple[int, ...]] = {}
            for n in range(int(span[1]), int(span[2])):
                value = self.build.constants[table[1]][n]
                found[value] = (*found.get(value, ()), n)
            index = self.build.constant(f"BY_{table[1]}_{span[1]}_{span[2]}", found)
            rest = asked[1:]
            left = None if not rest else rest[0] if len(rest) == 1 else tree.And(first.at, rest)
            return f"{index}.get({self.expr(other)}, ())", left
        return source, where

    def by_formula(self, name: str, source: str, where: str) -> tuple[str, str]:
        """Things of which a formula of another thing must be so, asked first and never changing: those alone."""
        span = _SPAN.fullmatch(source)
        if span is None or int(span[2]) - int(span[1]) < INDEXED:
            return source, where
        inner = where
        while is_enclosed(inner):
            inner = inner[1:-1]
        test = _FORMULA.match(inner)
        rest = inner[test.end() :] if test else ""
        if test is None or test["of"] != name or test["field"] not in self.build.steady or not _conjoined(rest):
            return source, where
        asked = f"fulfilling(S, {test['table']}, {test['thing']}, {span[1]}, {span[2]})"
        return asked, rest.removeprefix(" and ")

    def by_column(self, name: str, source: str, texts: list[str]) -> tuple[str, str, list[str]]:
        """Things that are looped over for one printed field alone: a loop over the column of that field."""
        span = _SPAN.fullmatch(source)
        whole = "\n".join(texts)
        reads = set(re.findall(rf"(P_\w+)\[{name}\]", whole))
        if not span or len(reads) != 1 or len(re.findall(rf"\b{name}\b", whole)) != whole.count(f"[{name}]"):
            return name, source, texts
        (table,) = reads
        if whole.count(f"{table}[{name}]") != whole.count(f"[{name}]"):
            return name, source, texts
        whole_table = span[1] == "0" and int(span[2]) == len(self.build.constants[table])
        column = table if whole_table else f"{table}[{span[1]}:{span[2]}]"
        value = f"{table.split('_', 2)[2]}_of_{name}"
        return value, column, [text.replace(f"{table}[{name}]", value) for text in texts]

    def is_tallied(self, node: tree.Quantified) -> bool:
        """Whether the tally of a zone is the answer."""
        over = node.over.ref
        if not self.build.tally.zones or not isinstance(over, symbols.Zone | symbols.Function):
            return False
        told = self.told(node)
        return told is not None and bool(told.text) and not (told.unless or told.long)

    def told(self, node: tree.Quantified) -> Told | None:
        source = self.iterable(node.over)
        name = self.bind(node.ref)
        source, where = fused(source, name, self.test(node.where) if node.where is not None else "")
        of = "" if node.of is None else self.test(node.of) if node.quantifier == "every" else self.expr(node.of)
        found: Told | None = self.build.tally.told(node.quantifier, name, source, where, of)
        return found

    def told_of(self, quantifier: str, members: str) -> str:
        """What the tally of a zone tells of all there that pass a test, as text; nothing where it tells nothing."""
        source, where = fused(members, "one", "")
        told = self.build.tally.told(quantifier, "one", source, where, "") if source != members else None
        return told.text if told is not None else ""

    # ------------------------------------------------------------------------------------------------ written out

    def is_unrolled(self, node: tree.Quantified) -> bool:
        over = node.over
        several = isinstance(over, tree.Name) and isinstance(over.ref, symbols.NameKind)
        short = several and len(over.ref.names) <= UNROLLED
        return short and node.quantifier in ("any", "every", "count", "sum")

    def unrolled(self, node: tree.Quantified) -> str:
        parts = []
        assert isinstance(node.over.ref, symbols.NameKind)
        for n in range(len(node.over.ref.names)):
            self.names[id(node.ref)] = str(n)
            where = self.expr(node.where) if node.where is not None else "True"
            of = self.expr(node.of) if node.of is not None else "True"
            if node.quantifier == "every":
                parts.append(of if where == "True" else f"(not {where} or {of})")
            elif node.quantifier == "any":
                parts.append(where)
            elif where == "False":
                continue
            elif node.quantifier == "count":
                parts.append("1" if where == "True" else f"(1 if {where} else 0)")
            else:
                parts.append(of if where == "True" else f"({of} if {where} else 0)")
        word = {"every": "and", "any": "or"}.get(node.quantifier)
        if word is None:
            return "(" + " + ".join(parts or ["0"]) + ")"
        neutral, decides = ("True", "False") if word == "and" else ("False", "True")
        if decides in parts:
            return decides
        parts = [p for p in parts if p != neutral]
        return f"({f' {word} '.join(parts)})" if parts else neutral

    # ------------------------------------------------------------------------------------------------ bit masks

    def asked_mask(self, node: tree.Quantified) -> str | None:
        """Where set arithmetic answers the quantifier: the mask of the members that count; of `every`, that fail."""
        over, asked = node.over, node.where
        if node.quantifier not in ("any", "count", "each", "every") or not is_sure_mask(over):
            return None
        if node.quantifier == "each" and not is_mask(node.type):
            return None
        masks = [] if asked is None else [self.mask_where(asked, node.ref)]
        if node.quantifier == "every":
            assert node.of is not None
            masks.append(self.mask_where(tree.Not(node.of.at, node.of), node.ref))
        if None in masks:
            return None
        shown = [self.expr(over), *(self.printed_but(str(mask), over.type) for mask in masks)]
        return shown[0] if len(shown) == 1 else f"({' & '.join(shown)})"

    def printed_but(self, mask: str, of: types.Type) -> str:
        """A mask; what is not in a printed one, beside a set of that type, is printed too."""
        match = _NOT_PRINTED.fullmatch(mask)
        most = highest(self.build, of)
        if match is None or most is None:
            return mask
        values = self.build.constants[f"P_{match[1]}"]
        whole = (2 << most) - 1
        return self.build.constant(f"NOT_{match[1]}", tuple(v if v is None else whole & ~v for v in values)) + match[2]

    def bit_count(self, mask: str, of: types.Type) -> str:
        """How many a set of that type holds: read from a table where it is small."""
        most = highest(self.build, of)
        if is_number_text(mask):
            return str(int(mask).bit_count())
        if most is not None and most <= COUNTED:
            inner = mask[1:-1] if is_enclosed(mask) else mask
            return f"{self.build.constant(f'COUNT_{most}', tuple(n.bit_count() for n in range(2 << most)))}[{inner}]"
        return f"{mask if is_unit(mask) else f'({mask})'}.bit_count()"

    def mask_where(self, node: tree.Formula, local: Any) -> str | None:
        """The mask of the values for which a formula about the local holds; endless to the left where it is negated."""
        if isinstance(node, tree.Not):
            inner = self.mask_where(node.of, local)
            return None if inner is None else inner[1:] if inner.startswith("~") else f"~{inner}"
        if isinstance(node, tree.And | tree.Or):
            parts = [self.mask_where(item, local) for item in node.items]
            word = " & " if isinstance(node, tree.And) else " | "
            return None if None in parts else f"({word.join(map(str, parts))})"
        if isinstance(node, tree.In) and self.names_local(node.item, local):
            if not is_sure_mask(node.within) or self.mentions(node.within, local):
                return None
            if isinstance(node.within, tree.ListOf) and not all(map(self.is_member, node.within.items)):
                return None
            return self.expr(node.within)
        if isinstance(node, tree.Compare) and node.op in ("=", "!="):
            other = node.right if self.names_local(node.left, local) else node.left
            if not (self.names_local(node.left, local) or self.names_local(node.right, local)):
                return None
            if self.mentions(other, local) or not self.is_member(other):
                return None
            text = self.expr(other)
            bit = str(1 << int(text)) if is_number_text(text) else f"(1 << {text})"
            if not is_there(other):
                bit = f"(0 if {text} is None else 1 << {text})"
            return bit if node.op == "=" else f"~{bit}"
        return None

    def is_member(self, node: tree.Formula) -> bool:
        """Whether a value is sure to be one that a mask can hold."""
        least, most = self.ends(node)
        known = least is not None and most is not None and least >= 0 and most <= types.MASK_BITS
        return known and not may_be_none(node.type)

    def names_local(self, node: tree.Formula, local: Any) -> bool:
        return isinstance(node, tree.Name) and node.ref is local

    def mentions(self, node: tree.Formula, local: Any) -> bool:
        return any(getattr(inner, "ref", None) is local for inner in walk(node))


def fused(source: str, name: str, where: str) -> tuple[str, str]:
    """What is looped over, and the test of its members: where it is all of something that pass a test, in one loop."""
    match = _MEMBERS.fullmatch(source)
    if match is None or match[1] != match[2] or source.startswith("(") != source.endswith("))"):
        return source, where
    depth, cut = 0, len(match[3])
    for at, sign in enumerate(match[3]):
        depth += (sign in "([{") - (sign in ")]}")
        if depth < 0 or (depth == 0 and match[3].startswith(" for ", at)):
            return source, where
        if depth == 0 and cut == len(match[3]) and match[3].startswith(" if ", at):
            cut = at
    tests = [re.sub(rf"\b{match[1]}\b", name, match[3][cut + 4 :]), where]
    return match[3][:cut], " and ".join(test if is_unit(test) else f"({test})" for test in tests if test)


def _conjoined(rest: str) -> bool:
    """Whether what stands behind a test asks for more and nothing else: nothing at all, or `and` and no other word."""
    depth, words = 0, []
    for match in re.finditer(r"[([{]|[)\]}]|\b(?:or|if|for|else|lambda)\b|:=", rest):
        depth += (match[0] in "([{") - (match[0] in ")]}")
        words += [match[0]] if depth == 0 and match[0] not in ")]}" else []
    return not rest or (rest.startswith(" and ") and not words)


def is_sure_mask(node: tree.Formula) -> bool:
    """Whether it is a set kept as a bit mask, and never none."""
    return is_mask(node.type) and not may_be_none(node.type)


def highest(build: Build, of: types.Type) -> int | None:
    """The highest bit that a mask of that type may have, if that is known."""
    item = types.bare(of).item if is_mask(of) else None  # type: ignore[attr-defined]
    if isinstance(item, types.Names):
        return len(build.layout.names[item.kind]) - 1
    return int(item.high) if isinstance(item, types.Bounded) else None
