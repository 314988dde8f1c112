"""What a player, or nature, is asked, and the options, each with a stable key that people can write."""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any

from ..code.program import Program
from ..state.layout import argument_key
from ..state.position import NATURE, Position, Value
from ..state.view import Eyes, call_key
from .orders import Orders

_WORD = re.compile(r"[A-Za-z_]\w*(?:\.\w+)*")
_WORDS = re.compile(r"[\w.]+")
_CALL = re.compile(r"([\w.]+)\((.+)\)")


@dataclass(frozen=True, slots=True)
class Option:
    """One thing that may be chosen. `key` is what logs and cases write; `text` what a player reads."""

    key: str
    text: str
    value: Value


@dataclass(frozen=True, slots=True)
class Decision:
    """`player` is a player's name, or "nature". `rule` names the rule that asks, `clauses` what it cites."""

    player: str
    prompt: str
    options: tuple[Option, ...]
    rule: str
    clauses: tuple[str, ...]
    weights: tuple[int, ...] | None = None  # of nature's options: how many ways lead to each

    def option(self, key: str) -> Option | None:
        """The option of that key; None if there is none."""
        return next((o for o in self.options if o.key == key), None)


def decision_of(program: Program, S: Position) -> Decision | None:
    if S.ask is None:
        return None
    number, player, values, words = S.ask
    prompt, rule, tag, none = program.sites[number]
    line = program.rules[rule]
    if isinstance(values, Orders):
        as_it_is = Option("as they lie", "as they lie", values.things)
        return Decision("nature", "shuffle", (as_it_is,), line.label, line.clauses, None)
    options = tuple(options_of(program, S, tag, none, values))
    weights = None
    if player == NATURE:
        weights = tuple(weight for _, weight in _dice(tag)) if tag.startswith("roll ") else (1,) * len(options)
        prompt = tag if tag.startswith("roll ") else prompt or "at random"
    name = "nature" if player == NATURE else program.layout.players[player]
    if isinstance(words, tuple):  # why an offer cannot be ended yet
        words = words[0]
    return Decision(name, words if words is not None else prompt, options, line.label, line.clauses, weights)


def option_called(program: Program, decision: Decision, key: str) -> Option | None:
    """The option of that key; or the one that is called so when some of its things are called by their titles.

    Copies of one deck are alike, so the first of them will do; a title that means things of several decks is none.
    """
    decks = {row.key: row.deck for row in program.layout.things}
    alike: dict[tuple[str, ...], Option] = {}
    for option in options_called(program, decision, key):
        where = tuple(decks.get(word, decks.get(word.rpartition(".")[0], "")) for word in _WORD.findall(option.key))
        alike.setdefault(where, option)
    return next(iter(alike.values())) if len(alike) == 1 else None


def options_called(program: Program, decision: Decision, key: str) -> list[Option]:
    """All options that a key may mean, each thing in it called by its full name or its title; those of just that key
    alone, if there is one.
    """
    exact = decision.option(key)
    if exact is not None:
        return [exact]
    words, rest = _WORD.findall(key), _WORD.sub("", key)

    def fits(option: Option) -> bool:
        own = _WORD.findall(option.key)
        if len(own) != len(words) or _WORD.sub("", option.key) != rest:
            return False
        return all(word in (full, _titled(full, program.titles)) for word, full in zip(words, own, strict=True))

    return [option for option in decision.options if fits(option)]


def _titled(word: str, titles: dict[str, str]) -> str:
    """A full name of a thing as its title, also before the action that it brings."""
    owner, dot, rest = word.rpartition(".")
    return titles.get(word) or (f"{titles[owner]}{dot}{rest}" if owner in titles else word)


def _dice(tag: str) -> tuple[tuple[int, int], ...]:
    from .values import dice_sums

    count, faces = map(int, tag[5:].split("d"))
    return dice_sums(count, faces)


def options_of(program: Program, S: Position, tag: str, none: str, values: Any) -> list[Option]:
    """The options for the values that are asked among, in their order."""
    layout = program.layout
    if tag == "thing":
        things = [v for v in values if v is not None and v < len(layout.things)]
        titles = [layout.things[v].title for v in things]
        alike = set() if len(set(titles)) == len(things) else {t for t in titles if titles.count(t) > 1}
        return [_thing(program, v, alike, none) for v in values]
    if tag.startswith("labels "):
        labels = tag[7:].split("|")
        return [Option(labels[v], labels[v], v) for v in values]
    if tag == "call" and not all(isinstance(v, int) for v in values if v is not None):
        keys = [none if v is None else call_key(layout, program.index, v) for v in values]
        return [Option(key, choice_words(program, key), value) for key, value in zip(keys, values, strict=True)]
    if tag == "call":
        return _waiting(program, S, values, none)
    plain = "number" if tag.startswith("roll ") else tag
    return [Option(none, said(program, none), None) if v is None else _plain(program, plain, v) for v in values]


def _plain(program: Program, tag: str, value: Value) -> Option:
    """An option that hangs on nothing but the value; those of names are made once."""
    found = program.offered.get((tag, value))
    if found is None:
        key = argument_key(program.layout, tag, value)
        found = Option(key, said(program, key), value)
        if tag.startswith(("names ", "words ")):
            program.offered[tag, value] = found
    assert isinstance(found, Option)
    return found


def _thing(program: Program, value: int | None, alike: set[str], none: str) -> Option:
    """`alike`: titles that several of the options have. Options of things of the game are made once."""
    if value is None:
        return Option(none, none, None)
    if value >= len(program.layout.things):
        key = argument_key(program.layout, "thing", value)
        return Option(key, key, value)
    row = program.layout.things[value]
    full = row.title in alike
    found = program.offered.get((full, value))
    if found is None:
        key, text = row.key if full else row.title, said(program, row.title)
        found = Option(key, text if key == row.title else f"{text} ({key})", value)
        program.offered[full, value] = found
    assert isinstance(found, Option)
    return found


def _waiting(program: Program, S: Position, values: Any, none: str) -> list[Option]:
    """Calls that wait, by what they say; those that say the same, by their numbers too."""
    eyes = Eyes(S, program.layout, lambda position, zone: -1, program.index, None)
    keys = [none if v is None else eyes.thing(v) for v in values]
    own = [none if v is None else argument_key(program.layout, "thing", v) for v in values]
    shown = [key if keys.count(key) == 1 else f"{key}, {number}" for key, number in zip(keys, own, strict=True)]
    return [Option(key, choice_words(program, key), value) for key, value in zip(shown, values, strict=True)]


def choice_words(program: Program, key: str) -> str:
    """What the choice of that key is called: `march(orcs_1)` is called `march orcs 1`. Copies go by their title.

    Of a number it is told what it counts, by the name of its parameter: `bid(fern, 2)` is called `bid fern, coins 2`.
    """
    short = shortened(program, key)
    found = _CALL.fullmatch(short)
    if found is None or short in program.terms:
        return said(program, short)
    counted = program.index.counted.get(found[1].rpartition(".")[2], ())
    words = zip_longest(map(str.strip, found[2].split(",")), counted, fillvalue="")
    given = ", ".join(said(program, one) if not of else f"{said(program, of)} {one}" for one, of in words)
    return f"{said(program, found[1])} {given}"


def shortened(program: Program, key: str) -> str:
    """A key with every copy of a thing by its title: `ann.fern` is read as `fern`, also inside a call."""
    return _WORDS.sub(lambda word: _titled(word[0], program.titles), key) if "." in key else key


def said(program: Program, key: str) -> str:
    """A name in the edition's own words, or else with spaces for underscores."""
    return program.terms.get(key, key.replace("_", " "))
