"""The JSON Schema of a pack's own things, made from the kinds that its rules declare: for editors, and for people."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, assert_never

from ..lang import tree
from ..lang.formula_text import type_text
from .model.kinds import Kinds, code_of, needed, without_none
from .model.schema import THINGS

_CODE = {
    "steps": "Steps, done in order. Write several lines under `|`.",
    "standing": "Declarations that hold while the thing is in play: rules, actions, states. Write them under `|`.",
    "formula": "One formula.",
}
_WRITTEN_CODE: dict[str, Any] = {"type": ["string", "integer", "boolean"]}


def card_schema(
    kinds: Sequence[tree.KindDecl], names: Iterable[tree.NamesDecl | tree.PlayersDecl] = ()
) -> dict[str, Any]:
    """The schema of a YAML file of things of these kinds. `names` are the kinds of names that their fields may use.

    It accepts whatever `load` accepts, as far as a schema can express that. It does not require fields, because a deck
    may set them.
    """
    known = Kinds([*kinds, *names])
    defs: dict[str, Any] = {kind.name: _kind(kind.name, known) for kind in kinds}
    chosen = [
        {
            "if": {"properties": {"kind": {"const": kind.name}}, "required": ["kind"]},
            "then": {"$ref": f"#/$defs/{kind.name}"},
        }
        for kind in kinds
    ]
    every: dict[str, Any] = {}
    for kind in kinds:
        for name, field in known.fields(kind.name).items():
            every.setdefault(name, {"description": _description(field)})
    defs["thing"] = {
        "type": "object",
        "properties": _own_keys(kinds) | every,
        "additionalProperties": False,
        "allOf": chosen,
    }
    things = {
        "type": "object",
        "propertyNames": {"pattern": "^[A-Za-z_][A-Za-z0-9_]*$"},
        "additionalProperties": {"$ref": "#/$defs/thing"},
    }
    by_default = [
        {
            "if": {"properties": {"kind": {"const": kind.name}}, "required": ["kind"]},
            "then": {"properties": {key: _of_kind(kind.name) for key in (*THINGS, "override")}},
        }
        for kind in kinds
    ]
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Things of this pack",
        "description": "Made from the kinds that the rules declare.",
        "type": "object",
        "additionalProperties": False,
        "properties": _own_keys(kinds) | {key: things for key in (*THINGS, "override")},
        "allOf": by_default,
        "$defs": defs,
    }


def _own_keys(kinds: Sequence[tree.KindDecl]) -> dict[str, Any]:
    return {
        "kind": {"description": "The kind of the thing.", "enum": [kind.name for kind in kinds]},
        "stand_in": {
            "description": "The fields whose values are stand-ins.",
            "type": "array",
            "items": {"type": "string"},
        },
    }


def _of_kind(kind: str) -> dict[str, Any]:
    """Entries that do not name a kind are of this one."""
    entry = {"if": {"not": {"required": ["kind"]}}, "then": {"$ref": f"#/$defs/{kind}"}}
    return {"additionalProperties": entry}


def _kind(kind: str, known: Kinds) -> dict[str, Any]:
    fields = known.fields(kind)
    return {
        "description": f"A thing of the kind {kind}.",
        "type": "object",
        "properties": {"kind": {}, "stand_in": {}} | {name: _field(one, known) for name, one in fields.items()},
        "additionalProperties": False,
    }


def _row(kind: str, known: Kinds) -> dict[str, Any]:
    due = [name for name, field in known.fields(kind).items() if needed(field)]
    return {"$ref": f"#/$defs/{kind}", "required": due}


def _field(field: tree.FieldDecl, known: Kinds) -> dict[str, Any]:
    made = _type(field.declared, known)
    return {"description": _description(field), **made}


def _description(field: tree.FieldDecl) -> str:
    code = code_of(field.declared)
    return f"{type_text(field.declared)}. {_CODE[code]}" if code else type_text(field.declared)


def _type(declared: tree.WrittenType, known: Kinds) -> dict[str, Any]:
    match declared:
        case tree.OrNoneType():
            return {"anyOf": [_type(declared.of, known), {"enum": [None, "none"]}]}
        case tree.CodeType():
            return _WRITTEN_CODE
        case tree.SetType() | tree.ListType():
            return _items(declared, known)
        case tree.WordsType():
            return {"enum": list(declared.names)}
        case tree.DiceType():
            return {"type": "integer", "minimum": declared.count, "maximum": declared.count * declared.faces}
        case tree.RangeType():
            made: dict[str, Any] = {"type": "integer"}
            if isinstance(declared.low, int):
                made["minimum"] = declared.low
            if isinstance(declared.high, int):
                made["maximum"] = declared.high
            return made
        case tree.NamedType():
            return _WRITTEN_CODE if code_of(declared) else _named_type(declared.name, known)
        case _:
            assert_never(declared)


def _named_type(name: str, known: Kinds) -> dict[str, Any]:
    if name == "number":
        return {"type": "integer"}
    if name == "bool":
        return {"enum": ["yes", "no", True, False]}
    if name == "string":
        return {"type": ["string", "number", "boolean"]}
    if name in known.names:
        return {"enum": list(known.names[name])}
    if name in known.kinds:
        return {"anyOf": [{"type": "string"}, _row(name, known)]}
    return {"type": "string"}


def _items(declared: tree.SetType | tree.ListType, known: Kinds) -> dict[str, Any]:
    item = without_none(declared.item)
    made = {"type": "array", "items": _type(declared.item, known)}
    ways: list[dict[str, Any]] = [made, {"const": "none"}]
    if isinstance(item, tree.RangeType | tree.DiceType) or type_text(item) == "number":
        ways.append({"type": "integer"})
        ways.append({"type": "string", "description": "A span such as 2..7, or several with commas."})
    return {"anyOf": ways}
