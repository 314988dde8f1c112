"""Picks with weights: exact odds, and the same luck for two rule sets side by side."""

from collections import Counter
from fractions import Fraction as F

import pytest

from moot.code.pipeline import compile_bundle
from moot.pack.load import load
from moot.stack.game import Game
from moot.tools.diff.search.common_random import CommonRandom
from moot.tools.odds.chance_tree import chance_outcomes

RULES = """\
game luck "Luck"
players ann, bob
phase match
  pick n in 0..3 with weight n * n
  win none "{n}"
"""


@pytest.fixture
def asked(tmp_path):
    (tmp_path / "pack.yaml").write_text("id: luck\ntitle: Luck\n")
    (tmp_path / "rules.moot").write_text(RULES)
    game = Game(compile_bundle(load(tmp_path)))
    S = game.machine.blank(0)
    S.nature = True
    game.machine.begin(S)
    return game, S


def test_exact_odds_go_by_weight(asked):
    game, S = asked
    found = {end.result.reason: share for share, end in chance_outcomes(game.machine, S)}
    assert found == {"1": F(1, 14), "2": F(4, 14), "3": F(9, 14)}


def test_so_does_luck_that_two_rule_sets_share(asked):
    drawn = Counter(CommonRandom(seed).answer(*asked) for seed in range(700))
    assert drawn.keys() == {1, 2, 3}
    assert abs(drawn[1] - 50) < 25 and abs(drawn[3] - 450) < 45
