"""Games of one `Game` are played by several threads at the same time, and are the same as one after another."""

import random
import sys
import threading
from pathlib import Path

import pytest

from moot.stack.load import load

PACKS = Path(__file__).parent.parent / "packs"


def played(game, seed):
    """The choices of a random game, and the position at the end."""
    state, rng = game.start(seed), random.Random(seed)
    while state.decision is not None:
        state.apply(rng.randrange(len(state.decision.options)))
    return state.choices, state.position.key()


@pytest.fixture
def often():
    """Threads take turns as often as Python can."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(before)


def test_threads_play_as_one_would(often):
    game = load(PACKS / "march")
    found, wrong = {}, []

    def play(seed):
        try:
            found[seed] = played(game, seed)
        except Exception as error:
            wrong.append(error)

    threads = [threading.Thread(target=play, args=(seed,)) for seed in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong
    assert found == {seed: played(game, seed) for seed in range(8)}


def test_a_state_may_go_on_in_another_thread():
    game = load(PACKS / "march")
    state, again = game.start(3), game.start(3)
    while again.decision is not None:
        thread = threading.Thread(target=state.apply, args=(0,))
        (thread.start(), thread.join()) if len(again.choices) % 2 else state.apply(0)
        again.apply(0)
        assert again.position.key() == state.position.key()
    state.undo()
    again.undo()
    assert again.position.key() == state.position.key()


def test_what_searches_keep_belongs_to_a_thread():
    game, found = load(PACKS / "march"), []
    thread = threading.Thread(target=lambda: found.append(game.machine.fast.names["WATCH"]))
    thread.start()
    thread.join()
    assert found[0] is not game.machine.fast.names["WATCH"]
