"""Checks the shape of a YAML file against its JSON Schema, and says what is wrong in our own words, with places."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

from ...lang import data
from ...lang.diagnostic import Report
from ...lang.name_folding import id_hint
from ...lang.source import Span
from ...lang.spelling import nearest, nearest_word
from .bundle import YamlEntry
from .yaml_text import Scalar, raw

THINGS = ("cards", "units", "sites", "spells", "stories", "scenarios", "things")
SECTIONS = {
    "document": "document",
    "decks": "decks",
    "tables": "tables",
    "maps": "maps",
    "terms": "terms",
    "doc": "doc",
    "cases": "cases",
    "odds": "odds",
    "deck_files": "deck_files",
    "phrases": "phrases",
}
SECTIONS |= dict.fromkeys(THINGS, "things")

_TYPES = {
    "string": "text",
    "integer": "a whole number",
    "number": "a number",
    "boolean": "true or false",
    "array": "a list",
    "object": "a map of keys and values",
    "null": "nothing",
}


@cache
def schema(name: str) -> dict[str, Any]:
    """The shipped schema of that name: pack, game, things, decks, tables, maps, document, terms, doc, odds,
    deck_files, phrases or cases."""
    path = data.data_folder("schemas") / f"{name}.schema.json"
    found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return found


def kind_of_file(root: YamlEntry, report: Report) -> str:
    """The schema of a file, from its top-level keys: a schema's name, or `override` for a file with only overrides of
    things, decks, tables or maps. Empty, with a diagnostic, if it is unclear.
    """
    keys: dict[str, YamlEntry] = root.value if isinstance(root.value, dict) else {}
    found = [(key, SECTIONS[key]) for key in keys if key in SECTIONS]
    kinds = dict.fromkeys(kind for _, kind in found)
    if len(kinds) > 1:
        first, other = found[0][0], next(key for key, kind in found if kind != found[0][1])
        message = f"`{first}` and `{other}` cannot be in one file"
        notes = [(keys[first].key_at, f"`{first}` is here")]
        report.error("mixed-file", message, keys[other].key_at, "move each to its own file", notes)
        return ""
    if kinds:
        return next(iter(kinds))
    if "override" in keys:
        return "override"
    known = (*SECTIONS, "override")
    at, hint = root.at, ""
    for key, entry in keys.items():
        hint = nearest(key, known)
        if hint:
            at = entry.key_at
            break
    message = "unknown kind of file: its top-level keys match no schema"
    if not hint and "kind" in keys:
        at = next((entry.key_at for key, entry in keys.items() if key not in ("kind", "stand_in")), at)
        hint = f"put things of that kind under one of these keys: {', '.join(THINGS)}"
    report.error("unknown-file", message, at, hint or f"add one of these keys: {', '.join(known)}")
    return ""


def check_shape(root: YamlEntry, name: str, report: Report, parts: dict[int, Report] | None = None) -> bool:
    """Whether the tree has the shape of the schema; if not, each fault is a diagnostic.

    With `parts`, faults of an item of the list under the first key go to a report of its own, by the item's place.
    """
    if parts is None:
        return check_against(root, schema(name), report)
    for path, error in _shape_errors(root, schema(name)):
        inside = len(path) > 1 and path[0] == name and isinstance(path[1], int)
        _tell(root, error, parts.setdefault(path[1], Report()) if inside else report)
    return not report.failed


def check_against(root: YamlEntry, rules: dict[str, Any], report: Report) -> bool:
    """As `check_shape`, with a schema at hand."""
    errors = _shape_errors(root, rules)
    for _, error in errors:
        _tell(root, error, report)
    return not errors


def _shape_errors(root: YamlEntry, rules: dict[str, Any]) -> list[tuple[list[Any], Any]]:
    from jsonschema import Draft202012Validator  # slow to import, and only needed to check YAML

    errors = [(list(one.absolute_path), one) for one in Draft202012Validator(rules).iter_errors(plain_data(root))]
    return sorted(errors, key=lambda pair: [str(step) for step in pair[0]])


def plain_data(entry: YamlEntry) -> Any:
    """The tree as Python's own values, without places."""
    if isinstance(entry.value, dict):
        return {key: plain_data(item) for key, item in entry.value.items()}
    if isinstance(entry.value, list):
        return [plain_data(item) for item in entry.value]
    return entry.value


def entry_phrase(entry: YamlEntry) -> str:
    """A value as a message names it."""
    if isinstance(entry.value, dict):
        return "a map"
    if isinstance(entry.value, list):
        return "a list"
    if entry.value is None:
        return "nothing"
    if unquoted(entry):
        return f'the text "{raw(entry)}"'
    first, _, rest = raw(entry).partition("\n")
    return f"`{first[:40]}…`" if rest or len(first) > 40 else f"`{first}`"


def unquoted(entry: YamlEntry) -> str:
    """A hint where nothing but its quotes makes a value a text: `"2"`."""
    text = isinstance(entry.value, str) and entry.value.removeprefix("-").isdecimal()
    if isinstance(entry, Scalar):
        text = entry.style in ("'", '"') and (text or entry.raw in ("yes", "no", "true", "false"))
    return "remove the quotes" if text else ""


def _tell(root: YamlEntry, error: Any, report: Report) -> None:
    entry, name = _walk(root, list(error.absolute_path))
    rule, want = error.validator, error.validator_value
    what = name or "this"
    if rule == "additionalProperties" and isinstance(entry.value, dict):
        known = list(error.schema.get("properties", {}))
        inside = f" in {what}" if name else ""
        for key, item in entry.value.items():
            if key not in known:
                hint = nearest(key, known) or f"available keys: {', '.join(known)}"
                report.error("unknown-key", f"unknown key `{key}`{inside}", item.key_at, hint)
    elif rule == "required":
        for key in want:
            # report a misspelt key as unknown
            meant = [
                nearest_word(other, [key]) for other in entry.value if other not in error.schema.get("properties", {})
            ]
            if key not in entry.value and key not in meant:
                description = error.schema.get("properties", {}).get(key, {}).get("description", "")
                message = f"{what} needs `{key}`" if name else f"`{key}` is missing"
                told = f"`{key}`: {description[:1].lower()}{description[1:].rstrip('.')}" if description else ""
                report.error("missing-key", message, _head(entry), told)
    elif rule == "type":
        words = [_TYPES[t] for t in ([want] if isinstance(want, str) else want)]
        message = f"{what} must be {' or '.join(words)}, not {entry_phrase(entry)}"
        report.error("wrong-type", message, entry.at, _type_hint(entry, want))
    elif rule == "enum":
        hint = nearest(str(entry.value), [str(w) for w in want])
        report.error("wrong-value", f"{what} must be one of: {', '.join(map(str, want))}", entry.at, hint)
    elif rule == "pattern":
        # below `propertyNames` the checked value is a key, and its place that of the key
        message = error.schema.get("patternErrorMessage", "invalid format")
        at = entry.at
        if "propertyNames" in error.absolute_schema_path and isinstance(entry.value, dict):
            at = entry.value[error.instance].key_at
        report.error("bad-name", f"`{error.instance}`: {message}", at, id_hint(str(error.instance)))
    elif rule in ("minimum", "maximum"):
        word = "least" if rule == "minimum" else "most"
        report.error("wrong-value", f"{what} must be at {word} {want}, not {entry_phrase(entry)}", entry.at)
    elif rule == "maxProperties":
        most = "one key" if want == 1 else f"at most {want} keys"
        report.error("wrong-value", f"{what} can have {most}, but has {len(entry.value)}", entry.at)
    elif rule in ("minLength", "minProperties"):
        report.error("wrong-value", f"{what} must not be empty", _head(entry))
    elif rule == "maxLength":
        report.error(
            "wrong-value", f"{what} can have at most {want} letters, but has {len(str(error.instance))}", entry.at
        )
    elif rule in ("minItems", "maxItems"):
        word = "at least" if rule == "minItems" else "at most"
        report.error("wrong-value", f"{what} needs {word} {want} items, but has {len(entry.value)}", entry.at)
    else:
        report.error("wrong-value", f"{what} is not valid", entry.at, error.schema.get("description", ""))


def _walk(root: YamlEntry, path: list[Any]) -> tuple[YamlEntry, str]:
    entry, name = root, ""
    for step in path:
        entry = entry.value[step]
        name = f"item {step + 1} of {name}" if isinstance(step, int) else f"`{step}`"
    return entry, name.strip()


def _head(entry: YamlEntry) -> Span:
    return entry.key_at if entry.key_at.line else entry.at


def _type_hint(entry: YamlEntry, want: Any) -> str:
    wanted = [want] if isinstance(want, str) else list(want)
    if "string" in wanted and isinstance(entry.value, bool | int) and isinstance(entry, Scalar):
        return f'write it in quotes: "{entry.raw}"'
    if "array" in wanted and isinstance(entry, Scalar) and entry.value is not None:
        return f"write [{entry.raw}]" if "\n" not in entry.raw else "write a list"
    return unquoted(entry)
