"""Collecting units, standing rules and their targets, and giving them numbers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ...lang import tree
from ...lang.walk import walk
from ...pack.model.bundle import Bundle
from ..layout.numbering import Numbering
from ..typing import symbols
from ..typing.builtins import OF_PHASES
from ..typing.checks.steady import steady_fields
from ..typing.in_game import absent_titles, bodies_of, formulas_outside, phases_read
from ..typing.types import NOTHING, Type
from .units import Origin, Plan, Rule, Target, TargetSymbol, Unit

FIRST_NUMBER = 3  # of frames: 0, 1 and 2 are the hook runner's own
_WORDS: dict[type[tree.Standing], str] = {tree.Modify: "modify", tree.Forbid: "forbid", tree.When: "when"}


def collect(numbering: Numbering, bundle: Bundle) -> Plan:
    """The plan, as far as nothing follows from it yet."""
    collector = _Collector(numbering.game, bundle)
    collector.collect()
    targets, whens = collector.targets, collector.whens
    moving = [target for target in targets.values() if target.moving]
    for slot, target in enumerate(moving):
        set_parts(target, slot=slot)
    scopes = _Scopes(collector)
    return Plan(
        numbering=numbering,
        carried=collector.carried,
        code=collector.code,
        packs=dict(bundle.home),
        title_packs={title: thing.pack for title, thing in bundle.things.items()},
        documents=dict(bundle.own_documents),
        steady=frozenset(steady_fields(numbering.game, bundle)),
        units=collector.units,
        rules=collector.rules,
        targets=targets,
        target_numbers={key: number for number, key in enumerate(targets)},
        fields=collector.fields,
        code_units=collector.code_units,
        lasting=collector.lasting,
        effects=collector.effects,
        whens=whens,
        when_slot=len(moving) if whens else -1,
        slots=len(moving) + bool(whens),
        scopes=scopes.numbers,
        starts=frozenset(scopes.starts),
        ends=frozenset(scopes.ends),
        once_in=frozenset(scopes.once_in),
        free_number=FIRST_NUMBER + len(collector.units),
    )


def set_parts(part: Unit | Rule | Target, **values: object) -> None:
    """Units, rules and targets refer to one another, so they are created before their contents are known. Only the
    making of the plan fills them in.
    """
    for name, value in values.items():
        object.__setattr__(part, name, value)


class _Collector:
    """Holds what has been found so far."""

    def __init__(self, game: symbols.TypedGame, bundle: Bundle) -> None:
        absent = absent_titles(game)
        self.game = game
        self.bundle = bundle
        self.carried = {title: carried for title, carried in game.carried.items() if title not in absent}
        self.code = [code for code in game.code if code.title not in absent]
        self.units: list[Unit] = []
        self.rules: list[Rule] = []
        self.targets: dict[int, Target] = {}
        self.fields: dict[str, list[Unit]] = {}
        self.code_units: dict[int, Unit] = {}
        self.lasting: dict[int, list[Rule]] = {}
        self.effects: dict[str, list[Rule]] = {}
        self.whens: list[Rule] = []

    def collect(self) -> None:
        self.add_targets(self.game, "")
        for title, carried in self.carried.items():
            self.add_targets(carried, title)
        self.add_bodies(self.game, "")
        for title, carried in self.carried.items():
            self.add_bodies(carried, title)
        for node in self.game.standing:
            self.add_rule(node, "file", "", self.bundle.home.get(id(node), ""))
        for title, carried in self.carried.items():
            pack = self.pack_of(title)
            self.effects[title] = [self.add_rule(node, "effect", title, pack) for node in carried.standing]
        for code in self.code:
            if code.entry == "steps":
                self.add_code(code)

    def pack_of(self, title: str) -> str:
        thing = self.bundle.things.get(title)
        return thing.pack if thing is not None else ""

    # -------------------------------------------------------------------------------------------- targets and bodies

    def add_targets(self, of: symbols.TypedGame | symbols.Carried, title: str) -> None:
        """All names that rules may use, before any rule is read: an early body may hook a later procedure."""
        name = f"{title}_" if title else ""
        for function in of.functions.values():
            self.add_target(function, f"f_{name}{function.name}")
        for procedure in of.procedures.values():
            self.add_target(procedure, f"p_{name}{procedure.name}")
        for action in of.actions.values():
            self.add_target(action, f"a_{name}{action.name}")

    def add_target(self, symbol: TargetSymbol, python: str, native: bool = False) -> Target:
        self.targets[id(symbol)] = target = Target(symbol, python, native=native)
        return target

    def add_bodies(self, of: symbols.TypedGame | symbols.Carried, title: str) -> None:
        for procedure in of.procedures.values():
            self.add_procedure(procedure, title)
        for action in of.actions.values():
            self.add_lasting([action.decl], title, self.bundle.home.get(id(action.decl), self.pack_of(title)))

    def add_procedure(self, symbol: symbols.Procedure, title: str) -> None:
        target, node = self.targets[id(symbol)], symbol.decl
        assert isinstance(node, tree.ProcedureDecl)
        pack = self.bundle.home.get(id(node), self.pack_of(title))
        label = f"{'phase' if symbol.is_phase else 'procedure'} {symbol.name}"
        unit = self.add_unit(target.python, label, symbol.params, node.block, symbol.type)
        set_parts(unit, target=target, cites=node.cites, at=node.at, this=bool(title), pack=pack)
        set_parts(target, body=unit)
        self.add_lasting(node.block, title, pack)

    def add_code(self, code: symbols.CodeUnit) -> None:
        words = [code.title or "cell", *code.field.replace(".", "_").split(), str(len(self.units))]
        unit = self.add_unit("_".join(["c", *words]), f"{code.title}: {code.field}", code.params, code.nodes)
        set_parts(unit, this=bool(code.title), pack=self.pack_of(code.title))
        self.fields.setdefault(code.field, []).append(unit)
        self.code_units[id(code)] = unit
        self.add_lasting(code.nodes, code.title, unit.pack)

    def add_unit(
        self,
        python: str,
        label: str,
        params: Sequence[symbols.Local],
        block: Sequence[tree.Step],
        result: Type = NOTHING,
    ) -> Unit:
        unit = Unit(FIRST_NUMBER + len(self.units), python, label, params, block, result)
        self.units.append(unit)
        return unit

    # -------------------------------------------------------------------------------------------- standing rules

    def add_lasting(self, nodes: Sequence[tree.Node | None], title: str, pack: str) -> None:
        """The rules that an `until` in these nodes makes; those of one inside their bodies come with them."""
        for node in walk(nodes, tree.Lasting):
            if isinstance(node, tree.Lasting):
                self.lasting[id(node)] = rules = [self.add_rule(rule, "until", title, pack) for rule in node.rules]
                captures = _captured(node)
                for rule in rules:
                    set_parts(rule, captures=captures, once=node.once)

    def add_rule(self, node: tree.Standing, origin: Origin, title: str, pack: str) -> Rule:
        word = _WORDS.get(type(node), "")
        if isinstance(node, tree.Hook):
            word = "instead of" if node.when == "instead" else node.when
        name = f"{word} {node.head.name}".strip()
        rule = Rule(len(self.rules), node, f"{title}: {name}" if title else name, origin, title, pack=pack)
        self.rules.append(rule)
        if isinstance(node, tree.When):
            self.whens.append(rule)
        else:
            self.listen(rule)
        if isinstance(node, tree.Hook | tree.When):
            params = [param for param in node.head.locals if param is not None]
            result = node.head.ref.type if isinstance(node, tree.Hook) and node.when == "instead" else NOTHING
            unit = self.add_unit(f"h{rule.number}_{node.head.name or 'when'}", rule.label, params, node.block, result)
            set_parts(unit, rule=rule, cites=node.cites, at=node.at, this=bool(title), pack=pack)
            set_parts(rule, body=unit)
            self.add_lasting(node.block, title, pack)
        return rule

    def listen(self, rule: Rule) -> None:
        head = rule.node.head
        target = self.targets.get(id(head.ref))
        if target is None:  # a builtin procedure or function
            target = self.add_target(head.ref, f"hooked_{head.name}", native=True)
        if rule.origin == "file":
            set_parts(target, rules=(*target.rules, rule))
        else:
            set_parts(target, moving=(*target.moving, rule))


def _captured(node: tree.Lasting) -> tuple[symbols.Local, ...]:
    """The locals used inside the rules of an `until` that are made outside it."""
    made: set[int] = set()
    used: dict[int, symbols.Local] = {}
    for inner in walk(node.rules):
        if isinstance(inner, tree.Head):
            made.update(id(param) for param in inner.locals if param is not None)
        if isinstance(inner, tree.Quantified):
            made.add(id(inner.ref))
        if isinstance(inner, tree.Name) and isinstance(inner.ref, symbols.Local):
            used.setdefault(id(inner.ref), inner.ref)
        made.add(id(getattr(inner, "local", None)))  # of each node that makes one
    return tuple(local for key, local in used.items() if key not in made)


# ------------------------------------------------------------------------------------------------ scopes


class _Scopes:
    """Phases need a scope where something lasts until they end or start, asks for them, or is offered in them."""

    def __init__(self, of: _Collector) -> None:
        self.starts: set[str] = set()
        self.ends: set[str] = set()
        self.once_in: set[str] = set()
        self.names: set[str] = set()
        game, every = of.game, of.carried.values()
        self.phases = [p for p in game.procedures.values() if p.is_phase]
        kept: list[symbols.State | symbols.Member] = [*game.states.values()]
        kept += [member for kind in game.kinds.values() for member in kind.fields.values()]
        kept += [member for carried in every for member in carried.states.values()]
        self.names.update(state.until[1] for state in kept if state.until is not None)
        self.read([*bodies_of(game, every, of.code), *formulas_outside(game, every)])
        self.names |= self.once_in
        kept_phases = [p.name for p in self.phases if p.name in self.names]
        self.numbers = {name: number for number, name in enumerate(kept_phases)}

    def read(self, roots: Iterable[tree.Node]) -> None:
        for node in walk(list(roots)):
            if isinstance(node, tree.Lasting):
                self.names.add(node.phase)
                (self.starts if node.point == "start" else self.ends).add(node.phase)
            elif isinstance(node, tree.ActionDecl):
                self.names.update(head.name for head in node.occasions)
                self.once_in.update([node.once_in] if node.once_in else [])
            elif isinstance(node, tree.Call) and node.name in OF_PHASES:
                self.names.update(phases_read(node, [p.name for p in self.phases]))
