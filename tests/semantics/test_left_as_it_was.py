"""What goes wrong leaves a game as it was: faults, interruptions, damaged saves; and a save does not change with it."""

from __future__ import annotations

import copy
import json
import random

import pytest

import moot
from moot.lang.diagnostic import MootError

RULES = """
phase match
  while yes
    if ann may "go on"
      mark(1)
      if bob may "divide"
        set trace to 1 / (trace - trace)
"""


def test_a_save_does_not_change_with_the_game(play):
    state = play(RULES, choices=["yes"]).state
    kept = state.save()
    text = json.dumps(kept)
    state.apply("no")
    assert json.dumps(kept) == text
    again = state.game.restore(kept)
    assert again.decision.player == "bob" and len(again.choices) == 1


def damaged(save, path, value):
    """A deep copy of a save with one value in it changed."""
    new = copy.deepcopy(save)
    *way, last = path
    inner = new
    for step in way:
        inner = inner[step]
    inner[last] = value
    return new


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (["position", "cells"], []),
        (["position", "zones"], [[99]]),
        (["position", "stack"], []),
        (["position", "ask", 1], 7),
        (["position", "rng"], float("inf")),
        (["choices"], [[]]),
        (["journal"], [[]]),
        (["seed"], None),
        (["sum"], None),
        (["position"], {1: {2}}),
    ],
)
def test_a_damaged_save_is_refused(play, path, value):
    state = play(RULES, choices=["yes"]).state
    with pytest.raises(MootError) as caught:
        state.game.restore(damaged(state.save(), path, value))
    assert caught.value.diagnostics[0].code == "save-damaged"


@pytest.mark.parametrize("data", [None, [], "save", 3, {}, {"moot save": 2}])
def test_what_is_no_save_is_refused(play, data):
    with pytest.raises(MootError) as caught:
        play(RULES).state.game.restore(data)
    assert caught.value.diagnostics[0].code == "save-format"


@pytest.mark.parametrize("error", [KeyboardInterrupt, MemoryError, MootError([])])
def test_what_interrupts_a_choice_leaves_the_state_as_it_was(play, monkeypatch, error):
    state = play(RULES, choices=["yes"]).state
    before, entries = state.position.key(), len(state.journal)

    def breaks(position, value):
        position.cells[-1] = 99
        position.ask = None
        raise error

    with monkeypatch.context() as patched:
        patched.setattr(state.game.machine, "advance", breaks)
        with pytest.raises((MootError, error if isinstance(error, type) else MootError)):
            state.apply("yes")
    assert state.position.key() == before and len(state.journal) == entries
    state.apply("no")
    assert state.decision.player == "ann"


def test_play_goes_on_after_a_fault(play):
    state = play(RULES, choices=["yes"]).state
    with pytest.raises(MootError) as caught:
        state.apply("yes")
    assert caught.value.diagnostics[0].code == "fault-division-by-zero"
    state.apply("no")
    state.undo()
    assert [choice for _, choice in state.choices] == ["yes"]
    with pytest.raises(moot.IllegalChoice):
        state.apply("perhaps")


def test_a_player_that_there_is_not_is_named(play):
    state = play(RULES).state
    for ask in (state.view, state.seen_journal, lambda player: state.guess(player, random.Random(1))):
        with pytest.raises(ValueError, match="`trial` has no player `amn`; did you mean `ann`"):
            ask("amn")
