"""The published decks against each other, and with the published location deck in the place of their own sites."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from moot.lang.source import Source
from moot.tools.decks.legality import judge
from moot.ui.decks.report import verdict
from moot.ui.options import load_game

DECKS = Path(__file__).resolve().parents[3] / "examples" / "balrog_decks"
HOST, DEEPS = "balrogs_host", "shadow_deeps"


def with_all_sites(name: str) -> str:
    """A deck's text, with the published location deck for its sites."""
    own = (DECKS / f"{name}.csv").read_text(encoding="utf-8").splitlines()
    sites = (DECKS / "location_deck.csv").read_text(encoding="utf-8").splitlines()[1:]
    return "\n".join([*(line for line in own if not line.startswith("sites,")), *sites]) + "\n"


@pytest.mark.parametrize("name", [HOST, DEEPS])
def test_a_deck_with_the_published_location_deck_is_legal(name: str) -> None:
    deck = judge(Source("deck.csv", with_all_sites(name)), "balrog")
    assert deck.legal, [one.render() for one in deck.report]
    assert deck.sizes()["sites"] == 28


def test_the_location_deck_alone_is_a_part_of_a_deck() -> None:
    deck = judge(Source("deck.csv", (DECKS / "location_deck.csv").read_text(encoding="utf-8")), "balrog")
    told = {one.message.split(":")[0] for one in deck.report}
    assert {
        "the deck breaks the law “30 to 50 resources, and the same number of hazards”",
        "the deck breaks the law “at least twelve creatures, where some cards count as half”",
    } <= told
    assert not deck.report.failed and deck.lacks == ["hazards"]
    assert verdict(deck) == "legal as a part of a deck: it holds no hazards"


def test_his_own_cards_without_the_balrog() -> None:
    """No avatar tells whose deck it is: the cards that only he may have do, and the missing avatar is the reason."""
    lines = (DECKS / f"{DEEPS}.csv").read_text(encoding="utf-8").splitlines()
    deck = judge(Source("deck.csv", "\n".join(line for line in lines if "The Balrog" not in line) + "\n"), "balrog")
    told = [one.message for one in deck.report if one.severity == "error"]
    assert told == ["the deck breaks the law “for a Balrog player: The Balrog in the play deck or the sideboard”"]


def test_the_decks_play_with_seats_exchanged(tmp_path: Path) -> None:
    """At random, by three seeds: nothing fails, and the rounds come to an end."""
    first = tmp_path / "first.csv"
    first.write_text(with_all_sites(HOST), encoding="utf-8")
    decks = [("first", str(first)), ("second", str(DECKS / f"{DEEPS}.csv"))]
    game = load_game("balrog", [("rounds", 4)], [], decks)
    for seed in (11, 12, 13):
        draw = random.Random(seed)
        state = game.start(seed=seed)
        while not state.over:
            assert state.decision is not None
            state.apply(draw.choice(state.decision.options))
        assert state.result is not None
        assert state.result.reason
