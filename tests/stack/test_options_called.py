"""What the options of a decision may be called by."""

from pathlib import Path

import pytest

import moot

RULES = """\
game trial "Trial"
players ann
kind card
  worth : number = 1
zone hand(p: player) : pool of card, seen by p
zone heap : pile of card, seen by all
phase match
  offer actions to ann
  offer actions to ann
action lay(c: card in hand(ann)) in match
  require size(heap) < 1 "one lies there"
  do
    move c to heap
action pair(c: card in hand(ann), n: 1..2) in match
  do
    nothing
action burn(c: card in heap) in match
  do
    nothing
action keep(c: card in heap) in match
  do
    nothing
"""


@pytest.fixture
def state(tmp_path: Path) -> moot.State:
    cards = "kind: card\ncards: {fern: {}, moss: {}}\n"
    decks = "decks:\n  pack: {zone: hand(ann), cards: {fern: 2, moss: 1}}\n"
    files = {"pack.yaml": "id: trial\ntitle: Trial\n", "rules.moot": RULES, "cards.yaml": cards, "decks.yaml": decks}
    for name, text in files.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    return moot.load(tmp_path).start(1)


def test_an_action_may_be_called_by_what_it_takes(state: moot.State) -> None:
    state.apply("fern")
    assert state.choices == [("ann", "lay(pack.fern.1)")]


def test_of_several_actions_that_take_it_none_is_meant(state: moot.State) -> None:
    state.apply("lay(moss)")
    with pytest.raises(moot.IllegalChoice):
        state.apply("moss")
    state.apply("burn(moss)")


def test_several_arguments_are_all_given(state: moot.State) -> None:
    with pytest.raises(moot.IllegalChoice):
        state.apply("fern, 3")
    state.apply("moss, 2")
    assert state.choices == [("ann", "pair(moss, 2)")]


def test_sets_are_told_apart(tmp_path: Path) -> None:
    rules = "\n".join(
        [
            *('game trial "Trial"', "players ann, bob", "kind card", "  worth : number = 1"),
            *("zone hand(p: player) : pool of card, seen by p", "zone heap : pile of card, seen by all"),
            *("phase match", '  choose 1..2 c in hand(p) by each p in player "pass"', "    move c to heap\n"),
        ]
    )
    cards = "kind: card\ncards: {fern: {}, moss: {}}\n"
    decks = "decks:\n  pack: {zone: hand(ann), cards: {fern: 1, moss: 1}}\n"
    for name, text in {
        "pack.yaml": "id: trial\ntitle: Trial\n",
        "rules.moot": rules,
        "cards.yaml": cards,
        "decks.yaml": decks,
    }.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    state = moot.load(tmp_path).start(1)
    with pytest.raises(moot.IllegalChoice, match="available: fern, moss, “fern, moss”"):
        state.apply("nothing of these")
    state.apply("moss, fern")
    assert state.over
