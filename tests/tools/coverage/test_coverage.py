"""Coverage of a small rulebook: which rules carry a clause out, which cases test it, how many games come to it."""

import random

import pytest

from lamps_pack import write_lamps
from moot.code.pipeline import compile_bundle
from moot.pack.load import load
from moot.stack.game import Game
from moot.tools.coverage.clauses import coverage
from moot.tools.coverage.lines import covering_game, random_games
from moot.tools.documents.citations import citations_of, rules_of


@pytest.fixture
def lamps(tmp_path):
    return write_lamps(tmp_path)


@pytest.fixture
def found(lamps):
    return coverage(lamps, games=30, seed=1)


def clauses(found):
    return {one.clause.id: one for document in found.documents for one in document.clauses}


def test_rules_are_told_with_their_lines(lamps):
    cited = citations_of(load(lamps))
    told = {clause: [(one.rule, one.text) for one in citations] for clause, citations in cited.items()}
    assert told["card/two"] == [("function worth", "2 if l.bright")]
    assert told["card/bonus"] == [("beacon: text", "raise points(ann) by 1")]
    assert told["card/glow"] == [("worm: modify worth", "modify worth(l) by 1")]
    assert told["card/row"][0][0] == "zone row_of_lamps"
    assert [rule for rule, _ in told["card/end"]] == ["phase evening", "phase evening"]
    assert told["card/turn"][0][1].splitlines()[:2] == [
        "procedure light(p: player)",
        '  choose l in row_of_lamps by p "light a lamp"',
    ]


def test_rules_that_cite_nothing_are_those_that_do_something(lamps):
    assert [rule.label for rule in rules_of(load(lamps)) if not rule.cites] == ["option long"]


def test_clauses_have_the_cases_that_pass_and_cite_them(found):
    cases = {name: [case.name for case in one.cases] for name, one in clauses(found).items()}
    assert cases["turn"] == ["a torch counts two"]
    assert cases["two"] == ["a torch counts two", "the worm makes the next lamp brighter"]
    assert cases["bonus"] == []  # the case that cites it fails
    assert cases["example"] == ["a torch counts two"]


def test_a_case_that_cites_what_it_does_not_reach_is_told(found):
    two = clauses(found)["two"]
    assert [case.name for case in two.unreached] == ["the worm makes the next lamp brighter"]
    assert not any(one.unreached for name, one in clauses(found).items() if name != "two")
    told = {(d.code, d.at.line) for d in found.warnings}
    assert {("cites-not-reached", 8), ("case-failed", 18), ("left-out-cited", 13)} == told


def test_what_a_pack_leaves_out_one_with_a_rulebook_of_its_own_may_take_up(lamps, tmp_path):
    card = lamps / "card.yaml"
    card.write_text(card.read_text().replace("bow: {", 'bow: {left_out: "Nobody minds.", '))
    more = tmp_path / "more"
    more.mkdir()
    (more / "pack.yaml").write_text(f"id: more\ntitle: More\nextends: {lamps}\ndocument: sheet\n")
    (more / "sheet.yaml").write_text(
        'document:\n  id: sheet\n  title: S\n  clauses:\n    "1": {kind: rule, gist: "All."}\n'
    )
    (more / "rules.moot").write_text("procedure bow_down @card/bow\n  nothing\noverride option long = yes @1\n")
    bow = clauses(coverage(more, games=1))["bow"]
    assert bow.deciding and not bow.missing and not bow.clause.left_out
    alone = coverage(lamps, games=1)
    assert clauses(alone)["bow"].clause.left_out and not clauses(alone)["bow"].deciding
    told = [d.message for d in coverage(more, games=1).warnings if d.code == "left-out-cited"]
    assert len(told) == 1 and "`polish`" in told[0]


def test_a_new_default_of_an_option_carries_out_what_it_cites(lamps, tmp_path):
    (tmp_path / "pack.yaml").write_text(f"id: more\ntitle: More\nextends: {lamps}\n")
    (tmp_path / "rules.moot").write_text("override option long = yes @card/bow\n")
    assert [one.rule for one in citations_of(load(tmp_path))["card/bow"]] == ["option long"]


def test_games_reach_lines_of_functions_cards_and_branches(found):
    games = {name: one.games for name, one in clauses(found).items()}
    assert games["turn"] == games["one"] == games["two"] == games["bonus"] == games["glow"] == 30
    assert games["three"] == 0 and games["bow"] == 0
    assert games["end"] + games["even"] == 30 and games["end"] and games["even"]
    assert clauses(found)["row"].always and games["row"] == 0


def test_an_option_leads_to_other_clauses(lamps):
    games = {name: one.games for name, one in clauses(coverage(lamps, games=5, settings=[("long", True)])).items()}
    assert games["three"] == 5 and games["two"] == games["one"] == 0


def test_games_may_be_played_again_under_other_options(lamps):
    found = coverage(lamps, games=5, also=[("long", True)])
    games = {name: one.games for name, one in clauses(found).items()}
    assert found.games == 10 and games["three"] == 5 and games["two"] == 5 and games["turn"] == 10
    assert [case.name for case in clauses(found)["three"].cases] == ["in the long game each counts three"]


def test_counts(found):
    (document,) = found.documents
    assert document.counts() == {"clauses": 13, "deciding": 10, "encoded": 9, "tested": 6, "reached": 8}
    assert [one.clause.id for one in document.missing] == ["bow"]
    assert [(clause.id, clause.left_out) for clause in document.left_out] == [("polish", "Nothing here gets dirty.")]
    assert not found.complete


def test_as_json(found):
    told = found.as_json()["documents"]["card"]
    assert (told["clauses"], told["deciding"], told["encoded"], told["tested"], told["reached"]) == (13, 10, 9, 6, 8)
    assert told["left_out"] == [{"id": "polish", "why": "Nothing here gets dirty."}] and told["missing"] == ["bow"]
    glow = told["clauses_of"]["glow"]
    assert glow["rules"] == [{"rule": "worm: modify worth", "file": glow["rules"][0]["file"], "line": 12}]
    assert glow["cases"][0]["name"] == "the worm makes the next lamp brighter" and glow["cases"][0]["reached"]


def test_what_is_noted_changes_no_game(lamps):
    bundle = load(lamps)
    plain, noting = Game(compile_bundle(bundle)), covering_game(load(lamps))
    for seed in range(20):
        one, other = plain.start(seed), noting.start(seed)
        choose = random.Random(seed)
        while not one.over:
            keys = [option.key for option in one.decision.options]
            assert keys == [option.key for option in other.decision.options]
            key = choose.choice(keys)
            one.apply(key)
            other.apply(key)
        assert one.result.reason == other.result.reason
        assert [entry.as_json() for entry in one.journal] == [entry.as_json() for entry in other.journal]


def test_the_games_do_not_depend_on_the_jobs(lamps):
    game = covering_game(load(lamps))
    assert random_games(game, 12, 3, 1) == random_games(game, 12, 3, 2)
