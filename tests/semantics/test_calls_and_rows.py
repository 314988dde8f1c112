"""Sentences 59 to 70: calls that wait, rows that come and go, things that listen, what things are."""

from __future__ import annotations

import pytest

CARDS = """
kind card
  price  : number = 0
  effect : standing or none = none
  text   : steps or none = none
  state tapped : bool
kind hero is card
zone hand(p: player) : pool of card, seen by p
zone field           : row of card, seen by all, in play
zone camp            : row of card, seen by all, in play
zone gone            : pile of card, seen by all
zone on(c: card)     : pool of card, seen by all, in play
zone chain           : stack of call, seen by all
zone secret(p: player) : stack of call, seen by p
state gold(p: player) : 0..9 = 5
"""
THINGS = "kind: card\ncards: {one: {price: 1}, two: {price: 2}, three: {price: 3}, four: {kind: hero, price: 4}}\n"
DECKS = "decks:\n  d: {zone: hand(ann), cards: {one: 1, two: 1, three: 1, four: 1}}\n"
PLAY = (
    CARDS
    + """
action play(c: card in hand(ann)) as deed() by ann in turn
  cost lower gold(ann) by c.price
  require c.price != 4  "no"
  do
    mark(c.price)
    move c to field
action deed
action rob(c: card in hand(ann)) by ann in turn
  do
    mark(7)
phase turn
  offer play, rob to ann
    chosen c
"""
)


def chosen(*lines, rules=PLAY):
    return rules + "".join(f"      {line}\n" for line in lines) + "  mark(9)\n"


def go(play, *lines, choices=("play(two)",)):
    return play(chosen(*lines), THINGS, DECKS, choices=choices)


def test_59_a_call_tells_its_action_player_source_and_parameters(play):
    done = go(
        play,
        "if c.player = ann and c.source = none and c is play and c is deed and not (c is rob)",
        "  mark(c.c.price)",
    )
    assert done.trace == "29"


def test_59_only_parameters_are_kept(play):
    done = go(play, "set gold(ann) to 9", "pay(c)", "resolve(c)")
    assert done["gold(ann)"] == 7 and done.trace == "29"


def test_59_the_source_is_the_thing_that_brings_it(play):
    things = (
        THINGS
        + """
  five:
    price: 5
    effect: |
      action spring as deed() from hand by ann in turn
        do
          mark(this.price)
"""
    )
    things = things.replace("cards: {", "cards:\n  ").replace("}, ", "}\n  ").replace("4}}", "4}")
    rules = chosen("mark(c.source.price)", "resolve(c)").replace("offer play", "offer deed")
    done = play(rules, things, "decks:\n  d: {zone: hand(ann), cards: {five: 1}}\n", choices=["five.spring"])
    assert done.trace == "559"


def test_60_a_call_that_lies_nowhere_goes_at_the_end_of_its_statement(play):
    done = go(play, "mark(1)")
    assert done.trace == "19" and done.state.position.rows == {}
    done = go(play, "move c to chain")
    assert len(done.state.position.rows) == 1 and done["chain"] == ["call 1"]


def test_60_a_pending_call_too(play):
    rules = (
        CARDS
        + """
procedure knock(n: number)
  mark(n)
procedure queue
  let c = pending knock(3)
  mark(1)
phase match
  queue()
  mark(9)
"""
    )
    done = play(rules)
    assert done.trace == "19" and done.state.position.rows == {}


def test_61_resolving_runs_the_family_and_the_member_and_then_the_call_goes(play):
    rules = PLAY.replace("action deed\n", "action deed\n  do\n    mark(5)\n    proceed\n    mark(6)\n")
    done = play(
        chosen("move c to chain", "resolve(c)", "mark(size(chain))", rules=rules), THINGS, DECKS, choices=["play(two)"]
    )
    assert done.trace == "52609" and done.state.position.rows == {}


def test_61_remove_drops_it_unresolved(play):
    done = go(play, "move c to chain", "remove c", "mark(size(chain) + 4)")
    assert done.trace == "49" and done["gold(ann)"] == 5


def test_61_later_calls_resolve_first_from_a_stack(play):
    rules = (
        CARDS
        + """
action play(c: card in hand(ann)) by ann in turn
  do
    mark(c.price)
phase turn
  repeat
    offer play to ann
      chosen c
        move c to chain
  until size(chain) = 3
  while size(chain) > 0
    resolve(top(chain))
"""
    )
    done = play(rules, THINGS, DECKS, choices=["play(one)", "play(three)", "play(two)"])
    assert done.trace == "231"


def test_62_a_call_is_seen_as_its_zone_is_and_a_parameter_as_what_it_names(play):
    hold = ['if ann may "go on"', "  resolve(c)"]
    now = go(play, "move c to chain", *hold)
    assert now.state.view("ann")["zones"]["chain"]["things"] == ["play(two)"]
    assert now.state.view("bob")["zones"]["chain"]["things"] == ["play(something)"]
    now = go(play, "move c to secret(ann)", *hold)
    assert now.state.view("ann")["zones"]["secret(ann)"]["things"] == ["play(two)"]
    assert now.state.view("bob")["zones"]["secret(ann)"] == {"count": 1, "known": []}
    assert not any("two" in str(e.facts) for e in now.state.seen_journal("bob"))


def test_63_a_pending_procedure_is_nobodys(play):
    rules = (
        CARDS
        + """
procedure knock(n: number)
  mark(n)
phase match
  let c = pending knock(3)
  if c.player = none and c.source = none
    mark(1)
  if c.player != ann
    mark(2)
"""
    )
    played = play(rules)
    assert played.trace == "12" and not any(told.startswith("never-none") for told in played.warnings)


def test_63_but_it_may_be_said_whose_it_is(play):
    rules = (
        CARDS
        + """
action knock(n: number) by bob
  require lead != bob
  do
    mark(n)
procedure wait
  nothing
state lead : player or none
phase match
  let c = pending knock(3) for opponent(ann)
  let d = pending wait() for lead
  if c.player = bob and d.player = none and legal(c)
    resolve(c)
  set lead to bob
  let e = pending wait() for lead
  if e.player = bob and not legal(pending knock(2) for lead)
    mark(1)
"""
    )
    assert play(rules).trace == "31"


@pytest.mark.parametrize(("family", "trace"), [("", "2"), ("as family(p) ", "22")])
def test_63_whose_call_it_is_is_known_to_its_action(play, family, trace):
    rules = (
        CARDS
        + f"""
phase match
  turn(ann)
phase turn(q: player)
  let c = pending knock(3) for bob
  if legal(c)
    resolve(c)
action family(q: player) by q in turn(q)
  do
    mark(rank(q))
    proceed
action knock(n: number) {family}by p in turn(p)
  require n > 2
  cost mark(n)
  do
    mark(rank(p))
"""
    )
    assert play(rules).trace == trace


def test_63_also_of_one_that_takes_a_thing(play):
    rules = (
        CARDS
        + """
procedure lay(c: card)
  move c to field
phase match
  let c = pending lay(two) for bob
  if c.player = bob
    resolve(c)
"""
    )
    assert play(rules, THINGS, DECKS)["field"] == ["two"]


def test_63_a_pending_procedure_is_paid_and_legal_from_the_start(play):
    rules = (
        CARDS
        + """
procedure knock(n: number)
  mark(n)
phase match
  let c = pending knock(3)
  move c to chain
  if legal(c)
    pay(c)
    mark(1)
  resolve(top(chain))
  mark(size(chain) + 8)
"""
    )
    assert play(rules).trace == "138"


def test_calls_are_chosen_by_what_they_say(play):
    rules = chosen("move c to chain", rules=PLAY).replace("  offer play, rob", "  repeat\n    offer play, rob")
    rules = rules.replace("    chosen c\n      move", "      chosen c\n        move").replace("  mark(9)\n", "")
    rules += '  until size(chain) = 2\n  choose c in chain by ann "first?"\n    resolve(c)\n'
    now = play(rules, THINGS, DECKS, choices=["play(two)", "play(one)"])
    assert now.options == ["play(two)", "play(one)"]
    assert play(rules, THINGS, DECKS, choices=["play(two)", "play(one)", "play(one)"]).trace == "1"


ROWS = (
    CARDS
    + """
kind band
  leader : card or none
  size_up : number = 3
  loud : bool = yes
  state at : card or none
  state worn : 0..4 = 1
  state fresh : bool until end of day
kind raid is band
zone crew(b: band) : row of card, seen by all, in play
state seen_of(b: band) : 0..9
state chief : band or none
phase match
"""
)


def rows(play, *lines, choices=(), **more):
    text = ROWS + "".join(f"  {line}\n" for line in lines) + more.pop("rest", "")
    if "phase day" not in text:
        text += "phase day\n  nothing\n"
    return play(text, more.pop("things", THINGS), more.pop("decks", DECKS), choices=choices, **more)


def test_64_new_gives_each_field_its_default_or_what_is_given(play):
    done = rows(
        play,
        "let a = new band(leader: first(hand(ann)))",
        "let b = new band(size_up: 7, loud: no)",
        "mark(a.size_up)", "mark(b.size_up)", "mark(a.worn)", "mark(size(crew(a)) + 8)",
        "if a.loud and not b.loud and a.at = none and b.leader = none and a.leader != none",
        "  mark(5)",
    )  # fmt: skip
    assert done.trace == "37185"


def test_64_rows_are_counted_in_the_order_of_making(play):
    done = rows(
        play,
        "for each n in 1..3",
        "  let a = new band(size_up: n)",
        "let r = new raid(size_up: 4)",
        "for each b in band",
        "  mark(b.size_up)",
        "for each b in raid",
        "  mark(b.size_up)",
        "if r is raid and r is band and not (first(band) is raid)",
        "  mark(9)",
    )
    assert done.trace == "123449"


def test_64_rows_are_named_by_their_kind_and_number(play):
    lines = [
        "let a = new band()",
        "let r = new raid()",
        "remove a",
        "let b = new band()",
        'choose c in band by ann "which?"',
        "  mark(1)",
    ]
    assert rows(play, *lines).options == ["raid 1", "band 2"]
    assert rows(play, *lines, choices=["band 2"]).trace == "1"


def test_65_a_row_whose_zones_are_not_empty_cannot_go(play, refused):
    text = (
        ROWS
        + "  let a = new band()\n  move first(hand(ann)) to crew(a)\n  {more}remove a\n  mark(9)\n"
        + "phase day\n  nothing\n"
    )
    (told,) = refused(text.format(more=""), THINGS, DECKS)
    assert told.startswith("fault-not-empty") and "`crew`" in told
    assert play(text.format(more="move first(crew(a)) to gone\n  "), THINGS, DECKS).trace == "9"


def test_65_references_to_a_row_that_is_gone_become_none(play):
    done = rows(
        play,
        "let a = new band()",
        "let b = new band()",
        "set chief to a",
        "set seen_of(a) to 5",
        "remove a",
        "if chief = none",
        "  mark(1)",
        "mark(size(band) + 1)",
        "mark(count k in band where seen_of(k) = 5)",
        "if a = none",
        "  mark(4)",
    )
    assert done.trace == "1204"


def test_65_rules_that_keep_a_row_end_with_it(play):
    done = rows(
        play,
        "let a = new band()",
        "keep(a)",
        "knock()",
        "remove a",
        "knock()",
        rest="""
procedure keep(b: band)
  until end of match
    after knock
      mark(5)
    before knock where b.loud
      mark(4)
procedure knock
  mark(1)
""",
    )
    assert done.trace == "4151"


def test_65_a_number_is_not_given_to_another_row(play):
    done = rows(
        play,
        "let a = new band()",
        "set seen_of(a) to 5",
        "remove a",
        "let b = new band()",
        "mark(seen_of(b))",
        "mark(1)",
    )
    assert done.trace == "1" or done.trace == "01"


def test_states_of_rows_are_scoped_too(play):
    done = rows(
        play,
        "let a = new band()",
        "day(a)",
        "if not a.fresh",
        "  mark(2)",
        rest="""
phase day(b: band)
  set b.fresh to yes
  raise b.worn by 9
  mark(b.worn)
""",
    )
    assert done.trace == "42"


def test_66_moving_a_thing_does_not_move_what_lies_in_its_zones(play):
    done = rows(
        play,
        "let c = first(hand(ann))",
        "move last(hand(ann)) to on(c)",
        "move c to gone",
        "mark(size(on(c)))",
        "if holder(first(on(c))) = c",
        "  mark(2)",
    )
    assert done.trace == "12"


LISTEN = """
kind: card
cards:
  one:
    price: 1
    effect: |
      after knock where in_play(this)
        mark(this.price)
      after leave(c) where c = this
        mark(8)
"""


@pytest.mark.parametrize(
    ("lines", "trace"),
    [
        (["knock()"], "5"),
        (["move c to field", "knock()"], "51"),
        (["move c to field", "move c to camp", "knock()"], "51"),
        (["move c to field", "move c to gone", "knock()"], "5"),
        (["leave(c)"], "6"),
        (["move c to field", "leave(c)"], "6"),
        (["move c to gone", "move c to field", "move c to gone", "move c to field", "knock()"], "51"),
    ],
)
def test_67_a_thing_listens_while_it_lies_in_play(play, lines, trace):
    rules = CARDS + "procedure knock\n  mark(5)\nprocedure leave(c: card)\n  mark(6)\n  move c to gone\nphase match\n"
    text = rules + "  let c = first(hand(ann))\n" + "".join(f"  {line}\n" for line in lines)
    assert play(text, LISTEN, "decks:\n  d: {zone: hand(ann), cards: {one: 1}}\n").trace == trace


def test_67_a_zone_of_a_row_may_be_in_play(play):
    rest = "procedure knock\n  mark(5)\nprocedure leave(c: card)\n  nothing\n"
    decks = "decks:\n  d: {zone: hand(ann), cards: {one: 1}}\n"
    done = rows(
        play, "let a = new band()", "move first(hand(ann)) to crew(a)", "knock()", rest=rest, things=LISTEN, decks=decks
    )
    assert done.trace == "51"


def test_67_what_lies_in_play_at_the_start_listens(play):
    rules = CARDS + "procedure knock\n  mark(5)\nprocedure leave(c: card)\n  mark(6)\nphase match\n  knock()\n"
    assert play(rules, LISTEN, "decks:\n  d: {zone: field, cards: {one: 1}}\n").trace == "51"


def test_68_this_is_the_thing_whose_field_holds_the_code(play):
    things = """
kind: card
cards:
  one: {price: 1, text: "mark(this.price)"}
  two: {price: 2, text: "mark(this.price + 1)"}
"""
    rules = CARDS + "phase match\n  for each c in hand(ann)\n    run c.text\n"
    assert play(rules, things, "decks:\n  d: {zone: hand(ann), cards: {one: 2, two: 1}}\n").trace == "113"


def test_68_in_rules_files_there_is_no_this(refused):
    (told,) = refused(CARDS + "phase match\n  mark(this.price)\n")
    assert "this" in told


def test_69_same_thing_or_of_a_kind_or_title(play):
    rules = (
        CARDS
        + """
phase match
  let a = first(hand(ann))
  let b = last(hand(ann))
  if a = a and a != b
    mark(1)
  if a is one and b is one and not (a is four) and a is card and not (a is hero)
    mark(2)
  if four is hero and first(gone) = four
    mark(3)
"""
    )
    decks = "decks:\n  d: {zone: hand(ann), cards: {one: 2}}\n  e: {zone: gone, cards: {four: 1}}\n"
    assert play(rules, THINGS, decks).trace == "123"


def test_69_an_id_is_a_value_only_where_there_is_one_copy(refused):
    rules = CARDS + "phase match\n  if first(hand(ann)) = one\n    mark(1)\n"
    told = refused(rules, THINGS, "decks:\n  d: {zone: hand(ann), cards: {one: 2}}\n")
    assert len(told) == 1 and "one" in told[0]


def test_70_a_rule_that_can_never_listen_is_told(play):
    rules = CARDS.replace(", in play", "") + "procedure knock\n  mark(5)\nphase match\n  knock()\n"
    done = play(
        rules,
        LISTEN.replace("      after leave(c) where c = this\n        mark(8)\n", ""),
        DECKS.replace(", two: 1, three: 1, four: 1", ""),
    )
    assert any(w.startswith("never-listens") for w in done.warnings)
