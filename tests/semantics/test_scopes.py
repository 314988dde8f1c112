"""Sentences 16 to 23 of docs/semantics.md: phases as scopes, `until`, `once`."""

from __future__ import annotations

from typing import Any

CARDS = """
kind card
  owner  : player = ann
  effect : standing or none = none
zone field : row of card, seen by all, in play
zone hand : pool of card, seen by all
"""


def cards(**effects: str) -> str:
    shown = (
        f"  {title}:\n    effect: |\n" + "".join(f"      {line}\n" for line in effect.split("\n"))
        for title, effect in effects.items()
    )
    return "kind: card\ncards:\n" + "".join(shown)


def test_16_hooks_of_a_phase_stand_inside_its_scope(play: Any) -> None:
    rules = """
state gold : number = 3 until end of turn
function power = 1
phase match
  set gold to 7
  turn()
  note(gold)
  note(power)
phase turn
  note(gold)
  note(power)
before turn
  note(gold)
  set gold to 5
  until end of turn
    modify power by 1
after turn
  note(gold)
  note(power)
procedure note(n: number)
  mark(n)
"""
    assert play(rules).trace == "3" + "52" + "52" + "71"


def test_16_what_becomes_true_as_the_scope_ends_fires_after_it(play: Any) -> None:
    rules = """
state gold : number = 3 until end of turn
phase match
  set gold to 9
  turn()
  mark(4)
phase turn
  mark(1)
after turn
  mark(2)
when gold = 9 and not in_phase(turn)
  mark(3)
"""
    assert play(rules).trace == "1234"


def test_17_until_end_binds_to_the_innermost_instance(play: Any) -> None:
    rules = """
function power = 1
phase match
  turn(2)
  mark(power)
phase turn(n: number)
  if n = 1
    until end of turn
      modify power by 1
    mark(power)
  else
    until end of turn
      modify power by 3
    mark(power)
    turn(n - 1)
    mark(power)
"""
    assert play(rules).trace == "4" + "5" + "4" + "1"


def test_17_none_running_is_a_fault(refused: Any) -> None:
    rules = """
function power = 1
phase match
  curse()
  turn()
procedure curse
  until end of turn
    modify power by 1
phase turn
  mark(power)
"""
    assert refused(rules) == ["fault-not-running: procedure curse: `until end of turn`, but no turn is running"]


def test_18_until_start_ends_before_the_hooks_of_the_next(play: Any) -> None:
    rules = """
function power = 1
phase match
  turn(1)
  mark(power)
  turn(2)
  mark(power)
phase turn(n: number)
  mark(power)
  if n = 1
    until start of turn
      modify power by 4
      before turn(k)
        mark(9)
      instead of turn(k)
        mark(8)
    mark(power)
before turn(n)
  mark(power)
"""
    assert play(rules).trace == "115" + "5" + "11" + "1"


def test_18_until_start_made_while_it_runs_waits_for_the_next(play: Any) -> None:
    rules = """
function power = 1
phase match
  until start of turn
    modify power by 1
  mark(power)
  turn(2)
  mark(power)
phase turn(n: number)
  mark(power)
  until start of turn
    modify power by n
  mark(power)
  if n = 2
    turn(3)
    mark(power)
"""
    assert play(rules).trace == "2" + "13" + "14" + "4" + "4"


def test_19_a_scoped_state_starts_fresh_and_comes_back(play: Any) -> None:
    rules = """
state gold(p: player) : 0..9 = 2 until end of turn
phase match
  set gold(ann) to 7
  turn(2)
  mark(gold(ann))
  mark(gold(bob))
phase turn(n: number)
  mark(gold(ann))
  raise gold(ann) by n
  set gold(bob) to n
  if n = 2
    turn(1)
  mark(gold(ann))
  mark(gold(bob))
"""
    assert play(rules).trace == "2" + "2" + "31" + "42" + "72"


def test_19_states_of_things_and_rows(play: Any) -> None:
    rules = """
kind card
  owner : player = ann
  state spent : 0..9 = 1 until end of turn
kind fight
  state rounds : 0..9 = 1 until end of turn
state worry(f: fight) : 0..9 = 1 until end of turn
zone field : row of card, seen by all
phase match
  let f = new fight()
  set f.rounds to 5
  set worry(f) to 6
  set page.spent to 7
  turn(f)
  mark(f.rounds)
  mark(worry(f))
  mark(page.spent)
phase turn(f: fight)
  mark(f.rounds)
  mark(worry(f))
  mark(page.spent)
  set f.rounds to 2
  set worry(f) to 3
  set page.spent to 4
  mark(f.rounds)
  mark(worry(f))
  mark(page.spent)
"""
    things = "kind: card\ncards:\n  page: {}\n"
    decks = "decks:\n  one: {zone: field, cards: {page: 1}}\n"
    assert play(rules, things, decks).trace == "111" + "234" + "567"


def test_19_until_start_of(play: Any) -> None:
    rules = """
state gold : number = 2 until start of turn
phase match
  turn(4)
  mark(gold)
  turn(5)
  mark(gold)
phase turn(n: number)
  mark(gold)
  set gold to n
"""
    assert play(rules).trace == "24" + "25"


def test_19_until_start_of_holds_for_states_of_rows(play: Any) -> None:
    """What is kept for what comes to be in play, and states of such things, are set back where the phase opens only."""
    rules = """
kind token
  state worn : number = 1 until start of turn
state mark_of(t: token) : number = 2 until start of turn
phase match
  let t = new token()
  turn(t, 4)
  mark(t.worn)
  mark(mark_of(t))
  turn(t, 5)
phase turn(t: token, n: number)
  mark(t.worn)
  mark(mark_of(t))
  set t.worn to n
  set mark_of(t) to n
"""
    assert play(rules).trace == "12" + "44" + "12"


def test_20_until_keeps_this_and_local_names_by_value(play: Any) -> None:
    rules = (
        CARDS
        + """
function power(c: card) = 1
phase match
  wake(2)
  let n = 5
  mark(power(page))
  move page to hand
  mark(power(page))
  mark(power(lord))
  turn()
  mark(power(page))
procedure wake(n: number)
  nothing
phase turn
  nothing
"""
    )
    things = cards(
        page="after wake(n)\n  let k = n + 1\n  until start of turn\n    modify power(c) by k where c = this\n"
        "  set k to 9\n  mark(k)",
        lord="",
    ).replace("  lord:\n    effect: |\n      \n", "  lord: {}\n")
    decks = "decks:\n  one: {zone: field, cards: {page: 1, lord: 1}}\n"
    assert play(rules, things, decks).trace == "9" + "4" + "4" + "1" + "1"


def test_20_what_must_end_earlier_says_so(play: Any) -> None:
    rules = (
        CARDS
        + """
function power(c: card) = 1
phase match
  wake()
  mark(power(page))
  move page to hand
  mark(power(page))
procedure wake
  nothing
"""
    )
    things = cards(page="after wake\n  until end of match\n    modify power(c) by 1 where in_play(this)")
    decks = "decks:\n  one: {zone: field, cards: {page: 1}}\n"
    assert play(rules, things, decks).trace == "21"


ONCE = """
phase match
  begin()
  score(1)
  score(2)
  score(3)
procedure score(n: number)
  mark(n)
"""


def test_21_once_ends_the_group_when_a_hook_has_acted(play: Any) -> None:
    rules = (
        ONCE
        + """
function power = 4
procedure begin
  until end of match, once
    after score(n) where n = 2
      mark(9)
    before score(n) where n > 1
      mark(8)
    modify power by 1
before score(n)
  mark(power)
"""
    )
    # the `before` acts on 2, and takes the `after` and the modifier with it
    assert play(rules).trace == "51" + "582" + "43"


def test_21_a_replacement_that_proceeds_is_not_used_up(play: Any) -> None:
    rules = (
        ONCE
        + """
procedure begin
  until end of match, once
    instead of score(n)
      if n = 2
        mark(9)
      else
        mark(7)
        proceed
"""
    )
    assert play(rules).trace == "71" + "9" + "3"


def test_21_who_declines_has_not_used_it(play: Any) -> None:
    rules = (
        ONCE
        + """
procedure begin
  until end of match, once
    instead of score(n)
      if ann may "stop it"
        mark(9)
      else
        proceed
"""
    )
    p = play(rules, choices=["no", "yes"])
    assert p.trace == "1" + "9" + "3"


def test_21_modifiers_and_bans_do_not_use_it_up(play: Any) -> None:
    rules = """
function power = 1
phase match
  until end of match, once
    modify power by 1
    forbid wait "no waiting"
  mark(power)
  mark(power)
  turn()
  mark(power)
phase turn
  offer actions to ann
action wait in turn
  do
    mark(8)
action go in turn
  do
    mark(9)
"""
    p = play(rules)
    assert p.options == ["go", "done"]
    p = play(rules, choices=["go"])
    assert p.trace == "2292"


def test_21_the_acting_hook_may_ask(play: Any) -> None:
    rules = (
        ONCE
        + """
procedure begin
  until end of match, once
    before score(n)
      choose k in 4..6 by bob "which"
      mark(k)
      if k = 5
        return
      mark(7)
"""
    )
    assert play(rules, choices=["5"]).trace == "51" + "2" + "3"
    assert play(rules, choices=["6"]).trace == "671" + "2" + "3"


def test_22_when_once(play: Any) -> None:
    rules = (
        CARDS
        + """
state gold : number
phase match
  earn(3)
  earn(-3)
  earn(3)
  move page to hand
  move page to field
  earn(-3)
  earn(3)
  earn(-3)
  earn(3)
procedure earn(n: number)
  raise gold by n
  mark(1)
when gold >= 3, once
  mark(8)
"""
    )
    things = cards(page="when gold >= 3, once\n  mark(9)")
    decks = "decks:\n  one: {zone: field, cards: {page: 1}}\n"
    assert play(rules, things, decks).trace == "189" + "11" + "1" + "19" + "11"


def test_22_when_without_once_fires_each_time(play: Any) -> None:
    rules = """
state gold : number
phase match
  earn(3)
  earn(1)
  earn(-3)
  earn(3)
procedure earn(n: number)
  raise gold by n
  mark(1)
when gold >= 3
  mark(8)
"""
    assert play(rules).trace == "18" + "1" + "1" + "18"


def test_22_one_that_begins_while_true_waits_for_the_next_time(play: Any) -> None:
    rules = (
        CARDS
        + """
state gold : number = 5
phase match
  move page to field
  earn(1)
  earn(-6)
  earn(5)
procedure earn(n: number)
  raise gold by n
  mark(1)
"""
    )
    things = cards(page="when gold >= 3, once\n  mark(9)")
    assert play(rules, things, "decks:\n  one: {zone: hand, cards: {page: 1}}\n").trace == "1119"


ONCE_IN = (
    CARDS
    + """
phase match
  turn(ann)
  turn(bob)
phase turn(p: player)
  duel()
  offer actions to p until done
phase duel
  offer actions to ann until done
action wait(p: player) by p in turn(q) once in turn
  do
    mark(1)
action dig in turn(q) once in duel
  do
    mark(2)
"""
)


def test_23_once_in_a_phase(play: Any) -> None:
    things = cards(page="action sing in turn(q) once in turn\n  do\n    mark(5)")
    decks = "decks:\n  one: {zone: field, cards: {page: 2}}\n"
    p = play(ONCE_IN, things, decks)
    first = p.options
    assert len(first) == 5  # wait, dig, two copies that sing, done
    p = play(ONCE_IN, things, decks, choices=["dig"])
    assert "dig" not in p.options and len(p.options) == 4
    sings = [o for o in first if "sing" in o]
    p = play(ONCE_IN, things, decks, choices=[sings[0]])
    assert [o for o in p.options if "sing" in o] != [] and len(p.options) == 4
    p = play(ONCE_IN, things, decks, choices=["dig", *sings[:1], "done"])
    assert p.asked[-1][0] == "ann" and len([o for o in p.options if "sing" in o]) == 1
