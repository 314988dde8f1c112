"""Why a call cannot be made: what its occasion binds, the word that an offer names, arguments of any kind."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

import moot
from moot.lang.diagnostic import MootError
from moot.stack.game import State
from moot.tools.explain.instrumented import instrument_again
from moot.tools.explain.refusal import refusal, why_not
from moot.tools.explain.when_usable import when_usable
from moot.ui.play.refused import lines_of_refused

PACKS = Path(__file__).parents[2] / "packs"
RULES = """
game stall "The Stall"
players ann, bob
kind card
zone shelf : row of card, seen by all
state coins(p: player) : 0..9 = 2
phase stall
  turn(ann)
phase turn(p: player)
  offer buy to p
  offer actions to p in answering
action buy(n: 1..3, c: card in shelf) by p in turn(p)
  cost lower coins(p) by n
  do
    nothing
action reply(n: 1..9) by ann in answering
  require n > 1 "too little"
  cost lower coins(ann) by n
  do
    nothing
action shout(n: 1..3)
  do
    nothing
"""


@pytest.fixture
def stall(tmp_path: Path) -> State:
    (tmp_path / "pack.yaml").write_text("id: my/stall\ntitle: The Stall\n")
    (tmp_path / "rules.moot").write_text(RULES)
    (tmp_path / "cards.yaml").write_text("kind: card\ncards: {fern: {}}\n")
    (tmp_path / "decks.yaml").write_text("decks:\n  all: {zone: shelf, cards: {fern: 1}}\n")
    return moot.load(tmp_path).start()


def whats(state: State, text: str) -> list[str]:
    return [reason.what for reason in why_not(state, text).reasons]


def test_a_cost_may_read_what_only_the_occasion_binds(stall: State) -> None:
    (found,) = why_not(stall, "buy(3, fern)").reasons
    assert found.what == "the cost cannot be paid"
    assert found.needed == "`coins(p)` must be at least 3"
    assert [(one.formula, one.value) for one in found.values] == [("coins(p)", "2"), ("n", "3")]
    assert stall.why_not("buy(3, fern)")[0] == "the cost cannot be paid"


def test_an_offer_that_names_an_occasion_is_the_time_for_it(stall: State) -> None:
    stall.apply("done")
    assert whats(stall, "reply(1)") == ["too little: `n > 1` is no"]
    assert whats(stall, "reply(3)") == ["the cost cannot be paid"]
    assert stall.why_not("reply(1)")[0] == "too little"
    assert stall.why_not("reply(3)")[0] == "the cost cannot be paid"


def test_an_offer_that_names_an_occasion_is_not_the_time_for_others(stall: State) -> None:
    stall.apply("done")
    here = "only actions of answering are available here"
    assert whats(stall, "buy(1, fern)") == [f"{here}, and this action belongs to turn"]
    assert whats(stall, "shout(1)") == [here]


def test_arguments_that_no_call_takes(stall: State) -> None:
    assert whats(stall, "buy(4, fern)") == ["4 is not in 1..3"]
    assert whats(stall, "buy(none, fern)") == ["it needs an argument, not none"]
    assert whats(stall, "buy(1, none)") == ["none is not in `shelf`"]
    assert whats(stall, "buy(ann, fern)") == ["`ann` is not a possible argument of `buy`"]
    assert whats(stall, "buy(1, call 1)") == ["call 1 is not in `shelf`"]


def test_an_action_may_be_called_as_rules_call_it(stall: State) -> None:
    stall.apply("done")
    assert whats(stall, "reply 1") == whats(stall, "reply(1)")


@pytest.mark.parametrize("pack", ["chain", "march", "settlement", "skirmish"])
def test_any_words_have_an_answer(pack: str) -> None:
    """Actions with whatever may be named in the game, of the right kind or not: a reason, or a diagnostic."""
    chance = random.Random(7)
    game = moot.load(PACKS / pack)
    instrumented, layout = instrument_again(game), game.program.layout
    words = [*(row.key for row in layout.things), *(row.title for row in layout.things), *layout.players]
    words += [name for names in layout.names.values() for name in names]
    words += [f"{kind} {number}" for kind in layout.row_kinds for number in (1, 2)]
    words += ["none", "yes", "-1", "0", "2", "99", "call 1", "gardn"]
    state, answered = game.start(1), 0
    while answered < 150:
        state = game.start(answered) if state.over else state
        assert state.decision is not None
        for number, (label, tags) in game.program.index.actions.items():
            given = [chance.choice(words) for _ in tags]
            brings = game.machine.fast.actions[number].things
            owner = f"{layout.things[chance.choice(brings)].title}." if brings else ""
            for key in (f"{owner}{label}({', '.join(given)})" if given else owner + label, chance.choice(words)):
                assert state.why_not(key)[0]
                try:
                    found = refusal(instrumented, state, key, 0)
                except MootError:
                    continue
                assert found.allowed or all(one.what for one in found.reasons)
                answered += 1
        state.apply(chance.choice(state.decision.options).key)


ON_THE_WAY = """game road "The Road"
players ann, bob
kind card
  strength : number = 1
kind company
  state at : number
zone hand(p: player) : pool of card, seen by p
zone heap : pool of card, seen by all
phase road
  let one = new company()
  let two = new company()
  set two.at to 3
  hazards(two)
phase hazards(c: company)
  offer attack, rest to bob
action attack(h: card, c: company) by bob in hazards(c)
  require h in hand(bob) "it is not in your hand"
  require h.strength > c.at "it is too weak for {c}"
  do
    move h to heap
action rest by bob in hazards
  do
    nothing
"""


def test_a_thing_alone_names_an_action_whose_other_parameters_the_phase_binds(tmp_path: Path) -> None:
    (tmp_path / "pack.yaml").write_text("id: my/road\ntitle: The Road\n")
    (tmp_path / "rules.moot").write_text(ON_THE_WAY)
    (tmp_path / "cards.yaml").write_text("kind: card\ncards: {wolf: {}, bear: {strength: 4}}\n")
    (tmp_path / "decks.yaml").write_text("decks:\n  all: {zone: hand(bob), cards: {wolf: 1, bear: 1}}\n")
    state = moot.load(tmp_path).start()
    (found,) = why_not(state, "wolf").reasons
    assert found.what.startswith("attack wolf, company 2: it is too weak for company 2")
    assert why_not(state, "attack(bear, company 2)").allowed


WAITING = """
game wait "Waiting"
players ann, bob
kind card
  price : number
  ## the phase that lets it be used
  bright : bool = no
zone shelf             : row of card, seen by all
zone hand(p: player)   : pool of card, seen by p
## what a player can spend
state coins(p: player) : 0..9 = 2
## whether a card is for sale at a place
function for_sale(c: card, n: number) = c.bright and n > 0
phase wait
  for each c in shelf
    if c.price < 9
      move c to hand(ann)
  morning(ann)
  evening(ann)
  win ann "over"
## when shops are shut
phase morning(p: player)
  offer rest to p until done
## when one shop is open
phase evening(p: player)
  offer buy to p until done
action rest(p: player) by p in morning(p)
  do
    nothing
action buy(p: player, n: 0..2, c: card in hand(p)) by p in evening(p)
  require for_sale(c, 1) "nobody sells it"
  require for_sale(c, n) "not in that place"
  require coins(p) > c.price "it is too dear"
  do
    nothing
"""


@pytest.fixture
def wait(tmp_path: Path) -> State:
    (tmp_path / "pack.yaml").write_text("id: my/wait\ntitle: Waiting\n")
    (tmp_path / "rules.moot").write_text(WAITING)
    (tmp_path / "cards.yaml").write_text(
        "kind: card\ncards:\n  fern: {price: 5}\n  moss: {price: 1, bright: yes}\n  oak: {price: 9}\n"
    )
    (tmp_path / "decks.yaml").write_text("decks:\n  all: {zone: shelf, cards: {fern: 1, moss: 1, oak: 1}}\n")
    return moot.load(tmp_path).start()


def test_a_card_in_hand_says_when_it_can_be_used(wait: State) -> None:
    assert [one.what for one in when_usable(wait, "moss", "ann")] == [
        "buy: it is available in evening (when one shop is open)"
    ]
    whats = [one.what for one in when_usable(wait, "fern", "ann")]
    assert whats[0] == "buy: it is available in evening (when one shop is open)"
    assert whats[1].startswith("buy: nobody sells it: ") and len(whats) == 2  # what it costs depends on who buys it
    assert when_usable(wait, "oak", "ann") == ()  # no action takes it from the shelf
    assert when_usable(wait, "fern", "bob") == ()


def test_a_card_in_hand_says_what_is_against_it_in_its_phase(wait: State) -> None:
    wait.apply("done")
    found = {one.words: one.read for one in when_usable(wait, "fern", "ann")}
    assert found == {
        "nobody sells it": (("whether a card is for sale at a place", "no"),),
        "it is too dear": (("what a player can spend", "2"),),
    }
    lines = list(lines_of_refused(wait, "fern", "ann"))
    assert lines == [
        "buy: nobody sells it",
        "  whether a card is for sale at a place: no",
        "buy: it is too dear",
        "  what a player can spend: 2",
    ]
