"""Things that are products of fields: one entry of YAML makes one thing for each combination of values.

"{suit}_{value}": {suit: each, value: each 2..10, worth: 1}

A field that is `each` takes each value of its type in turn, or each of the listed ones: `each 2..10`, `each six..ace`.
Its name in braces is part of the id. In decks `*` matches any part of an id: `{"*_1": 3}`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import product

from ..lang import tree
from ..lang.spelling import nearest
from .model.bundle import YamlEntry
from .model.fields import Fields
from .model.kinds import is_text, without_none
from .model.yaml_text import Scalar, raw

_EACH = re.compile(r"each\b\s*(.*)")
_SPAN = re.compile(r"(-?\w+)\.\.(-?\w+)")
_FIELD = re.compile(r"\{(\w*)\}")
MOST = 5000  # things of one entry


def is_product(ident: str) -> bool:
    return "{" in ident


def things_of(ident: str, entry: YamlEntry, kind: str, fields: Fields) -> Iterator[tuple[str, YamlEntry]]:
    """The ids and entries of a product; none, with diagnostics, if it is faulty."""
    report, known = fields.report, fields.kinds.fields(kind)
    given: dict[str, YamlEntry] = entry.value
    values: dict[str, Sequence[str]] = {}
    for name, value in given.items():
        found = _EACH.fullmatch(raw(value)) if isinstance(value, Scalar) else None
        if found is not None and name in known and not is_text(known[name].declared):
            values[name] = _values(name, found[1], known[name].declared, value, fields)
    named = _FIELD.findall(ident)
    for name in named:
        if name in known and is_text(known[name].declared):
            message = f"`{name}` is a text or code, so it cannot be `each`"
            report.error("bad-product", message, entry.key_at, "build the id from fields that are names or numbers")
        elif name not in values:
            hint = nearest(name, values) or f"for example, write `{name or 'colour'}: each`"
            report.error("bad-product", f"`{name}` is not a field with `each`", entry.key_at, hint)
    for name in values:
        if name not in named:
            message = f"each `{name}` would have the same id"
            report.error("bad-product", message, given[name].at, f"write `{{{name}}}` in the id")
    count = 1
    for some in values.values():
        count *= len(some)
    if count > MOST:
        report.error(
            "too-large", f"this entry makes {count:,} things", entry.key_at, f"make at most {MOST:,} from one entry"
        )
    elif all(name in values for name in named) and all(name in named for name in values):
        for one in product(*values.values()):
            yield _made(ident, entry, dict(zip(values, one, strict=True)))


def _values(name: str, listed: str, declared: tree.WrittenType, entry: YamlEntry, fields: Fields) -> Sequence[str]:
    """The values that a field takes in turn; none, with a diagnostic, if they cannot be listed."""
    plain = without_none(declared)
    every: Sequence[str] = []
    match plain:
        case tree.NamedType(name=kind) if kind in fields.kinds.names:
            every = fields.kinds.names[kind]
        case tree.NamedType(name="bool"):
            every = ["no", "yes"]
        case tree.WordsType(names=words):
            every = words
        case tree.RangeType(low=int(low), high=int(high)):
            every = [str(number) for number in range(low, high + 1)]
    if listed:
        return [value for word in listed.split(",") for value in _span(word.strip(), every, entry, fields)]
    if not every:
        message = f"cannot list all values of the type of `{name}`"
        hint = 'list them: `each 2..10`, or in quotes `"each red, blue"`'
        fields.report.error("bad-product", message, entry.at, hint)
    return every


def _span(word: str, every: Sequence[str], entry: YamlEntry, fields: Fields) -> Sequence[str]:
    """A value, or those from one to another. `every`: the values of the type, if there is an end to them."""
    span = _SPAN.fullmatch(word)
    if span is None:
        return [word]
    if all(re.fullmatch(r"-?\d+", end) for end in span.groups()):
        ends = int(span[1]), int(span[2])
        between = [str(number) for number in range(min(ends), max(ends) + 1)]
    else:
        unknown = next((end for end in span.groups() if end not in every), None)
        if unknown is not None:
            hint = nearest(unknown, every)
            fields.report.error("bad-product", f"`{unknown}` is not one of the values", entry.at, hint)
            return []
        ends = every.index(span[1]), every.index(span[2])
        between = list(every[min(ends) : max(ends) + 1])
    if ends[0] > ends[1]:  # the intended things exist all the same, for entries that name them
        hint = f"put the lower limit first: `{span[2]}..{span[1]}`"
        fields.report.error("bad-product", f"the span from {span[1]} to {span[2]} is empty", entry.at, hint)
    return between


def _made(ident: str, entry: YamlEntry, values: dict[str, str]) -> tuple[str, YamlEntry]:
    made = {}
    for name, value in entry.value.items():
        if name in values:
            text = values[name]
            plain = int(text) if re.fullmatch(r"-?\d+", text) else text
            value = Scalar(plain, value.at, value.key_at, raw=text)
        made[name] = value
    words = {name: text.replace("-", "minus_") for name, text in values.items()}
    return _FIELD.sub(lambda found: words[found[1]], ident), replace(entry, value=made)


def titles_like(pattern: str, titles: Iterable[str]) -> list[str]:
    """The ids that match the pattern, with any text for `*`."""
    fitting = re.compile(".*".join(map(re.escape, pattern.split("*"))))
    return [title for title in titles if fitting.fullmatch(title)]
