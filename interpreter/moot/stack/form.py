"""One version of a compiled game, the fast or the traced one, as the engine and tools call it.

A module is executed in a dict of names, which helpers of this folder fill. The names that others may call are here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from ..state.position import Args, Instance, Position, Value
from .driver import Resume

Namespace = dict[str, Any]  # of a compiled module
Helpers = dict[str, Callable[..., Any]]  # by the names under which compiled rules call them
Objection = tuple[str, int]  # why something may not be done: the reason, and the line of the rules
CountedNumber = tuple[str, Value]  # a number that a law has counted: its name and value
BoundName = tuple[str, str, Value]  # the cause of a line's failure: name, tag, value
OccasionHeads = tuple[tuple[int | None, str], ...]  # occasions: the scope of a phase, or none, and the name


class CompiledAction(NamedTuple):
    """`things`: the things that carry it; None if rules do. `kinds`: its name, after those of its families."""

    name: str
    things: tuple[int, ...] | None
    tags: tuple[str, ...]
    params: tuple[str, ...]
    kinds: tuple[str, ...]
    gather: Callable[..., object]
    why_not: Callable[..., Objection | None]  # (S, player, thing, arguments, occasion)
    pay: Callable[..., object]
    do: Callable[..., object] | None


class CompiledModifier(NamedTuple):
    layer: int  # first the replacing ones, 0, then the adding ones, 1, then those marked `at last`, 2
    change: Callable[[Position, Value, Instance, Args], Value]


class CompiledWhen(NamedTuple):
    holds: Callable[[Position, Instance], object]
    body: Callable[..., object]
    once: bool


class CompiledLaw(NamedTuple):
    """`broken`: for things of a deck, or one thing of a kind, the lines that are false: number, cause of each
    failure, and the numbers that the law has counted.
    """

    section: str
    title: str
    of: str  # the title whose text it is; empty if it is the game's
    broken: Callable[
        [Position, tuple[int, ...], int | None], list[tuple[int, tuple[BoundName, ...], tuple[CountedNumber, ...]]]
    ]


@dataclass(frozen=True, slots=True)
class Form:
    """Things, zones, players and scopes are given by number. No hooks run here, and no journal is written."""

    names: Namespace  # for code that is executed among them, and for what looks on as they are read
    resume: Mapping[int, Resume]  # by number of a frame
    # A position as it is.
    where: Callable[[Position, int], int]  # the zone of a thing; -1: none
    plays: Callable[[Position, int], bool]  # whether the things in a zone are in play
    in_play: Callable[[Position, int | None], bool]
    lies_in: Callable[[Position, int | None, tuple[str, ...]], bool]  # whether a thing is in zones of these names
    in_phase: Callable[..., bool]  # (S, scope, arguments …): whether a phase runs, with these for its first arguments
    sees_now: Callable[..., int]  # (S, zone): a bit for each player who sees it
    knowers: Callable[[Position, int | None], int]  # a bit for each player who knows which thing it is
    onlookers: Callable[[Position, int, Value, int], int | tuple[int, ...]]  # (S, site, value, player)
    # Changes.
    initial: Callable[[Position], None]  # all states to their first values
    reset: Callable[[Position, tuple[int, ...]], None]  # the states of things
    move: Callable[[Position, int, int], None]
    start: Callable[[Position, int], None]  # a thing's effect begins to hold
    stop: Callable[[Position, int], None]
    show: Callable[[Position, int, int], None]  # (S, thing, player)
    count_up: Callable[[Position], None]  # to be called after zones were written to by anything but moves
    start_whens: Callable[[Position], None]  # conditions that are true now have not just become true
    enter: Mapping[int, Callable[[Position, Args], None]]  # by scope: the phase begins
    # The declarations of the rules.
    functions: Mapping[str, Callable[..., Any]]  # by name: the program's index gives their parameters and values
    static: Mapping[int, tuple[Instance, ...]]  # by target: the rules of rules files that listen to it
    slots: Mapping[int, int]  # by target: where in `live` those in play listen
    modifiers: Mapping[int, CompiledModifier]
    whens: Mapping[int, CompiledWhen]
    laws: tuple[CompiledLaw, ...]
    # Why a call may not be made.
    actions: Mapping[int, CompiledAction]
    occasions: Callable[[Position, OccasionHeads, str | None], Iterator[tuple[int, Args]]]
    used_in: Callable[[Position, int, int, int, int | None], bool]
    banned: Callable[[Position, Iterable[Instance], Args], Objection | None]
    unpayable: Callable[[Position, Callable[..., object], int, int | None, Args], Objection | None]
    # Whether it records the lines of the rules that run; the recorded lines, and all lines that could run.
    notes: bool
    covered: set[int]
    coverable: tuple[int, ...]

    def knows(self, S: Position, player: int, thing: int | None) -> bool:
        """Whether a player knows the identity of a thing: they see its zone, or it was shown to them there."""
        return self.knowers(S, thing) >> player & 1 == 1

    def listening(self, S: Position, target: int) -> tuple[Instance, ...]:
        """The rules that listen to a target now, older first."""
        slot = self.slots.get(target, -1)
        return self.static[target] + (S.live[slot] if slot >= 0 else ())


def form_of(names: Namespace) -> Form:
    """From an executed module."""
    return Form(
        names=names,
        resume=names["RESUME"],
        where=names["where"],
        plays=names["plays"],
        in_play=names["in_play"],
        lies_in=names["lies_in"],
        in_phase=names["in_phase"],
        sees_now=names["sees_now"],
        knowers=names["knowers"],
        onlookers=names["onlookers"],
        initial=names["initial"],
        reset=names.get("reset", _no_states),
        move=names["move"],
        start=names["start"],
        stop=names["stop"],
        show=names["p_show"],
        count_up=names["count_up"],
        start_whens=names["start_whens"],
        enter=names["ENTER"],
        functions=names["FUNCTIONS"],
        static=names["STATIC"],
        slots=names["SLOTS"],
        modifiers={number: CompiledModifier._make(row) for number, row in names["MODIFIERS"].items()},
        whens={number: CompiledWhen._make(row) for number, row in names["WHENS"].items()},
        laws=tuple(map(CompiledLaw._make, names["LAWS"].values())),
        actions={number: CompiledAction._make(row) for number, row in names["ACTIONS"].items()},
        occasions=names["occasions"],
        used_in=names["used_in"],
        banned=names["banned"],
        unpayable=names["unpayable"],
        notes="COVERED" in names,
        covered=names.get("COVERED", set()),
        coverable=tuple(names.get("COVERABLE", ())),
    )


def _no_states(S: Position, things: tuple[int, ...]) -> None:
    """Things of this game have no states."""
