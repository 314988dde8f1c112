"""The odds that can be asked for, against numbers reckoned by hand; all questions are put to one compiled game."""

from fractions import Fraction as F
from itertools import product

import pytest

from moot.lang.diagnostic import Report
from moot.pack.load import load
from moot.tools.odds.fixtures import Fixtures
from moot.tools.odds.parameters import combinations, parameters_of
from moot.tools.odds.question import with_options
from moot.tools.odds.solve import QuestionSolver
from moot.tools.setup.compiled import compile_game

DEFEATED = "the strike is defeated"
GOBLINS = "goblins_of_goblin_gate"
ASKED = {  # a name of our own: the question, and what is said
    "strike": ("strike", {"attacker": 10, "body": 8}),
    "stays": ("strike", {"attacker": 10, "body": 8, "stay": "yes"}),
    "tapped": ("strike", {"attacker": 10, "body": 8, "tapped": "yes"}),
    "wounded": ("strike", {"attacker": 10, "body": 8, "wounded": "yes"}),
    "support": ("strike", {"attacker": 10, "body": 8, "support": 2}),
    "excess": ("strike", {"attacker": 10, "body": 8, "excess": 3}),
    "its body": ("strike", {"attacker": 10, "body": 8, "attacker_body": 7}),
    "an Orc": ("strike", {"attacker": 12, "body": 8, "discarded_on": [8, 9]}),
    "detained": ("strike", {"attacker": 10, "detains": "yes"}),
    "gorbag": ("struck", {"who": "gorbag", "attacker": 10, "stay": "yes", "support": ["azog"]}),
    "the_balrog": ("struck", {"who": "the_balrog", "attacker": 12, "version": "balrog", "stay": "yes"}),
    "minion": ("corruption", {"points": 6, "support": 1}),
    "hero": ("corruption", {"points": 6, "version": "hero"}),
    "avatar": ("corruption", {"points": 6, "near_avatar": 1}),
    "lure": ("corrupted", {"who": "gorbag", "bears": ["lure_of_expedience"], "modifier": -3}),
    "faction": ("influence", {"over": 9, "influence": 3, "modifier": -1}),
    "goblins": ("influenced", {"who": "azog", "faction": GOBLINS, "in_play": ["grey_mountain_goblins"]}),
    "away": ("influence_away", {"mind": 4, "influence": 6, "held": 20}),
}  # fmt: skip


def share(fits):
    """The chance that two dice show what fits."""
    return F(sum(1 for a, b in product(range(1, 7), repeat=2) if fits(a + b)), 36)


def met(roll, prowess=6, attacker=10):
    """The chances that a total defeats, equals and falls short of a strike."""
    return tuple(
        share(lambda n, sign=sign: (n + prowess > attacker) - (n + prowess < attacker) == sign) for sign in roll
    )


@pytest.fixture(scope="module")
def found():
    bundle = load("balrog", cases=False)
    bundle.report.raise_if_failed()
    whole = with_options(bundle, bundle.odds["strike"])
    taken, prepared = set(), {}
    for name, (question, said) in ASKED.items():
        parameters = parameters_of(bundle, bundle.odds[question], Report())
        listed = {
            key: [str(one) for one in value] if isinstance(value, list) else [str(value)] for key, value in said.items()
        }
        (combination,) = combinations(parameters, listed)
        fixtures = Fixtures(whole, bundle.odds[question], parameters, taken)
        prepared[name] = fixtures, combination, fixtures.made(combination)
    for fixtures, _, _ in prepared.values():
        fixtures.finish()
    game = compile_game(whole, (), traced_alone=True, quick=True)
    return {
        name: QuestionSolver(game, fixtures, {}).row(said, made).odds
        for name, (fixtures, said, made) in prepared.items()
    }


@pytest.mark.parametrize(
    ("name", "prowess"), [("strike", 6), ("stays", 3), ("tapped", 5), ("wounded", 4), ("support", 8), ("excess", 3)]
)
def test_what_changes_prowess(found, name, prowess):
    won, even, lost = met((1, 0, -1), prowess)
    odds = found[name]
    assert odds[DEFEATED] == won and odds["ineffectual"] == even
    assert odds.get("eliminated", 0) == lost * share(lambda n: n + (name == "wounded") > 8)
    assert sum(odds.values()) == 1


def test_the_body_of_the_attack(found):
    won, even, _ = met((1, 0, -1))
    assert found["its body"][DEFEATED] == won * share(lambda n: n > 7)
    assert found["its body"]["ineffectual"] == even + won * share(lambda n: n <= 7)


def test_an_orc_is_discarded_on_its_numbers(found):
    (lost,) = met((-1,), 6, 12)
    odds = found["an Orc"]
    assert odds["discarded"] == lost * share(lambda n: n in (8, 9))
    assert odds["eliminated"] == lost * share(lambda n: n > 9)
    assert odds["wounded"] == lost * share(lambda n: n < 8)


def test_detainment_taps(found):
    (lost,) = met((-1,))
    assert found["detained"]["tapped by detainment"] == lost
    assert "eliminated" not in found["detained"]


def test_cards_count_with_all_that_they_do(found):
    assert found["gorbag"][DEFEATED] == met((1,), 6 - 3 + 1)[0]
    (won,) = met((1,), 8 - 1, 12)  # The Balrog stays untapped at one less
    assert found["the_balrog"][DEFEATED] == won


def test_corruption(found):
    assert found["minion"] == {
        "eliminated": share(lambda n: n + 1 < 5),
        "taps": share(lambda n: n + 1 in (5, 6)),
        "passes": share(lambda n: n + 1 > 6),
    }
    assert found["hero"]["discarded"] == share(lambda n: n in (5, 6))
    assert found["hero"]["eliminated"] == share(lambda n: n < 5)
    assert found["lure"] == {
        "eliminated": share(lambda n: n - 3 < 1),
        "taps": share(lambda n: n - 3 in (1, 2)),
        "passes": share(lambda n: n - 3 > 2),
    }
    assert found["avatar"]["passes"] == share(lambda n: n + 2 > 6)


def test_influence(found):
    assert found["faction"]["comes"] == share(lambda n: n + 3 - 1 > 9)
    ahead = sum(
        share(lambda n, sum_=sum_: n == sum_) * share(lambda n, sum_=sum_: n >= sum_ + 4) for sum_ in range(2, 13)
    )
    assert (
        found["away"]["is won over"] == ahead
    )  # 6 of influence, less 5 that are kept for the defence, over a mind of 4
    assert found["goblins"]["comes"] == F(35, 36)
