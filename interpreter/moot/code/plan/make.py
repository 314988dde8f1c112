"""From a numbered game to its plan, step by step."""

from __future__ import annotations

from dataclasses import replace

from ...pack.model.bundle import Bundle
from ..layout.numbering import Numbering
from .actions import are_answered, are_resolved, flat_actions
from .collect import collect, set_parts
from .constants import dead_rules
from .pausing import find_calls, led_to_by_costs, was_calls
from .phases import settle_phases
from .units import Plan


def make_plan(numbering: Numbering, bundle: Bundle) -> Plan:
    """Collect everything and give it numbers; find out what pauses, which rules are dead, which phases run where."""
    plan = collect(numbering, bundle)
    found = find_calls(plan)
    plan = replace(plan, calls=found.calls, reach=found.reach, loops=found.loops, pausing=found.pausing)
    plan = replace(
        plan,
        was_rules=frozenset(rule.number for rule in plan.rules if was_calls(rule)),
        in_costs=led_to_by_costs(plan),
    )
    dead, modified = dead_rules(plan)
    for target in plan.targets.values():
        set_parts(
            target,
            rules=tuple(rule for rule in target.rules if rule.number not in dead),
            moving=tuple(rule for rule in target.moving if rule.number not in dead),
        )
    plan = replace(plan, dead=dead, modified=modified, flat=flat_actions(plan))
    plan = replace(plan, answered=are_answered(plan), resolved=are_resolved(plan))
    return settle_phases(plan)
