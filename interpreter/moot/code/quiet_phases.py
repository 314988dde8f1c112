"""Phases that lay no entry upon `S.scopes` while they run: all that asks for them is answered without one.

Where a statement stands says mostly which phases run there: a body is inside a phase if no way from the beginning of
the game leads to it but through that phase. So a phase is quiet if it has no parameters, never runs inside itself, and

* each offer of actions that belong to it stands where it is known whether it runs, and no formula asks for it;
* what lasts until its end, and what may be done once in it, begins inside it alone: that is known by the number of the
  phase, as no other of the kind can be meant;
* its states are changed inside it alone and have a number, a word or yes or no as first value: outside they hold it,
  so nothing has to be done as it begins, and as it ends they are set to that.

Whoever looks at a position from outside the rules is told by the frames (`open` of a program's index).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ..lang import tree
from ..lang.walk import walk
from .build import Build
from .flat_action import are_resolved, flat_actions, offered
from .old_plan import Plan, Unit
from .typing import symbols
from .typing.in_game import bodies_of, formulas_outside
from .write_expression import ExpressionWriter
from .write_gather import Gatherer
from .write_offered import begun_anywhere, phases_asked
from .write_state import settled_states

Place = tuple[int, Any, Unit | None]  # the id by which the graph of calls has it, its statements, and its unit


def settle_phases(build: Build) -> None:
    """Fill `build.inside`, `build.quiet` and `build.anew`."""
    plan, procedures = build.plan, build.game.procedures
    if not plan.scopes:
        return
    main, anywhere = build.game.main, begun_anywhere(build)
    begun = [*anywhere, *([id(main)] if main is not None else [])]
    may_wait = len(anywhere) > len(plan.whens) or are_resolved(build)  # calls that are taken up elsewhere
    occasions = {} if may_wait else _occasions(build)
    for name in plan.scopes:
        build.inside[name] = plan.calls.keys() - _outside(plan, procedures[name], begun, occasions)
    noisy = {name for name in plan.scopes if procedures[name].params}
    for name in plan.scopes:
        own = id(procedures[name])
        noisy |= {name} if any(own in plan.reach.get(key, ()) for key in (own, *anywhere)) else set()
    noisy |= _asked_by_formulas(build)
    for key, nodes, unit in _places(plan):
        for node in walk(nodes):
            if isinstance(node, tree.Lasting) and node.point == "end" and key not in build.inside[node.phase]:
                noisy.add(node.phase)
            elif isinstance(node, tree.Offer):
                asked = (phases_asked(build, flat, node, unit, set()) for flat in offered(build, node))
                noisy.update(name for names in asked for name in names or ())
            elif isinstance(node, tree.Change):
                for part in walk([node.target]):
                    phase = _ends_with(getattr(part, "ref", None))
                    noisy |= {phase} if phase in build.inside and key not in build.inside[phase] else set()
    for flat in flat_actions(build):
        action = Gatherer(build, flat, False)
        once = action.replaced("once_in")[1]
        if once is not None and id(flat.symbol) not in build.inside[once]:
            noisy.add(once)
        if action.binds() or action.is_late():
            noisy.update(head.name for head in action.heads()[0] if head.ref is not None)
    for name in plan.scopes:
        states = settled_states(build, name)
        if name not in noisy and states is not None:
            build.quiet.add(name)
            build.anew.update(dict.fromkeys(states, name))


def _places(plan: Plan) -> Iterator[Place]:
    """All that is done in a game."""
    yield from ((id(unit), unit.block, unit) for unit in plan.units)
    for key, target in plan.targets.items():
        if isinstance(target.symbol, symbols.Action):
            yield key, [target.symbol.decl], None


def _ends_with(ref: Any) -> str:
    """The phase with whose end a state goes back."""
    until = ref.until if isinstance(ref, symbols.State | symbols.Member) else None
    return until[1] if until is not None and until[0] == "end" else ""


# ------------------------------------------------------------------------------------------------ inside and outside


def _outside(plan: Plan, phase: symbols.Procedure, begun: list[int], occasions: dict[int, set[int]]) -> set[int]:
    """What may be done while a phase does not run, by id. `occasions`: of actions the phases of which one must run."""
    found: set[int] = set()
    waiting: set[int] = set()  # actions of phases that have not been come to
    left = begun[:]
    while left:
        key = left.pop()
        if key == id(phase) or key in found:
            continue
        if key in occasions and found.isdisjoint(occasions[key]):
            waiting.add(key)
            continue
        found.add(key)
        left += plan.calls.get(key, ())
        left += [action for action in waiting if key in occasions[action]]
    return found


def _occasions(build: Build) -> dict[int, set[int]]:
    """Of actions, by id, that are taken only where they are offered, and only in phases: the ids of these."""
    found: dict[int, set[int]] = {}
    free: set[int] = set()
    for flat in flat_actions(build):
        heads = Gatherer(build, flat, False).heads()[0]
        for action in flat.chain:
            found.setdefault(id(action), set()).update(id(head.ref) for head in heads)
            if not heads or any(head.ref is None for head in heads):
                free.add(id(action))
    return {action: phases for action, phases in found.items() if action not in free}


# ------------------------------------------------------------------------------------------------ who asks


def _asked_by_formulas(build: Build) -> set[str]:
    """The phases for which formulas ask, but for those that are known as the options are set."""
    every = build.plan.carried.values()
    roots = bodies_of(build.game, every, build.plan.code) + formulas_outside(build.game, every)
    found: set[str] = set()
    known: set[int] = set()
    for node in walk(roots):
        if isinstance(node, tree.And | tree.Or):
            parts = list(walk([node]))
            calls = [n for n in parts if isinstance(n, tree.Call) and n.name == "in_phase"]
            if calls and not any(map(_is_beside, parts)) and "in_phase(" not in _written(build, node):
                known.update(map(id, calls))
        elif isinstance(node, tree.Call) and node.name == "in_phase" and id(node) not in known:
            found.update(one.name for one in node.args if isinstance(one, tree.Name | tree.Call))
    return found


def _is_beside(node: tree.Node) -> bool:
    """Whether it is done before the formula in which it stands, which is then written part by part."""
    read_before = isinstance(node, tree.Call) and node.name == "was"
    return read_before or isinstance(node, tree.May | tree.Roll | tree.Proceed)


def _written(build: Build, node: tree.Formula) -> str:
    writer = ExpressionWriter(build, this="this")
    for part in walk([node]):
        ref = getattr(part, "ref", None)
        if isinstance(part, tree.Name) and isinstance(ref, symbols.Local):
            writer.bind(ref)
    return writer.test(node)
