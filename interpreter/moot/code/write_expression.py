"""Expressions as Python text. What a writer makes is valid in a function whose first argument is the position `S`."""

from __future__ import annotations

import re
from typing import Any

from ..lang import tree
from . import symbols, types
from .build import Build
from .types import bare, is_mask, may_be_none

_SIMPLE = re.compile(r"[A-Za-z_]\w*|-?\d+")
_NUMBER = re.compile(r"-?\d+")
INLINED = 400  # a longer text is called, not put in
UNROLLED = 3  # a quantifier over at most so many names is written out


def is_simple(text: str) -> bool:
    return _SIMPLE.fullmatch(text) is not None


def is_number_text(text: str | None) -> bool:
    return text is not None and _NUMBER.fullmatch(text) is not None


def add(text: str, number: int) -> str:
    """`text + number`, folded where it can be."""
    if _NUMBER.fullmatch(text):
        return str(int(text) + number)
    if number == 0:
        return text
    return f"{text} + {number}" if number > 0 else f"{text} - {-number}"


def balanced(text: str) -> bool:
    """Whether no bracket of the text closes one opened before it."""
    depth = 0
    for mark in text:
        depth += (mark in "([{") - (mark in ")]}")
        if depth < 0:
            return False
    return True


class ExpressionWriter:
    """`names` maps the id of a Local to its Python text; `this` and `value` are what those words mean here."""

    def __init__(self, build: Build, this: str = "None", value: str = "None") -> None:
        self.build = build
        self.plan = build.plan
        self.names: dict[int, str] = {}
        self.this = this
        self.value = value
        self.inlining: list[Any] = []
        self.was_places: dict[int, str] = {}  # where an `after` keeps what stood before, by id of the formula
        self.fresh = 0

    # -------------------------------------------------------------------------------------------- names

    def bind(self, local: symbols.Local) -> str:
        """A Python name for a new local."""
        self.fresh += 1
        text = f"{local.name or 'unnamed'}_{self.fresh}"
        self.names[id(local)] = text
        return text

    def expr(self, node: tree.Expression) -> str:
        method = getattr(self, f"write_{type(node).__name__.lower()}")
        text: str = method(node)
        return text

    def args(self, nodes: list[tree.Expression]) -> str:
        return "".join(f", {self.expr(a)}" for a in nodes)

    def write_number(self, node: tree.Number) -> str:
        return str(node.value)

    def write_bool(self, node: tree.Bool) -> str:
        return str(node.value)

    def write_nonevalue(self, node: tree.NoneValue) -> str:
        return "None"

    def write_text(self, node: tree.Text) -> str:
        if all(isinstance(part, str) for part in node.parts):
            return repr("".join(str(p) for p in node.parts))
        shown = []
        for part in node.parts:
            shown.append(repr(part) if isinstance(part, str) else f"show({self.build.tag(part.type)!r}, {self.expr(part)})")
        return "(" + " + ".join(shown) + ")"

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
            things = self.build.copies.get(ref.name, [])
            return str(things[0]) if things else "None"
        if isinstance(ref, symbols.Kind | symbols.NameKind):
            return f"tuple({self.iterable(node)})"
        if isinstance(ref, symbols.Member):  # a state of the thing whose effect this is
            return self.member(ref, self.this, node.type, False)
        if node.name == "this":
            return self.this
        if node.name == "value":
            return self.value
        raise AssertionError(f"a name without a meaning: {node.name}")

    # -------------------------------------------------------------------------------------------- states, zones, fields

    def index(self, domains: list[Any], first: int, strides: list[int], args: list[tree.Expression]) -> str:
        text, constant = "", first
        for domain, stride, arg in zip(domains, strides, args, strict=True):
            shown = self.expr(arg)
            constant -= domain.first * stride
            if _NUMBER.fullmatch(shown):
                constant += int(shown) * stride
                continue
            part = (shown if is_simple(shown) else f"({shown})") + (f" * {stride}" if stride != 1 else "")
            text = f"{text} + {part}" if text else part
        return add(text, constant) if text else str(constant)

    def state(self, ref: symbols.State, args: list[tree.Expression]) -> str:
        row = self.build.state_rows[id(ref)]
        if row.first < 0:
            key = f"({row.place}, {', '.join(self.expr(a) for a in args)},)"
            return f"S.sparse.get({key}, {self.build.initial_constant(ref)})"
        if any(may_be_none(a.type) for a in args):
            names = [f"x{n}" for n in range(len(args))]
            inside = self.index_of_names(row, names)
            guard = " or ".join(f"{n} is None" for n in names)
            return f"(lambda {', '.join(names)}: None if {guard} else S.cells[{inside}])({self.args(args)[2:]})"
        return f"C[{self.index(row.domains, row.first, row.strides(), args)}]"

    def index_of_names(self, row: Any, names: list[str]) -> str:
        constant = row.first - sum(d.first * s for d, s in zip(row.domains, row.strides(), strict=True))
        parts = [f"{n} * {s}" if s != 1 else n for n, s in zip(names, row.strides(), strict=True)]
        return " + ".join([*parts, str(constant)])

    def zone_number(self, ref: symbols.Zone, args: list[tree.Expression]) -> str:
        base = self.build.zone_numbers[ref.name]
        if base < 0:
            return f"row_zone(S, {ref.name!r}{self.args(args)})"
        domains = self.build.layout.zone_bases[ref.name][1]
        strides, step = [], 1
        for domain in reversed(domains):
            strides.append(step)
            step *= domain.count
        if any(may_be_none(a.type) for a in args):
            shown = [self.expr(a) for a in args]
            firsts = tuple(d.first for d in domains)
            return f"zone_or_none({base}, {firsts}, {tuple(strides[::-1])}, {', '.join(shown)})"
        return self.index(domains, base, strides[::-1], args)

    def things_in(self, node: tree.Expression) -> str:
        """The list of a zone or place."""
        ref = node.ref
        if isinstance(ref, symbols.Zone):
            args = node.args if isinstance(node, tree.Call) else []
            safe = self.build.zone_numbers[ref.name] >= 0 and not any(may_be_none(a.type) for a in args)
            number = self.zone_number(ref, args)
            return f"Z[{number}]" if safe else f"zone(S, {number})"
        return f"zone(S, {self.expr(node)})"

    def is_zone(self, node: tree.Expression) -> bool:
        return isinstance(bare(node.type), types.Zone) or bare(node.type) == types.PLACE

    def write_field(self, node: tree.Field) -> str:
        return self.field(node.ref, node.of, node, [])

    def write_fieldcall(self, node: tree.FieldCall) -> str:
        return self.field(node.ref, node.of, node, node.args)

    def field(self, ref: Any, of: tree.Expression, node: tree.Expression, args: list[tree.Expression]) -> str:
        text = self.expr(of)
        if isinstance(ref, symbols.CallField):
            return f"call_field(S, {text}, {ref.name!r})"
        if isinstance(ref, symbols.Builtin):
            if ref.name == "title":
                return f"title(S, {text})"
            return f"call_field(S, {text}, {ref.name!r})"
        if isinstance(ref.type, types.Code) and ref.type.entry == "formula":
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
            if not optional:
                return f"{table}[{text}]"
            if is_simple(text):
                return f"(None if {text} is None else {table}[{text}])"
            return f"printed({table}, {text})"
        row = build.state_rows[id(ref)]
        first, last = row.domains[0].first, row.domains[0].first + row.count
        offset = row.first - first
        kind = getattr(bare(of), "kind", "") if of is not None else ""
        low, high = build.ranges.get(kind, (first, last))
        if ref.title or (low >= first and high <= last):
            if not optional:
                return f"C[{add(text if is_simple(text) else f'({text})', offset)}]"
            if is_simple(text):
                return f"(None if {text} is None else C[{add(text, offset)}])"
        return f"cell(S, {text}, {first}, {last}, {offset})"

    def write_lookup(self, node: tree.Lookup) -> str:
        if node.ref is None:  # a list, not a table
            return f"nth({self.collection(node.of)}, {self.expr(node.args[0])})"
        return f"T_{node.ref.name}({', '.join(self.expr(a) for a in node.args)})"

    # -------------------------------------------------------------------------------------------- calls

    def write_call(self, node: tree.Call) -> str:
        ref = node.ref
        if isinstance(ref, symbols.Function):
            return self.call_function(ref, node.args)
        if isinstance(ref, symbols.State):
            return self.state(ref, node.args)
        if isinstance(ref, symbols.Zone):
            return self.zone_number(ref, node.args)
        if isinstance(ref, symbols.Procedure):
            this = f", {self.this}" if ref.owner else ""
            return f"{self.plan.target(ref).python}(S{this}{self.args(node.args)})"
        return self.builtin(node.name, node)

    def call_function(self, ref: symbols.Function, args: list[tree.Expression]) -> str:
        target = self.plan.target(ref)
        shown = [self.expr(a) for a in args]
        inlined = self.inlined(ref, shown)
        if inlined is not None:
            return inlined
        this = [self.this] if ref.owner else []
        return f"{target.python}({', '.join(['S', *this, *shown])})"

    def inlined(self, ref: symbols.Function, shown: list[str]) -> str | None:
        """The body of a small function that nothing can modify, with its arguments put in."""
        target = self.plan.target(ref)
        node = ref.decl
        if (
            target.rules
            or target.moving
            or ref in self.inlining
            or len(self.inlining) > 4
            or not isinstance(node, tree.FunctionDecl)
            or node.lets
            or len(node.lines) > 3
            or ref.owner
            or (isinstance(bare(ref.type), types.Bounded) and ref.type not in (line.value.type for line in node.lines))
            or not all(is_simple(text) for text in shown)
        ):
            return None
        saved = dict(self.names)
        for param, text in zip(ref.params, shown, strict=True):
            self.names[id(param)] = text
        self.inlining.append(ref)
        text = self.guarded_text(node.lines)
        self.inlining.pop()
        self.names = saved
        if len(text) > INLINED:
            return None
        return text if is_simple(text) or (text.startswith("(") and text.endswith(")")) and balanced(text[1:-1]) else f"({text})"

    def guarded_text(self, lines: list[tree.Guarded]) -> str:
        """The lines of a function as one conditional."""
        text = "None"
        for line in reversed(lines):
            value = self.kept_text(line.value)
            condition = self.expr(line.condition) if line.condition is not None else "True"
            if condition == "True":
                text = value
            elif condition != "False":
                text = f"({value} if {condition} else {text})"
        return text

    def builtin(self, name: str, node: tree.Call) -> str:
        args = node.args
        if name == "size":
            return f"len({self.collection(args[0])})"
        if name in ("first", "last", "top", "bottom"):
            end = 0 if name in ("first", "bottom") else -1
            text = self.collection(args[0])
            return f"({text}[{end}] if {text} else None)" if text.startswith("Z[") else f"end_of({text}, {end})"
        if name == "opponent" and len(self.build.game.players) == 2:
            text = self.expr(args[0])
            return str(1 - int(text)) if _NUMBER.fullmatch(text) else f"(1 - {text})"
        if name == "was":
            return self.was(args[0])
        if name == "in_phase":
            inner = args[0]
            number = self.plan.scopes[inner.name] if isinstance(inner, tree.Name | tree.Call) else -1
            extra = self.args(inner.args) if isinstance(inner, tree.Call) else ""
            return f"in_phase(S, {number}{extra})"
        if name in ("abs", "min", "max"):
            if any(may_be_none(a.type) for a in args):
                return f"{name}_or_none({', '.join(self.expr(a) for a in args)})"
            return f"{name}({', '.join(self.expr(a) for a in args)})"
        if name == "rank":
            return f"rank({self.expr(args[0])})"
        if name == "sees":
            return f"f_sees(S{self.args(args)})"
        if name == "legal":
            return f"legal(S{self.args(args)})"
        if name in ("shuffle", "show", "draw", "swap", "pay", "resolve"):
            return f"p_{name}(S{self.args(args)})"
        return f"{name}(S{self.args(args)})"

    def write_new(self, node: tree.New) -> str:
        kind = node.ref
        given = dict(node.given)
        parts = []
        for member in kind.fields.values():
            if member.name in given:
                text = self.kept_text(given[member.name])
            elif member.default is not None and not member.is_state:
                text = self.expr(member.default)
            elif member.default is not None:
                text = ExpressionWriter(self.build).expr(member.default)
            else:
                text = self.build.nothing_yet(member.type)
            parts.append(f"{member.name!r}: {text}")
        return f"new_row(S, {kind.name!r}, {{{', '.join(parts)}}})"

    def kept_text(self, node: tree.Expression) -> str:
        """A value to be kept: a set of things as a tuple, never the live list of a zone."""
        return f"tuple({self.things_in(node)})" if isinstance(bare(node.type), types.Zone) else self.expr(node)

    def write_pending(self, node: tree.Pending) -> str:
        ref = node.call.ref
        number = self.build.target_numbers[id(ref)]
        this = self.this if ref.owner else "None"
        given = "".join(f"{self.kept_text(a)}, " for a in node.call.args)
        return f"new_call(S, ({-number - 1}, None, {this}, ({given})))"

    def was(self, node: tree.Expression) -> str:
        return self.was_places[id(node)]

    # -------------------------------------------------------------------------------------------- arithmetic, logic

    def write_minus(self, node: tree.Minus) -> str:
        text = self.expr(node.of)
        if may_be_none(node.of.type):
            return f"minus({text})"
        return str(-int(text)) if _NUMBER.fullmatch(text) else f"-({text})"

    def write_arithmetic(self, node: tree.Arithmetic) -> str:
        left, right = self.expr(node.left), self.expr(node.right)
        op = {"/": "//"}.get(node.op, node.op)
        if types.item_of(node.type) is not None:
            if is_mask(node.type):
                return f"({left} | {right})" if op == "+" else f"({left} & ~{right})"
            left, right = self.collection(node.left), self.collection(node.right)
            return f"(*{left}, *{right})" if op == "+" else f"without({left}, {right})"
        if may_be_none(node.left.type) or may_be_none(node.right.type):
            return f"calculate({op!r}, {left}, {right})"
        if op in ("//", "%") and not (_NUMBER.fullmatch(right) and right != "0"):
            return f"divide({op!r}, {left}, {right})"
        if _NUMBER.fullmatch(left) and _NUMBER.fullmatch(right):
            return str(eval(f"{left} {op} {right}"))
        return f"({left} {op} {right})"

    def write_compare(self, node: tree.Compare) -> str:
        op = {"=": "=="}.get(node.op, node.op)
        left, right = self.expr(node.left), self.expr(node.right)
        if op in ("==", "!="):
            if types.item_of(node.left.type) is not None and not is_mask(node.left.type):
                return f"(tuple({self.collection(node.left)}) {op} tuple({self.collection(node.right)}))"
            if left == "None" or right == "None":
                of = bare(node.left.type if right == "None" else node.right.type)
                if of == types.CALL or (isinstance(of, types.Thing) and self.build.is_row_kind(of.kind)):
                    return f"({left if right == 'None' else right} {'not in' if op == '==' else 'in'} S.rows)"
                return f"({left if right == 'None' else right} {'is' if op == '==' else 'is not'} None)"
            if _NUMBER.fullmatch(left) and _NUMBER.fullmatch(right):
                return str((int(left) == int(right)) == (op == "=="))
            return f"({left} {op} {right})"
        if may_be_none(node.left.type) or may_be_none(node.right.type):
            return f"ordered({op!r}, {left}, {right})"
        return f"({left} {op} {right})"

    def write_in(self, node: tree.In) -> str:
        item, within = self.expr(node.item), node.within
        optional = may_be_none(node.item.type)
        if isinstance(within, tree.Range):
            if optional:
                return f"within({item}, {self.expr(within.low)}, {self.expr(within.high)})"
            return f"({self.expr(within.low)} <= {item} <= {self.expr(within.high)})"
        if isinstance(within, tree.ListOf):
            return f"({item} in ({''.join(self.expr(i) + ', ' for i in within.items)}))"
        if self.is_zone(within):
            zone = within.type.item if isinstance(within.type, types.Zone) else None
            if isinstance(zone, types.Thing) and not self.build.is_row_kind(zone.kind) and not optional:
                return f"(C[{item}] == {self.expr(within)})"
            return f"lies(S, {item}, {self.expr(within)})"
        if is_mask(within.type):
            mask = self.expr(within)
            return f"has_bit({mask}, {item})" if optional else f"(({mask} >> {item} & 1) == 1)"
        return f"({item} in {self.collection(within)})"

    def write_is(self, node: tree.Is) -> str:
        text, ref = self.expr(node.of), node.ref
        if isinstance(ref, symbols.Kind):
            if self.build.is_row_kind(ref.name):
                return f"is_row(S, {text}, {self.build.row_sorts(ref)!r})"
            low, high = self.build.ranges[ref.name]
            if may_be_none(node.of.type):
                return f"within({text}, {low}, {high - 1})"
            return f"({low} <= {text} < {high})"
        if isinstance(ref, symbols.Action):
            return f"is_action(S, {text}, {self.build.action_names(ref)!r})"
        things = self.build.copies.get(node.name, [])
        return f"({text} in ({''.join(f'{t}, ' for t in things)}))"

    def write_not(self, node: tree.Not) -> str:
        text = self.expr(node.of)
        if text in ("True", "False"):
            return str(text == "False")
        return f"(not {text})"

    def write_and(self, node: tree.And) -> str:
        return self.joined("and", "False", "True", node.items)

    def write_or(self, node: tree.Or) -> str:
        return self.joined("or", "True", "False", node.items)

    def joined(self, word: str, decides: str, neutral: str, items: list[tree.Expression]) -> str:
        shown = [text for text in map(self.expr, items) if text != neutral]
        if decides in shown:
            return decides  # formulas have no effects, so the others need not be read
        if not shown:
            return neutral
        return shown[0] if len(shown) == 1 else f"({f' {word} '.join(shown)})"

    # -------------------------------------------------------------------------------------------- sets, lists, quantifiers

    def write_listof(self, node: tree.ListOf) -> str:
        shown = [self.expr(item) for item in node.items]
        if is_mask(node.type):
            if all(_NUMBER.fullmatch(s) for s in shown):
                return str(sum({1 << int(s) for s in shown}))
            return "(" + " | ".join(f"1 << {s}" for s in shown) + ")" if shown else "0"
        return f"({''.join(s + ', ' for s in shown)})"

    def write_range(self, node: tree.Range) -> str:
        return f"tuple({self.iterable(node)})"

    def collection(self, node: tree.Expression) -> str:
        """A sized Python sequence of the values."""
        if self.is_zone(node):
            return self.things_in(node)
        text = self.iterable(node)
        return text

    def iterable(self, node: tree.Expression) -> str:
        """Something to loop over, in order."""
        if isinstance(node, tree.Range):
            return f"range({self.expr(node.low)}, {add(self.expr(node.high), 1)})"
        if isinstance(node, tree.Name) and isinstance(node.ref, symbols.NameKind):
            return f"range({len(node.ref.names)})"
        if isinstance(node, tree.Name) and isinstance(node.ref, symbols.Kind):
            if self.build.is_row_kind(node.ref.name):
                return f"rows_of(S, {self.build.row_sorts(node.ref)!r})"
            low, high = self.build.ranges[node.ref.name]
            return f"range({low}, {high})"
        if self.is_zone(node):
            return self.things_in(node)
        text = self.expr(node)
        if is_mask(node.type):
            return f"bits({text})"
        return f"({text} or ())" if may_be_none(node.type) else text

    def write_quantified(self, node: tree.Quantified) -> str:
        folded = self.masked(node)
        if folded is not None:
            return folded
        over = node.over
        if (
            node.quantifier in ("any", "every", "count", "sum")
            and isinstance(over, tree.Name)
            and isinstance(over.ref, symbols.NameKind)
            and len(over.ref.names) <= UNROLLED
        ):
            return self.unrolled(node, len(over.ref.names))
        source = self.iterable(over)
        name = self.bind(node.ref)
        where = f" if {self.expr(node.where)}" if node.where is not None else ""
        loop = f"for {name} in {source}{where}"
        if node.quantifier == "any":
            return f"any(True {loop})"
        if node.quantifier == "count":
            return f"sum(1 {loop})"
        if node.quantifier == "each":
            if is_mask(node.type):
                return f"sum(1 << {name} {loop})"
            return f"tuple([{name} {loop}])"
        assert node.of is not None
        of = self.expr(node.of)
        if node.quantifier == "every":
            return f"all({of} {loop})"
        if node.quantifier == "sum":
            return f"total([{of} {loop}])" if may_be_none(node.of.type) else f"sum([{of} {loop}])"
        return f"{node.quantifier}([{of} {loop}])"

    def unrolled(self, node: tree.Quantified, count: int) -> str:
        parts = []
        for n in range(count):
            self.names[id(node.ref)] = str(n)
            where = self.expr(node.where) if node.where is not None else "True"
            of = self.expr(node.of) if node.of is not None else "True"
            if node.quantifier == "every":
                parts.append(of if where == "True" else f"(not {where} or {of})")
            elif node.quantifier == "any":
                parts.append(where)
            elif node.quantifier == "count":
                parts.append("1" if where == "True" else f"(1 if {where} else 0)")
            else:
                parts.append(of if where == "True" else f"({of} if {where} else 0)")
        word = {"every": "and", "any": "or"}.get(node.quantifier)
        if word is None:
            return "(" + " + ".join(parts) + ")"
        neutral, decides = ("True", "False") if word == "and" else ("False", "True")
        if decides in parts:
            return decides
        parts = [p for p in parts if p != neutral]
        return f"({f' {word} '.join(parts)})" if parts else neutral

    def masked(self, node: tree.Quantified) -> str | None:
        """Counting the members of one small set that are, or are not, in another: bit arithmetic."""
        if not is_mask(node.over.type) or node.quantifier not in ("any", "count", "each") or self.is_zone(node.over):
            return None
        where, negated = node.where, False
        if isinstance(where, tree.Not):
            where, negated = where.of, True
        if where is not None:
            if not (isinstance(where, tree.In) and isinstance(where.item, tree.Name) and where.item.ref is node.ref):
                return None
            if not is_mask(where.within.type) or self.mentions(where.within, node.ref):
                return None
        mask = self.expr(node.over)
        if where is not None:
            mask = f"({mask} & {'~' if negated else ''}{self.expr(where.within)})"
        if node.quantifier == "each":
            return mask
        return f"({mask} != 0)" if node.quantifier == "any" else f"{mask if is_simple(mask) else f'({mask})'}.bit_count()"

    def mentions(self, node: tree.Expression, local: Any) -> bool:
        from ..lang.walk import walk

        return any(getattr(inner, "ref", None) is local for inner in walk(node))
