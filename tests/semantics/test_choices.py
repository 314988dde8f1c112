"""Sentences 51 to 58: what is asked, what is taken without asking, and in which order."""

from __future__ import annotations

CARDS = """
kind card
  price : number = 0
  state tapped : bool
zone hand(p: player) : pool of card, seen by p
zone field           : row of card, seen by all
zone gone            : pile of card, seen by all
"""
THINGS = "kind: card\ncards: {one: {price: 1}, two: {price: 2}, three: {price: 3}, four: {price: 4}}\n"


def held(*titles):
    return f"decks:\n  d: {{zone: hand(ann), cards: {{{', '.join(t + ': 1' for t in titles)}}}}}\n"


ALL = held("one", "two", "three", "four")


def body(text):
    return CARDS + "phase match\n" + "".join(f"  {line}\n" for line in text.strip("\n").split("\n"))


CHOOSE = body("""
choose c in hand(ann) by ann "which?"
  mark(c.price)
  otherwise
    mark(8)
mark(9)
""")


def test_51_one_possible_answer_is_taken_and_logged(play):
    done = play(CHOOSE, THINGS, held("three"))
    assert done.trace == "39" and done.asked == []
    (entry,) = [e for e in done.state.journal if e.what == "choice"]
    assert entry.facts == {"player": "ann", "asked": "which?", "forced": True, "chosen": "three"}


def test_51_with_two_the_player_is_asked(play):
    now = play(CHOOSE, THINGS, held("three", "four"))
    assert now.asked == [("ann", "which?", ["three", "four"])]
    assert play(CHOOSE, THINGS, held("three", "four"), choices=["four"]).trace == "49"


def test_51_or_none_and_may_always_ask(play):
    rules = body('choose c or none in hand(ann) by ann "which?"\n  mark(c.price)\nmark(9)')
    assert play(rules, THINGS, held("two")).options == ["two", "none"]
    assert play(rules, THINGS, held("two"), choices=["none"]).trace == "9"
    assert play(rules, THINGS, held("two"), choices=["two"]).trace == "29"
    may = body('if ann may "go on"\n  mark(1)\nelse\n  mark(2)')
    assert play(may, THINGS, ALL).options == ["yes", "no"]
    assert [play(may, THINGS, ALL, choices=[c]).trace for c in ("yes", "no")] == ["1", "2"]


TOGETHER = """
kind card
  worth : number
zone hand(p: player) : pool of card, seen by p
zone field : row of card, seen by all
phase match
  choose c in hand(ann), q in player, n in c.worth..2 where {where} by ann "give {size(hand(ann))}"
    mark(c.worth * 3 + rank(q) + n)
    move c to field
    otherwise
      mark(9)
  if c = none and q = none
    mark(8)
  choose by bob "so"
    "one"
      mark(rank(q))
    "two"
      mark(7)
"""
COINS = "kind: card\ncards:\n  one: {worth: 1}\n  two: {worth: 2}\n"
BOTH = "decks:\n  ours: {zone: hand(ann), cards: {one: 1, two: 1}}\n"


def test_53_several_things_are_one_question(play):
    given = TOGETHER.replace("{where}", "n < 2 or q = bob")
    now = play(given, COINS, BOTH)
    assert now.asked == [("ann", "give 2", ["one, ann, 1", "one, bob, 1", "one, bob, 2", "two, bob, 2"])]
    now = play(given, COINS, BOTH, choices=["one, bob, 2", "one"])
    assert now.trace == "72" and now["field"] == ["one"]
    chosen = [e.facts["chosen"] for e in now.state.journal if e.what == "choice"]
    assert chosen == ["one, bob, 2", "one"]
    assert [e.facts["chosen"] for e in now.state.seen_journal("bob") if e.what == "choice"] == ["something", "one"]


def test_53_of_one_combination_or_none_nobody_is_asked(play):
    one = play(TOGETHER.replace("{where}", "c.worth + n + rank(q) = 2 + 1"), COINS, BOTH)
    assert one.asked[0][0] == "bob" and one.trace == "5"
    assert play(TOGETHER.replace("{where}", "no"), COINS, BOTH, choices=["two"]).trace == "987"


def test_51_one_of_several_options(play):
    rules = body("""
choose by ann "what?"
  "first" where size(hand(ann)) > 1
    mark(1)
  "second" where size(hand(ann)) > 2
    mark(2)
mark(9)
""")
    assert play(rules, THINGS, held("one", "two")).trace == "19"
    now = play(rules, THINGS, held("one", "two", "three"))
    assert now.asked == [("ann", "what?", ["first", "second"])]
    assert play(rules, THINGS, ALL, choices=["second"]).trace == "29"
    assert play(rules, THINGS, held("one")).trace == "9"


def test_51_a_label_may_have_any_sign_in_it(play):
    rules = body("""
choose by ann "what?"
  "one | two"
    mark(1)
  "three, four"
    mark(2)
mark(9)
""")
    now = play(rules, THINGS, ALL)
    assert now.asked == [("ann", "what?", ["one | two", "three, four"])]
    done = play(rules, THINGS, ALL, choices=["three, four"])
    assert done.trace == "29"
    assert [e.facts["chosen"] for e in done.state.journal if e.what == "choice"] == ["three, four"]


def test_52_with_nothing_to_choose_otherwise_runs(play):
    rules = CHOOSE.replace("in hand(ann) by", "in hand(ann) where c.price > 7 by")
    assert play(rules, THINGS, ALL).trace == "89"


def test_52_without_otherwise_the_name_is_none(play):
    rules = body("""
choose c in hand(ann) where c.price > 7 by ann "which?"
if c = none
  mark(7)
mark(9)
""")
    assert play(rules, THINGS, ALL).trace == "79"
    rules = body('choose c in hand(ann) where c.price > 7 by ann "which?"\n  mark(1)\nmark(9)')
    assert play(rules, THINGS, ALL).trace == "9"


SEVERAL = body("""
choose 1..3 c in hand(ann) where size(field) < 2 or c.price = 1 by ann "which?"
  mark(c.price)
  move c to field
mark(9)
""")


def test_53_several_are_asked_one_after_another_and_may_stop_from_the_least_on(play):
    now = play(SEVERAL, THINGS, ALL)
    assert now.options == ["one", "two", "three", "four"]
    now = play(SEVERAL, THINGS, ALL, choices=["two"])
    assert now.options == ["one", "three", "four", "stop"] and now.trace == "2"
    # the block has run after each choice, and `where` is read anew: only `one` may still come
    now = play(SEVERAL, THINGS, ALL, choices=["two", "four"])
    assert now.options == ["one", "stop"]
    assert play(SEVERAL, THINGS, ALL, choices=["two", "stop"]).trace == "29"
    assert play(SEVERAL, THINGS, ALL, choices=["two", "four", "one"]).trace == "2419"


def test_53_the_set_is_taken_once(play):
    rules = body("""
choose 0..4 c in hand(ann) by ann "which?"
  mark(c.price)
  for each d in hand(ann) where d.price > 2
    move d to field
mark(9)
""")
    # what has gone from the hand is still a member of the set that was taken
    now = play(rules, THINGS, ALL, choices=["one"])
    assert now.options == ["two", "three", "four", "stop"]
    grown = body("""
choose 0..4 c in hand(ann) by ann "which?"
  mark(c.price)
  move first(field) to hand(ann)
mark(9)
""")
    decks = "decks:\n  d: {zone: hand(ann), cards: {one: 1, two: 1}}\n  e: {zone: field, cards: {three: 1, four: 1}}\n"
    now = play(grown, THINGS, decks, choices=["one"])
    assert now["hand(ann)"] == ["one", "two", "three"] and now.options == ["two", "stop"]


def test_53_an_order_of_all(play):
    rules = body('choose size(hand(ann)) c in hand(ann) by ann "next?"\n  mark(c.price)')
    now = play(rules, THINGS, held("one", "two", "three"), choices=["three", "one"])
    assert now.trace == "312"  # the last goes by itself


def test_54_fewer_there_as_many_as_there_are(play):
    rules = body('choose 3 c in hand(ann) by ann "which?"\n  mark(c.price)\nmark(9)')
    assert play(rules, THINGS, held("one", "two"), choices=["two"]).trace == "219"
    assert play(rules, THINGS, ALL, choices=["four", "three"]).options == ["one", "two"]
    assert play(rules, THINGS, ALL, choices=["four", "three", "one"]).trace == "4319"


def test_55_for_each_takes_its_set_once_and_reads_where_in_turn(play):
    rules = body("""
for each c in hand(ann) where not c.tapped
  mark(c.price)
  move c to field
  for each d in hand(ann) where d.price = 3
    set d.tapped to yes
  move top(gone) to hand(ann)
mark(9)
""")
    decks = "decks:\n  d: {zone: hand(ann), cards: {two: 1, three: 1, four: 1}}\n  e: {zone: gone, cards: {one: 2}}\n"
    done = play(rules, THINGS, decks)
    assert done.trace == "249"  # the third was tapped meanwhile, and what came to the hand is not gone through


def test_55_pick_too(play):
    rules = body("""
pick 3 c in hand(ann) where not c.tapped
  mark(c.price)
  for each d in hand(ann) where d.price = c.price + 1
    set d.tapped to yes
  otherwise
    mark(8)
mark(9)
""")
    assert play(rules, THINGS, ALL, chance=["one"]).options == ["three", "four"]
    assert play(rules, THINGS, ALL, chance=["one", "three"]).trace == "139"


def test_53_55_what_stands_in_a_list_twice_may_be_taken_twice(play):
    picks = body("pick 3 n in [2, 5, 2] where n < 6\n  mark(n)\nmark(9)")
    assert play(picks, THINGS, ALL, chance=["2"]).options == ["5", "2"]
    assert play(picks, THINGS, ALL, chance=["2", "2"]).trace == "2259"
    assert play(body("pick 4 n in [2, 2]\n  mark(n)\nmark(9)"), THINGS, ALL).trace == "229"
    asks = body('choose 0..3 n in [2, 5, 2] by ann "which?"\n  mark(n)\nmark(9)')
    assert play(asks, THINGS, ALL, choices=["2"]).options == ["5", "2", "stop"]
    assert play(asks, THINGS, ALL, choices=["2", "2", "5"]).trace == "2259"
    # a thing is in a list of things as often as it stands there, too
    assert play(body("pick 3 c in hand(ann) + [first(hand(ann))]\n  mark(1)"), THINGS, held("one")).trace == "11"


def test_56_otherwise_runs_when_no_member_was_taken(play):
    several = body('choose 0..2 c in hand(ann) by ann "which?"\n  mark(c.price)\n  otherwise\n    mark(8)\nmark(9)')
    assert play(several, THINGS, ALL, choices=["stop"]).trace == "89"
    assert play(several, THINGS, ALL, choices=["one", "stop"]).trace == "19"
    picks = body("pick 2 c in hand(ann) where c.price > 7\n  mark(c.price)\n  otherwise\n    mark(8)\nmark(9)")
    assert play(picks, THINGS, ALL).trace == "89"
    one = body('choose c or none in hand(ann) by ann "which?"\n  mark(c.price)\n  otherwise\n    mark(8)\nmark(9)')
    assert play(one, THINGS, ALL, choices=["none"]).trace == "89"


def test_57_and_or_stop_as_soon_as_they_are_decided(play):
    rules = (
        CARDS
        + """
procedure needs(n: number) : bool
  mark(n)
  return n > 2
phase match
  if needs({a}) and roll 1d6 > 3
    mark(7)
  if needs({a}) or ann may "go on"
    mark(8)
"""
    )
    assert play(rules.format(a=1), THINGS, ALL, chance=[], choices=["yes"]).trace == "118"
    assert play(rules.format(a=1), THINGS, ALL, chance=[], choices=["no"]).trace == "11"
    assert play(rules.format(a=3), THINGS, ALL, chance=["6"]).trace == "3738"
    assert play(rules.format(a=3), THINGS, ALL, chance=["2"]).trace == "338"


def test_57_rolls_and_questions_go_left_to_right(play):
    rules = CARDS + "phase match\n  let n = (roll 1d6) * 10 + roll 1d4\n  mark(n)\n"
    assert play(rules, THINGS, ALL, chance=["5", "2"]).trace == "52"


def test_58_choices_at_one_time_are_made_where_the_others_do_not_see(play):
    rules = (
        CARDS
        + """
zone laid(p: player) : pool of card, seen by p
state bid(p: player) : 0..9 seen by p
phase match
  for each p in player
    choose c in hand(p) by p "lay"
      move c to laid(p)
    choose n in 1..3 by p "bid"
      set bid(p) to n
  choose by ann "now"
    "go"
      nothing
    "stay"
      nothing
"""
    )
    decks = (
        "decks:\n  d: {zone: hand(ann), cards: {one: 1, two: 1}}\n  e: {zone: hand(bob), cards: {three: 1, four: 1}}\n"
    )
    state = play(rules, THINGS, decks, choices=["two", "3", "four", "1"]).state
    ann, bob = state.view("ann"), state.view("bob")
    assert bob["zones"]["laid(ann)"] == {"count": 1, "known": []} and "bid(ann)" not in bob["states"]
    assert ann["zones"]["laid(ann)"]["things"] == ["two"] and ann["states"]["bid(ann)"] == 3
    told = "\n".join(str(e.facts) for e in state.seen_journal("bob"))
    assert "two" not in told and "bid(ann)" not in told
    assert not any(e.facts.get("chosen") == "3" for e in state.seen_journal("bob"))


def test_58_what_chance_gives_for_a_hidden_state_is_not_told_to_others(play):
    rules = (
        CARDS
        + """
state worth(p: player) : 0..9 seen by p
state dice(p: player) : list of number seen by p
state open : number
phase match
  for each p in player
    pick n in 4..6
    set worth(p) to n
    set dice(p) to roll each 2d6
    let m = roll 2d6
    set worth(p) to min(m, 9)
  set open to roll 1d6
  if ann may "go on"
    mark(1)
"""
    )
    state = play(rules, THINGS, ALL).state
    for player, other in (("ann", "bob"), ("bob", "ann")):
        journal = state.seen_journal(player)
        came = [entry.facts["came"] for entry in journal if entry.what == "chance"]
        assert came[:-1] == ["something"] * 8 and came[-1] != "something"
        assert [entry.hidden for entry in journal if entry.what == "chance"] == [True] * 8 + [False]
        assert [entry for entry in journal if "dice" in entry.facts] == [journal[-2]]
        told = {entry.facts["state"] for entry in journal if entry.what == "set"}
        assert told == {f"worth({player})", f"dice({player})", "open"} and f"worth({other})" not in told
