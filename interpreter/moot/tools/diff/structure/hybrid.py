"""Rule sets between the two sides of a comparison: one side with some differences of the other applied."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from ....lang import tree
from ....lang.diagnostic import Report
from ....lang.rule_names import sort_of
from ....lang.rule_text import rule_text
from ....lang.source import NOWHERE
from ....pack.model.bundle import Bundle, Document, Setting, Thing
from .rules import Difference
from .side import CompiledRules, OptionValue, Side, compile_or_none

_PLAYED = {"function", "procedure", "phase", "action", "state", "board", "zone", "kind", "option"}
_PLAYED |= {"table", "rule", "order", "card", "deck", "setting"}
_WORD = re.compile(r"[A-Za-z_]\w*")


def may_show_in_play(difference: Difference) -> bool:
    """Whether a difference may show in play at all; terms, citations, laws and titles do not."""
    return difference.sort in _PLAYED


class Hybrids:
    """Side a with some of the differences in b's version, compiled on demand."""

    def __init__(self, a: Side, b: Side, differences: Sequence[Difference]) -> None:
        self.a, self.b = a, b
        self.differences = {one.id: one for one in differences if may_show_in_play(one)}
        self._kept: dict[tuple[frozenset[str], OptionValue | None], CompiledRules | None] = {}

    def closure_of(self, difference: Difference) -> frozenset[str]:
        """Its dependency closure: it includes everything that only b has and that it names, and everything else
        that names something it removes.
        """
        found = {difference.id}
        waiting = [difference]
        users = {difference.id}
        while waiting:
            one = waiting.pop()
            words = set(_WORD.findall(one.b or ""))
            for other in self.differences.values():
                comes = other.a is None and other.name in words
                goes = one.b is None and other.a is not None and one.name in _WORD.findall(other.a)
                # a declaration that only b has does nothing alone: its callers or readers there belong to it
                mute = one.id in users and one.a is None and _is_referred_to(one)
                used = mute and one.name in _WORD.findall(other.b or "")
                if used:
                    users.add(other.id)
                if other.id not in found and (comes or goes or used):
                    found.add(other.id)
                    waiting.append(other)
        return frozenset(found)

    def rules(self, idents: frozenset[str], reading: OptionValue | None = None) -> CompiledRules | None:
        """Side a with these differences; None if the resulting rules are not valid. With all of them: side b.

        `reading`: an option with another value.
        """
        if idents >= set(self.differences):
            return self.b.rules if reading is None else self.b.reading(*reading)
        key = idents, reading
        if key not in self._kept:
            bundle = applied(self.a.bundle, self.b.bundle, [self.differences[ident] for ident in sorted(idents)])
            if bundle is not None and reading is not None:
                bundle.settings.append(Setting(*reading, NOWHERE, "caller"))
            self._kept[key] = None if bundle is None else compile_or_none(bundle)
        return self._kept[key]


def applied(a: Bundle, b: Bundle, differences: Iterable[Difference]) -> Bundle | None:
    """The rule set a with these differences in b's version; None if one of them cannot be applied alone."""
    mixed = replace(
        a,
        declarations=list(a.declarations),
        home=dict(a.home),
        things=dict(a.things),
        decks=dict(a.decks),
        tables=dict(a.tables),
        documents=_documents(a, b),
        settings=list(a.settings),
        # code from b cites b's documents, even if both have a pack of that name
        own_documents=a.own_documents | {f"b {pack}": document for pack, document in b.own_documents.items()},
        report=Report(),
        packs=a.packs | b.packs,
        lineage=b.lineage,
    )
    mixer = _Mixer(mixed, b)
    return mixed if all([mixer.apply(one) for one in differences]) else None


def _is_referred_to(one: Difference) -> bool:
    return one.sort not in ("rule", "card", "deck", "order")


def _documents(a: Bundle, b: Bundle) -> dict[str, Document]:
    found = dict(b.documents)
    for ident, document in a.documents.items():
        other = b.documents.get(ident)
        found[ident] = document if other is None else replace(document, clauses=other.clauses | document.clauses)
    return found


class _Mixer:
    def __init__(self, mixed: Bundle, b: Bundle) -> None:
        self.mixed = mixed
        self.b = b

    def apply(self, one: Difference) -> bool:
        word, _, name = one.id.partition(" ")
        title, colon, field_name = one.id.partition(": ")
        if one.sort == "order":
            return self._order(one)
        if one.sort == "rule":
            return self._standing(one)
        if one.sort == "deck":
            return _put(self.mixed.decks, self.b.decks, one.name)
        if one.id.startswith("cells of "):
            return _put(self.mixed.tables, self.b.tables, one.name)
        if one.sort == "card":
            if not colon:
                return self._thing(title)
            return self._field(title, field_name)
        if word == "option":
            self._setting(name)
        return self._declaration(word, name)

    def _declaration(self, word: str, name: str) -> bool:
        theirs = next((d for d in self.b.declarations if _word_and_name(d) == (word, name)), None)
        place = next((n for n, d in enumerate(self.mixed.declarations) if _word_and_name(d) == (word, name)), None)
        return self._put(place, theirs)

    def _put(self, place: int | None, theirs: tree.Declared | None) -> bool:
        if theirs is not None:
            self._home(theirs)
        if place is None and theirs is None:
            return False
        if place is None:
            assert theirs is not None
            self.mixed.declarations.append(theirs)
        elif theirs is None:
            del self.mixed.declarations[place]
        else:
            self.mixed.declarations[place] = theirs
        return True

    def _home(self, node: Any) -> None:
        self.mixed.home[id(node)] = f"b {self.b.home.get(id(node), '')}"

    def _standing(self, one: Difference) -> bool:
        theirs = next((d for d in self.b.declarations if _says(d, one.b)), None)
        place = next((n for n, d in enumerate(self.mixed.declarations) if _says(d, one.a)), None)
        if (theirs is None) != (one.b is None) or (place is None) != (one.a is None):
            return False
        return self._put(place, theirs)

    def _order(self, one: Difference) -> bool:
        places = [n for n, d in enumerate(self.mixed.declarations) if _on(d, one.name)]
        theirs = [rule_text(d) for d in self.b.declarations if _on(d, one.name)]
        ours = [self.mixed.declarations[n] for n in places]
        if not all(rule_text(d) in theirs for d in ours):
            return False
        for place, rule in zip(places, sorted(ours, key=lambda d: theirs.index(rule_text(d))), strict=True):
            self.mixed.declarations[place] = rule
        return True

    def _thing(self, title: str) -> bool:
        if not _put(self.mixed.things, self.b.things, title):
            return False
        for entry in self.mixed.things[title].fields.values() if title in self.mixed.things else ():
            self.mixed.home[id(entry.value)] = f"b {self.mixed.things[title].pack}"
        return True

    def _field(self, title: str, name: str) -> bool:
        ours, theirs = self.mixed.things.get(title), self.b.things.get(title)
        if ours is None or theirs is None:
            return False
        fields = dict(ours.fields)
        fields.pop(name, None)
        if name in theirs.fields:
            fields[name] = theirs.fields[name]
            self.mixed.home[id(fields[name].value)] = f"b {theirs.pack}"
        self.mixed.things[title] = Thing(ours.id, ours.kind, fields, ours.at, ours.pack, ours.stand_in)
        return True

    def _setting(self, name: str) -> None:
        theirs = [one for one in self.b.settings if one.option == name]
        self.mixed.settings = [one for one in self.mixed.settings if one.option != name] + theirs


def _put(ours: dict[str, Any], theirs: dict[str, Any], name: str) -> bool:
    if name in theirs:
        ours[name] = theirs[name]
        return True
    return ours.pop(name, None) is not None


def _word_and_name(node: tree.Declared) -> tuple[str, str]:
    """The word and name that identify a declaration in differences; both empty for those that are never exchanged this
    way.
    """
    match node:
        case tree.GameDecl() | tree.PlayersDecl() | tree.LawDecl() | tree.StandingRule() | tree.OverrideDecl():
            return "", ""
        case tree.ProcedureDecl():
            return "procedure", node.name
        case _:
            return sort_of(node), node.name


def _on(node: tree.Declared, name: str) -> bool:
    return isinstance(node, tree.StandingRule) and (node.head.name or "when") == name


def _says(node: tree.Declared, text: str | None) -> bool:
    return text is not None and isinstance(node, tree.StandingRule) and rule_text(node) == text
