"""The lesson of Gondolin Cards by hand, which the interpreter's speed is measured against, is the same game."""

from benchmarks.gondolin_by_hand import Gondolin
from benchmarks.gondolin_lockstep import Lockstep, Told


def test_hundred_games_agree_with_the_interpreter_at_each_decision():
    both = Lockstep()
    assert sum(both.play(seed) for seed in range(100)) > 500


def test_a_game_comes_to_an_end_whatever_is_built_first():
    game = Gondolin(Told(5))
    while not game.outcome:
        game.apply(game.legal()[0])
    assert 1 <= game.turn <= 16
