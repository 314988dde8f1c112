"""What differs in play is found for every seeded change, told of its own difference, and never where there is none."""

from __future__ import annotations

from pathlib import Path

import pytest
from test_lockstep import DECKS, GOODS, PACKS, SHOP

from moot.lang.diagnostic import MootError
from moot.pack.model.bundle import Bundle
from moot.tools.cases.run import run_cases
from moot.tools.diff.search.behaviour import COUNTEREXAMPLE, NONE_FOUND, PROVED_EQUAL, Limits, behaviour
from moot.tools.diff.search.counterexample_case import case_file
from moot.tools.diff.structure.hybrid import Hybrids
from moot.tools.diff.structure.rule_texts import rule_list
from moot.tools.diff.structure.rules import Difference, differences
from moot.tools.diff.structure.side import Side
from seeded_duel import CHANGES, copy_of_duel

LONG = Limits(positions=6000, walks=3000, seconds=60.0, readings=0)


@pytest.fixture(scope="module")
def duel() -> Side:
    return Side.load("duel/english")


def shop(folder: Path, *changes: tuple[str, str]) -> Side:
    rules = SHOP
    for old, new in changes:
        assert old in rules, old
        rules = rules.replace(old, new)
    folder.mkdir()
    texts = {"pack.yaml": "id: shop\ntitle: The Shop\n", "rules.moot": rules, "goods.yaml": GOODS, "decks.yaml": DECKS}
    for name, text in texts.items():
        (folder / name).write_text(text, encoding="utf-8")
    return Side.load(folder)


@pytest.mark.parametrize("name", CHANGES)
def test_each_seeded_change_is_found_and_its_case_holds(name: str, duel: Side, tmp_path: Path) -> None:
    b = Side.load(copy_of_duel(tmp_path, CHANGES[name]))
    (found,) = behaviour(duel, b, differences(duel.bundle, b.bundle), LONG)
    assert found.status == COUNTEREXAMPLE
    assert found.counterexample is not None
    # the end of a phase shows only after a whole duel
    assert len(found.counterexample.when) <= (16 if name == "when a phase ends" else 6)
    assert found.counterexample.parting
    path = tmp_path / "case.yaml"
    path.write_text(case_file(duel, b, [found]), encoding="utf-8")
    results = run_cases([path])
    assert [result.status for result in results] == ["passed"] * 2, [result.message for result in results]


def test_each_of_several_differences_has_a_counterexample_of_its_own(duel: Side, tmp_path: Path) -> None:
    names = ["a threshold", "a direction", "a card's symbol"]
    b = Side.load(copy_of_duel(tmp_path, *(CHANGES[name] for name in names)))
    found = {one.id: one for one in behaviour(duel, b, differences(duel.bundle, b.bundle), LONG)}
    assert set(found) == {"function climb", "procedure adjust", "glare: printed_defence"}
    told = {
        ident: {(p.what, p.name.partition("(")[0]) for p in one.counterexample.parting}
        for ident, one in found.items()
        if one.counterexample
    }
    assert told["function climb"] == {("state", "stair")}
    assert told["procedure adjust"] == told["glare: printed_defence"] == {("state", "energy")}
    assert any(line.rule == "procedure adjust" for line in found["procedure adjust"].counterexample.a.journal)  # type: ignore[union-attr]


def test_equal_seeds_find_the_same(duel: Side, tmp_path: Path) -> None:
    b = Side.load(copy_of_duel(tmp_path, CHANGES["who chooses"]))
    told = [
        behaviour(duel, b, differences(duel.bundle, b.bundle), LONG)[0].as_json()["counterexample"] for _ in range(2)
    ]
    assert told[0] == told[1]


def everything(bundle: Bundle) -> list[Difference]:
    """All rules of a pack as if each were another on the other side."""
    skipped = ("term", "game", "players", "law")
    return [
        Difference(ident, item.sort, item.name, item.text, item.text)
        for ident, item in rule_list(bundle).items()
        if item.sort not in skipped
    ]


@pytest.mark.parametrize("name", [name for name in PACKS if not name.endswith("gomoku")])  # its board is large
def test_a_pack_does_not_differ_from_itself(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        "moot.tools.diff.search.seek.proved", lambda *_: None
    )  # that equal texts are equal is soon proved
    a, b = Side.load(name), Side.load(name)
    assert differences(a.bundle, b.bundle) == []
    assert behaviour(a, b, []) == []
    some = everything(a.bundle)[::32]
    for one in some:
        (found,) = behaviour(a, b, [one], Limits(positions=24, walks=24, seconds=20.0, readings=0))
        assert (found.id, found.status) == (one.id, NONE_FOUND)
        assert found.counterexample is None


def test_a_difference_that_makes_none_is_proved(tmp_path: Path) -> None:
    a, b = shop(tmp_path / "a"), shop(tmp_path / "b", ("if n > 8", "if n > 1 and n > 8"))
    (found,) = behaviour(
        a, b, differences(a.bundle, b.bundle), Limits(positions=100, walks=200, seconds=20.0, readings=0)
    )
    assert (found.status, found.counterexample) == (PROVED_EQUAL, None)
    assert found.searched["combinations"] > 0


def test_without_a_proof_it_is_searched_and_never_called_equal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("moot.tools.diff.search.seek.proved", lambda *_: None)
    a, b = shop(tmp_path / "a"), shop(tmp_path / "b", ("if n > 8", "if n > 1 and n > 8"))
    (found,) = behaviour(
        a, b, differences(a.bundle, b.bundle), Limits(positions=100, walks=200, seconds=20.0, readings=0)
    )
    assert found.status == NONE_FOUND
    assert found.searched["positions"] == 100
    assert found.searched["reached"] > 0
    assert found.as_json()["counterexample"] is None


def test_faults_of_a_rule_set_are_counted(tmp_path: Path) -> None:
    a = shop(tmp_path / "a", ("set secret to g.worth", "set secret to 4 / (g.worth - 3)"))
    b = shop(tmp_path / "b", ("set secret to g.worth", "set secret to 4 / (g.worth - 3) + 0"))
    (found,) = behaviour(
        a, b, differences(a.bundle, b.bundle), Limits(positions=100, walks=200, seconds=20.0, readings=0)
    )
    assert found.status == NONE_FOUND
    assert found.searched["faults"] > 0


def test_what_differs_with_another_difference_is_put_in_with_it(tmp_path: Path) -> None:
    a = shop(tmp_path / "a")
    b = shop(
        tmp_path / "b",
        ("lower coins(p) by price(g)", "pay_for(g, p)"),
        ("function price", "procedure pay_for(g: good, p: player)\n  lower coins(p) by price(g) + 1\nfunction price"),
    )
    told = differences(a.bundle, b.bundle)
    hybrids = Hybrids(a, b, told)
    both = frozenset({"procedure buy", "procedure pay_for"})
    assert {hybrids.closure_of(one) for one in told if one.id == "procedure buy"} == {both}
    found = {one.id: one for one in behaviour(a, b, told, LONG)}
    assert found["procedure buy"].status == COUNTEREXAMPLE
    assert found["procedure buy"].rules == ("procedure buy", "procedure pay_for")


def test_an_option_on_and_off_is_told_in_two_cases(tmp_path: Path) -> None:
    rule = (
        "function price(g: good) = g.worth + 1",
        "option dear : bool = no\nfunction price(g: good) =\n  g.worth + 3 if dear\n  g.worth otherwise",
    )
    a = shop(tmp_path / "a", rule)
    b = Side.load(tmp_path / "a", settings=[("dear", True)])
    (found,) = behaviour(a, b, differences(a.bundle, b.bundle), LONG)
    assert (found.id, found.status) == ("option dear", COUNTEREXAMPLE)
    path = tmp_path / "case.yaml"
    path.write_text(case_file(a, b, [found]), encoding="utf-8")
    results = run_cases([path])
    assert [result.status for result in results] == ["passed"] * 2, [result.message for result in results]


def test_a_standing_rule_and_its_order_are_put_in_alone(tmp_path: Path) -> None:
    hooks = "after buy(p)\n  raise coins(p) by 1\nafter buy(p)\n  set coins(p) to 2 * (coins(p) / 2)\n"
    turned = "after buy(p)\n  set coins(p) to 2 * (coins(p) / 2)\nafter buy(p)\n  raise coins(p) by 1\n"
    a, b = (
        shop(tmp_path / "a", ("function price", hooks + "function price")),
        shop(tmp_path / "b", ("function price", turned + "function price"), ("g.worth + 1", "g.worth + 2")),
    )
    found = {one.id: one.status for one in behaviour(a, b, differences(a.bundle, b.bundle), LONG)}
    assert found == {"function price": COUNTEREXAMPLE, "order of rules on buy": COUNTEREXAMPLE}


PRICES = (
    "function price(g: good) = g.worth + 1",
    "option dear : bool = no\noption haste : bool = no\nfunction price(g: good) =\n"
    "  g.worth + 3 if dear\n  g.worth + 1 otherwise",
)


def test_readings_under_which_a_counterexample_vanishes_are_told(tmp_path: Path) -> None:
    a, b = (
        shop(tmp_path / "a", PRICES),
        shop(tmp_path / "b", PRICES, ("g.worth + 1 otherwise", "g.worth + 3 otherwise")),
    )
    (found,) = behaviour(a, b, differences(a.bundle, b.bundle), Limits())
    assert found.status == COUNTEREXAMPLE
    told = [(r.option, r.value, r.side, r.status) for r in found.readings]
    assert told == [("dear", "yes", "a", "vanishes"), ("dear", "yes", "both", "vanishes")]


def test_readings_under_which_a_difference_appears_are_told(tmp_path: Path) -> None:
    a, b = shop(tmp_path / "a", PRICES), shop(tmp_path / "b", PRICES, ("g.worth + 3 if dear", "g.worth + 4 if dear"))
    (found,) = behaviour(a, b, differences(a.bundle, b.bundle), Limits(positions=60))
    assert found.status == NONE_FOUND
    (reading,) = found.readings
    assert (reading.option, reading.value, reading.side, reading.status) == ("dear", "yes", "both", "appears")
    assert reading.counterexample is not None
    assert found.as_json()["readings"][0]["counterexample"]["parting"][0]["name"].startswith("coins")


def test_two_games_that_have_nothing_in_common_are_told(duel: Side) -> None:
    other = Side.load(str(Path(__file__).parents[3] / "examples" / "tic_tac_toe"))
    with pytest.raises(MootError) as raised:
        behaviour(duel, other, differences(duel.bundle, other.bundle))
    assert raised.value.diagnostics[0].code == "nothing-in-common"
