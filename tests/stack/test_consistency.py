"""Guesses that keep what their player knows: `contradictions` of the rules, and values for hidden states."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from itertools import permutations, product
from pathlib import Path

import pytest

from moot.stack.game import Game, State
from moot.stack.load import load

Hand = tuple[tuple[str, int], ...]
Holds = Callable[[Hand], bool]
EXAMPLES = Path(__file__).resolve().parents[2] / "examples"


def game_of(folder: Path, rules: str, things: dict[str, str] | None = None) -> Game:
    (folder / "pack.yaml").write_text("id: known\ntitle: Known\n")
    (folder / "rules.moot").write_text('game known "Known"\nplayers ann, bob\n' + rules)
    for name, text in (things or {}).items():
        (folder / f"{name}.yaml").write_text(text)
    return load(folder)


def contradicted(game: Game, state: State, player: str) -> float:
    return game.determinizer.contradicted(state.position, game.players.index(player)).number


@pytest.mark.parametrize(
    "options", [{}, {"players": "3"}, {"players": "5"}], ids=["two players", "three players", "five players"]
)
def test_117_no_guess_contradicts_a_hint_in_hanabi(options: dict[str, str]) -> None:
    keeps_what_is_known(load(EXAMPLES / "hanabi", options=options), 6)


@pytest.mark.parametrize("name", ["hearts", "high_water"])
def test_117_nobody_is_imagined_to_hold_a_suit_that_he_lacks(name: str) -> None:
    keeps_what_is_known(load(EXAMPLES / name), 6)


def keeps_what_is_known(game: Game, games: int) -> None:
    """In games at random nothing contradicts what a player knows: neither what is so, nor a guess, for anybody."""
    saved = 0
    for seed in range(games):
        state, rng = game.start(seed, journal=False), random.Random(seed)
        while not state.over:
            for player in game.players:
                assert contradicted(game, state, player) == 0
                if rng.random() < 0.5:
                    guessed = state.guess(player, rng)
                    assert contradicted(game, guessed, player) == 0
                    assert guessed.view(player) == state.view(player)
                    saved += 1
            state.apply(rng.randrange(len(state.decision.options)))
    assert saved > 50


HAND = """\
kind tint : red, green, blue
kind card
  tint  : tint
  worth : 1..4
zone deck            : pile of card, seen by none
zone hand(p: player) : row of card, seen by opponent(p)
phase contest
  draw(3, deck, hand(ann))
  choose n in 1..2 by ann "go on"
function contradictions(p: player) =
"""
CARDS = {
    "cards": 'kind: card\ncards:\n  "{tint}_{worth}": {tint: each, worth: each}\n',
    "decks": 'decks:\n  all_cards:\n    zone: deck\n    cards: {"*": 1}\n',
}


@pytest.mark.parametrize(
    "known, holds",
    [
        ("each c in [first(hand(p))] where c.tint != red", lambda hand: hand[0][0] == "red"),
        ("count c in [first(hand(p))] where c.tint != red", lambda hand: hand[0][0] == "red"),
        ("each c in hand(p) where c.tint = blue of c.tint", lambda hand: all(tint != "blue" for tint, _ in hand)),
        ("abs(9 - (sum c in hand(p) of c.worth))", lambda hand: sum(worth for _, worth in hand) == 9),
    ],
    ids=["things", "a number", "a list of something else", "a sum"],
)
def test_117_what_is_left_is_about_equally_likely(tmp_path: Path, known: str, holds: Holds) -> None:
    game = game_of(tmp_path, HAND + f"  {known}\n", CARDS)
    state, rng = game.start(1, journal=False), random.Random(2)
    guessed = Counter(cards_of(state.guess("ann", rng)) for _ in range(3000))
    possible = [hand for hand in permutations(product(["red", "green", "blue"], range(1, 5)), 3) if holds(hand)]
    assert set(guessed) <= set(possible) and len(guessed) > 0.9 * len(possible)
    assert max(guessed.values()) < 50
    for card, cases in Counter(hand[0] for hand in possible).items():
        found = sum(times for hand, times in guessed.items() if hand[0] == card)
        assert abs(found / 3000 - cases / len(possible)) < 0.03


def cards_of(guessed: State) -> Hand:
    keys = (key.split("_") for key in guessed.view("bob")["zones"]["hand(ann)"]["things"])
    return tuple((tint, int(worth)) for tint, worth in keys)


def test_117_hidden_states_are_changed_as_well(tmp_path: Path) -> None:
    """A code of four pegs, and how many of each try were right."""
    game = game_of(
        tmp_path,
        """\
state code(n: 1..4)         : 1..6 seen by bob
state tried(t: 1..3, n: 1..4) : 1..6
state right(t: 1..3)        : number
phase contest
  for each n in 1..4
    pick peg in 1..6
    set code(n) to peg
  for each t in 1..3
    for each n in 1..4
      pick peg in 1..6
      set tried(t, n) to peg
    set right(t) to count n in 1..4 where tried(t, n) = code(n)
  choose n in 1..2 by ann "go on"
function contradictions(p: player) =
  sum t in 1..3 of abs(right(t) - (count n in 1..4 where tried(t, n) = code(n)))
""",
    )
    state, rng = game.start(4, journal=False), random.Random(2)
    codes = set()
    for _ in range(200):
        guessed = state.guess("ann", rng)
        assert contradicted(game, guessed, "ann") == 0
        codes.add(tuple(guessed.view("bob")["states"][f"code({n})"] for n in range(1, 5)))
    assert len(codes) > 20


def test_117_what_cannot_be_kept_ends_all_the_same(tmp_path: Path) -> None:
    """The guess is as good as it was found: here one of two cards is as it should be."""
    known = "(count c in hand(p) where c.worth != 2 and c.tint != red) + 1"
    game = game_of(tmp_path, HAND + f"  {known}\n", CARDS)
    guessed = game.start(1, journal=False).guess("ann", random.Random(2))
    assert contradicted(game, guessed, "ann") == 1


def test_117_a_function_of_another_shape_says_nothing(tmp_path: Path) -> None:
    for known in ("yes", "hand(p)[1]"):
        game = game_of(tmp_path, HAND + f"  {known}\n", CARDS)
        assert game.determinizer.contradictions is None
        game.start(1, journal=False).guess("ann", random.Random(2))


def test_117_what_goes_wrong_names_the_rule(tmp_path: Path) -> None:
    game = game_of(tmp_path, HAND + "  1 if 1 / (size(hand(p)) - 3) = 1\n  0 otherwise\n", CARDS)
    with pytest.raises(Exception, match="contradictions"):
        game.start(1, journal=False).guess("ann", random.Random(2))


HIDDEN = """\
kind tint : red, green, blue, white
kind card
kind role
zone deck : pile of card, seen by bob
zone bin  : pile of card, seen by all
state rolled : list of 1..6 seen by bob
state liked  : set of tint seen by bob
state far    : set of 1..9 seen by bob
state low    : set of -3..3 seen by bob
state picked : set of card seen by bob
state trail  : list of card seen by bob
state secret : role or none seen by bob
state word   : string seen by bob
state spot   : place = deck seen by bob
state deep   : list of list of number seen by bob
state note   : bool seen by bob
phase contest
  for each n in 1..2
    move top(deck) to bin
  set rolled to [1, 1, 1, 1, 1]
  set liked to [red, blue]
  set far to [1, 2, 3]
  set low to [-3, 3]
  set picked to [top(deck), top(bin)]
  set trail to [top(deck), top(bin), top(deck)]
  set secret to thief
  set word to "hush"
  set spot to bin
  set deep to [[7]]
  choose n in 1..2 by ann "go on"
"""
HIDDEN_THINGS = {
    "cards": "kind: card\ncards: {a: {}, b: {}, c: {}, d: {}, e: {}, f: {}}\n",
    "decks": "decks:\n  all_cards:\n    zone: deck\n    cards: {a: 1, b: 1, c: 1, d: 1, e: 1, f: 1}\n",
    "roles": "kind: role\nthings: {thief: {}, guard: {}, judge: {}}\n",
}


def test_116_hidden_lists_and_sets_are_guessed(tmp_path: Path) -> None:
    """As many members, of the type; where things lie that they name is known."""
    state = game_of(tmp_path, HIDDEN, HIDDEN_THINGS).start(3, journal=False)
    cards = {f"all_cards.{name}" for name in "abcdef"} | set("abcdef")
    for key, values, several in (
        ("rolled", {"1", "2", "3", "4", "5", "6"}, 5),
        ("liked", {"red", "green", "blue", "white"}, 2),
        ("far", set("123456789"), 3),
        ("low", {"-3", "-2", "-1", "0", "1", "2", "3"}, 2),
        ("picked", cards, 2),
        ("trail", cards, 3),
        ("secret", {"thief", "guard", "judge"}, 1),
        ("spot", {"deck", "bin"}, 1),
    ):
        guessed = [state.guess("ann", random.Random(n)).view("bob")["states"][key] for n in range(300)]
        found = [str(value).strip("[]").split(", ") for value in guessed]
        assert {len(value) for value in found} == {several}, key
        if key in ("liked", "far", "low", "picked"):
            assert all(len(set(value)) == several for value in found), key
        members = {one for value in found for one in value}
        assert members <= values and len(members) >= min(len(values), 6), (key, members)
    states = state.guess("ann", random.Random(1)).view("bob")["states"]
    assert (states["word"], states["deep"]) == ("", "[[]]")
    assert {state.guess("ann", random.Random(n)).view("bob")["states"]["note"] for n in range(20)} == {"yes", "no"}


def test_116_what_was_hidden_leaves_no_trace(tmp_path: Path) -> None:
    state = game_of(tmp_path, HIDDEN, HIDDEN_THINGS).start(3, journal=False)
    first = state.guess("ann", random.Random(1))
    for other in range(2, 12):
        again = state.guess("ann", random.Random(other)).guess("ann", random.Random(1))
        assert again.view("bob") == first.view("bob")
        assert again.position.key() == first.position.key()
    assert {state.guess("bob", random.Random(n)).view("bob")["states"]["rolled"] for n in range(9)} == {
        "[1, 1, 1, 1, 1]"
    }
