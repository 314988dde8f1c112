"""Choices from which the other players draw conclusions, because only the chooser sees why they are legal.

A position notices these choices while `Position.notices` is EVERYBODY. The unit `choosable<n>` gives its options
again, in any position, so that guesses can be compared with it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from ...lang import tree
from ...lang.walk import walk
from ..ir import convert, make
from ..ir.expressions import Const, Expr
from ..ir.reps import TEXT
from ..ir.statements import Do, Return
from ..ir.units import Choosable, Unit
from ..plan.secrecy import reads_private
from ..typing import symbols
from .context import LineOrigin, Lowering
from .parts import packed


@dataclass(frozen=True, slots=True)
class Noticed:
    """The unit that gives the options again, and the values of the names that it reads, without that of the chooser."""

    unit: str
    given: Expr

    def add_to(self, low: Lowering, player: Expr, answer: Expr) -> None:
        """The choice was made."""
        low.out.append(Do("notice", (Const(TEXT, self.unit), player, answer, self.given)))


def noticed(
    low: Lowering,
    node: tree.Choose | tree.ChooseOne,
    tag: str,
    formulas: Sequence[tree.Formula],
    options: Callable[[Lowering], Expr],
    chooser: symbols.Local | None = None,
) -> Noticed | None:
    """Is None if the choice teaches nothing. `tag`: of the answer. `options`: lowers the formulas. `chooser`: the
    name for each player who chooses at once. It is then the first parameter.
    """
    if not reads_private(formulas) or low.this != make.NO_VALUE or low.was or low.pauses(list(formulas)):
        return None
    inside = [*walk(list(formulas))]
    own_names = {id(one.ref) for one in inside if isinstance(one, tree.Quantified)}
    own_names |= {id(chooser), id(getattr(node, "local", None))}
    read = [one.ref for one in inside if isinstance(one, tree.Name) and id(one.ref) in low.names]
    names = list(dict.fromkeys(ref for ref in read if id(ref) not in own_names))
    own = Lowering(low.stage, LineOrigin(low.place.label, node.at, low.cites, low.place.pack))
    params = [own.bind(ref, low.names[id(ref)].rep) for ref in ([chooser] if chooser is not None else []) + names]
    found = convert.frozen(options(own))
    own.out.append(Return(found))
    unit = f"choosable{len(low.stage.choosable)}"
    tags = tuple(low.names[id(ref)].rep.tag for ref in names)
    made = Unit(unit, "function", tuple(params), tuple(own.out), found.rep, rule=own.rule(node))
    low.stage.choosable.append(Choosable(made, tag, tags, chooser is not None))
    return Noticed(unit, packed([low.names[id(ref)] for ref in names]))
