"""Small games of `examples/` side by side with OpenSpiel's: the same choices at each step, the same outcome:
`python -m benchmarks.spiel_lockstep [GAMES]`.

With `--write FILE` some of the games are kept as data, for tests that do without OpenSpiel.
"""

from __future__ import annotations

import argparse
import json
import random
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any
from zlib import crc32

import moot

from .spiel_games import PEERS, men_of

EXAMPLES = Path(__file__).parent.parent / "examples"
KEPT = 500  # choices of each game

# One game as data: what chance gave, then for each choice of two or more who chose, a sum over what was offered, and
# which of it was taken, in the order of the alphabet; and what each player has won.
Played = dict[str, Any]

# What may be chosen, and what makes the game go on so; the state is not used behind it.
Ahead = dict[str, Callable[[], moot.State]]


class Two:
    """The interpreter's game and its questions."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.peer = PEERS[name]
        self.game = moot.load(EXAMPLES / name.partition(" ")[0], options=self.peer.options)
        things: dict[str, list[int]] = {}
        for number, thing in enumerate(self.game.program.layout.things):
            things.setdefault(thing.title, []).append(number)
        self.cards = things
        first = {state.name: state.first for state in self.game.program.layout.states}
        self.paid = first.get("paid")

    def start(self, dealt: list[int]) -> tuple[moot.State, Iterator[str]]:
        """A new game in which these cards come first from the deck; and what chance brings later."""
        state = self.game.start(journal=False, nature=True)
        picks = dealt[: self.peer.picks] if self.peer.deck else dealt
        later = iter([answer for place, one in enumerate(picks) for answer in self.peer.nature(place, one)])
        if self.peer.deck:
            for _ in picks:
                state.apply(next(later))
            self.game.machine.advance(state.position, self.order([self.peer.deck[n] for n in dealt[len(picks) :]]))
        return state, later

    def order(self, cards: list[str]) -> tuple[int, ...]:
        """The things of the deck, from the bottom to the top, which has these cards first."""
        left = {title: list(copies) for title, copies in self.cards.items() if title in self.peer.deck}
        for card in cards:
            left[card].remove(left[card][0])
        rest = [title for title, copies in left.items() for _ in copies]
        free = {title: iter(self.cards[title]) for title in left}
        return tuple(next(free[title]) for title in reversed(self.peer.dealt([*cards, *rest])))

    def returns(self, state: moot.State) -> list[float]:
        """What each player has won: what the rules score, or else the other's stake, or one point."""
        assert state.result is not None
        if state.result.scores is not None:
            return [float(state.result.scores[player]) for player in self.game.players]
        if state.result.winner is None:
            return [0.0, 0.0]
        winner = self.game.players.index(state.result.winner)
        stake = 1.0 if self.paid is None else float(state.position.cells[self.paid + 1 - winner])
        return [stake, -stake] if winner == 0 else [-stake, stake]

    def replay(self, played: Played) -> None:
        """Play a game stored as data. Raises AssertionError if anything differs."""
        state, later = self.start(played["dealt"])
        for player, offered, taken in played["choices"]:
            state, ahead = self.settle(state, later)
            assert state.decision is not None and state.decision.player == self.game.players[player]
            keys = sorted(ahead)
            assert summed(keys) == offered
            state = ahead[keys[taken]]()
        state, _ = self.settle(state, later)
        assert state.over and self.returns(state) == played["returns"]

    def settle(self, state: moot.State, later: Iterator[str]) -> tuple[moot.State, Ahead]:
        """As far as somebody chooses between two outcomes; and those."""
        while True:
            chance(state, later)
            ahead = self.ahead(state)
            if len(ahead) != 1:
                return state, ahead
            (only,) = ahead.values()
            state = only()

    def ahead(self, state: moot.State) -> Ahead:
        """The available choices, by their names there."""
        if state.decision is None or state.decision.player == "nature":
            return {}
        if self.peer.turns is None:
            return {option.key: partial(after, state, option.key) for option in state.decision.options}
        found: dict[str, moot.State] = {}
        self.follow(state, found, set())
        return {key: partial(copy, one) for key, one in found.items()}

    def follow(self, state: moot.State, found: dict[str, moot.State], seen: set[str]) -> None:
        """All ends of a turn, by the resulting board. `seen`: how it was on the way."""
        men = men_of(self.game, state.position)
        if state.decision is None or state.decision.player == "nature":
            found.setdefault(men, state)
        elif men not in seen:
            seen.add(men)
            for option in state.decision.options:
                self.follow(after(state.copy(), option.key), found, seen)


def after(state: moot.State, key: str) -> moot.State:
    state.apply(key)
    return state


def copy(state: moot.State) -> moot.State:
    return state.copy()


def chance(state: moot.State, later: Iterator[str]) -> None:
    """Answer the questions of nature, as far as the answers are known."""
    while state.decision is not None and state.decision.player == "nature":
        answer = next(later, None)
        if answer is None:
            return
        state.apply(answer)


def summed(keys: list[str]) -> int:
    return crc32(" ".join(keys).encode())


def spiel_games(name: str, games: int) -> Iterator[Played]:
    """Random games of OpenSpiel, as data. A forced choice is made, and not recorded."""
    peer = PEERS[name]
    new = import_module("pyspiel").load_game(peer.short)
    for number in range(games):
        rng, state = random.Random(number), new.new_initial_state()
        dealt: list[int] = []
        choices: list[tuple[int, int, int]] = []
        while not state.is_terminal():
            if peer.turns is not None and not state.is_chance_node():
                player, ways = state.current_player(), peer.turns(state)
                chosen = rng.choice(sorted(ways))
                offer(choices, player, [*ways], chosen)
                for action in ways[chosen]:
                    state.apply_action(action)
                continue
            actions = state.legal_actions()
            taken = rng.choice(actions if state.is_chance_node() else peer.mind(state, actions, rng))
            if state.is_chance_node():
                dealt.append(taken)
            else:
                keys = [peer.key(state, action) for action in actions]
                offer(choices, state.current_player(), keys, peer.key(state, taken))
            state.apply_action(taken)
        yield {"dealt": dealt, "choices": choices, "returns": state.returns()}


def offer(choices: list[tuple[int, int, int]], player: int, keys: list[str], taken: str) -> None:
    """Note a choice between several."""
    if len(keys) > 1:
        keys.sort()
        choices.append((player, summed(keys), keys.index(taken)))


def some(games: Iterable[Played]) -> Iterator[Played]:
    """The first of them, with as many choices as are kept."""
    choices = 0
    for played in games:
        yield played
        choices += len(played["choices"])
        if choices >= KEPT:
            return


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.spiel_lockstep")
    parser.add_argument("games", type=int, nargs="?", default=10_000)
    parser.add_argument("--write", type=Path, help="keep the first of them in this file, and play no others")
    parser.add_argument("--only", action="append", choices=[*PEERS], help="this game; may be given several times")
    asked = parser.parse_args()
    kept: dict[str, list[Played]] = {}
    for name in asked.only or PEERS:
        two, choices = Two(name), 0
        try:
            games = spiel_games(name, asked.games)
            kept[name] = list(games if asked.write is None else some(games))
        except ModuleNotFoundError as error:
            raise SystemExit(f"OpenSpiel is not installed ({error}): pip install open_spiel") from None
        for played in kept[name]:
            two.replay(played)
            choices += len(played["choices"])
        print(f"{name}: {len(kept[name])} games, {choices} choices: the same choices offered, the same returns")
    if asked.write is not None:
        lines = (
            f'"{name}": [\n' + ",\n".join(json.dumps(p, separators=(",", ":")) for p in kept[name]) + "\n]"
            for name in kept
        )
        asked.write.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")


if __name__ == "__main__":
    main()
