"""A small game with much that is hidden: hands, cards laid face down, bids, a rule that waits while it holds a card."""

from pathlib import Path

from moot.stack.game import Game
from moot.stack.load import load

RULES = """\
game secret "Secret"
players ann, bob
kind card
  rank   : number
  effect : standing or none = none
  state marks : number

zone supply          : pile of card, seen by none
zone hand(p: player) : pool of card, seen by p
zone down(p: player) : row of card, seen by none, in play
zone open            : row of card, seen by all

state bid(p: player)    : 0..3 seen by p
state vow(p: player)    : low, high seen by p
state score(p: player)  : number
state bonus             : number

phase match
  shuffle(supply)
  for each p in player
    draw(4, supply, hand(p))
  for each p in player
    choose n in 0..3 by p "how much"
      set bid(p) to n
  show(hand(ann), bob)
  repeat
    for each p in player
      choose c in hand(p) by p "lay face down"
        lay(c, p)
    let looked = top(supply)
    if ann may "take what lies on top"
      move looked to hand(ann)
  until size(hand(bob)) <= 1
  for each p in player
    pick c in down(opponent(p))
      move c to open
      raise score(p) by c.rank
    raise score(p) by bid(p)
  if score(ann) > score(bob)
    win ann "more"
  win bob "as much or more"

procedure lay(c: card, p: player)
  move c to down(p)
  until end of match
    after praise(q) where q = p
      raise c.marks by 1
  if opponent(p) may "double"
    praise(p)
    raise score(p) by c.rank + bonus_of(p)

procedure praise(p: player)
  raise bonus by 1

function bonus_of(p: player) = count c in down(p) where c.marks > 0
"""
CARDS = """\
kind: card
cards:
  one: {rank: 1}
  two: {rank: 2}
  three: {rank: 3}
  king:
    rank: 9
    effect: |
      modify bonus_of(p) by 1 where this in down(p)
"""
DECKS = """\
decks:
  pack:
    zone: supply
    cards: {one: 4, two: 4, three: 4, king: 4}
"""
PROMISE = "\nfunction promise(p: player) = score(p) * 2 + (sum c in hand(p) of c.rank)\n"


def secret_game(folder: Path, promise: bool = True, rules: str = RULES) -> Game:
    pack = folder / "secret"
    pack.mkdir(exist_ok=True)
    (pack / "pack.yaml").write_text("id: secret\ntitle: Secret\n", encoding="utf-8")
    (pack / "rules.moot").write_text(rules + (PROMISE if promise else ""), encoding="utf-8")
    (pack / "cards.yaml").write_text(CARDS, encoding="utf-8")
    (pack / "decks.yaml").write_text(DECKS, encoding="utf-8")
    return load(pack)
