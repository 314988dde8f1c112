"""Other libraries as contestants. Libraries that are not installed are skipped."""

from __future__ import annotations

import os
import random
import subprocess
from importlib import import_module
from pathlib import Path
from typing import Any

from .measure import Contestant


def open_spiel(short: str, name: str, uniform: bool = True) -> Contestant:
    """A game of OpenSpiel, written in C++ and driven from Python. `uniform`: so is all its chance."""
    new = import_module("pyspiel").load_game(short).new_initial_state
    rng = random.Random(1)
    draw, choices = rng.random, rng.choices

    def play(_: int) -> int:
        state, count = new(), 0
        while not state.is_terminal():
            if not uniform and state.is_chance_node():
                outcomes, weights = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(choices(outcomes, weights)[0])
                continue
            actions = state.legal_actions()
            if not state.is_chance_node():
                count += 1
            state.apply_action(actions[int(draw() * len(actions))])
        return count

    return Contestant(name, play)


def rlcard_uno(name: str) -> Contestant:
    """The game itself, without its learning environment."""
    game: Any = import_module("rlcard.games.uno").Game()
    game.np_random.seed(1)
    draw = random.Random(1).random

    def play(_: int) -> int:
        count = 0
        game.init_game()
        while not game.is_over():
            actions = game.get_legal_actions()
            game.step(actions[int(draw() * len(actions))])
            count += 1
        return count

    return Contestant(name, play)


def catanatron(name: str) -> Contestant:
    """Catan for two: hexes and dice in plain Python, with networkx. Its own bots, which choose at random."""
    kit: Any = import_module("catanatron")
    colours = (kit.Color.RED, kit.Color.BLUE)

    def play(number: int) -> int:
        game = kit.Game([kit.RandomPlayer(colour) for colour in colours], seed=number)
        game.play()
        return len(game.state.actions)

    return Contestant(name, play)


class BoardgameIo:
    """Node with boardgame.io's reducer. It plays when asked, so that it can be interleaved with the others."""

    def __init__(self, modules: Path) -> None:
        script = Path(__file__).with_name("boardgame_io.cjs")
        self.node = subprocess.Popen(
            ["node", str(script)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            env={**os.environ, "NODE_PATH": str(modules.resolve()), "NODE_ENV": "production"},
        )
        self.seconds = 0.0  # CPU seconds, as last reported by node
        if self.ask() == 0:
            self.close()
            raise ImportError(f"no boardgame.io in {modules}")

    def ask(self) -> int:
        """Plays a game; the number of moves."""
        assert self.node.stdin is not None and self.node.stdout is not None
        try:
            self.node.stdin.write("\n")
            self.node.stdin.flush()
        except BrokenPipeError:
            return 0
        moves, seconds = (self.node.stdout.readline() or "0 0").split()
        self.seconds = float(seconds)
        return int(moves)

    def close(self) -> None:
        self.node.terminate()
        self.node.wait()

    def contestant(self, name: str) -> Contestant:
        return Contestant(name, lambda _: self.ask(), lambda: self.seconds)
