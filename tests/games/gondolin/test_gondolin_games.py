"""Random games of Gondolin Cards, by every story and reading, come to an end, and what must hold at all times does."""

from __future__ import annotations

from pathlib import Path

import pytest

import moot
from moot.tools.logs.log import end_record
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
    "the settlement has no defender",
    "no defender can answer one of the enemies",
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


HAUNTED = {
    "pack.yaml": "id: haunted\ntitle: Haunted\nextends: gondolin\n",
    "cards.yaml": """kind: location
stand_in: [resources, surroundings, maintenance, proficiency, text]
cards:
  old_graves:
    resources: 9
    surroundings: 9
    maintenance: 0
    proficiency: 0
    text: |
      until end of turn
        modify bonus_defence by 5
      pick e in spread where e is enemy_a
        enter_play(e)
""",
    "decks.yaml": """decks:
  graves:
    zone: draw_pile
    choice: deck
    for: {story: lesson}
    cards: {old_graves: 1, lookout: 3, defender_y: 2, enemy_a: 1, enemy_b: 1, enemy_c: 1, enemy_l: 1, enemy_m: 1,
      enemy_n: 1, enemy_x: 1, warlord: 1, good_harvest: 1, long_rain: 1, lean_year: 1}
""",
    "watch.moot": """after set_up
  require enemy_a.arrived = 1 and bonus_defence = 5 "not the first turn"
before turn where now = 2
  require bonus_defence = 0 "not the second turn"
""",
}


def test_what_a_location_brings_enters_in_turn_one(tmp_path: Path) -> None:
    """An enemy waits as many turns as any other, and effects that end with the turn last through turn one."""
    for name, text in HAUNTED.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    game = quick_game(tmp_path, {"story": "lesson", "deck": "graves"})
    found = simulate(game, games=20, seed=5)
    assert sum(found["results"].values()) == 20
    assert found["causes"].keys() <= {*LOST, "the settlement outlived the story, with a score of …"}


def test_a_lost_game_has_no_score() -> None:
    game = quick_game("gondolin", {"story": "fall_of_the_city"})
    found = {}
    for seed in range(40):
        state = game.start(seed=seed)
        while not state.over:
            state.apply(0)
        assert state.result is not None
        found[bool(state.result.winners)] = end_record(state)["score"]
    assert found[False] is None


def test_the_story_that_is_told_first_is_a_good_first_game():
    game = moot.load("gondolin")
    names = [row.title for row in game.program.layout.things]
    assert not any(name.startswith(("enemy_", "defender_")) for name in names)  # the rules' own examples have no names
    for seed in range(8):  # the first choice each time, blindly
        state = game.start(seed, journal=False)
        while state.decision is not None and state.view("settler")["states"]["now"] < 2:
            state.apply(state.decision.options[0])
        assert state.decision is not None
    won = simulate(game, games=60, seed=1, bots={"settler": "greedy"})["results"].get("settler", 0)
    assert 60 * 0.7 <= won <= 60 * 0.9
