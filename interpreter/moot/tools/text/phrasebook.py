"""The phrases of a language: those of the constructs, and on top of them the packs' phrases for their own words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from ...lang.diagnostic import Diagnostic, MootError, Report
from ...lang.source import Source
from ...lang.spelling import one_of
from ...pack.model.bundle import Bundle, YamlEntry
from ...pack.model.yaml_text import parse_yaml, raw
from .pattern import Bindings, Pattern, quiet_pattern, top_of, without_casts
from .template import slots

_FOLDER = Path(__file__).parent
CODE = ("values", "conditions", "steps", "modifiers")  # sections whose keys are code


@dataclass(frozen=True, slots=True)
class PhraseEntry:
    """A phrase for a piece of code, in one or several forms: `says`, `no`, `that`, `when` …"""

    key: str
    pattern: Pattern
    forms: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Noun:
    one: str
    many: str
    gender: str = ""
    forms: Mapping[str, str] = field(default_factory=dict)  # more forms, by case; plurals by `many_` and the case
    lacking: str = ""  # the name that it is for want of a phrase


@dataclass(frozen=True, slots=True)
class Phrasebook:
    """The phrases of a language. `constructs` are those of the rules language; `grammar` its own tables."""

    language: str
    constructs: Mapping[str, str]
    grammar: Mapping[str, Any]
    nouns: Mapping[str, Noun]
    words: Mapping[str, str]
    times: Mapping[str, Mapping[str, str]]
    fields: Mapping[str, str]
    entries: Mapping[str, Mapping[tuple[str, str], tuple[PhraseEntry, ...]]]
    of_packs: bool = True  # whether a pack has phrases in it

    def find(self, section: str, node: Any) -> tuple[PhraseEntry, Bindings] | None:
        """The phrase for a piece of code, with the matches of its names; None if there is none."""
        node = without_casts(node)
        for entry in self.entries.get(section, {}).get(top_of(node), ()):
            found = entry.pattern.match(node)
            if found is not None:
                return entry, found
        return None


def languages() -> list[str]:
    """The languages that constructs have phrases in."""
    return sorted(path.stem for path in _FOLDER.glob("*.yaml"))


@cache
def language_file(language: str) -> YamlEntry:
    """The phrases of the constructs. Raises MootError for a language that has none."""
    if language not in languages():
        hint = one_of(language, languages())
        raise MootError([Diagnostic("unknown-language", f"unknown language `{language}`", hint=hint)])
    path = _FOLDER / f"{language}.yaml"
    report = Report()
    root = parse_yaml(Source(str(path), path.read_text(encoding="utf-8")), report)
    report.raise_if_failed()
    assert root is not None
    return root


def phrasebook(bundle: Bundle, language: str) -> Phrasebook:
    """The phrases of a language for the packs of a bundle. Raises MootError if the language has none."""
    base = language_file(language).value
    merged: dict[str, dict[str, YamlEntry]] = {}
    own = [root.value for root in files_in(bundle, language)]
    for root in (base, *own):
        for section, entry in root.items():
            if isinstance(entry.value, dict):
                merged.setdefault(section, {}).update(entry.value)
    printed = {thing.id: thing.fields["name"].value for thing in bundle.things.values() if "name" in thing.fields}
    terms = {ident: name for ident, name in printed.items() if isinstance(name, str)}
    terms |= {name: words.replace("_", " ") for name, words in bundle.terms.items()}
    return Phrasebook(
        language,
        texts(merged.get("constructs", {})),
        {name: _table_of(entry) for name, entry in merged.get("grammar", {}).items()},
        {name: _noun(name, entry) for name, entry in merged.get("kinds", {}).items()},
        terms | texts(merged.get("words", {})),
        {name: forms_of(entry) for name, entry in merged.get("times", {}).items()},
        texts(merged.get("fields", {})),
        {section: _by_top(section, merged.get(section, {})) for section in CODE},
        bool(own),
    )


def files_in(bundle: Bundle, language: str) -> Iterator[YamlEntry]:
    """The phrase files of a bundle's packs in a language, bases first."""
    for root in bundle.phrases:
        if str(root.value["phrases"].value) == language:
            yield root


def texts(entries: Mapping[str, YamlEntry]) -> dict[str, str]:
    return {name: raw(entry).strip("\n") for name, entry in entries.items()}


def forms_of(entry: YamlEntry) -> dict[str, str]:
    """The forms of a phrase; one text alone is its `says`."""
    return texts(entry.value) if isinstance(entry.value, dict) else {"says": raw(entry).strip("\n")}


def _by_top(section: str, entries: Mapping[str, YamlEntry]) -> dict[tuple[str, str], tuple[PhraseEntry, ...]]:
    found: dict[tuple[str, str], list[PhraseEntry]] = {}
    for key, entry in entries.items():
        forms = forms_of(entry)
        made = quiet_pattern(key, {name for text in forms.values() for name in slots(text)})
        if made is not None:
            found.setdefault(top_of(without_casts(made.root)), []).append(PhraseEntry(key, made, forms))
    return {top: tuple(sorted(of, key=lambda one: -one.pattern.weight)) for top, of in found.items()}


def _noun(name: str, entry: YamlEntry) -> Noun:
    forms = forms_of(entry)
    one = forms.pop("one", forms.pop("says", name))
    return Noun(one, forms.pop("many", ""), forms.pop("gender", ""), forms)


def _table_of(entry: YamlEntry) -> Any:
    if isinstance(entry.value, dict):
        return {name: _table_of(one) for name, one in entry.value.items()}
    if isinstance(entry.value, list):
        return [_table_of(one) for one in entry.value]
    return raw(entry)
