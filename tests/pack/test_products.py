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
