"""The laws of Gondolin Cards, held against decks that break them."""

from pathlib import Path

import pytest

from moot.tools.check import check

PACK = 'id: mymod\ntitle: A mod\nversion: "1.0"\nlicence: MIT\nmoot: ">=0.1"\nextends: [gondolin]\n'
SINGLE = ["defender_z", "warlord", "palisade", "old_songs", "good_harvest", "long_rain"]
REPEATED = "(count d in deck where d.title = c.title) <= "


def broken(folder: Path, cards: str, options: str = "{}") -> list[str]:
    """The lines of laws that the lesson's deck breaks when it has other copies."""
    (folder / "pack.yaml").write_text(PACK + f"options: {options}\n")
    (folder / "decks.yaml").write_text(f"override:\n  lesson_deck: {{cards: {cards}}}\n")
    told = check([folder]).diagnostics
    assert {one.code for one in told} <= {"law"}, told
    own = [one.message for one in told if one.message.startswith("the deck `lesson_deck`")]  # others may break them too
    return [message.split("`")[3] for message in own]


def test_three_copies_of_defenders_and_enemies(tmp_path):
    assert broken(tmp_path, "{defender_y: 3, enemy_a: 3}") == []
    assert broken(tmp_path, "{lookout: 4}") == broken(tmp_path, "{enemy_x: 4}") == [REPEATED + "3"]


@pytest.mark.parametrize("title", SINGLE)
def test_one_copy_of_anything_else(tmp_path, title):
    assert broken(tmp_path, f"{{{title}: 2}}") == [REPEATED + "1"]


def test_locations(tmp_path):
    assert broken(tmp_path, "{river_bend: 0}") == []
    assert broken(tmp_path, "{river_bend: 0, first_camp: 0}") == ["(count c in deck where c is location) >= 1"]
    assert "(count c in deck where c is location) <= story.locations" in broken(tmp_path, "{river_bend: 2}")


def test_events_and_enemies_are_the_least_or_exact(tmp_path):
    events = "(count c in deck where c is event)"
    enemies = "(count c in deck where c is enemy)"
    assert broken(tmp_path, "{long_rain: 0}") == [f"{events} >= story.events"]
    assert broken(tmp_path, "{enemy_a: 0}") == [f"{events} >= story.events", f"{enemies} >= story.enemies"]
    assert broken(tmp_path, "{enemy_a: 2}") == []
    exact = [f"quotas = at_least or {events} <= story.events", f"quotas = at_least or {enemies} <= story.enemies"]
    assert broken(tmp_path, "{enemy_a: 2}", "{quotas: exact}") == exact


def test_the_first_hand_must_be_there(tmp_path):
    few = "{lookout: 0, defender_y: 0, defender_z: 0, palisade: 0}"
    assert broken(tmp_path, few) == ["(count c in deck where c is hand_card) >= story.hand_size"]


def test_what_the_story_asks_for_besides(tmp_path):
    (tmp_path / "lesson.yaml").write_text(
        "override:\n  lesson: {cards: 21, allows: not (c is warlord), demands: any c in d where c is insight}\n"
    )
    kept = broken(tmp_path, "{warlord: 0, enemy_a: 2}")
    assert kept == ["size(deck) <= story.cards"]
    assert broken(tmp_path, "{old_songs: 0}") == ["story.allows(c)", "story.demands(deck)"]
