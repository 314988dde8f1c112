"""What Python code hands over wrongly is told with what was expected, before anything is done."""

import random
from pathlib import Path

import pytest

import moot
from moot.tools.cases.run import run_cases
from moot.tools.explain.refusal import why_not
from moot.tools.simulate.series import simulate

MARKET = Path(__file__).parent / "bad" / "market"
NAMES = "`options` is a mapping of names to values, as {'rounds': 5}, not "
CHOICE = "`choice` is an option, its key or its place, not "


@pytest.fixture(scope="module")
def game():
    return moot.load(MARKET)


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"name": 3}, "`name` is the id or the folder of a pack, not 3"),
        ({"options": "wage=2"}, NAMES + "the text 'wage=2'"),
        ({"options": ["wage"]}, NAMES + "['wage']"),
        ({"options": {1: 1}}, NAMES + "{1: 1}"),
        ({"options": None}, NAMES + "None"),
        ({"options": {"wage": 2.0}}, "`options['wage']` is a whole number, True, False, a name or None, not 2.0"),
        ({"options": {"wage": [1]}}, "`options['wage']` is a whole number, True, False, a name or None, not [1]"),
        ({"mods": "market"}, "`mods` is a list of ids or folders of packs, not the text 'market'"),
        ({"mods": [3]}, "`mods` is a list of ids or folders of packs, not [3]"),
    ],
)
def test_loading(given, said):
    with pytest.raises(TypeError) as told:
        moot.load(**{"name": MARKET, **given})
    assert str(told.value) == said


@pytest.mark.parametrize(
    ("value", "said"),
    [
        ("two", "`wage` is a number of 1..3, but this is `two`"),
        (True, "`wage` is a number of 1..3, but this is `yes`"),
        (None, "`wage` is a number of 1..3, but this is nothing"),
        (9, "`wage` must be a number of 1..3, not 9"),
    ],
)
def test_values_of_options(value, said):
    with pytest.raises(moot.MootError) as told:
        moot.load(MARKET, options={"wage": value})
    assert [diagnostic.message for diagnostic in told.value.diagnostics] == [said]


def test_options_of_a_game_load_it_again(game):
    assert moot.load(MARKET, options={"wage": "2"}).options == {"wage": "2", "weather": "dry"}
    assert moot.load(MARKET, options=game.options).program.digest == game.program.digest


@pytest.mark.parametrize("seed", ["7", None, 1.5, True])
def test_seeds(game, seed):
    with pytest.raises(TypeError, match="`seed` is a whole number, not "):
        game.start(seed)


@pytest.mark.parametrize("choice", [None, 1.0, True, ["done"], b"done"])
def test_choices(game, choice):
    state = game.start(seed=7)
    with pytest.raises(TypeError) as told:
        state.apply(choice)
    assert str(told.value) == CHOICE + repr(choice)
    assert state.choices == []


def test_questions(game):
    state = game.start(seed=7)
    with pytest.raises(TypeError, match="`key` is the key of an option, a text, not 3"):
        state.why_not(3)
    with pytest.raises(TypeError, match="`text` is an option as written in logs or on screen, not 3"):
        why_not(state, 3)
    with pytest.raises(moot.MootError, match="`market` has no player `carl`"):
        why_not(state, "buy(sage)", "carl")
    with pytest.raises(ValueError, match="`market` has no player `0`; available: ann, bob"):
        state.view(0)
    with pytest.raises(TypeError, match=r"`rng` is a random.Random, not 1"):
        state.guess("ann", 1)
    assert state.why_not("done") == ("`done` is available", ())
    assert state.guess("ann", random.Random(1)).view("ann") == state.view("ann")


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"games": "20"}, "`games` is a whole number, not the text '20'"),
        ({"games": -3}, "`games` must be at least 0, not -3"),
        ({"seed": None}, "`seed` is a whole number, not None"),
        ({"bots": "greedy"}, "`bots` is a mapping from players to names of bots, not the text 'greedy'"),
        ({"bots": {"ann": 3}}, "`bot` is the name of a bot, as 'greedy:8', not 3"),
    ],
)
def test_many_games(game, given, said):
    with pytest.raises((TypeError, ValueError)) as told:
        simulate(game, **{"games": 2, **given})
    assert str(told.value) == said


def test_cases():
    with pytest.raises(TypeError, match="`paths` is a list of files, folders and ids of packs, not the text 'duel'"):
        run_cases("duel")
    assert [result.status for result in run_cases([MARKET], {"wage": 1})] == ["passed", "passed"]
