"""Random games by the Standard Rules come to an end in every reading, and what must hold at all times does."""

from __future__ import annotations

from pathlib import Path

import pytest

import moot
from moot.tools.simulate.series import simulate
from quick_game import quick_game

MANIFEST = "id: watched\ntitle: Watched\nextends: gondor/learning\n"
WATCH = """
function at_peace(h: hex) = every u in units(h) has not foe_at(side(u), h)
function paired(h: hex) = size(units(h)) = 2 and every u in units(h) has u.partner in units(h)
function in_order(h: hex) = size(units(h)) <= 1 or paired(h)
function on_ground(u: unit) = may_stand(u, place_of(u))
function led(l: leader) = not alone(l)
function paid_for(a: army) = a.lost = (sum x in fallen where x.army = a of loss(x))
after enter(u, h)
  require on_ground(u) "a unit where it may not be"
  require at_peace(h) "enemies in one hex"
after movement_phase(p)
  require every h in hex has in_order(h) "two units in one hex"
  require every u in in_field(p) has u.spent = 0 "movement points that were kept"
after gather_leaders(p)
  require every l in leading(p) has led(l) "a leader without a unit of his own"
after melee_combat(p)
  require not any a in in_field(p) where in_duty(a) "a duty that is left"
after game_turn
  require every h in hex has in_order(h) and at_peace(h) "a hex in disorder"
  require every a in army has paid_for(a) "points of demoralization that nobody lost"
  require every u in unit has u.partner = none or u.partner.partner = u "half a formation"
"""
READINGS: list[dict[str, object]] = [
    {},
    {"formation_attack": "B", "magic_leaders": "all_phases", "tried_spell_counts": False},
    {"zoc_holds": "may_leave", "slope_cost": "upward", "retreat_chain": "away"},
    {"fanatic_missiles": False, "downhill_duty": True, "own_hex_rally": False, "night_z": True},
    {"breaks_at": "reached", "recovers": True, "fanatics_stay": False},
    {"scenario": "proving_ground"},
    {
        "spares_friends": True,
        "gate_advance": "breached",
        "breach_shields": True,
        "any_heir": True,
        "leaders_may_stay": True,
    },
]
ENDS = {
    "the other side is beaten",
    "both sides are beaten at the same time",
    "the last turn is over",
    "the last turn is over, and neither side alone has met its goal",
}


@pytest.mark.parametrize("options", READINGS, ids=str)
def test_games_end_for_a_reason_that_is_told(tmp_path: Path, options: dict[str, object]) -> None:
    (tmp_path / "pack.yaml").write_text(MANIFEST, encoding="utf-8")
    (tmp_path / "watch.moot").write_text(WATCH, encoding="utf-8")
    game = quick_game("gondor/learning", options, [tmp_path])
    found = simulate(game, games=12, seed=3)
    assert sum(found["results"].values()) == 12
    assert set(found["causes"]) <= ENDS, found["causes"]


def test_a_bot_beats_chance_on_either_side() -> None:
    game = moot.load("gondor/learning")
    for seat in game.players:
        found = simulate(game, games=3, seed=8, bots={seat: "greedy:1"})
        assert found["results"][seat] >= 2, found["results"]
