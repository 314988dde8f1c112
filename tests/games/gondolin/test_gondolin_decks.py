"""The laws of Gondolin Cards, held against decks that break them."""

from functools import cache
from pathlib import Path

import pytest

from moot.lang.source import Source
from moot.tools.check.packs import check
from moot.tools.decks.legality import judge
from moot.tools.decks.pool import CardPool, list_copies, load_pool
from moot.tools.laws.broken import broken_deck

PACK = 'id: mymod\ntitle: A mod\nversion: "1.0"\nlicence: MIT\nmoot: ">=0.1"\nextends: [gondolin]\n'
SINGLE = ["defender_z", "warlord", "palisade", "old_songs", "good_harvest", "long_rain"]
REPEATED = "`count d in deck where d.title = c.title` is {}, must be at most {}, for {}"
EVENTS = "`count c in deck where c is event` is 10, must be at least 11 (`story.events`)"
ENEMIES = "`count c in deck where c is enemy` is 7, must be at least 8 (`story.enemies`)"


@cache
def lesson(quotas: str, changes: Path | None = None) -> CardPool:
    """All cards, and the lesson's laws."""
    return load_pool("gondolin", [changes] if changes else [], {"story": "lesson", "quotas": quotas}.items())


def broken(changed: dict[str, int], quotas: str = "at_least", changes: Path | None = None) -> list[str]:
    """How the lesson's deck breaks the laws when it has other copies."""
    pool = lesson(quotas, changes)
    deck = next(deck for deck in [pool.model, *pool.rivals] if deck.id == "lesson_deck")
    counts = {title: count for title, count, _ in deck.cards}
    things = pool.things(list_copies((counts | changed).items()))
    assert things is not None
    told = broken_deck(pool.game.machine, pool.whole, pool.bundle, [deck], tuple(things), "the deck")
    return [one.message.split(": ", 1)[1] for one in told]


def test_three_copies_of_defenders_and_enemies():
    assert broken({"defender_y": 3, "enemy_a": 3}) == []
    assert broken({"lookout": 4}) == [REPEATED.format(4, 3, "lookout")]
    assert broken({"enemy_x": 4}) == [REPEATED.format(4, 3, "enemy_x")]


@pytest.mark.parametrize("title", SINGLE)
def test_one_copy_of_anything_else(title):
    assert broken({title: 2}) == [REPEATED.format(2, 1, title)]


def test_locations():
    assert broken({"river_bend": 0}) == []
    assert broken({"river_bend": 0, "first_camp": 0}) == [
        "`count c in deck where c is location` is 0, must be at least 1"
    ]
    many = "`count c in deck where c is location` is 3, must be at most 2 (`story.locations`)"
    assert many in broken({"river_bend": 2})


def test_events_and_enemies_are_the_least_or_exact():
    assert broken({"long_rain": 0}) == [EVENTS]
    assert broken({"enemy_a": 0}) == [EVENTS, ENEMIES]
    assert broken({"enemy_a": 2}) == []
    exact = [f"`quotas = at_least or (count c in deck where c is {kind}) <= story." for kind in ("event", "enemy")]
    assert all(line.startswith(start) for line, start in zip(broken({"enemy_a": 2}, "exact"), exact, strict=True))


def test_the_first_hand_must_be_there():
    few = dict.fromkeys(["lookout", "defender_y", "defender_z", "palisade"], 0)
    assert broken(few) == ["`count c in deck where c is hand_card` is 2, must be at least 3 (`story.hand_size`)"]


def test_what_the_story_asks_for_besides(tmp_path):
    (tmp_path / "pack.yaml").write_text(PACK)
    (tmp_path / "lesson.yaml").write_text(
        "override:\n  lesson: {cards: 21, allows: not (c is warlord), demands: any c in d where c is insight}\n"
    )
    assert broken({"warlord": 0, "enemy_a": 2}, changes=tmp_path) == [
        "`size(deck)` is 22, must be at most 21 (`story.cards`)"
    ]
    assert broken({"old_songs": 0}, changes=tmp_path) == [
        "`story.allows(c)` is false for warlord",
        "`story.demands(deck)` is false",
    ]


def test_a_deck_of_a_mod_is_told_of(tmp_path):
    (tmp_path / "pack.yaml").write_text(PACK)
    (tmp_path / "decks.yaml").write_text("override:\n  lesson_deck: {cards: {lookout: 4}}\n")
    told = [one.message for one in check([tmp_path]).diagnostics if one.message.startswith("the deck `lesson_deck`")]
    assert [message.split(": ", 1)[1] for message in told] == [REPEATED.format(4, 3, "lookout")]


def test_stories_and_cards_that_cannot_be(tmp_path):
    (tmp_path / "pack.yaml").write_text(PACK)
    (tmp_path / "cards.yaml").write_text("cards:\n  giver: {kind: defender, price: -1, defence: 2}\n")
    story = "hand_size: 3, events: 2, enemies: 1, score: "
    (tmp_path / "stories.yaml").write_text(
        f"kind: story_card\nstories:\n  over: {{turns: 0, {story}resources}}\n  odd: {{turns: 3, {story}glory}}\n"
    )
    told = [(one.code, one.at.source.path.rpartition("/")[2], one.at.line) for one in check([tmp_path]).diagnostics]
    assert told == [
        ("out-of-range", "cards.yaml", 2),
        ("out-of-range", "stories.yaml", 3),
        ("unknown-name", "stories.yaml", 4),
    ]


def test_a_card_without_a_stat_is_told_before_a_deck_holds_it(tmp_path):
    (tmp_path / "pack.yaml").write_text(PACK)
    (tmp_path / "cards.yaml").write_text("cards:\n  giver: {kind: defender, price: 1}\n")
    (told,) = check([tmp_path]).diagnostics
    assert told.code == "missing-field" and "missing `defence` in `giver`" in told.message


def test_a_deck_in_a_list_of_names_is_held_against_the_laws() -> None:
    """This game prints no names and no codes: its cards are called by their terms or ids, in any file of a deck."""
    text = "Cards\n1 hidden vale\n3 Wall archer\n3 spear-line\n3 Gate guard\n4 Goblin raiders\nNothing much\n"
    found = judge(Source("deck.txt", text), settings=[("story", "first_winter")])
    assert found.game == "Gondolin Cards"
    assert found.sizes() == {"deck": 14}
    assert found.cards is not None
    assert [line.name for line in found.cards.asides] == ["Nothing much"]
    told = [one.message for one in found.report]
    assert told[0] == "goblin raiders breaks the law “at most three copies of a defender or an enemy”"
    assert any("as many events" in one for one in told)
