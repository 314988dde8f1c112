"""Random games of The Duel, by every edition and reading, come to an end, and what must hold at all times does."""

from __future__ import annotations

from pathlib import Path

import pytest

import moot
from moot.tools.simulate.series import simulate

MANIFEST = "id: watched\ntitle: Watched\nextends: {edition}\n"
WATCH = """
function cards_of(p: player) = size(hand(p)) + size(supply(p)) + size(kept(p))
function on_the_table = size(spellbound) + size(laid) + size(display)
after play(p)
  require cards_of(gandalf) + cards_of(balrog) + on_the_table + size(box) = 54 "a card is lost"
  for each q in player
    require every c in hand(q) has c.owner = q "a card in the wrong hand"
    require left_to_play(q) >= 0 "too many cards played"
    require size(kept(q)) <= 9 "too many cards put aside"
  require every c in laid has c is balrogs_whip "a card still laid on the table"
after after_duel
  for each q in player
    require final or size(kept(q)) = 3 * round "not three cards kept"
    require every c in kept(q) has c.owner = q "a card kept by the wrong player"
  require on_the_table = 0 "cards left on the table"
"""
BOTH = ("duel/english", "duel/cox")
READINGS = [
    *({"moved_special": "all_ends", "gap_text": "works", "equal_negative_final": e} for e in ("until_played", "ends")),
    {"magic_on_replayed": True, "magic_on_last_card": True, "mirror_reflects": "neighbour", "rage_at_mirror": "spent"},
    {"text_of_first_card": "void", "look": "after_text", "equal_negative_final": "three_left", "final_start": 5},
]
COX = [
    {"text_barred_by": "over", "trick_draw": "at_sight", "further_from": "negative_only", "preliminary_start": 3},
    {"feint_apart": "in_force", "magic_on_replayed": True, "mirror_exchange": "scored", "mirror_reflects": "neighbour"},
    {"feint_apart": "never", "trance_weakens": "both", "moved_special": "all_ends", "spell_draw": "at_sight"},
]


@pytest.fixture
def watched(tmp_path: Path):
    def load(edition: str, options: dict[str, object]) -> moot.Game:
        (tmp_path / "pack.yaml").write_text(MANIFEST.format(edition=edition), encoding="utf-8")
        (tmp_path / "watch.moot").write_text(WATCH, encoding="utf-8")
        return moot.load(edition, options=options, mods=[tmp_path])

    return load


@pytest.mark.parametrize("edition", BOTH)
def test_two_thousand_games(watched, edition):
    found = simulate(watched(edition, {}), games=2000, seed=11)
    assert sum(found["results"].values()) == 2000


@pytest.mark.parametrize(
    ("edition", "options"), [(e, o) for e in BOTH for o in READINGS] + [("duel/cox", o) for o in COX], ids=str
)
def test_other_readings(watched, edition, options):
    found = simulate(watched(edition, options), games=150, seed=12)
    assert sum(found["results"].values()) == 150


def test_a_game_that_does_not_hold_them_is_told(watched, tmp_path):
    game = watched("duel/english", {"preliminary_start": 3})
    (tmp_path / "watch.moot").write_text(WATCH.replace("3 * round", "2 * round"), encoding="utf-8")
    broken = moot.load("duel/english", mods=[tmp_path])
    assert simulate(game, games=5, seed=1)["games"] == 5
    with pytest.raises(moot.MootError, match="not three cards kept"):
        simulate(broken, games=5, seed=1)
