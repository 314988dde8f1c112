"""How code of any kind is typed: the entry shared by formulas, statements and rules.

`expressions.formula` and `statements.step` choose the function for each kind; they come with the world.
"""

from __future__ import annotations

from collections.abc import Sequence

from ...lang import tree
from ...lang.formula_text import formula_text
from ...lang.source import Span
from .facts import Fact, add_facts
from .fits import PLAYER, fits, or_none, type_phrase
from .scope import How, Place
from .types import ANY, BOOL, EMPTY, NONE, NUMBER, PLACE, THING, ListOf, SetOf, Thing, Type, bare, is_number, item_of

ACTS_ONLY = "use it in `let`, `set` or `return`, or as the condition of `if`, `while` or `repeat`"


def type_of(place: Place, node: tree.Formula, due: Type | None = None, how: How = How.PURE) -> Type:
    """Resolve and type a formula. `due` helps to distinguish names and lists; it is not enforced (see `typed_as`)."""
    found = place.world.formula(place, node, due, how)
    node.type = found
    return found


def block(place: Place, statements: tree.Block | None, known: Sequence[Fact] = ()) -> None:
    """Type a block in a scope of its own. `known`: facts from conditions there."""
    inside = place.within()
    add_facts(inside, known, statements)
    for statement in statements or []:
        inside.world.step(inside, statement)


def typed_as(place: Place, node: tree.Formula, due: Type, how: How = How.PURE, or_nothing: bool = False) -> Type:
    """Type a formula where a value of type `due` is expected, and report any other type.

    `or_nothing`: none is accepted too.
    """
    found = type_of(place, node, due, how)
    if not fits(place.game, found, or_none(due) if or_nothing else due):
        message = f"expected {type_phrase(due)}, found {type_phrase(found)}"
        place.report.error("wrong-type", message, node.at, _advice(node, found, due), _holders(place, node, found, due))
        return ANY
    if isinstance(bare(due), SetOf) and isinstance(bare(found), ListOf):
        node.as_set = True
    return found


def players(place: Place, node: tree.Formula) -> None:
    """Type a player, or several in a set or list."""
    found = bare(type_of(place, node, PLAYER))
    one = found.item if isinstance(found, SetOf | ListOf) else found
    if found != EMPTY and not fits(place.game, one, PLAYER):
        message = f"expected a player or a list of players, found {type_phrase(found)}"
        place.report.error(
            "wrong-type", message, node.at, _advice(node, found, PLAYER), _holders(place, node, found, PLAYER)
        )


def the_thing_itself(node: tree.Formula) -> str:
    """How to ask for the thing with the most or the least, where the value was asked for."""
    if not isinstance(node, tree.Quantified) or node.quantifier not in ("most", "least"):
        return ""
    ordered = tree.Quantified(node.at, "each", node.name, node.over, node.where, node.of, None)
    end = "last" if node.quantifier == "most" else "first"
    return f"for the thing with the {node.quantifier} value write `{end}({formula_text(ordered)})`"


def _advice(node: tree.Formula, found: Type, due: Type) -> str:
    if isinstance(bare(due), Thing) and (hint := the_thing_itself(node)):
        return hint
    if found == NONE:
        return "add `or none` to its type"
    if due == BOOL and is_number(bare(found)):
        return "compare it with something, as in `… > 0`"
    return ""


def _holders(place: Place, node: tree.Formula, found: Type, due: Type) -> list[tuple[Span, str]]:
    """Where `holder` may give a thing of any kind: the zones by which it does."""
    if not isinstance(node, tree.Call) or node.name != "holder" or bare(found) != THING:
        return []
    zones = [zone for zone in place.game.zones.values() if zone.params and zone.decl is not None]
    others = [zone for zone in zones if not fits(place.game, zone.params[0].type, due)]
    return [(zone.decl.at, f"`{zone.name}` holds another kind") for zone in others if zone.decl]


def condition(place: Place, node: tree.Formula, how: How = How.PURE) -> None:
    typed_as(place, node, BOOL, how)


def number(place: Place, node: tree.Formula, how: How = How.PURE) -> Type:
    return typed_as(place, node, NUMBER, how, or_nothing=True)


def items(place: Place, node: tree.Formula, how: How = How.PURE) -> Type:
    """Type a set, list, zone or range, and return the type of its members."""
    found = type_of(place, node, None, how)
    if bare(found) == PLACE:
        return THING
    if found == NONE:
        return ANY
    item = item_of(found)
    if item is None:
        place.report.error("wrong-type", f"expected a set, list or zone, found {type_phrase(found)}", node.at)
        return ANY
    return item


def plain_number(node: tree.Formula | None) -> int | None:
    """The number that a formula of plain numbers gives."""
    if isinstance(node, tree.Number):
        return node.value
    if isinstance(node, tree.Minus):
        inner = plain_number(node.of)
        return None if inner is None else -inner
    if isinstance(node, tree.Arithmetic):
        left, right = plain_number(node.left), plain_number(node.right)
        if left is None or right is None or (node.op in "/%" and right == 0):
            return None
        results = {"+": left + right, "-": left - right, "*": left * right}
        return results[node.op] if node.op in results else left // right if node.op == "/" else left % right
    return None


def require(place: Place, node: tree.Require) -> None:
    condition(place, node.condition)
    if node.reason is not None:
        type_of(place, node.reason)
