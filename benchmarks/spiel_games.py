"""The names of OpenSpiel's games, and how their choices and random results map to the examples of these names."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import moot
from moot.state.position import Position

SUITS = ("clubs", "diamonds", "hearts", "spades")
RANKS = ["two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace"]
COLOURS = dict(R="red", Y="yellow", G="green", W="white", B="blue")
SIX = [f"{rank}_of_{suit}" for rank in ("jack", "queen", "king") for suit in ("hearts", "spades")]
FULL = [f"{rank}_of_{suit}" for rank in RANKS for suit in SUITS]
FIREWORKS = [f"{colour}_{value}" for colour in COLOURS.values() for value in range(1, 6)]

GIN_SUITS = ("spades", "clubs", "diamonds", "hearts")
GIN = [f"{rank}_of_{suit}" for suit in GIN_SUITS for rank in ["ace", *RANKS[:-1]]]


@dataclass(frozen=True, slots=True)
class Peer:
    """One of OpenSpiel's games.

    `short`: its name there; `key`: what one of its choices is called in ours. `deck`: the cards that its chance deals,
    by their numbers there, and `dealt`: these cards in the order in which ours come from the top of the deck.
    `nature`: what any other outcome of chance is in ours, answer by answer, by its place among all and its number; with
    a deck the `picks` first ones are such outcomes. `mind`: what is chosen from, if not all, so that games show more of
    the rules. `options`: of our rules. `turns`: where a turn has other choices than in ours, how the board
    may be behind it, and by which choices. `uniform`: whether all outcomes of its chance are equally likely.
    """

    short: str
    key: Callable[[Any, int], str]
    deck: Sequence[str] = ()
    dealt: Callable[[list[str]], list[str]] = list
    nature: Callable[[int, int], Sequence[str]] = lambda place, outcome: (str(outcome),)
    picks: int = 0
    mind: Callable[[Any, list[int], random.Random], list[int]] = lambda state, actions, rng: actions
    options: Mapping[str, int] = field(default_factory=dict)
    turns: Callable[[Any], dict[str, list[int]]] | None = None
    uniform: bool = True


def _dropped(state: Any, action: int) -> str:
    """A disc lands on those that lie in its column."""
    return f"{'abcdefg'[action]}{1 + sum(line[action] != '.' for line in str(state).split())}"


def _stepped(state: Any, action: int) -> str:
    text = state.action_to_string(action)  # a7b6, with a star where a piece is taken
    return f"step({text[:2]}, {text[2:4]})"


def _set(state: Any, action: int) -> str:
    """OpenSpiel counts rows of hexes from above."""
    text = state.action_to_string(action)
    return f"{text[0]}{12 - int(text[1:])}"


def _played(state: Any, action: int) -> str:
    place = state.action_to_string(action)[2:]  # B a1
    return "pass" if place == "PASS" else f"play({place})"


def _hanabi(state: Any, action: int) -> str:
    words = state.action_to_string(action).strip("()").split()  # Play 0; Reveal player +1 color R
    if words[0] != "Reveal":
        return f"{'lay' if words[0] == 'Play' else 'discard'}({int(words[1]) + 1})"
    seats = ["ann", "bob", "cid", "dee", "eve"][: state.num_players()]
    to = seats[(state.current_player() + int(words[2])) % len(seats)]
    return f"hint_colour({to}, {COLOURS[words[4]]})" if words[3] == "color" else f"hint_value({to}, {words[4]})"


def _by_hands(cards: list[str]) -> list[str]:
    """OpenSpiel deals one card to each player in turn; our rules deal a whole hand at once."""
    return [card for player in range(4) for card in cards[player::4]]


def _peeking(state: Any, actions: list[int], rng: random.Random) -> list[int]:
    """Half of the players know their cards and usually play one that fits, because random players lose nearly all games
    of hanabi.
    """
    if state.history()[0] % 2 or rng.random() < 0.05:
        return actions
    built, hands = str(state).split("Fireworks: ")[1].split("Hands:\n")
    height = {firework[0]: int(firework[1]) for firework in built.split()}
    hand = hands.split("Cur player\n")[1].split("-----")[0].split("Deck")[0].splitlines()  # R1 || XX|RYGWB12345
    fit = [f"(Play {n})" for n, card in enumerate(hand) if int(card[1]) == height[card[0]] + 1]
    laid = [action for action in actions if state.action_to_string(action) in fit]
    return laid or [action for action in actions if "Play" not in state.action_to_string(action)] or actions


def _worth_or_winner(players: int) -> Callable[[int, int], Sequence[str]]:
    """What the lot is worth to each, then whose of equal bids wins."""
    return lambda place, outcome: (str(outcome) if place < players else f"player_{outcome + 1}",)


def _die(place: int, outcome: int) -> Sequence[str]:
    return (str(outcome + 1),)


def _number(state: Any, action: int) -> str:
    return str(action)


def _bid(state: Any, action: int) -> str:
    text = state.action_to_string(action)  # 1-3
    return "doubt" if text == "Liar" else f"bid({text.replace('-', ', ')})"


def _gin(state: Any, action: int) -> str:
    phase = str(state).split("Phase: ")[1].split()[0]
    if action < 52:
        return {"Discard": "discard({})", "Knock": "{}", "Layoff": "add({})"}[phase].format(GIN[action])
    if action < 56:
        word = ("upcard", "stock", "pass", "knock")[action - 52]
        other = {"Wall": {"pass": "no", "knock": "yes"}, "Knock": {"pass": "done"}, "Layoff": {"pass": "done"}}
        return other.get(phase, {}).get(word, word)
    text = state.action_to_string(action).split("Action: ")[1]  # AsAcAd
    meld = sorted(
        "A23456789TJQK".index(rank) + 13 * "scdh".index(suit) for rank, suit in zip(text[::2], text[1::2], strict=True)
    )
    if meld[0] // 13 == meld[-1] // 13:
        return f"row({GIN[meld[0]]}, {len(meld)})"
    (without,) = {0, 1, 2, 3} - {card // 13 for card in meld} or {meld[0] // 13}
    return f"same({GIN[meld[0]]}, {GIN_SUITS[without]})"


def _saving(state: Any, actions: list[int], rng: random.Random) -> list[int]:
    """Who throws away what leaves least, and knocks: at random nobody ever could."""
    if 55 in actions:
        return [55]
    if "Phase: Discard" not in str(state) or rng.random() < 0.1:
        return actions
    own = f"Player{state.current_player()}: Deadwood="
    left = {action: int(str(state.child(action)).split(own)[1].split()[0]) for action in actions}
    return [action for action in actions if left[action] == min(left.values())]


DICE = [(low, high) for low in range(1, 7) for high in range(low + 1, 7)]


def _turns(state: Any) -> dict[str, list[int]]:
    """How the men may stand when the turn is over, and by which choices; a double is played by two of them."""
    player, ways = state.current_player(), {_men(state): (state, list[int]())}
    found: dict[str, list[int]] = {}
    while ways:
        further = {}
        for men, (now, actions) in ways.items():
            if now.current_player() != player:
                found[men] = actions
                continue
            for action in now.legal_actions():
                after = now.child(action)
                further[_men(after)] = (after, [*actions, action])
        ways = further
    return found


def _men(state: Any) -> str:
    """Count the checkers of each player on every point, on the bar and off the board."""
    tensor = state.observation_tensor(0)

    def men(at: int) -> int:
        one, two, three, more = tensor[at : at + 4]
        return int(one + 2 * two + 3 * three + (more + 3 if more else 0))

    x = [*(men(4 * (24 - point)) for point in range(1, 25)), int(tensor[192]), int(tensor[193])]
    o = [*(men(4 * (23 + point)) for point in range(1, 25)), int(tensor[195]), int(tensor[196])]
    return " ".join(map(str, x + o))


def men_of(game: moot.Game, position: Position) -> str:
    """The same of ours."""
    men, off = (next(s.first for s in game.program.layout.states if s.name == name) for name in ("men", "off"))
    cells = position.cells
    return " ".join(str(cell) for p in (0, 1) for cell in (*cells[men + 25 * p : men + 25 * p + 25], cells[off + p]))


def _dice(place: int, outcome: int) -> Sequence[str]:
    """First one die for each player; then both for the one whose turn it is, doubles last."""
    low, high = DICE[outcome // 2] if outcome < 30 else (outcome - 29,) * 2
    return (str(high), str(low)) if place == 0 and outcome % 2 == 0 else (str(low), str(high))


# By example.
PEERS = {
    "tic_tac_toe": Peer("tic_tac_toe", lambda state, action: f"{'abc'[action % 3]}{3 - action // 3}"),
    "leduc": Peer("leduc_poker", lambda state, action: ("fold", "call", "raise")[action], deck=SIX),
    "connect_four": Peer("connect_four", _dropped),
    "breakthrough": Peer("breakthrough", _stepped),
    "hex": Peer("hex", _set),
    "go": Peer("go(board_size=5,max_game_length=2000)", _played),
    "hearts": Peer("hearts", lambda state, action: FULL[action], FULL, _by_hands, picks=1),
    "hanabi": Peer("hanabi", _hanabi, FIREWORKS, mind=_peeking, uniform=False),
    "hanabi for four": Peer(
        "hanabi(players=4)", _hanabi, FIREWORKS, mind=_peeking, options={"players": 4}, uniform=False
    ),
    "sealed_auction": Peer("first_sealed_auction", _number, nature=_worth_or_winner(2)),
    "sealed_auction for four": Peer(
        "first_sealed_auction(players=4)", _number, nature=_worth_or_winner(4), options={"players": 4}
    ),
    "backgammon": Peer("backgammon", _number, nature=_dice, turns=_turns, uniform=False),
    "gin_rummy": Peer("gin_rummy", _gin, GIN, mind=_saving),
    "liars_dice": Peer("liars_dice", _bid, nature=_die),
    "liars_dice with three": Peer("liars_dice(numdice=3)", _bid, nature=_die, options={"dice": 3}),
}
