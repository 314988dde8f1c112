"""Random games of the siege come to an end in several readings, and what must hold at all times does."""

from __future__ import annotations

from pathlib import Path

import pytest

import moot
from moot.tools.simulate import simulate

MANIFEST = "id: watched\ntitle: Watched\nextends: gondor/proving\n"
WATCH = """
function at_peace(h: hex) = every u in units(h) has not foe_at(side(u), h)
function paired(h: hex) = size(units(h)) = 2 and every u in units(h) has u.partner in units(h)
function in_order(h: hex) = size(units(h)) <= 1 or paired(h)
function both(s: hexside, p: player) = every h in ends(s) has last_in(h) = p
function well_kept(s: hexside) = gate_control != both_hexes or not any p in player where both(s, p) and s.keeper != p
function sound(s: hexside) = s.barrier != none and (not s.breached or not outer(s) or main(s))
function opened(n: number) = every s in gates_into(n) has s.keeper = sauron
function losses(a: army) = sum u in unit where u in fallen and u.army = a of value(u)
after enter(u, h)
  require may_stand(u, h) "a unit where it may not be"
  require at_peace(h) "enemies in one hex"
after movement_phase(p)
  require every h in hex has in_order(h) "two units in one hex"
  require every u in in_field(p) has u.spent = 0 "movement points that were kept"
after game_turn
  require every h in hex has in_order(h) and at_peace(h) "a hex in disorder"
  require every s in hexside where s.barrier = gate has well_kept(s) "a gate that is held by neither of its hexes"
  require every s in hexside where s.breached has sound(s) "a breach in the Outer Wall"
  require every n in 1..top_level has (n in open_levels) = opened(n) "levels that are taken without a gate"
  require every a in army has a.lost >= losses(a) "points that were not counted"
  require not come(men) or now >= 10 "Aragorn came too soon"
  require not come(rohan) or now >= 5 "the Riders came too soon"
  require every x in in_field(westernesse) where x.army = relief has come(x.nation) "one who has not come"
"""
READINGS: list[dict[str, object]] = [
    {"scenario": "siege_in_small"},
    {
        "scenario": "siege_in_small",
        "retreat_down": False,
        "gate_control": "crossing",
        "leaders_count": True,
        "tunnel_defence": "best_morale",
        "formed_arrival": "freely",
        "leader_losses": "level",
        "recovers": False,
    },
    {"scenario": "mustering", "edge_row": "not_counted"},
]
ENDS = {"the last turn is over"}  # Sauron wins then, or Westernesse


@pytest.mark.parametrize("options", READINGS, ids=lambda one: "-".join(map(str, one.values())))
def test_games_end_after_the_last_turn(tmp_path: Path, options: dict[str, object]) -> None:
    (tmp_path / "pack.yaml").write_text(MANIFEST, encoding="utf-8")
    (tmp_path / "watch.moot").write_text(WATCH, encoding="utf-8")
    game = moot.load(tmp_path, options=options)
    found = simulate(game, games=4, seed=3)
    assert sum(found["results"].values()) == 4
    assert set(found["causes"]) <= ENDS, found["causes"]
