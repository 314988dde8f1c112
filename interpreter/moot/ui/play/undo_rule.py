"""When a choice may be undone: only while its player has learnt nothing hidden since."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ...stack.game import State
from ...stack.words import name_words
from ...state.layout import zone_key


def placed_things(view: dict[str, Any]) -> frozenset[str]:
    """The things whose place a view shows."""
    return frozenset(thing for zone in view["zones"].values() for thing in zone.get("things", zone.get("known", ())))


@dataclass(frozen=True, slots=True)
class Before:
    """The state before a choice: the length of the journal, and each player's knowledge.

    `unasked`: it was the only choice, and was taken without a prompt.
    """

    entries: int
    known: dict[str, frozenset[str]]
    unasked: bool = False

    @staticmethod
    def of(state: State, unasked: bool = False) -> Before:
        known = {player: placed_things(state.view(player)) for player in state.game.players}
        return Before(len(state.position.journal or ()), known, unasked)


def last_asked(state: State, past: list[Before], player: str) -> int:
    """The index in `past` of the last choice that a player made; negative if it is not there."""
    earlier = len(state.choices) - len(past)
    mine = [
        number
        for number, (who, _) in enumerate(state.choices)
        if who == player and not (number >= earlier and past[number - earlier].unasked)
    ]
    return mine[-1] - earlier if mine else -len(state.choices) - 1


def refused(state: State, past: list[Before], player: str) -> str:
    """Why a player may not undo the last choice; empty if it is allowed.

    `past`: one for each choice, except those made before a game was resumed.
    """
    place = last_asked(state, past, player)
    if place < -len(state.choices):
        return "you have not chosen anything yet"
    if place < 0:
        return "choices from before the game was resumed are final"
    last = place + len(state.choices) - len(past)
    others = [who for who, _ in state.choices[last + 1 :] if who != player]
    program = state.game.program
    if others:
        return f"{name_words(program, others[0])} has chosen since then"
    before = past[place]
    seat = state.game.players.index(player)
    tell = state.game.teller.entry
    shuffled: set[int | tuple[str, tuple[int, ...]]] = (
        set()
    )  # zones with things that the player may have known before a shuffle hid them
    kept_secret = False  # whether a random result went into a state that only some players may see
    for number, raw in enumerate((state.position.journal or [])[before.entries + 1 :], before.entries + 1):
        entry = tell(number, raw, seat)
        if raw[0] == "shuffle":
            shuffled.add(raw[2])
        elif raw[0] == "move" and raw[3] in shuffled:
            if entry is not None and not entry.hidden:
                return "you have seen the result of a shuffle since then"
            shuffled.add(raw[4])
        if entry is None:
            continue
        if entry.what == "choice" and entry.facts["player"] != player:
            return f"{name_words(program, entry.facts['player'])} has chosen since then"
        if entry.what == "chance" and raw[2] in program.index.secret_sites:
            kept_secret = True
        elif (entry.what == "chance" and not entry.hidden) or (entry.what == "set" and kept_secret):
            return "you have seen a random result since then"
        if entry.what == "show" and entry.facts["things"]:
            return "something has been shown to you since then"
    view = state.view(player)
    if placed_things(view) - before.known[player]:
        return "you have seen hidden information since then"
    if any(view["zones"][zone_key(program.layout, zone)].get("things") for zone in shuffled):
        return "you have seen the result of a shuffle since then"
    return ""
