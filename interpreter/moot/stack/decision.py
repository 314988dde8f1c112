"""A decision of a player, or of nature, and its options, each with a stable key that people can write."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import repeat
from typing import Any, ClassVar, overload

from ..code.program import Program, RuleLine
from ..lang.spelling import nearest, there_are
from ..state.layout import argument_key
from ..state.position import NATURE, Options, Position, Value
from ..state.tags import Tag
from ..state.view import Eyes, call_key
from .chance import Orders, weights_of
from .words import choice_words, name_words, titled

_WORD = re.compile(r"[A-Za-z_]\w*(?:\.\w+)*")
_CALL = re.compile(r"([\w.]+)\((.+)\)")
KeyAndText = tuple[str, str]  # of an option: its key and its text


class _Read:
    """Compared, hashed and printed by its readable parts, although these are only made on demand."""

    __slots__ = ()
    __match_args__: ClassVar[tuple[str, ...]]

    def _read(self) -> tuple[object, ...]:
        return tuple(getattr(self, name) for name in self.__match_args__)

    def __eq__(self, other: object) -> bool:
        return self is other or (type(other) is type(self) and self._read() == other._read())

    def __hash__(self) -> int:
        return hash(self._read())

    def __repr__(self) -> str:
        told = (f"{name}={getattr(self, name)!r}" for name in self.__match_args__)
        return f"{type(self).__name__}({', '.join(told)})"


class Option(_Read):
    """One available choice. Logs and cases contain its `key`; players read its `text`."""

    __slots__ = ("_of", "_place")
    __match_args__ = ("key", "text", "value")

    def __init__(self, of: Offered, place: int) -> None:
        self._of = of
        self._place = place

    @property
    def key(self) -> str:
        return self._of.names[self._place][0]

    @property
    def text(self) -> str:
        return self._of.names[self._place][1]

    @property
    def value(self) -> Value:
        return self._of.values[self._place]

    def spoken(self, player: str) -> str:
        """The text for the choosing player, who knows that the action is their own."""
        return choice_words(self._of.program, self.key, player) if _CALL.fullmatch(self.key) else self.text


class Offered(Sequence[Option]):
    """The options at the time of the prompt. Keys and texts are made on demand."""

    __slots__ = ("_names", "ask", "program", "values")

    def __init__(self, program: Program, S: Position) -> None:
        """`S`: where somebody is asked. `ask` may change with it, `values` do not."""
        ask = S.ask
        assert ask is not None
        self.program = program
        self.ask = ask
        values = ask[2]
        self.values: Options = values[:] if isinstance(values, list) else values
        self._names: list[KeyAndText] | None = None
        if isinstance(values, Orders):
            self.values, self._names = (values.things,), [("as they lie", "as they lie")]
        elif program.sites[ask[0]].tag == "call" and type(values[0]) is not tuple:
            self._names = _waiting(program, S, values, program.sites[ask[0]].none)

    @property
    def names(self) -> list[KeyAndText]:
        """The key and the text of each."""
        if self._names is None:
            site = self.program.sites[self.ask[0]]
            self._names = _names_of(self.program, site.tag, site.none, self.values)
        return self._names

    def __len__(self) -> int:
        return len(self.values)

    @overload
    def __getitem__(self, place: int) -> Option: ...
    @overload
    def __getitem__(self, place: slice) -> tuple[Option, ...]: ...
    def __getitem__(self, place: int | slice) -> Option | tuple[Option, ...]:
        if isinstance(place, slice):
            return tuple(self)[place]
        self.values[place]  # raises IndexError
        return Option(self, place if place >= 0 else place + len(self.values))

    def __iter__(self) -> Iterator[Option]:
        return map(Option, repeat(self), range(len(self.values)))

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, Offered | tuple) and tuple(self) == tuple(other))

    def __hash__(self) -> int:
        return hash(tuple(self))

    def __repr__(self) -> str:
        return repr(tuple(self))


@dataclass(frozen=True, slots=True, eq=False, repr=False, match_args=False)
class Decision(_Read):
    """`player` is a player's name, or "nature". `rule` is the rule that prompts, and `clauses` are its citations.

    `weights`: for nature's options, the number of equally likely outcomes behind each.
    """

    options: Offered
    __match_args__ = ("player", "prompt", "options", "rule", "clauses", "weights")

    @property
    def player(self) -> str:
        _, player, _, _ = self.options.ask
        return "nature" if player == NATURE else self.options.program.layout.players[player]

    @property
    def prompt(self) -> str:
        number, player, _, words = self.options.ask
        site = self.options.program.sites[number]
        if player == NATURE:
            return site.tag if Tag.read(site.tag).sort == "roll" else site.prompt or "at random"
        told = words[0] if isinstance(words, tuple) else words  # why an offer cannot be ended yet
        return site.prompt if told is None else str(told)

    @property
    def rule(self) -> str:
        return self._rule.label

    @property
    def clauses(self) -> tuple[str, ...]:
        return self._rule.clauses

    @property
    def _rule(self) -> RuleLine:
        program = self.options.program
        return program.rules[program.sites[self.options.ask[0]].rule]

    @property
    def weights(self) -> tuple[int, ...] | None:
        number, player, values, weights = self.options.ask
        if player != NATURE or isinstance(values, Orders):
            return None
        tag = Tag.read(self.options.program.sites[number].tag)
        if tag.sort != "roll":
            return tuple(weights_of(self.options.values, weights))
        from .values import dice_sums

        return tuple(weight for _, weight in dice_sums(*tag.dice))

    def option(self, key: str) -> Option | None:
        """The option with that key, or None."""
        places = (place for place, (known, _) in enumerate(self.options.names) if known == key)
        return next((self.options[place] for place in places), None)


def decision_of(program: Program, S: Position) -> Decision | None:
    return None if S.ask is None else Decision(Offered(program, S))


def option_called(program: Program, decision: Decision, key: str) -> Option | None:
    """The option with that key, or the option that the text names with titles of things.

    Copies in one deck are interchangeable, so the first of them is used. A title shared by things of several decks
    matches none.
    """
    decks = {row.key: row.deck for row in program.layout.things}
    alike: dict[tuple[str, ...], Option] = {}
    for option in options_called(program, decision, key):
        where = tuple(decks.get(word, decks.get(word.rpartition(".")[0], "")) for word in _WORD.findall(option.key))
        alike.setdefault(where, option)
    return next(iter(alike.values())) if len(alike) == 1 else _by_thing(program, decision, key)


def _by_thing(program: Program, decision: Decision, key: str) -> Option | None:
    """An option that is called by its title may also be called by its thing's full name."""
    things = program.layout.things
    for option in decision.options:
        value = option.value
        thing = things[value] if isinstance(value, int) and 0 <= value < len(things) else None
        if thing is not None and option.key == thing.title and key == thing.key:
            return option
    return None


def not_offered(program: Program, decision: Decision, key: str, spoken: bool, listed: bool = True) -> str:
    """The error for a key that is not among the options, with the available ones if `listed`. `spoken`: in the words of
    menus, not in keys.
    """
    who = name_words(program, decision.player) if spoken else decision.player
    words = [one.spoken(decision.player) if spoken else one.key for one in decision.options]
    apart = [f"“{word}”" if "," in (word if spoken else word.partition("(")[0]) else word for word in words]
    named = choice_words(program, key, decision.player) if spoken else key
    hint = f"; {nearest(key, words) or there_are(apart)}" if listed else ""
    return f"`{named}` is not available where {who} is prompted “{decision.prompt}”{hint}"


def options_called(program: Program, decision: Decision, key: str) -> list[Option]:
    """All options that a key may mean, with each thing in it called by its full name or its title; only the option
    of exactly that key, if there is one.
    """
    exact = decision.option(key)
    if exact is not None:
        return [exact]
    words, rest = _WORD.findall(key), _WORD.sub("", key)
    if Tag.read(program.sites[decision.options.ask[0]].tag).sort == "some":
        named = ["_".join(one.split()) for one in key.split(",")]
        return [one for one in decision.options if _are_those(named, one.key.split(", "), program.titles)]

    def fits(option: Option) -> bool:
        own = _WORD.findall(option.key)
        if len(own) != len(words) or _WORD.sub("", option.key) != rest:
            return False
        return all(word in (full, titled(full, program.titles)) for word, full in zip(words, own, strict=True))

    return [option for option in decision.options if fits(option)] or _actions_with(program, decision, words, rest)


def _are_those(words: list[str], own: list[str], titles: dict[str, str]) -> bool:
    """Whether words name these things in any order, each by its full name or its title."""
    left = list(own)
    for word in sorted(words, key=lambda one: one not in own):  # full names first
        found = next((full for full in left if word == full), None) or next(
            (full for full in left if word == titled(full, titles)), None
        )
        if found is None:
            return False
        left.remove(found)
    return not left


def _actions_with(program: Program, decision: Decision, words: list[str], rest: str) -> list[Option]:
    """The options of the one action whose arguments are written so: `guard` for `play(guard)`."""
    found: dict[str, list[Option]] = {}
    for option in decision.options:
        action, _, given = option.key.removesuffix(")").partition("(")
        own = _WORD.findall(given)
        same = bool(own) and len(own) == len(words) and _WORD.sub("", given) == rest
        if same and all(word in (full, titled(full, program.titles)) for word, full in zip(words, own, strict=True)):
            found.setdefault(action, []).append(option)
    return next(iter(found.values())) if len(found) == 1 else []


def _names_of(program: Program, tag: str, none: str, values: Any) -> list[KeyAndText]:
    """The key and the text of each of the values that are asked among."""
    layout = program.layout
    if tag == "thing":
        things = [v for v in values if v is not None and v < len(layout.things)]
        titles = [layout.things[v].title for v in things]
        alike = set() if len(set(titles)) == len(things) else {t for t in titles if titles.count(t) > 1}
        return [_thing(program, v, alike, none) for v in values]
    if Tag.read(tag).sort == "labels":
        labels = Tag.read(tag).names
        return [(labels[v], labels[v]) for v in values]
    if tag.startswith(("tuple ", "some ")):
        keys = [argument_key(layout, tag, v) for v in values]
        return [(key, choice_words(program, key)) for key in keys]
    if tag == "call":
        keys = [none if v is None else call_key(layout, program.index, v) for v in values]
        return [(key, choice_words(program, key)) for key in keys]
    return [(none, name_words(program, none)) if v is None else _value_names(program, tag, v) for v in values]


def _value_names(program: Program, tag: str, value: Value) -> KeyAndText:
    """The part that depends only on the value; for names it is made once."""
    found = program.offered.get((tag, value))
    if found is None:
        key = argument_key(program.layout, tag, value)
        found = key, name_words(program, key)
        if Tag.read(tag).sort in ("names", "words"):
            program.offered[tag, value] = found
    return found


def _thing(program: Program, value: int | None, alike: set[str], none: str) -> KeyAndText:
    """`alike`: titles that several of the options have. The names of the game's things are made once."""
    if value is None:
        return none, none
    if value >= len(program.layout.things):
        key = argument_key(program.layout, "thing", value)
        return key, key
    row = program.layout.things[value]
    full = row.title in alike
    found = program.offered.get((full, value))
    if found is None:
        key, text = row.key if full else row.title, name_words(program, row.title)
        found = key, text if key == row.title else f"{text} ({key})"
        program.offered[full, value] = found
    return found


def _waiting(program: Program, S: Position, values: Any, none: str) -> list[KeyAndText] | None:
    """Pending calls, by their texts; those with the same text also by their numbers. None if these are not pending.

    They are named at once, because their text is lost when they disappear.
    """
    if not all(v is None or isinstance(v, int) for v in values):
        return None
    eyes = Eyes(S, program.layout, lambda position, zone: -1, program.index, None)
    keys = [none if v is None else eyes.thing(v) for v in values]
    own = [none if v is None else argument_key(program.layout, "thing", v) for v in values]
    shown = [key if keys.count(key) == 1 else f"{key}, {number}" for key, number in zip(keys, own, strict=True)]
    return [(key, choice_words(program, key)) for key in shown]


_BETWEEN = re.compile(r"[_(),\s]+")


def _folded(text: str) -> str:
    """Small letters, and words with a space between them."""
    return " ".join(_BETWEEN.sub(" ", text.casefold()).split())


def matching(decision: Decision, typed: str) -> Option | None:
    """The choice that the typed text means, if it is unique: by its key, or by its words."""
    low = _folded(typed)
    fitting = [option for option in decision.options if low in (_folded(option.key), _folded(option.text))]
    return fitting[0] if len(fitting) == 1 else None
