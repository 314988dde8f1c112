"""Tic-tac-toe and Leduc poker of `examples/` side by side with OpenSpiel's: the same choices at each step, the same
outcome: `python -m benchmarks.spiel_lockstep [GAMES]`.

With `--write FILE` the games are kept as data, for tests that do without OpenSpiel.
"""

from __future__ import annotations

import argparse
import json
import random
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import moot

EXAMPLES = Path(__file__).parent.parent / "examples"
CELLS = ["a3", "b3", "c3", "a2", "b2", "c2", "a1", "b1", "c1"]  # in OpenSpiel's order
BETS = ["fold", "call", "raise"]
CARDS = [f"{rank}_of_{suit}" for rank in ("jack", "queen", "king") for suit in ("hearts", "spades")]
NAMES = {"tic_tac_toe": CELLS, "leduc": BETS}

# One game as data: the cards as dealt, then for each choice of two or more who chose, what was offered, and what was
# taken; and what each player has won.
Played = dict[str, Any]


class Two:
    """The interpreter's game and what is asked of it."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.game = moot.load(EXAMPLES / name)
        things = {thing.title: number for number, thing in enumerate(self.game.program.layout.things)}
        self.cards = [things[card] for card in CARDS] if name == "leduc" else []
        self.paid = next((state.first for state in self.game.program.layout.states if state.name == "paid"), 0)

    def start(self, dealt: list[int]) -> moot.State:
        """A new game in which these cards come first from the deck."""
        state = self.game.start(journal=False, nature=True)
        if self.cards:
            rest = [card for card in range(len(CARDS)) if card not in dealt]
            order = tuple(self.cards[card] for card in reversed([*dealt, *rest]))
            self.game.machine.advance(state.position, order)
        return state

    def returns(self, state: moot.State) -> list[float]:
        """What each player has won: the other's stake, or one point."""
        assert state.result is not None
        if state.result.winner is None:
            return [0.0, 0.0]
        winner = self.game.players.index(state.result.winner)
        stake = float(state.position.cells[self.paid + 1 - winner]) if self.cards else 1.0
        return [stake, -stake] if winner == 0 else [-stake, stake]

    def replay(self, played: Played) -> None:
        """Plays a game that is kept as data. Raises AssertionError where anything differs."""
        state = self.start(played["dealt"])
        for player, offered, taken in played["choices"]:
            decision = state.decision
            assert decision is not None
            assert decision.player == self.game.players[player]
            assert sorted(option.key for option in decision.options) == sorted(NAMES[self.name][n] for n in offered)
            state.apply(NAMES[self.name][taken])
        assert state.over and self.returns(state) == played["returns"]


def spiel_games(name: str, games: int) -> Iterator[Played]:
    """Random games of OpenSpiel, as data. A choice of one is taken, and not told."""
    new = import_module("pyspiel").load_game({"tic_tac_toe": "tic_tac_toe", "leduc": "leduc_poker"}[name])
    for number in range(games):
        rng, state = random.Random(number), new.new_initial_state()
        dealt, choices = [], []
        while not state.is_terminal():
            actions = state.legal_actions()
            taken = rng.choice(actions)
            if state.is_chance_node():
                dealt.append(taken)
            elif len(actions) > 1:
                choices.append((state.current_player(), actions, taken))
            state.apply_action(taken)
        yield {"dealt": dealt, "choices": choices, "returns": state.returns()}


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.spiel_lockstep")
    parser.add_argument("games", type=int, nargs="?", default=10_000)
    parser.add_argument("--write", type=Path, help="keep the games in this file")
    asked = parser.parse_args()
    kept: dict[str, list[Played]] = {}
    for name in NAMES:
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
            f'"{name}": [\n' + ",\n".join(json.dumps(p, separators=(",", ":")) for p in kept[name]) + "\n]"
            for name in kept
        )
        asked.write.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")


if __name__ == "__main__":
    main()
