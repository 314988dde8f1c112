"""What cases can say: reasons of bans, rows of a table, printed values, decks, positions that laws forbid."""

from __future__ import annotations

from pathlib import Path

import pytest

from case_pack import RULES, run_one, write_pack
from moot.tools.cases.run import run_cases


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


ACTIONS = """
action buy(p: player, c: card in hand(p)) by p in market(p)                @lay
  require c.worth < 3 "too dear"                                           @pay.more
  do
    move c to shelf
state spent(p: player) : 0..9 until end of market
action haggle(p: player) by p in market(p)                                 @act
  require spent(p) < 2 "all is spent"                                      @pay.more
  do
    raise spent(p) by 1
phase market(p: player)
  offer buy, haggle to p until done
phase stall(p: player)
  market(p)
function fancy(c: card) = c.worth in [1, 4]
law position "one lamp is enough"                                          @lay
  size(each c in shelf where c is lamp) <= 1
  for each p in player
    coins(p) <= 15
"""
ACT = "given: {phase: act(ann), within: [turn(ann)], hand(ann): [nail, lamp]}\n"
MARKET = "given: {phase: market(ann), hand(ann): [nail, lamp]}\n"


def write(folder: Path, cases: str) -> Path:
    path = write_pack(folder, cases)
    (folder / "rules.moot").write_text(RULES + ACTIONS, encoding="utf-8")
    return path


def results(folder: Path, cases: str) -> list[tuple[str, str, str]]:
    return [(one.name, one.status, one.message) for one in run_cases([write(folder, cases)])]


def one(folder: Path, case: str) -> tuple[str, str]:
    text = "cases:\n  - name: x\n" + "".join(f"    {line}\n" for line in case.strip("\n").split("\n"))
    ((_, status, message),) = results(folder, text)
    return status, message


# ---------------------------------------------------------------------------------------------- reasons of bans


@pytest.mark.parametrize("because", ["too dear", "pay.more", "pay", "cellar/pay.more", "cellar/pay"])
def test_because_is_a_clause_or_one_above_it_or_words(folder: Path, because: str) -> None:
    ban = f"then: {{not allowed: {{ann: 'buy(ann, lamp)', because: {because}}}}}"
    assert one(folder, MARKET + ban) == ("passed", "")


@pytest.mark.parametrize(("because", "told"), [("lay", "actual    too dear"), ("crown", "(cellar/pay.more)")])
def test_another_reason_is_shown(folder: Path, because: str, told: str) -> None:
    status, message = one(folder, MARKET + f"then: {{not allowed: {{ann: 'buy(ann, lamp)', because: {because}}}}}")
    assert status == "failed" and told in message


MISTAKES = {
    "{ann: 'buy(ann, lamp)'}": ["missing `because` [missing-reason]"],
    "{ann: 'buy(ann, lamp)', because: pay.mor}": ["unknown clause `pay.mor` [unknown-clause]"],
    "{ann: 'buy(ann, lamp)', because: too dear, for any reason: yes}": [
        "`because` and `for any reason` cannot be used together [missing-reason]"
    ],
    "{ann: 'buy(ann, lamp)', for any reason: no}": ["expected yes, found `no` [wrong-value]"],
    "{ann: buy(lamp), because: lay}": [
        "expected buy(p: one of ann, bob, c: a card), found `buy(lamp)` [wrong-arguments]"
    ],
    "{ann: 'buy(ann, ann)', because: lay}": ["expected a card, found `ann` [wrong-argument]"],
    "{ann: 'buy(lamp, lamp)', because: lay}": ["expected a player, found `lamp` [wrong-argument]"],
    "{ann: 'by(ann, lamp)', because: lay}": ["`by` is not a choice in this game [unknown-choice]"],
}


@pytest.mark.parametrize("ban", MISTAKES)
def test_what_a_ban_names_is_resolved(folder: Path, ban: str) -> None:
    status, message = one(folder, MARKET + f"then: {{not allowed: {ban}}}")
    told = [line.removeprefix("error: ") for line in message.split("\n") if line.startswith("error: ")]
    assert (status, [line.partition(" [")[2] for line in told]) == (
        "error",
        [line.partition(" [")[2] for line in MISTAKES[ban]],
    )
    assert "rules.moot" not in message.split("\n")[1] and "cases/first.yaml:4:" in message


def test_any_reason_will_do_if_the_player_is_asked(folder: Path) -> None:
    ban = "then: {not allowed: {ann: 'buy(ann, lamp)', for any reason: yes}}"
    assert one(folder, MARKET + ban)[0] == "passed"
    assert "expected  bob is prompted" in one(folder, MARKET + ban.replace("{ann: ", "{bob: "))[1]


def test_where_nobody_is_asked_the_reason_is_that_of_the_prompt_passed_over(folder: Path) -> None:
    case = "given: {phase: market(ann), hand(ann): [lamp], spent(ann): 2}\n"
    ban = "then: {{asked: none, not allowed: {{ann: {}, because: {}}}}}"
    assert one(folder, case + ban.format("haggle(ann)", "all is spent"))[0] == "passed"
    assert one(folder, case + ban.format("'buy(ann, lamp)'", "pay.more"))[0] == "passed"
    assert one(folder, case + ban.format("'buy(ann, lamp)'", "no player is prompted"))[0] == "passed"
    status, message = one(folder, case + ban.format("'buy(ann, lamp)'", "crown"))
    assert status == "failed" and "too dear" in message


# ---------------------------------------------------------------------------------------------- all errors at once


def test_all_that_is_wrong_is_reported_and_other_cases_run(folder: Path) -> None:
    cases = (
        "cases:\n  - name: slips\n    options: {lng: yes}\n    given: {phase: act(ann), hnd(ann): []}\n"
        "    when: [{anne: lmp}]\n    then: {coin(ann): 3, asked: carl, not allowed: {ann: lammp, because: act}}\n"
        "  - {name: odd, whn: []}\n"
        "  - {name: fine, given: {phase: crown}, then: {winner: ann}}\n"
    )
    slips, odd, fine = results(folder, cases)
    for word in ("`lng`", "`hnd`", "`anne`", "`lmp`", "`coin`", "`carl`", "`lammp`"):
        assert word in slips[2], word
    assert (odd[0], odd[1]) == ("odd", "error") and "`whn`" in odd[2]
    assert fine == ("fine", "passed", "")


# ---------------------------------------------------------------------------------------------- rows and editions


ROWS = """\
cases:
  - name: what a roll pays
    given: {phase: act(bob), within: [turn(bob)], hand(bob): [rope]}
    then: {shelf: [bob.rope]}
    each:
      - {chance: [7], then: {coins(bob): 3}}
      - {name: a good one, chance: [9], then: {coins(bob): 5}}
      - {given: {coins(bob): 4}, chance: [8], then: {coins(bob): 6}}
"""


def test_each_row_of_a_table_is_a_case(folder: Path) -> None:
    told = results(folder, ROWS)
    assert [(name, status) for name, status, _ in told] == [
        ("what a roll pays: 1", "passed"),
        ("what a roll pays: a good one", "passed"),
        ("what a roll pays: 3", "failed"),
    ]
    assert "first.yaml:8: coins(bob)" in told[2][2]


def test_chance_and_choices_of_one_edition(folder: Path) -> None:
    for name in ("one", "other"):
        write_pack(folder / name)
    (folder / "other" / "pack.yaml").write_text("id: other\ntitle: Other\ndocument: cellar\n", encoding="utf-8")
    case = (
        "game: [one, other]\ncases:\n  - name: x\n"
        "    given: {phase: act(bob), within: [turn(bob)], hand(bob): [rope, nail]}\n"
        "    given in: {other: {coins(bob): 6}}\n    chance: [7]\n    chance in: {other: [8]}\n"
        "    when: [{bob: rope}]\n    when in: {other: [{bob: nail}]}\n"
        "    then in: {one: {coins(bob): 3, shelf: [rope]}, other: {coins(bob): 7, shelf: [nail]}}\n"
    )
    path = folder / "both.yaml"
    path.write_text(case, encoding="utf-8")
    assert [one.status for one in run_cases([path])] == ["passed", "passed"]


# ---------------------------------------------------------------------------------------------- positions


def test_printed_values_of_a_case(folder: Path) -> None:
    case = "printed: {lamp.worth: 2}\n" + MARKET + "when: [{ann: 'buy(ann, lamp)'}]\nthen: {shelf: [lamp]}"
    assert one(folder, case)[0] == "passed"
    status, message = one(folder, case.replace("lamp.worth", "lmp.worth"))
    assert status == "error" and "unknown thing `lmp`" in message and "did you mean `lamp`?" in message
    status, message = one(folder, case.replace("lamp.worth", "lamp.wrth"))
    assert status == "error" and "wrth" in message


def test_what_is_spent_when_a_phase_begins(folder: Path) -> None:
    case = "given: {phase: market(ann), hand(ann): [nail], spent(ann): 1}\n"
    then = "then: {spent(ann): 2, not allowed: {ann: haggle(ann), because: pay.more}}"
    assert one(folder, case + "when: [{ann: haggle(ann)}]\n" + then)[0] == "passed"
    reset = "when: [{ann: haggle(ann)}]\nthen: {spent(ann): 1}"
    assert one(folder, case.replace("market", "stall") + reset)[0] == "passed"
    assert one(folder, case.replace("spent(ann): 1", "spent(ann): 1, posed: yes") + reset)[0] == "passed"


def test_positions_keep_the_laws_of_the_game(folder: Path) -> None:
    case = "given: {phase: crown, coins(bob): 16}"
    status, message = one(folder, case)
    assert status == "error" and "the position breaks the law “one lamp is enough” for bob" in message
    assert "cases/first.yaml:3:" in message and "the law is here (cellar/lay)" in message
    assert one(folder, case.replace("16", "15"))[0] == "passed"
    assert one(folder, case.replace("16", "16, posed: yes"))[0] == "passed"


def test_a_when_that_is_true_from_the_beginning_is_named(folder: Path) -> None:
    case = "given: {phase: act(bob), within: [turn(bob)], hand(bob): [rope], coins(bob): 0}\nchance: [7]\n"
    status, message = one(folder, case + "then: {coins(ann): 4}")
    assert status == "failed"
    assert "note: `when coins(bob) = 0` is true from the beginning, so it does nothing" in message
    assert "note: " not in one(folder, case.replace("coins(bob): 0", "coins(bob): 1") + "then: {coins(ann): 4}")[1]


# ---------------------------------------------------------------------------------------------- where values come from


def test_a_failure_says_what_set_the_value(folder: Path) -> None:
    status, message = one(folder, ACT + "chance: [9]\nwhen: [{ann: nail}]\nthen: {coins(ann): 3, coins(bob): 4}")
    assert status == "failed"
    assert "  from      coins(ann): 3 → 5  [procedure act; cellar/pay.more]" in message
    assert "  from      nothing has changed it since the case began" in message


def test_a_failure_says_which_modifier_made_the_value(folder: Path) -> None:
    message = one(folder, "given: {phase: crown, shelf: [lamp]}\nthen: {price(ann.nail): 2}")[1]
    assert "  from      modify price(c) by 1 where c is nail and lit: 2 → 3" in message


def test_run_one_still_reads_a_single_case(folder: Path) -> None:
    assert run_one(folder, "given: {phase: crown}\nthen: {winner: ann}").status == "passed"


def test_a_set_in_a_formula_leaves_those_of_the_rules_alone(folder: Path) -> None:
    then = "then: {'lamp.worth in [2, 3]': no, fancy(lamp): yes, 'ann.nail.worth in [2, 3]': yes, fancy(ann.nail): no}"
    assert one(folder, "given: {phase: crown}\n" + then) == ("passed", "")


def test_a_deck_breaks_just_the_laws_that_the_case_names(folder: Path) -> None:
    path = folder / "decks.yaml"
    deck = "game: gondolin\ncases:\n  - {{name: x, deck: {{{}}}, then: {{breaks: {}}}}}\n"
    expected = {
        ("wall_archer: 4", "[3B.copies, 3A.one, 3D.quota]"): "passed",
        ("wall_archer: 3", "[3B.copies, 3A.one, 3D.quota]"): "failed",
        ("wall_archer: 4", "[3A.one, 3D.quota]"): "failed",
        ("wall_archr: 4", "none"): "error",
        ("wall_archer: 4", "[nothing of the kind]"): "error",
    }
    for (cards, laws), status in expected.items():
        path.write_text(deck.format(cards, laws), encoding="utf-8")
        assert [one.status for one in run_cases([path])] == [status], (cards, laws)
