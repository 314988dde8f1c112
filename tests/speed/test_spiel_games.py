"""Small games of the examples, held to games that OpenSpiel played (`spiel_lockstep --write`)."""

import json
from pathlib import Path

import pytest
from benchmarks.spiel_games import PEERS
from benchmarks.spiel_lockstep import KEPT, Two

PLAYED = json.loads(Path(__file__).with_name("spiel_games.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("name", PEERS)
def test_the_same_choices_lead_to_the_same_returns(name):
    two = Two(name)
    assert sum(len(played["choices"]) for played in PLAYED[name]) >= KEPT
    for played in PLAYED[name]:
        two.replay(played)
