"""A small game for one: walls are built against storms until a tale is over. It has tales, decks, laws and a score."""

from pathlib import Path

PACK = {
    "pack.yaml": """id: camp
title: Camp
version: "1"
licence: MIT
report: {time: now, score: score, columns: [food, shelter]}
""",
    "rules.moot": """game camp "Camp"
players keeper

kind tale
  turns  : 1..30
  storms : 0..99 = 2                       # how many a deck must hold
  events : list of steps = []              # what happens, by turns
  score  : formula = food
kind card
  text   : steps or none = none
kind wall is card
  height : 0..9
kind storm is card
  force  : 0..9
kind feast is card

zone pile : pile of card, seen by none
zone yard : row of card, seen by all, in play
zone gone : pile of card, seen by all

option story : tale = summer
option deck  : deck or none = none

state now  : 0..30
state food : 0..99 = 3
function shelter = sum w in yard where w is wall of w.height
function score   = story.score

phase camp
  shuffle(pile)
  for each n in 1..story.turns
    set now to n
    turn()
  win keeper "the tale is over"

phase turn
  if story.events[now] != none
    run story.events[now]
  if size(pile) > 0
    comes(top(pile))

procedure comes(c: card)
  if c is storm
    move c to yard
    blow(c)
    move c to gone
  else
    choose by keeper "build it for a meal"
      "build" where food > 0
        lower food by 1
        move c to yard
        run c.text
      "leave"
        move c to gone

procedure blow(s: storm)
  if s.force > shelter
    win none "blown away"
  if s.force = shelter
    win none "shaken to pieces"

law deck "six to eight cards"
  size(deck) in 6..8
law deck "no more than three of a title"
  for each c in deck
    (count d in deck where d.title = c.title) <= 3
law deck "as many storms as the tale asks for"
  (count c in deck where c is storm) >= story.storms
""",
    "tales.yaml": """kind: tale
stories:
  summer: {turns: 6}
  winter:
    turns: 9
    storms: 3
    events:
      2: lower food by 1
      5: |
        raise food by 2
    score: 10 * food + shelter
""",
    "cards.yaml": """cards:
  fence: {kind: wall, height: 1}
  tower: {kind: wall, height: 3}
  breeze: {kind: storm, force: 0}
  gale: {kind: storm, force: 2}
  picnic:
    kind: feast
    text: raise food by 2
""",
    "decks.yaml": """decks:
  light: {zone: pile, choice: deck, for: {story: summer}, cards: {fence: 2, tower: 2, breeze: 2}}
  heavy: {zone: pile, choice: deck, for: {story: winter}, cards: {tower: 2, breeze: 2, gale: 1, picnic: 1}}
  spare: {zone: pile, choice: deck, cards: {tower: 3, breeze: 3, picnic: 2}}
""",
}


def camp(folder: Path, **changed: tuple[str, str]) -> Path:
    """The pack in a new folder. `changed`: for a file, without its ending, what stands there and what shall."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in PACK.items():
        old, new = changed.get(name.partition(".")[0], ("", ""))
        assert old in text, (name, old)
        (folder / name).write_text(text.replace(old, new) if old else text, encoding="utf-8")
    return folder
