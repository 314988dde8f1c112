"""Everything in a rule set, item by item: each rule, thing, deck, table, option and term as a text."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from ....lang import tree
from ....lang.rule_names import label_of, sort_of
from ....lang.rule_text import code_text, rule_text
from ....lang.source import Span
from ....lang.walk import walk
from ....pack.model.bundle import Bundle, CodeText, Deck, Setting, Table, Thing, YamlEntry


@dataclass(slots=True, eq=False)
class Item:
    """One rule, thing or part of a thing. `clauses`: its citations, as document/id.

    `parts`: the entries of decks and tables, unordered; only the changed ones are shown. `declared`: for
    an option, its declaration without the value set. `age`: for a standing rule, its place among all. `thing`: for a
    field, its thing. `whole`: for a thing, all its fields, shown if the other side lacks the thing. `note`: its
    author's comment above it.
    """

    sort: str
    name: str
    text: str
    clauses: tuple[str, ...] = ()
    parts: tuple[str, ...] = ()
    declared: str = ""
    age: int = 0
    thing: str = ""
    whole: str = ""
    note: str = ""


def rule_list(bundle: Bundle) -> dict[str, Item]:
    """All items of a rule set by their ids, except for standing rules of rules files, which have none."""
    reader = _Reader(bundle)
    found: dict[str, Item] = {}
    for decl in bundle.declarations:
        if not isinstance(decl, tree.StandingRule):
            ident, item = reader.declaration(decl)
            found[ident] = item
    for thing in bundle.things.values():
        found.update(reader.thing(thing))
    for deck in bundle.decks.values():
        found[f"deck {deck.id}"] = reader.deck(deck)
    for table in bundle.tables.values():
        found[f"cells of {table.id}"] = reader.table(table)
    for name, words in bundle.terms.items():
        found[f"term {name}"] = Item("term", name, words)
    return found


def standing_rules(bundle: Bundle) -> dict[str, list[Item]]:
    """The standing rules of rules files by verb and target (`after score`), oldest first."""
    reader = _Reader(bundle)
    found: dict[str, list[Item]] = {}
    for age, decl in enumerate(bundle.declarations):
        if isinstance(decl, tree.StandingRule):
            name, cites = decl.head.name or "when", reader.cited([decl], decl)
            item = Item("rule", name, rule_text(decl), cites, age=age, note=note_above(decl.at))
            found.setdefault(label_of(decl), []).append(item)
    return found


class _Reader:
    def __init__(self, bundle: Bundle) -> None:
        self.bundle = bundle
        self.settings: dict[str, Setting] = {one.option: one for one in bundle.settings}  # the last one holds

    def cited(self, nodes: Iterable[Any], home: Any, pack: str = "") -> tuple[str, ...]:
        """The clauses that code cites, in the order of the text; `home` is the node whose pack is known."""
        own = self.bundle.own_documents.get(self.bundle.home.get(id(home), pack), "")
        found = dict.fromkeys(cite.clause for node in walk(list(nodes)) for cite in _cites(node))
        return tuple(clause if "/" in clause else f"{own}/{clause}" for clause in found)

    def declaration(self, decl: tree.Declared) -> tuple[str, Item]:
        sort = sort_of(decl)
        name = f"{decl.section}: {decl.title}" if isinstance(decl, tree.LawDecl) else str(getattr(decl, "name", ""))
        text = rule_text(decl)
        item = Item(sort, name, text, self.cited([decl], decl), note=note_above(decl.at))
        if isinstance(decl, tree.OptionDecl):
            item.declared = text
            value = self.settings.get(name)
            default = text.rpartition(" = ")[2]
            if value is not None and value_text(value.value) != default:
                item.text += f"\nset to {value_text(value.value)}"
        # a phase that one side has as a procedure is the same rule
        word = "procedure" if sort == "phase" else sort
        return (word if sort in ("game", "players") else f"{word} {name}"), item

    def thing(self, thing: Thing) -> Iterator[tuple[str, Item]]:
        head = Item("card", thing.id, f"kind: {thing.kind}", note=note_above(thing.at))
        lines = [head.text]
        cited: dict[str, None] = {}
        yield thing.id, head
        for name, entry in thing.fields.items():
            text = value_text(entry)
            lines += [f"{name}:", *(f"  {line}" for line in text.split("\n"))] if "\n" in text else [f"{name}: {text}"]
            cites: tuple[str, ...] = ()
            if isinstance(entry.value, CodeText):
                cites = self.cited(entry.value.nodes, entry.value, thing.pack)
            cited.update(dict.fromkeys(cites))
            yield (
                f"{thing.id}: {name}",
                Item("card", thing.id, text, cites, thing=thing.id, note=note_above(entry.key_at)),
            )
        head.whole, head.clauses = "\n".join(lines), tuple(cited)

    def deck(self, deck: Deck) -> Item:
        lines = [f"zone: {deck.zone}"]
        lines += [f"{name}: {value_text(entry)}" for name, entry in deck.fields.items()]
        lines += [f"choice: {value_text(deck.choice)}"] if deck.choice is not None else []
        lines += [f"suits {name}: {value_text(entry)}" for name, entry in deck.suits.items()]
        lines += [f"{count} {title}" for title, count, _ in deck.cards if count]
        return Item("deck", deck.id, "", parts=tuple(lines))

    def table(self, table: Table) -> Item:
        lines, cites = [], dict[str, None]()
        for key, entry in table.cells.items():
            text = value_text(entry)
            shown = "".join(f"\n  {line}" for line in text.split("\n")) if "\n" in text else f" {text}"
            lines.append(f"[{', '.join(map(value_text, key))}]{shown}")
            if isinstance(entry.value, CodeText):
                cites.update(dict.fromkeys(self.cited(entry.value.nodes, entry.value, table.pack)))
        return Item("table", table.id, "", tuple(cites), parts=tuple(lines))


def note_above(at: Span) -> str:
    """The comment on the lines just above a place and at the end of its own line, as one text; rulers are left out."""
    lines = at.source.lines
    if not 0 < at.line <= len(lines):
        return ""
    first = at.line - 1
    while first > 0 and lines[first - 1].lstrip().startswith("#"):
        first -= 1
    above = [line.strip() for line in lines[first : at.line - 1]]
    found = [line.lstrip("# \t") for line in above if not line.startswith("##")]
    words = [line.lstrip("# \t") for line in above if line.startswith("##")]
    if words:
        found += [_as_sentences(words)]
    behind = re.search(r"""^[^"'#]*(?:"[^"]*"[^"'#]*)*\s#\s+(.+)$""", lines[at.line - 1])
    found += [behind[1].strip()] if behind else []
    return " ".join(line for line in found if line and not line.startswith("--"))


def _as_sentences(words: list[str]) -> str:
    """The lines of `##` as sentences: the words about a name, and then those about each of its values."""
    told = ""
    for line in words:
        value = re.match(r"\w+: ", line) is not None
        told += f". {line}" if value and told else f" {line}" if told else line[:1].upper() + line[1:]
    return told if told.endswith((".", "?", "!")) else f"{told}."


def _cites(node: Any) -> list[tree.Cite]:
    return [*getattr(node, "cites", ()), *getattr(node, "otherwise_cites", ())]


def words_above(at: Span) -> str:
    """The words (`##`) on the lines just above a place, as one text; if there are none, the comment there."""
    lines, first = at.source.lines, at.line - 1
    while 0 < first <= len(lines) and lines[first - 1].lstrip().startswith("#"):
        first -= 1
    found = [line.strip() for line in lines[first : at.line - 1]]
    return " ".join(line.lstrip("# ") for line in found if line.startswith("##")) or note_above(at)


def value_text(value: Any) -> str:
    """A value of YAML, or of an option, in rules syntax."""
    if isinstance(value, YamlEntry):
        value = value.value
    match value:
        case CodeText():
            return code_text(value.nodes)
        case bool():
            return "yes" if value else "no"
        case None:
            return "none"
        case list():
            return f"[{', '.join(map(value_text, value))}]"
        case dict():
            return f"{{{', '.join(f'{key}: {value_text(one)}' for key, one in value.items())}}}"
    return str(value)
