"""Several who choose at once: what each is asked, what others know of it, and when it is done."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

import moot

RULES = """\
game trial "Trial"
players ann, bob, cid
kind card
  worth : number
zone hand(p: player) : pool of card, seen by p
zone laid(p: player) : row of card, seen by all
state tally : number
phase match
  choose x in hand(p) where x.worth > 0 by each p in player where tally = 0 "lay a card"
    move x to laid(p)
    raise tally by x.worth
    otherwise
      raise tally by 100
  choose y or none in hand(p) by each p in seats(bob) "another"
    raise tally by 1000
    move y to laid(p)
    otherwise
      raise tally by 10000
"""
CARDS = "kind: card\ncards:\n" + "".join(f"  {name}: {{worth: {n}}}\n" for n, name in enumerate("abcdef"))
DECKS = """\
decks:
  one: {zone: hand(ann), cards: {a: 1, b: 1, c: 1}}
  two: {zone: hand(bob), cards: {d: 1}}
  three: {zone: hand(cid), cards: {e: 1, f: 1}}
"""


@pytest.fixture
def game(tmp_path: Path) -> moot.Game:
    files = {"pack.yaml": "id: trial\ntitle: Trial\n", "rules.moot": RULES, "cards.yaml": CARDS, "decks.yaml": DECKS}
    for name, text in files.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    return moot.load(tmp_path)


def asked(state: moot.State) -> dict[str, list[str]]:
    return {one.player: [option.key for option in one.options] for one in state.decisions}


def test_112_all_are_asked_before_anything_is_done(game: moot.Game) -> None:
    state = game.start(1)
    assert asked(state) == {"ann": ["b", "c"], "cid": ["e", "f"]}  # bob has one card, and is not asked
    state.apply("b")
    assert asked(state) == {"cid": ["e", "f"]}
    assert state.view("bob")["states"]["tally"] == 0
    state.apply("e")
    states = state.view("bob")["states"]
    assert states["tally"] == 1 + 3 + 4
    assert state.view("ann")["zones"]["laid(cid)"]["things"] == ["e"]


def test_112_the_block_is_done_in_the_order_of_those_who_choose(game: moot.Game) -> None:
    state = game.start(1)
    for key in ("b", "e", "f", "none"):
        state.apply(key)
    lines = [game.teller.line(entry) for entry in state.journal if entry.what == "move"]
    assert [line.split(":")[0] for line in lines] == ["b", "d", "e", "f"]
    assert state.over and state.view("ann")["states"]["tally"] == 8 + 1000 + 2 * 10000


def test_113_nobody_knows_what_others_have_answered(game: moot.Game) -> None:
    state = game.start(1)
    state.apply("b")
    journals = (state.seen_journal(player) for player in ("ann", "bob"))
    own, other = (next(one.facts["chosen"] for one in some if one.what == "choice") for some in journals)
    assert own == "b" and other != "b"
    found = set()
    for seed in range(40):
        guessed = state.guess("cid", random.Random(seed))
        assert [option.key for option in guessed.decision.options] == ["e", "f"]
        guessed.apply("e")
        found.add(guessed.view("cid")["zones"]["laid(ann)"]["things"][0])
    assert {"b", "c"} <= found <= {"a", "b", "c"}
    known = {state.guess("ann", random.Random(seed)) for seed in range(3)}
    for guessed in known:
        guessed.apply(guessed.decision.options[0])
        assert guessed.view("ann")["zones"]["laid(ann)"]["things"] == ["b"]


def test_114_answers_come_in_any_order(game: moot.Game) -> None:
    state, other = game.start(1), game.start(1)
    state.apply("f", "cid")
    assert asked(state) == {"ann": ["b", "c"]} and state.choices == []
    assert state.view("cid")["asked"] == "ann"
    again = game.restore(state.save())
    for one in (state, again, state.copy()):
        one.apply("c", "ann")
        assert one.choices == [("ann", "c"), ("cid", "f")]
    other.apply("c")
    other.apply("f")
    assert state.view("bob") == other.view("bob") == again.view("bob")


def test_114_an_answer_before_its_turn_is_checked_and_can_be_taken_back(game: moot.Game) -> None:
    state = game.start(1)
    with pytest.raises(moot.IllegalChoice):
        state.apply("b", "cid")
    with pytest.raises(moot.IllegalChoice, match="`bob` is not asked now"):
        state.apply("d", "bob")
    state.apply("f", "cid")
    with pytest.raises(moot.IllegalChoice, match="`cid` is not asked now"):
        state.apply("e", "cid")
    state.undo()
    assert asked(state) == {"ann": ["b", "c"], "cid": ["e", "f"]}


def test_both_forms_bots_and_saves_agree(game: moot.Game) -> None:
    for seed in range(30):
        rng = random.Random(seed)
        traced, fast = game.start(seed), game.start(seed, journal=False)
        while traced.decision is not None:
            assert traced.decision == fast.decision
            key = rng.choice(traced.decision.options).key
            traced.apply(key)
            fast.apply(key)
            fast = game.restore(fast.save())
        assert traced.view("ann") == fast.view("ann")
