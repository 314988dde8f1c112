"""Guesses in which every choice that a player saw another make was legal. The tests judge that by reasoning of their
own, not by the rules.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from moot.stack.game import Game, State
from moot.stack.load import load

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
SUITS = ("clubs", "diamonds", "hearts", "spades")


def game_of(folder: Path, rules: str, things: dict[str, str] | None = None) -> Game:
    (folder / "pack.yaml").write_text("id: learned\ntitle: Learned\n")
    (folder / "rules.moot").write_text('game learned "Learned"\nplayers ann, bob\n' + rules)
    for name, text in (things or {}).items():
        (folder / f"{name}.yaml").write_text(text)
    return load(folder)


def forget(state: State) -> State:
    """The same game for players who pay no attention to the choices of others."""
    state.position.noticed, state.position.notices = (), None
    return state


def suit_of(card: str) -> str:
    return card.rpartition("_")[2]


def cards(state: State, zone: str) -> list[str]:
    """Which cards a zone really holds."""
    layout = state.game.program.layout
    return [layout.things[thing].title for thing in things(state, zone)]


def things(state: State, zone: str) -> list[int]:
    layout = state.game.program.layout
    name, _, player = zone.rstrip(")").partition("(")
    args = (layout.players.index(player),) if player else ()
    number = next(n for n, one in enumerate(layout.zones) if (one.name, one.args) == (name, args))
    return state.position.zones[number]


# ------------------------------------------------------------------------------------------------ a void suit


def hearts_guesses(games: int, attentive: bool) -> Iterator[tuple[dict[str, set[str]], State, str, State]]:
    """Guesses at decisions in games of hearts at random, with the suits that each player cannot have."""
    game = load(EXAMPLES / "hearts")
    for seed in range(games):
        state, rng = game.start(seed, journal=False), random.Random(seed)
        lacks: dict[str, set[str]] = {player: set() for player in game.players}
        before: dict[str, list[str]] = {}
        while not state.over:
            laid = {player: cards(state, f"laid({player})") for player in game.players}
            taken = [card for player in game.players for card in cards(state, f"taken({player})")]
            broken = "queen_of_spades" in taken or any(suit_of(card) == "hearts" for card in taken)
            for player in game.players:
                if laid[player] and laid[player] != before.get(player):
                    suit = suit_of(laid[player][0])
                    led = suit_of(laid[_leader(state)][0])
                    if suit != led:
                        lacks[player].add(led)
                    if suit == "hearts" and player == _leader(state) and not broken:
                        lacks[player] |= {"clubs", "diamonds", "spades"}
            before = laid
            if not attentive:
                forget(state)
            for player in game.players:
                if rng.random() < 0.4:
                    yield lacks, state, player, state.guess(player, rng)
            state.apply(rng.randrange(len(state.decision.options)))


def _leader(state: State) -> str:
    return str(state.view("north")["states"]["leader"])


def test_118_nobody_is_imagined_to_hold_a_suit_that_he_could_not_follow() -> None:
    looked = 0
    for lacks, state, player, guessed in hearts_guesses(12, attentive=True):
        assert guessed.view(player) == state.view(player)
        for other in state.game.players:
            held = {suit_of(card) for card in cards(guessed, f"hand({other})")}
            assert not held & lacks[other]
            looked += bool(lacks[other]) and other != player
    assert looked > 300


def test_118_without_what_was_seen_guesses_contradict() -> None:
    """So the test above can fail."""
    wrong = sum(
        bool({suit_of(card) for card in cards(guessed, f"hand({other})")} & lacks[other])
        for lacks, state, _, guessed in hearts_guesses(4, attentive=False)
        for other in state.game.players
    )
    assert wrong > 50


@pytest.mark.parametrize("name", ["hearts", "high_water", "gin_rummy", "sealed_auction"])
def test_118_what_is_so_is_never_ruled_out(name: str) -> None:
    game = load(EXAMPLES / name)
    for seed in range(6):
        state, rng = game.start(seed, journal=False, nature=name == "sealed_auction"), random.Random(seed)
        while not state.over:
            for seat in range(len(game.players)):
                assert game.determinizer.conclusions.of(state.position, seat).broken(state.position)[0] == 0
            state.apply(rng.randrange(len(state.decision.options)))


# ------------------------------------------------------------------------------------------------ bids


def bids(attentive: bool) -> Iterator[tuple[int, int]]:
    """The bid of another player in an auction, and what a guess says that the lot is worth to that player."""
    game = load(EXAMPLES / "sealed_auction", options={"players": "3"})
    for seed in range(40):
        state, rng = game.start(seed, journal=False, nature=True), random.Random(seed)
        while not state.over:
            if state.decision.player == "nature":
                bid = {q: int(state.view(q)["states"][f"bid({q})"]) for q in game.players}
                if any(bid.values()):
                    if not attentive:
                        forget(state)
                    for player in game.players:
                        guessed = state.guess(player, rng)
                        assert guessed.view(player) == state.view(player)
                        for other in game.players:
                            yield bid[other], int(guessed.view(other)["states"][f"worth({other})"])
            state.apply(rng.randrange(len(state.decision.options)))


def test_118_nobody_is_imagined_to_have_bid_what_the_lot_is_worth() -> None:
    found = [*bids(attentive=True)]
    assert len(found) > 50 and all(bid < worth for bid, worth in found)
    assert any(bid >= worth for bid, worth in bids(attentive=False))


def test_113_a_hidden_answer_is_guessed_among_the_options_of_the_guess() -> None:
    """The second player sees neither the first one's bid nor the worth that limits it."""
    game = load(EXAMPLES / "sealed_auction")
    asked = {}
    for seed in range(60):
        state = game.start(seed, journal=False)
        if state.decision.player == "player_1":
            state.apply(0)
        if not state.over and state.decision.player == "player_2":
            asked.setdefault(state.view("player_2")["states"]["worth(player_2)"], []).append(state)
    alike = max(asked.values(), key=len)
    assert len({state.position.cells[0] for state in alike}) > 1 or len(alike) > 2
    ends = []
    for state in alike:
        rng, found = random.Random(3), []
        for _ in range(40):
            guessed = state.guess("player_2", rng)
            guessed.apply(0)
            states = guessed.view("player_1")["states"]
            found.append((states["worth(player_1)"], states["bid(player_1)"]))
        assert all(int(bid) < int(worth) or int(worth) == int(bid) == 0 for worth, bid in found)
        ends.append(found)
    assert all(found == ends[0] for found in ends)  # nothing of what the first really has or bids shows


# ------------------------------------------------------------------------------------------------ hints


def test_117_no_guess_contradicts_a_hint() -> None:
    """The hints of Hanabi, kept here card by card."""
    game = load(EXAMPLES / "hanabi")
    looked = 0
    for seed in range(8):
        state, rng = game.start(seed, journal=False), random.Random(seed)
        told: dict[tuple[str, int], list[Callable[[str], bool]]] = {}
        while not state.over:
            for player in game.players:
                guessed = state.guess(player, rng)
                own = zip(things(state, f"hand({player})"), cards(guessed, f"hand({player})"), strict=True)
                for card, imagined in own:
                    assert all(fits(imagined) for fits in told.get((player, card), []))
                    looked += (player, card) in told
            player = state.decision.player
            option = rng.choice(state.decision.options)
            if option.key.startswith("hint"):
                _, q, what = option.key.replace("(", " ").replace(")", "").replace(",", "").split()
                for card, title in zip(things(state, f"hand({q})"), cards(state, f"hand({q})"), strict=True):
                    told.setdefault((q, card), []).append(_hint(what, what in title.split("_")))
            state.apply(option)
    assert looked > 500


def _hint(what: str, holds: bool) -> Callable[[str], bool]:
    return lambda title: (what in title.split("_")) is holds


# ------------------------------------------------------------------------------------------------ what is kept

PASSING = """\
kind tint : red, green, blue
kind card
  tint  : tint
  worth : 1..6
zone deck            : pile of card, seen by none
zone heap            : row of card, seen by all
zone hand(p: player) : pool of card, seen by p
function fitting(p: player) = each c in hand(p) where c.tint = first(heap).tint
phase contest
  shuffle(deck)
  for each p in player
    draw(4, deck, hand(p))
  draw(1, deck, heap)
  choose by bob "your turn"
    "pass" where size(fitting(bob)) = 0
      say("bob passes")
    "wait" where size(fitting(bob)) > 0
      say("bob waits")
  choose n in 1..2 by ann "go on"
  draw(1, deck, hand(bob))
  choose m in 1..2 by ann "go on"
"""
CARDS = {
    "cards": 'kind: card\ncards:\n  "{tint}_{worth}": {tint: each, worth: each}\n',
    "decks": 'decks:\n  all_cards:\n    zone: deck\n    cards: {"*": 1}\n',
}


def tints(guessed: State) -> set[str]:
    return {card.partition("_")[0] for card in cards(guessed, "hand(bob)")}


def passed(game: Game, can: bool) -> State:
    """A game in which bob could play a card, or could not."""
    for seed in range(99):
        state = game.start(seed, journal=False)
        tint = cards(state, "heap")[0].partition("_")[0]
        if (tint in tints(state)) is can:
            return state
    raise AssertionError("no such game")


def test_118_119_a_pass_shows_that_nothing_fits_until_a_card_is_drawn(tmp_path: Path) -> None:
    game, rng = game_of(tmp_path, PASSING, CARDS), random.Random(1)
    state = passed(game, can=False)
    tint = cards(state, "heap")[0].partition("_")[0]
    assert all(tint not in tints(state.guess("ann", rng)) for _ in range(100))
    assert any(tint in tints(forget(state.copy()).guess("ann", rng)) for _ in range(100))
    state.apply(0)
    assert any(tint in tints(state.guess("ann", rng)) for _ in range(100))


def test_118_what_is_possible_is_about_equally_likely(tmp_path: Path) -> None:
    game, rng = game_of(tmp_path, PASSING, CARDS), random.Random(1)
    state = passed(game, can=False)
    tint = cards(state, "heap")[0].partition("_")[0]
    own = set(cards(state, "hand(ann)"))
    possible = {f"{t}_{n}" for t in ("red", "green", "blue") if t != tint for n in range(1, 7)} - own
    times = dict.fromkeys(possible, 0)
    for _ in range(2000):
        for card in cards(state.guess("ann", rng), "hand(bob)"):
            times[card] += 1
    assert all(abs(found / 2000 - 4 / len(possible)) < 0.06 for found in times.values())


def test_118_equal_views_lead_to_equal_conclusions(tmp_path: Path) -> None:
    """Whatever the others held at the choice, and hold now."""
    game = load(EXAMPLES / "hearts")
    compared = 0
    for seed in range(3):
        state, rng = game.start(seed, journal=False), random.Random(seed)
        while not state.over:
            for seat, player in enumerate(game.players):
                conclusions = game.determinizer.conclusions
                for choice in state.position.noticed[-1:]:
                    choice.at.told[choice.answer] = choice.at.told.get(choice.answer, 0) | 1 << seat  # he held it
                    other = choice._replace(at=game.determinizer.guess(choice.at, seat, rng))
                    learned = [conclusions.learned_from(one, seat, state.position) for one in (choice, other)]
                    assert learned[0] == learned[1]
                    compared += bool(learned[0])
                again = state.guess(player, rng)
                assert (
                    again.guess(player, random.Random(5)).position.key()
                    == again.guess(player, random.Random(5)).position.key()
                )
            state.apply(rng.randrange(len(state.decision.options)))
    assert compared > 10


def test_118_a_save_keeps_what_was_seen(tmp_path: Path) -> None:
    game = load(EXAMPLES / "hearts")
    state, rng = game.start(3, journal=False), random.Random(3)
    for _ in range(50):
        state.apply(rng.randrange(len(state.decision.options)))
    restored = game.restore(json.loads(json.dumps(state.save())))
    assert any(game.determinizer.conclusions.of(state.position, seat) for seat in range(4))
    for seat, player in enumerate(game.players):
        conclusions = game.determinizer.conclusions
        assert conclusions.of(restored.position, seat) == conclusions.of(state.position, seat)
        ones = [one.guess(player, random.Random(9)).position.key() for one in (state, restored)]
        assert ones[0] == ones[1]


def test_118_an_undone_choice_was_not_seen() -> None:
    game = load(EXAMPLES / "hearts")
    state, rng = game.start(3, journal=False), random.Random(3)
    for _ in range(30):
        state.apply(rng.randrange(len(state.decision.options)))
    before = [(one.unit, one.player, one.answer) for one in state.position.noticed]
    state.apply(0)
    state.undo()
    assert [(one.unit, one.player, one.answer) for one in state.position.noticed] == before
