"""The meaning of `x.name`: a field or state of a thing, of a subtype of it, or of a pending call; and the kind of x."""

from __future__ import annotations

from ...lang import tree
from ...lang.formula_text import formula_text
from ...lang.spelling import nearest
from .asked import the_thing_itself, type_of
from .boards import due_of_number
from .builtins import CALL_FIELDS, TITLE
from .fits import PLAYER, bases, fits, join, or_none, related, sorts, type_phrase
from .gathered import bringer
from .names import check_args, listed, unknown, unknown_kind
from .scope import How, Place, what
from .symbols import Action, Builtin, CallField, Function, Local, Member, Procedure, State, Symbol, Zone
from .types import ANY, BOOL, CALL, NONE, STRING, THING, Code, OrNone, Thing, Type, bare
from .types import Zone as ZoneType


def members(place: Place, of: Type, called: str) -> list[Member]:
    """The fields of that name that a thing of the type may have: those of its kind, or else of its subtypes."""
    game = place.game
    if not isinstance(of, Thing):
        return []
    if of != THING:
        kind = game.kinds.get(of.kind)
        if kind is None:
            return []
        if called in kind.fields:
            return [kind.fields[called]]
        below = sorts(kind)
    else:
        lie: set[str] = set()
        for zone in game.zones.values():
            ends = [p.type for p in zone.params] + ([zone.type.item] if isinstance(zone.type, ZoneType) else [])
            lie.update(b for end in ends if isinstance(end, Thing) for b in bases(game, end.kind))
        below = [k for k in game.kinds.values() if not lie.isdisjoint(bases(game, k.name))]
    found: list[Member] = []
    for kind in below:
        member = kind.fields.get(called)
        if member is not None and member not in found:
            found.append(member)
    return found


def _member_type(of: Type, member: Member, direct: bool) -> Type:
    """The type of the value: of none, or of a thing of another sort, it may be none."""
    result = member.type
    if isinstance(of, OrNone) or (not direct and result != BOOL):
        return or_none(result)
    return result


def _find_member(place: Place, node: tree.Field | tree.FieldCall, of: Type) -> Member | CallField | Builtin | None:
    inner = bare(of)
    if inner == CALL:
        return _call_field(place, node)
    if isinstance(inner, Thing) and node.name == "title":
        return TITLE
    if place.carried is not None and isinstance(node.of, tree.Name) and node.of.name == "this":
        own = place.carried.states.get(node.name)
        if own is not None:
            return own
    found = members(place, inner, node.name)
    if len(found) > 1:  # a formula with parameters is called, everything else is not
        found = [m for m in found if _takes_arguments(m) == isinstance(node, tree.FieldCall)] or found
    if len(found) == 1:
        return found[0]
    if inner == ANY:
        _untold(place, node)
        return None
    if found:
        kinds = listed(f"`{m.kind}`" for m in found)
        hint = f"{kinds} have this field: give the value a kind with a parameter or a typed function"
        message = f"`{node.name}` of {type_phrase(inner)} is ambiguous: several fields have this name"
        place.report.error("ambiguous-field", message, node.at, hint)
        return None
    if not isinstance(inner, Thing):
        hint = the_thing_itself(node.of) or _called_instead(place, node, inner)
        place.report.error("no-fields", f"{type_phrase(inner)} has no fields", node.at, hint)
        return None
    if hint := _called_instead(place, node, inner):
        place.report.error("unknown-field", f"{type_phrase(inner)} has no field `{node.name}`", node.at, hint)
        return None
    known: dict[str, Symbol] = {}
    kind = place.game.kinds.get(inner.kind)
    for sort in [kind, *sorts(kind)] if kind is not None else place.game.kinds.values():
        known.update(sort.fields)
    unknown(place, "unknown-field", f"{type_phrase(inner)} has no field `{node.name}`", node.name, node.at, known)
    return None


def _called_instead(place: Place, node: tree.Field | tree.FieldCall, of: Type) -> str:
    """How to read a state, zone or function of this, written here as if it were a field."""
    other = place.world.callables.get(node.name)
    if not isinstance(other, State | Zone | Function) or not other.params:
        return ""
    if not fits(place.game, of, other.params[0].type):
        return ""
    given = ", ".join([formula_text(node.of), *(param.name for param in other.params[1:])])
    return f"`{node.name}` is {what(other)}: write `{node.name}({given})`"


def _untold(place: Place, node: tree.Field | tree.FieldCall) -> None:
    """A field of a value of any type, as with calls that have one parameter name but several types. If an error
    made it so, that has been reported.
    """
    if place.report.failed or place.report.lost:
        return
    message = f"cannot find which field `{node.name}` is"
    hint = "give the value a kind: pass it to a parameter, or to a typed function"
    place.report.error("ambiguous-field", message, node.at, hint)


def _takes_arguments(member: Member) -> bool:
    code = bare(member.type)
    return isinstance(code, Code) and bool(code.params)


def _call_field(place: Place, node: tree.Field | tree.FieldCall) -> CallField | None:
    game = place.game
    if node.name in CALL_FIELDS:
        types = {"player": or_none(PLAYER), "action": STRING}  # a pending procedure belongs to no player
        return CallField(node.name, types.get(node.name, or_none(bringer(game))))
    found: list[Type] = []
    callees: list[Procedure | Action] = [*game.actions.values(), *game.procedures.values()]
    for carried in game.carried.values():
        callees += [*carried.actions.values(), *carried.procedures.values()]
    known: set[str] = set(CALL_FIELDS)
    for callee in callees:
        for param in callee.params:
            known.add(param.name)
            if param.name == node.name and param.type not in found:
                found.append(param.type)
    if not found:
        message = f"no action or procedure has a parameter `{node.name}`"
        place.report.error("unknown-field", message, node.at, nearest(node.name, known))
        return None
    joined: Type | None = found[0]
    for of in found[1:]:
        joined = join(game, joined, of) if joined is not None else None
    return CallField(node.name, or_none(joined) if joined is not None else ANY)


def field(place: Place, node: tree.Field, due: Type | None, how: How) -> Type:
    of = type_of(place, node.of, due_of_number(place, node.of))
    found = _find_member(place, node, of)
    node.ref = found
    if found is None:
        return ANY
    if isinstance(found, CallField | Builtin):
        return or_none(found.type) if isinstance(of, OrNone) else found.type
    kind = bare(of)
    declared = place.game.kinds.get(kind.kind) if isinstance(kind, Thing) else None
    direct = (declared is not None and node.name in declared.fields) or found.title != ""
    result = _member_type(of, found, direct)
    code = bare(found.type)
    if isinstance(code, Code) and code.entry == "formula":
        if code.params:
            place.report.error("wrong-arity", f"`{node.name}` is `{code}`, so it takes arguments", node.at)
            return ANY
        return or_none(code.result) if isinstance(result, OrNone) else code.result
    return result


def field_call(place: Place, node: tree.FieldCall, due: Type | None, how: How) -> Type:
    of = type_of(place, node.of, due_of_number(place, node.of))
    found = _find_member(place, node, of)
    node.ref = found
    code = bare(found.type) if found is not None else ANY
    if not isinstance(code, Code) or code.entry != "formula":
        for argument in node.args:
            type_of(place, argument)
        if found is not None and not getattr(found.decl, "params", None):
            hint = "perform steps with `run`" if isinstance(code, Code) else f"write `.{node.name}` alone"
            place.report.error("not-callable", f"`{node.name}` is not a formula with parameters", node.at, hint)
        return ANY
    assert found is not None
    callee = State(found.name, code.result, found.decl, [Local(n, t) for n, t in code.params])
    check_args(place, callee, node.args, node)
    return code.result if not isinstance(found.type, OrNone) and not isinstance(of, OrNone) else or_none(code.result)


def is_a(place: Place, node: tree.Is, due: Type | None, how: How) -> Type:
    of = type_of(place, node.of, None, how)
    inner = bare(of)
    game = place.game
    actions: dict[str, Symbol] = dict(game.actions)
    if place.carried is not None:
        actions.update(place.carried.actions)
    if inner == CALL:
        node.ref = actions.get(node.name)
        if node.ref is None:
            at = node.at.word(node.name)
            unknown(place, "unknown-name", f"unknown action `{node.name}`", node.name, at, actions)
        return BOOL
    node.ref = game.kinds.get(node.name) or game.titles.get(node.name)
    if node.ref is None and inner == ANY:
        node.ref = actions.get(node.name)
    if node.ref is None:
        known = {**game.kinds, **game.titles}
        at = node.at.word(node.name)
        unknown(place, "unknown-name", f"unknown kind or thing `{node.name}`", node.name, at, known)
    elif isinstance(inner, Thing):
        asked = node.ref.type
        if isinstance(asked, Thing) and not related(game, asked, inner):
            place.report.error("unlike-types", f"{type_phrase(inner)} is never {type_phrase(asked)}", node.at)
    elif inner not in (ANY, NONE):
        place.report.error("wrong-type", f"`is` needs a thing or a call, not {type_phrase(of)}", node.at)
    return BOOL


def cast(place: Place, node: tree.Cast, due: Type | None, how: How) -> Type:
    """A thing as one of a kind; none if it is not."""
    of = type_of(place, node.of)
    inner, kind = bare(of), place.game.kinds.get(node.name)
    node.ref = kind
    if kind is None:
        unknown_kind(place, node.name, tree.Node(node.at.word(node.name)))
        return ANY
    if not isinstance(inner, Thing):
        if inner not in (ANY, NONE):
            message = f"`as` needs a thing, not {type_phrase(of)}"
            place.report.error("wrong-type", message, node.of.at)
        return or_none(kind.type)
    asked = Thing(kind.name)
    if not related(place.game, asked, inner):
        place.report.error("unlike-types", f"{type_phrase(inner)} is never {type_phrase(asked)}", node.at)
    return of if asked.kind in bases(place.game, inner.kind) else or_none(asked)
