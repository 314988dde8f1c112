"""Two ways to change what a player cannot know: play's own guesses, and one that knows nothing of them."""

from __future__ import annotations

import random
import re
from typing import Any

from moot.stack.game import State
from moot.state.layout import state_keys
from moot.state.position import Position
from moot.state.tags import Tag
from moot.state.view import known_to, sees_state


def guessed(state: State, player: str, rng: random.Random) -> Position:
    S = state.guess(player, rng).position
    S.rng = state.position.rng
    return S


def swapped(state: State, player: str, rng: random.Random) -> Position:
    """Hidden things of one home change places, two at a time; what an unseen zone holds comes in another order; a
    hidden state gets another value of its type. Things that anything else in the position names stay where they are.
    """
    game, S = state.game, state.position.copy()
    program, seat = game.program, game.players.index(player)
    layout, sees = program.layout, game.machine.fast.sees_now
    frames = [frame[2:] for frame in S.frames()]
    named = set(_numbers([frames, *(inst[1:3] for live in S.live for inst in live), S.rows, S.sparse]))
    named |= _offered(state)
    named |= {S.cells[n] for row in layout.states if row.first >= 0 and "thing" in row.tag for n in _cells(row)}
    unseen = [z for z in range(len(layout.zones)) if not sees(S, z) >> seat & 1 and not layout.zones[z].in_play]
    spots: dict[Any, list[tuple[int, int]]] = {}
    for z in unseen:
        for at, thing in enumerate(S.zones[z]):
            hidden = thing < len(layout.things) and not known_to(S, layout, sees, seat, thing)
            if hidden and thing not in named:
                spots.setdefault((program.homes[thing], _of_things(game, S, thing)), []).append((z, at))
    for alike in spots.values():
        for _ in range(len(alike)):
            (a, i), (b, j) = rng.choice(alike), rng.choice(alike)
            one, other = S.zones[a][i], S.zones[b][j]
            S.zones[a][i], S.zones[b][j] = other, one
            S.cells[one], S.cells[other] = b, a
            told = S.told.pop(one, None), S.told.pop(other, None)
            for thing, who in zip((other, one), told, strict=True):  # who knows what lies there goes with the place
                if who is not None:
                    S.told[thing] = who
    for z in unseen:
        places = [at for at, thing in enumerate(S.zones[z]) if thing not in named]
        if layout.zones[z].sort == "pool":
            mixed = rng.sample(places, len(places))
            for at, thing in zip(places, [S.zones[z][at] for at in mixed], strict=True):
                S.zones[z][at] = thing
    for row in layout.states:
        by = program.index.seen_states.get(row.name, "all")
        if row.first < 0 or row.owner or by == "all" or any(domain.tag == "thing" for domain in row.domains):
            continue
        renewal = program.index.anew.get(row.name)
        if renewal is not None:
            continue
        for offset, key in enumerate(state_keys(layout, row)):
            values = _values(game, row)
            if values and not sees_state(by, key, player) and S.cells[row.first + offset] is not None:
                S.cells[row.first + offset] = rng.choice(values)
    game.machine.fast.count_up(S)
    S.rewritten()
    return S


def _offered(state: State) -> set[int]:
    """The things that any option names."""
    words = {word for one in state.decisions for option in one.options for word in re.findall(r"[\w.]+", option.key)}
    things = enumerate(state.game.program.layout.things)
    return {number for number, thing in things if words & {thing.key, thing.title}}


def _cells(row: Any) -> range:
    return range(row.first, row.first + row.count)


def _of_things(game: Any, S: Position, thing: int) -> tuple[Any, ...]:
    """Of what else the position holds about a thing: its states. Only things alike in these change places."""
    found = []
    for row in game.program.layout.states:
        domain = row.domains[0] if len(row.domains) == 1 else None
        if row.first >= 0 and domain is not None and domain.tag == "thing":
            at = thing - domain.first
            found.append((row.name, S.cells[row.first + at] if 0 <= at < domain.count else None))
        elif row.first >= 0 and any(one.tag == "thing" for one in row.domains):
            found.append((row.name, thing))  # with others: nothing changes places
    return tuple(found)


def _values(game: Any, row: Any) -> list[Any]:
    tag, ends = Tag.read(row.tag), game.program.index.state_ends.get(row.name)
    if row.tag == "bool":
        return [False, True]
    if row.tag == "number" and ends is not None:
        return list(range(ends[0], ends[1] + 1))
    if tag.sort == "names":
        return list(range(len(game.program.layout.names[tag.inner])))
    return list(range(len(tag.names))) if tag.sort == "words" else []


def _numbers(value: Any) -> Any:
    if isinstance(value, int) and not isinstance(value, bool):
        yield value
    elif isinstance(value, dict):
        yield from _numbers([*value.keys(), *value.values()])
    elif isinstance(value, list | tuple | set | range):
        for one in value:
            yield from _numbers(one)
