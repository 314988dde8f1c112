"""What is to be compiled: units, standing rules, whom they listen to, and what pauses."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from typing import Any

from ..lang import tree
from ..lang.rule_names import label_of
from ..lang.walk import walk
from ..pack.bundle import Bundle
from .call_graph import all_reached, turning_points
from .typing import symbols
from .typing.in_game import absent_titles, bodies_of, formulas_outside
from .typing.types import NOTHING, Type

ASKING = (tree.May, tree.Roll, tree.Choose, tree.ChooseOne, tree.Pick, tree.Offer)


@dataclass(slots=True, eq=False)
class Unit:
    """A body of statements that becomes one Python function. `number` marks its frames."""

    number: int
    python: str
    label: str  # for people: "procedure score", "lookout: text"
    params: list[symbols.Local]
    block: list[tree.Step]
    result: Type = NOTHING
    this: bool = False
    target: Target | None = None  # whose body it is
    rule: Rule | None = None  # the standing rule whose body it is
    cites: list[tree.Cite] = field(default_factory=list)
    at: Any = None
    pack: str = ""
    pauses: bool = False


@dataclass(slots=True, eq=False)
class Rule:
    """A standing rule: of a rules file (always), of a thing's effect (while it is in play), or made by `until`."""

    number: int
    node: tree.Standing
    label: str
    origin: str  # "file", "effect", "until"
    title: str = ""  # the thing whose code it is in
    captures: list[symbols.Local] = field(default_factory=list)
    body: Unit | None = None
    own: bool = False  # its body may lead to its own target again
    once: bool = False  # it ends when one of the rules made with it has acted
    pack: str = ""


@dataclass(slots=True, eq=False)
class Target:
    """A procedure, phase, action or function to which standing rules may listen. `slot`: where those in play are."""

    symbol: symbols.Symbol
    python: str
    slot: int = -1
    rules: list[Rule] = field(default_factory=list)  # of rules files, oldest first
    moving: list[Rule] = field(default_factory=list)  # those that come and go
    body: Unit | None = None
    wrapper: int = -1  # number of the unit that calls hooks and scopes around the body, or -1
    pauses: bool = False
    native: bool = False  # a builtin procedure


@dataclass(slots=True, eq=False)
class Plan:
    game: symbols.Game
    units: list[Unit] = field(default_factory=list)
    rules: list[Rule] = field(default_factory=list)
    targets: dict[int, Target] = field(default_factory=dict)  # by id of the symbol
    fields: dict[str, list[Unit]] = field(default_factory=lambda: defaultdict(list))  # code fields by name: their units
    code_units: dict[int, Unit] = field(default_factory=dict)  # by id of the CodeUnit
    scopes: dict[str, int] = field(default_factory=dict)  # phases that must keep a scope, and their numbers
    starts: set[str] = field(default_factory=set)  # phases at whose start something may end
    ends: set[str] = field(default_factory=set)  # phases at whose end something may end
    once_in: set[str] = field(default_factory=set)  # phases in which something may be done once
    lasting: dict[int, list[Rule]] = field(default_factory=dict)  # by id of the Lasting node
    effects: dict[str, list[Rule]] = field(default_factory=dict)  # by title
    whens: list[Rule] = field(default_factory=list)
    when_slot: int = -1
    slots: int = 0
    packs: dict[str, str] = field(default_factory=dict)  # by title
    loops: set[int] = field(default_factory=set)  # ids of targets on a circle of calls
    calls: dict[int, list[int]] = field(default_factory=dict)  # by id of a target or unit: to what it leads at once
    reach: dict[int, set[int]] = field(default_factory=dict)  # by id of a target or unit: all that it may lead to
    absent: set[str] = field(default_factory=set)  # titles that are not in the game
    carried: dict[str, symbols.Carried] = field(default_factory=dict)  # by title, of what is in the game
    code: list[symbols.CodeUnit] = field(default_factory=list)  # of what is in the game, and of no thing

    def target(self, symbol: Any) -> Target:
        return self.targets[id(symbol)]

    def scope_number(self, phase: str, point: str) -> int:
        """What stands for the serial of a scope where it needs none: of the next of a phase ("start"), or of the one
        of a quiet phase that runs ("end").
        """
        return -1 - self.scopes[phase] - (len(self.scopes) if point == "end" else 0)

    def next_number(self) -> int:
        """Numbers of frames are given to units first, to wrappers after them; gaps do no harm."""
        self._numbers += 1
        return self._numbers

    _numbers: int = 2  # 0, 1 and 2 are the hook runner's own


def make_plan(game: symbols.Game, bundle: Bundle) -> Plan:
    """Collect everything, give it numbers, then find out what pauses."""
    plan = Plan(game)
    plan.absent = absent_titles(game)
    plan.carried = {title: carried for title, carried in game.carried.items() if title not in plan.absent}
    plan.code = [code for code in game.code if code.title not in plan.absent]
    _Collector(plan, bundle).collect()
    _find_pauses(plan)
    return plan


class _Collector:
    def __init__(self, plan: Plan, bundle: Bundle) -> None:
        self.plan = plan
        self.game = plan.game
        self.bundle = bundle
        self.home = bundle.home

    def collect(self) -> None:
        game, plan = self.game, self.plan
        plan.packs = {title: thing.pack for title, thing in self.bundle.things.items()}
        self.add_targets(game, "")
        for title, carried in plan.carried.items():
            self.add_targets(carried, title)
        self.add_bodies(game, "")
        for title, carried in plan.carried.items():
            self.add_bodies(carried, title)
        for node in game.standing:
            self.add_rule(node, "file", "", self.home.get(id(node), ""))
        for title, carried in plan.carried.items():
            pack = self.pack_of(title)
            self.plan.effects[title] = [self.add_rule(node, "effect", title, pack) for node in carried.standing]
        for code in plan.code:
            if code.code.entry == "steps":
                python = (
                    "c_"
                    + "_".join([code.title or "cell", *code.field.replace(".", "_").split()])
                    + f"_{len(plan.units)}"
                )
                unit = self.add_unit(python, f"{code.title}: {code.field}", list(code.params), code.nodes)
                unit.this = bool(code.title)
                unit.pack = self.pack_of(code.title)
                plan.fields[code.field].append(unit)
                plan.code_units[id(code)] = unit
                self.add_lasting(code.nodes, code.title, unit.pack)
        self.mark_scopes()
        moving = [t for t in plan.targets.values() if t.moving]
        for number, target in enumerate(moving):
            target.slot = number
        plan.slots = len(moving)
        if plan.whens:
            plan.when_slot = plan.slots
            plan.slots += 1

    def pack_of(self, title: str) -> str:
        thing = self.bundle.things.get(title)
        return thing.pack if thing is not None else ""

    def add_targets(self, of: symbols.Game | symbols.Carried, title: str) -> None:
        """All that rules may name, before any rule is read: an early body may answer a procedure that comes later."""
        name = f"{title}_" if title else ""
        for function in of.functions.values():
            self.add_target(function, f"f_{name}{function.name}")
        for procedure in of.procedures.values():
            self.add_target(procedure, f"p_{name}{procedure.name}")
        for action in of.actions.values():
            self.add_target(action, f"a_{name}{action.name}")

    def add_target(self, symbol: Any, python: str) -> Target:
        self.plan.targets[id(symbol)] = target = Target(symbol, python)
        return target

    def add_bodies(self, of: symbols.Game | symbols.Carried, title: str) -> None:
        for procedure in of.procedures.values():
            self.add_procedure(procedure, title)
        for action in of.actions.values():
            self.add_lasting(action.decl, title, self.home.get(id(action.decl), self.pack_of(title)))

    def add_procedure(self, symbol: symbols.Procedure, title: str) -> None:
        target = self.plan.target(symbol)
        node = symbol.decl
        assert isinstance(node, tree.ProcedureDecl)
        pack = self.home.get(id(node), self.pack_of(title))
        word = "phase" if symbol.is_phase else "procedure"
        unit = self.add_unit(target.python, f"{word} {symbol.name}", symbol.params, node.block, symbol.type)
        unit.target, unit.cites, unit.at, unit.this, unit.pack = target, node.cites, node.at, bool(title), pack
        target.body = unit
        self.add_lasting(node.block, title, pack)

    def add_unit(
        self, python: str, label: str, params: list[symbols.Local], block: list[tree.Step], result: Type = NOTHING
    ) -> Unit:
        unit = Unit(self.plan.next_number(), python, label, params, block, result)
        self.plan.units.append(unit)
        return unit

    def add_lasting(self, nodes: Any, title: str, pack: str) -> None:
        for node in walk(nodes):
            if isinstance(node, tree.Lasting) and id(node) not in self.plan.lasting:
                rules = [self.add_rule(rule, "until", title, pack) for rule in node.rules]
                self.plan.lasting[id(node)] = rules
                captures = _captured(node)
                for rule in rules:
                    rule.captures = captures
                    rule.once = node.once

    def add_rule(self, node: tree.Standing, origin: str, title: str, pack: str) -> Rule:
        name = label_of(node)
        rule = Rule(len(self.plan.rules), node, f"{title}: {name}" if title else name, origin, title, pack=pack)
        self.plan.rules.append(rule)
        if isinstance(node, tree.When):
            self.plan.whens.append(rule)
        else:
            target = self.plan.targets.get(id(node.head.ref))
            if target is None:  # a builtin procedure or function
                target = self.add_target(node.head.ref, f"hooked_{node.head.name}")
                target.native = True
            (target.rules if origin == "file" else target.moving).append(rule)
        if isinstance(node, tree.Hook | tree.When):
            params = [p for p in node.head.locals if p is not None]
            result = node.head.ref.type if isinstance(node, tree.Hook) and node.when == "instead" else NOTHING
            unit = self.add_unit(f"h{rule.number}_{node.head.name or 'when'}", rule.label, params, node.block, result)
            unit.rule, unit.cites, unit.at, unit.this, unit.pack = rule, node.cites, node.at, bool(title), pack
            rule.body = unit
            self.add_lasting(node.block, title, pack)
        return rule

    def mark_scopes(self) -> None:
        """Phases need a scope where something lasts until they end or start, asks for them, or is offered in them."""
        names: set[str] = set()
        game, every = self.game, self.plan.carried.values()
        for state in game.states.values():
            names.update([state.until[1]] if state.until else [])
        for kind in game.kinds.values():
            names.update(m.until[1] for m in kind.fields.values() if m.until)
        for carried in every:
            names.update(m.until[1] for m in carried.states.values() if m.until)
        roots = bodies_of(game, every, self.plan.code) + formulas_outside(game, every)
        for node in walk(roots):
            if isinstance(node, tree.Lasting):
                names.add(node.phase)
                (self.plan.starts if node.point == "start" else self.plan.ends).add(node.phase)
            elif isinstance(node, tree.ActionDecl):
                names.update(head.name for head in node.occasions)
                self.plan.once_in.update([node.once_in] if node.once_in else [])
            elif isinstance(node, tree.Call) and node.name == "in_phase":
                names.update(a.name for a in node.args if isinstance(a, tree.Name))
        names |= self.plan.once_in
        phases = [p.name for p in game.procedures.values() if p.is_phase and p.name in names]
        self.plan.scopes = {name: number for number, name in enumerate(phases)}


def _captured(node: tree.Lasting) -> list[symbols.Local]:
    """The locals used inside the rules of an `until` that are made outside it."""
    made: set[int] = set()
    used: dict[int, symbols.Local] = {}
    for inner in walk(node.rules):
        for attribute in ("local", "ref"):
            value = getattr(inner, attribute, None)
            if isinstance(value, symbols.Local) and (attribute == "local" or isinstance(inner, tree.Quantified)):
                made.add(id(value))
        if isinstance(inner, tree.Head):
            made.update(id(p) for p in inner.locals if p is not None)
        if isinstance(inner, tree.Name) and isinstance(inner.ref, symbols.Local):
            used.setdefault(id(inner.ref), inner.ref)
    return [local for number, local in used.items() if number not in made]


# ------------------------------------------------------------------------------------------------ pausing


def calls_of(plan: Plan, nodes: Any, unit: Unit | None) -> list[int]:
    """What the statements may lead to: ids of targets and of units (code in data), each once, in the order of the text.

    A set of ids would lie in another order in each process, and what is compiled would differ.
    """
    found: list[int] = []
    for node in walk(nodes):
        if isinstance(node, tree.Lasting):
            continue
        ref = getattr(node, "ref", None)
        if isinstance(node, tree.Call) and id(ref) in plan.targets:
            found.append(id(ref))
        if isinstance(node, tree.Call) and isinstance(ref, symbols.Builtin) and ref.name in ("resolve", "pay"):
            found += (id(t.symbol) for t in plan.targets.values() if isinstance(t.symbol, symbols.Action))
        if isinstance(node, tree.Run):
            found += (id(u) for u in _run_units(plan, node))
        if isinstance(node, tree.Proceed) and unit and unit.rule:
            found.append(id(unit.rule.node.head.ref))
        if isinstance(node, tree.Offer):
            found += (id(t.symbol) for t in plan.targets.values() if isinstance(t.symbol, symbols.Action))
    return list(dict.fromkeys(found))


def _run_units(plan: Plan, node: tree.Run) -> list[Unit]:
    code = node.code
    if isinstance(code, tree.Lookup):
        if code.ref is not None:
            return plan.fields.get(code.ref.name, [])
        code = code.of  # one of a list
    if isinstance(code, tree.Field):
        return plan.fields.get(code.name, [])
    return [unit for units in plan.fields.values() for unit in units]


def _find_pauses(plan: Plan) -> None:
    units = {id(u): u for u in plan.units}
    calls = {key: calls_of(plan, unit.block, unit) for key, unit in units.items()}
    action_calls: dict[int, list[int]] = {}
    for key, target in plan.targets.items():
        bodies = [target.body, *(rule.body for rule in target.rules + target.moving)]
        leads = [id(body) for body in bodies if body is not None]
        if isinstance(target.symbol, symbols.Action):
            leads += calls_of(plan, target.symbol.decl, None)
            if target.symbol.family is not None:
                leads.append(id(target.symbol.family))
        action_calls[key] = leads
    pausing = {key for key, unit in units.items() if any(_asks(node) for node in walk(unit.block))}
    for key, target in plan.targets.items():
        node = target.symbol.decl
        if isinstance(node, tree.ActionDecl):
            pausing.add(key)  # whoever resolves an action cannot know which
        if target.native and target.symbol.name in ("shuffle", "pay", "resolve"):
            pausing.add(key)
    when_bodies = {id(rule.body) for rule in plan.whens}
    edges = calls | action_calls
    changed = True
    while changed:
        changed = False
        for key, called in edges.items():
            if key not in pausing and not pausing.isdisjoint(called):
                pausing.add(key)
                changed = True
        if when_bodies & pausing:  # a `when` may ask at the end of any procedure
            more = {key for key, t in plan.targets.items() if t.body} - pausing
            pausing |= more
            changed = changed or bool(more)
    for key, unit in units.items():
        unit.pauses = key in pausing
    for key, target in plan.targets.items():
        target.pauses = key in pausing
    plan.calls, plan.reach = edges, (reach := all_reached(edges))
    by_whens = {key for body in when_bodies for key in reach[body]}
    for rule in plan.rules:
        if rule.body is not None and not isinstance(rule.node, tree.When):
            own, found = id(rule.node.head.ref), reach[id(rule.body)]
            fires = id(rule.body) in pausing or not found.isdisjoint(plan.targets)
            rule.own = own in found or (fires and own in by_whens)
    hooks = {id(rule.body) for rule in plan.rules if rule.body is not None}
    plan.loops = turning_points(edges, {key for key in hooks if key in reach[key]})


def _asks(node: tree.Node) -> bool:
    if isinstance(node, ASKING):
        return True
    ref = getattr(node, "ref", None)
    return (
        isinstance(node, tree.Call) and isinstance(ref, symbols.Builtin) and ref.name in ("shuffle", "resolve", "pay")
    )


def was_calls(rule: Rule) -> list[tree.Call]:
    """The `was(…)` in the condition and the body of an `after`."""
    inside = [part for part in (rule.node.where, *(rule.body.block if rule.body is not None else [])) if part]
    return [node for node in walk(inside) if isinstance(node, tree.Call) and node.name == "was"]


def was_places(rule: Rule, inst: str) -> dict[int, str]:
    """Where they are kept in the rule as it was when the original began: behind its captured values."""
    return {id(call.args[0]): f"{inst}[2][{len(rule.captures) + n}]" for n, call in enumerate(was_calls(rule))}
