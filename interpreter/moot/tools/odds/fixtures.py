"""The things that a question about odds makes, and its text with what was said in the places of the names."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from ...pack.model.board_values import BoardValues
from ...pack.model.bundle import Bundle, OddsQuestion, YamlEntry
from ...pack.model.fields import Fields
from ...pack.model.kinds import Kinds
from ...pack.model.yaml_text import Scalar, raw
from ...pack.things import check_missing, make_thing
from .parameters import Combination, Parameter, says_how_many

_WORDS = re.compile(r"(?<![.\w])[A-Za-z_]\w*(?!\w*\()")  # neither a field nor what is called

COPIES = "copies"  # of a thing: how many there are


class Fixtures:
    """The things that a question makes: one for each set of fields in some combination.

    `taken`: the ids of those that questions have made in this bundle.
    """

    def __init__(
        self, bundle: Bundle, question: OddsQuestion, parameters: Mapping[str, Parameter], taken: set[str]
    ) -> None:
        self.taken = taken
        self.bundle = bundle
        self.question = question
        self.parameters = parameters
        self.fields = Fields(Kinds(bundle.declarations), bundle.report, bundle.home)
        for board in bundle.boards.values():
            if board.grid is not None:
                values = BoardValues.of(board, bundle.report)
                self.fields.boards |= {kind: values for kind in (board.place, board.side) if kind}
        parts = question.root.value
        self.things: dict[str, YamlEntry] = parts["things"].value if "things" in parts else {}
        self.several = {
            name for name, entry in self.things.items() if self._list_in(entry) or self._copies(entry) is not None
        }
        self._known: dict[tuple[Any, ...], str] = {}

    def _list_in(self, entry: YamlEntry) -> str:
        """The parameter with several values that a thing's fields name; there is one such thing for each value."""
        named = (raw(one) for one in _scalars(entry, lists=False))
        return next((name for name in named if name in self.parameters and self.parameters[name].several), "")

    def _copies(self, entry: YamlEntry) -> YamlEntry | None:
        """The number of copies of a thing; None for one, and if its kind has a field of that name."""
        copies: YamlEntry | None = entry.value.get(COPIES)
        own = self.fields.kinds.fields(raw(entry.value["kind"])) if copies is not None else ()
        return None if COPIES in own else copies

    def _count(self, entry: YamlEntry, said: Combination) -> int:
        copies = self._copies(entry)
        if copies is None:
            return 1
        param = self.parameters.get(raw(copies))
        number = raw(copies) if param is None else said[param.name][0]
        if (param is not None and not says_how_many(param)) or not number.isdecimal():
            hint = "name a parameter with a range from 0 or more, such as 0..6, or write a number"
            report = self.bundle.report
            report.error("bad-copies", f"`{raw(copies)}` is not a number of copies", copies.at, hint)
            return 0
        return int(number)

    def made(self, said: Combination) -> Combination:
        """The names of the things that a combination needs, by the question's names for them."""
        found = {}
        for name, entry in self.things.items():
            listed = self._list_in(entry)
            each = [{**said, listed: (value,)} for value in said[listed]] if listed else [said]
            each *= self._count(entry, said)
            found[name] = tuple(self._thing(name, entry, one, number) for number, one in enumerate(each))
        return found

    def _thing(self, name: str, entry: YamlEntry, said: Combination, number: int) -> str:
        whole = _with_said(entry, said)
        if self._copies(entry) is not None:
            whole.value.pop(COPIES)
        key = (name, number, *map(raw, _scalars(whole)))
        if key not in self._known:
            ident, n = name, 1
            while ident in self.taken:
                n += 1
                ident = f"{name}_{n}"
            if ident in self.bundle.things:
                message = f"the game already has a thing called `{ident}`"
                self.bundle.report.error("duplicate-id", message, entry.key_at, "rename the question's thing")
            self.taken.add(ident)
            made = make_thing(ident, whole, self.question.root, "", self.fields, self.question.pack)
            if made is not None:
                self.bundle.things[ident] = made
                self.bundle.home[id(made)] = self.question.pack
            self._known[key] = ident
        return self._known[key]

    def finish(self) -> None:
        """Raises MootError for what is wrong with any of them."""
        mine = {ident: self.bundle.things[ident] for ident in self._known.values() if ident in self.bundle.things}
        check_missing(mine, self.bundle.decks, set(), self.fields)
        self.bundle.report.raise_if_failed()


def _scalars(entry: YamlEntry, lists: bool = True) -> Iterator[Scalar]:
    """All values below an entry that are neither lists nor maps; those in lists too if these count."""
    if isinstance(entry, Scalar):
        yield entry
    inside = entry.value.values() if isinstance(entry.value, dict) else entry.value
    for inner in inside if isinstance(entry.value, dict) or (lists and isinstance(entry.value, list)) else ():
        yield from _scalars(inner, lists)


def _with_said(entry: YamlEntry, said: Combination) -> YamlEntry:
    """A thing's entry with its parameters replaced by their values; in a list, all of it."""
    if isinstance(entry.value, dict):
        return YamlEntry({key: _with_said(item, said) for key, item in entry.value.items()}, entry.at, entry.key_at)
    if isinstance(entry.value, list):
        return YamlEntry(_items(entry, said, lambda item: _with_said(item, said)), entry.at, entry.key_at)
    return _scalar(entry, said[entry.raw][0]) if isinstance(entry, Scalar) and entry.raw in said else entry


def fill_in(entry: YamlEntry, names: Combination, lists: set[str], keys: bool = True) -> YamlEntry:
    """The question's own data, with names replaced by the values set and the things made for it.

    `keys`: in keys too; the keys of a row are its fields, which stay.
    """
    if isinstance(entry.value, dict):
        made = {}
        for key, item in entry.value.items():
            made[_text(key, names, lists) if keys else key] = fill_in(item, names, lists, key == "knows")
        return YamlEntry(made, entry.at, entry.key_at)
    if isinstance(entry.value, list):
        return YamlEntry(_items(entry, names, lambda item: fill_in(item, names, lists)), entry.at, entry.key_at)
    return _scalar(entry, _text(raw(entry), names, lists)) if isinstance(entry, Scalar) else entry


def _items(entry: YamlEntry, names: Combination, fill: Callable[[YamlEntry], YamlEntry]) -> list[YamlEntry]:
    """The items of a list: all values of a name, and every other item filled in."""
    items: list[YamlEntry] = []
    for item in entry.value:
        if isinstance(item, Scalar) and item.raw in names:
            items += [_scalar(item, one) for one in names[item.raw]]
        else:
            items.append(fill(item))
    return items


def _text(text: str, names: Combination, lists: set[str]) -> str:
    def in_place(found: re.Match[str]) -> str:
        values = names.get(found[0])
        if values is None:
            return found[0]
        return f"[{', '.join(values)}]" if found[0] in lists else values[0]

    return _WORDS.sub(in_place, text)


def _scalar(like: Scalar, text: str) -> Scalar:
    """A scalar at the same place, read as YAML would."""
    value: Any = text
    if not like.style:
        if re.fullmatch(r"-?\d+", text):
            value = int(text)
        elif text in ("true", "false"):
            value = text == "true"
    return Scalar(value, like.at, like.key_at, text, like.style)
