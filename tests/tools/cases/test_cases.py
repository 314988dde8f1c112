"""The runner of cases on a small pack; every shipped case is run by `moot test`."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from case_pack import run_one, write_pack
from moot.lang.diagnostic import MootError
from moot.tools.cases.file import Case, collect_cases
from moot.tools.cases.run import clauses_reached, run_cases


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


PASSING = {
    "the whole game begins at its first phase": """
given:
  deck(ann): [rope, nail]
  hand(ann): [lamp, ann.rope]
chance: [{shuffle: [ann.nail, ann.rope]}]
then: {asked: ann, deck(ann): [nail, rope], choices: [lamp, rope], round: 1, temper: cross}
""",
    "a shuffle keeps the order where nothing else is said": """
given: {deck(ann): [rope, nail], hand(ann): [lamp, rope]}
then: {deck(ann): [ann.rope.1, ann.nail]}
""",
    "what is named in a shuffle comes on top": """
given: {deck(ann): [nail, lamp, rope], hand(ann): [rope, bob.nail]}
chance: [{shuffle: [nail]}]
then: {"deck(ann)": [lamp, rope, nail]}
""",
    "titles are resolved by the zone, full names as they are": """
given: {phase: act(bob), within: [turn(bob)], hand(bob): [rope, nail], hand(ann): [ann.rope, rope]}
chance: [2]
when: [{bob: rope}]
then: {shelf: [bob.rope], hand(ann): [ann.rope.2, ann.rope.1], hand(bob): [bob.nail], last_card: rope}
""",
    "what lay in a named zone lies nowhere": """
given: {phase: crown, deck(ann): [lamp]}
then: {"size(deck(ann))": 1, "size(deck(bob))": 2, "holder(ann.nail)": none}
""",
    "effects of what lies in play hold, and their states can be given": """
given: {phase: crown, shelf: [lamp], lamp.lit: yes, lamp.worn: yes}
then: {price(ann.nail): 3, lamp.lit: yes, lamp.worn: yes, ann.nail.worn: no}
""",
    "so they can be switched off": """
given: {phase: crown, shelf: [lamp], lamp.lit: no}
then: {price(ann.nail): 2}
""",
    "what is so at the start has not become so": """
given: {phase: act(bob), within: [turn(bob)], hand(bob): [rope], coins(bob): 0}
chance: [7]
then: {coins(ann): 3}
""",
    "formulas of every sort": """
given: {phase: crown, coins(ann): 5}
then:
  richest: ann
  ann.nail.value_at(4): 4
  opponent(ann): bob
  coins(ann) + coins(bob): 8
  "each p in player where coins(p) > 4": [ann]
  "left_of(lamp)": ann.rope.2
  winner: ann
  reason: wears it
  asked: none
""",
    "a pick gives what is forced": """
given: {phase: steal(ann), hand(bob): [rope, nail]}
chance: [nail]
then: {hand(ann): [bob.nail], sees not: {ann: [bob.rope]}}
""",
    "what a player knows": """
given: {phase: crown, hand(bob): [rope, nail], knows: {ann: [bob.nail]}}
then: {sees: {ann: [bob.nail], bob: [bob.rope, bob.nail]}, sees not: {ann: [bob.rope]}}
""",
    "the journal in order, by names of things, titles, or in the edition's words": """
given: {phase: act(bob), within: [turn(bob)], hand(bob): [rope, nail]}
chance: [9]
when: [{bob: rope}]
then:
  journal:
    - act(bob)
    - "bob: rope"
    - "bob.rope: hand(bob) → shelf"
    - "roll 2d6: 9"
    - "coins of bob: 3 → 5"
""",
    "what is made in play can be given, filled and asked about": """
given:
  phase: march(crew 1)
  crew 1: {boss: bob, lead: ann.nail}
  crew 2: {boss: ann, size_limit: 3}
  crew 3: {boss: ann}
  field: [crew 2, crew 1]
  members(crew 1): [lamp, bob.rope]
  steps(crew 1): 4
  crew 3.tired: no
when:
  - bob: crew 3
then:
  members(crew 1): [lamp, bob.rope]
  size(members(crew 2)): 0
  crew 1.boss: bob
  crew 1.lead: ann.nail
  crew 2.size_limit: 3
  steps(crew 1): 5
  crew 1.tired: yes
  crew 2.tired: no
  crew 3.tired: yes
  field: [crew 1, crew 2]
  holder(lamp): crew 1
  first(each c in crew where c.tired): crew 1
""",
    "rows that come into being are counted by kind": """
given: {phase: muster(bob), crew 1: {boss: ann}}
then: {crew 2.boss: bob, field: [crew 2], size(crew): 2, journal: ["crew 2: nowhere → field"]}
""",
    "options of the case": """
options: {start: 7, long: yes}
given: {phase: crown}
then: {coins(bob): 7, long: yes}
""",
    "what may not be chosen, and why": """
cites: [act, cellar/lay]
given: {phase: act(ann), within: [turn(ann)], hand(ann): [nail, lamp]}
then:
  not allowed:
    - {ann: rope, because: "lay a card"}
    - {ann: bob.nail, because: act}
""",
}


@pytest.mark.parametrize("name", PASSING)
def test_passes(name: str, folder: Path) -> None:
    result = run_one(folder, PASSING[name])
    assert (result.status, result.message) == ("passed", "")


FAILING = """\
cases:
  - name: a high roll pays
    cites: [pay.more]
    given: {phase: act(ann), within: [turn(ann)], hand(ann): [nail, lamp]}
    chance: [12]
    when:
      - ann: nail
    then:
      coins(ann): 9
      shelf: [lamp]
      hand(ann): [lamp]
      asked: bob
      winner: bob
"""

MESSAGE = """\
cases/first.yaml:9: coins(ann)
  expected  9
  actual    8
  from      coins(ann): 3 → 8  [procedure act; cellar/pay.more]
cases/first.yaml:10: shelf
  expected  [lamp]
  actual    [ann.nail]
  from      ann.nail: hand(ann) → shelf  [procedure lay; cellar/lay]
cases/first.yaml:12: asked
  expected  bob
  actual    no player is prompted
cases/first.yaml:13: winner
  expected  bob
  actual    none
what happened:
  act(ann)                     [procedure act; cellar/act]
  ann: ann.nail                [procedure act; cellar/act]
  lay(ann.nail, ann)           [procedure lay; cellar/lay]
  ann.nail: hand(ann) → shelf  [procedure lay; cellar/lay]
  last_card: none → ann.nail   [procedure lay; cellar/lay]
  ann.nail.worn: no → yes      [procedure lay; cellar/lay]
  roll 2d6: 12                 [procedure act; cellar/act]
  coins(ann): 3 → 8            [procedure act; cellar/pay.more]"""


def test_failing_case_shows_both_sides_and_the_rules_that_ran(folder: Path) -> None:
    path = write_pack(folder, FAILING)
    (result,) = run_cases([path])
    assert (result.file, result.line, result.name) == ("cases/first.yaml", 2, "a high roll pays")
    assert (result.status, result.cites) == ("failed", ("cellar/pay.more",))
    assert result.message == MESSAGE


ACT = "given: {phase: act(ann), within: [turn(ann)], hand(ann): [nail, lamp]}\n"

FAILURES = {
    ACT + "when: [{ann: nail}]": "chance must decide `roll 2d6` by procedure act, but `chance` has no value for it "
    "(possible values: 2..12)",
    ACT
    + "when: [{ann: nail}]\nchance: [13]": "chance must decide `roll 2d6` by procedure act, but `13` is not possible "
    "(possible values: 2..12)",
    ACT + "when: [{ann: nail}]\nchance: [{shuffle: [nail]}]": "chance must decide `roll 2d6` by procedure act, "
    "but `chance` has a shuffle here (possible values: 2..12)",
    "given: {phase: steal(ann), hand(bob): [rope, nail]}\nchance: [lamp]": "chance must decide one of several by "
    "procedure steal, but `lamp` is not possible (possible values: rope, nail)",
    "chance: [{shuffle: [bob.rope]}]": "`bob.rope` is not one of the shuffled things: "
    "ann.nail, ann.rope.1, ann.rope.2, lamp",
    ACT + "when: [{ann: rope}]": "`rope` is not available to ann: "
    "`rope` is not available where ann is prompted “lay a card”; "
    "available: nail, lamp (cellar/act)",
}


@pytest.mark.parametrize("case", FAILURES)
def test_fails_on_the_way(case: str, folder: Path) -> None:
    result = run_one(folder, case)
    assert result.status == "failed"
    assert result.message.split("\n")[0].partition(": ")[2] == FAILURES[case]


def test_fault_of_the_rules_fails_with_their_line(folder: Path) -> None:
    result = run_one(folder, "given: {phase: stumble(ann)}")
    assert result.status == "failed"
    assert "too poor to stumble" in result.message and "rules.moot:" in result.message


def test_not_allowed_needs_somebody_who_is_asked(folder: Path) -> None:
    result = run_one(folder, "given: {phase: crown}\nthen: {not allowed: {ann: nail, for any reason: yes}}")
    assert result.message.split("\n")[1:3] == [
        "  expected  ann is prompted, but cannot choose nail",
        "  actual    no player is prompted",
    ]


def test_nobody_has_won_while_somebody_is_asked(folder: Path) -> None:
    asked = "given: {phase: act(ann), within: [turn(ann)], hand(ann): [nail, lamp]}\n"
    for winner in ("none", "bob"):
        result = run_one(folder, asked + f"then: {{winner: {winner}}}")
        told = [f"  expected  {winner}", "  actual    ann is prompted “lay a card”"]
        assert (result.status, result.message.split("\n")[1:3]) == ("failed", told)
    assert run_one(folder, asked + "when: [{ann: nail}]\nchance: [7]\nthen: {winner: none}").status == "passed"


def test_fault_of_a_formula_is_what_it_gives(folder: Path) -> None:
    result = run_one(folder, "given: {phase: crown, round: 0}\nthen: {7 / round: 1}")
    assert result.message.split("\n")[1:3] == ["  expected  1", "  actual    a runtime error: division by zero"]


def test_clauses_reached_are_those_of_passing_cases(folder: Path) -> None:
    good, bad = "{name: crown, given: {phase: crown}}", "{name: wrong, given: {phase: crown}, then: {winner: bob}}"
    results = run_cases([write_pack(folder, f"cases:\n  - {good}\n  - {bad}\n")])
    assert [r.status for r in results] == ["passed", "failed"]
    assert {clause: [r.name for r in found] for clause, found in clauses_reached(results).items()} == {
        "cellar/crown": ["crown"]
    }
    assert json.loads(json.dumps(results[0].as_json()))["status"] == "passed"


def test_progress_and_options_of_the_caller(folder: Path) -> None:
    path = write_pack(folder, "cases:\n  - {name: one, given: {phase: crown}, then: {coins(ann): 8}}\n")
    seen: list[tuple[int, int, str]] = []
    run_cases([path], {"start": 8}.items(), on_progress=lambda n, of, result: seen.append((n, of, result.status)))
    assert seen == [(1, 1, "passed")]
    with pytest.raises(MootError, match="unknown option `strat`"):
        run_cases([path], [("strat", 8)])


def test_broken_game_is_told_in_full_once(folder: Path) -> None:
    path = write_pack(
        folder, "cases:\n  - {name: one, given: {phase: crown}}\n  - {name: two, given: {phase: crown}}\n"
    )
    (folder / "rules.moot").write_text('game cellar "C"\nplayers a, b\nphase match\n  bark()\n', encoding="utf-8")
    first, second = run_cases([path])
    assert "unknown name `bark`" in first.message
    assert second.message == "the game cannot be loaded: see the case `one`"


ROOT = Path(__file__).resolve().parents[3]
PAGE = (ROOT / "docs" / "cases.md").read_text(encoding="utf-8")
EXAMPLES = [text.split("```")[0] for text in PAGE.split("```yaml\n")[1:] if text.startswith("game:")]  # whole files


@pytest.mark.parametrize("text", EXAMPLES[:-1])
def test_examples_of_the_page(text: str, folder: Path) -> None:
    path = folder / "page.yaml"
    path.write_text(text, encoding="utf-8")
    assert {(result.status, result.message) for result in run_cases([path])} == {("passed", "")}


def test_example_of_several_editions(folder: Path) -> None:
    shutil.copytree(ROOT / "examples" / "house_translation", folder / "examples" / "house_translation")
    path = folder / "page.yaml"
    path.write_text(EXAMPLES[-1], encoding="utf-8")
    results = run_cases([path])
    assert [(r.game, r.several, r.status, r.message) for r in results] == [
        ("duel/english", True, "passed", ""),
        ("examples/house_translation", True, "passed", ""),
    ]


SEVERAL = """\
game: [cellar, rich]
cases:
  - name: a crown
    cites: [crown, gold]
    options: {long: yes}
    options in:
      rich: {start: 6}
    given: {phase: crown}
    then: {winner: ann, long: yes}
    then in:
      cellar: {coins(ann): 3}
      rich: {coins(ann): %s, start: 6}
"""


def test_a_case_is_played_in_each_edition(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name in ("cellar", "rich"):
        write_pack(folder / name)
    document = folder / "rich" / "document.yaml"
    text = document.read_text(encoding="utf-8").replace(
        "    crown:", "    gold: {place: x, kind: rule, gist: Gold.}\n    crown:"
    )
    document.write_text(text, encoding="utf-8")
    path = folder / "several.yaml"
    path.write_text(SEVERAL % 6, encoding="utf-8")
    results = run_cases([path])
    assert [(r.game, r.name, r.status) for r in results] == [
        ("cellar", "a crown", "passed"),
        ("rich", "a crown", "passed"),
    ]
    assert [r.as_json()["game"] for r in results] == ["cellar", "rich"]
    assert [r.cites for r in results] == [("cellar/crown",), ("cellar/crown", "cellar/gold")]
    path.write_text(SEVERAL % 7, encoding="utf-8")
    assert _moot("test", str(path)) == 1
    out = capsys.readouterr().out.split("\n")
    assert out[:4] == [
        "failed in rich: a crown  (cellar/crown, cellar/gold)",
        "  several.yaml:12: coins(ann)",
        "    expected  7",
        "    actual    6",
    ]
    assert out[-2].startswith("2 cases: 1 passed, 1 failed")


def _moot(*arguments: str) -> int:
    from moot.ui.command import cli

    with pytest.raises(SystemExit) as ended:
        cli.main(list(arguments))
    assert isinstance(ended.value.code, int)
    return ended.value.code


def test_command(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = write_pack(folder, FAILING)
    assert _moot("test", str(path)) == 1
    out = capsys.readouterr().out.split("\n")
    assert out[:2] == ["failed: a high roll pays  (cellar/pay.more)", "  cases/first.yaml:9: coins(ann)"]
    assert out[-2].startswith("1 case: 0 passed, 1 failed (")
    assert _moot("test", "--json", ".") == 1
    told = json.loads(capsys.readouterr().out)
    assert (told["passed"], told["failed"]) == (0, 1)
    assert told["cases"][0] == {
        "file": "cases/first.yaml",
        "line": 2,
        "name": "a high roll pays",
        "game": "cellar",
        "cites": ["cellar/pay.more"],
        "status": "failed",
        "message": MESSAGE,
    }
    assert _moot("test", ".", "--option", "start=4") == 1
    assert _moot("test", ".", "--option", "strat=4") == 2
    assert _moot("test", "nowhere") == 2
    path.write_text("cases:\n  - {name: it, given: {phase: crown}, then: {winner: ann}}\n", encoding="utf-8")
    capsys.readouterr()
    assert _moot("test", ".") == 0
    assert capsys.readouterr().out.startswith("1 case: 1 passed, 0 failed")


def test_an_edition_means_the_cases_that_are_played_in_it() -> None:
    def meant(*paths: str) -> list[tuple[str, str, str]]:
        return [(case.game, case.file, case.name) for case in collect_cases(paths) if isinstance(case, Case)]

    english, cox, every = meant("duel/english"), meant("duel/cox"), meant("duel")
    assert english == [one for one in every if one[0] == "duel/english"]
    assert cox == [one for one in every if one[0] == "duel/cox"]
    assert meant("duel/english", "duel/cox") == english + cox
    assert len(every) == len(english) + len(cox) > len(cox) > 0


def test_a_copy_of_a_game_tests_its_own_editions(folder: Path) -> None:
    copy = folder / "copy"
    shutil.copytree(Path(__file__).resolve().parents[3] / "rules" / "duel", copy)
    values = copy / "common" / "values.moot"
    text = values.read_text(encoding="utf-8")
    assert "1 if free_spaces <= 2" in text
    values.write_text(text.replace("1 if free_spaces <= 2", "1 if free_spaces <= 3"), encoding="utf-8")
    path = copy / "common" / "cases" / "after_duel.yaml"
    results = run_cases([path])
    assert {Path(case.folder) for case in collect_cases([path]) if isinstance(case, Case)} == {
        copy.resolve() / "english",
        copy.resolve() / "cox",
    }
    for game in ("duel/english", "duel/cox"):
        statuses = {result.status for result in results if result.game == game}
        assert statuses == {"passed", "failed"}, game
