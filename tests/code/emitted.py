"""Units made by hand, printed and run by the machine of a small game.

Its things are the cards 0 to 5. Of its zones 0 and 1 are the hands of ann and bob, 2 the pile where all cards lie at
first, 3 the shelf, where all see them and they are in play.
"""

from __future__ import annotations

import dataclasses
import re
import tempfile
from functools import cache
from pathlib import Path

from moot.code.emit.given import FAST, FormMarks, Given
from moot.code.emit.module import Module, print_module
from moot.code.emit.registers import Registers
from moot.code.ir.expressions import Const
from moot.code.ir.make import NO_VALUE, number
from moot.code.ir.reps import PLAYER, Rep
from moot.code.ir.statements import Fill
from moot.code.ir.units import Unit
from moot.code.passes.framed import framed
from moot.stack.game import Game
from moot.stack.load import load
from moot.state.position import Position

RULES = """\
game bare "Bare"
players ann, bob
kind card
  price : 0..9
zone hand(p: player) : row of card, seen by p
zone pile  : pile of card, seen by none
zone shelf : row of card, seen by all, in play
state score(p: player) : 0..99
state last : card or none = none
state open : bool
phase day
  choose c in hand(ann) by ann "take"
    move c to shelf
    set last to c
  set open to yes
  set score(ann) to 1
  choose d in shelf by bob "take"
    move d to hand(bob)
  if bob may "more"
    nothing
"""
FILES = {
    "pack.yaml": "id: bare\ntitle: Bare\n",
    "rules.moot": RULES,
    "cards.yaml": "kind: card\nthings:\n" + "".join(f"  c{n}: {{price: {n}}}\n" for n in range(6)),
    "decks.yaml": "decks:\n  d: {zone: pile, cards: {" + ", ".join(f"c{n}: 1" for n in range(6)) + "}}\n",
}
CARD = Rep("thing", 0, 6, "card")
ANN, BOB = Const(PLAYER, 0), Const(PLAYER, 1)
HAND, PILE, SHELF = (Const(Rep("zone"), n) for n in (0, 2, 3))
CHOSEN, MAY = 0, 2  # sites


@cache
def game() -> Game:
    folder = Path(tempfile.mkdtemp())
    for name, text in FILES.items():
        (folder / name).write_text(text)
    return load(folder)


def cell(state: str) -> int:
    return next(row.first for row in game().program.layout.states if row.name == state)


def score(n: int) -> Const:
    return number(cell("score") + n)


def given(**more: object) -> Given:
    printed = {("card", "price"): (0, 1, 2, 3, 4, 5)}
    return dataclasses.replace(Given(game().program.layout, printed), **more)  # type: ignore[arg-type]


def printed(
    *units: Unit, form: FormMarks = FAST, registers: Registers | None = None, about: Given | None = None
) -> Module:
    return print_module(framed(units), about or given(), registers or Registers(), form)


def indented(text: str) -> str:
    """With four spaces a level, as people write Python."""
    return re.sub("^ +", lambda level: 4 * level[0], text, flags=re.MULTILINE)


def text(unit: Unit, form: FormMarks = FAST, about: Given | None = None) -> str:
    """Its functions, without what stands around them."""
    lines = indented(printed(unit, form=form, about=about).text).rstrip().split("\n")
    return "\n".join(line for line in lines if line and not line.startswith(("STATIC", "COVER")))


def playing(*units: Unit, form: FormMarks = FAST, registers: Registers | None = None) -> Game:
    """The game with these units in place of its own; `p_day` is its first phase."""
    first = Unit("initial", "state", (), (Fill(cell("score"), 2, number(0)), Fill(cell("last"), 2, NO_VALUE)))
    made = printed(first, *units, form=form, registers=registers or Registers(procedures={"day": "p_day"}))
    code = compile(made.text, "<fast>", "exec")
    program = game().program
    index = dataclasses.replace(program.index, lines={"fast": list(made.lines), "traced": list(made.lines)})
    constants = program.constants | dict(made.constants)
    return Game(
        dataclasses.replace(program, fast=(code,), traced=(code,), index=index, constants=constants), [], "bare"
    )


def begun(*units: Unit, form: FormMarks = FAST, journal: bool = False, seed: int = 1, nature: bool = False) -> Position:
    made = playing(*units, form=form)
    S: Position = made.machine.opening.fresh(seed, journal, nature)
    return S
