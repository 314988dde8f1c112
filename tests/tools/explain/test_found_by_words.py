"""Clauses by words, by their heading, and the rest of their passage."""

import pytest

import moot
from moot.tools.explain.clause import Library


@pytest.fixture(scope="module")
def gondor():
    return Library("gondor/learning", moot.load("gondor/learning").program)


@pytest.fixture(scope="module")
def cox():
    return Library("duel/cox", moot.load("duel/cox").program)


def test_words_find_clauses_by_summary_then_by_rule_then_by_case(gondor):
    found = gondor.about("leader alone")
    through = [(one.clause, one.through.partition(" ")[0]) for one in found.clauses]
    assert through[0] == ("standard/4.22", "")
    assert ("standard/8.1", "function") in through
    kinds = [kind for _, kind in through]
    assert "case" in kinds
    assert [kind == "case" for kind in kinds] == sorted(kind == "case" for kind in kinds)


def test_endings_and_small_words_do_not_matter(gondor):
    found = gondor.about("may the leaders be stacking?")
    assert found.all_words and "standard/8.1" in [one.clause for one in found.clauses]


def test_a_word_inside_another_is_not_found(cox):
    found = cox.about("tie")
    assert {one.clause.partition("/")[2] for one in found.clauses if not one.through} == {
        *("after.tie", "after.tie.loser", "after.tie.step", "variant.tie")
    }


def test_options_are_found_by_their_values(gondor):
    found = gondor.about("exceed level")
    assert [one.name for one in found.options] == ["breaks_at"]
    assert "standard/9.21" in [one.clause for one in found.clauses]


def test_some_of_the_words(cox):
    found = cox.about("dice three kept back zebra")
    assert not found.all_words
    assert [one.clause for one in found.clauses] == ["cox/play.use", "english/play.use"]


def test_a_heading_lists_its_clauses(gondor, cox):
    above = gondor.about("7.5")
    assert above.section and {one.place.partition(" ")[0] for one in above.clauses} == {"7.5"}
    below = cox.about("the trances")
    assert below.section and {one.clause for one in below.clauses} >= {"cox/trance.empty", "cox/trance.tip.doubt"}


def test_a_clause_shows_the_rest_of_its_passage(gondor):
    assert [one.clause for one in gondor.about("7.12").family] == ["standard/7.12.catapult", "standard/7.12.count"]
    assert [one.clause for one in gondor.about("7.12.catapult").family] == ["standard/7.12", "standard/7.12.count"]


def test_a_clause_that_is_a_heading_shows_the_clauses_below_it(gondor):
    family = [one.clause for one in gondor.about("8.4").family]
    assert {"standard/8.41", "standard/8.44", "standard/8.48"} <= set(family)
    assert all(one.startswith("standard/8.4") for one in family)


def test_a_card_has_every_clause_under_its_heading_in_order(cox):
    # no rule of the card itself cites power.negative, which keeps the card from doing anything
    clauses = [one.clause for one in cox.about("balrogs_power").clauses]
    assert "cox/power.negative" in clauses
    assert clauses == sorted(clauses, key=list(cox.program.clauses).index)
    assert all(one.startswith("cox/") for one in clauses)
