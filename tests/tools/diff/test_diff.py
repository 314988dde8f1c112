"""Two rule sets compared as a whole."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from case_pack import write_pack
from moot.lang.diagnostic import MootError
from moot.tools.cases.run import run_cases
from moot.tools.diff.compare import diff, load_sides
from moot.tools.diff.search.behaviour import Limits
from moot.tools.diff.search.counterexample_case import case_file

ROOT = Path(__file__).parents[3]
FEW = Limits(positions=400, seconds=3)


@pytest.fixture
def sides(tmp_path, monkeypatch):
    """Two copies of a small pack, the second with one text of its rules replaced."""
    monkeypatch.chdir(tmp_path)

    def make(before: str = "", after: str = "", **more):
        for side in ("one", "two"):
            shutil.rmtree(tmp_path / side, ignore_errors=True)
            write_pack(tmp_path / side).unlink()
        path = tmp_path / "two" / "rules.moot"
        text = path.read_text(encoding="utf-8")
        assert before in text
        path.write_text(text.replace(before, after, 1), encoding="utf-8")
        return load_sides(("one", "two"), **more)

    return make


def test_a_pack_beside_itself_does_not_differ(sides):
    found = diff(*sides(), limits=FEW)
    assert not found.differ
    assert found.as_json()["structure"] == found.as_json()["behaviour"] == []
    assert {pair["status"] for pair in found.as_json()["documents"]} == {"same"}
    assert found.names == ("one", "two")


def test_what_is_told_has_the_agreed_shape(sides):
    found = diff(*sides("if n > 7", "if n > 8"), limits=FEW)
    told = json.loads(json.dumps(found.as_json()))
    assert [told["a"], told["b"]] == ["one", "two"]
    (rule,) = told["structure"]
    assert rule["id"] == "procedure act" and rule["sort"] == "procedure"
    assert rule["clauses"] == {"a": ["cellar/act", "cellar/pay.more"], "b": ["cellar/act", "cellar/pay.more"]}
    (played,) = told["behaviour"]
    assert played["status"] == "counterexample" and played["rules"] == ["procedure act"]
    counterexample = played["counterexample"]
    assert counterexample["chance"] == [8]
    coins = next(part for part in counterexample["parting"] if part["name"].startswith("coins("))
    assert coins["a"] - coins["b"] == 1
    assert [line["text"] for line in counterexample["a"]["journal"]][-1].startswith(f"{coins['name']}: ")
    assert found.differ


def test_only_what_is_asked_for_is_looked_at(sides):
    both = sides("if n > 7", "if n > 8")
    assert not diff(*both, ("documents",)).differ
    found = diff(*both, ("structure",))
    assert found.differ and found.behaviour == [] and found.as_json()["documents"] == []


def test_a_counterexample_becomes_a_case_of_both(sides, tmp_path):
    both = sides("if n > 7", "if n > 8")
    found = diff(*both, limits=FEW)
    path = tmp_path / "counterexamples.yaml"
    path.write_text(case_file(*both, found.behaviour), encoding="utf-8")
    results = run_cases([path])
    assert [(r.game, r.status) for r in results] == [("one", "passed"), ("two", "passed")], results[0].message


def test_an_option_on_and_off(sides, tmp_path):
    sides()
    both = load_sides(("one", "one"), settings=([], [("start", 5)]))
    found = diff(*both, limits=FEW)
    assert found.names == ("one", "one (start=5)")
    (played,) = found.behaviour
    assert (played.id, played.status) == ("option start", "counterexample")


def test_what_is_wrong_on_one_side_is_told_with_it(sides):
    with pytest.raises(MootError) as caught:
        sides(settings=([("start", 4)], [("strat", 4)]))
    (wrong,) = caught.value.diagnostics
    assert wrong.message.startswith("side b, `two`: unknown option `strat`")
    with pytest.raises(MootError, match=r"side a, `one`: .*`nowhere`"):
        sides(mods=(["nowhere"], []))


def test_games_with_nothing_in_common_are_told():
    with pytest.raises(MootError) as caught:
        load_sides(("duel/english", ROOT / "examples" / "tic_tac_toe"))
    (wrong,) = caught.value.diagnostics
    assert wrong.code == "nothing-in-common"
