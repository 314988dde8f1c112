"""Sentences 40 to 50: which actions are legal, why others are not, what they cost, what is offered."""

from __future__ import annotations

import pytest
from law_texts import law

from moot.stack.game import IllegalChoice

LAW = law("1", "2", "5", "7", "4.1", "4.2", "4.3", "4.4")
CARDS = """
kind card
  price  : number = 0
  owner  : player = ann
  effect : standing or none = none
  state tapped : bool
kind charm is card
zone hand(p: player) : pool of card, seen by p
zone field           : row of card, seen by all, in play
zone gone            : pile of card, seen by all
state gold(p: player) : 0..9 = 3
"""
THINGS = """
kind: card
cards:
  page: {price: 1}
  lord: {price: 3}
  king: {price: 8}
  twig: {kind: charm}
"""
DECKS = """
decks:
  ours: {zone: hand(ann), fields: {owner: ann}, cards: {page: 1, lord: 1, king: 1}}
  theirs: {zone: hand(bob), fields: {owner: bob}, cards: {twig: 1}}
"""

# Each call below fails at one line more of those that are read: so the order of the lines is held too.
LINES = (
    CARDS
    + """
state calm : bool = yes
function welcome(c: card) = not (c is charm)
action play(c: card in hand(ann)) by ann in turn once in turn
  require c.price < 8  "too dear to dream of"  @4.1
  cost lower gold(ann) by c.price  @4.2
  require welcome(c)  "not welcome"  @4.3
  do
    move c to field
forbid play(c) where calm and c.price = 3  "the lord sleeps"  @4.4
action wait(p: player) by p in night
  do
    nothing
phase match
  turn(ann)
  turn(bob)
phase night
  nothing
phase turn(p: player)
  mark(1)
  offer play, wait to p until done
"""
)


def why(played, key):
    return played.state.why_not(key, player=played.state.decision.player)


def test_40_the_first_line_that_fails_gives_the_reason(play):
    now = play(LINES, THINGS, DECKS, more=LAW)
    assert now.options == ["play(page)", "done"]
    assert why(now, "play(king)") == ("too dear to dream of", ("law/4.1",))
    assert why(now, "play(lord)") == ("the lord sleeps", ("law/4.4",))
    assert why(now, "play(twig)") == ("twig is not in `hand(ann)`", ())
    assert why(now, "wait(ann)") == ("it is not available at this time", ())
    awake = LINES.replace("bool = yes", "bool = no") + "action rest in turn\n  do\n    nothing\n"
    after = play(awake.replace("offer play", "offer rest, play"), THINGS, DECKS, more=LAW, choices=["play(page)"])
    assert why(after, "play(lord)") == ("it has already been done in this turn", ())


def test_40_requirements_come_before_costs_and_bans_between(play):
    rules = LINES.replace("calm and c.price = 3", "no").replace(": 0..9 = 3", ": 0..9 = 0")
    rules = rules.replace("in night", "in turn")
    now = play(rules, THINGS, DECKS, more=LAW)
    assert now.options == ["wait(ann)", "done"]
    assert why(now, "play(lord)") == ("the cost cannot be paid", ("law/4.2",))
    assert why(now, "play(king)") == ("too dear to dream of", ("law/4.1",))


def test_40_who_may_not_act_is_told_so(play):
    now = play(LINES.replace("in night", "in turn"), THINGS, DECKS, more=LAW)
    assert now.options == ["play(page)", "wait(ann)", "done"]
    assert why(now, "wait(bob)") == ("this action is not yours", ())


def test_40_an_illegal_choice_carries_reason_and_clauses(play):
    state = play(LINES, THINGS, DECKS, more=LAW).state
    with pytest.raises(IllegalChoice) as caught:
        state.apply("play(lord)")
    assert (caught.value.key, caught.value.reason, caught.value.clauses) == (
        "play(lord)",
        "the lord sleeps",
        ("law/4.4",),
    )
    assert [o.key for o in state.decision.options] == ["play(page)", "done"]


def test_40_what_is_no_action_at_all_is_told_the_nearest(play):
    reason, _ = why(play(LINES, THINGS, DECKS, more=LAW), "play(pgae)")
    assert "play(page)" in reason


OCCASIONS = """
action early(p: player in player) in outer(p)
  do
    mark(1)
action deep in inner
  do
    mark(2)
action word in parley
  do
    mark(3)
action bound(n: number in 1..3) in inner(n)
  do
    mark(n + 5)
action told in inner(k)
  do
    mark(k)
phase match
  {body}
phase outer(p: player)
  inner(2)
phase inner(n: number)
  offer actions to ann
  parley_now()
procedure parley_now
  if in_phase(outer)
    offer actions to ann in parley
"""


def test_41_a_phase_counts_at_any_depth_with_its_arguments(play):
    assert play(OCCASIONS.format(body="outer(ann)")).options == ["early(ann)", "deep", "bound(2)", "told", "done"]
    assert play(OCCASIONS.format(body="outer(bob)")).options == ["early(bob)", "deep", "bound(2)", "told", "done"]


def test_41_a_named_offer_gathers_only_what_names_it(play):
    rules = OCCASIONS.format(body="outer(ann)")
    assert play(rules, choices=["done"]).options == ["word", "done"]
    assert play(rules, choices=["done", "word"]).trace == "3"


def test_41_a_new_name_is_bound_to_the_argument(play):
    assert play(OCCASIONS.format(body="inner(3)"), choices=["told"]).trace == "3"
    assert play(OCCASIONS.format(body="inner(3)"), choices=["bound(3)"]).trace == "8"


INNERMOST = """
function place : number =
  1 if innermost(match)
  2 if innermost(turn)
  3 otherwise
phase match
  mark(place)
  turn()
  mark(place)
phase turn
  offer rest to ann until taken
  night()
  mark(place)
phase night
  mark(place)
  offer rest, wait to ann
action rest in turn
  require innermost(turn)  "not at night"
  do
    mark(place)
action wait
"""


def test_41_the_innermost_phase(play):
    now = play(INNERMOST)
    assert now.trace == "123" and now.options == ["wait", "done"]
    assert why(now, "rest") == ("not at night", ())
    assert play(INNERMOST, choices=["wait"]).trace == "12321"


CARRIED = """
kind: card
cards:
  page:
    effect: |
      action bow in turn
        do
          mark(1)
      action creep from hand or gone in turn
        do
          mark(2)
  lord: {}
"""


@pytest.mark.parametrize(
    ("zone", "options"),
    [
        ("hand(ann)", ["page.creep", "done"]),
        ("field", ["page.bow", "done"]),
        ("gone", ["page.creep", "done"]),
        ("limbo", []),
    ],
)
def test_42_an_action_that_a_thing_brings_is_there_where_the_thing_lies(play, zone, options):
    rules = CARDS + "zone limbo : pool of card, seen by all\nphase turn\n  offer actions to ann\n"
    assert play(rules, CARRIED, f"decks:\n  d: {{zone: {zone}, cards: {{page: 1}}}}\n").options == options


def test_42_why_not_tells_where_it_must_lie(play):
    rules = CARDS + "phase turn\n  offer actions to ann\n"
    now = play(rules, CARRIED, "decks:\n  d: {zone: hand(ann), cards: {page: 1}}\n")
    assert now.state.why_not("page.bow")[0] == "it is not in play"
    now = play(rules, CARRIED, "decks:\n  d: {zone: field, cards: {page: 1}}\n")
    assert now.state.why_not("page.creep")[0] == "it is not in hand or gone"


def test_42_parameters_bind_left_to_right_in_the_order_of_their_sets(play):
    rules = """
function above(n: number) = n + 1
action pair(a: number in [3, 1, 2], b: number in a..above(a)) in turn
  do
    mark(a)
    mark(b)
phase turn
  offer pair to ann
"""
    assert play(rules).options == [
        "pair(3, 3)",
        "pair(3, 4)",
        "pair(1, 1)",
        "pair(1, 2)",
        "pair(2, 2)",
        "pair(2, 3)",
        "done",
    ]


FAMILY = """
state fuel : 0..9 = {fuel}
state dry : bool
action order(n: number) by ann in day
  let twice = n * 2
  require twice != 4  "no fours"  @1
  cost lower fuel by 1
  do
    mark(1)
    proceed
    mark(9)
action march(n: number in 1..3) as order(n) {member}
  require n != 3  "no threes"  @2
  cost lower fuel by n
  do
    mark(5)
forbid order(n) where dry  "it is dry"
phase day
  offer order to {who}
"""


def family(play, *choices, fuel=9, member="", who="ann", rules=FAMILY):
    return play(rules.format(fuel=fuel, member=member, who=who), choices=choices, more=LAW)


def test_43_a_family_comes_first_and_adds_up(play):
    now = family(play)
    assert now.options == ["march(1)", "done"]
    assert now.state.why_not("march(2)") == ("no fours", ("law/1",))
    assert now.state.why_not("march(3)") == ("no threes", ("law/2",))
    done = family(play, "march(1)")
    assert (done.trace, done["fuel"]) == ("159", 7)


def test_43_costs_of_both_must_be_payable(play):
    assert family(play, fuel=1).options == []  # nothing is legal, so no player is prompted
    assert family(play, fuel=2).options == ["march(1)", "done"]


def test_43_bans_of_the_family_hold(play):
    assert family(play, rules=FAMILY.replace("dry : bool", "dry : bool = yes")).options == []


def test_43_by_and_occasion_of_the_member_replace_the_family_s(play):
    assert family(play, who="bob").options == []
    assert family(play, member="by bob", who="bob").options == ["march(1)", "done"]
    assert family(play, member="by bob").options == []
    night = FAMILY + "phase night\n  nothing\n"
    assert family(play, member="in night", rules=night).options == []


TWO = """
state fuel : 0..9 = 9
state gold : 0..9 = {gold}
action order(n: number) by ann
  require n != 1  "no ones"  @1
  cost lower fuel by n
  do
    mark(1)
    proceed
    mark(2)
action deed(p: player, n: number) by bob once in day
  require n < 8  "too far"  @2
  cost lower gold by 1
action march(n: number in 1..5) as order(n), deed(ann, n + n) in day
  require n != 3  "no threes"  @4.1
  do
    mark(n)
after order(n)
  mark(7)
after deed(p, n)
  mark(n)
forbid deed(p, n) where n = 10  "not so far"
phase day
  offer {what} to bob until done
"""


def test_43_of_two_families_both_add_up_and_the_first_is_outermost(play):
    now = play(TWO.format(gold=1, what="order"), more=LAW)
    assert now.options == ["march(2)", "done"]
    assert [why(now, f"march({n})") for n in (1, 3, 4)] == [
        ("no ones", ("law/1",)),
        ("no threes", ("law/4.1",)),
        ("too far", ("law/2",)),
    ]
    assert (
        why(play(TWO.format(gold=1, what="deed").replace("n < 8", "n < 11"), more=LAW), "march(5)")[0] == "not so far"
    )
    assert play(TWO.format(gold=0, what="deed"), more=LAW).asked == []
    done = play(TWO.format(gold=9, what="deed"), more=LAW, choices=["march(2)"])
    assert (done.trace, done["fuel"], done["gold"]) == ("12427", 7, 8)


def test_43_what_two_families_say_holds_as_the_last_says_it(play):
    rules = TWO.format(gold=9, what="order").replace("to bob", "to ann")
    assert play(rules, more=LAW).asked == []
    assert play(rules.replace("as order(n), deed(ann, n + n)", "as deed(ann, n + n), order(n)"), more=LAW).asked != []


LET = """
state hoard : 0..9 = 6
action take(n: number in 1..2) in turn
  let held = hoard
  cost lower hoard by n
  require held >= 6  "too little"
  do
    mark(held)
phase turn
  offer take to ann
    chosen c
      mark(1)
      pay(c)
      if legal(c)
        mark(2)
        resolve(c)
      else
        mark(3)
        remove c
"""


def test_44_lets_are_read_before_anything_is_paid_and_again_when_checked_again(play):
    assert play(LET, choices=["take(1)"]).trace == "13"
    straight = LET[: LET.index("    chosen c")]
    done = play(straight, choices=["take(1)"])
    assert done["hoard"] == 5
    # a `do` reads the lets anew: only parameters are kept (59)
    assert done.trace == "5"


KO = """
kind point
  state stone : player or none
board goban : graph of point
state boards(lie: list of set of point) : number
function stones = [each h in point where h.stone = ann, each h in point where h.stone = bob]
action put(h: point) by p in turn(p)
  require h.stone = none
  cost lay(h, p)
procedure lay(h: point, p: player)
  set h.stone to p
  for each g in neighbours(h) where g.stone = opponent(p) and every n in neighbours(g) has n.stone != none
    set g.stone to none
  require any g in neighbours(h) where g.stone = none  "no breath"
  require boards(stones) = 0  "it has been like this"
  raise boards(stones) by 1
phase match
  repeat
    turn(ann)
    turn(bob)
  until trace > 0
action rest in turn
phase turn(p: player)
  offer put, rest to p
"""


def test_45_what_a_cost_would_bring_about_may_be_forbidden(play):
    more = {"map.yaml": 'maps:\n  goban:\n    links:\n      - along: "a b c d"\n'}
    points = "kind: point\nthings: {a: {}, b: {}, c: {}, d: {}}\n"
    now = play(KO, points, more=more, choices=["put(b)", "put(c)"])
    assert now.options == ["put(d)", "rest", "done"] and now["c.stone"] == "bob"
    now = play(KO, points, more=more, choices=["put(b)", "put(c)", "put(d)"])
    assert now.options == ["rest", "done"] and now["c.stone"] == "none"
    assert why(now, "put(a)") == ("no breath", ()) and why(now, "put(c)") == ("it has been like this", ())


COSTS = """
state wood : 0..9 = {wood}
state stone : 0..4 = {stone}
state burnt : bool
procedure burn
  require not burnt  "it is burnt"  @7
  set burnt to yes
action build in turn
  cost lower wood by 2
  cost raise stone by wood
  cost burn()
  do
    mark(1)
phase turn
  {body}
"""


def test_45_costs_are_paid_in_order(play):
    done = play(COSTS.format(wood=5, stone=0, body="offer build to ann"), more=LAW, choices=["build"])
    assert (done["wood"], done["stone"], done["burnt"], done.trace) == (3, 3, "yes", "1")


def test_45_nothing_may_be_cut_short_and_trying_changes_nothing(play):
    body = "offer actions to ann\naction idle in turn\n  do\n    nothing\n"
    short = play(COSTS.format(wood=1, stone=0, body=body), more=LAW)
    assert short.options == ["idle", "done"] and short.state.why_not("build") == ("the cost cannot be paid", ())
    full = play(COSTS.format(wood=5, stone=2, body=body), more=LAW)
    assert full.options == ["idle", "done"] and full["stone"] == 2 and full["wood"] == 5
    burnt = play(COSTS.format(wood=5, stone=0, body=body).replace("burnt : bool", "burnt : bool = yes"), more=LAW)
    assert burnt.state.why_not("build") == ("it is burnt", ("law/7",))


def test_46_a_requirement_that_fails_outside_a_cost_is_a_fault(play, refused):
    rules = COSTS.format(wood=5, stone=0, body="burn()\n  mark(1)\n  burn()")
    (told,) = refused(rules, more=LAW)
    assert told.startswith("fault-requirement") and "it is burnt" in told


AGAIN = (
    CARDS
    + """
state gate : bool = yes
action cast(c: card in hand(ann)) by ann in turn once in turn
  require gate  "the gate is shut"
  cost lower gold(ann) by gold(ann)
  do
    mark(7)
forbid cast(c) where c.tapped  "it is tapped"
phase turn
  offer cast to ann
    chosen c
      pay(c)
      move c.c to gone
      {between}
      if legal(c)
        resolve(c)
      else
        mark(4)
        remove c
"""
)


def test_47_checked_again_are_requirements_and_bans_alone(play):
    # the domain no longer holds (it has left the hand), the cost could not be paid again, it has been used this turn
    assert play(AGAIN.format(between="nothing"), THINGS, DECKS, choices=["cast(page)"]).trace == "7"
    assert play(AGAIN.format(between="set gate to no"), THINGS, DECKS, choices=["cast(page)"]).trace == "4"
    assert play(AGAIN.format(between="set c.c.tapped to yes"), THINGS, DECKS, choices=["cast(page)"]).trace == "4"


def test_47_occasion_and_player_are_not_asked_again(play):
    rules = """
state turn_of : player = ann
zone chain : stack of call, seen by all
action strike by turn_of in turn
  do
    mark(5)
phase match
  turn()
  if legal(top(chain))
    resolve(top(chain))
phase turn
  offer strike to ann
    chosen c
      move c to chain
  set turn_of to bob
"""
    assert play(rules, choices=["strike"]).trace == "5"


OFFER = (
    CARDS
    + """
action play(c: card in hand(ann)) by ann in turn
  cost lower gold(ann) by c.price
  do
    mark(c.price)
    move c to field
phase turn
  offer play to ann {how}
    {lines}
  mark(9)
"""
)


def test_48_once_or_until_done(play):
    one = play(OFFER.format(how="", lines="none\n      mark(8)"), THINGS, DECKS, choices=["play(page)"])
    assert one.trace == "19"
    rich = OFFER.format(how="until done", lines="none\n      mark(8)").replace("0..9 = 3", "0..9 = 9")
    assert play(rich, THINGS, DECKS, choices=["play(page)"]).trace == "1"
    assert play(rich, THINGS, DECKS, choices=["play(page)", "done"]).trace == "189"
    assert (
        play(rich, THINGS, DECKS, choices=["play(page)", "play(king)"]).trace == "1889"
    )  # nothing is left that is legal


def test_48_none_may_be_chosen(play):
    done = play(OFFER.format(how="", lines="none\n      mark(8)"), THINGS, DECKS, choices=["done"])
    assert done.trace == "89" and done["field"] == []


def test_48_chosen_gets_the_call_unpaid(play):
    lines = "chosen c\n      mark(gold(ann))\n      pay(c)\n      mark(gold(ann))\n      resolve(c)"
    done = play(OFFER.format(how="", lines=lines), THINGS, DECKS, choices=["play(page)"])
    assert done.trace == "3219"


def test_48_paying_twice_pays_once(play):
    lines = "chosen c\n      pay(c)\n      pay(c)\n      resolve(c)"
    assert play(OFFER.format(how="", lines=lines), THINGS, DECKS, choices=["play(page)"])["gold(ann)"] == 2


def test_48_until_taken_one_must_be(play):
    rules = OFFER.format(how="until taken", lines="none\n      mark(8)")
    poor = play(rules.replace("0..9 = 3", "0..9 = 2"), THINGS, DECKS)  # the page alone can be paid
    assert poor.trace == "19"
    assert [e.facts["forced"] for e in poor.state.journal if e.what == "choice"] == [True]
    rich = play(rules.replace("0..9 = 3", "0..9 = 9"), THINGS, DECKS)
    assert rich.asked == [("ann", "play", ["play(page)", "play(lord)", "play(king)"])]
    assert why(rich, "done")[0].startswith("`done` is not available")
    assert play(rules.replace("0..9 = 3", "0..9 = 9"), THINGS, DECKS, choices=["play(king)"]).trace == "89"
    assert play(rules.replace("0..9 = 3", "0..9 = 0"), THINGS, DECKS).trace == "89"


SEVERAL = """
state gold(p: player) : 0..9 = 2
action bid(p: player) by p in turn
  cost lower gold(p) by 1
  do
    mark(rank(p))
phase turn
  offer bid to {whom}
    none
      mark(9)
  mark(8)
"""


def several(play, whom, *choices):
    now = play(SEVERAL.format(whom=whom), choices=choices)
    return [who for who, _, _ in now.asked], now.trace


def test_48_several_are_asked_one_after_another(play):
    assert several(play, "[bob, ann]", "bid(bob)", "done") == (["bob", "ann"], "298")
    assert several(play, "player", "done", "done") == (["ann", "bob"], "998")
    assert several(play, "(each q in player where q = bob) until taken") == ([], "28")
    assert several(play, "[]") == ([], "8")


def test_48_several_are_asked_in_turn_until_all_have_passed(play):
    in_turn = "[bob, ann] until done"
    assert several(play, in_turn, "bid(bob)", "done") == (["bob", "ann", "bob"], "2")
    assert several(play, in_turn, "bid(bob)", "done", "done") == (["bob", "ann", "bob"], "298")
    assert several(play, in_turn, "done", "done") == (["bob", "ann"], "98")
    # bob has no gold left: he is passed over, which counts as passing
    assert several(play, in_turn, "bid(bob)", "done", "bid(bob)", "done") == (["bob", "ann", "bob", "ann"], "2298")
    assert several(play, in_turn, "bid(bob)", "bid(ann)", "bid(bob)", "bid(ann)") == (["bob", "ann"] * 2, "212198")
    assert several(play, "[] until done") == ([], "98")


def test_49_with_nothing_legal_nobody_is_asked(play):
    rules = OFFER.replace("in turn\n", 'in turn\n  require no "never"\n', 1)
    done = play(rules.format(how="", lines="none\n      mark(8)"), THINGS, DECKS)
    assert done.asked == [] and done.trace == "89"


HIDDEN = (
    CARDS
    + """
action parry by bob in turn
  require no  "never"
  do
    mark(2)
phase turn
  offer parry, answer to bob
    none
      mark(8)
action answer
"""
)
ANSWERS = """
kind: card
cards:
  twig:
    effect: |
      action snap as answer() from hand by bob in turn
        require gold(bob) > 5  "you are too poor"
        do
          mark(1)
"""


def test_49_but_where_it_could_come_from_a_hidden_hand_he_is_asked(play):
    held = play(HIDDEN, ANSWERS, "decks:\n  d: {zone: hand(bob), cards: {twig: 1}}\n")
    assert held.options == ["done"]
    assert held.state.why_not("twig.snap")[0] == "you are too poor"


def test_49_not_where_it_is_never_offered(play):
    answers = ANSWERS.replace("in turn", "in answering")
    rules = HIDDEN + "procedure later\n  offer answer to bob in answering\n"
    held = play(rules, answers, "decks:\n  d: {zone: hand(bob), cards: {twig: 1}}\n")
    assert held.asked == [] and held.trace == "8"


def test_49_but_for_the_word_of_the_offer(play):
    answers = ANSWERS.replace("in turn", "in answering")
    rules = HIDDEN.replace("offer parry, answer to bob\n", "offer answer to bob in answering\n")
    held = play(rules, answers, "decks:\n  d: {zone: hand(bob), cards: {twig: 1}}\n")
    assert held.options == ["done"]


DUTY = (
    CARDS
    + """
state {blocked} : bool
action play(c: card in hand(ann)) by ann in turn
  require {legal}  "no"
  do
    move c to field
phase turn
  offer play to ann until done
    require size(field) >= 2  "two must come"  @5
"""
)


def test_50_a_duty_holds_back_done(play):
    rules = DUTY.format(blocked="quiet", legal="not quiet")
    now = play(rules, THINGS, DECKS, more=LAW)
    assert now.options == ["play(page)", "play(lord)", "play(king)"]
    assert now.state.why_not("done") == ("two must come", ("law/5",))
    with pytest.raises(IllegalChoice, match="two must come"):
        now.state.apply("done")
    assert play(rules, THINGS, DECKS, more=LAW, choices=["play(page)", "play(king)"]).options == ["play(lord)", "done"]


def test_50_with_nothing_legal_left_done_is_allowed_and_a_fault_is_noted(play):
    now = play(DUTY.format(blocked="quiet", legal="size(field) = 0"), THINGS, DECKS, more=LAW, choices=["play(page)"])
    assert now.state.over
    assert [e.facts["reason"] for e in now.state.journal if e.what == "fault"] == ["two must come"]


def test_23_once_counts_for_each_player_of_the_rules_own_actions(play):
    rules = """
phase match
  turn()
  turn()
phase turn
  offer shout to ann until done
  offer shout to bob until done
action shout in turn once in turn
  do
    mark(1)
"""
    now = play(rules, choices=["shout"])
    assert now.asked[-1][0] == "bob" and now.options == ["shout", "done"]
    assert [options for _, _, options in now.asked] == [["shout", "done"], ["shout", "done"]]


def test_23_once_counts_for_each_thing_that_brings_it(play):
    rules = CARDS + "phase turn\n  offer actions to ann until done\n"
    things = """
kind: card
cards:
  page:
    effect: |
      action bow in turn once in turn
        do
          mark(1)
"""
    decks = "decks:\n  d: {zone: field, cards: {page: 2}}\n"
    now = play(rules, things, decks)
    first, second, done = now.options
    assert play(rules, things, decks, choices=[first]).options == [second, done]


def test_41_the_word_of_an_offer_is_no_phase(refused):
    rules = """
phase match
  turn(ann)
phase turn(p: player)
  offer rest to p in turn
action rest by p in turn(p)
  do
    nothing
"""
    message = "`turn` is a phase, not the word of an offer, so this offer would be empty"
    assert refused(rules) == [f"wrong-occasion: {message}"]
