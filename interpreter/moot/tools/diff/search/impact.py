"""The impact of a difference: procedures that lead to it, and the relevant states, zones, things and numbers."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from ....lang import tree
from ....lang.rule_names import label_of, sort_of
from ....lang.rule_text import rule_text
from ....lang.walk import walk
from ....pack.model.bundle import Bundle, CodeText
from ..structure.rules import Difference

NEAR = 3  # the distance in calls within which callers are relevant
DEEP = 6  # the same for called rules
_ASKED = ("function", "state")  # the same for reads, without steps
_RUN = (*_ASKED, "procedure")
_WORD = re.compile(r"[A-Za-z_]\w*")


@dataclass(slots=True, eq=False)
class _Text:
    """One rule, or one field of a thing: its names and its numbers. `heads`: the targets it hooks."""

    ident: str
    name: str
    label: str = ""  # its name in the journal; for a function, in errors
    names: set[str] = field(default_factory=set)
    heads: set[str] = field(default_factory=set)
    numbers: set[int] = field(default_factory=set)
    title: str = ""
    carried: set[str] = field(default_factory=set)  # labels of the standing rules in a thing's field


@dataclass(slots=True)
class Impact:
    """The names relevant to a difference.

    `procedures`: the ones that lead to it, with their distance in calls. `titles`: things, with their relevance (higher
    is nearer). `numbers`: the literals in its texts. `labels`: the names of the changed rules in journals. `options`:
    the ones read by its texts and nearby texts.
    """

    procedures: dict[str, int] = field(default_factory=dict)
    titles: dict[str, int] = field(default_factory=dict)
    states: dict[str, int] = field(default_factory=dict)
    zones: dict[str, int] = field(default_factory=dict)
    numbers: set[int] = field(default_factory=set)
    labels: set[str] = field(default_factory=set)
    options: dict[str, int] = field(default_factory=dict)

    def merge(self, other: Impact) -> None:
        for name in ("procedures", "titles", "states", "zones", "options"):
            mine, theirs = getattr(self, name), getattr(other, name)
            for key, value in theirs.items():
                mine[key] = min(mine.get(key, value), value)
        self.numbers |= other.numbers
        self.labels |= other.labels


class ReferenceGraph:
    """The texts of a rule set as a graph of references by name."""

    def __init__(self, bundle: Bundle) -> None:
        self.texts: dict[str, _Text] = {}
        self.by_name: dict[str, list[_Text]] = {}
        self.states: set[str] = set()
        self.zones: set[str] = set()
        self.options: set[str] = set()
        self.titles = set(bundle.things)
        self.procedures: set[str] = set()
        for decl in bundle.declarations:
            self._declaration(decl)
        for thing in bundle.things.values():
            head = self._add(_Text(thing.id, thing.id, title=thing.id))
            for name, entry in thing.fields.items():
                text = self._add(_Text(f"{thing.id}: {name}", name, f"{thing.id}: {name}", title=thing.id))
                if isinstance(entry.value, CodeText):
                    self._read(text, entry.value.nodes)
                    for node in walk(entry.value.nodes):
                        if isinstance(node, tree.StateDecl):
                            self.states.add(node.name)
                head.names |= text.names
        for table in bundle.tables.values():
            text = self._add(_Text(f"cells of {table.id}", table.id))
            for entry in table.cells.values():
                if isinstance(entry.value, CodeText):
                    self._read(text, entry.value.nodes)
        self.callers: dict[str, list[_Text]] = {}
        for text in self.texts.values():
            for name in text.names:
                self.callers.setdefault(name, []).append(text)

    def _add(self, text: _Text) -> _Text:
        ident = text.ident
        while ident in self.texts:
            ident += "'"
        self.texts[ident] = text
        self.by_name.setdefault(text.name, []).append(text)
        return text

    def _declaration(self, decl: tree.Declared) -> None:
        if isinstance(decl, tree.StandingRule):
            text = _Text(rule_text(decl), "", label_of(decl))
        else:
            sort = sort_of(decl)
            word = "procedure" if sort == "phase" else sort
            name = str(getattr(decl, "name", ""))
            text = _Text(f"{word} {name}", name, f"{sort} {name}")
            groups = {"state": self.states, "zone": self.zones, "option": self.options, "procedure": self.procedures}
            groups.get(word, set[str]()).add(name)
            if isinstance(decl, tree.KindDecl):
                self.states |= {state.name for state in decl.states}
        self._read(self._add(text), [decl])

    def _read(self, text: _Text, nodes: Any) -> None:
        for node in walk(nodes):
            if isinstance(node, tree.Head):
                text.names.add(node.name)
            elif isinstance(node, tree.Number):
                text.numbers.add(node.value)
            elif isinstance(node, tree.RangeType | tree.NamedType):
                ends = (node.low, node.high) if isinstance(node, tree.RangeType) else (node.name,)
                text.names |= {end for end in ends if isinstance(end, str)}
            elif isinstance(node, tree.Name | tree.Call | tree.Field | tree.FieldCall | tree.Is):
                text.names.add(node.name)
            if isinstance(node, tree.Standing):
                text.heads.add(node.head.name)
                if text.title:
                    text.carried.add(f"{text.title}: {label_of(node)}")
        text.names.discard(text.name)

    # -------------------------------------------------------------------------------------------- what is touched

    def impact_of(self, difference: Difference, side: str, values: dict[str, str]) -> Impact:
        """The relevant names of a difference on one side, `a` or `b`. `values`: of the options."""
        found = Impact()
        written = difference.a if side == "a" else difference.b
        start = self.texts.get(difference.id) or (self.texts.get(written) if written else None)
        texts = [start] if start is not None else []
        if difference.sort in ("deck", "table", "order"):
            texts += [t for t in self.texts.values() if t.name == difference.name or difference.name in t.heads]
        words = set(_WORD.findall(written or ""))
        if difference.sort == "deck":
            found.titles = {title: 0 for title in self.titles & words}
        for text in texts:
            found.labels |= self._labels(text)
            if difference.sort not in ("procedure", "phase", "rule"):  # code inlined into its callers runs with them
                found.labels |= {label for other in self.callers.get(text.name, ()) for label in self._labels(other)}
            self._up(text, found)
            self._down(text, found, 0, set())
        if difference.sort in ("option", "setting") and difference.name in self.options:
            found.options[difference.name] = 0
        found.numbers |= {int(word) for word in re.findall(r"-?\d+", written or "") if len(word) < 7}
        for option in found.options:
            if values.get(option, "").lstrip("-").isdigit():
                found.numbers.add(int(values[option]))
        return found

    def _labels(self, text: _Text) -> set[str]:
        """The labels of the rules in a text; for an effect, the labels of its standing rules."""
        return text.carried or {text.label} - {""}

    def _up(self, first: _Text, found: Impact) -> None:
        """The callers of a text, nearest first; their names count less with distance."""
        waiting, seen = [(first, 0)], {id(first)}
        while waiting:
            text, distance = waiting.pop(0)
            if text.title:
                _least(found.titles, text.title, distance)
            if text.name in self.procedures:
                _least(found.procedures, text.name, distance)
            if 1 <= distance <= NEAR:
                self._down(text, found, distance, set(), _RUN if distance == 1 else _ASKED)
            leads: Iterable[_Text] = self.callers.get(text.name, ()) if text.name else ()
            answered = [other for head in text.heads for other in self.by_name.get(head, ())]
            leads = [*leads, *answered]
            if text.title and text.title != text.name:
                leads = [*leads, *self.callers.get(text.title, ())]
            for other in leads:
                if id(other) not in seen:
                    seen.add(id(other))
                    waiting.append((other, distance + 1))

    def _down(self, text: _Text, found: Impact, distance: int, seen: set[int], by: tuple[str, ...] = _RUN) -> None:
        """The reads of a text, including those of functions and procedures, from `by`."""
        seen.add(id(text))
        self._names(text, found, distance)
        if distance >= DEEP:
            return
        for name in sorted(text.names):
            for other in self.by_name.get(name, ()):
                if id(other) not in seen and other.ident.split(" ")[0] in by:
                    self._down(other, found, distance + 1, seen, by)

    def _names(self, text: _Text, found: Impact, distance: int) -> None:
        for names, known in (
            (found.states, self.states),
            (found.zones, self.zones),
            (found.options, self.options),
            (found.titles, self.titles),
        ):
            for name in text.names & known:
                _least(names, name, distance)
        if distance <= 2:
            found.numbers |= text.numbers


def _least(found: dict[str, int], name: str, value: int) -> None:
    found[name] = min(found.get(name, value), value)
