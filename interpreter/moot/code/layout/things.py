"""Numbers of things: kind by kind, a kind's own before those of its subtypes; and the meaning of types in these
numbers.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ...lang import tree
from ...lang.diagnostic import fail
from ...lang.source import NOWHERE
from ...lang.walk import walk
from ...state.layout import IndexRange, ThingRow
from ...state.tags import names_tag, words_tag
from ..typing import symbols, types
from ..typing.in_game import absent_titles, bodies_of, root_kind
from ..typing.types import Type, bare
from .values import Value

_TAGS = {types.BOOL: "bool", types.STRING: "string", types.NAME: "string", types.CALL: "call"}


@dataclass(frozen=True, slots=True)
class Things:
    """The things of a game by their numbers. `things_of` gives those of a kind.

    ranges: by kind, the first thing and the one past the last. copies: by title, its things. deck_values: by thing, the
    fields set by its deck. row_roots: the base kinds of records made in play, including `call`. makes_rows: whether
    there are any. names: by kind of names, these. options: their values, things as numbers.
    """

    game: symbols.TypedGame
    rows: Sequence[ThingRow]
    ranges: Mapping[str, tuple[int, int]]
    copies: Mapping[str, tuple[int, ...]]
    deck_values: Mapping[int, Mapping[str, object]]
    row_roots: frozenset[str]
    makes_rows: bool
    names: Mapping[str, Sequence[str]]
    options: Mapping[str, Value | None]

    def root(self, kind: str) -> str:
        """The base of a kind that has no base itself."""
        return root_kind(self.game, kind)

    def is_row_kind(self, kind: str) -> bool:
        """Whether rows of a kind are made in play, and so have no numbers before it."""
        return self.root(kind) in self.row_roots

    def row_sorts(self, kind: symbols.Kind) -> tuple[str, ...]:
        """A kind of rows and all its sorts, by name."""
        return (kind.name, *(name for sort in kind.sorts for name in self.row_sorts(sort)))

    def things_of(self, kind: str) -> range:
        """The numbers of all things of a kind; none of a kind of rows."""
        return range(*self.ranges.get(kind, (0, 0)))

    def domain(self, of: Type) -> IndexRange | None:
        """The values of a parameter; None for rows, and where a type has no ends."""
        match bare(of):
            case types.Names(kind):
                return IndexRange(0, len(self.names[kind]), names_tag(kind))
            case types.Words(names):
                return IndexRange(0, len(names), words_tag(names))
            case types.Thing(kind):
                if self.is_row_kind(kind):
                    return None
                first, end = self.ranges[kind]
                return IndexRange(first, end - first, "thing")
            case types.Dice(count, faces):
                return IndexRange(count, count * faces - count + 1, "number")
            case types.Bounded(low, high):
                least, most = self.bound(low), self.bound(high)
                if least is None or most is None:
                    return None
                return IndexRange(least, max(0, most - least + 1), "number")
            case types.BOOL:
                return IndexRange(0, 2, "bool")
            case _:
                return None

    def bound(self, bound: int | str) -> int | None:
        """An end of a range, where it is known before play; None where it is a function's value."""
        known = self.options.get(bound) if isinstance(bound, str) else bound
        return known if isinstance(known, int) else None

    def tag(self, of: Type) -> str:
        """How values of a type are written for people (state.layout.argument_key)."""
        plain = bare(of)
        match plain:
            case types.Names(kind):
                return names_tag(kind)
            case types.Words(names):
                return words_tag(names)
            case types.Thing():
                return "thing"
            case types.SetOf(item) | types.ListOf(item):
                return ("mask " if types.is_mask(plain) else "list ") + self.tag(item)
            case types.Zone() | types.PLACE:
                return "place"
            case types.Simple():
                return _TAGS.get(plain, "number")
            case _:
                return "number"


def number_things(game: symbols.TypedGame) -> Things:
    """Number all things of a game. Raises MootError if an option names a thing that is not in the game."""
    bodies = bodies_of(game, game.carried.values(), game.code)
    made = [node for node in walk(bodies) if isinstance(node, tree.New | tree.Pending)]
    roots = {root_kind(game, node.kind) for node in made if isinstance(node, tree.New)} | {"call"}
    counting = _Counting(game)
    for kind in game.kinds.values():
        if kind.base is None and kind.name not in roots:
            counting.add_kind(kind)
    return Things(
        game=game,
        rows=counting.rows,
        ranges=counting.ranges,
        copies={title: tuple(things) for title, things in counting.copies.items()},
        deck_values=counting.deck_values,
        row_roots=frozenset(roots),
        makes_rows=bool(made or game.actions or any(c.actions for c in game.carried.values())),
        names={names.name: list(names.names) for names in game.name_kinds.values()},
        options=_settled_options(game, counting.copies),
    )


class _Counting:
    """Holds what is numbered so far."""

    def __init__(self, game: symbols.TypedGame) -> None:
        self.game = game
        self.absent = absent_titles(game)
        self.rows: list[ThingRow] = []
        self.ranges: dict[str, tuple[int, int]] = {}
        self.copies: dict[str, list[int]] = {}
        self.deck_values: dict[int, Mapping[str, object]] = {}
        self.counts: Counter[str] = Counter()  # of each title, in all decks
        for deck in game.decks.values():
            for title, count in deck.cards:
                self.counts[title] += count

    def add_kind(self, kind: symbols.Kind) -> None:
        """Its things from decks, in their order; then its things that are in no deck; then its subtypes."""
        first = len(self.rows)
        for deck in self.game.decks.values():
            for title, count in deck.cards:
                thing = self.game.things.get(title)
                if thing is not None and thing.kind == kind.name:
                    self.add_copies(deck, title, count)
        for thing in self.game.things.values():
            if thing.kind == kind.name and thing.title not in self.counts and thing.title not in self.absent:
                self.add(ThingRow(thing.title, thing.title, kind.name, ""))
        for sort in kind.sorts:
            self.add_kind(sort)
        self.ranges[kind.name] = (first, len(self.rows))

    def add_copies(self, deck: symbols.DeckValues, title: str, count: int) -> None:
        """For a title with one copy in all decks, the title is also its key."""
        alone = self.counts[title] == 1
        for copy in range(1, count + 1):
            key = title if alone else f"{deck.id}.{title}" + (f".{copy}" if count > 1 else "")
            self.deck_values[len(self.rows)] = deck.values
            self.add(ThingRow(key, title, self.game.things[title].kind, deck.id))

    def add(self, row: ThingRow) -> None:
        self.copies.setdefault(row.title, []).append(len(self.rows))
        self.rows.append(row)


def _settled_options(game: symbols.TypedGame, copies: Mapping[str, Sequence[int]]) -> dict[str, Value | None]:
    """The value of each option. One that names a thing holds its number."""
    found: dict[str, Value | None] = {}
    for option in game.options.values():
        value = option.value
        if isinstance(value, symbols.TitleOf):
            if not copies.get(value.id):
                message = f"the option `{option.name}` names `{value.id}`, which is in none of the decks used"
                raise fail(
                    "not-in-game",
                    message,
                    option.decl.at if option.decl else NOWHERE,
                    "name a thing of one of these decks",
                )
            value = copies[value.id][0]
        found[option.name] = value
    return found
