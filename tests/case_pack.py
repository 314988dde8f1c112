"""A small pack for tests of cases: hidden hands, a shelf whose cards have effects, dice, picks and shuffles."""

from __future__ import annotations

from pathlib import Path

from moot.tools.cases.run import CaseResult, run_cases

RULES = """\
game cellar "The Cellar"
players ann, bob
kind card
  owner    : player = ann
  worth    : number = 1
  value_at : formula(n: number): number = n
  effect   : standing or none = none
  state worn : bool
kind crew
  boss : player
  size_limit : number = 2
  state tired : bool
  state lead : card or none
  state room : number = this.size_limit
kind mood : calm, cross
zone deck(p: player) : pile of card, seen by none
zone hand(p: player) : pool of card, seen by p
zone shelf           : row of card, seen by all, in play
zone members(c: crew) : row of card, seen by c.boss
zone field            : pool of crew, seen by all
state steps(c: crew)  : 0..5
option long  : bool = no
option start : number = 3
state round            : 0..9
state coins(p: player) : 0..20 = start
state temper : mood until end of turn
state last_card : card or none
function price(c: card) = c.worth
function richest : player or none =
  ann if coins(ann) > coins(bob)
  bob if coins(bob) > coins(ann)
  none otherwise
phase match
  for each p in player
    shuffle(deck(p))
  turn(ann)
  turn(bob)
phase turn(p: player)
  raise round by 1
  set temper to cross
  act(p)
procedure act(p: player)                                              @act
  choose c in hand(p) by p "lay a card"
    lay(c, p)
  let n = roll 2d6
  if n > 7
    raise coins(p) by n - 7                                           @pay.more
procedure lay(c: card, p: player)                                     @lay
  move c to shelf
  set last_card to c
  set c.worn to yes
procedure steal(p: player)
  pick c in hand(opponent(p))
  move c to hand(p)
procedure muster(p: player)
  let c = new crew(boss: p)
  move c to field
procedure march(c: crew)
  raise steps(c) by 1
  set c.tired to yes
  choose g in crew where not g.tired by c.boss "who follows"
    set g.tired to yes
procedure crown
  win ann "she wears it"                                              @crown
procedure stumble(p: player)
  require coins(p) > 5 "too poor to stumble"
when coins(bob) = 0
  raise coins(ann) by 1
"""

CARDS = """\
kind: card
cards:
  nail: {worth: 2}
  rope: {}
  lamp:
    worth: 4
    effect: |
      state lit : bool = yes
      modify price(c) by 1 where c is nail and lit
"""

DECKS = """\
decks:
  ann:
    zone: deck(ann)
    fields: {owner: ann}
    cards: {nail: 1, rope: 2, lamp: 1}
  bob:
    zone: deck(bob)
    fields: {owner: bob}
    cards: {nail: 1, rope: 1}
"""

DOCUMENT = """\
document:
  id: cellar
  title: "Rules of the cellar"
  edition: "first"
  translator: ""
  date: "2020"
  sha256: "0000000000000000000000000000000000000000000000000000000000000000"
  clauses:
    act: {place: "1", lines: [1, 1], kind: rule, gist: "One acts."}
    pay.more: {place: "2", lines: [2, 2], kind: rule, gist: "More is paid."}
    lay: {place: "3", lines: [3, 3], kind: rule, gist: "Cards are laid."}
    crown: {place: "4", lines: [4, 4], kind: rule, gist: "The crown."}
"""

MANIFEST = "id: cellar\ntitle: The Cellar\ndocument: cellar\n"


def write_pack(folder: Path, cases: str = "") -> Path:
    """The pack in a folder, with one file of cases; gives that file."""
    (folder / "cases").mkdir(parents=True, exist_ok=True)
    texts = {
        "pack.yaml": MANIFEST,
        "rules.moot": RULES,
        "cards.yaml": CARDS,
        "decks.yaml": DECKS,
        "document.yaml": DOCUMENT,
    }
    for name, text in texts.items():
        (folder / name).write_text(text, encoding="utf-8")
    path = folder / "cases" / "first.yaml"
    path.write_text(cases, encoding="utf-8")
    return path


def run_one(folder: Path, case: str) -> CaseResult:
    """The result of one case, given by its keys, a line each."""
    lines = "\n".join(f"    {line}" for line in case.strip("\n").split("\n"))
    write_pack(folder, f"cases:\n  - name: it\n{lines}\n")
    (result,) = run_cases([folder])
    return result
