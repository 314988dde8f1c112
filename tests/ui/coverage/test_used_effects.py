"""What moot used tells of each rule that a thing brings: cases that reach it; games that offer, take and resolve it."""

import json
from pathlib import Path

import pytest

from moot.ui.coverage.effects_report import HEADINGS

RULES = """game yard "Yard"
players ann, bob

kind thing_of_yard
kind toy is thing_of_yard
  effect : standing or none = none

zone shelf   : pool of toy, seen by all, in play
zone heap    : pool of toy, seen by all
zone waiting : stack of call, seen by all
state fun : 0..99
function joy(t: toy) = 1

phase day
  offer actions to ann until done
    chosen c
      pay(c)
      move c to waiting
  while size(waiting) > 0
    let c = top(waiting)
    if legal(c)
      resolve(c)
    else
      remove c
  win bob "the day is over"

action use(t: toy)
  cost move t to heap
  do
    raise fun by joy(t)
action dust(t: toy in shelf) by ann in day once in day
  do
    nothing
"""
TOYS = """kind: toy
cards:
  drum: {effect: "action beat as use(this) by ann in day"}
  kite:
    effect: |
      action fly by ann in day
        cost move this to heap
        require fun > 50 or this in shelf
        do
          raise fun by 2
  puppet:
    effect: |
      action dance by ann in day
        require fun > 90
        do
          raise fun by 3
  flag:
    effect: |
      action wave by ann in day
        cost move this to heap
        do
          win ann "she waves"
  ball: {effect: "modify joy(t) by 1 where t is drum"}
  rope: {effect: "modify joy(t) by 1 where t is rope"}
"""
CASES = """cases:
  - name: she beats the drum
    given: {phase: day}
    when:
      - ann: drum.beat
      - ann: done
    then: {fun: 2}
"""


@pytest.fixture
def games(moot, pack, tmp_path):
    decks = "decks:\n  all: {zone: shelf, cards: {drum: 1, kite: 1, puppet: 1, flag: 1, ball: 1, rope: 1}}\n"
    folder = pack("yard", RULES, toys=TOYS, decks=decks)
    (Path(folder) / "cases").mkdir()
    (Path(folder) / "cases" / "drums.yaml").write_text(CASES)
    result = moot("sim", folder, "--games", "12", "--seed", "5", "--logs", "games")
    assert result.exit_code == 0, result.output
    return tmp_path / "games"


def test_each_stage_is_told(moot, games):
    told = moot("used", games, "--cases", "--json")
    assert told.exit_code == 0, told.output
    effects = {(one["thing"], one["effect"]): one for one in json.loads(told.stdout)["effects"]}
    beat, fly, wave = effects["drum", "beat"], effects["kite", "fly"], effects["flag", "wave"]
    assert beat["own"] and beat["action"] and beat["cases"] == 1
    assert beat["counts"]["offered"] > beat["counts"]["taken"] == beat["games"]["taken"] > 0
    assert 0 < beat["counts"]["resolved"] <= beat["counts"]["taken"]
    assert fly["counts"]["taken"] > 0 and fly["counts"]["resolved"] == 0  # when its turn comes it is in the heap
    assert (fly["lines"], fly["lines_ran"]) == (2, 1)
    assert wave["counts"]["resolved"] > 0  # it has ended the game
    assert effects["puppet", "dance"]["counts"] == {"offered": 0, "taken": 0, "resolved": 0}
    ball = effects["ball", "modify joy"]
    assert not ball["action"] and ball["games"]["ran"] == beat["games"]["resolved"] and ball["cases"] == 1
    assert effects["rope", "modify joy"]["games"] == {"ran": 0}
    dust = effects["ball", "dust"]
    assert not dust["own"] and dust["counts"]["offered"] > dust["counts"]["taken"] and dust["cases"] == 0


def test_what_no_game_has_come_to_is_told_first(moot, games):
    told = moot("used", games, "--of", "thing_of_yard").stdout
    assert "never offered (1): puppet: dance\n" in told
    assert "kite: fly" in next(line for line in told.splitlines() if line.startswith("taken, but never resolved"))
    assert "never active (1): rope: modify joy\n" in told
    assert told.index("never active") < told.index("\ndrum           beat")


def test_as_a_page(moot, games, tmp_path):
    assert moot("used", games, "--of", "toy", "--cases", "--markdown", "toys.md").stdout == "wrote toys.md\n"
    page = (tmp_path / "toys.md").read_text()
    assert "# Yard: what games did with each toy\n" in page
    assert f"| | {' | '.join(HEADINGS)} |\n" in page
    rope = next(line for line in page.splitlines() if line.startswith("| rope |"))
    assert rope.startswith("| rope | (modify joy)<br>*from the rules* | 0<br>0 | <br>") and "0 games<br>" in rope
    assert "* never offered: 1 · puppet: dance\n" in page
    assert "--of" in moot("used", games, "--markdown", "toys.md").stderr


def test_the_page_of_the_balrogs_cards_is_of_this_form():
    page = (Path(__file__).parents[3] / "docs" / "balrog_cards.md").read_text()
    rows = [line.split(" | ") for line in page.splitlines() if line.startswith("| ")]
    assert f"| | {' | '.join(HEADINGS)} |\n" in page and len(rows) > 150
    for cells in rows[1:]:
        assert len(cells) == len(HEADINGS) + 1 and len({cell.count("<br>") for cell in cells[1:]}) == 1, cells[0]
