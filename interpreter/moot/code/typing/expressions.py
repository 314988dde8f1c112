"""Types of formulas: every name resolved, every expression given its type. Mistakes go to the report, once each."""

from __future__ import annotations

from typing import assert_never

from ...lang import tree
from ...lang.diagnostic import with_article
from ...lang.spelling import nearest
from . import sets
from .asked import ACTS_ONLY, condition, items, number, plain_number, type_of, typed_as
from .boards import due_board, lost_board, place_of_number
from .data_values import literal
from .facts import facts_of, with_facts
from .fields import cast, field, field_call, is_a
from .fits import PLAYER, join, may_be_equal, or_none, type_phrase
from .gathered import not_a_value
from .names import call, check_args, name, prefers_context, unknown_kind
from .scope import How, Place, what
from .symbols import Kind
from .types import (
    ANY,
    BOOL,
    CALL,
    EMPTY,
    NONE,
    NOTHING,
    NUMBER,
    STRING,
    THING,
    Bounded,
    Dice,
    ListOf,
    Names,
    OrNone,
    SetOf,
    Thing,
    Type,
    Zone,
    bare,
    is_mask,
    is_number,
    item_of,
)

# ------------------------------------------------------------------------------------------------ which kind of formula


def formula(place: Place, node: tree.Formula, due: Type | None, how: How) -> Type:
    """Type a formula of any kind. The most frequent kinds are tested first."""
    match node:
        case tree.Name():
            return name(place, node, due, how)
        case tree.Call():
            return call(place, node, due, how)
        case tree.Compare():
            return _compare(place, node, due, how)
        case tree.Number():
            return _number(place, node, due, how)
        case tree.Field():
            return field(place, node, due, how)
        case tree.And() | tree.Or():
            return _all_of(place, node, due, how)
        case tree.Quantified():
            return sets.quantified(place, node, due, how)
        case tree.Arithmetic():
            return _arithmetic(place, node, due, how)
        case tree.Text():
            return _text(place, node, due, how)
        case tree.Bool():
            return _bool(place, node, due, how)
        case tree.NoneValue():
            return _none(place, node, due, how)
        case tree.ListOf():
            return sets.list_of(place, node, due, how)
        case tree.Roll():
            return _roll(place, node, due, how)
        case tree.New():
            return _new(place, node, due, how)
        case tree.Literal():
            return _literal(place, node, due, how)
        case tree.Pending():
            return _pending(place, node, due, how)
        case tree.Proceed():
            return _proceed(place, node, due, how)
        case tree.FieldCall():
            return field_call(place, node, due, how)
        case tree.Lookup():
            return _lookup(place, node, due, how)
        case tree.Minus():
            return _minus(place, node, due, how)
        case tree.In():
            return sets.member_of(place, node, due, how)
        case tree.Is():
            return is_a(place, node, due, how)
        case tree.Cast():
            return cast(place, node, due, how)
        case tree.May():
            return _may(place, node, due, how)
        case tree.Conditional():
            return _conditional(place, node, due, how)
        case tree.Not():
            return _not(place, node, due, how)
        case tree.Range():
            return sets.range_of(place, node, due, how)
        case _:
            assert_never(node)


# ------------------------------------------------------------------------------------------------ each kind


def _number(place: Place, node: tree.Number, due: Type | None, how: How) -> Type:
    board = due_board(place, due)
    if board is None:
        return ANY if due is not None and lost_board(place, due) else NUMBER
    return place_of_number(place, node, board)


def _text(place: Place, node: tree.Text, due: Type | None, how: How) -> Type:
    for part in node.parts:
        if isinstance(part, tree.Expression) and type_of(place, part) == NOTHING:
            place.report.error("wrong-type", "this has no value to show", part.at)
    return STRING


def _bool(place: Place, node: tree.Bool, due: Type | None, how: How) -> Type:
    return BOOL


def _none(place: Place, node: tree.NoneValue, due: Type | None, how: How) -> Type:
    return NONE


def _roll(place: Place, node: tree.Roll, due: Type | None, how: How) -> Type:
    if how < How.ACTS:
        place.report.error("no-effects-here", "a formula cannot roll dice here", node.at, ACTS_ONLY)
    if not isinstance(node.count, int):
        number(place, node.count, how)
    if node.each:
        return ListOf(Bounded(1, node.faces))
    return Dice(node.count, node.faces) if isinstance(node.count, int) else NUMBER


def _new(place: Place, node: tree.New, due: Type | None, how: How) -> Type:
    if how < How.MAKES:
        place.report.error("no-effects-here", "a formula cannot make anything here", node.at, ACTS_ONLY)
    kind = place.game.kinds.get(node.kind)
    if kind is None:
        for _, given in node.given:
            type_of(place, given)
        unknown_kind(place, node.kind, node)
        return ANY
    node.ref = kind
    names = _given(place, kind, node.given)
    for member in kind.fields.values():
        if isinstance(member.type, Thing) and member.default is None and member.name not in names:
            message = f"`new {kind.name}` does not set `{member.name}`, which cannot be none"
            place.report.error("missing-field", message, node.at, f"write `{member.name}: …`")
    return kind.type


def _given(place: Place, kind: Kind, pairs: list[tuple[str, tree.Formula]]) -> list[str]:
    """The names of the fields that are given."""
    for name_, given in pairs:
        member = kind.fields.get(name_)
        if member is None:
            hint = nearest(name_, kind.fields)
            place.report.error("unknown-field", f"`{kind.name}` has no field `{name_}`", given.at, hint)
            type_of(place, given)
        else:
            typed_as(place, given, member.type)
    names = [name_ for name_, _ in pairs]
    for before, (name_, given) in enumerate(pairs):
        if name_ in names[:before]:
            place.report.error("duplicate-name", f"`{name_}` is set twice", given.at)
    return names


def _literal(place: Place, node: tree.Literal, due: Type | None, how: How) -> Type:
    """A thing of a kind that nothing changes: the same thing wherever the same is written."""
    kind = place.game.kinds.get(node.kind)
    if kind is None:
        for _, given in node.given:
            type_of(place, given)
        called = place.world.callables.get(node.kind)
        if called is None:
            unknown_kind(place, node.kind, node)
        else:
            message = f"`{node.kind}` is {what(called)}, and takes its arguments in order"
            place.report.error("wrong-call", message, node.at, "remove the names and `:`")
        return ANY
    errors = place.report.errors
    names = _given(place, kind, node.given)
    why = not_a_value(place.world, kind)
    if why:
        message = f"{with_article(kind.name)} cannot be written as a value: {why}"
        place.report.error("no-literal", message, node.at, f"name it in YAML, or make it with `new {kind.name}(…)`")
    for name_, member in kind.fields.items():
        known = name_ in names or member.is_state or member.default is not None
        if not known and not isinstance(member.type, OrNone):
            message = f"missing `{name_}` of {with_article(kind.name)}"
            place.report.error("missing-field", message, node.at, f"write `{name_}: …`")
    if place.report.errors == errors:
        node.ref = literal(place.world, kind, dict(node.given), node)
    return kind.type


def _pending(place: Place, node: tree.Pending, due: Type | None, how: How) -> Type:
    if how < How.MAKES:
        place.report.error("no-effects-here", "a formula cannot make a pending call here", node.at, ACTS_ONLY)
    call(place, node.call, None, How.ACTS, waits=True)
    node.call.type = CALL
    if node.player is not None:
        typed_as(place, node.player, PLAYER, or_nothing=True)
    return CALL


def _proceed(place: Place, node: tree.Proceed, due: Type | None, how: How) -> Type:
    target = place.proceeds
    if how < How.ACTS:
        place.report.error("no-effects-here", "`proceed` cannot be inside a formula here", node.at, ACTS_ONLY)
    if target is None:
        place.report.error(
            "proceed-of-nothing",
            "use `proceed` only in `instead of` and in the `do` of a family of actions",
            node.at,
        )
        for argument in node.args or []:
            type_of(place, argument)
        return ANY
    params = list(getattr(target, "params", []))
    args = node.args or []
    if len(args) > len(params):
        place.report.error("wrong-arity", f"`{target.name}` takes at most {len(params)} arguments", node.at)
    for position, argument in enumerate(args):
        if position < len(params):
            typed_as(place, argument, params[position].type)
        else:
            type_of(place, argument)
    node.ref = target
    return target.type


def _lookup(place: Place, node: tree.Lookup, due: Type | None, how: How) -> Type:
    inner = How.PURE if how == How.PURE else How.ACTS
    if isinstance(node.of, tree.Name) and node.of.name in place.game.tables and not place.scope.find(node.of.name):
        table = place.game.tables[node.of.name]
        node.ref = node.of.ref = table
        node.of.type = table.type
        check_args(place, table, node.args, node, inner)
        return table.type
    item = items(place, node.of)
    for argument in node.args:
        number(place, argument, inner)
    if len(node.args) != 1:
        place.report.error("wrong-arity", "index a list with one number", node.at)
    return or_none(item)


def _minus(place: Place, node: tree.Minus, due: Type | None, how: How) -> Type:
    return OrNone(NUMBER) if isinstance(number(place, node.of, how), OrNone) else NUMBER


def _arithmetic(place: Place, node: tree.Arithmetic, due: Type | None, how: How) -> Type:
    collected = isinstance(bare(due) if due is not None else None, SetOf | ListOf)
    left = type_of(place, node.left, due if node.op == "+" or (node.op == "-" and collected) else None, how)
    collects = node.op in "+-" and isinstance(bare(left), SetOf | ListOf | Zone)
    right = type_of(place, node.right, left if collects else due if left == EMPTY else None, how)
    if node.op in "+-" and left == ANY and isinstance(bare(right), SetOf | ListOf):
        return bare(right)
    if left == EMPTY or (collects and right != ANY):
        item = item_of(right)
        taken = ListOf(item) if item is not None and node.op == "-" and not is_mask(left) else right
        lying = bare(left)
        first = SetOf(lying.item) if isinstance(lying, Zone) and isinstance(bare(taken), Zone) else left
        both = join(place.game, first, taken) if node.op in "+-" and item is not None else None
        if both is not None:
            found = both if node.op == "+" else bare(left)
            return SetOf(found.item) if isinstance(found, Zone) else found
        done = "subtract" if node.op == "-" else "join"
        message = f"cannot {done} these types: {type_phrase(left)} and {type_phrase(right)}"
        place.report.error("wrong-type", message, node.at)
        return ANY
    for side, found in ((node.left, left), (node.right, right)):
        if not (is_number(bare(found)) or found in (ANY, NONE)):
            place.report.error("wrong-type", f"expected a number, found {type_phrase(found)}", side.at)
            return ANY
    _check_division(place, node)
    return OrNone(NUMBER) if any(isinstance(t, OrNone) or t == NONE for t in (left, right)) else NUMBER


def _check_division(place: Place, node: tree.Arithmetic) -> None:
    if node.op not in "/%":
        return
    left, right = plain_number(node.left), plain_number(node.right)
    if right == 0:
        place.report.error("division-by-zero", "division by 0", node.at)
    elif node.op == "/" and left is not None and right is not None and left % right:
        lost = f"{left} / {right} is {left // right}: division rounds down"
        place.report.warn("division-loses", lost, node.at, f"write {left // right} if you mean that")


def pair(place: Place, left: tree.Formula, right: tree.Formula, how: How) -> tuple[Type, Type]:
    """Type two formulas that may determine each other's bare words."""
    if prefers_context(place, left) and not prefers_context(place, right):
        second = type_of(place, right, None, how)
        first = type_of(place, left, second, how)
    else:
        first = type_of(place, left, None, how)
        second = type_of(place, right, first, how)
    if bare(first) == THING != bare(second):  # for a holder, the other side determines the kind
        first = type_of(place, left, second, how)
    elif bare(second) == THING != bare(first):
        second = type_of(place, right, first, how)
    return first, second


def _compare(place: Place, node: tree.Compare, due: Type | None, how: How) -> Type:
    left, right = pair(place, node.left, node.right, how)
    if ANY in (left, right):
        return BOOL
    if node.op in ("=", "!="):
        if not may_be_equal(place.game, left, right):
            place.report.error(
                "unlike-types",
                f"these types are never equal: {type_phrase(left)} and {type_phrase(right)}",
                node.at,
                _unlike(left, right),
            )
        for side, other, found in ((node.left, right, left), (node.right, left, right)):
            if other == NONE and _never_none(side, found) and not _may_go(place, found):
                place.report.warn("never-none", f"this is {type_phrase(found)}, which is never none", side.at)
        return BOOL
    a, b = bare(left), bare(right)
    if not ((is_number(a) and is_number(b)) or (isinstance(a, Names) and a == b) or NONE in (a, b)):
        message = f"`{node.op}` compares two numbers or two names of one kind: this is {type_phrase(left)} and "
        place.report.error("unlike-types", message + type_phrase(right), node.at)
    return BOOL


def _unlike(left: Type, right: Type) -> str:
    if bare(left) == BOOL or bare(right) == BOOL:
        return "write a condition on its own: `x`, or `not x`"
    return ""


def _never_none(node: tree.Formula, found: Type) -> bool:
    decl = getattr(node.ref, "decl", None) if isinstance(node, tree.Name) else None
    chosen = isinstance(decl, tree.Choose | tree.Choice | tree.Pick)
    return not chosen and not isinstance(found, OrNone) and found not in (NONE, ANY)


def _may_go(place: Place, found: Type) -> bool:
    """Whether this is of a kind without printed values: a row, or a call, which may be gone by now."""
    if found == CALL:
        return True
    return isinstance(found, Thing) and not any(thing.kind == found.kind for thing in place.game.things.values())


def _may(place: Place, node: tree.May, due: Type | None, how: How) -> Type:
    if how < How.ACTS:
        place.report.error("no-effects-here", "a formula cannot prompt a player here", node.at, ACTS_ONLY)
    typed_as(place, node.player, PLAYER)
    type_of(place, node.prompt)
    return BOOL


def _not(place: Place, node: tree.Not, due: Type | None, how: How) -> Type:
    condition(place, node.of, how)
    return BOOL


def _conditional(place: Place, node: tree.Conditional, due: Type | None, how: How) -> Type:
    condition(place, node.condition, how)
    if_so, if_not = (with_facts(place, facts_of(place.game, node.condition, holds)) for holds in (True, False))
    if due is None and prefers_context(place, node.value):  # a bare word, whose meaning the other value determines
        otherwise = type_of(if_not, node.otherwise, None, how)
        value = type_of(if_so, node.value, otherwise, how)
    else:
        value = type_of(if_so, node.value, due, how)
        otherwise = type_of(if_not, node.otherwise, value if due is None else due, how)
    both = None if NOTHING in (value, otherwise) else join(place.game, value, otherwise)
    if both is None:
        message = f"expected the same type in both branches, found {type_phrase(value)} and {type_phrase(otherwise)}"
        place.report.error("wrong-type", message, node.otherwise.at)
        return ANY
    return both


def _all_of(place: Place, node: tree.And | tree.Or, due: Type | None, how: How) -> Type:
    for part in node.items:
        condition(place, part, how)
        place = with_facts(place, facts_of(place.game, part, isinstance(node, tree.And)))
    return BOOL
