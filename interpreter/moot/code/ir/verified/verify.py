"""Whether units are valid. Any finding is a bug in the compiler, never in the rules: it is reported with the rule
line from which the unit was made, so that the user can send it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from ..text import NUMBERS_ALONE, Naming, node_text
from ..units import RuleLine, Unit
from ..walk import Node
from .statements import StatementVerifier

_MOST_TOLD = 20


@dataclass(frozen=True, slots=True)
class IllMade:
    """An invalid node. `rule`: the rule line it was made for; `node`: as text."""

    unit: str
    rule: int
    node: str
    what: str


class IllMadeError(Exception):
    """Units that are not well made. `after`: the stage or pass that made them."""

    def __init__(self, faults: Sequence[IllMade], after: str, lines: Sequence[RuleLine]) -> None:
        self.faults = tuple(faults)
        self.after = after
        told = [_fault_text(fault, lines) for fault in faults[:_MOST_TOLD]]
        if len(faults) > _MOST_TOLD:
            told.append(f"and {len(faults) - _MOST_TOLD} more")
        head = (
            f"the compiled rules are not valid{f' (after {after})' if after else ''}; please report this with the pack"
        )
        super().__init__("\n  ".join([head, *told]))


def faults_of(unit: Unit, units: Mapping[str, Unit] | None = None, naming: Naming = NUMBERS_ALONE) -> list[IllMade]:
    """All errors of a unit. `units`: those that it may name; without them names are not looked up."""
    found: list[IllMade] = []

    def wrong(node: Node, what: str) -> None:
        found.append(IllMade(unit.name, statements.rule, node_text(node, naming), what))

    statements = StatementVerifier(unit, wrong, units)
    statements.check()
    return found


def verify(
    units: Iterable[Unit],
    after: str = "",
    lines: Sequence[RuleLine] = (),
    naming: Naming = NUMBERS_ALONE,
    beside: Mapping[str, Unit] | None = None,
) -> None:
    """Raises IllMadeError, with all faults at once, unless every unit is well made.

    `after`: the stage or pass that made them. `lines`: the lines of the rules, to name them. `beside`: units that these
    may call, and that are not looked at.
    """
    looked_at = tuple(units)
    by_name = {**(beside or {}), **{unit.name: unit for unit in looked_at}}
    found = [
        IllMade(unit.name, unit.rule, unit.name, "two units with this name")
        for unit in looked_at
        if by_name[unit.name] is not unit
    ]
    for unit in looked_at:
        found += faults_of(unit, by_name, naming)
    if found:
        raise IllMadeError(found, after, lines)


def _fault_text(fault: IllMade, lines: Sequence[RuleLine]) -> str:
    line = lines[fault.rule] if 0 <= fault.rule < len(lines) else None
    place = f"{line.file}:{line.line}: {line.label}" if line is not None else f"line {fault.rule} of the rules"
    return f"{place}: in `{fault.unit}`, `{fault.node}`: {fault.what}"
