"""Random games of Gondolin Cards, by every story and reading, come to an end, and what must hold at all times does."""

from __future__ import annotations

from pathlib import Path

import pytest

import moot
from moot.tools.simulate.series import simulate
from quick_game import quick_game

MANIFEST = "id: watched\ntitle: Watched\nextends: gondolin\n"
WATCH = """
state cards_at_start : number
function unplayed = size(draw_pile) + size(spread) + size(aside) + size(hand) + size(drawn)
function about = unplayed + size(settlement) + size(played)
before game_of_turns
  set cards_at_start to about
after set_up
  require size(hand) = story.hand_size "not the story's number of cards in the first hand"
  require (count c in settlement where c is location) = 1 "not one location"
  require every c in hand has c is hand_card "an event in the hand"
after turn
  require about = cards_at_start "a card is lost"
  require size(drawn) = 0 and size(spread) = 0 "a card that has not arrived"
  require resources >= 0 or unpaid = owed "resources below 0"
  require not (under_siege and undefended) "a siege without defenders"
  require every c in settlement has not (c is occurrence or c is insight) "a card that should have gone"
  require every e in enemies has e.arrived > 0 "an enemy that never came"
after attack_phase
  require fought "an attack without a fight"
"""
STORIES = ("lesson", "first_winter", "road_of_exiles", "drums_in_the_north", "winged_years", "fall_of_the_city")
READINGS = [
    *({"mode": "easy", "first_turn": first} for first in ("set_up_only", "main_phase", "all_but_resources")),
    *({"unpaid": unpaid, "tie_rewards": True} for unpaid in ("forgiven", "owed", "lost")),
    {"drawn_event": "before_story", "siege_ends": "after_defence", "tie_order": "enemies_first", "quotas": "exact"},
    {"defence_plays": "defenders", "main_after_attack": False},
]
LOST = {
    "nobody defends the settlement",
    "an enemy came that no defender can answer",
    "the settlement is overrun",
    "the settlement cannot be maintained",
}


@pytest.fixture
def watched(tmp_path: Path):
    def load(options: dict[str, object]) -> moot.Game:
        (tmp_path / "pack.yaml").write_text(MANIFEST, encoding="utf-8")
        (tmp_path / "watch.moot").write_text(WATCH, encoding="utf-8")
        if len(options) == 1:
            return moot.load("gondolin", options=options, mods=[tmp_path])
        return quick_game("gondolin", options, [tmp_path])  # readings are told apart before the passes

    return load


@pytest.mark.parametrize(
    "options",
    [*({"story": s} for s in STORIES), *({"story": s, **o} for o in READINGS for s in ("lesson", "fall_of_the_city"))],
    ids=str,
)
def test_games_end_for_a_reason_that_is_told(watched, options):
    game = watched(options)
    found = simulate(game, games=30, seed=5)
    assert sum(found["results"].values()) == 30
    for reason in found["causes"]:
        survived = reason.startswith("the settlement outlived the story, with a score of ")
        assert survived or reason in LOST, reason
    if options.get("unpaid") != "lost":
        assert "the settlement cannot be maintained" not in found["causes"]
