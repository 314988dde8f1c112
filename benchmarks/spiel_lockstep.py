"""Small games of `examples/` side by side with OpenSpiel's: the same choices at each step, the same outcome:
`python -m benchmarks.spiel_lockstep [GAMES]`.

With `--write FILE` some of the games are kept as data, for tests that do without OpenSpiel.
"""

from __future__ import annotations

import argparse
import json
import random
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path
from typing import Any
from zlib import crc32

import moot

EXAMPLES = Path(__file__).parent.parent / "examples"
CARDS = [f"{rank}_of_{suit}" for rank in ("jack", "queen", "king") for suit in ("hearts", "spades")]
KEPT = 1000  # choices of each game

# One game as data: the cards as dealt, then for each choice of two or more who chose, a sum over what was offered, and
# which of it was taken, in the order of the alphabet; and what each player has won.
Played = dict[str, Any]


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


# By example: how OpenSpiel calls it, and what one of its choices is called in ours.
GAMES: dict[str, tuple[str, Callable[[Any, int], str]]] = {
    "tic_tac_toe": ("tic_tac_toe", lambda state, action: f"{'abc'[action % 3]}{3 - action // 3}"),
    "leduc": ("leduc_poker", lambda state, action: ("fold", "call", "raise")[action]),
    "connect_four": ("connect_four", _dropped),
    "breakthrough": ("breakthrough", _stepped),
    "hex": ("hex", _set),
    "go": ("go(board_size=5,max_game_length=2000)", _played),
}


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
            assert decision is not None and decision.player == self.game.players[player]
            keys = sorted(option.key for option in decision.options)
            assert summed(keys) == offered
            state.apply(keys[taken])
        assert state.over and self.returns(state) == played["returns"]


def summed(keys: list[str]) -> int:
    return crc32(" ".join(keys).encode())


def spiel_games(name: str, games: int) -> Iterator[Played]:
    """Random games of OpenSpiel, as data. A choice of one is taken, and not told."""
    short, key = GAMES[name]
    new = import_module("pyspiel").load_game(short)
    for number in range(games):
        rng, state = random.Random(number), new.new_initial_state()
        dealt, choices = [], []
        while not state.is_terminal():
            actions = state.legal_actions()
            taken = rng.choice(actions)
            if state.is_chance_node():
                dealt.append(taken)
            elif len(actions) > 1:
                keys = sorted(key(state, action) for action in actions)
                choices.append((state.current_player(), summed(keys), keys.index(key(state, taken))))
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
    parser.add_argument("--only", action="append", choices=[*GAMES], help="this game; may be given several times")
    asked = parser.parse_args()
    kept: dict[str, list[Played]] = {}
    for name in asked.only or GAMES:
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
