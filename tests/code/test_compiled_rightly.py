"""What was compiled wrongly once, or ended with an error of Python: packs that hold just that."""

from __future__ import annotations

from pathlib import Path

import pytest
from compiled_packs import WHEN, failures, written

import moot
from moot.tools.explain.refusal import why_not

LISTS = """kind card
zone heap : pile of card, seen by all
state trail : list of number
state last  : number
phase match
  set trail to [1, 2, 3]
  CHANGE
  set last to trail[2]
  win none "{last}"
"""
COSTS = """kind card
zone heap : pile of card, seen by all
state coins(p: player) : 0..9 = 2
phase match
  turn(ann)
phase turn(p: player)
  offer buy to p
action buy(n: 1..3) by p in turn(p)
  cost lower coins(p) by n
  do
    nothing
"""


@pytest.mark.parametrize("step", ["set trail to [trail[1], 9, trail[3]]", "set trail[2] to 9"])
def test_a_list_is_set_as_a_whole_or_one_member_of_it(tmp_path: Path, step: str) -> None:
    rules = LISTS.replace("CHANGE", step)
    cases = '  - name: the second is another\n    then: {last: 9, winner: none, reason: "9"}\n'
    assert failures(written(tmp_path / "p", rules, cases)) == []


@pytest.mark.parametrize("more", ["", WHEN], ids=["quiet", "with a when"])
def test_a_cost_may_read_the_player_whom_the_phase_binds(tmp_path: Path, more: str) -> None:
    folder = written(tmp_path / "p", COSTS + more, "  - name: two coins\n    then: {choices: [buy(1), buy(2), done]}\n")
    assert failures(folder) == []
    state = moot.load(folder).start()
    assert [one.what for one in why_not(state, "buy(3)").reasons] == ["the cost cannot be paid"]
