"""The Duel by hand, which the interpreter's speed is measured against, is the same game."""

from benchmarks.duel_by_hand import Duel, Sampled
from benchmarks.duel_lockstep import Lockstep


def test_fifty_games_agree_with_the_interpreter_at_each_decision():
    both = Lockstep()
    assert sum(both.play(seed) for seed in range(50)) > 2500


def test_a_copy_plays_on_by_itself():
    duel = Duel(Sampled(3))
    duel.apply(duel.legal()[0])
    before = duel.copy()
    hand = list(before.legal())
    duel.apply(duel.legal()[0])
    assert list(before.legal()) == hand
