"""Sentences 1 to 15 of docs/semantics.md: calls, hooks, `proceed`, `was`, the end of the game."""

from __future__ import annotations

from typing import Any

SCORE = """
phase match
  score(4)
procedure score(n: number)
  mark(n)
"""
CARDS = """
kind card
  owner  : player = ann
  effect : standing or none = none
zone field : row of card, seen by all, in play
zone hand : pool of card, seen by all
"""


def card(title: str, effect: str) -> str:
    lines = "".join(f"      {line}\n" for line in effect.strip().split("\n"))
    return f"  {title}:\n    effect: |\n{lines}"


def cards(**effects: str) -> str:
    return "kind: card\ncards:\n" + "".join(card(title, effect) for title, effect in effects.items())


def deck(zone: str, *titles: str) -> str:
    return f"decks:\n  one: {{zone: {zone}, cards: {{{', '.join(f'{t}: 1' for t in titles)}}}}}\n"


def test_01_order_of_a_call(play: Any) -> None:
    hooks = "\n".join(
        [
            "before score(n)\n  mark(1)",
            "before score(n)\n  mark(2)",
            "after score(n)\n  mark(5)",
            "after score(n)\n  mark(6)",
            "instead of score(n)\n  mark(8)\n  proceed\n  mark(7)",
            "instead of score(n)\n  mark(9)\n  proceed\n  mark(3)",
        ]
    )
    assert play(SCORE + hooks).trace == "98124" + "56" + "73"


def test_01_phases_and_functions_of_two_arguments(play: Any) -> None:
    p = play("phase match\n  turn(ann, 2)\n  turn(bob, 3)\nphase turn(p: player, n: number)\n  mark(n)\n"
             "before turn(p, n) where p = bob\n  mark(n + 1)\nafter turn(p) where p = ann\n  mark(9)\n")  # fmt: skip
    assert p.trace == "2943"


def test_02_older_began_earlier_then_zone_then_file(play: Any) -> None:
    rules = CARDS + SCORE.replace("  score(4)", "  move late to field\n  score(4)")
    rules += "before score(n)\n  mark(1)\n"
    things = cards(
        one="before score(n)\n  mark(2)\nbefore score(n)\n  mark(3)",
        two="before score(n)\n  mark(5)",
        late="before score(n)\n  mark(7)",
    )
    decks = "decks:\n  a: {zone: field, cards: {two: 1, one: 1}}\n  b: {zone: hand, cards: {late: 1}}\n"
    p = play(rules, things, decks)
    assert p["field"] == ["two", "one", "late"]
    assert p.trace == "1" + "5" + "23" + "7" + "4"


def test_02_replacements_of_things_are_newer_than_rules(play: Any) -> None:
    rules = CARDS + SCORE + "instead of score(n)\n  mark(1)\n  proceed\n"
    things = cards(one="instead of score(n)\n  mark(2)\n  proceed")
    assert play(rules, things, deck("field", "one")).trace == "214"


def test_03_newest_replacement_runs_first(play: Any) -> None:
    hooks = "instead of score(n)\n  mark(7)\n  proceed\ninstead of score(n)\n  mark(8)\n  proceed\n"
    assert play(SCORE + hooks).trace == "874"


def test_03_newest_that_applies(play: Any) -> None:
    hooks = "instead of score(n)\n  mark(7)\ninstead of score(n) where n = 3\n  mark(8)\n"
    assert play(SCORE + hooks).trace == "7"
    hooks = "instead of score(n)\n  mark(7)\ninstead of score(n) where n = 4\n  mark(8)\n"
    assert play(SCORE + hooks).trace == "8"
    skipped = ("instead of score(n)\n  mark(6)\n  proceed\ninstead of score(n) where n = 3\n  mark(7)\n"
               "instead of score(n)\n  mark(8)\n  proceed\n")  # fmt: skip
    assert play(SCORE + skipped).trace == "864"


def test_04_replaced_has_neither_before_nor_after(play: Any) -> None:
    hooks = "before score(n)\n  mark(1)\nafter score(n)\n  mark(2)\ninstead of score(n)\n  mark(8)\n"
    assert play(SCORE + hooks).trace == "8"


def test_05_where_is_read_when_its_turn_comes(play: Any) -> None:
    hooks = ("state ready : bool\nbefore score(n)\n  set ready to yes\nbefore score(n) where ready\n  mark(1)\n"
             "after score(n) where ready\n  set ready to no\nafter score(n) where ready\n  mark(9)\n")  # fmt: skip
    assert play(SCORE + hooks).trace == "14"


def test_05_a_source_that_left_is_skipped(play: Any) -> None:
    rules = CARDS + SCORE + "before score(n) where two in field\n  move two to hand\n"
    things = cards(
        one="before score(n)\n  mark(1)\nafter score(n)\n  move one to hand",
        two="before score(n)\n  mark(2)\nafter score(n)\n  mark(3)",
        three="after score(n)\n  mark(5)",
    )
    p = play(rules, things, deck("field", "one", "two", "three"))
    assert p.trace == "145"
    assert p["field"] == ["three"]


def test_05_who_comes_while_the_call_runs_is_not_asked(play: Any) -> None:
    rules = CARDS + SCORE + "before score(n)\n  move one to field\n"
    things = cards(one="before score(n)\n  mark(1)\nafter score(n)\n  mark(2)")
    assert play(rules, things, deck("hand", "one")).trace == "4"


def test_06_proceed_keeps_or_gives_arguments(play: Any) -> None:
    rules = "phase match\n  hit(1, 2)\nprocedure hit(a: number, b: number)\n  mark(a)\n  mark(b)\n"
    assert play(rules + "instead of hit(a, b)\n  proceed\n").trace == "12"
    assert play(rules + "instead of hit(a, b)\n  proceed(b + 1, a)\n").trace == "31"
    assert play(rules + "instead of hit\n  proceed(7)\n").trace == "72"


def test_06_hooks_still_to_come_are_tested_with_the_new_arguments(play: Any) -> None:
    hooks = ("before score(n) where n = 4\n  mark(1)\nbefore score(n) where n = 5\n  mark(2)\n"
             "after score(n) where n = 5\n  mark(n + 1)\ninstead of score(n) where n = 5\n  mark(7)\n  proceed(n)\n"
             "instead of score(n)\n  proceed(n + 1)\n")  # fmt: skip
    assert play(SCORE + hooks).trace == "7256"


VALUED = """
phase match
  let w = worth(2)
  mark(w)
procedure worth(n: number) : number
  mark(n)
  return n + 1
"""


def test_07_proceed_is_a_call_with_a_value(play: Any) -> None:
    hooks = "instead of worth(n)\n  let r = proceed\n  mark(8)\n  return r + 1\n"
    assert play(VALUED + hooks).trace == "284"
    p = play("phase match\n  set trace to worth(2)\nprocedure worth(n: number) : number\n  return n + 1\n"
             "instead of worth(n)\n  return proceed(5) * proceed(6)\n")  # fmt: skip
    assert p["trace"] == 42


def test_07_proceeding_twice_does_it_twice(play: Any) -> None:
    hooks = "before score(n)\n  mark(1)\nafter score(n)\n  mark(2)\ninstead of score(n)\n  proceed\n  proceed(5)\n"
    assert play(SCORE + hooks).trace == "142" + "152"


def test_08_value_of_a_replaced_call(play: Any) -> None:
    assert play(VALUED + "instead of worth(n)\n  return 9\n").trace == "9"
    assert play(VALUED + "instead of worth(n)\n  proceed\n  mark(7)\n").trace == "273"
    assert play(VALUED + "instead of worth(n)\n  proceed(3)\n  proceed(6)\n").trace == "367"
    assert play(VALUED + "instead of worth(n)\n  proceed\n  if n = 2\n    return 8\n").trace == "28"


def test_08_a_value_that_is_due_is_missed_by_check(refused: Any) -> None:
    found = refused(VALUED + "instead of worth(n)\n  if n = 3\n    return 8\n")
    assert len(found) == 1 and found[0].startswith("no-return: this hook of `worth` must give a number")


def test_09_return_ends_a_before_or_after_only(play: Any) -> None:
    hooks = ("before score(n)\n  if n = 4\n    mark(1)\n    return\n  mark(2)\nbefore score(n)\n  mark(3)\n"
             "after score(n)\n  return\nafter score(n)\n  mark(6)\n")  # fmt: skip
    assert play(SCORE + hooks).trace == "1346"


def test_09_return_there_takes_no_value(refused: Any) -> None:
    assert len(refused(VALUED + "after worth(n)\n  return 3\n")) == 1


def test_10_a_hook_is_not_asked_about_calls_of_its_own_body(play: Any) -> None:
    assert play(SCORE + "after score(n)\n  score(n + 1)\n").trace == "45"
    through = "after score(n)\n  other(n + 1)\nprocedure other(n: number)\n  score(n)\n"
    assert play(SCORE + through).trace == "45"
    other = SCORE + "after score(n)\n  score(n + 1)\nafter score(n) where n < 6\n  mark(9)\n"
    assert play(other).trace == "45" + "9" + "9"


def test_10_but_about_calls_of_what_it_proceeds_to(play: Any) -> None:
    rules = (
        "phase match\n  count_down(3)\nprocedure count_down(n: number)\n  mark(n)\n  if n > 1\n    count_down(n - 1)\n"
    )
    hook = "instead of count_down(n)\n  mark(9)\n  proceed\n  mark(8)\n"
    assert play(rules + hook).trace == "939291888"


def test_10_after_proceeding_its_body_is_its_own_again(play: Any) -> None:
    hook = "instead of score(n)\n  proceed\n  score(n + 1)\n"
    assert play(SCORE + hook).trace == "45"


def test_10_also_where_a_when_makes_the_call(play: Any) -> None:
    rules = ("state gold : number\nafter score(n)\n  earn(1)\n  mark(7)\nprocedure earn(n: number)\n  raise gold by n\n"
             "when gold >= 1\n  score(5)\n")  # fmt: skip
    assert play(SCORE + rules).trace == "457"


def test_11_two_copies_may_answer_each_other(play: Any) -> None:
    rules = CARDS + SCORE
    things = cards(echo="after score(n) where n < 9\n  score(n + 1)")
    decks = "decks:\n  one: {zone: field, cards: {echo: 2}}\n"
    # 4: the first copy redoes 5, which the second answers with 6; then the second itself answers 4 with 5, and so on.
    assert play(rules, things, decks).trace == "456" + "56"


def test_12_changes_have_no_hooks(refused: Any) -> None:
    for name in ("set", "move", "raise"):
        assert refused(SCORE + f"before {name}(n)\n  nothing\n")
    assert refused(SCORE + "function f(n: number) = n\nbefore f(n)\n  nothing\n")
    assert refused(SCORE + "state gold : number\nafter gold\n  nothing\n")


def test_12_an_empty_procedure_can_be_answered(play: Any) -> None:
    rules = "phase match\n  scored(3)\nprocedure scored(n: number)\n  nothing\nafter scored(n)\n  mark(n)\n"
    assert play(rules).trace == "3"


ACTIONS = """
phase match
  turn(ann)
phase turn(p: player)
  offer motion to p
procedure paid(n: number)
  mark(n)
action motion(n: 1..3)
  cost paid(8)
  do
    mark(5)
    proceed
action walk(n: 1..3) as motion(n) in turn(p)
  cost paid(7)
  do
    mark(n)
before walk(n)
  mark(1)
after walk(n)
  mark(2)
before motion(n)
  mark(3)
after motion(n)
  mark(4)
"""


def test_13_hooks_on_actions_and_families(play: Any) -> None:
    p = play(ACTIONS, choices=["walk(3)"])
    assert p.trace.startswith("87"), "paying comes before the hooks"
    assert p.trace == "87" + "35" + "13" + "2" + "4", "the member's hooks wrap its own `do`, inside the family's"


def test_13_an_instead_replaces_the_do_but_not_the_payment(play: Any) -> None:
    p = play(ACTIONS + "instead of motion(n) where n = 2\n  mark(6)\n", choices=["walk(2)"])
    assert p.trace == "876"


def test_14_was_is_how_it_stood_when_the_original_began(play: Any) -> None:
    rules = ("state gold : number = 2\nphase match\n  gain(3)\nprocedure gain(n: number)\n  raise gold by n\n"
             "before gain(n)\n  raise gold by 1\nafter gain(n) where gold > 3\n\n"
             "  mark(was(gold))\n  mark(gold)\n  mark(was(gold + n))\n")  # fmt: skip
    assert play(rules).trace == "366"


def test_14_was_of_a_hook_in_play_and_over_a_choice(play: Any) -> None:
    rules = CARDS + ("state gold : number = 2\nphase match\n  gain(3)\nprocedure gain(n: number)\n"
                     "  choose k in 1..5 by ann \"how many\"\n  raise gold by k\n")  # fmt: skip
    things = cards(one='after gain(n)\n  if bob may "look"\n    mark(was(gold))\n  mark(was(gold))\n  mark(gold)')
    assert play(rules, things, deck("field", "one"), choices=["4", "yes"]).trace == "226"


def test_14_was_in_the_condition_as_well(play: Any) -> None:
    rules = ("state gold : number = 2\nphase match\n  gain(1)\n  gain(3)\n"
             "procedure gain(n: number)\n  raise gold by n\n"
             "after gain(n) where gold > was(gold) + 2\n  mark(was(gold))\n"
             "after gain(n) where was(gold) = 2\n  mark(9)\n")  # fmt: skip
    assert play(rules).trace == "93"


def test_14_was_in_the_condition_of_what_lies_in_play_and_over_a_choice(play: Any) -> None:
    rules = CARDS + ("state gold : number = 2\nphase match\n  gain(3)\n  gain(3)\nprocedure gain(n: number)\n"
                     "  choose k in 1..5 by ann \"how many\"\n  raise gold by k\n")  # fmt: skip
    things = cards(one="after gain(n) where gold > was(gold) + 2\n  mark(was(gold))\n  mark(gold)")
    assert play(rules, things, deck("field", "one"), choices=["4", "1"]).trace == "26"


def test_14_was_elsewhere_is_an_error(refused: Any) -> None:
    assert refused("state gold : number\nphase match\n  mark(was(gold))\n")
    assert refused(SCORE + "state gold : number\nbefore score(n)\n  mark(was(gold))\n")


def test_15_the_first_phase_is_the_game(play: Any) -> None:
    assert play("phase one\n  mark(1)\nphase two\n  mark(2)\n").trace == "1"
    assert play("phase one\n  mark(1)\nphase two\n  mark(2)\n").won == (None, "")


def test_15_win_ends_the_game_at_once(play: Any) -> None:
    hooks = 'after score(n)\n  mark(9)\nbefore score(n)\n  win bob "enough"\n  mark(8)\nafter match\n  mark(7)\n'
    p = play(SCORE + hooks)
    assert p.trace == ""
    assert p.won == ("bob", "enough")
    assert play('phase match\n  win none "a draw"\n').won == (None, "a draw")
