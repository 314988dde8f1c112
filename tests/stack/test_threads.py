"""Games of one `Game` are played by several threads at the same time, and are the same as one after another."""

import random
import sys
import threading

import pytest

from moot.stack.load import load


def played(game, seed, most):
    """The choices of a random game, and the position at the end."""
    state, rng = game.start(seed), random.Random(seed)
    while state.decision is not None and len(state.choices) < most:
        state.apply(rng.randrange(len(state.decision.options)))
    return state.choices, state.position.key()


@pytest.fixture
def often():
    """Threads take turns as often as Python can."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(before)


@pytest.mark.parametrize(("name", "most"), [("duel", 10), ("gondor", 6)])
def test_threads_play_as_one_would(name, most, often):
    game = load(name)
    found, wrong = {}, []

    def play(seed):
        try:
            found[seed] = played(game, seed, most)
        except Exception as error:
            wrong.append(error)

    threads = [threading.Thread(target=play, args=(seed,)) for seed in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong
    assert found == {seed: played(game, seed, most) for seed in range(2)}


def test_a_state_may_go_on_in_another_thread():
    game = load("gondor")
    state, rng = game.start(3), random.Random(3)
    for number in range(12):
        choose = [rng.randrange(len(state.decision.options))]
        thread = threading.Thread(target=state.apply, args=choose)
        (thread.start(), thread.join()) if number % 2 else state.apply(choose[0])
    state.undo()
    again, rng = game.start(3), random.Random(3)
    for _ in range(11):
        again.apply(rng.randrange(len(again.decision.options)))
    assert again.position.key() == state.position.key()
