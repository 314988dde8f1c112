"""Which phases run where, and which of them need no entry on `S.scopes` while they run.

The place of a statement usually determines the running phases: a body is inside a phase if every path from the start of
the game leads through that phase. Tests for it need no entry. A phase is therefore quiet if it has no
parameters, never runs inside itself, and

* each offer of its actions is at a place where it is known whether the phase runs, and no formula asks for the phase;
* rules that last until its end, and actions limited to once in it, start only inside it: the number of the phase
  identifies them, because only one can run;
* its states change only inside it, and have a number, a word, or yes or no as their initial value: they have this value
  outside it, so nothing happens when it begins, and they are reset when it ends.

Code outside the rules reads the running phases from the frames.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, replace

from ...lang import tree
from ...lang.walk import walk
from ..layout.values import Value
from ..typing import symbols
from ..typing.builtins import OF_PHASES
from ..typing.in_game import bodies_of, formulas_outside, phases_read
from ..typing.offers import belongs
from .actions import binds, is_late, occasions, offered, once_in
from .constants import UNKNOWN, constant_of
from .first import first_constant
from .pausing import done_in
from .units import Flat, Plan, Unit


@dataclass(frozen=True, slots=True)
class Done:
    """A place where something is done: the id by which the graph of calls has it, its statements, and its unit."""

    key: int
    nodes: Sequence[tree.Node]
    unit: Unit | None


def settle_phases(plan: Plan) -> Plan:
    """The plan with `anywhere`, `inside`, `quiet` and `anew`."""
    if not plan.scopes:
        return plan
    begun = begun_anywhere(plan)
    led_to = {*begun, *(key for root in begun for key in plan.reach.get(root, ()))}
    plan = replace(plan, anywhere=frozenset(led_to))
    plan = replace(plan, inside=_inside(plan, begun))
    states = {name: settled_states(plan, name) for name in plan.scopes}
    noisy = _noisy(plan, begun) | {name for name, settled in states.items() if settled is None}
    quiet = [name for name in plan.scopes if name not in noisy]
    anew = {state: name for name in quiet for state in states[name] or ()}
    return replace(plan, quiet=frozenset(quiet), anew=anew)


def begun_anywhere(plan: Plan) -> list[int]:
    """Code that runs in any phase, by id: the targets of pending calls, and the bodies of `when`."""
    waiting = [node.call.ref for node in walk(plan.bodies) if isinstance(node, tree.Pending)]
    return [*map(id, waiting), *(id(rule.body) for rule in plan.whens)]


def phases_asked(
    plan: Plan, flat: Flat, node: tree.Offer, unit: Unit | None, sure: Set[str] = frozenset()
) -> tuple[str, ...] | None:
    """The phases of which one must run for an offer to gather an action: none if it always does, None if it never
    does. `unit`: the unit of the offer; `sure`: phases that run whenever the offer does.
    """
    heads = occasions(flat)
    if not heads or node.occasion is not None:
        return () if belongs(heads, node.occasion) else None
    phases = [head.name for head in heads if head.ref is not None]
    here = id(unit) if unit is not None else -1
    if any(name in sure or here in plan.inside.get(name, ()) for name in phases):
        return ()
    if unit is not None and here not in plan.anywhere:
        phases = [name for name in phases if here in plan.reach[id(plan.game.procedures[name])]]
    return tuple(phases) or None


def settled_states(plan: Plan, phase: str) -> Mapping[str, Value | None] | None:
    """The states that are reset at the end of a phase, by name, with their initial values. None if these vary, or
    if they are not plain cells.
    """
    members = [member for kind in plan.game.kinds.values() for member in kind.fields.values()]
    members += [member for carried in plan.carried.values() for member in carried.states.values()]
    if any(member.until == ("end", phase) for member in members):
        return None
    found: dict[str, Value | None] = {}
    for state in plan.game.states.values():
        if state.until == ("end", phase):
            value = first_constant(plan, state)
            if plan.numbering.state_rows[id(state)].first < 0 or not (value is None or isinstance(value, int)):
                return None
            found[state.name] = value
    return found


def _done(plan: Plan) -> Iterator[Done]:
    """All code that runs in a game."""
    yield from (Done(id(unit), unit.block, unit) for unit in plan.units)
    for key, target in plan.targets.items():
        if isinstance(target.symbol, symbols.Action) and target.symbol.decl is not None:
            yield Done(key, [target.symbol.decl], None)


# ------------------------------------------------------------------------------------------------ inside and outside


def _inside(plan: Plan, begun: Sequence[int]) -> dict[str, frozenset[int]]:
    main = plan.game.main
    roots = [*begun, *([id(main)] if main is not None else [])]
    may_wait = len(begun) > len(plan.whens) or plan.resolved  # calls that are taken up elsewhere
    taken = {} if may_wait else _taken_in(plan)
    every = plan.calls.keys()
    return {name: frozenset(every - _outside(plan, plan.game.procedures[name], roots, taken)) for name in plan.scopes}


def _outside(plan: Plan, phase: symbols.Procedure, begun: Sequence[int], taken: Mapping[int, set[int]]) -> set[int]:
    """Code that may run outside a phase, by id. `taken`: for actions, the phases of which one must run."""
    found: set[int] = set()
    waiting: set[int] = set()  # actions of phases not yet reached
    left = list(begun)
    while left:
        key = left.pop()
        if key == id(phase) or key in found:
            continue
        if key in taken and found.isdisjoint(taken[key]):
            waiting.add(key)
            continue
        found.add(key)
        left += plan.calls.get(key, ())
        left += [action for action in waiting if key in taken[action]]
    return found


def _taken_in(plan: Plan) -> dict[int, set[int]]:
    """For actions, by id, that are taken only where they are offered, and only in phases: the ids of these."""
    found: dict[int, set[int]] = {}
    free: set[int] = set()
    for flat in plan.flat:
        heads = occasions(flat)
        for action in flat.chain:
            found.setdefault(id(action), set()).update(id(head.ref) for head in heads)
            if not heads or any(head.ref is None for head in heads):
                free.add(id(action))
    return {action: phases for action, phases in found.items() if action not in free}


# ------------------------------------------------------------------------------------------------ who asks


def _noisy(plan: Plan, begun: Sequence[int]) -> set[str]:
    """The phases for which something asks, or that may run when it is not known."""
    procedures = plan.game.procedures
    noisy = {name for name in plan.scopes if procedures[name].params} | _asked_by_formulas(plan)
    for name in plan.scopes:
        own = id(procedures[name])
        noisy |= {name} if any(own in plan.reach.get(key, ()) for key in (own, *begun)) else set()
    for place in _done(plan):
        for node in done_in(place.nodes):
            noisy |= _needed_at(plan, place, node)
    for flat in plan.flat:
        once = once_in(flat)
        if once is not None and id(flat.symbol) not in plan.inside[once]:
            noisy.add(once)
        if binds(flat) or is_late(flat):
            noisy.update(head.name for head in occasions(flat) if head.ref is not None)
    return noisy


def _needed_at(plan: Plan, place: Done, node: tree.Node) -> set[str]:
    """The phases whose entries a statement needs."""
    if isinstance(node, tree.Lasting):
        return {node.phase} if node.point == "end" and place.key not in plan.inside[node.phase] else set()
    if isinstance(node, tree.Offer):
        asked = [phases_asked(plan, flat, node, place.unit) for flat in offered(plan, node)]
        return {name for names in asked for name in names or ()}
    if isinstance(node, tree.Change):
        ends = {_ends_with(part) for part in walk(node.target)}
        return {phase for phase in ends if phase in plan.inside and place.key not in plan.inside[phase]}
    return set()


def _ends_with(node: tree.Node) -> str:
    """The phase with whose end a state goes back."""
    ref = node.ref if isinstance(node, tree.Expression) else None
    until = ref.until if isinstance(ref, symbols.State | symbols.Member) else None
    return until[1] if until is not None and until[0] == "end" else ""


def _asked_by_formulas(plan: Plan) -> set[str]:
    """The phases for which formulas ask, but for those that are decided as the options are set."""
    every = plan.carried.values()
    found: set[str] = set()
    known: set[int] = set()
    for node in walk([*bodies_of(plan.game, every, plan.code), *formulas_outside(plan.game, every)]):
        if isinstance(node, tree.And | tree.Or):
            calls = [n for n in walk(node) if isinstance(n, tree.Call) and n.name in OF_PHASES]
            if calls and constant_of(plan, node) is not UNKNOWN:
                known.update(map(id, calls))
        elif isinstance(node, tree.Call) and node.name in OF_PHASES and id(node) not in known:
            found.update(phases_read(node, plan.scopes))
    return found
