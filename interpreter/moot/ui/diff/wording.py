"""A comparison in words: names in an edition's terms, differences after a counterexample, the extent of a search."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from ...lang import tree
from ...lang.name_folding import plural
from ...pack.model.bundle import Bundle
from ...pack.words import declared_words

_CALL = re.compile(r"([A-Za-z_]\w*)\(([^()]*)\)")
_NAME = re.compile(r"[A-Za-z_]\w*(?:\.\w+)*")
_MOST = 6  # the most things of a list to print


@dataclass(frozen=True, slots=True)
class PartingText:
    """A difference at the end of a counterexample, and its value on either side."""

    what: str
    a: str
    b: str


class EditionWords:
    """The names of the rules in a rule set's own terms."""

    def __init__(self, bundle: Bundle) -> None:
        self.terms = bundle.terms
        self.options = {one.name: one for one in declared_words(bundle).values() if one.sort == "option"}
        self.decks = set(bundle.decks)
        titles = Counter(title for deck in bundle.decks.values() for title in {card[0] for card in deck.cards})
        self.shared = {title for title, decks in titles.items() if decks > 1}
        self.places = {d.name for d in bundle.declarations if isinstance(d, tree.ZoneDecl | tree.StateDecl)}

    def name(self, name: str) -> str:
        """A single name; a copy of a thing by its title, with its deck where several have it."""
        deck, _, rest = name.partition(".")
        if deck in self.decks and rest:
            title = rest.partition(".")[0]
            told = self._term(title)
            return f"{told} ({self._term(deck)})" if title in self.shared else told
        return self._term(name)

    def _term(self, name: str) -> str:
        return self.terms.get(name, name.replace("_", " "))

    def option(self, name: str, value: str) -> str:
        """A value of an option by its words, as `look=after_text (between texts)`."""
        said = self.options[name].parts.get(value, "") if name in self.options else ""
        return f"{name}={value} (“{said}”)" if said else f"{name}={value}"

    def text(self, text: Any) -> str:
        """A line with its names in words: `energy(ann): 7` is “energy of Ann: 7”."""
        told = _CALL.sub(self._call_words, str(text))
        return _NAME.sub(lambda found: self.name(found[0]) if _is_name(found[0]) else found[0], told)

    def _call_words(self, found: re.Match[str]) -> str:
        name, args = found[1], ", ".join(self.name(arg.strip()) for arg in found[2].split(",") if arg.strip())
        if name not in self.places:
            return f"{self._term(name)}: {args}" if args else self._term(name)
        return f"{self._term(name)} of {args}" if args else self._term(name)

    def value(self, value: Any) -> str:
        """A value of a case or of a parting: a list of things, yes or no, a name."""
        match value:
            case None:
                return "none"
            case bool():
                return "yes" if value else "no"
            case list() | tuple():
                told = [self.value(one) for one in value[:_MOST]]
                more = [f"{len(value) - _MOST} more"] if len(value) > _MOST else []
                return ", ".join([*told, *more]) or "nothing"
            case dict():
                return self._map(value)
        return self.name(value) if isinstance(value, str) and _NAME.fullmatch(value) else self.text(value)

    def _map(self, value: dict[str, Any]) -> str:
        for key in ("things", "known"):
            if key in value:
                count = value.get("size", value.get("count", len(value[key])))
                hidden = count - len(value[key]) if isinstance(count, int) else 0
                seen = self.value(value[key]) if value[key] else ""
                return ", ".join(filter(None, [seen, f"{hidden} face down" if hidden else ""])) or "nothing"
        return ", ".join(f"{self.text(key)}: {self.value(one)}" for key, one in value.items())


def _is_name(text: str) -> bool:
    return "_" in text or "." in text or text.islower()


def partings(counterexample: dict[str, Any], a: EditionWords, b: EditionWords) -> list[PartingText]:
    """All differences at the end of a counterexample (as JSON), the most telling first."""
    return [_parting(part, a, b) for part in counterexample["parting"]]


def _parting(part: dict[str, Any], a: EditionWords, b: EditionWords) -> PartingText:
    what, name = part["what"], part["name"]
    here, there = a.value(part["a"]), b.value(part["b"])
    match what:
        case "asked":
            return PartingText(
                "whose choice it is", *("nobody" if part[side] is None else told for side, told in _sides(here, there))
            )
        case "options":
            return _options(name, part["a"], part["b"], a, b)
        case "result":
            return PartingText(
                "who has won", *("nobody yet" if part[side] is None else told for side, told in _sides(here, there))
            )
        case "scores":
            return PartingText("each player's score", here, there)
        case "view":
            player, _, seen = name.partition(": ")
            return PartingText(f"{a.name(player)}'s view of: {a.text(seen)}", here, there)
    return PartingText(a.text(name), here, there)


def _sides(here: str, there: str) -> tuple[tuple[str, str], tuple[str, str]]:
    return ("a", here), ("b", there)


def _options(player: str, ours: list[str], theirs: list[str], a: EditionWords, b: EditionWords) -> PartingText:
    """The choices on one side alone, and the number of common ones."""
    both = [one for one in ours if one in theirs]
    told = []
    for words, own in ((a, ours), (b, theirs)):
        alone = [one for one in own if one not in both]
        text = words.value(alone) if alone else "nothing else"
        told.append(f"{text}, beside {words.value(both)}" if both else text)
    return PartingText(f"the choices of {a.name(player)}", *told)


def in_short(counterexample: dict[str, Any], a: EditionWords, b: EditionWords) -> str:
    """The first thing that differs, in a line."""
    first, *others = partings(counterexample, a, b)
    more = f" (and {len(others)} more)" if others else ""
    return f"{first.what}: {first.a} | {first.b}{more}"


def searched_text(searched: dict[str, Any]) -> str:
    """The extent of a search: positions and games, how often the rule was reached, and the time."""
    names = {"walks": "stretches of play", "positions": "positions", "games": "games"}
    told = [_count(searched[name], words) for name, words in names.items() if searched.get(name)]
    if searched.get("watched"):
        told.append(f"the rule ran in {searched.get('reached', 0)} of the {searched['watched']} positions watched")
    if searched.get("seconds"):
        told.append(f"{searched['seconds']:.1f} s")
    rest = {name: value for name, value in searched.items() if name not in _TOLD}
    told += [f"{name.replace('_', ' ')}: {value}" for name, value in rest.items() if isinstance(value, str | int)]
    return ", ".join(told) or "nothing"


def proof_text(searched: dict[str, Any]) -> str:
    """The extent of a proof: it tries every value of everything that both sides read."""
    told = "With these options, both play the same way"
    tried, reads = searched.get("combinations", 0), searched.get("reads", [])
    if not reads or tried <= 1:
        return f"{told}. Proved: the rules read nothing else."
    return f"{told}. Proved: moot tried all {tried:,} combinations of {', '.join(reads)}."


def reading_text(reading: dict[str, Any], names: tuple[str, str], words: tuple[EditionWords, EditionWords]) -> str:
    """The effect of another value of an option: the counterexample vanishes, or the difference shows only there."""
    where = {"a": f"in {names[0]}", "b": f"in {names[1]}"}.get(reading["side"], "on both sides")
    said = words[1 if reading["side"] == "b" else 0].option(reading["option"], reading["value"])
    told = f"With {said} {where}"
    if reading["status"] == "vanishes":
        return f"{told}, both play this counterexample the same way."
    example = reading.get("counterexample")
    return f"{told}, the two differ{f': {in_short(example, *words)}' if example else ''}"


def origin_text(example: dict[str, Any]) -> str:
    """The origin of a counterexample: a game, or only the search."""
    if example["posed"]:
        told = f"Counterexample, posed: {example['posed']}"
    elif example["reached"] is None or not example["reached"]["when"]:
        told = "Counterexample, from the beginning of a game"
    else:
        hidden = len(example["given"]) - len(example["shown"])
        rest = f"; {hidden} other lines do not matter" if hidden > 0 else ""
        told = f"Counterexample, reached after {_count(len(example['reached']['when']), 'choices')} of a game{rest}"
    return told if example["isolated"] else f"{told}; other differences also have an effect here"


_TOLD = {"positions", "games", "walks", "watched", "reached", "seconds", "faults"}


def _count(value: int, name: str) -> str:
    one = {"stretches of play": "stretch of play"}.get(name, name[:-1])
    return f"{value:,} {one if value == 1 else name}"


def statuses(found: Iterable[str]) -> str:
    """The number of differences of each status."""
    told = Counter(found)
    said = {
        "counterexample": "shown by a counterexample",
        "none_found": "with none found",
        "proved_equal": "proved equal",
    }
    return ", ".join(f"{told[status]} {words}" for status, words in said.items() if told[status])


def counts(words: Iterable[str]) -> str:
    """`5 procedures, 2 cards, 1 option`."""
    found = Counter("standing rule" if word == "rule" else word for word in words)
    return ", ".join(
        f"{number} {plural(word) if number != 1 and word != 'game' else word}" for word, number in found.most_common()
    )
