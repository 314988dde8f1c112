"""Ways through the Under-deeps, through the rules: chances of steps by the numbers of cards, and journeys played."""

from fractions import Fraction as F

import pytest

from moot.lang.diagnostic import MootError
from moot.tools.odds.paths import path_odds
from moot.tools.odds.question import odds

GAME = "balrog/under_deeps"


def chance(number):
    """Two dice show it or more."""
    return F(sum(a + b >= number for a in range(1, 7) for b in range(1, 7)), 36)


def test_the_way_of_a_balrog_company():
    found = path_odds(GAME, "path", ("Moria", "iron deeps"), 8)
    (answer,) = found.answers
    best = answer.routes[0]
    assert best is answer.quickest
    assert best.places == ("moria", "the_under_gates", "the_under_leas", "the_iron_deeps")
    assert best.chances == (1, chance(4), chance(6))
    assert best.expected == 1 + 1 / chance(4) + 1 / chance(6)
    assert best.within[3] == chance(4) * chance(6)
    assert answer.best[3] == best.within[3]
    assert found.names["the_iron_deeps"] == "The Iron-deeps"


def test_versions_and_bonuses_count():
    said = {"version": ["minion"], "bonus": ["1"], "adjacent": ["1"]}
    (answer,) = path_odds(GAME, "path", ("the_under_leas", "carn_dum"), 3, said).answers
    assert answer.quickest.places == ("the_under_leas", "the_iron_deeps", "carn_dum")
    assert answer.quickest.chances == (chance(3), 1)


def test_where_no_card_leads_no_way_does():
    (answer,) = path_odds(GAME, "path", ("moria", "the_wind_throne"), 5, {"version": ["hero"]}).answers
    assert answer.routes == []
    assert answer.quickest is None
    assert answer.best == [0] * 6


def test_journeys_played_agree():
    (answer,) = path_odds(GAME, "path", ("the_under_gates", "the_pukel_deeps"), 4, samples=4000, seed=3).answers
    played = answer.journeys
    share = float(answer.routes[0].within[-1])
    assert abs(played.within / played.played - share) < 4 * (share * (1 - share) / played.played) ** 0.5
    assert abs(played.turns / played.played - float(answer.routes[0].expected)) < 0.2


def test_one_step_may_be_asked_alone():
    (row,) = odds(GAME, "path", {"here": ["the_iron_deeps"], "there": ["the_under_vaults"]}).rows
    assert row.odds == {"arrives": chance(7), "stays": 1 - chance(7)}


def test_a_question_of_another_sort_knows_no_ways():
    with pytest.raises(MootError, match="not about routes"):
        path_odds("gondor/learning", "melee", ("0101", "0102"))
