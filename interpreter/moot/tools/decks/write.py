"""Write a deck in a file format, and report the parts that the format cannot hold."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Callable, Iterable
from typing import Any

from .game_format import DeckGame, bracketed
from .match_cards import Card, DeckCards

WRITTEN = ("yaml", "text", "edn", "json", "csv", "list")
_STARRED = ("json", "list")  # formats that mark cards of the starred section


def write_deck(deck: DeckCards, game: DeckGame, format: str) -> tuple[str, list[str]]:
    """The text, and a description of the missing parts. `format`: a format in `WRITTEN`."""
    writer = _Writer(deck, game, format)
    text = _WRITERS[format](writer)
    return text, writer.lost()


class _Writer:
    def __init__(self, deck: DeckCards, game: DeckGame, format: str) -> None:
        self.deck = deck
        self.game = game
        self.format = format

    def name(self, card: Card) -> str:
        return self.game.card_name(card.thing) if card.thing is not None else card.line.name

    def marks(self, card: Card, always: bool) -> list[str]:
        """The marks after a name: all, or only those that distinguish it from its namesakes."""
        if card.thing is None:
            return list(card.line.marks)
        alone = len(self.game.cards_named(self.name(card))) < 2
        return [mark for mark in self.game.marks_of(card.thing) if not alone or (always and len(mark) > 1)]

    def code(self, card: Card) -> str:
        return self.game.code(card.thing) if card.thing is not None else card.line.code

    def starred(self, card: Card) -> bool:
        return bool(self.game.starred) and card.section == self.game.starred

    def sections(self, whole: bool) -> dict[str, list[Card]]:
        """The cards by section, in the game's order. With `whole`, cards of a subsection are in its section."""
        found: dict[str, list[Card]] = {name: [] for name in self.game.sections}
        for card in self.deck.cards:
            section = self.game.sections[card.section]
            found[section.within if whole and section.within else section.id].append(card)
        return {name: cards for name, cards in found.items() if cards}

    def groups(self, cards: Iterable[Card]) -> dict[str, list[Card]]:
        found: dict[str, list[Card]] = {name: [] for name in (*self.game.groups, "")}
        for card in cards:
            found[card.group if card.group in found else ""].append(card)
        return {name: there for name, there in found.items() if there}

    def title(self, section: str) -> str:
        return self.game.sections[section].title

    def lost(self) -> list[str]:
        """The parts of the deck that this format cannot hold."""
        found = []
        parts = {card.section for card in self.deck.cards if self.game.sections[card.section].within}
        if self.format in _STARRED:
            parts.discard(self.game.starred)
        if self.format != "yaml":
            for part in parts:
                section = self.game.sections[part]
                found.append(f"the part “{section.title}”: its cards are under “{self.title(section.within)}”")
        if self.deck.deck.title and self.format in ("text", "csv"):
            found.append(f"the title “{self.deck.deck.title}”")
        if self.deck.deck.notes and self.format in ("csv", "list"):
            found.append("the notes")
        if self.format == "json":
            found += [
                f"the code of “{self.name(card)}”, which is unknown" for card in self.deck.cards if not self.code(card)
            ]
        if self.format == "csv":
            found += [
                f"the marks of “{self.name(card)}”, which has no code here"
                for card in self.deck.cards
                if card.line.marks and not self.code(card)
            ]
        return found

    # ---------------------------------------------------------------------------------------------- formats

    def yaml(self) -> str:
        lines = [f"game: {self.game.bundle.id}"]
        if self.deck.deck.title:
            lines.append(f"name: {_quoted(self.deck.deck.title)}")
        if self.deck.deck.notes:
            indented = self.deck.deck.notes.lstrip("\n").startswith(" ")
            lines += [f"notes: |{'2' * indented}", *(f"  {line}" for line in self.deck.deck.notes.splitlines())]
        for section, cards in self.sections(whole=False).items():
            lines.append(f"{self.title(section)}:")
            groups = self.groups(cards)
            if len(groups) == 1:
                lines += [f"  {self._yaml_card(card)}" for card in _summed(cards)]
                continue
            for group, inside in groups.items():
                lines.append(f"  {(group or 'others').capitalize()}:")
                lines += [f"    {self._yaml_card(card)}" for card in _summed(inside)]
        return "\n".join(lines) + "\n"

    def _yaml_card(self, card: Card) -> str:
        return f"{_quoted(self.name(card) + bracketed(self.marks(card, False)))}: {card.count}"

    def text(self) -> str:
        lines: list[str] = []
        for section, cards in self.sections(whole=True).items():
            lines += ["####", self.title(section), "####", ""]
            for group, inside in self.groups(cards).items():
                count = sum(card.count for card in inside)
                lines += [f"# {(group or 'others').removesuffix('s').capitalize()} ({count})", ""]
                lines += [f"{card.count} {self.name(card)}{bracketed(self.marks(card, True))}" for card in inside]
                lines.append("")
        if self.deck.deck.notes:
            lines += ["####", "Notes", "####", "", *self.deck.deck.notes.splitlines(), ""]
        return "\n".join(lines)

    def edn(self) -> str:
        parts = []
        if self.deck.deck.title:
            parts.append(f":name {json.dumps(self.deck.deck.title, ensure_ascii=False)}")
        if self.deck.deck.notes:
            parts.append(f":notes {json.dumps(self.deck.deck.notes, ensure_ascii=False)}")
        for section, cards in self.sections(whole=True).items():
            rows = [f"{{:qty {card.count} :card {self._edn(card)}}}" for card in cards]
            parts.append(f":{section.replace('_', '-')}\n [{chr(10).join(rows).replace(chr(10), chr(10) + '  ')}]")
        return "{" + "\n ".join(parts) + "}\n"

    def _edn(self, card: Card) -> str:
        marks = bracketed(self.marks(card, True)).strip()
        return f'{json.dumps(self.name(card), ensure_ascii=False)} :id "{marks}"'

    def json(self) -> str:
        data: dict[str, Any] = {"id": re.sub(r"[^a-z0-9]+", "-", self.deck.deck.title.lower()).strip("-") or "deck"}
        data["name"] = self.deck.deck.title or "Deck"
        data |= {key: self.deck.deck.facts[key] for key in ("alignment",) if key in self.deck.deck.facts}
        if self.deck.deck.notes:
            data["notes"] = self.deck.deck.notes
        for section, cards in self.sections(whole=True).items():
            groups = self.groups(cards)
            main = section == next(iter(self.game.sections)) and len(groups) > 1
            data[section] = (
                {group or "others": [self._json(card) for card in there] for group, there in groups.items()}
                if main
                else [self._json(card) for card in cards]
            )
        return json.dumps(data, indent=2, ensure_ascii=False) + "\n"

    def _json(self, card: Card) -> dict[str, Any]:
        name = self.name(card) + ("" if self.code(card) else bracketed(card.line.marks))
        row: dict[str, Any] = {"name": name, "card": self.code(card).lower() or None, "qty": card.count}
        return row | {"favourite": True} if self.starred(card) else row

    def csv(self) -> str:
        out = io.StringIO()
        table = csv.writer(out, lineterminator="\n")
        table.writerow(["section", "count", "card", "card_id"])
        for section, cards in self.sections(whole=True).items():
            main = section == next(iter(self.game.sections))
            for group, inside in self.groups(cards).items():
                for card in inside:
                    where = f"{section}-{group}" if main and group else section
                    table.writerow([where, card.count, self.name(card), self.code(card)])
        return out.getvalue()

    def list(self) -> str:
        lines = [self.deck.deck.title, ""] if self.deck.deck.title else []
        for section, cards in self.sections(whole=True).items():
            lines += [f"{self.title(section)}:", ""]
            for card in cards:
                star = "*" * self.starred(card)
                lines.append(f"{card.count} {self.name(card)}{bracketed(self.marks(card, False))}{star}")
            lines.append("")
        return "\n".join(lines)


_WRITERS: dict[str, Callable[[_Writer], str]] = {
    "yaml": _Writer.yaml,
    "text": _Writer.text,
    "edn": _Writer.edn,
    "json": _Writer.json,
    "csv": _Writer.csv,
    "list": _Writer.list,
}


def _summed(cards: Iterable[Card]) -> list[Card]:
    """One row for each card, because a YAML key appears once."""
    found: dict[tuple[str, tuple[str, ...]], Card] = {}
    for card in cards:
        key = (
            card.thing.id if card.thing is not None else card.line.name,
            card.line.marks if card.thing is None else (),
        )
        before = found.get(key)
        found[key] = card if before is None else Card(before.count + card.count, *_rest(card))
    return list(found.values())


def _rest(card: Card) -> tuple[Any, ...]:
    return card.thing, card.section, card.group, card.line


def _quoted(text: str) -> str:
    """A text of YAML, in quotes where it needs them."""
    word = text.casefold() in ("yes", "no", "none", "null", "true", "false")
    plain = re.fullmatch(r"[^\W\d][\w '\u2019&().,!\[\]-]*(?<! )", text) is not None
    return text if plain and not word else json.dumps(text, ensure_ascii=False)
