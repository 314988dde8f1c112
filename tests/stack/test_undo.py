"""Whole games taken back choice by choice, to the root: positions, journals and options are as they were."""

import random
from pathlib import Path

import pytest

import moot

PACKS = Path(__file__).parents[1] / "packs"
GAMES = ["duel", PACKS / "chain", PACKS / "march", PACKS / "skirmish"]


@pytest.mark.parametrize("apart", [32, 5])
@pytest.mark.parametrize("name", GAMES, ids=["duel", "chain", "march", "skirmish"])
def test_undo_to_the_root_and_play_on(name, apart, monkeypatch):
    monkeypatch.setattr("moot.stack.progress.APART", apart)
    game = moot.load(name)
    state = game.start(11)
    rng = random.Random(11)
    seen = []
    while not state.over:
        seen.append((state.position.key(), len(state.position.journal), state.decision))
        state.apply(rng.randrange(len(state.decision.options)))
    end, journal, choices = state.position.key(), state.journal, state.choices[:]
    for key, length, decision in reversed(seen):
        state.undo()
        assert (state.position.key(), len(state.position.journal), state.decision) == (key, length, decision)
    assert state.choices == [] and state.journal == game.start(11).journal
    with pytest.raises(moot.IllegalChoice):
        state.undo()
    for _, choice in choices:
        state.apply(choice)
    assert state.position.key() == end and state.journal == journal


def test_what_was_copied_or_loaded_goes_back_no_further():
    game = moot.load(PACKS / "march")
    state = game.start(11)
    with pytest.raises(moot.IllegalChoice, match="no choice has been made yet"):
        state.undo()
    state.apply(0)
    for later in (state.copy(), game.restore(state.save())):
        with pytest.raises(moot.IllegalChoice, match="no choice has been made since this was copied or loaded"):
            later.undo()
