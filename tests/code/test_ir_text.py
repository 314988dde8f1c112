"""Units as people read them."""

from __future__ import annotations

from ir_units import CARD, CARDS, cell, keep, moved, unit

from moot.code.ir.expressions import Const, Local, Op, Var
from moot.code.ir.make import number
from moot.code.ir.reps import NUM
from moot.code.ir.statements import Let
from moot.code.ir.text import Naming, node_text, unit_text, units_text

NAMING = Naming({0: "told"}, {3: "hand(gandalf)", 4: "box"}, {("names player", 0): "gandalf", ("thing", 2): "sting"})

KEEP = """\
procedure p_keep() pauses
  line 7
  loop (fuel, line 7)
    if (size(contents(hand(gandalf))) <= 3)
      each c : thing<card>[0..10) in frozen(contents(hand(gandalf)))
        store cell[(c + 20) in 20..29] = (cell[(c + 20) in 20..29] + 1)
      return
    ask .1 choose by gandalf of contents(hand(gandalf)) into c_2 : thing<card>[0..10)? (site 0) # keeps []
    if some(c_2)
      move c_2 to box
      call .2 p_moved(c_2)"""

MOVED = """\
procedure p_moved(c : thing<card>[0..10)) pauses
  ask .1 or_none by 0 of [yes, no] into answer : bool? (site 1)
  if (answer == yes)
    store cell[0 in 0..0] = yes"""


def test_a_unit_with_names() -> None:
    assert unit_text(keep(), NAMING, {1: ()}) == KEEP
    assert unit_text(moved(), marks=False) == MOVED


def test_units_stand_by_name() -> None:
    both = units_text((moved(), keep()), NAMING)
    assert both.index("procedure p_keep") < both.index("procedure p_moved")
    assert "store told = yes" in both


def test_a_node_alone() -> None:
    assert node_text(Op(NUM, "size", (CARDS,)), NAMING) == "size(contents(hand(gandalf)))"
    assert node_text(Const(CARD, 2), NAMING) == "sting"
    assert node_text(cell(number(0), 0, 3), NAMING) == "told"


def test_locals_of_one_name_are_told_apart() -> None:
    a, b = Var("c", NUM), Var("c", NUM)
    made = unit(Let(a, number(1)), Let(b, Local(NUM, a)), Let(a, Local(NUM, b)))
    assert unit_text(made, marks=False).splitlines()[1:] == [
        "  let c : num = 1",
        "  let c_2 : num = c",
        "  let c = c_2",
    ]
