"""What names, states, zones and fields are as Python text."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from ..lang import tree
from .bounds import Ends, bounds, is_there
from .build import Build
from .first_values import first_value
from .known import NOTHING, Fact
from .place_constants import area, holders
from .typing import symbols, types
from .typing.fits import alike
from .typing.types import bare, may_be_none
from .write_tables import cell_text, is_full, key_ends

_SIMPLE = re.compile(r"[A-Za-z_]\w*|-?\d+")
_SHORT = re.compile(r"\(?(\w+\[)?(C\[)?\w+\]{0,2}\)?")
_UNIT = re.compile(r"[A-Za-z_]\w*(\[[^\[\]]*\])?|\d+")
_NUMBER = re.compile(r"-?\d+")
_NUMBERS = re.compile(r"\((-?\d+,( -?\d+(, -?\d+)*)?)?\)")
_FROM = re.compile(r"\((-?\d+) - ([A-Za-z_]\w*)\)")
_PRINTED = re.compile(r"P_(\w+)\[(\w+)\]")
_KNOWN = re.compile(r"P_(\w+)\[(\d+)\]")  # what is printed on a thing that is known
_OF_END = re.compile(r"\((\w+\[(Z\[.+\])\[(?:0|-1)\]\]) if \2 else None\)")
_END = re.compile(r"\((Z\[.+\])\[(0|-1)\] if \1 else None\)")


def is_simple(text: str) -> bool:
    return _SIMPLE.fullmatch(text) is not None


def is_short(text: str) -> bool:
    """Whether a text may as well be read twice: it is a name, or one in a table by another."""
    return _SHORT.fullmatch(text) is not None


def is_unit(text: str) -> bool:
    """Whether the text needs no brackets, whatever it stands beside."""
    return _UNIT.fullmatch(text) is not None or is_enclosed(text) or (text.startswith("len(") and is_enclosed(text[3:]))


def is_number_text(text: str | None) -> bool:
    return text is not None and _NUMBER.fullmatch(text) is not None


def add(text: str, number: int) -> str:
    """`text + number`, folded where it can be."""
    if is_number_text(text):
        return str(int(text) + number)
    if number == 0:
        return text
    if match := _FROM.fullmatch(text):
        return f"{int(match[1]) + number} - {match[2]}"
    return f"{text} + {number}" if number > 0 else f"{text} - {-number}"


def is_enclosed(text: str) -> bool:
    """Whether the text is one pair of brackets with whatever is in it."""
    if not (text.startswith("(") and text.endswith(")")):
        return False
    depth = 0
    for mark in text[1:-1]:
        depth += (mark in "([{") - (mark in ")]}")
        if depth < 0:
            return False
    return True


def never_none(text: str) -> str:
    """What is read of the end of a zone, not asking whether it is empty: that is a fault where none would be one."""
    match = _OF_END.fullmatch(text)
    return match[1] if match else text


def as_tuple(text: str) -> str:
    """What can be looped over, as a tuple."""
    if text.startswith("tuple(") and is_enclosed(text[5:]):
        return text
    return text if is_numbers(text) else f"tuple({text})"


def is_numbers(text: str) -> bool:
    """Whether it is a tuple of numbers, written out."""
    return _NUMBERS.fullmatch(text) is not None


def is_tuple(text: str) -> bool:
    """Whether it is surely a tuple, by its text."""
    return is_numbers(text) or any(
        text.startswith(f"{name}(") and is_enclosed(text[len(name) :]) for name in ("tuple", "bits")
    )


def printed_text(build: Build, table: str, thing: str) -> str:
    """What is printed on a thing; of one that is known, the number or yes or no itself."""
    value = build.constants[table][int(thing)] if is_number_text(thing) else None
    return str(value) if isinstance(value, int) else f"{table}[{thing}]"


def nth_text(build: Build, listed: str, at: str) -> str:
    """The member of a list at a place, counted from 1; none where there is none."""
    match = _KNOWN.fullmatch(listed)
    if match is None:
        return f"nth({listed}, {at})"
    members = build.constants[f"P_{match[1]}"][int(match[2])]
    return f"{build.constant(f'LISTED_{match[1]}_{match[2]}', dict(enumerate(members, 1)))}.get({at})"


class NameWriter:
    """`names` maps the id of a Local to its Python text; `this` and `value` are what those words mean here."""

    iterable: Callable[[tree.Formula], str]  # these are given by ExpressionWriter
    collection: Callable[[tree.Formula], str]
    call_function: Callable[[symbols.Function, list[tree.Formula]], str]

    def __init__(self, build: Build, this: str = "None", value: str = "None") -> None:
        self.build = build
        self.plan = build.plan
        self.names: dict[int, str] = {}
        self.this = this
        self.value = value
        self.inlining: list[Any] = []
        self.was_places: dict[int, str] = {}  # where an `after` keeps what stood before, by id of the formula
        self.fresh = 0
        self.zone_texts: dict[str, frozenset[int]] = {}  # the zones that the text of one may mean

    def fact(self, text: str) -> Fact:
        """What is known of what a local holds where the next line will stand."""
        return NOTHING

    # -------------------------------------------------------------------------------------------- names

    def bind(self, local: symbols.Local) -> str:
        """A Python name for a new local."""
        self.fresh += 1
        text = f"{local.name or 'unnamed'}_{self.fresh}"
        self.names[id(local)] = text
        return text

    def expr(self, node: tree.Formula) -> str:
        method = getattr(self, f"write_{type(node).__name__.lower()}")
        text: str = method(node)
        return text

    def args(self, nodes: list[tree.Formula]) -> str:
        return "".join(f", {self.expr(a)}" for a in nodes)

    def write_number(self, node: tree.Number) -> str:
        return self.title(node.ref) if node.ref is not None else str(node.value)

    def write_bool(self, node: tree.Bool) -> str:
        return str(node.value)

    def write_nonevalue(self, node: tree.NoneValue) -> str:
        return "None"

    def write_text(self, node: tree.Text) -> str:
        if all(isinstance(part, str) for part in node.parts):
            return repr("".join(str(p) for p in node.parts))
        shown = [repr(part) if isinstance(part, str) else self.shown(part) for part in node.parts]
        text = "(" + " + ".join(shown) + ")"
        grows = any(not isinstance(part, str) and bare(part.type) == types.STRING for part in node.parts)
        return (f"short{text}" if grows else text) if len(shown) > 1 else shown[0]

    def shown(self, part: tree.Formula) -> str:
        """A value as a text; what is a text is one already."""
        text = self.expr(part)
        return text if part.type == types.STRING else f"show({self.build.tag(part.type)!r}, {text})"

    def write_name(self, node: tree.Name) -> str:
        ref = node.ref
        if isinstance(ref, symbols.Local):
            return self.names[id(ref)]
        if isinstance(ref, symbols.Value):
            return str(ref.index)
        if isinstance(ref, symbols.Option):
            return repr(ref.value)
        if isinstance(ref, symbols.State):
            return self.state(ref, [])
        if isinstance(ref, symbols.Zone):
            return str(self.zone_number(ref, []))
        if isinstance(ref, symbols.Function):
            return self.call_function(ref, [])
        if isinstance(ref, symbols.Title):
            if bare(node.type) == types.NAME:
                return repr(ref.name)
            return self.title(ref)
        if isinstance(ref, symbols.Area):
            return area(self.build, ref)[0]
        if isinstance(ref, symbols.Kind | symbols.NameKind):
            if isinstance(ref, symbols.NameKind) and types.is_mask(node.type):
                return str((1 << len(ref.names)) - 1)
            return as_tuple(self.iterable(node))
        if isinstance(ref, symbols.Member):  # a state of the thing whose effect this is
            return self.member(ref, self.this, node.type, False)
        if node.name == "this":
            return self.this
        if node.name == "value":
            return self.value
        raise AssertionError(f"a name without a meaning: {node.name}")

    def title(self, ref: symbols.Title) -> str:
        things = self.build.copies.get(ref.name, [])
        return str(things[0]) if things else "None"

    # -------------------------------------------------------------------------------------------- states, zones, fields

    def index(self, domains: list[Any], first: int, strides: list[int], args: list[tree.Formula]) -> str:
        text, constant = "", first
        for domain, stride, arg in zip(domains, strides, args, strict=True):
            shown = self.held_to(domain, arg, self.expr(arg))
            constant -= domain.first * stride
            if is_number_text(shown):
                constant += int(shown) * stride
                continue
            part = (shown if is_unit(shown) else f"({shown})") + (f" * {stride}" if stride != 1 else "")
            text = f"{text} + {part}" if text else part
        if not text:
            return str(constant)
        printed = _PRINTED.fullmatch(text)
        return self.index_printed(printed[1], printed[2], constant) if printed and constant else add(text, constant)

    def index_printed(self, table: str, thing: str, more: int) -> str:
        """A number printed on a thing and `more`, which are added when compiling."""
        values = [None if value is None else value + more for value in self.build.constants[f"P_{table}"]]
        name = f"AT_{table}_{more}" if more > 0 else f"AT_{table}_less_{-more}"
        return f"{self.build.constant(name, tuple(values))}[{thing}]"

    def held_to(self, domain: Any, arg: tree.Formula, shown: str) -> str:
        """The argument, held to its domain where it is not sure to lie in it: else another state would be meant."""
        of, ref, last = bare(arg.type), arg.ref, domain.first + domain.count - 1
        if domain.tag == "number":
            if is_number_text(shown):
                sure = domain.first <= int(shown) <= last
            elif isinstance(of, types.Dice):
                sure = domain.first <= of.count and of.count * of.faces <= last
            else:
                low = self.build.bound(of.low) if isinstance(of, types.Bounded) else None
                high = self.build.bound(of.high) if isinstance(of, types.Bounded) else None
                over = getattr(ref.decl, "over", None) if isinstance(ref, symbols.Local) else None
                kept = isinstance(over, tree.Range) or isinstance(
                    ref, symbols.State | symbols.Function | symbols.Option
                )
                sure = kept and low is not None and high is not None and domain.first <= low and high <= last
        elif domain.tag == "thing":
            kind = of.kind if isinstance(of, types.Thing) else ""
            first, end = self.build.ranges.get(kind, (-1, -1))
            sure = is_number_text(shown) or (domain.first <= first and end - 1 <= last)
            sure = sure or bool(self.fact(shown).within(domain.first, last + 1))
        else:
            sure = True
        return shown if sure else f"inside({shown}, {domain.first}, {last})"

    def state(self, ref: symbols.State, args: list[tree.Formula]) -> str:
        row = self.build.state_rows[id(ref)]
        if row.first < 0:
            key = f"({row.place}, {', '.join(self.expr(a) for a in args)},)"
            return f"S.sparse.get({key}, {first_value(self.build, ref, self.expr)})"
        if any(may_be_none(a.type) for a in args):
            names = [f"x{n}" for n in range(len(args))]
            shown = [self.held_to(d, a, n) for d, a, n in zip(row.domains, args, names, strict=True)]
            inside = self.index_of_names(row, shown)
            guard = " or ".join(f"{n} is None" for n in names)
            return f"(lambda {', '.join(names)}: None if {guard} else S.cells[{inside}])({self.args(args)[2:]})"
        return f"C[{self.index(row.domains, row.first, row.strides(), args)}]"

    def index_of_names(self, row: Any, names: list[str]) -> str:
        constant = row.first - sum(d.first * s for d, s in zip(row.domains, row.strides(), strict=True))
        parts = [f"{n} * {s}" if s != 1 else n for n, s in zip(names, row.strides(), strict=True)]
        return " + ".join([*parts, str(constant)])

    def zone_number(self, ref: symbols.Zone, args: list[tree.Formula]) -> str:
        base = self.build.zone_numbers[ref.name]
        if base < 0:
            return f"row_zone(S, {ref.name!r}{self.args(args)})"
        domains = self.build.layout.zone_bases[ref.name][1]
        strides, step = [], 1
        for domain in reversed(domains):
            strides.append(step)
            step *= domain.count
        if any(may_be_none(a.type) for a in args):
            shown = [self.held_to(d, a, self.expr(a)) for d, a in zip(domains, args, strict=True)]
            if len(shown) == 1 and is_short(shown[0]):
                return f"(None if {shown[0]} is None else {add(shown[0], base - domains[0].first)})"
            firsts = tuple(d.first for d in domains)
            return f"zone_or_none({base}, {firsts}, {tuple(strides[::-1])}, {', '.join(shown)})"
        return self.index(domains, base, strides[::-1], args)

    def things_in(self, node: tree.Formula) -> str:
        """The list of a zone or place."""
        ref = node.ref
        if isinstance(ref, symbols.Zone):
            args = node.args if isinstance(node, tree.Call) else []
            safe = self.build.zone_numbers[ref.name] >= 0 and not any(may_be_none(a.type) for a in args)
            number = self.zone_number(ref, args)
            if number.startswith("(None if "):
                return "(() " + number[len("(None ") : -1].replace(" else ", " else Z[") + "])"
            if safe:
                self.zone_texts[f"Z[{number}]"] = self.zones_meant(ref, number)
            return f"Z[{number}]" if safe else f"zone(S, {number})"
        return f"zone(S, {self.expr(node)})"

    def zones_meant(self, ref: symbols.Zone, number: str) -> frozenset[int]:
        """The zones of a name that a number, as text, may stand for."""
        named = (n for n, zone in enumerate(self.build.layout.zones) if zone.name == ref.name)
        return frozenset({int(number)} if number.isdigit() else named)

    def is_zone(self, node: tree.Formula) -> bool:
        return isinstance(bare(node.type), types.Zone) or bare(node.type) == types.PLACE

    def write_field(self, node: tree.Field) -> str:
        return self.field(node.ref, node.of, node, [])

    def write_fieldcall(self, node: tree.FieldCall) -> str:
        return self.field(node.ref, node.of, node, node.args)

    def field(self, ref: Any, of: tree.Formula, node: tree.Formula, args: list[tree.Formula]) -> str:
        text = self.expr(of)
        if isinstance(ref, symbols.CallField):
            return f"call_field(S, {text}, {ref.name!r})"
        if isinstance(ref, symbols.Builtin):
            if ref.name == "title":
                return f"title(S, {text})"
            return f"call_field(S, {text}, {ref.name!r})"
        code = bare(ref.type)
        if isinstance(code, types.Code) and code.entry == "formula":
            root = self.build.root(ref.kind)
            self.build.formula_field(root, ref.name)
            return f"formula(S, F_{root}_{ref.name}, {text}{self.args(args)})"
        return self.member(ref, text, of.type, may_be_none(of.type))

    def member(self, ref: symbols.Member, text: str, of: Any, optional: bool) -> str:
        build = self.build
        if ref.kind and build.is_row_kind(ref.kind):
            return f"fld(S, {text}, {ref.name!r})"
        if not ref.is_state:
            table = build.printed(ref.name, build.root(ref.kind))
            if not optional or self.fact(text).there:
                return printed_text(build, table, text)
            if is_simple(text):
                return f"(None if {text} is None else {table}[{text}])"
            if match := _END.fullmatch(text):
                return f"({table}[{match[1]}[{match[2]}]] if {match[1]} else None)"
            return f"printed({table}, {text})"
        row = build.state_rows[id(ref)]
        first, last = row.domains[0].first, row.domains[0].first + row.count
        offset = row.first - first
        kind = getattr(bare(of), "kind", "") if of is not None else ""
        low, high = build.ranges.get(kind, (first, last))
        if ref.title or (low >= first and high <= last) or self.fact(text).within(first, last):
            if not optional or self.fact(text).there:
                return f"C[{add(text if is_unit(text) else f'({text})', offset)}]"
            if is_simple(text):
                return f"(None if {text} is None else C[{add(text, offset)}])"
        return f"cell(S, {text}, {first}, {last}, {offset})"

    def holder(self, node: tree.Call) -> str:
        """What the zone of a thing belongs to: read from a table by the zone, if it never lies in a zone of a row."""
        of, item = node.args[0].type, bare(node.args[0].type)
        moving = any(
            self.build.zone_numbers[zone.name] < 0 and alike(self.build.game, types.item_of(zone.type) or item, item)
            for zone in self.build.game.zones.values()
        )
        if moving or not isinstance(item, types.Thing) or item == types.THING or self.build.is_row_kind(item.kind):
            return f"holder(S, {self.expr(node.args[0])})"
        table, text = holders(self.build, bare(node.type)), self.expr(node.args[0])
        if not may_be_none(of):
            return f"{table}[C[{text}]]"
        return f"(None if {text} is None else {table}[C[{text}]])" if is_simple(text) else f"held({table}, S, {text})"

    def write_lookup(self, node: tree.Lookup) -> str:
        if node.ref is None:  # a list, not a table
            return nth_text(self.build, self.collection(node.of), self.expr(node.args[0]))
        table, shown = node.ref, [self.expr(a) for a in node.args]
        sure = is_full(self.build, table) and all(self.is_key(table, n, arg) for n, arg in enumerate(node.args))
        return cell_text(self.build, table, shown) if sure else f"T_{table.name}({', '.join(shown)})"

    def is_key(self, table: symbols.Table, number: int, arg: tree.Formula) -> bool:
        """Whether a table has a cell for the argument, whatever it comes to."""
        ends, (least, most) = key_ends(self.build, table, number), self.ends(arg)
        if ends is None or least is None or most is None or not is_there(arg):
            return False
        return ends[0] <= least and most <= ends[1]

    def ends(self, node: tree.Formula) -> Ends:
        """What is known of the numbers that a formula may come to."""
        return bounds(self.build, node)
