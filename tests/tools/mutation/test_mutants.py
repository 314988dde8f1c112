"""Which changes rules have, and that a program with many of them plays each as if it were made alone."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from case_pack import write_pack
from moot.lang import tree
from moot.pack.load import load
from moot.pack.model.bundle import Bundle
from moot.tools.cases.file import collect_cases
from moot.tools.cases.run import PASSED, CaseRunner
from moot.tools.mutation.mutants import Mutant, slots_of
from moot.tools.mutation.run import mutation_score

ROOT = Path(__file__).parents[3]
RULES = """\
game lane "Lane"
players ann, bob
kind lamp
  worth : number = 1
  glow  : steps or none = none
zone row(p: player) : row of lamp, seen by all
state points(p: player) : 0..9
function bright(p: player) = size(row(p)) > 1 and points(p) < 5
function promise(p: player) = helped(p) + 3
function helped(p: player) = points(p) * 2
law lamp "small"
  this.worth <= 3
phase match
  let n = sum l in row(ann) of l.worth
  if bright(ann)                                                      @bright
    raise points(ann) by n                                            @raise
  else
    lower points(bob) by 1
  for each l in row(ann) where l.glow != none
    run l.glow
  win ann "lit"
after match where not bright(bob)
  move first(row(ann)) to bottom of row(bob)
"""
DATA = "kind: lamp\ncards:\n  wick:\n    glow: raise points(bob) by 2\n"
FOUND = """\
8: `size(row(p)) > 1 and points(p) < 5` to `size(row(p)) > 1 or points(p) < 5`
8: `size(row(p)) > 1` to `size(row(p)) >= 1`
8: `size(row(p)) > 1` to `size(row(p)) <= 1`
8: `size(row(p)) > 1` to `yes`
8: `1` to `2`
8: `1` to `0`
8: `points(p) < 5` to `points(p) <= 5`
8: `points(p) < 5` to `points(p) >= 5`
8: `points(p) < 5` to `yes`
8: `5` to `6`
8: `5` to `4`
14: `sum l in row(ann) of l.worth` to `count l in row(ann)`
14: `ann` to `bob`
15: `bright(ann)` to `yes` /bright
15: `bright(ann)` to `no` /bright
15: `ann` to `bob` /bright
16: `raise points(ann) by n` to `lower points(ann) by n` /raise
16: `raise points(ann) by n` to `` /raise
18: `lower points(bob) by 1` to `raise points(bob) by 1`
18: `lower points(bob) by 1` to ``
18: `1` to `2`
18: `1` to `0`
19: `for each l in row(ann) where l.glow != none` to ``
19: `ann` to `bob`
19: `l.glow != none` to `l.glow = none`
19: `l.glow != none` to `yes`
19: `l.glow != none` to `no`
20: `run l.glow` to ``
21: `win ann "lit"` to ``
21: `ann` to `bob`
22: `not bright(bob)` to `yes`
22: `not bright(bob)` to `no`
22: `bob` to `ann`
23: `move first(row(ann)) to bottom of row(bob)` to `move first(row(ann)) to top of row(bob)`
23: `move first(row(ann)) to bottom of row(bob)` to ``
23: `first(row(ann))` to `last(row(ann))`
23: `ann` to `bob`
23: `bob` to `ann`
4: `raise points(bob) by 2` to `lower points(bob) by 2`
4: `raise points(bob) by 2` to ``
4: `2` to `3`
4: `2` to `1`
"""


def test_each_change_has_its_line_and_clauses(tmp_path: Path) -> None:
    """What only bots and laws read is not changed, nor is what players read."""
    (tmp_path / "pack.yaml").write_text("id: my/lane\ntitle: Lane\n")
    (tmp_path / "rules.moot").write_text(RULES)
    (tmp_path / "lamps.yaml").write_text(DATA)
    bundle = load(tmp_path, [], [], cases=False)
    found = [slot.mutant for slot in slots_of(bundle, [tmp_path])]
    lines = [f"{m.at.line}: `{m.was}` to `{m.became}` {' '.join(m.cites)}".rstrip() for m in found]
    assert lines == FOUND.splitlines()
    assert not slots_of(bundle, [tmp_path / "other"])


def test_a_change_is_told_with_a_caret(tmp_path: Path) -> None:
    (tmp_path / "pack.yaml").write_text("id: my/lane\ntitle: Lane\n")
    (tmp_path / "rules.moot").write_text(RULES)
    bundle = load(tmp_path, [], [], cases=False)
    told = next(slot.mutant.render() for slot in slots_of(bundle, [tmp_path]) if slot.mutant.at.line == 16)
    assert told.splitlines()[0] == "`raise points(ann) by n` changed to `lower points(ann) by n`  (/raise)"
    assert told.splitlines()[2].startswith(" 16 |     raise points(ann) by n      ")
    assert told.splitlines()[3] == "    |     ^^^^^^^^^^^^^^^^^^^^^^"


def alone(mutant: Mutant, cases: list) -> bool:
    """Whether a case notices a change that is made in the place of the rules as they are."""

    def edit(bundle: Bundle) -> None:
        for slot in slots_of(bundle, [Path(bundle.manifests[-1].folder)]):
            if slot.mutant.key == mutant.key:
                none = tree.Bool if isinstance(slot.node, tree.StandingRule) else tree.Nothing
                left_out = tree.Bool(slot.node.at, False) if none is tree.Bool else tree.Nothing(slot.node.at)
                slot.put(slot.mutation.became or left_out)

    runner = CaseRunner(edit=edit)
    return any(runner.run(case).status != PASSED for case in cases)


@pytest.mark.parametrize(("game", "number"), [("go", 40), ("connect_four", 40), ("gin_rummy", 12), ("hanabi", 20)])
def test_together_as_alone(game: str, number: int) -> None:
    folder = ROOT / "examples" / game
    found = mutation_score([folder], number, seed=3)
    cases = list(collect_cases([folder]))
    survivors = {one.key for one in found.survivors}
    drawn = random.Random(1).sample(list(found.drawn), min(number, len(found.drawn)))
    assert {one.key for one in drawn if not alone(one, cases)} == {one.key for one in drawn} & survivors


# ------------------------------------------------------------------------------------------------ what comes of it

CASES = """\
cases:
  - name: the richest is crowned
    given: {phase: act(ann), within: [turn(ann)], coins(ann): 1, hand(ann): [nail, lamp]}
    chance: [9]
    when:
      - ann: nail
    then:
      coins(ann): 3
      shelf: [nail]
"""


REST = """\
  while coins(bob) < 3
    raise coins(bob) by 1
"""


def write_cases(folder: Path, cases: str = CASES) -> Path:
    write_pack(folder)
    (folder / "cases").mkdir(exist_ok=True)
    (folder / "cases" / "first.yaml").write_text(cases)
    return folder


def told(found: list[Mutant], line: str) -> list[str]:
    return [one.became for one in found if one.at.text.strip().startswith(line)]


def test_survivors_and_what_no_case_comes_to(tmp_path: Path) -> None:
    found = mutation_score([write_cases(tmp_path)])
    assert found.cases == 1 and not found.left_out
    assert found.noticed == len(found.drawn) - len(found.survivors) > 5
    assert told(found.survivors, "raise coins(p) by n - 7") == []
    assert told(found.survivors, "if n > 7") == ["yes", "n >= 7", "6", "8"]
    unreached = [one for one in found.survivors if one.key not in found.reached]
    assert told(unreached, "choose g in crew") and not told(unreached, "set last_card to c")
    assert told(found.survivors, "set last_card to c") == [""]


def test_the_draw_depends_on_the_seed_alone(tmp_path: Path) -> None:
    folder = write_cases(tmp_path)
    one, again, other = (mutation_score([folder], 10, seed) for seed in (1, 1, 2))
    assert len(one.drawn) == 10 and one.as_json() == again.as_json() and one.drawn != other.drawn
    assert mutation_score([folder], 10, 1, jobs=2).as_json() == one.as_json()


def test_what_does_not_type_is_not_counted(tmp_path: Path) -> None:
    found = mutation_score([write_cases(tmp_path)])
    assert len(found.drawn) < found.possible
    assert len(mutation_score([tmp_path], 10_000).drawn) == len(found.drawn)


def test_rules_that_go_on_without_end_are_noticed(tmp_path: Path) -> None:
    folder = write_cases(tmp_path)
    rules = folder / "rules.moot"
    rules.write_text(rules.read_text() + "procedure rest\n  set coins(bob) to 0\n" + REST)
    (folder / "cases" / "rest.yaml").write_text(
        "cases:\n  - name: three times\n    given: {phase: rest}\n    then: {coins(bob): 3}\n"
    )
    found = mutation_score([folder])
    assert told(found.drawn, "raise coins(bob) by 1") == ["", "lower coins(bob) by 1", "0", "2"]
    assert told(found.survivors, "raise coins(bob) by 1") == []


def test_cases_that_fail_as_it_is_are_left_out(tmp_path: Path) -> None:
    wrong = CASES + CASES.replace("cases:\n", "").replace("coins(ann): 3", "coins(ann): 4").replace(
        "richest", "poorest"
    )
    found = mutation_score([write_cases(tmp_path, wrong)])
    assert [one.name for one in found.left_out] == ["the poorest is crowned"] and found.noticed > 5


def test_rules_of_a_base_are_not_changed_but_those_of_the_same_game_are() -> None:
    translation = mutation_score([ROOT / "examples/house_translation"])
    assert {Path(one.at.source.path).parent.name for one in translation.drawn} == {"house_translation"}
    duel = mutation_score([ROOT / "rules/duel/cox/cases"], 40, 1)
    assert {"common"} < {Path(one.at.source.path).parent.name for one in duel.drawn} | {"cox", "common"}


TABLE = """\
game chart "Chart"
players ann
state points(p: player) : 0..9
kind colour : red, blue
table pays(die: 1..2) : number
table hits(c: colour) : set of 2d6
phase match
  raise points(ann) by pays[1]
  if roll 2d6 in hits[blue]
    raise points(ann) by 5
  win ann "paid"
"""
CELLS = "tables:\n  pays:\n    1: 3\n    2: 4\n  hits:\n    red: 2..4\n    blue: 7\n"


def test_cells_of_tables_are_changed_where_they_stand(tmp_path: Path) -> None:
    (tmp_path / "cases").mkdir()
    (tmp_path / "pack.yaml").write_text("id: my/chart\ntitle: Chart\n")
    (tmp_path / "rules.moot").write_text(TABLE)
    (tmp_path / "tables.yaml").write_text(CELLS)
    case = "cases:\n  - {name: paid, chance: [7], then: {points(ann): 8}}\n"
    (tmp_path / "cases" / "first.yaml").write_text(case)
    found = mutation_score([tmp_path])
    cells = [one for one in found.drawn if one.operator == "cell"]
    assert sorted((one.at.line, one.was, one.became) for one in cells) == [
        (3, "pays[1]", "4 at 1"),
        (4, "pays[2]", "5 at 2"),
        (6, "hits[red]", "[2, 3] at red"),
        (7, "hits[blue]", "[] at blue"),
    ]
    assert sorted(one.was for one in found.survivors if one.operator == "cell") == ["hits[red]", "pays[2]"]
