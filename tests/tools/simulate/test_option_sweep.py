"""Games shared among the values of all options; a bot that plays with sense, and how much better it is."""

from __future__ import annotations

import json
from pathlib import Path
from shutil import copytree

import pytest
from click.testing import CliRunner

import moot
from camp_pack import camp
from moot.lang.diagnostic import MootError
from moot.tools.bots.names import sensible_bot
from moot.tools.simulate.confidence import newcombe
from moot.tools.simulate.option_sweep import Variant, every_option, variants
from moot.tools.simulate.solo import beside_random, never_played, survival
from moot.ui.command import cli

MORE = """option wind : calm, wild = calm
option walls : bool = yes
option reserve : 0..900 = 3
function promise(p: player) = food

state now"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return camp(tmp_path / "camp", rules=("state now", MORE))


def test_each_sample_with_each_value_of_each_option(folder: Path) -> None:
    made, left = variants(moot.load(folder))
    summer, winter = {"story": "summer", "deck": "light"}, {"story": "winter", "deck": "heavy"}
    assert made == [
        *(Variant(one) for one in (summer, winter)),
        *(Variant(one, *set_to) for one in (summer, winter) for set_to in (("wind", "wild"), ("walls", False))),
    ]
    assert left == ["reserve"]
    made, left = variants(moot.load(folder, options={"story": "winter"}), ["story", "reserve"])
    assert [one.settings for one in made] == [[], [("wind", "wild")], [("walls", False)]] and left == ["deck"]


def test_every_value_is_played_and_told(folder: Path) -> None:
    found = every_option(folder, games=600, seed=3)
    assert found["games"] == 600 and found["left"] == ["reserve"] and (found["cards"], found["never"]) == (5, [])
    told = {(one["option"], one["value"]): one for one in found["values"]}
    assert {name for name, _ in told} == {"story", "deck", "wind", "walls"}
    assert told["wind", "calm"]["default"] and not told["wind", "wild"]["default"]
    assert told["story", "winter"]["games"] == told["deck", "heavy"]["games"] == 100
    assert told["wind", "wild"]["games"] == told["walls", "no"]["games"] == 200
    same = survival(moot.load(folder, options={"story": "winter"}), games=100, seed=3)
    assert told["story", "winter"]["survival"] == same["survival"]


def test_games_that_do_not_end_are_told(tmp_path: Path) -> None:
    wild = "option wind : calm, wild = calm\n\nstate now"
    made = camp(tmp_path / "camp", rules=("state now", wild))
    rules = made / "rules.moot"
    rests = 'phase turn\n  while wind = wild\n    choose n in 1..2 by keeper "rest"\n      set food to n\n'
    rules.write_text(rules.read_text().replace("phase turn\n", rests))
    with pytest.raises(MootError) as raised:
        every_option(made, games=4)
    assert [one.code for one in raised.value.diagnostics] == ["fault-stuck"]


def test_the_command_tells_each_value_and_the_cards(folder: Path, tmp_path: Path) -> None:
    call = ["sim", str(folder), "--every-option", "--games", "60", "--seed", "1"]
    told = CliRunner().invoke(cli, call).stdout
    for words in (
        "bot greedy:1",
        "calm *",
        "wild",
        "all 60 games ended",
        "not varied, because of too many values: reserve",
        "all 5 cards were played",
    ):
        assert words in told, words
    assert json.loads(CliRunner().invoke(cli, [*call, "--json"]).stdout)["games"] == 60
    wrong = CliRunner().invoke(cli, [*call, "--picture", "a.svg"])
    assert wrong.exit_code == 2 and "[usage]" in wrong.stderr
    poker = copytree(Path(__file__).resolve().parents[3] / "examples" / "leduc", tmp_path / "poker")
    with (poker / "rules.moot").open("a", encoding="utf-8") as rules:
        rules.write("\noption polite : bool = yes\n")
    of_two = CliRunner().invoke(cli, ["sim", str(poker), "--every-option", "--games", "1", "--seed", "1"]).stdout
    assert "decisions" in of_two and "survived" not in of_two


def test_a_bot_is_held_beside_one_that_plays_at_random(folder: Path) -> None:
    game = moot.load(folder, options={"story": "winter"})
    assert sensible_bot(game) == "greedy:1" and sensible_bot(moot.load("duel", options={})) == "greedy:1"
    found = beside_random(game, survival(game, games=80, seed=2, bots={"keeper": "greedy:1"}))
    random = survival(game, games=80, seed=2)
    assert found["at_random"]["survival"] == random["survival"]
    won, other = (round(one["survival"][1] * 80) for one in (found, random))
    assert found["at_random"]["difference"] == newcombe(won, 80, other, 80)
    told = CliRunner().invoke(cli, ["sim", str(folder), "--story", "winter", "--games", "20", "--seed", "1"]).stdout
    assert "bot greedy:1" in told and "random bot: " in told and "difference" in told


def test_cards_that_came_into_play_in_no_game() -> None:
    runs = [
        {"cards": [{"card": "a", "played": 0}, {"card": "b", "played": 2}]},
        {"cards": [{"card": "a", "played": 0}]},
    ]
    assert never_played(runs) == (2, ["a"])
    runs[1]["at_random"] = {"cards": [{"card": "a", "played": 1}]}
    assert never_played(runs) == (2, [])
