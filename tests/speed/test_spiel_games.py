"""Tic-tac-toe and Leduc poker of the examples, held to games that OpenSpiel played (`spiel_lockstep --write`)."""

import json
from pathlib import Path

import pytest
from benchmarks.spiel_lockstep import NAMES, Two

GAMES = json.loads(Path(__file__).with_name("spiel_games.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("name", NAMES)
def test_the_same_choices_lead_to_the_same_returns(name):
    two = Two(name)
    assert len(GAMES[name]) == 200
    for played in GAMES[name]:
        two.replay(played)
