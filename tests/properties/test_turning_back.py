"""Whatever happens: positions can be undone, copied, saved and gone on with in the other form; and games end."""

from __future__ import annotations

import json
import random
from typing import Any

from hypothesis import given
from hypothesis import strategies as st
from same_positions import journal_of, mutable_parts, whole

from games import SEEDS, Source, ended, game, sources
from moot.stack.game import State

LOOKS = 25  # positions of a game that are looked at closely


def same(one: State, other: State) -> None:
    assert one.decision == other.decision
    assert whole(one.position) == whole(other.position)
    assert one.result == other.result


@given(sources(), SEEDS, st.booleans())
def test_games_end_and_both_forms_agree(source: Source, seed: int, nature: bool) -> None:
    """At every decision, frames included; and a game may be gone on with in the other form."""
    played, rng = game(source), random.Random(seed)
    traced, fast = played.start(seed, nature=nature), played.start(seed, nature=nature, journal=False)
    turns = 0
    while not ended(traced, turns):
        same(traced, fast)
        if rng.random() < 0.1:
            fast = traced.copy()
            fast.position.journal = None
        if rng.random() < 0.1:
            kept, traced._position = traced.position.journal, fast.position.copy()
            traced.position.journal = kept
        place = rng.randrange(len(traced.decision.options))
        traced.apply(place)
        fast.apply(place)
        turns += 1
    same(traced, fast)


@given(sources(), SEEDS, st.booleans(), st.booleans())
def test_undo_leads_back_to_the_root(source: Source, seed: int, nature: bool, journal: bool) -> None:
    state, rng = game(source).start(seed, nature=nature, journal=journal), random.Random(seed)
    past: list[Any] = []
    turns = 0
    while not ended(state, turns):
        past.append((whole(state.position), journal_of(state), state.choices[:], state.decision))
        state.apply(rng.randrange(len(state.decision.options)))
        turns += 1
    while past:
        state.undo()
        assert (whole(state.position), journal_of(state), state.choices, state.decision) == past.pop()


@given(sources(), SEEDS, st.booleans(), st.booleans())
def test_copies_and_saves_play_on_identically(source: Source, seed: int, nature: bool, journal: bool) -> None:
    """They hold plain data only, and share nothing that changes."""
    played, rng = game(source), random.Random(seed)
    state = played.start(seed, nature=nature, journal=journal)
    others: list[State] = []
    turns = 0
    while not ended(state, turns):
        if turns < LOOKS or rng.random() < 0.05:
            copied, restored = state.copy(), played.restore(json.loads(json.dumps(state.save())))
            parts = [mutable_parts(one.position) for one in (state, copied, restored)]
            assert not parts[0].keys() & parts[1].keys(), [parts[0][k] for k in parts[0].keys() & parts[1].keys()]
            assert journal_of(state) == journal_of(copied) == journal_of(restored)
            others = [*others[-2:], copied, restored]
        for other in others:
            same(state, other)
        place = rng.randrange(len(state.decision.options))
        before = whole(state.position)
        for other in others:
            other.apply(place)
            assert whole(state.position) == before
        state.apply(place)
        turns += 1
    for other in others:
        same(state, other)
        assert journal_of(state) == journal_of(other)


@given(sources(), SEEDS)
def test_asked_chance_answered_as_sampled_is_the_same_game(source: Source, seed: int) -> None:
    """Nature, asked and answered from the game's own random numbers, does what happens when she is not asked."""
    played, rng = game(source), random.Random(seed)
    sampled, asked = played.start(seed), played.start(seed, nature=True)
    turns = 0
    while True:
        while asked.decision is not None and asked.decision.player == "nature":
            value = played.machine.sample(asked.position)
            asked._record(asked.position, value)
            played.machine.advance(asked.position, value)
        assert {**whole(sampled.position), "nature": True} == whole(asked.position)
        if ended(sampled, turns):
            break
        place = rng.randrange(len(sampled.decision.options))
        sampled.apply(place)
        asked.apply(place)
        turns += 1
    dice = [{k: v for k, v in entry.items() if k != "dice"} for entry in journal_of(sampled)]
    assert dice == journal_of(asked)
