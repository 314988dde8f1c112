"""What a player cannot see decides nothing of what he sees, reads and is offered, nor of what bots choose for him."""

from __future__ import annotations

import json
import random
import re
from typing import Any

from hypothesis import given
from hypothesis import strategies as st
from same_positions import whole

from games import SEEDS, Source, ended, game, sources
from moot.stack.game import Game, State
from moot.stack.zones import Orders
from moot.state.view import known_to
from moot.tools.bots.names import make_bot

BOTS = ("random", "greedy:1", "search:4")


def seen(state: State, player: str) -> dict[str, Any]:
    return {**state.view(player), "journal": [entry.as_json() for entry in state.seen_journal(player)]}


@given(sources(), SEEDS, st.booleans())
def test_guesses_look_the_same_and_bots_choose_the_same_in_them(source: Source, seed: int, journal: bool) -> None:
    """A guess deals all that a player cannot see anew; a guess of it is as one of the position itself."""
    played, rng = game(source), random.Random(seed)
    state = played.start(seed, journal=journal)
    turns, bots = 0, 2
    while not ended(state, turns):
        if turns < 8 or rng.random() < 0.1:
            for player in played.players:
                guessed = state.guess(player, random.Random(turns))
                assert guessed.view(player) == state.view(player)
                one, other = (s.guess(player, random.Random(7)) for s in (state, guessed))
                assert whole(one.position) == whole(other.position)
            decision = state.decision
            if bots > 0 and 1 < len(decision.options) < 9 and rng.random() < 0.3:
                bots -= 1
                guessed = state.guess(decision.player, rng)
                for name in BOTS:
                    choices = [
                        make_bot(name, played, decision.player, seed).choose(s.position) for s in (state, guessed)
                    ]
                    assert choices[0] == choices[1], name
        state.apply(rng.randrange(len(state.decision.options)))
        turns += 1


@given(sources(), SEEDS)
def test_guesses_play_on_to_an_end(source: Source, seed: int) -> None:
    played, rng = game(source), random.Random(seed)
    state = played.start(seed, journal=False)
    turns = 0
    while not ended(state, turns):
        if rng.random() < 0.2:
            state = state.guess(state.decision.player, rng)
        state.apply(rng.randrange(len(state.decision.options)))
        turns += 1


class Watched(list[Any]):
    """A journal that remembers which things each player knew whenever something was written into it."""

    def __init__(self, state: State, entries: list[Any]) -> None:
        super().__init__(entries)
        self.state = state
        self.known: list[list[set[str]]] = []
        self.last = self.now()

    def now(self) -> list[set[str]]:
        played = self.state.game
        layout, sees = played.program.layout, played.machine.fast.sees_now
        things = range(len(layout.things))
        S = self.state.position
        seats = range(len(layout.players))
        return [{layout.things[t].key for t in things if known_to(S, layout, sees, seat, t)} for seat in seats]

    def append(self, entry: Any) -> None:
        super().append(entry)
        now = self.now()
        self.known.append([a | b for a, b in zip(self.last, now, strict=True)])
        self.last = now


@given(sources(), SEEDS)
def test_what_a_player_reads_names_only_what_he_knew_then(source: Source, seed: int) -> None:
    played, rng = game(source), random.Random(seed)
    state = played.start(seed)
    names = {thing.key for thing in played.program.layout.things}
    turns = 0
    while not ended(state, turns):
        journal = state.position.journal
        begun = len(journal)
        state.position.journal = watched = Watched(state, journal)
        state.apply(rng.randrange(len(state.decision.options)))
        state.position.journal = list(watched)
        for seat, player in enumerate(played.players):
            for entry in state.seen_journal(player):
                if entry.number >= begun:
                    told = names & words(entry.facts)
                    assert told <= watched.known[entry.number - begun][seat], (player, entry)
        turns += 1


def words(facts: Any) -> set[str]:
    return set(re.findall(r"[\w.]+", json.dumps(facts)))


@given(sources(), SEEDS)
def test_alike_copies_may_change_places(source: Source, seed: int) -> None:
    """Where two copies of a title lie the other way round from the first shuffle on, all goes alike, and who never knew
    either of them reads the very same."""
    played = game(source)
    twins = twins_of(played, random.Random(seed))
    state, other = (played.start(seed, nature=True) for _ in range(2))
    if twins is None or state.over or not isinstance(state.position.ask[2], Orders):
        return
    if not set(twins) <= set(state.position.ask[2].things):
        return
    rng = random.Random(seed)
    turned = {twins[0]: twins[1], twins[1]: twins[0]}
    keys = [played.program.layout.things[t].key for t in twins]
    turns = 0
    while not ended(state, turns):
        S = state.position
        if isinstance(S.ask[2], Orders):
            order = played.machine.sample(S)
            played.machine.advance(S, order)
            played.machine.advance(other.position, tuple(turned.get(t, t) for t in order))
        else:
            tag = played.program.sites[S.ask[0]][2]
            place = rng.randrange(len(S.ask[2]))
            values = [played.determinizer.dealer.value(value, tag, turned) for value in S.ask[2]]
            if tag == "call":
                values = [turned_round(value, turned) for value in values]
            assert sorted(values, key=repr) == sorted(other.position.ask[2], key=repr)
            if state.decision.player != "nature" and tag != "call":  # actions go by the numbers of what brings them
                assert values == list(other.position.ask[2])
            value = values[place]
            state.apply(place)
            other.apply(other.position.ask[2].index(value))
        for player in played.players:
            mine = told(seen(state, player), keys)
            assert mine == told(seen(other, player), [])
        turns += 1


def turned_round(value: Any, turned: dict[int, int]) -> Any:
    """An action that is offered, brought by the other of the two; what ends an offer as it is."""
    return (*value[:2], turned.get(value[2], value[2]), value[3]) if isinstance(value, tuple) else value


def told(found: Any, keys: list[str]) -> Any:
    """What is seen, with the two keys changed for one another, and what has no order in order."""
    text = json.dumps(found)
    if keys:
        swap = {keys[0]: keys[1], keys[1]: keys[0]}
        text = re.sub("|".join(rf"\b{re.escape(key)}(?!\w)" for key in keys), lambda key: swap[key[0]], text)
    found = json.loads(text)
    for zone in found["zones"].values():
        zone.get("known", []).sort()
    found.get("options", []).sort()
    return found


def twins_of(played: Game, rng: random.Random) -> list[int] | None:
    """Two things of one title that begin in the same zone."""
    program = played.program
    alike: dict[Any, list[int]] = {}
    for number, thing in enumerate(program.layout.things):
        if program.homes[number] >= 0:
            alike.setdefault((thing.title, program.homes[number]), []).append(number)
    found = [group for group in alike.values() if len(group) > 1]
    return rng.sample(rng.choice(found), 2) if found else None
