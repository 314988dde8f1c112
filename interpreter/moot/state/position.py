"""A position: the places of all things, the values of all states, and the steps that remain. All of it is data."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple, Protocol

from .sealed_chance import SealedChance

NATURE = -1  # the player who is asked for dice, picks and shuffles
EVERYBODY = -1  # in place of one player: all learn from the choices of others

# The value of a state or a formula: a number, or the number of a name, thing or zone; yes or no; a text; a list or set
# of these; none.
Value = int | str | tuple["Value", ...] | None
Args = tuple[Value, ...]
# (action number, player, source thing or None, arguments); for a pending procedure: (-1 - target, None, its thing,
# arguments).
ActionCall = tuple[int, int | None, int | None, Args]
# A rule that listens: (rule number, source thing or None, captured values, group, serial of the scope it ends with or
# 0).
Instance = tuple[int, int | None, Args, int, int]
Cells = list[Any]  # of each thing its zone, an int; then a Value for each cell of a state
Frame = tuple[Any, ...]  # (unit number, resume point, saved values …)
Row = dict[str, Any]  # a record made in play: `_kind`, `_at`, its fields by name, its zones
Record = tuple[Any, ...]  # of the journal: (what, line of the rules, facts …)
# A running phase that leaves an entry (see code.quiet_phases): (phase number, arguments, serial or 0 if no code asks
# for it, the earlier values of its states).
RunningPhase = tuple[int, Args, int, Args]


Generator = int | SealedChance  # of chance: 64 bits of the fast one (stack/chance.py), or that of a sealed game


class Options(Protocol):
    """The values to choose from. They may be a zone's own list, which changes when the game continues."""

    def __len__(self) -> int: ...
    def __getitem__(self, number: int, /) -> Value: ...
    def __iter__(self) -> Iterator[Value]: ...


# The prompt, if it varies; for an offer that cannot be ended yet, the reason and its rule; for nature's options, the
# weights, if they differ.
PromptWords = str | tuple[str, int] | tuple[int, ...] | None
RawQuestion = tuple[int, int, Options, PromptWords]  # as compiled rules make it; by name: Question


class Outcome(NamedTuple):
    """How a game ended. `winners`: a bit for each winner; `scores`: each player's score, if the rules define it;
    `rule`: the line that ended it, or -1.
    """

    winners: int
    scores: tuple[int, ...] | None
    reason: str
    rule: int

    def has_won(self, player: int) -> bool:
        return bool(self.winners >> player & 1)

    def names(self, players: Sequence[str]) -> tuple[str, ...]:
        """The winners."""
        return tuple(name for player, name in enumerate(players) if self.has_won(player))


def one_or_several(names: Sequence[str]) -> str | list[str] | None:
    """Winners in JSON: one by name, several as a list, none as None."""
    return list(names) if len(names) > 1 else names[0] if names else None


NOBODY = Outcome(0, None, "", -1)  # play ended of itself


class Question(NamedTuple):
    """The question. `player`: or NATURE."""

    site: int
    player: int
    options: Options
    words: PromptWords


_NEW = object.__new__
_COPY: Callable[[list[int]], list[int]] = list.copy
UNSEEN: set[int] = set()  # a sink for the writes of positions that no one is observing; it is never read


class Position:
    """Flat cells, zones, rows, the effect stack and the active hooks.

    `cells` first holds the zone of each thing (-1: nowhere), then the states. `zones` holds for each zone number the
    things in it, bottom or left first. `rows` holds the records made in play, by number. A frame says where a function
    continues: (unit number, resume point, local values …); it is never changed. `frame` is that of the function with
    the current question; `stack` holds those of its callers, outermost first.
    """

    __slots__ = (
        "ask",
        "cells",
        "extra",
        "frame",
        "free",
        "fuel",
        "glance",
        "journal",
        "known",
        "lasting",
        "live",
        "marks",
        "nature",
        "noticed",
        "notices",
        "once",
        "result",
        "rng",
        "rows",
        "scopes",
        "serial",
        "sparse",
        "stack",
        "still",
        "tally",
        "told",
        "truth",
        "trying",
        "unwind",
        "wrote",
        "zones",
    )

    def __init__(self, cells: Cells, zones: list[list[int]], live: list[tuple[Instance, ...]], rng: Generator) -> None:
        self.cells = cells
        self.zones = zones
        self.rows: dict[int, Row] = {}
        # States of rows, by (state, arguments), where they are not at their first value.
        self.sparse: dict[tuple[int, ...], Value] = {}
        self.stack: list[Frame] = []
        self.frame: Frame | None = None
        self.live = live
        self.truth: dict[Instance, bool] = {}  # of each listening `when`, whether its formula held when last read
        self.once: tuple[tuple[object, ...], ...] = ()  # actions used that may be used once in a scope
        self.scopes: list[RunningPhase] = []
        self.marks: tuple[tuple[int, int | None], ...] = ()  # hooks whose own bodies are running: they are not asked
        self.serial = 0
        self.lasting: tuple[int, ...] = ()  # the serials of scopes with which rules end that were made by `until`
        self.told: dict[int, int] = {}  # a bit for each player who knows a thing although it is hidden from that player
        self.known = 0  # bit zone * players + player: that player may know a thing that is hidden there
        self.extra: dict[int, tuple[str, tuple[int, ...]]] = {}  # zones of rows, by number: name and arguments
        self.free: list[int] = []  # zone numbers given back by rows that are gone
        self.rng = rng
        self.ask: RawQuestion | None = None
        self.result: Outcome | None = None
        self.fuel = 0
        self.nature = False  # chance asks instead of being sampled
        self.trying = False  # a cost is being paid to see whether it can be; this is undone
        self.glance = False  # on a copy, to see what an option changes: play ends before the next offer is gathered
        # The last choices from which others learn. `notices` is EVERYBODY while choices are added. In a guess it is the
        # player whose guess it is, and only that player has learned from them.
        self.noticed: tuple[NoticedChoice, ...] = ()
        self.notices: int | None = None
        self.journal: list[Record] | None = None
        self.unwind: list[Frame] = []  # of callers that are being left, innermost first
        self.wrote = UNSEEN  # the cells that were written to since they were last looked at (see stack.ways.Watch)
        self.tally = 0  # the contents of zones that the rules ask for often (code.tally)
        self.still = False  # every `when` is as it was when last read, and no cell was written to that they read

    def copy(self) -> Position:
        """An independent position that plays on identically. The journal is not copied: the copy keeps none."""
        new = _NEW(Position)
        new.cells = self.cells.copy()
        new.zones = [*map(_COPY, self.zones)]
        new.tally = self.tally
        new.rows = {number: row.copy() for number, row in self.rows.items()} if self.rows else {}
        new.sparse = self.sparse.copy() if self.sparse else {}
        new.stack = self.stack.copy()
        new.frame = self.frame
        new.live = self.live.copy()
        new.truth = self.truth.copy() if self.truth else {}
        new.once = self.once
        new.scopes = self.scopes.copy()
        new.marks = self.marks
        new.serial = self.serial
        new.lasting = self.lasting
        new.told = self.told.copy() if self.told else {}
        new.known = self.known
        new.extra = self.extra.copy() if self.extra else {}
        new.free = self.free[:] if self.free else []
        new.rng = self.rng
        ask = self.ask
        new.ask = (*ask[:2], ask[2][:], ask[3]) if ask is not None and isinstance(ask[2], list) else ask
        new.result = self.result
        new.fuel = self.fuel
        new.nature = self.nature
        new.trying = self.trying
        new.glance = self.glance
        new.noticed = self.noticed
        new.notices = self.notices
        new.journal = None
        new.unwind = []
        new.wrote = UNSEEN
        new.still = False
        return new

    def question(self) -> Question:
        """The current question, by name; the game must not be over."""
        assert self.ask is not None
        return Question._make(self.ask)

    def rewritten(self) -> None:
        """To be called after writes to cells by anything but compiled rules, which record their own writes."""
        self.wrote = UNSEEN
        self.still = False

    def frames(self) -> list[Frame]:
        """The steps that remain, outermost first."""
        return self.stack if self.frame is None else [*self.stack, self.frame]

    def key(self) -> tuple[object, ...]:
        """Everything that decides how the game continues, hashable; equal keys are equal positions."""
        return (
            tuple(self.cells),
            tuple(map(tuple, self.zones)),
            tuple((number, tuple(row.items())) for number, row in sorted(self.rows.items())),
            frozenset(self.sparse.items()),
            tuple(self.frames()),
            tuple(self.live),
            tuple(sorted(self.truth.items(), key=repr)),
            self.once,
            tuple(self.scopes),
            self.marks,
            self.serial,
            tuple(sorted(self.told.items())),
            self.known,
            self.rng,
            self.ask and (*self.ask[:2], tuple(self.ask[2]) if isinstance(self.ask[2], list) else self.ask[2]),
            self.result,
        )


class NoticedChoice(NamedTuple):
    """A choice that others have seen. `unit` gives its options in a position, for the arguments `args`. `at` is
    the position at the choice.
    """

    unit: str
    player: int
    answer: Value
    args: Args
    at: Position
