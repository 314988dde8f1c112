"""The call graph, and pausing: code that prompts, or may call code that prompts.

Code in the rules of an `until` does not run at the place of the `until`: these rules are units of their own.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from ...lang import tree
from ...lang.walk import walk
from ..typing import symbols
from .call_graph import all_reached, turning_points
from .collect import set_parts
from .units import Plan, Rule, Unit

_ASKING = (tree.May, tree.Roll, tree.Choose, tree.ChooseTogether, tree.ChooseOne, tree.Pick, tree.Offer)
_ASKING_CALLS = ("shuffle", "resolve", "pay")

Nodes = tree.Node | Sequence[tree.Node] | None


@dataclass(frozen=True, slots=True)
class Calls:
    """calls: the direct callees of targets and units; reach: all callees. loops: at least one on each cycle of
    calls. pausing: code that pauses.
    """

    calls: dict[int, Sequence[int]]
    reach: dict[int, frozenset[int]]
    loops: frozenset[int]
    pausing: frozenset[int]


def done_in(nodes: Nodes) -> Iterator[tree.Node]:
    """The nodes of code that runs in place: all but the rules of an `until`."""
    return walk(nodes, tree.Lasting)


def pauses(plan: Plan, unit: Unit | None, nodes: Nodes) -> bool:
    """Whether statements or a formula may pause. `unit`: the unit of their body."""
    found = list(done_in(nodes))
    if any(map(asks, found)) or _proceeds_in_formula(found):
        return True
    return not plan.pausing.isdisjoint(_calls_in(plan, found, unit))


def asks(node: tree.Node) -> bool:
    """Whether a node asks somebody itself, or nature."""
    return isinstance(node, _ASKING) or _calls_builtin(node, _ASKING_CALLS)


def calls_of(plan: Plan, nodes: Nodes, unit: Unit | None) -> list[int]:
    """The possible callees of statements: ids of targets and of units (code in data), each once, in the order of the
    text.

    A set of ids would have a different order in each process, and so would the compiled code.
    """
    return list(dict.fromkeys(_calls_in(plan, done_in(nodes), unit)))


def _calls_in(plan: Plan, nodes: Iterable[tree.Node], unit: Unit | None) -> list[int]:
    found: list[int] = []
    for node in nodes:
        if isinstance(node, tree.Call) and id(node.ref) in plan.targets:
            found.append(id(node.ref))
        if isinstance(node, tree.Offer) or _calls_builtin(node, ("resolve", "pay")):
            found += (key for key, t in plan.targets.items() if isinstance(t.symbol, symbols.Action))
        if isinstance(node, tree.Run):
            found += map(id, run_units(plan, node))
        if isinstance(node, tree.Proceed) and unit is not None and unit.rule is not None:
            found.append(id(unit.rule.node.head.ref))
    return found


def run_units(plan: Plan, node: tree.Run) -> Sequence[Unit]:
    """The code in data that a `run` may mean: that of one field, if it says which."""
    code = node.code
    if isinstance(code, tree.Lookup):
        if code.ref is not None:
            return plan.fields.get(code.ref.name, ())
        code = code.of  # one of a list
    if isinstance(code, tree.Field):
        return plan.fields.get(code.name, ())
    return [unit for units in plan.fields.values() for unit in units]


def find_calls(plan: Plan) -> Calls:
    """Fills in what pauses, and which rules may lead to their own targets again."""
    units = {id(unit): unit for unit in plan.units}
    edges: dict[int, Sequence[int]] = {key: calls_of(plan, unit.block, unit) for key, unit in units.items()}
    edges |= {key: _leads(plan, key) for key in plan.targets}
    pausing = _pausing(plan, edges)
    reach = {key: frozenset(found) for key, found in all_reached(edges).items()}
    for key, unit in units.items():
        set_parts(unit, pauses=key in pausing)
    for key, target in plan.targets.items():
        set_parts(target, pauses=key in pausing)
    by_whens = {key for rule in plan.whens for key in reach[id(rule.body)]}
    for rule in plan.rules:
        if rule.body is not None and not isinstance(rule.node, tree.When):
            own, found = id(rule.node.head.ref), reach[id(rule.body)]
            fires = id(rule.body) in pausing or not found.isdisjoint(plan.targets)
            set_parts(rule, own=own in found or (fires and own in by_whens))
    hooks = [id(rule.body) for rule in plan.rules if rule.body is not None]
    loops = turning_points(edges, {key for key in hooks if key in reach[key]})
    return Calls(edges, reach, frozenset(loops), frozenset(pausing))


def _leads(plan: Plan, key: int) -> list[int]:
    """A target calls its body and the rules that hook it; an action calls its `do`, and its families."""
    target = plan.targets[key]
    bodies = [target.body, *(rule.body for rule in (*target.rules, *target.moving))]
    leads = [id(body) for body in bodies if body is not None]
    if isinstance(target.symbol, symbols.Action):
        leads += calls_of(plan, target.symbol.decl, None)
        leads += map(id, target.symbol.families)
    return leads


def _pausing(plan: Plan, edges: dict[int, Sequence[int]]) -> set[int]:
    pausing = {id(unit) for unit in plan.units if any(map(asks, done_in(unit.block)))}
    for key, target in plan.targets.items():
        if isinstance(target.symbol, symbols.Action):
            pausing.add(key)  # the code that resolves an action cannot know which
        if target.native and target.symbol.name in _ASKING_CALLS:
            pausing.add(key)
    bodies = {key for key, target in plan.targets.items() if target.body is not None}
    whens = {id(rule.body) for rule in plan.whens}
    before = -1
    while before != len(pausing):
        before = len(pausing)
        pausing |= {key for key, called in edges.items() if not pausing.isdisjoint(called)}
        if whens & pausing:  # a `when` may ask at the end of any procedure
            pausing |= bodies
    return pausing


def _calls_builtin(node: tree.Node, names: Sequence[str]) -> bool:
    return isinstance(node, tree.Call) and isinstance(node.ref, symbols.Builtin) and node.name in names


def _proceeds_in_formula(nodes: Sequence[tree.Node]) -> bool:
    """Whether a formula contains `proceed`: it runs before the formula, like a call that may pause."""
    proceeds = [node for node in nodes if isinstance(node, tree.Proceed)]
    whole = [node.proceed for node in nodes if isinstance(node, tree.ProceedStatement)] if proceeds else []
    return any(all(node is not one for one in whole) for node in proceeds)


# ------------------------------------------------------------------------------------------------ asking what was


def was_calls(rule: Rule) -> list[tree.Call]:
    """The `was(…)` in the condition and the body of an `after`."""
    inside = [*([rule.node.where] if rule.node.where is not None else []), *(rule.body.block if rule.body else [])]
    return [node for node in done_in(inside) if isinstance(node, tree.Call) and node.name == "was"]


def was_places(rule: Rule) -> dict[int, int]:
    """Where what they ask for is kept in the rule as it was when the original began, behind its captured values: by id
    of the formula.
    """
    return {id(call.args[0]): len(rule.captures) + place for place, call in enumerate(was_calls(rule))}


# ------------------------------------------------------------------------------------------------ costs


def led_to_by_costs(plan: Plan) -> frozenset[int]:
    """The possible callees of costs: there, a change that is clamped to a range means that the cost cannot be paid."""
    found: set[int] = set()
    waiting: list[Nodes] = [node.statement for node in walk(plan.bodies) if isinstance(node, tree.Cost)]
    while waiting:
        for called in calls_of(plan, waiting.pop(), None):
            target = plan.targets.get(called)
            if called not in found and target is not None and target.body is not None:
                waiting.append(target.body.block)
            found.add(called)
    return frozenset(found)
