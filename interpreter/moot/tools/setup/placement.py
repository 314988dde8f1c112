"""Put things into their places: for cases, and for generated positions."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from ...code.program_index import ProgramIndex
from ...stack.game import Game
from ...state.position import Position


def fill_zones(game: Game, S: Position, zones: Iterable[tuple[int, list[int]]]) -> None:
    """Each zone, by number, holds exactly these things. No hooks run."""
    form = game.machine.fast
    given = list(zones)
    taken = {thing for zone, _ in given for thing in S.zones[zone]}
    _take_out(game, S, taken.union(*(things for _, things in given)))
    # hidden zones first, those in play last, so that effects give no knowledge and begin in order
    for zone, things in sorted(given, key=lambda pair: form.plays(S, pair[0])):
        for thing in things:
            form.move(S, thing, zone)


def enter_phase(game: Game, S: Position, phase: int, args: tuple[Any, ...]) -> None:
    """A phase, by number, runs around what is about to be called. A quiet one gets an entry, as no frame names it."""
    game.machine.fast.enter[phase](S, args)
    if phase in game.program.index.quiet:
        S.scopes.append((phase, args, 0, ()))


def begins_anew(game: Game, S: Position, state: str, begun: str) -> bool:
    """Whether a state must not be set: the procedure leads to a phase that resets it, and that relies on its
    initial value, because it leaves the state so at its end.
    """
    index = game.program.index
    renewal = index.anew.get(state)
    if renewal is None or begun not in renewal.before:
        return False
    return not game.machine.fast.in_phase(S, index.scopes[renewal.phase])


def _take_out(game: Game, S: Position, things: set[int]) -> None:
    """Things go to no zone: their effects stop, and no player knows them."""
    form = game.machine.fast
    count = len(game.program.layout.things)
    for zone in {form.where(S, thing) for thing in things} - {-1}:
        S.zones[zone][:] = [thing for thing in S.zones[zone] if thing not in things]
    form.count_up(S)
    for thing in things:
        if thing < count:
            S.cells[thing] = -1
            S.told.pop(thing, None)
            S.rewritten()
        else:
            S.rows[thing]["_at"] = -1
    S.live[:] = [tuple(i for i in live if i[1] not in things) for live in S.live]
    S.truth = {i: v for i, v in S.truth.items() if i[1] not in things}
    form.reset(S, tuple(sorted(thing for thing in things if thing < count)))


def settle_whens(game: Game, S: Position) -> None:
    """A condition that is true at the start has not just become true."""
    form, index = game.machine.fast, game.program.index
    if index.static_whens:
        form.start_whens(S)
    for inst in S.live[index.when_slot] if index.when_slot >= 0 else ():
        S.truth[inst] = bool(form.whens[inst[0]].holds(S, inst))


def phases_around(index: ProgramIndex, begun: str, told: Iterable[str]) -> Sequence[str]:
    """The phases that run around a procedure, outermost first: the named ones, or the shortest path that includes
    them.
    """
    usual = index.within.get(begun, ())
    given = list(told)
    return usual if all(name in usual for name in given) else given
