"""A small pack for tests of the typing stage, and what its report says, a line for each diagnostic."""

from __future__ import annotations

from pathlib import Path

from moot.code.typing.symbols import TypedGame
from moot.code.typing.typed import typed
from moot.lang.diagnostic import Report
from moot.pack.load import load

RULES = """\
game small "Small"
players ann, bob
kind colour : red, green, blue
kind card
  owner  : player = ann
  price  : number = 0
  rows   : set of 1..4 = []
  tints  : list of colour = []
  worth  : formula(n: number): number = n
  text   : steps or none = none
  laying : steps or none = none
  effect : standing or none = none
  state tapped : bool
kind ally is card
  mind   : number or none = none
  skill  : warrior, scout = scout
kind spell is card
kind strike
  hitter : ally
  state spent : 0..4
zone deck(p: player) : pile of card, seen by none
zone hand(p: player) : pool of card, seen by p
zone field           : row of card, seen by all, in play
zone chain           : stack of call, seen by all
option mode : hard, easy = hard
option steps_up : number = 5
state round : 0..9
state energy(p: player) : -5..steps_up = 0 until end of turn
function price(c: card) = c.price
function level = energy(ann) = energy(bob)
table losses(die: 1..2, tint: colour) : number
phase match
  for each p in player
    shuffle(deck(p))
  turn(ann)
phase turn(p: player)
  let c = choose_card(p)
  lay(c)
  offer play, other to p in answering until done
    chosen call
      move call to chain
  while size(chain) > 0
    resolve(top(chain))
procedure choose_card(p: player) : card
  choose c in hand(p) by p "play a card"
  return c
procedure lay(c: card)
  move c to field
action other
action play(c: card in hand(ann)) by c.owner in turn(p) or answering once in turn
  require price(c) <= energy(c.owner) "too dear"
  cost lower energy(c.owner) by price(c)
  do
    lay(c)
"""

CARDS = """\
kind: card
cards:
  page: {price: 1, rows: "x..x"}
  squire: {kind: ally, mind: 3}
  squires_horse: {kind: ally, skill: warrior, tints: [red, blue]}
"""

TABLES = """\
tables:
  losses:
    columns: red green blue
    rows:
      1: 1 2 3
      2: 4 5 6
"""


def typed_pack(
    folder: Path, rules: str = RULES, more: str = "", options: str = "", **files: str
) -> tuple[TypedGame, Report]:
    """Type a pack of these rules; `more` is added to them, `files` give YAML files by their names without ending."""
    given = {"cards": CARDS, "tables": TABLES, **files}
    folder.mkdir(exist_ok=True)
    (folder / "pack.yaml").write_text(f"id: small\ntitle: Small\n{options}", encoding="utf-8")
    (folder / "rules.moot").write_text(rules + more, encoding="utf-8")
    for name, text in given.items():
        if text:
            (folder / f"{name}.yaml").write_text(text, encoding="utf-8")
    bundle = load(folder)
    return typed(bundle), bundle.report


def told(report: Report) -> list[str]:
    """Each diagnostic as "code: message -> hint"."""
    return [f"{d.code}: {d.message}" + (f" -> {d.hint}" if d.hint else "") for d in report]
