"""Options that name things and decks: which decks are laid."""

from __future__ import annotations

from pathlib import Path

import pytest

import moot
from moot.lang.diagnostic import MootError
from moot.tools.check.packs import check

RULES = """\
game camp "Camp"
players settler
kind tale
  length : number
  events : list of steps = []
  lucky  : list of number = []
kind card
zone pile : pile of card, seen by settler
option story : tale = summer
option deck  : deck or none = none
state deeds : number
phase camp
  for each n in 1..story.length
    if story.events[n] != none
      run story.events[n]
  win settler "{deeds} and {size(pile)}"
"""
TALES = """\
kind: tale
tales:
  summer: {length: 3}
  winter:
    length: 5
    events:
      2: raise deeds by 1
      4: |
        raise deeds by 10
"""
DECKS = """\
decks:
  light: {zone: pile, choice: deck, for: {story: summer}, cards: {axe: 1}}
  heavy: {zone: pile, choice: deck, for: {story: winter}, cards: {axe: 4}}
  spare: {zone: pile, choice: deck, cards: {axe: 2, rope: 1}}
  always: {zone: pile, cards: {rope: 1}}
"""


@pytest.fixture
def camp(tmp_path: Path) -> Path:
    files = {"pack.yaml": "id: camp\ntitle: Camp\n", "rules.moot": RULES, "tales.yaml": TALES, "decks.yaml": DECKS}
    files["cards.yaml"] = "cards:\n  axe: {}\n  rope: {}\n"
    for name, text in files.items():
        (tmp_path / name).write_text(text.replace("\ntales:", "\nthings:"), encoding="utf-8")
    return tmp_path


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ({}, "0 and 2"),
        ({"story": "winter"}, "11 and 5"),
        ({"story": "winter", "deck": "spare"}, "11 and 4"),
        ({"deck": "heavy"}, "0 and 5"),
    ],
)
def test_the_deck_that_is_chosen_or_suits_is_laid(camp: Path, options: dict[str, str], reason: str) -> None:
    game = moot.load(camp, options=options)
    state = game.start(seed=1)
    assert state.result is not None and state.result.reason == reason
    assert game.options == {"story": "summer", "deck": "none"} | options


def test_a_save_brings_its_deck_back(camp: Path) -> None:
    game = moot.load(camp, options={"deck": "spare"})
    data = game.start(seed=1).save()
    assert moot.load(camp, options=data["options"]).restore(data).result is not None
    with pytest.raises(MootError, match="other options"):
        moot.load(camp).restore(data)


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("choice: deck, for: {story: summer}", "choice: deck, for: {story: sumer}", "unknown-thing"),
        ("choice: deck, for: {story: summer}", "choice: deck, for: {stori: summer}", "unknown-option"),
        ("choice: deck, for: {story: summer}", "choice: dek", "unknown-option"),
        ("choice: deck, for: {story: summer}", "choice: story", "wrong-type"),
    ],
)
def test_mistakes_are_told(camp: Path, old: str, new: str, said: str) -> None:
    path = camp / "decks.yaml"
    path.write_text(path.read_text(encoding="utf-8").replace(old, new), encoding="utf-8")
    assert said in [d.code for d in check([camp]).diagnostics]


@pytest.mark.parametrize(
    ("new", "said"),
    [
        ("events: {x: nothing}", "bad-place"),
        ("events: {0: nothing}", "bad-place"),
        ("events: {2: red}", "syntax"),
        ("lucky: {2: 7}", "wrong-type"),
    ],
)
def test_places_of_a_list(camp: Path, new: str, said: str) -> None:
    path = camp / "tales.yaml"
    path.write_text(path.read_text(encoding="utf-8").replace("length: 3", f"length: 3, {new}"), encoding="utf-8")
    assert said in [d.code for d in check([camp]).diagnostics]


def test_a_thing_that_no_deck_has(camp: Path) -> None:
    rules = camp / "rules.moot"
    text = rules.read_text(encoding="utf-8").replace("state deeds", "option tool : card = saw\nstate deeds")
    rules.write_text(text, encoding="utf-8")
    (camp / "cards.yaml").write_text("cards:\n  axe: {}\n  rope: {}\n  saw: {}\n", encoding="utf-8")
    assert [d.code for d in check([camp]).diagnostics] == ["not-in-game"]


def test_a_title_is_one_thing_where_the_decks_that_are_laid_hold_one_copy(camp: Path) -> None:
    rules = camp / "rules.moot"
    rules.write_text(RULES + "function near = axe in pile\n", encoding="utf-8")
    assert not [d for d in check([camp]).diagnostics if d.code == "many-copies"]
    with pytest.raises(MootError) as caught:
        moot.load(camp, options={"deck": "heavy"})
    assert [d.code for d in caught.value.diagnostics] == ["many-copies"]
    assert caught.value.diagnostics[0].hint == "test each copy with `c is axe`"
