"""What the cost of a step owes to facts that seldom change: what is printed, and states of movers, places, sides."""

from __future__ import annotations

from typing import Any

from ..lang import tree
from .build import Build
from .cells_read import PLAIN, Reach
from .typing import symbols, types
from .typing.boards import BOARD_CALLS, SEARCHES
from .typing.types import bare
from .write_tables import is_full

# A fact: the name of a place ("here", "there"); of the n-th that is handed to the step ("name", n), its printed field
# ("field", n, kind, name), its state ("state", n, offset of the cell), or ("thing", n) where it matters which thing it
# is; or cells of others: ("cells", span, how far off they lie), see cells_read.
Fact = Any
Facts = frozenset[Fact]
Known = dict[int, Facts]  # by id of a local: on what its value depends; of a parameter: on itself alone
NOTHING_READ: Facts = frozenset()
_DEEPEST = 6


class FactReader:
    """Tells of formulas that read nothing but facts, and can be read at any time, on which facts they depend."""

    def __init__(self, build: Build, place: str, side: str) -> None:
        self.build = build
        self.whose = {place: "place", side: "side"}
        self.reach = Reach(build)
        self.offs: dict[int, int] = {}  # by id of a local that is a place or side: how far from the step's start
        self.opened: list[symbols.Function] = []
        self.things: dict[int, int] = {}  # by id of a local that is a thing handed to the step: which

    def facts(self, node: tree.Formula, known: Known) -> Facts | None:
        """None where it reads what may change, or may fail, or depends on which thing is handed to the step."""
        found = self.raw(node, known)
        return None if found is None or any(_bare_thing(fact) for fact in found) else found

    def raw(self, node: tree.Formula, known: Known) -> Facts | None:
        """The same, things as such among the facts."""
        ref = node.ref
        match node:
            case tree.Number() | tree.Bool() | tree.NoneValue():
                return NOTHING_READ
            case tree.Name():
                if isinstance(ref, symbols.Local):
                    return known.get(id(ref))
                if isinstance(ref, symbols.Value | symbols.Option | symbols.Title | symbols.Area | symbols.NameKind):
                    return NOTHING_READ
                if isinstance(ref, symbols.Kind):
                    return None if self.build.is_row_kind(ref.name) else NOTHING_READ
                if isinstance(ref, symbols.State):
                    return self._state(ref, "all", None)
                return self._function(ref, [], known) if isinstance(ref, symbols.Function) else None
            case tree.Call():
                if isinstance(ref, symbols.Function):
                    return self._function(ref, node.args, known)
                plain = node.name in PLAIN or (node.name in BOARD_CALLS and node.name not in SEARCHES)
                return self._all(node.args, known) if isinstance(ref, symbols.Builtin) and plain else None
            case tree.Field():
                return self._field(node, known)
            case tree.Lookup():
                whole = isinstance(ref, symbols.Table) and is_full(self.build, ref)
                code = isinstance(bare(node.type), types.Code)
                return self._all(node.args, known) if whole and not code else None
            case tree.Arithmetic(op=op):
                if op in "/%" and not (isinstance(node.right, tree.Number) and node.right.value):
                    return None
                return self._all([node.left, node.right], known)
            case tree.Compare():
                return self._all([node.left, node.right], known)
            case tree.In():
                return self._all([node.item, node.within], known)
            case tree.Is():
                return self.raw(node.of, known) if isinstance(ref, symbols.Kind | symbols.Title) else None
            case tree.Not() | tree.Minus():
                return self.raw(node.of, known)
            case tree.And() | tree.Or() | tree.ListOf():
                return self._all(node.items, known)
            case tree.Range():
                return self._all([node.low, node.high], known)
            case tree.Quantified():
                return self._quantified(node, known)
        return None

    def _all(self, nodes: list[tree.Formula], known: Known) -> Facts | None:
        found = NOTHING_READ
        for node in nodes:
            if isinstance(bare(node.type), types.Zone) or node.type == types.PLACE:
                return None
            more = self.raw(node, known)
            if more is None:
                return None
            found |= more
        return found

    def _field(self, node: tree.Field, known: Known) -> Facts | None:
        ref, of = node.ref, self.raw(node.of, known)
        if of is None or not isinstance(ref, symbols.Member) or not ref.kind:
            return None
        if ref.is_state:
            return self._state_of(node, ref, of)
        if isinstance(bare(ref.type), types.Code) or self.build.is_row_kind(ref.kind):
            return None
        given = self.things.get(id(node.of.ref))
        return of if given is None else frozenset({("field", given, self.build.root(ref.kind), ref.name)})

    def _state_of(self, node: tree.Field, ref: symbols.Member, of: Facts) -> Facts | None:
        given = self.things.get(id(node.of.ref))
        if given is None:
            more = self._state(ref, self.whose.get(self.build.root(ref.kind), "all"), node.of)
            return None if more is None else of | more
        row, kind = self.build.state_rows.get(id(ref)), getattr(bare(node.of.type), "kind", "")
        low, high = self.build.ranges.get(kind, (-1, -1))
        if row is None or row.first < 0 or not row.domains[0].first <= low <= high <= row.domains[0].first + row.count:
            return None
        return frozenset({("state", given, row.first - row.domains[0].first)})

    def _state(self, ref: Any, whose: str, of: tree.Formula | None) -> Facts | None:
        row = self.build.state_rows.get(id(ref))
        if row is None or row.first < 0:
            return None
        off = self.reach.off(of, self.offs) if of is not None else None
        less = row.first - row.domains[0].first if row.domains else 0
        span = row.first, row.first + row.count, whose if off is not None else "all", less
        return frozenset({("cells", span, off or 0)})

    def stand_for(self, param: symbols.Local, arg: tree.Formula) -> None:
        """A parameter is from here on what its argument is."""
        for found, value in ((self.things, self.things.get(id(arg.ref))), (self.offs, self.reach.off(arg, self.offs))):
            if value is None:
                found.pop(id(param), None)
            else:
                found[id(param)] = value

    def _quantified(self, node: tree.Quantified, known: Known) -> Facts | None:
        over = self._all([node.over], known)
        if over is None:
            return None
        inner = {**known, id(node.ref): over}
        self.stand_for(node.ref, node.over)
        parts = [part for part in (node.where, node.of) if part is not None]
        found = self._all(parts, inner)
        return None if found is None else over | found

    def _function(self, ref: symbols.Function, args: list[tree.Formula], known: Known) -> Facts | None:
        target, decl = self.build.plan.target(ref), ref.decl
        if target.rules or target.moving or ref.owner or not isinstance(decl, tree.FunctionDecl):
            return None
        if ref in self.opened or len(self.opened) >= _DEEPEST or isinstance(bare(ref.type), types.Bounded):
            return None
        inner: Known = {}
        places = NOTHING_READ  # they stand in the text of a call, even where the function asks nothing of them
        for param, arg in zip(ref.params, args, strict=True):
            facts = self._all([arg], known)
            if facts is None:
                return None
            inner[id(param)] = facts
            places |= facts & {"here", "there"}
            self.stand_for(param, arg)
        self.opened.append(ref)
        found = self._body(decl, inner)
        self.opened.pop()
        for param in ref.params:
            self.things.pop(id(param), None)
            self.offs.pop(id(param), None)
        return None if found is None else found | places

    def _body(self, decl: tree.FunctionDecl, inner: Known) -> Facts | None:
        for let in decl.lets:
            facts = self._all([let.value], inner)
            if facts is None:
                return None
            inner[id(let.local)] = facts
            self.stand_for(let.local, let.value)
        lines = [part for line in decl.lines for part in (line.condition, line.value) if part is not None]
        return self._all(lines, inner)


def _bare_thing(fact: Fact) -> bool:
    """Whether this is a thing as such, of which anything may be asked."""
    return isinstance(fact, tuple) and fact[0] == "thing"
