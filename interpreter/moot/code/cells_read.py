"""On which cells the value of a function of a place depends, and how far from that place those lie that it asks of."""

from __future__ import annotations

from dataclasses import dataclass, field

from ..lang import tree
from ..lang.walk import walk
from .build import Build
from .typing import symbols, types
from .typing.boards import BOARD_CALLS, SEARCHES
from .typing.types import bare

# Cells that are read: the first, one past the last, whose they are, and what is to be taken from a cell's number to
# come to the number of its thing. Whose: "lies" (where things lie), "place", "side", "thing" (their states), "all".
Span = tuple[int, int, str, int]
PLAIN = {"size", "first", "last", "min", "max", "abs", "rank", "opponent"}  # built-in functions that read nothing else


@dataclass(slots=True)
class Cells:
    """What a function reads, while that is being found out."""

    place: str  # kinds of the board
    side: str
    searches: bool = False  # whether it may search for ways: such a search may come to a fault
    spans: set[Span] = field(default_factory=set)
    functions: set[int] = field(default_factory=set)


def cells_read(build: Build, ref: symbols.Function, place: str, side: str, searches: bool = False) -> list[Span] | None:
    """All cells on which the value of a function may depend; None where it may depend on more than cells, or on the
    order in which things lie. `searches`: it may search for ways.
    """
    cells = Cells(place, side, searches)
    return sorted(cells.spans) if _read(build, ref, cells) else None


def cells_of_formulas(build: Build, formulas: list[tree.Formula]) -> set[tuple[int, int]] | None:
    """All cells on which any of them may depend; None where one may depend on more than cells."""
    cells = Cells("", "")
    return {span[:2] for span in cells.spans} if all(_reads_cells(build, node, cells) for node in formulas) else None


def joined(spans: list[Span]) -> list[Span]:
    """Spans of the same sort that touch or overlap, as one."""
    found: list[Span] = []
    for low, end, whose, less in sorted(spans, key=lambda span: (span[2:], span)):
        if found and found[-1][2:] == (whose, less) and low <= found[-1][1]:
            found[-1] = (found[-1][0], max(end, found[-1][1]), whose, less)
        else:
            found.append((low, end, whose, less))
    return found


def reads_cells(build: Build, node: tree.Formula) -> bool:
    """Whether a formula depends on cells alone, and comes to a value whenever it is asked."""
    return _reads_cells(build, node, Cells("", ""))


def _read(build: Build, ref: symbols.Function, cells: Cells) -> bool:
    target, decl = build.plan.target(ref), ref.decl
    if id(ref) in cells.functions:
        return True
    if target.moving or ref.owner or not isinstance(decl, tree.FunctionDecl):
        return False
    of = bare(ref.type)
    if isinstance(of, types.Bounded) and not (isinstance(of.low, int) and isinstance(of.high, int)):
        return False
    cells.functions.add(id(ref))
    parts = [let.value for let in decl.lets]
    parts += [part for line in decl.lines for part in (line.condition, line.value) if part is not None]
    for rule in target.rules:
        if not isinstance(rule.node, tree.Modify):
            return False
        node = rule.node
        parts += [part for part in (node.where, node.becomes, node.by, node.up_to, node.down_to) if part is not None]
    return all(_reads_cells(build, part, cells) for part in parts)


def _reads_cells(build: Build, node: tree.Formula, cells: Cells) -> bool:
    return all(_one(build, inner, cells) for inner in walk(node) if isinstance(inner, tree.Formula))


def _one(build: Build, node: tree.Formula, cells: Cells) -> bool:
    """Adds the cells that the node itself reads."""
    ref = node.ref
    if isinstance(node, tree.FieldCall | tree.Roll | tree.New | tree.Pending | tree.Proceed | tree.May | tree.Text):
        return False
    if isinstance(ref, symbols.Function):
        return _read(build, ref, cells)
    if isinstance(ref, symbols.State) or (isinstance(ref, symbols.Member) and ref.is_state):
        row = build.state_rows.get(id(ref))
        if row is None or row.first < 0:
            return False
        owner = build.root(ref.kind) if isinstance(ref, symbols.Member) and ref.kind else ""
        whose = {cells.place: "place", cells.side: "side", "": "all"}.get(owner, "thing")
        cells.spans.add((row.first, row.first + row.count, whose, row.first - row.domains[0].first if owner else 0))
        return True
    if isinstance(ref, symbols.Member):
        return not isinstance(bare(ref.type), types.Code) and not build.is_row_kind(ref.kind)
    if isinstance(ref, symbols.Kind):
        return not build.is_row_kind(ref.name)
    if isinstance(ref, symbols.Zone):
        return build.zone_numbers[ref.name] >= 0 and _lying(build, ref.type, cells)
    if isinstance(node, tree.Quantified):
        ordered = node.quantifier == "each" and isinstance(bare(node.over.type), types.Zone)
        return not ordered
    if isinstance(node, tree.Call) and isinstance(ref, symbols.Builtin):
        if node.name == "holder":
            return _lying(build, node.args[0].type, cells)
        counted = node.name in PLAIN and node.name not in ("first", "last")
        return counted or (node.name in BOARD_CALLS and (cells.searches or node.name not in SEARCHES))
    if isinstance(node, tree.Compare) and types.item_of(node.left.type) is not None:
        return False
    if isinstance(node, tree.Arithmetic) and node.op in "/%":
        return isinstance(node.right, tree.Number) and node.right.value != 0
    if isinstance(node, tree.Lookup):
        return isinstance(ref, symbols.Table) and not isinstance(bare(node.type), types.Code)
    return not isinstance(ref, symbols.CallField | symbols.Action | symbols.Procedure)


def _lying(build: Build, of: types.Type, cells: Cells) -> bool:
    """Where things of a kind lie, or those of a zone."""
    item = types.item_of(of) if isinstance(bare(of), types.Zone) else bare(of)
    if not isinstance(item, types.Thing) or item.kind not in build.ranges:
        return False
    cells.spans.add((*build.ranges[item.kind], "lies", 0))
    return True


# ------------------------------------------------------------------------------------------------ how far it asks

Known = dict[int, int]  # by id of a local that is a place, a side, or lies on a place: how far off that may be


class Reach:
    """How far from the place that a function is asked of those places lie of which it reads cells."""

    def __init__(self, build: Build) -> None:
        self.build = build
        self.far = 0
        self.anywhere: set[int] = set()  # the first cells of states that are read of what lies nobody knows where
        self.opened: list[symbols.Function] = []

    def function(self, ref: symbols.Function, known: Known) -> bool:
        """Whether that is known, if places among its parameters are so far off."""
        decl = ref.decl
        if ref in self.opened or self.build.plan.target(ref).rules or not isinstance(decl, tree.FunctionDecl):
            return False
        self.opened.append(ref)
        known = dict(known)
        sure = True
        for let in decl.lets:
            sure = sure and self.formula(let.value, known)
            off = self.off(let.value, known)
            if off is not None:
                known[id(let.local)] = off
        parts = [part for line in decl.lines for part in (line.condition, line.value) if part is not None]
        sure = sure and all(self.formula(part, known) for part in parts)
        self.opened.pop()
        return sure

    def formula(self, node: tree.Formula, known: Known) -> bool:
        for inner in walk(node):
            if isinstance(inner, tree.Quantified):
                off = self.off(inner.over, known)
                if off is not None:
                    known = {**known, id(inner.ref): off}
        return all(self._one(inner, known) for inner in walk(node) if isinstance(inner, tree.Formula))

    def _one(self, node: tree.Formula, known: Known) -> bool:
        ref = node.ref
        asked: tree.Formula | None = None
        if isinstance(ref, symbols.Function):
            args = node.args if isinstance(node, tree.Call) else []
            if len(args) < len(ref.params):
                return False  # the steps of a search, which goes anywhere
            offs = [(id(param), self.off(arg, known)) for param, arg in zip(ref.params, args, strict=True)]
            return self.function(ref, {param: off for param, off in offs if off is not None})
        if isinstance(ref, symbols.Member) and ref.is_state:
            asked = node.of if isinstance(node, tree.Field) else None
        elif isinstance(ref, symbols.Zone):
            asked = node.args[0] if isinstance(node, tree.Call) and node.args else None
        elif isinstance(node, tree.Call) and node.name == "holder":
            asked = node.args[0]
        else:
            return True  # a state of its own makes all be asked anew
        off = self.off(asked, known) if asked is not None else None
        self.far = max(self.far, off or 0)
        if off is None and isinstance(ref, symbols.Member):
            self.anywhere.add(self.build.state_rows[id(ref)].first)
            return True
        return off is not None

    def off(self, node: tree.Formula, known: Known) -> int | None:
        """How far off a place or side may be, or what lies there, or any of several."""
        if isinstance(node, tree.Name):
            return known.get(id(node.ref))
        if isinstance(node, tree.ListOf):
            offs = [self.off(item, known) for item in node.items]
            return None if None in offs or not offs else max(off for off in offs if off is not None)
        if isinstance(node, tree.Quantified) and node.quantifier == "each":
            return self.off(node.over, known)
        if not isinstance(node, tree.Call) or not node.args or isinstance(node.ref, symbols.Function):
            return None
        first = self.off(node.args[0], known)
        if isinstance(node.ref, symbols.Zone) or node.name in ("sides", "holder"):
            return first
        if first is None:
            return None
        if node.name == "between":
            second = self.off(node.args[1], known)
            return None if second is None else min(first, second)
        if node.name == "within":
            wide = node.args[1]
            return first + wide.value if isinstance(wide, tree.Number) else None
        return first + 1 if node.name in ("neighbours", "neighbour", "ends", "across") else None
