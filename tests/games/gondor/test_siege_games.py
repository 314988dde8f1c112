"""Games of the siege in small come to an end in every reading of magic and Mumakil, and bots play it with sense."""

from __future__ import annotations

from pathlib import Path

import pytest

from moot.stack.load import load
from moot.tools.bots.names import sensible_bot
from moot.tools.simulate.series import simulate
from quick_game import quick_game

MANIFEST = "id: watched\ntitle: Watched\nextends: gondor/proving\n"
WATCH = """
override function last_turn : number = {turns}
function paired(h: hex) = size(units(h)) = 2 and every u in units(h) has u.partner in units(h)
after enter(u, h)
  require entry_cost(u, h) != none "a unit where it may not be"
  require not foe_at(side(u), h) "enemies in one hex"
after movement_phase(p)
  require every h in hex has size(units(h)) <= 1 or paired(h) "two units in one hex"
after walk(u, goal) where place_of(u) = goal
  require not shies(u, goal) "horses beside Mumakil"
after game_turn
  require bearer = none or place_of(bearer) != none "a Banner with nobody"
  require not unfurled or not in_force(fear) or fades(fear) < fades(reveal_aragorn) "a spell under the Banner"
  require every u in in_field(westernesse) has u.partner = none or u.partner.partner = u "half a formation"
"""
ENDS = {
    "the garrison is demoralized, Sauron's host is not, and Sauron controls the road",
    "the garrison is not demoralized",
    "Sauron's host is demoralized",
    "Sauron does not control the road",
}
READINGS: list[dict[str, object]] = [
    {},
    {"spell_turn": "numbered", "second_freeze": "four_only", "freeze_reach": "when_cast", "weakest": "falls"},
    {"stalemate_place": "eastward", "driven_stays": True, "banner_defies": True},
    {"beasts_shun": "marching", "rampage_length": "allowance"},
]


def watched(folder: Path, turns: int) -> Path:
    (folder / "pack.yaml").write_text(MANIFEST, encoding="utf-8")
    (folder / "watch.moot").write_text(WATCH.format(turns=turns), encoding="utf-8")
    return folder


@pytest.mark.parametrize("options", READINGS, ids=str)
def test_games_end_and_stay_in_order(tmp_path: Path, options: dict[str, object]) -> None:
    game = quick_game(watched(tmp_path, 12), {"scenario": "siege_in_small", **options})
    found = simulate(game, games=1, seed=7)
    assert sum(found["causes"][cause] for cause in found["causes"] if cause in ENDS) == 1, found["causes"]


def test_sensible_bots_bring_grond_to_the_gate_and_throw_heads(tmp_path: Path) -> None:
    path = watched(tmp_path, 2) / "more.moot"
    path.write_text(
        "after game_turn where now = 2\n"
        '  require distance(place_of(the_grond), road_head) < 4 "Grond stays behind"\n'
        '  require heads_left < 12 "no heads are thrown"\n',
        encoding="utf-8",
    )
    game = load(tmp_path, options={"scenario": "siege_in_small"})
    assert sensible_bot(game) == "brisk"
    found = simulate(game, games=1, seed=3, bots=dict.fromkeys(("sauron", "westernesse"), "brisk"))
    assert sum(found["causes"][cause] for cause in found["causes"] if cause in ENDS) == 1, found["causes"]
