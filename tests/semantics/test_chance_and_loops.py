"""Sentences 76 to 80 of docs/semantics.md: chance, loops and fuel, what becomes true."""

from __future__ import annotations

from typing import Any

import pytest

CARDS = """
kind card
  owner  : player = ann
  effect : standing or none = none
zone field : row of card, seen by all, in play
zone hand : pool of card, seen by all
zone deck : pile of card, seen by none
"""
THREE = "kind: card\ncards:\n  one: {}\n  two: {}\n  three: {}\n"
IN_DECK = "decks:\n  d: {zone: deck, cards: {one: 1, two: 1, three: 1}}\n"

CHANCE = (
    CARDS
    + """
phase match
  shuffle(deck)
  let n = roll 2d6
  mark(n / 10)
  mark(n % 10)
  pick c in deck
  move c to hand
  pick 2 d in deck
    move d to field
"""
)


def test_76_chance_is_asked_of_nature(play: Any) -> None:
    p = play(CHANCE, THREE, IN_DECK, chance=[0, "11", "two", "three"])
    assert p.trace == "11" and p["hand"] == ["two"] and p["field"] == ["three", "one"]
    prompts = [(who, prompt, len(keys)) for who, prompt, keys in p.asked]
    assert prompts == [
        ("nature", "shuffle", 1),
        ("nature", "roll 2d6", 11),
        ("nature", "at random", 3),
        ("nature", "at random", 2),
    ]


def test_76_nature_knows_the_rule_and_the_weights(play: Any) -> None:
    decision = play(CHANCE, THREE, IN_DECK, chance=[0]).state.decision
    assert decision.rule == "phase match"
    assert decision.weights == (1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1)
    assert [o.key for o in decision.options] == [str(n) for n in range(2, 13)]


def test_76_or_sampled_the_same_for_the_same_seed(play: Any) -> None:
    found = {(p.trace, *p["hand"], *p["field"]) for p in (play(CHANCE, THREE, IN_DECK, seed=s) for s in range(12))}
    assert len(found) > 6
    assert play(CHANCE, THREE, IN_DECK, seed=3).trace == play(CHANCE, THREE, IN_DECK, seed=3).trace


def test_76_nothing_to_pick_asks_nobody(play: Any) -> None:
    rules = (
        CARDS + "phase match\n  pick c in hand\n    mark(1)\n    otherwise\n      mark(2)\n"
        "  pick d in deck\n  move d to hand\n"
    )
    one = "kind: card\ncards:\n  one: {}\n"
    p = play(rules, one, "decks:\n  d: {zone: deck, cards: {one: 1}}\n", chance=[])
    assert p.trace == "2" and p["hand"] == ["one"] and p.asked == []


POOLS = """
state xs : list of 1..6
phase match
  set xs to roll each 3d6
  let n = 1 + roll (xs[1] - 1)d3
  mark(n)
  let ys = roll each (n - 2)d2
  for each x in ys
    mark(x)
  for each x in xs
    mark(x)
  let nothing_left = roll (0 - n)d6
  let no_dice = roll each (0)d6
  mark(nothing_left + size(no_dice))
"""


def test_109_each_die_is_asked_for(play: Any) -> None:
    p = play(POOLS, chance=["4", "6", "1", "2", "1", "2", "1", "1", "2", "1"])
    assert p.trace == "6112" + "1" + "461" + "0"


def test_109_dice_are_sampled_one_by_one(play: Any) -> None:
    found = {play(POOLS, seed=seed).trace[0] for seed in range(30)}
    assert found <= set("123456789") and len(found) > 4


def test_109_as_many_dice_as_none_are_a_fault(refused: Any) -> None:
    rules = "state few : number or none\nphase match\n  let n = roll (few)d6\n  mark(n)\n"
    assert refused(rules)[0].startswith("fault-none")


@pytest.mark.parametrize("roll", ["roll (many)d6", "roll each (many)d6"])
def test_109_there_are_only_so_many_dice(play: Any, refused: Any, roll: str) -> None:
    rules = "state many : number = {}\nphase match\n  let n = " + roll + "\n  mark(1)\n"
    assert play(rules.format(833)).trace == "1"
    assert refused(rules.format(834)) == ["fault-dice: phase match: 834 dice are too many"]
    assert refused(rules.format(10**6))[0].startswith("fault-dice")


WEIGHED = """
kind loot : rag, coin, gem, crown
state worth(l: loot) : number
phase match
  set worth(coin) to 3
  set worth(gem) to 1
  pick l in loot with weight worth(l)
    mark(rank(l))
  set worth(rag) to 2
  pick 9 m in loot where m != coin with weight worth(m) + trace % 2
    mark(rank(m))
    set worth(m) to 5
"""


def test_108_nature_knows_the_weights(play: Any) -> None:
    decision = play(WEIGHED, chance=[]).state.decision
    assert decision.weights == (3, 1) and [option.key for option in decision.options] == ["coin", "gem"]
    decision = play(WEIGHED, chance=["gem"]).state.decision
    assert decision.weights == (3, 2, 1) and [option.key for option in decision.options] == ["rag", "gem", "crown"]
    assert play(WEIGHED, chance=["coin", "rag"]).state.decision.weights == (2, 1)
    assert play(WEIGHED, chance=["coin", "rag", "gem"]).trace == "2134"
    assert play(WEIGHED, chance=["gem", "crown"]).state.decision.weights == (2, 1)


def test_108_what_is_sampled_goes_by_weight(play: Any) -> None:
    first = [play(WEIGHED, seed=seed).trace[0] for seed in range(40)]
    assert set(first) == {"2", "3"} and first.count("2") > 20


def test_108_all_of_weight_0_are_nothing(play: Any) -> None:
    rules = "phase match\n  pick n in 1..3 with weight n - n\n    mark(n)\n    otherwise\n      mark(4)\n"
    assert play(rules, chance=[]).trace == "4"


@pytest.mark.parametrize("weight", ["1 - n", "(none if n = 2 otherwise 1)", "1000000000"])
def test_108_a_weight_that_is_no_weight_is_a_fault(refused: Any, weight: str) -> None:
    found = refused(f"phase match\n  pick n in 1..3 with weight {weight}\n  mark(1)\n")
    assert found[0].startswith("fault-too-large" if weight.isdigit() else "fault-weight")


def test_77_a_table_of_sums(play: Any) -> None:
    rules = "table fate(n: 2d6) : number\nphase match\n  let n = roll 2d6\n  set trace to fate[n]\n"
    tables = "tables:\n  fate:\n" + "".join(f"    {n}: {n * n}\n" for n in range(2, 13))
    assert play(rules, tables=tables, chance=["9"])["trace"] == 81


def test_77_single_dice_are_in_the_journal(play: Any) -> None:
    state = play("phase match\n  let n = roll 3d6\n  set trace to n\n", seed=5).state
    (entry,) = [e for e in state.journal if e.what == "chance"]
    assert len(entry.facts["dice"]) == 3 and sum(entry.facts["dice"]) == int(entry.facts["came"])


ENDLESS = {
    "while": "phase match\n  while trace = 0\n    nothing\n",
    "repeat": "phase match\n  repeat\n    nothing\n  until trace = 1\n",
    "asking while": 'phase match\n  while trace = 0\n    if trace = 1 and ann may "go on"\n      nothing\n',
    "while around for each": "phase match\n  while trace = 0\n    for each n in 1..9\n"
    '      if trace = 1 and ann may "go on"\n        nothing\n',
    "while in for each": "phase match\n  for each n in 1..9\n    while trace = 0\n"
    '      if trace = 1 and ann may "go on"\n        nothing\n',
    "repeat around repeat": "phase match\n  repeat\n    repeat\n"
    '      if trace = 1 and ann may "go on"\n        nothing\n    until trace = 0\n  until trace = 1\n',
    "recursion": "phase match\n  match()\n",
    "mutual recursion": "phase match\n  one(1)\nprocedure one(n: number)\n  two(n)\nprocedure two(n: number)\n"
    "  one(n + 1)\n",
    "recursion that may ask": "phase match\n  one(1)\nprocedure one(n: number)\n  if n < 0\n"
    '    choose k in 1..3 by ann "how"\n      nothing\n  one(n + 1)\n',
    "hooks": "phase match\n  one(1)\nprocedure one(n: number)\n  nothing\nprocedure two(n: number)\n  nothing\n"
    "after one(n)\n  two(n)\nafter two(n)\n  three(n)\nprocedure three(n: number)\n  three(n + 1)\n",
    "whens": "state gold : number\nphase match\n  go(1)\nprocedure go(n: number)\n  set gold to n\n"
    "when gold = 1\n  set gold to 2\nwhen gold = 2\n  set gold to 1\n",
    "whens with calls": "state gold : number\nphase match\n  go(1)\nprocedure go(n: number)\n  set gold to n\n"
    "when gold = 1\n  go(2)\nwhen gold = 2\n  go(1)\n",
    "functions": "function one : number = two + 1\nfunction two : number = one\nphase match\n  mark(one)\n",
}
NAMED = {"recursion that may ask": "one", "mutual recursion": "one two", "whens": "when", "whens with calls": "when",
         "hooks": "three", "functions": "`one` `two`"}  # fmt: skip


@pytest.mark.parametrize("sort", ENDLESS)
def test_78_what_does_not_end_is_a_fault_that_names_its_rule(refused: Any, sort: str) -> None:
    found = refused(ENDLESS[sort])
    assert len(found) == 1
    code, _, message = found[0].partition(": ")
    assert code == ("fault-circle" if sort == "functions" else "fault-endless")
    assert any(name in message for name in NAMED.get(sort, "phase match").split(" ")), message


def test_78_fuel_is_for_one_stretch_between_decisions(play: Any) -> None:
    rules = (
        'phase match\n  let n = 0\n  while n < 60000\n    raise n by 1\n  choose k in 1..2 by ann "which"\n'
        "  while n < 120000\n    raise n by 1\n  set trace to n\n"
    )
    assert play(rules, choices=["1"])["trace"] == 120000


def test_78_a_loop_goes_over_what_was_there_when_it_began(play: Any) -> None:
    rules = (
        CARDS + "phase match\n  for each c in field\n    move c to hand\n  mark(size(hand))\n  mark(size(field) + 1)\n"
    )
    assert play(rules, THREE, IN_DECK.replace("zone: deck", "zone: field")).trace == "31"


def test_78_repeat_runs_at_least_once(play: Any) -> None:
    rules = (
        "phase match\n  let n = 1\n  repeat\n    mark(n)\n    raise n by 1\n  until n > 3\n  while n < 4\n    mark(9)\n"
    )
    assert play(rules).trace == "123"


def test_78_recursion_through_choices_is_not_deep(play: Any) -> None:
    rules = (
        'phase match\n  dig(1)\n  mark(7)\nprocedure dig(n: number)\n  choose k in 1..2 by ann "deeper"\n  if k = 1\n'
        "    dig(n + 1)\n  raise trace by n\n"
    )
    p = play(rules, choices=["1"] * 120 + ["2"])
    assert p["trace"] == sum(range(1, 122)) * 10 + 7


WHEN = (
    "state gold : number\nphase match\n{}procedure earn(n: number)\n  raise gold by n\n  raise gold by n\n  mark(1)\n"
)


def match(*steps: str) -> str:
    return WHEN.format("".join(f"  {step}\n" for step in steps))


def test_79_read_when_a_procedure_ends_not_between(play: Any) -> None:
    hook = "when gold = 2\n  mark(8)\nwhen gold = 4\n  mark(9)\n"
    assert play(match("earn(2)", "mark(3)") + hook).trace == "193"
    assert play(match("earn(2)", "earn(-1)") + hook).trace == "19" + "18"


def test_79_only_from_no_to_yes(play: Any) -> None:
    hook = "when gold >= 4\n  mark(8)\n"
    assert play(match("earn(2)", "earn(2)", "earn(-4)", "earn(4)") + hook).trace == "18" + "1" + "1" + "18"


def test_79_true_at_the_start_is_not_becoming_true(play: Any) -> None:
    assert play(match("earn(1)") + "when gold < 9\n  mark(8)\n").trace == "1"


def test_79_older_first(play: Any) -> None:
    rules = CARDS + match("earn(1)") + "when gold = 2\n  mark(2)\nwhen gold > 1\n  mark(3)\n"
    things = "kind: card\ncards:\n  one:\n    effect: |\n      when gold = 2\n        mark(4)\n"
    assert play(rules, things, "decks:\n  d: {zone: field, cards: {one: 1}}\n").trace == "1234"


def test_79_after_the_hooks_of_the_call(play: Any) -> None:
    rules = match("earn(1)").replace("  mark(1)\n", "") + "when gold = 2\n  mark(2)\nafter earn(n)\n  set trace to 5\n"
    assert play(rules).trace == "52"


@pytest.mark.parametrize(
    "ask",
    ['choose k in 1..3 by ann "which"',
     'choose k or none in 1..3 by ann "which"', 'choose 1..2 k in 1..3 by ann "which"',
      'choose by ann "which"\n    "left"\n      nothing\n    "right"\n      nothing',
     'if trace < 0 or ann may "go"\n    nothing',
     "offer actions to ann"],
)  # fmt: skip
def test_79_before_any_decision_of_a_player(play: Any, ask: str) -> None:
    rules = (
        match("set gold to 4", ask, "mark(6)") + "action wait in match\n  do\n    nothing\nwhen gold = 4\n  mark(8)\n"
    )
    p = play(rules)
    assert p.trace == "8" and p.state.decision.player == "ann"


def test_79_before_a_decision_what_may_be_chosen_is_read_after_it(play: Any) -> None:
    rules = match("set gold to 4", 'choose k in 1..gold by ann "which"') + "when gold = 4\n  set gold to 2\n"
    assert play(rules).options == ["1", "2"]


def test_79_between_the_choices_of_several(play: Any) -> None:
    rules = match('choose 2 k in 1..3 by ann "which"', "  set gold to 4", "mark(6)") + "when gold = 4\n  mark(8)\n"
    assert play(rules, choices=["1"]).trace == "8"


def test_79_when_a_do_ends(play: Any) -> None:
    rules = match("offer actions to ann", "set trace to trace * 10 + 6") + (
        "action dig in match\n  do\n    set gold to 4\nwhen gold = 4\n  mark(8)\n"
    )
    assert play(rules, choices=["dig"]).trace == "86"
    rules = match("offer actions to ann", "  chosen c", "    resolve(c)", "    set trace to trace * 10 + 6") + (
        "action dig in match\n  do\n    set gold to 4\nwhen gold = 4\n  mark(8)\n"
    )
    assert play(rules, choices=["dig"]).trace == "86"


def test_80_what_a_when_changes_fires_others_after_it_has_ended(play: Any) -> None:
    hook = "when gold = 2\n  set gold to 5\n  mark(3)\n  mark(4)\nwhen gold = 5\n  mark(9)\n"
    assert play(match("earn(1)") + hook).trace == "1349"


def test_80_not_itself_before_its_formula_was_no_again(play: Any) -> None:
    again = "when gold >= 2\n  mark(3)\n  earn(1)\n"
    assert play(match("earn(1)") + again).trace == "1" + "31"
    falls = "when gold >= 2\n  mark(3)\n  if gold < 9\n    earn(-9)\n    earn(14)\n"
    assert play(match("earn(1)") + falls).trace == "1" + "311" + "3"


def test_80_a_when_that_asks_and_others_before_its_decision(play: Any) -> None:
    hook = (
        'when gold = 2\n  set gold to 5\n  mark(3)\n  choose k in 6..7 by bob "which"\n  mark(k)\n'
        "when gold = 5\n  mark(9)\n"
    )
    p = play(match("earn(1)", "mark(2)") + hook)
    assert p.trace == "139" and p.state.decision.player == "bob"
    assert play(match("earn(1)", "mark(2)") + hook, choices=["7"]).trace == "139" + "7" + "2"
