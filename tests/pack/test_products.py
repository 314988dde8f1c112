"""One entry for a thing of each combination of values, and `*` in decks."""

from pathlib import Path

import moot

RULES = """\
game trial "Trial"
players ann
kind suit : clubs, hearts
kind card
  suit  : suit
  rank  : -1..9
  tone  : high, low = low
  known : bool = no
  note  : string = ""
zone deck : pile of card, seen by none
phase match
  nothing
"""
CARDS = """\
kind: card
cards:
  "{suit}_{rank}": {suit: each, rank: each 2..3, note: each way}
  "{rank}_of_{tone}_{known}": {suit: clubs, rank: "each -1, 5", tone: each, known: each}
  single: {suit: hearts, rank: 9}
"""
DECKS = 'decks:\n  all: {zone: deck, cards: {"*_2": 3, "clubs*": 2, single: 1, clubs_3: 4, "*low*": 1}}\n'


def test_products_and_patterns(tmp_path: Path) -> None:
    files = {"pack.yaml": "id: trial\ntitle: Trial\n", "rules.moot": RULES, "cards.yaml": CARDS, "decks.yaml": DECKS}
    for name, text in files.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    game = moot.load(tmp_path)
    count: dict[str, int] = {}
    for thing in game.program.layout.things:
        count[thing.title] = count.get(thing.title, 0) + 1
    products = {f"{rank}_of_low_{known}": 1 for rank in ("minus_1", "5") for known in ("no", "yes")}
    # what a later pattern says of the same id holds
    assert count == {"clubs_2": 2, "hearts_2": 3, "clubs_3": 4, "single": 1} | products


def test_spans_of_names(tmp_path: Path) -> None:
    rules = RULES.replace("kind suit : clubs, hearts", "kind suit : clubs, diamonds, hearts, spades")
    cards = (
        'kind: card\ncards:\n  "{suit}_{tone}": {suit: "each clubs, hearts..spades", tone: each high..low, rank: 1}\n'
    )
    for name, text in {"pack.yaml": "id: trial\ntitle: Trial\n", "rules.moot": rules, "cards.yaml": cards}.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    titles = {thing.title for thing in moot.load(tmp_path).program.layout.things}
    assert titles == {f"{suit}_{tone}" for suit in ("clubs", "hearts", "spades") for tone in ("high", "low")}


def test_what_a_deck_takes_out_of_a_pattern(tmp_path: Path) -> None:
    base, mod = tmp_path / "trial", tmp_path / "mod"
    decks = 'decks:\n  all: {zone: deck, cards: {"*": 1, clubs_3: 0, "minus_1_*": 0}}\n'
    cards = CARDS.replace("each 2..3", '"each 2..3, 7"')
    files = {"pack.yaml": "id: trial\ntitle: Trial\n", "rules.moot": RULES, "cards.yaml": cards, "decks.yaml": decks}
    over = {
        "pack.yaml": "id: mod\ntitle: Mod\nextends: ../trial\n",
        "decks.yaml": 'override:\n  all: {cards: {hearts_2: 0, clubs_3: 2, "5_*": 0}}\n',
    }
    for folder, written in ((base, files), (mod, over)):
        folder.mkdir()
        for name, text in written.items():
            (folder / name).write_text(text, encoding="utf-8")

    def titles(*mods: str) -> list[str]:
        return sorted(thing.title for thing in moot.load(base, mods=mods).program.layout.things)

    fives = [f"5_of_{tone}_{known}" for tone in ("high", "low") for known in ("no", "yes")]
    assert titles() == sorted([*fives, "clubs_2", "clubs_7", "hearts_2", "hearts_3", "hearts_7", "single"])
    changed = ["clubs_2", "clubs_3", "clubs_3", "clubs_7", "hearts_3", "hearts_7", "single"]
    assert titles(str(mod)) == sorted(changed)
