"""A small game of chance for two: a shuffled pile, and dice after each choice."""

from pathlib import Path

MANIFEST = "id: my/dice\ntitle: Dice\nversion: '1'\nlicence: MIT\nmoot: '>=0.1'\n"
RULES = """\
game dice "Dice"
players north, south

kind card
  strength : 1..9

zone deck  : pile of card, seen by none
zone shown : row of card, seen by all

state points(p: player) : number
state turns             : 0..12

phase contest
  shuffle(deck)
  repeat
    for each p in player
      turn(p)
    raise turns by 1
  until turns = 12
  for each p in player
    if points(p) > points(opponent(p))
      win p "more points"
  win none "as many points"

procedure turn(p: player)
  if p may "roll the dice"
    let rolled = roll 2d6
    raise points(p) by rolled
  move top(deck) to shown
"""
CARDS = "kind: card\ncards:\n" + "".join(f"  c{n}: {{strength: {1 + n % 9}}}\n" for n in range(24))
DECKS = "decks:\n  all:\n    zone: deck\n    cards:\n" + "".join(f"      c{n}: 1\n" for n in range(24))


def write_dice(folder: Path) -> Path:
    """The pack, in a new folder."""
    folder.mkdir()
    texts = {"pack.yaml": MANIFEST, "rules.moot": RULES, "cards.yaml": CARDS, "decks.yaml": DECKS}
    for name, text in texts.items():
        (folder / name).write_text(text)
    return folder
