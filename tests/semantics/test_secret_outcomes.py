"""What goes into something hidden is hidden itself: rolls, picks and choices, by whatever way they go there."""

from __future__ import annotations

import pytest

from moot.stack.game import State

CARDS = "kind: card\ncards:\n  fern: {}\n  moss: {}\n  reed: {}\n  zinnia: {}\n"
DECKS = "decks:\n  all: {zone: deck, cards: {zinnia: 1, moss: 1, reed: 1, fern: 1}}\n"
HEAD = """\
kind card
kind bid
  height : number = 0
zone deck : pile of card, seen by none
zone hand(p: player) : pool of card, seen by p
zone open : pool of card, seen by all
zone closed(p: player) : pool of bid, seen by p
state plan(p: player) : 0..9 seen by p
state mood(p: player) : good, bad seen by p
state total : number
"""


def game(steps: str, more: str = "") -> str:
    return f"{HEAD}{more}phase match\n{steps}"


def read(state: State, player: str, what: str) -> list[str]:
    tell = state.game.teller
    return [tell.line(entry) for entry in state.seen_journal(player) if entry.what == what]


WAYS = {
    "let": ("  let n = roll 1d6\n  let m = n + 1\n  set plan(ann) to m\n", ""),
    "raised": ("  let n = roll 1d6\n  raise plan(ann) by n\n", ""),
    "argument": ("  let n = roll 1d6\n  hide(ann, n)\n", "procedure hide(p: player, n: number)\n  set plan(p) to n\n"),
    "two calls": (
        "  let n = roll 1d6\n  further(n)\n",
        "procedure further(n: number)\n  hide(n)\nprocedure hide(n: number)\n  set plan(ann) to n\n",
    ),
    "result": ("  set plan(ann) to thrown()\n", "procedure thrown : number\n  return roll 1d6\n"),
    "record": ("  let n = roll 1d6\n  let b = new bid(height: n)\n  move b to closed(ann)\n", ""),
}


@pytest.mark.parametrize("way", WAYS)
def test_58_a_roll_that_goes_into_something_hidden_is_hidden(play, way):
    steps, more = WAYS[way]
    state = play(game(steps + '  if ann may "go on"\n    nothing\n', more), CARDS, DECKS).state
    (other,) = read(state, "bob", "chance")
    assert other.endswith("hidden from you")


def test_58_a_public_roll_is_seen(play):
    steps = '  let n = roll 1d6\n  raise total by n\n  set plan(ann) to 3\n  if ann may "go on"\n    nothing\n'
    state = play(game(steps), CARDS, DECKS).state
    assert "hidden" not in read(state, "bob", "chance")[0]


def test_58_an_argument_of_an_action_that_goes_into_something_hidden_is_hidden(play):
    rules = "action bet(n: 1..9, q: player in player)\n  do\n    set plan(ann) to n\n"
    state = play(game("  offer bet to ann\n  offer bet to bob\n", rules), CARDS, DECKS).state
    state.apply("bet(7, bob)")
    assert "bet n 7, bob" in read(state, "ann", "choice")[0]
    assert "7" not in read(state, "bob", "choice")[0] and "bet n something, bob" in read(state, "bob", "choice")[0]


def test_58_an_answer_whose_branch_sets_something_hidden_is_hidden(play):
    steps = '  if ann may "be bad"\n    set mood(ann) to bad\n  if bob may "go on"\n    nothing\n'
    state = play(game(steps), CARDS, DECKS).state
    state.apply("yes")
    assert "yes" in read(state, "ann", "choice")[0] and "yes" not in read(state, "bob", "choice")[0]


def test_75_things_are_shown_in_no_order(play):
    """In the order in which they came, they would say more than the view."""
    steps = '  draw(4, deck, hand(ann))\n  show(hand(ann), bob)\n  if bob may "go on"\n    nothing\n'
    state = play(game(steps), CARDS, DECKS).state
    assert read(state, "bob", "show") == ["bob sees: fern, moss, reed, zinnia"]


def test_75_that_there_was_no_other_choice_is_for_the_choosing_player_alone(play):
    steps = '  draw(1, deck, hand(ann))\n  choose c in hand(ann) by ann "play"\n    move c to open\n'
    steps += '  choose d in open by ann "take"\n    nothing\n  if bob may "go on"\n    nothing\n'
    state = play(game(steps), CARDS, DECKS).state
    assert "(the only choice)" in read(state, "ann", "choice")[1]
    assert not any("(the only choice)" in line for line in read(state, "bob", "choice"))


def test_75_a_reason_goes_by_the_view_of_its_reader(play):
    steps = '  draw(2, deck, hand(ann))\n  choose c in hand(ann) by ann "play"\n    move c to open\n'
    state = play(game(steps), CARDS, DECKS).state
    held = [option.key for option in state.decision.options]
    assert not any(key in state.why_not("nonsense")[0] for key in held)
    assert state.why_not("nonsense", player="bob") == ("it is not bob's choice, but ann's", ())
    assert {state.why_not(key, player="bob") for key in ("fern", "moss", "reed", "zinnia")} == {
        ("it is not bob's choice, but ann's", ())
    }
    assert all(key in state.why_not("nonsense", player="ann")[0] for key in held)
