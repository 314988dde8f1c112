"""Secret settings: choices and chance whose outcome not all players may know."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from ...lang import tree
from ...lang.walk import children, walk
from ..typing import symbols, types
from .actions import given_to_families
from .units import Plan


def secrets(plan: Plan) -> frozenset[int]:
    """The locals, parameters, rolls and answers, by id, whose value goes into something that not all see.

    That is a state, a field of a record that a hidden zone may hold, or a parameter that leads there.
    """
    return _Flow(plan).found()


def sets_secret(nodes: Sequence[tree.Node], secret: frozenset[int] = frozenset()) -> bool:
    """Whether these steps change a state that not all see, or call with an argument that goes into one."""
    for node in walk(nodes):
        if isinstance(node, tree.Change) and is_hidden(node.target):
            return True
        if isinstance(node, tree.Call) and any(id(param) in secret for param, _ in _given(node)):
            return True
    return False


def shows(nodes: Sequence[tree.Node], name: symbols.Local, secret: frozenset[int]) -> bool:
    """Whether these steps put the value of a name where all see it, or move it, and nowhere in secret."""
    if id(name) in secret:
        return False
    for node in walk(nodes):
        value = node.value if isinstance(node, tree.Set) and not is_hidden(node.target) else None
        moved = node.thing if isinstance(node, tree.Move) else None
        if any(isinstance(one, tree.Name) and one.ref is name for one in (value, moved)):
            return True
    return False


def is_hidden(target: tree.Expression) -> bool:
    """Whether this is a state that not all see."""
    node = getattr(target.ref, "decl", None)
    by = node.seen_by if isinstance(node, tree.StateDecl) else None
    return by is not None and not _is_all(by)


def is_for_all(zone: Any) -> bool:
    """Whether this is the declaration of a zone that all players see."""
    return isinstance(zone, tree.ZoneDecl) and _is_all(zone.seen_by)


def reads_private(formulas: Sequence[tree.Node]) -> bool:
    """Whether formulas, or functions that they call, read a zone or state that some players see and others do not.

    How many things are in a zone is known to all.
    """
    opened: set[int] = set()
    waiting: list[tree.Node] = [*formulas]
    while waiting:
        node = waiting.pop()
        ref = getattr(node, "ref", None)
        if isinstance(node, tree.Call) and node.name == "size" and isinstance(node.args[0].ref, symbols.Zone):
            continue
        if isinstance(ref, symbols.Zone | symbols.State) and _is_private(ref.decl):
            return True
        if isinstance(ref, symbols.Function) and id(ref) not in opened and ref.decl is not None:
            opened.add(id(ref))
            waiting.append(ref.decl)
        waiting += children(node)
    return False


def _is_private(decl: tree.Node | None) -> bool:
    by = decl.seen_by if isinstance(decl, tree.ZoneDecl | tree.StateDecl) else None
    nobody = isinstance(by, tree.NoneValue) or (isinstance(by, tree.Name) and by.name == "none")
    return by is not None and not _is_all(by) and not nobody


def _is_all(by: tree.Formula) -> bool:
    return isinstance(by, tree.Name) and by.name == "all"


def _given(call: tree.Call) -> Iterator[tuple[symbols.Local, tree.Formula]]:
    """The parameters of a procedure or an action that rules call, and their arguments."""
    if isinstance(call.ref, symbols.Procedure | symbols.Action):
        yield from zip(call.ref.params, call.args, strict=False)


class _Flow:
    """Follows values backwards from what hides them, until nothing more is found."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.nodes = [*walk(plan.bodies)]
        items = [zone.type.item for zone in plan.game.zones.values() if not is_for_all(zone.decl)]  # type: ignore
        self.kinds = {item.kind for item in items if isinstance(item, types.Thing)}
        self.secret: set[int] = set()
        self.read: set[int] = set()  # the formulas that were followed, by id

    def found(self) -> frozenset[int]:
        while True:
            before = len(self.secret)
            for node in self.nodes:
                for value in self._hidden(node):
                    self._follow(value)
            for flat in self.plan.flat:
                for param, arg in given_to_families(flat):
                    if id(param) in self.secret:
                        self._follow(arg)
            if len(self.secret) == before:
                return frozenset(self.secret)

    def _hidden(self, node: tree.Node) -> Iterator[tree.Formula]:
        """The values that this node puts where not all see them."""
        match node:
            case tree.Set() if self._hides(node.target):
                yield node.value
            case tree.Raise() | tree.Lower() if self._hides(node.target):
                yield node.by
            case tree.Let() if id(node.local) in self.secret:
                yield node.value
            case tree.ForEach() if id(node.local) in self.secret and isinstance(node.over, tree.Name):
                yield node.over
            case tree.New() if node.kind in self.kinds and node.kind in self.plan.numbering.row_kinds:
                yield from (value for _, value in node.given)
            case tree.Branch() if isinstance(node.condition, tree.May):
                if sets_secret(node.block, frozenset(self.secret)):
                    yield node.condition
            case tree.Call():
                yield from (arg for param, arg in _given(node) if id(param) in self.secret)
            case tree.Hook():
                params = getattr(node.head.ref, "params", ())
                for local, param in zip(node.head.locals, params, strict=False):
                    if id(local) in self.secret:
                        self.secret.add(id(param))
            case _:
                pass

    def _hides(self, target: tree.Formula) -> bool:
        if is_hidden(target) or (isinstance(target, tree.Name) and id(target.ref) in self.secret):
            return True
        if not isinstance(target, tree.Field):
            return False
        of: Any = types.bare(target.of.type) if target.of.type is not None else None
        return isinstance(of, types.Thing) and of.kind in self.kinds and of.kind in self.plan.numbering.row_kinds

    def _says_whose(self, name: tree.Name) -> bool:
        """Whether it is a player or a record made in play: as an argument, it says whose value is read."""
        of = getattr(name.ref, "type", None)
        bare: Any = types.bare(of) if of is not None else None
        return bare == types.Names("player") or (
            isinstance(bare, types.Thing) and bare.kind in self.plan.numbering.row_kinds
        )

    def _follow(self, value: tree.Formula) -> None:
        if id(value) in self.read:
            return
        self.read.add(id(value))
        whose = {
            id(arg)
            for call in walk(value)
            if isinstance(call, tree.Call)
            for arg in call.args
            if isinstance(arg, tree.Name) and self._says_whose(arg)
        }
        for node in walk(value):
            if id(node) in whose:
                continue
            if isinstance(node, tree.Roll | tree.May):
                self.secret.add(id(node))
            elif isinstance(node, tree.Name) and isinstance(node.ref, symbols.Local):
                self.secret.add(id(node.ref))
            elif isinstance(node, tree.Call) and isinstance(node.ref, symbols.Procedure):
                decl = node.ref.decl
                for inner in walk(decl.block) if isinstance(decl, tree.ProcedureDecl) else ():
                    if isinstance(inner, tree.Return) and inner.value is not None:
                        self._follow(inner.value)
