"""Guesses: they look the same to the seat, differ in what it cannot see, and play on without fault."""

import random
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from moot.stack.game import Game, State
from moot.stack.load import load
from secret_game import secret_game


@pytest.fixture(scope="module", params=["duel", "secret"])
def game(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Game:
    return load("duel") if request.param == "duel" else secret_game(tmp_path_factory.mktemp("packs"))


def reached(game: Game, seed: int, share: float) -> State:
    """A position in the course of a random game."""
    rng = random.Random(seed)
    state = game.start(seed, journal=False)
    steps = int(share * (70 if game.id.startswith("duel") else 12))
    while not state.over and steps > 0:
        state.apply(rng.randrange(len(state.decision.options)))
        steps -= 1
    return state


def seen(state: State, player: str) -> dict[str, object]:
    """The view, with pools in no order."""
    view = state.view(player)
    for key, zone in view["zones"].items():
        if key.startswith("hand") and "things" in zone:
            zone["things"].sort()
    return view


@settings(max_examples=60, deadline=None)
@given(seed=st.integers(0, 10**6), share=st.floats(0, 1), seat=st.sampled_from([0, 1]))
def test_a_guess_looks_the_same_and_plays_on(game: Game, seed: int, share: float, seat: int) -> None:
    state = reached(game, seed, share)
    player = game.players[seat]
    before = state.position.key()
    guessed = state.guess(player, random.Random(seed))
    assert state.position.key() == before
    assert seen(guessed, player) == seen(state, player)
    assert sorted(t for zone in guessed.position.zones for t in zone) == sorted(
        t for zone in state.position.zones for t in zone
    )
    for number, zone in enumerate(guessed.position.zones):
        assert all(guessed.position.cells[thing] == number for thing in zone)
    rng = random.Random(seed + 1)
    while not guessed.over:
        guessed.apply(rng.randrange(len(guessed.decision.options)))


@settings(max_examples=60, deadline=None)
@given(seed=st.integers(0, 10**6), share=st.floats(0, 1), seat=st.sampled_from([0, 1]))
def test_a_guess_of_a_guess_is_the_guess(game: Game, seed: int, share: float, seat: int) -> None:
    """What is hidden leaves no trace: whatever it was, the same random numbers make the same of it."""
    state = reached(game, seed, share)
    player = game.players[seat]
    first = state.guess(player, random.Random(1))
    for other in range(2, 5):
        again = state.guess(player, random.Random(other)).guess(player, random.Random(1))
        assert again.position.key() == first.position.key()


def test_hidden_things_are_dealt_anew(game: Game) -> None:
    state = reached(game, 3, 0.2)
    looks = {state.guess(game.players[0], random.Random(n)).position.key()[:2] for n in range(20)}
    assert len(looks) > 10


def test_what_was_shown_stays_where_it_lies(tmp_path: Path) -> None:
    game = secret_game(tmp_path)
    state = game.start(5)
    state.apply("1")
    state.apply("2")  # now bob has seen ann's hand
    hand = set(state.view("ann")["zones"]["hand(ann)"]["things"])
    for n in range(20):
        assert set(state.guess("bob", random.Random(n)).view("ann")["zones"]["hand(ann)"]["things"]) == hand


def test_hidden_states_are_guessed_too(tmp_path: Path) -> None:
    game = secret_game(tmp_path)
    state = game.start(5)
    state.apply("3")
    bids = {state.guess("bob", random.Random(n)).view("ann")["states"]["bid(ann)"] for n in range(50)}
    assert bids == {0, 1, 2, 3}
    assert {state.guess("ann", random.Random(n)).view("ann")["states"]["bid(ann)"] for n in range(20)} == {3}


def test_a_card_held_by_a_waiting_rule_is_renamed(tmp_path: Path) -> None:
    """Ann has laid a card; bob, who saw her hand, does not know which. The rule that waits holds the guessed one."""
    game = secret_game(tmp_path)
    state = game.start(5)
    for choice in ("0", "0", 0):
        state.apply(choice)
    assert state.decision is not None and state.decision.prompt == "double"
    laid = set()
    for n in range(60):
        guessed = state.guess("bob", random.Random(n))
        number = next(i for i, z in enumerate(game.program.layout.zones) if z.name == "down")
        (card,) = guessed.position.zones[number]
        laid.add(game.program.layout.things[card].title)
        before = guessed.view("ann")["states"]["score(ann)"]
        guessed.apply("yes")
        assert guessed.position.cells[card] == number
        rank = game.program.constants["P_card_rank"][card]
        bonus = 2 if rank == 9 else 1
        assert guessed.view("ann")["states"]["score(ann)"] == before + rank + bonus
    assert len(laid) > 2


def test_what_begins_anew_with_a_phase_is_not_guessed_before(tmp_path: Path) -> None:
    """All know that it is at its first value, and so it must be when the phase begins."""
    (tmp_path / "pack.yaml").write_text("id: hide\ntitle: Hide\n")
    (tmp_path / "rules.moot").write_text(
        """\
game hide "Hide"
players ann, bob
state secret : 0..5 until end of night seen by ann
state found : 0..9
phase match
  choose n in 1..2 by bob "before"
  night()
phase night
  raise found by secret
  choose n in 1..2 by ann "hide"
  set secret to n
  choose m in 1..2 by bob "seek"
"""
    )
    state = load(tmp_path).start(1)
    guesses = [state.guess("bob", random.Random(n)) for n in range(20)]
    for guessed in guesses:
        guessed.apply("1")
    assert {guessed.view("ann")["states"]["found"] for guessed in guesses} == {0}
    state.apply("1")
    state.apply("2")
    bids = {state.guess("bob", random.Random(n)).view("ann")["states"]["secret"] for n in range(50)}
    assert len(bids) == 6


def test_a_guess_at_a_shuffle_goes_through_no_orders() -> None:
    """The orders of 31 cards are too many to go through."""
    state = load("gondolin").start(3, nature=True)
    while state.decision.prompt != "shuffle":
        state.apply(0)
    things = state.position.ask[2].things
    guessed = state.guess("settler", random.Random(1)).position.ask[2]
    assert len(things) > 30 and sorted(guessed.things) == sorted(things)
