"""Decisions and choices are made when somebody looks, positions made again after undo and after what went wrong."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

import moot
from moot.stack.game import State

PACKS = Path(__file__).parents[1] / "packs"
GAMES = ["duel", "gondolin", PACKS / "chain", PACKS / "march", PACKS / "settlement", PACKS / "skirmish"]
TURNS = 150


@pytest.fixture(scope="module", params=GAMES, ids=lambda name: getattr(name, "name", name))
def game(request):
    return moot.load(request.param)


@pytest.fixture(params=[32, 3], autouse=True)
def apart(request, monkeypatch):
    monkeypatch.setattr("moot.stack.progress.APART", request.param)


def any_place(state: State, rng: random.Random) -> int:
    return rng.randrange(len(state.decision.options))


def told(decision: moot.Decision | None) -> object:
    """All that can be read from a decision, as plain data."""
    if decision is None:
        return None
    options = [(option.key, option.text, option.value) for option in decision.options]
    return decision.player, decision.prompt, options, decision.rule, decision.clauses, decision.weights


@pytest.mark.parametrize("nature", [False, True])
def test_a_decision_tells_later_what_it_would_have_told_at_once(game, nature):
    at_once, later = game.start(5, nature=nature), game.start(5, nature=nature, journal=False)
    rng = random.Random(5)
    kept, read = [], []
    while not later.over and len(kept) < TURNS:
        kept.append((later.decision, later.decision.options[-1]))
        read.append((told(at_once.decision), at_once.decision.options[-1].key, at_once.decision))
        place = any_place(later, rng)
        at_once.apply(place)
        later.apply(place)
    for (decision, option), (all_of_it, key, looked_at) in zip(kept, read, strict=True):
        assert option.key == key and told(decision) == all_of_it
        assert decision == looked_at and hash(decision) == hash(looked_at) and repr(decision) == repr(looked_at)
    assert len(later.choices) == len(kept) and later.choices == at_once.choices


def test_calls_that_wait_are_named_while_they_wait():
    chain, found = moot.load(PACKS / "chain"), 0
    for seed in range(20):
        state, rng, kept = chain.start(seed, journal=False), random.Random(seed), []
        while not state.over:
            decision = state.decision
            if any(isinstance(value, int) and value in state.position.rows for value in decision.options.values):
                kept.append((decision, [option.key for option in state.copy().decision.options]))
            state.apply(any_place(state, rng))
        found += len(kept)
        for decision, keys in kept:
            assert [option.key for option in decision.options] == keys
    assert found > 0


def test_options_are_a_sequence_as_a_tuple_is():
    options = moot.load("duel").start(3).decision.options
    as_tuple = tuple(options)
    assert options == as_tuple and hash(options) == hash(as_tuple) and repr(options) == repr(as_tuple)
    assert options[-1] == as_tuple[-1] and options[1:] == as_tuple[1:] and list(reversed(options)) == [*as_tuple[::-1]]
    assert options.index(as_tuple[1]) == 1 and as_tuple[0] in options and options.count(as_tuple[0]) == 1
    for place in (len(options), -len(options) - 1):
        with pytest.raises(IndexError):
            options[place]
    for name in ("key", "text", "value"):
        with pytest.raises(AttributeError):
            setattr(options[0], name, "")


def test_an_option_of_another_decision_is_known_by_its_key():
    duel = moot.load("duel")
    state, same = duel.start(3), duel.start(3)
    option = state.decision.options[1]
    state.apply(option)
    same.apply(option)
    assert same.choices == state.choices and same.position.key() == state.position.key()
    state.undo()
    state.apply(option)
    assert same.position.key() == state.position.key()
    with pytest.raises(moot.IllegalChoice):
        state.apply(option)


@pytest.mark.parametrize("journal", [False, True])
def test_there_and_back_in_any_order(game, journal):
    """Choices, steps back to any depth, and copies, beside a list of what was so before."""
    state, rng = game.start(7, journal=journal), random.Random(7)
    past, floor = [], 0
    for _ in range(3 * TURNS):
        done = rng.random()
        if done < 0.02:
            state, floor = state.copy(), len(past)
        elif done < 0.06 or state.over:
            for _ in range(min(rng.choice([1, 1, 2, 40]), len(past) - floor)):
                state.undo()
                key, entries, choices, decision = past.pop()
                if rng.random() < 0.5:
                    assert state.position.key() == key and state.journal == entries
                    assert state.decision == decision
                assert state.choices == choices
            if len(past) == floor:
                with pytest.raises(moot.IllegalChoice):
                    state.undo()
                if state.over:
                    break
        else:
            past.append((state.position.key(), state.journal, state.choices[:], state.decision))
            before = state.copy()
            state.apply(any_place(state, rng))
            last, value = state.before_last()
            assert last.key() == before.position.key() == past[-1][0]
            assert value in [option.value for option in before.decision.options]


@pytest.mark.parametrize("journal", [False, True])
def test_what_breaks_off_half_way_leaves_no_trace(game, journal, monkeypatch):
    """The machine goes on and only then is interrupted, at times once more while the position is made again."""
    state, same = (game.start(9, journal=journal) for _ in range(2))
    rng, advance = random.Random(9), game.machine.advance

    def breaks(S, value):
        advance(S, value)
        raise KeyboardInterrupt

    turns = 0
    while not same.over and turns < TURNS:
        turns += 1
        if rng.random() < 0.3:
            with monkeypatch.context() as patched:
                patched.setattr(game.machine, "advance", breaks)
                with pytest.raises(KeyboardInterrupt):
                    state.apply(any_place(state, rng))
                if rng.random() < 0.5 and len(state._history.steps) not in state._history._snapshots:
                    with pytest.raises(KeyboardInterrupt):
                        _ = state.over
            if rng.random() < 0.5:
                assert state.position.key() == same.position.key()
        place = any_place(same, rng)
        state.apply(place)
        same.apply(place)
        assert state.choices == same.choices
    assert state.position.key() == same.position.key() and state.journal == same.journal
    for _ in range(min(turns, 50)):
        state.undo()
        same.undo()
    assert state.position.key() == same.position.key() and state.choices == same.choices


def test_who_plays_on_from_a_position_by_himself_can_be_undone_too(game):
    """As cases do, which give the order of a shuffle to the machine."""
    state, rng = game.start(4, journal=False), random.Random(4)
    past, turns = [], 0
    while not state.over and turns < 40:
        if rng.random() < 0.3:
            game.machine.advance(state.position, state.position.ask[2][any_place(state, rng)])
        else:
            past.append(state.position.key())
            state.apply(any_place(state, rng))
        turns += 1
    while past:
        state.undo()
        assert state.position.key() == past.pop()


def test_saves_hold_choices_at_which_nobody_has_looked(game):
    state, rng = game.start(6, journal=False), random.Random(6)
    for _ in range(10):
        if not state.over:
            state.apply(any_place(state, rng))
    again = game.restore(json.loads(json.dumps(state.save())))
    assert again.choices == state.choices and again.decision == state.decision
    for _ in range(5):
        if not state.over:
            place = any_place(state, rng)
            state.apply(place)
            again.apply(place)
    copied = again.copy()
    assert again.choices == copied.choices == state.choices and again.save() == state.save()
    while len(again.choices) > 10:
        again.undo()
        state.undo()
    assert again.choices == state.choices and again.position.key() == state.position.key()
    for one in (again, copied):
        with pytest.raises(moot.IllegalChoice):
            one.undo()
