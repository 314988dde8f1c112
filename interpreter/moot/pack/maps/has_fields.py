"""Whether a thing has the required fields; its kind supplies those that it does not set."""

from __future__ import annotations

from typing import Any

from ...lang import tree
from ..model.bundle import CodeText, YamlEntry
from ..model.schema import plain_data


def has_fields(given: dict[str, YamlEntry], wanted: dict[str, YamlEntry], known: dict[str, tree.FieldDecl]) -> bool:
    """Whether each wanted field has its value, in `given` or by default."""
    return all(_value(given, name, known) == plain_data(entry) for name, entry in wanted.items())


def _value(given: dict[str, YamlEntry], name: str, known: dict[str, tree.FieldDecl]) -> Any:
    if name in given:
        entry = given[name]
        return entry if isinstance(entry.value, CodeText) else plain_data(entry)
    match known[name].default:
        case tree.Number(value=value) | tree.Bool(value=value):
            return value
        case tree.Minus(of=tree.Number(value=number)):
            return -number
        case tree.Name(name=word):
            return word
    return None
