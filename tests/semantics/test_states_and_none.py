"""Sentences 31 to 39 of docs/semantics.md: ranges, first values, tables, division, none, what leaves play."""

from __future__ import annotations

from typing import Any

import pytest

CARDS = """
kind card
  owner  : player = ann
  magic  : number = 4
  effect : standing or none = none
  state spent : 0..9
  state left : number = this.magic
zone field : row of card, seen by all, in play
zone camp : row of card, seen by all, in play
zone hand : pool of card, seen by all
"""
ONE = "kind: card\ncards:\n  one: {}\n"
IN_FIELD = "decks:\n  one: {zone: field, cards: {one: 1}}\n"


def result(play: Any, rules: str, steps: str, things: str = "", decks: str = "", tables: str = "") -> Any:
    lines = "".join(f"  {line}\n" for line in steps.split("\n"))
    return play(f"{rules}\nphase match\n{lines}", things, decks, tables)


@pytest.mark.parametrize(
    ("steps", "found"),
    [
        ("set gold to 9", 5),
        ("set gold to far", 5),
        ("set gold to -far", -2),
        ("raise gold by 9", 5),
        ("lower gold by 9", -2),
        ("set gold to far - 3", 3),
        ("let n = 8\nset gold to n", 5),
        ("raise gold by 3\nraise gold by 3\nlower gold by 4", 1),
        ("raise gold by -4", -2),
        ("set gold to twelve", 5),
    ],
)
def test_31_a_state_stops_at_the_ends_of_its_range(play: Any, steps: str, found: int) -> None:
    rules = "state gold : -2..5\nstate far : number = 6\nfunction twelve = far * 2"
    if steps == "set gold to 9":
        steps = "let nine = 9\nset gold to nine"
    assert result(play, rules, steps)["gold"] == found


def test_31_members_and_rows_too(play: Any) -> None:
    rules = CARDS + "kind fight\n  state rounds : 1..3\nstate far : number = 20"
    steps = (
        "set one.spent to far\nmark(one.spent)\nraise one.spent by -far\nmark(one.spent)\nlet f = new fight()\n"
        "mark(f.rounds)\nset f.rounds to far\nmark(f.rounds)\nlower f.rounds by far\nmark(f.rounds)"
    )
    assert result(play, rules, steps, ONE, IN_FIELD).trace == "90131"


def test_31_only_numbers_are_raised(refused: Any) -> None:
    found = refused("kind grade : low, middle, high\nstate g : grade = middle\nphase match\n  raise g by 1\n")
    assert len(found) == 1 and "expected a number to be raised" in found[0]


def test_31_an_end_that_is_a_function_is_read_at_each_change(play: Any) -> None:
    rules = "state walls : number = 3\nfunction limit = walls + 1\nmodify limit by 1\nstate gold : 0..limit"
    p = result(play, rules, "raise gold by 9\nmark(gold)\nset walls to 1\nmark(gold)\nraise gold by 0\nmark(gold)")
    assert p.trace == "553"


def test_31_a_constant_outside_is_told(refused: Any) -> None:
    assert refused("state gold : 0..5 = 7\nphase match\n  raise gold by 1\n")


def test_32_first_values(play: Any) -> None:
    rules = """
kind grade : low, high
state a : bool
state b : number
state c : 3..5
state d : -5..-2
state e : -5..5
state f : grade
state g : player
state h : player or none
state i : set of grade
state j : left_hand, right_hand
state k : number = 8
state l : set of grade = [high]
"""
    p = result(play, rules, "nothing")
    found = [p[name] for name in "abcdefghijkl"]
    assert found == ["no", 0, 3, -2, 0, "low", "ann", "none", "[]", "left_hand", 8, "[high]"]


def test_32_a_first_value_may_read_the_thing(play: Any) -> None:
    things = "kind: card\ncards:\n  one: {magic: 7}\n  two: {}\n"
    decks = "decks:\n  one: {zone: field, cards: {one: 1, two: 1}}\n"
    assert result(play, CARDS, "mark(one.left)\nmark(two.left)", things, decks).trace == "74"


def test_32_fields_of_rows(play: Any) -> None:
    rules = (
        "kind fight\n  size_of : number = 3\n  who : player\n  state a : bool\n  state b : 2..4\n  state c : 0..9 = 5"
    )
    steps = "let f = new fight(who: bob)\nmark(f.size_of)\nmark(f.b)\nmark(f.c)\nif not f.a and f.who = bob\n  mark(1)"
    assert result(play, rules, steps).trace == "3251"


def test_32_a_first_value_may_read_the_row(play: Any) -> None:
    rules = """
kind fight
  size_of : number = 3
  state left : number = this.size_of * 2
  state more : number = this.left + 1
  state brief : number = this.size_of until end of bout
"""
    bout = "phase bout\n  for each f in fight\n    mark(f.brief)\n    set f.brief to 9\n    mark(f.brief)"
    steps = "let f = new fight(size_of: 4)\nmark(f.left - 1)\nmark(f.more - 1)\nset f.brief to 1\nbout()\nmark(f.brief)"
    indented = "\n".join(f"  {line}" for line in steps.split("\n"))
    assert play(f"{rules}phase match\n{indented}\n{bout}\n").trace == "78491"


def test_33_a_set_of_short_names(play: Any) -> None:
    rules = "kind tint : red, green, blue\nstate met : set of tint"
    p = result(
        play, rules, "set met to met + [blue]\nset met to met + [red, blue]\nset met to each t in met where t != blue"
    )
    assert p["met"] == "[red]"


def test_33_a_state_holds_a_list_by_value(play: Any) -> None:
    p = result(
        play,
        CARDS + "state many : list of card",
        "set many to field\nmove one to hand\nmark(size(many))",
        ONE,
        IN_FIELD,
    )
    assert p.trace == "1" and p["many"] == "[one]"


ANY_VALUE = """
kind card
  state owner : player or none
zone hand(p: player) : pool of card, seen by p
zone lane : row of card, seen by all
state lain(lie: list of card) : 0..3 = 1
state told(words: string) : number
state far(n: number) : player or none
state held(owners: list of player, p: player) : number
phase match
  raise lain(hand(ann)) by 1
  let got = []
  for each c in hand(ann)
    set got to got + [c]
  mark(lain(got))
  raise lain(got) by 7
  mark(lain(hand(ann)))
  move first(hand(ann)) to lane
  mark(lain(hand(ann)))
  raise lain(lane) by 1
  mark(lain(each c in card where c in lane))
  raise told("x{size(got)}") by 2
  mark(told("x3") + told("y"))
  set far(-5000) to bob
  if far(-5000) = bob and far(7) = none
    mark(5)
  set first(got).owner to bob
  raise held(each c in got of c.owner, ann) by 4
  raise held([], ann) by 1
  raise held([ann, bob], ann) by 1
  mark(held(each c in got of c.owner, ann))
  set first(got).owner to none
  mark(held(each c in got of c.owner, ann) + held(each c in got of c.owner, bob))
  choose by ann "which"
    "one"
      raise told("x3") by -2
    "two"
      set far(-5000) to none
  if ann may "stop"
    mark(told("x3"))
"""
THREE = "kind: card\nthings: {fern: {}, iris: {}, rose: {}}\n"
IN_HAND = "decks:\n  d: {zone: hand(ann), cards: {fern: 1, iris: 1, rose: 1}}\n"


def test_33_a_parameter_may_be_any_value(play: Any) -> None:
    one = play(ANY_VALUE, THREE, IN_HAND, choices=["one", "yes"])
    assert one.trace == "231225400" and "told(x3)" not in one.state.view("ann")["states"]
    two = play(ANY_VALUE, THREE, IN_HAND, choices=["two", "yes"])
    assert two.trace == "231225402" and two.state.view("ann")["states"]["told(x3)"] == 2


def test_33_a_let_of_a_zone_names_what_lies_in_it_then(play: Any) -> None:
    steps = "let here = field\nmove one to hand\nfor each c in here\n  mark(5)\nmark(size(here))\nmark(size(field))"
    assert result(play, CARDS, steps, ONE, IN_FIELD).trace == "510"


TABLE = "table losses(n: 1..3, t: tint) : number\nkind tint : red, green\nstate off : number = 9\n"
CELLS = "tables:\n  losses:\n    columns: red green\n    rows:\n      1: 1 2\n      2: 3 4\n      3: 5 6\n"


def test_34_a_number_outside_uses_the_nearest_end(play: Any) -> None:
    steps = "mark(losses[off, green])\nmark(losses[-off, red])\nmark(losses[2, red])"
    assert result(play, TABLE, steps, tables=CELLS).trace == "613"


def test_34_a_table_may_go_by_things(play: Any) -> None:
    rules = CARDS + "table prices(c: card, n: 1..2) : number"
    cells = "tables:\n  prices:\n    one: {1: 4, 2: 5}\n"
    assert result(play, rules, "mark(prices[one, 2])\nmark(prices[one, 1])", ONE, IN_FIELD, cells).trace == "54"


def test_34_a_missing_cell_is_found_by_check(refused: Any) -> None:
    cells = "tables:\n  losses:\n    columns: red green\n    rows:\n      1: 1 2\n      3: 5 6\n"
    assert refused(TABLE + "phase match\n  mark(losses[2, red])\n", tables=cells)
    cells = "tables:\n  losses:\n    columns: red\n    rows:\n      1: 1\n      2: 3\n      3: 5\n"
    assert refused(TABLE + "phase match\n  mark(losses[2, red])\n", tables=cells)


def test_29_a_loop_deep_in_functions_reads_what_was_handed_down(play: Any) -> None:
    rules = (
        "function found(n: number) : bool = any k in 1..3 where k = n\n"
        "function lost(n: number) : bool = not found(n)\n"
        "function odd(n: number) : bool = not lost(n) and n != 2\n"
        "function told(n: number) : number =\n  1 if not odd(n)\n  2 otherwise\n"
    )
    steps = "\n".join(f"mark(told({n}))" for n in (1, 2, 3, 4))
    assert result(play, rules, steps).trace == "2121"


def test_35_division_rounds_down(play: Any) -> None:
    rules = "state a : number = 7\nstate b : number"
    assert result(play, rules, "set b to a / 2")["b"] == 3
    assert result(play, rules, "set b to -a / 2")["b"] == -4
    assert result(play, rules, "set b to a / -2")["b"] == -4
    assert result(play, rules, "set b to -a % 4")["b"] == 1
    assert result(play, rules, "set b to (0 - a) / 2")["b"] == -4


def test_35_a_division_of_constants_that_loses_is_warned_of(play: Any) -> None:
    lost = result(play, "state b : number", "set b to 7 / 2")
    assert lost["b"] == 3 and any(w.startswith("division-loses") for w in lost.warnings), lost.warnings
    assert not result(play, "state b : number", "set b to 8 / 2").warnings


def test_35_division_by_zero_is_a_fault(refused: Any) -> None:
    found = refused("state a : number\nphase match\n  set a to 4 / a\n")
    assert len(found) == 1 and "division by zero" in found[0] and "phase match" in found[0]


NONE = "state a : number or none\nstate b : number or none\nstate who : player or none\n"


@pytest.mark.parametrize(
    "formula",
    ["a = none", "a + 2 = none", "2 - a = none", "-a = none", "a * a = none", "a != 3", "not (a < 1)", "not (a >= 0)",
     "not (a <= a)", "a = b", "not (a != b)", "not (a in 0..3)", "not (who in [ann, bob])", "a / 2 = none",
     "min(a, 3) = none", "abs(a) = none", "rank(who) = 0"],
)  # fmt: skip
def test_36_none_in_arithmetic_and_comparison(play: Any, formula: str) -> None:
    assert result(play, NONE, f"if {formula}\n  mark(1)").trace == "1"


def test_36_none_of_a_function_stays_none(play: Any) -> None:
    rules = NONE + "function toll : number or none = a\nmodify toll by 2"
    assert result(play, rules, "if toll = none\n  mark(1)\nset a to 3\nset b to toll\nmark(5)")["b"] == 5


def test_36_a_state_takes_none(play: Any) -> None:
    assert (
        result(play, NONE + "state r : 0..5 or none", "set r to a\nif r = none\n  mark(1)\nset r to 9 - 1").trace == "1"
    )


@pytest.mark.parametrize(
    "steps",
    [
        "set c to a + 1",
        "set d to a",
        "raise d by a",
        "set p to who",
        "mark(low)",
        "mark(plus(a))",
        "set d to top(hand).mind",
        "set p to opponent(top(hand).owner)",
    ],
)
def test_36_none_where_a_value_is_due_is_a_fault(refused: Any, steps: str) -> None:
    rules = NONE + CARDS.replace("magic", "mind", 1).replace("this.magic", "1")
    rules += (
        "state c : number\nstate d : 0..5\nstate p : player\nfunction low : 0..5 = a\n"
        "function plus(n: number) = n + 1\n"
    )
    found = refused(rules + f"phase match\n  {steps}\n")
    assert len(found) == 1 and found[0].startswith("fault-none: ") and "expected a value, found none" in found[0], found
    assert "phase match" in found[0] or "function" in found[0] or "procedure mark" in found[0]


def test_37_of_none(play: Any) -> None:
    rules = """
kind card
  owner : player = ann
  mind  : number = 4
  text  : steps or none = none
  score : formula(n: number): number = n
  state spent : 0..9
zone hand(p: player) : pool of card, seen by all
zone pile_of : pile of card, seen by all
state who : player or none
function first_card : card or none = top(pile_of)
"""
    steps = """
if top(pile_of).mind = none
  mark(1)
if top(pile_of).spent = none
  mark(2)
if first_card.owner = none
  mark(3)
mark(size(hand(who)) + 4)
for each c in hand(who)
  mark(9)
run first_card.text
if not (first_card in hand(ann))
  mark(5)
if first_card.score(3) = none
  mark(6)
if holder(first_card) = none and not in_play(first_card) and top(hand(who)) = none
  mark(7)
if not (first_card is one)
  mark(8)
""".strip()
    assert result(play, rules, steps, ONE, "decks:\n  o: {zone: hand(ann), cards: {one: 1}}\n").trace == "12345678"


@pytest.mark.parametrize(("given", "trace"), [("", "1"), ("goal: n * 2", "26")])
def test_37_of_a_formula_that_may_be_none(play: Any, given: str, trace: str) -> None:
    rules = """
kind card
  goal : formula(n: number): number or none = none
zone hand(p: player) : pool of card, seen by all
"""
    steps = """
for each c in hand(ann)
  if c.goal(3) = none
    mark(1)
  else
    mark(2)
    mark(c.goal(3))
""".strip()
    one = f"kind: card\nthings:\n  one: {{{given}}}\n"
    assert result(play, rules, steps, one, "decks:\n  o: {zone: hand(ann), cards: {one: 1}}\n").trace == trace


def test_38_quantifiers_over_nothing(play: Any) -> None:
    rules = CARDS
    steps = """
if every c in hand has c.spent > 3
  mark(1)
if not (any c in hand where c.spent >= 0)
  mark(2)
mark((sum c in hand of c.spent) + 3)
mark((count c in hand) + 4)
if (most c in hand of c.spent) = none
  mark(5)
if (least c in hand where c.spent > 9 of c.spent) = none
  mark(6)
""".strip()
    assert result(play, rules, steps).trace == "123456"


def test_39_states_return_when_the_thing_leaves_play(play: Any) -> None:
    things = (
        "kind: card\ncards:\n  one:\n    effect: |\n      state own : 0..5 = 2\n      before mark(n)\n"
        "        raise own by 1\n"
    )
    rules = CARDS
    steps = "set one.spent to 5\nset one.left to 1\nmark(1)\nmove one to camp\nmark(one.spent)\nmove one to hand"
    p = result(play, rules, steps, things, IN_FIELD)
    assert p.trace == "15"
    assert (p["one.spent"], p["one.left"], p["one.own"]) == (0, 4, 2)
    p = result(play, rules, steps.removesuffix("move one to hand"), things, IN_FIELD)
    assert (p["one.spent"], p["one.left"], p["one.own"]) == (5, 1, 4)
    p = result(play, rules, steps + "\nset one.spent to 3", things, IN_FIELD)
    assert p["one.spent"] == 3, "out of play it can be set"


def test_39_printed_fields_cannot_be_set(refused: Any) -> None:
    found = refused(CARDS + "phase match\n  set one.magic to 3\n", ONE, IN_FIELD)
    assert len(found) == 1
