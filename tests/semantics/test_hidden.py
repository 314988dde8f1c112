"""Sentences 71 to 75: what a player sees, remembers and forgets, and what he may be asked."""

from __future__ import annotations

import random

import pytest

CARDS = """
kind card
  price  : number = 0
  effect : standing or none = none
  state marked : bool
zone hand(p: player) : pool of card, seen by p
zone deck            : pile of card, seen by none
zone mine            : pool of card, seen by ann
zone field           : row of card, seen by all, in play
zone odd             : pool of card, seen by whoever
state whoever : player = ann
state secret : 0..9 seen by ann
state bid(p: player) : 0..9 seen by p
state dark : 0..9 seen by none
state chosen_one : card or none
state tally(c: card) : 0..9
"""
THINGS = "kind: card\ncards: {one: {price: 1}, two: {price: 2}, three: {price: 3}, four: {price: 4}}\n"
STOP = ['if ann may "go on"', "  mark(9)"]


def game(*lines, rules=CARDS):
    return rules + "phase match\n" + "".join(f"  {line}\n" for line in [*lines, *STOP])


def dealt(zone, *titles):
    return (
        f"  {zone.replace('(', '_').rstrip(')')}: {{zone: {zone}, cards: {{{', '.join(t + ': 1' for t in titles)}}}}}\n"
    )


def decks(**zones):
    return "decks:\n" + "".join(
        dealt(z.replace("_ann", "(ann)").replace("_bob", "(bob)"), *t) for z, t in zones.items()
    )


def seen(played, player, zone):
    found = played.state.view(player)["zones"][zone]
    return found.get("things", found.get("known"))


def told(played, player):
    return "\n".join(str(e.facts) for e in played.state.seen_journal(player))


HANDS = decks(hand_ann=["one", "two"], hand_bob=["three"], deck=["four"])


def test_71_a_zone_is_seen_as_it_says(play):
    now = play(game("mark(1)"), THINGS, HANDS)
    assert now.state.view("ann")["zones"]["hand(ann)"] == {"count": 2, "things": ["one", "two"]}
    assert now.state.view("bob")["zones"]["hand(ann)"] == {"count": 2, "known": []}
    assert now.state.view("ann")["zones"]["deck"] == {"count": 1, "known": []}
    assert seen(now, "bob", "field") == []


def test_71_seen_by_a_formula_is_read_anew(play):
    layout = decks(odd=["one"])
    assert seen(play(game("mark(1)"), THINGS, layout), "bob", "odd") == []
    assert seen(play(game("mark(1)"), THINGS, layout), "ann", "odd") == ["one"]
    turned = play(game("set whoever to bob"), THINGS, layout)
    assert seen(turned, "bob", "odd") == ["one"] and seen(turned, "ann", "odd") == []


def test_71_sees_may_be_modified(play):
    rules = CARDS + "state open : bool\nmodify sees(p, z) becomes yes where open and z = hand(ann)\n"
    closed = play(game("mark(1)", rules=rules), THINGS, HANDS)
    assert seen(closed, "bob", "hand(ann)") == []
    opened = play(game("set open to yes", rules=rules), THINGS, HANDS)
    assert seen(opened, "bob", "hand(ann)") == ["one", "two"] and seen(opened, "ann", "hand(bob)") == []


def test_71_sees_may_be_asked(play):
    asked = [f"if sees({p}, hand({q}))\n    mark({n})" for n, (p, q) in enumerate([("ann", "ann"), ("ann", "bob")], 1)]
    assert play(game(*asked), THINGS, HANDS).trace == "1"
    rules = CARDS + "state open : bool\nmodify sees(p, z) becomes yes where open and z = hand(bob)\n"
    assert play(game("set open to yes", *asked, rules=rules), THINGS, HANDS).trace == "12"
    assert (
        play(game("if sees(bob, odd)", "  mark(1)", "set whoever to bob", "if sees(bob, odd)", "  mark(2)")).trace
        == "2"
    )


def test_71_states_are_seen_as_they_say(play):
    now = play(game("set secret to 3", "set bid(ann) to 4", "set bid(bob) to 5", "set dark to 6"), THINGS, HANDS)
    ann, bob = (now.state.view(p)["states"] for p in ("ann", "bob"))
    assert (ann["secret"], ann["bid(ann)"], bob["bid(bob)"]) == (3, 4, 5)
    assert not {"bid(bob)", "dark"} & ann.keys() and not {"secret", "bid(ann)", "dark"} & bob.keys()
    assert "secret" not in told(now, "bob") and "bid(ann)" not in told(now, "bob") and "dark" not in told(now, "ann")
    assert "secret" in told(now, "ann")


def test_71_states_of_things_are_seen_as_the_things_are(play):
    now = play(game("set one.marked to yes", "set tally(one) to 3", "set chosen_one to two"), THINGS, HANDS)
    ann, bob = (now.state.view(p)["states"] for p in ("ann", "bob"))
    assert ann["one.marked"] == "yes" and ann["chosen_one"] == "two"
    assert "one.marked" not in bob and bob["chosen_one"] == "something"
    assert ann["tally(one)"] == 3 and "tally(one)" not in bob and "tally(three)" in bob
    assert "one" not in told(now, "bob").replace("chosen_one", "").replace("none", "")
    assert "two" in told(now, "ann") and "two" not in told(now, "bob")


def test_71_what_was_shown_is_known_as_long_as_it_lies_there(play):
    now = play(game("show(one, bob)"), THINGS, HANDS)
    assert seen(now, "bob", "hand(ann)") == ["one"]
    assert seen(play(game("show(hand(ann), bob)"), THINGS, HANDS), "bob", "hand(ann)") == ["one", "two"]
    assert "one" in told(now, "bob")


def test_71_and_when_it_moves_in_his_sight(play):
    # two comes to ann's hand from where all see it
    now = play(game("move two to hand(ann)"), THINGS, decks(hand_ann=["one"], field=["two"]))
    assert seen(now, "bob", "hand(ann)") == ["two"]


def test_72_a_move_is_seen_by_who_sees_either_end(play):
    now = play(game("move top(deck) to hand(ann)"), THINGS, HANDS)
    assert "'thing': 'four'" in told(now, "ann") and "'thing'" not in told(now, "bob")
    out = play(game("move one to field"), THINGS, HANDS)
    assert "'thing': 'one', 'from': 'hand(ann)', 'to': 'field'" in told(out, "bob")
    gone = play(game("move one to deck"), THINGS, HANDS)
    assert "'thing'" not in told(gone, "bob") and "'thing': 'one'" in told(gone, "ann")
    assert seen(gone, "ann", "deck") == ["one"] and seen(gone, "bob", "deck") == []


def test_72_a_move_unseen_makes_forget(play):
    lines = ["show(one, bob)", "move {which} to deck"]
    for which in ("one", "two"):
        now = play(game(*[line.replace("{which}", which) for line in lines]), THINGS, HANDS)
        assert seen(now, "bob", "hand(ann)") == [] and seen(now, "bob", "deck") == []
        assert seen(now, "ann", "deck") == [which]
    kept = play(game("show(one, bob)", "move two to field"), THINGS, HANDS)
    assert seen(kept, "bob", "hand(ann)") == ["one"]  # which one went was seen
    come = play(game("show(one, bob)", "move top(deck) to hand(ann)"), THINGS, HANDS)
    assert seen(come, "bob", "hand(ann)") == ["one"]  # what comes hides nothing


def test_72_also_what_was_seen_only_by_a_modifier(play):
    rules = CARDS + "state open : bool\nmodify sees(p, z) becomes yes where open and z = hand(ann)\n"
    came = ["set open to yes", "move top(deck) to hand(ann)", "set open to no"]
    assert seen(play(game(*came, rules=rules), THINGS, HANDS), "bob", "hand(ann)") == ["four"]
    gone = play(game(*came, "move one to deck", rules=rules), THINGS, HANDS)
    assert seen(gone, "bob", "hand(ann)") == []


def test_72_who_knew_all_that_moved_to_an_empty_place_knows_it_there(play):
    now = play(game("show(one, bob)", "move hand(ann) to mine"), THINGS, HANDS)
    assert seen(now, "bob", "mine") == ["one"]
    mixed = play(game("show(one, bob)", "move three to mine", "move hand(ann) to mine"), THINGS, HANDS)
    assert seen(mixed, "bob", "mine") == ["three"]


def test_73_a_shuffle_forgets(play):
    lines = ["move one to deck", "move two to deck"]
    assert seen(play(game(*lines), THINGS, HANDS), "ann", "deck") == ["one", "two"]
    assert seen(play(game(*lines, "shuffle(deck)"), THINGS, HANDS), "ann", "deck") == []
    shown = play(game("show(one, bob)", "shuffle(hand(ann))"), THINGS, HANDS)
    assert seen(shown, "bob", "hand(ann)") == []
    assert sorted(seen(shown, "ann", "hand(ann)")) == ["one", "two"]


@pytest.mark.parametrize("source", ["hand(ann)", "mine", "field", "odd"])
@pytest.mark.parametrize("chance", [None, [0]])
def test_73_what_is_moved_into_a_zone_that_is_shuffled_at_once_is_forgotten(play, source, chance):
    lines = ["show(four, bob)", "show(one, bob)", f"move {source} to deck"]
    layout = HANDS.replace("hand(ann)", source)
    kept = play(game(*lines), THINGS, layout)
    assert seen(kept, "ann", "deck") == ["one", "two"]
    if source != "odd":
        assert "four" in seen(kept, "bob", "deck")
    now = play(game(*lines, "shuffle(deck)"), THINGS, layout, chance=chance)
    assert [seen(now, p, "deck") for p in ("ann", "bob")] == [[], []]
    assert now[source] == [] and sorted(now["deck"]) == ["four", "one", "two"]


def test_73_who_sees_the_shuffled_zone_knows_what_came_to_it(play):
    lines = ["show(two, bob)", "show(three, ann)", "move hand(ann) to mine", "move hand(bob) to mine", "shuffle(mine)"]
    now = play(game(*lines), THINGS, HANDS)
    assert sorted(seen(now, "ann", "mine")) == ["one", "three", "two"] and seen(now, "bob", "mine") == []
    rules = CARDS + "modify sees(p, z) becomes {} where p = {} and z = mine and hold = hold\nstate hold : bool\n"
    for yes, player in (("yes", "bob"), ("no", "ann")):
        p = play(game(*lines, rules=rules.format(yes, player)), THINGS, HANDS)
        assert len(seen(p, "bob", "mine")) == (3 if yes == "yes" else 0)


@pytest.mark.parametrize(
    "choose",
    [
        'choose c in deck by ann "which?"',
        'choose c in hand(bob) by ann "which?"',
        'choose 0..2 c in mine by bob "which?"',
    ],
)
def test_74_nobody_chooses_among_things_he_cannot_see(refused, choose):
    (found,) = refused(game(choose, "  mark(1)", rules=CARDS), THINGS, HANDS)
    assert found.startswith("choose-unseen")


LOOK = """\
zone others(p: player) : row of card, seen by (each q in player where q != p)
zone shown(p: player)  : pool of card, seen by opponent(p)
state lead : player
procedure look(p: player)
  choose c in {over} by {by} "which?"
    mark(1)
phase match
  mark(9)
"""


@pytest.mark.parametrize(
    ("over", "by"),
    [
        ("hand(next(p))", "p"),
        ("hand(p)", "next(p)"),
        ("(each c in hand(opponent(p)) where c.price > 1)", "p"),
        ("(each c in hand(next(p)) ordered by c.price)", "p"),
        ("field + (hand(next(p)) - field)", "p"),
        ("others(p)", "p"),
        ("others(ann)", "ann"),
        ("shown(p)", "p"),
    ],
)
def test_74_whose_zone_it_is_may_be_said_in_other_words(refused, over, by):
    found = refused(CARDS + LOOK.format(over=over, by=by), THINGS, HANDS)
    assert [one.split(":")[0] for one in found] == ["choose-unseen"]


@pytest.mark.parametrize(
    "over", ["hand(p)", "others(next(p))", "shown(opponent(p))", "hand(lead)", "field - hand(opponent(p))"]
)
def test_74_what_may_be_seen_is_not_refused(play, over):
    assert play(CARDS + LOOK.format(over=over, by="p"), THINGS, HANDS).trace == "9"


def test_74_picking_is_allowed(play):
    now = play(game("pick c in deck", "  mark(c.price)"), THINGS, HANDS)
    assert now.trace == "4"
    assert "four" not in told(now, "ann") and "four" not in told(now, "bob")


UNSEEN = (
    CARDS
    + """
action guess(c: card in {zone}) by ann in match
  require {condition}  "no"
  do
    mark(1)
"""
)


def test_75_domains_may_read_only_what_the_player_sees(refused):
    rules = UNSEEN.format(zone="hand(bob)", condition="yes") + "phase match\n  offer guess to ann\n"
    (found,) = refused(rules, THINGS, HANDS)
    assert found.startswith("choose-unseen")


def test_75_a_reason_is_told_to_no_one_else(play):
    rules = UNSEEN.format(zone="hand(ann)", condition="c.price = 1") + "phase match\n  offer guess to ann\n"
    now = play(rules, THINGS, HANDS)
    assert now.state.why_not("guess(two)") == ("no", ())
    assert "options" not in now.state.view("bob") and "prompt" not in now.state.view("bob")
    assert now.state.view("ann")["options"] == ["guess(one)", "done"]


def test_75_others_read_what_was_chosen_without_what_they_do_not_see(play):
    rules = UNSEEN.format(zone="hand(ann)", condition="yes").replace("mark(1)", "move c to deck")
    now = play(
        rules + 'phase match\n  offer guess to ann\n  if ann may "go on"\n    mark(1)\n',
        THINGS,
        HANDS,
        choices=["guess(two)"],
    )
    assert "guess(something)" in told(now, "bob") and "two" not in told(now, "bob")
    assert "guess(two)" in told(now, "ann")


# ---------------------------------------------------------------- what looks the same stays the same


def test_view_and_options_do_not_change_with_what_is_not_seen(play):
    rules = (
        UNSEEN.format(zone="hand(ann)", condition="yes")
        + """
phase match
  shuffle(deck)
  for each p in player
    draw(1, deck, hand(p))
  show(first(hand(bob)), ann)
  draw(1, deck, hand(bob))
  offer guess to ann
"""
    )
    things = "kind: card\ncards: {" + ", ".join(f"c{n}: {{price: {n}}}" for n in range(9)) + "}\n"
    layout = decks(deck=[f"c{n}" for n in range(9)])
    for seed in range(5):
        state = play(rules, things, layout, seed=seed).state
        for player in ("ann", "bob"):
            look = state.view(player)
            guesses = [state.guess(player, random.Random(n)) for n in range(20)]
            assert all(g.view(player) == look for g in guesses)
            assert len({tuple(g.position.zones[g.game.program.layout.zone_bases["deck"][0]]) for g in guesses}) > 5


def test_a_guess_keeps_together_what_names_hidden_things(play):
    rules = (
        CARDS
        + """
kind pledge
  what : card
zone kept : row of call, seen by all
state keeper(k: pledge) : card or none
procedure spring(c: card)
  nothing
phase match
  set chosen_one to first(hand(ann))
  let k = new pledge(what: first(hand(ann)))
  set keeper(k) to first(hand(ann))
  let later = pending spring(first(hand(ann)))
  move later to kept
  if ann may "go on"
    mark(1)
"""
    )
    things = "kind: card\ncards: {" + ", ".join(f"c{n}: {{price: {n}}}" for n in range(9)) + "}\n"
    layout = "decks:\n  d: {zone: deck, cards: {" + ", ".join(f"c{n}: 1" for n in range(9)) + "}}\n"
    rules = rules.replace("phase match\n", "phase match\n  draw(2, deck, hand(ann))\n")
    state = play(rules, things, layout).state
    assert state.view("bob")["zones"]["kept"]["things"] == ["spring(something)"]
    assert state.view("bob")["rows"] == {"pledge 1": {"what": "something"}}
    found = set()
    for n in range(20):
        look = state.guess("bob", random.Random(n)).view("ann")
        first = look["zones"]["hand(ann)"]["things"][0]
        found.add(first)
        assert look["states"]["chosen_one"] == look["rows"]["pledge 1"]["what"] == first
        assert look["states"]["keeper(pledge 1)"] == first and look["zones"]["kept"]["things"] == [f"spring({first})"]
    assert len(found) > 4


def test_75_what_is_said_all_read(play):
    p = play(game('say("{size(deck)} are left, and {bob} knows it")'), THINGS, "decks:\n" + dealt("deck", "one", "two"))
    lines = [entry.facts["text"] for entry in p.state.journal if entry.what == "say"]
    assert lines == ["2 are left, and bob knows it"]
    for player in ("ann", "bob"):
        seen = [entry.facts["text"] for entry in p.state.seen_journal(player) if entry.what == "say"]
        assert seen == lines
