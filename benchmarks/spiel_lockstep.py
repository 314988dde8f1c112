"""Small games of `examples/` side by side with OpenSpiel's: the same choices at each step, the same outcome:
`python -m benchmarks.spiel_lockstep [GAMES]`.

With `--write FILE` some of the games are kept as data, for tests that do without OpenSpiel.
"""

from __future__ import annotations

import argparse
import json
import random
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any
from zlib import crc32

import moot

from .spiel_games import PEERS

EXAMPLES = Path(__file__).parent.parent / "examples"
KEPT = 500  # choices of each game

# One game as data: what chance gave, then for each choice of two or more who chose, a sum over what was offered, and
# which of it was taken, in the order of the alphabet; and what each player has won.
Played = dict[str, Any]


class Two:
    """The interpreter's game and what is asked of it."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.peer = PEERS[name]
        self.game = moot.load(EXAMPLES / name.partition(" ")[0], options=self.peer.options)
        things: dict[str, list[int]] = {}
        for number, thing in enumerate(self.game.program.layout.things):
            things.setdefault(thing.title, []).append(number)
        self.cards = things
        self.paid = next((state.first for state in self.game.program.layout.states if state.name == "paid"), None)

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
        """Plays a game that is kept as data. Raises AssertionError where anything differs."""
        state, later = self.start(played["dealt"])
        for player, offered, taken in played["choices"]:
            chance(state, later)
            decision = state.decision
            assert decision is not None and decision.player == self.game.players[player]
            keys = sorted(option.key for option in decision.options)
            assert summed(keys) == offered
            state.apply(keys[taken])
        chance(state, later)
        assert state.over and self.returns(state) == played["returns"]


def chance(state: moot.State, later: Iterator[str]) -> None:
    """Answers what is asked of nature."""
    while state.decision is not None and state.decision.player == "nature":
        state.apply(next(later))


def summed(keys: list[str]) -> int:
    return crc32(" ".join(keys).encode())


def spiel_games(name: str, games: int) -> Iterator[Played]:
    """Random games of OpenSpiel, as data. A choice of one is taken, and not told."""
    peer = PEERS[name]
    new = import_module("pyspiel").load_game(peer.short)
    for number in range(games):
        rng, state = random.Random(number), new.new_initial_state()
        dealt, choices = [], []
        while not state.is_terminal():
            actions = state.legal_actions()
            taken = rng.choice(actions if state.is_chance_node() else peer.mind(state, actions, rng))
            if state.is_chance_node():
                dealt.append(taken)
            elif len(actions) > 1:
                keys = sorted(peer.key(state, action) for action in actions)
                choices.append((state.current_player(), summed(keys), keys.index(peer.key(state, taken))))
            state.apply_action(taken)
        yield {"dealt": dealt, "choices": choices, "returns": state.returns()}


def some(games: list[Played]) -> Iterator[Played]:
    """The first of them, with as many choices as are kept."""
    choices = 0
    for played in games:
        if choices < KEPT:
            yield played
        choices += len(played["choices"])


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.spiel_lockstep")
    parser.add_argument("games", type=int, nargs="?", default=10_000)
    parser.add_argument("--write", type=Path, help="keep the games in this file")
    parser.add_argument("--only", action="append", choices=[*PEERS], help="this game; may be given several times")
    asked = parser.parse_args()
    kept: dict[str, list[Played]] = {}
    for name in asked.only or PEERS:
        two, choices = Two(name), 0
        try:
            kept[name] = list(spiel_games(name, asked.games))
        except ModuleNotFoundError as error:
            raise SystemExit(f"OpenSpiel is not installed ({error}): pip install open_spiel") from None
        for played in kept[name]:
            two.replay(played)
            choices += len(played["choices"])
        print(f"{name}: {asked.games} games, {choices} choices: the same choices offered, the same returns")
    if asked.write is not None:
        lines = (
            f'"{name}": [\n' + ",\n".join(json.dumps(p, separators=(",", ":")) for p in some(kept[name])) + "\n]"
            for name in kept
        )
        asked.write.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")


if __name__ == "__main__":
    main()
