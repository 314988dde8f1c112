"""Actions without a `do`, with `proceed` in a rule that their `do` makes, and actions that `pending` makes wait."""

from __future__ import annotations

from pathlib import Path

import pytest
from compiled_packs import WHEN, failures, written

HEAD = """kind card
zone heap : pile of card, seen by all
zone waiting : pile of call, seen by all
state coins(p: player) : 0..9 = 2
"""
TURNS = """phase match
  turn(ann)
  win ann "{coins(ann)}"
phase turn(p: player)
  offer actions to p
  earn(p)
procedure earn(p: player)
  raise coins(p) by 1
action ward(p: player) by p in turn(p)
  do
    until end of turn
      instead of earn(q) where q = p
        proceed
        proceed
action wait(p: player) by p in turn(p)
  cost lower coins(p) by 1
action rest(p: player) by p in turn(p)
  do
    raise coins(p) by 3
"""
TURN_CASES = """  - name: all three are offered
    given: {phase: turn(ann)}
    then: {choices: [ward(ann), wait(ann), rest(ann), done]}
  - name: the rule that an action makes proceeds twice
    when: [{ann: ward(ann)}]
    then: {winner: ann, reason: "4"}
  - name: an action without a do is paid
    when: [{ann: wait(ann)}]
    then: {winner: ann, reason: "2"}
"""
FAMILIES = """phase match
  turn(ann)
  win ann "{coins(ann)}"
phase turn(p: player)
  offer deed to p
procedure earn(p: player)
  raise coins(p) by 1
action deed(p: player) by p in turn(p)
  do
    proceed
    raise coins(p) by 2
action idle(p: player) as deed(p)
action work(p: player) as deed(p)
  do
    until end of match
      instead of earn(q)
        proceed
        proceed
    earn(p)
"""
FAMILY_CASES = """  - name: a member without a do of its own is offered, and its family's is done
    when: [{ann: idle(ann)}]
    then: {winner: ann, reason: "4"}
  - name: a member whose rule proceeds is no family
    when: [{ann: work(ann)}]
    then: {winner: ann, reason: "6"}
"""
PENDING = """phase match
  let c = pending buy(WHAT)
  move c to waiting
  if c is buy and legal(c)
    pay(c)
  if size(waiting) = 1
    resolve(top(waiting))
  win ann "{coins(ann)} {coins(bob)}"
action buy(n: 1..3)
  require coins(ann) > 1
  cost lower coins(ann) by n
  do
    raise coins(bob) by 2 * n
"""


@pytest.fixture(params=["", WHEN], ids=["quiet", "with a when"])
def more(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def test_an_action_may_lack_a_do_and_may_make_a_rule_that_proceeds(tmp_path: Path, more: str) -> None:
    assert failures(written(tmp_path / "p", HEAD + TURNS + more, TURN_CASES)) == []


def test_so_may_a_member_of_a_family(tmp_path: Path, more: str) -> None:
    assert failures(written(tmp_path / "p", HEAD + FAMILIES + more, FAMILY_CASES)) == []


@pytest.mark.parametrize("number", [1, 2])
def test_an_action_that_pending_makes_wait_is_paid_and_resolved(tmp_path: Path, more: str, number: int) -> None:
    reason = f"{2 - number} {2 + 2 * number}"
    cases = f'  - name: paid, then done\n    then: {{winner: ann, reason: "{reason}", size(waiting): 0}}\n'
    rules = HEAD + PENDING.replace("WHAT", str(number)) + more
    assert failures(written(tmp_path / "p", rules, cases)) == []
