"""Plays a game by hand and by the interpreter side by side, with the same chance and the same choices."""

from __future__ import annotations

import random
import sys
from collections.abc import Mapping
from typing import Any

import moot
from moot.state.position import NATURE

from . import duel_by_hand


class Told(duel_by_hand.Sampled):
    """Random results kept for the interpreter: orders and cards."""

    __slots__ = ("told",)

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.told: list[Any] = []

    def shuffle(self, cards: list[int]) -> None:
        super().shuffle(cards)
        self.told.append(cards[:])

    def pick(self, cards: list[int]) -> int:
        card = super().pick(cards)
        if len(cards) > 1:  # of one card nature is not asked
            self.told.append(card)
        return card


class Both:
    """Two games that must agree. The class of each game adds `things`, the interpreter's number of each card, and

    `begun(chance)`: the game by hand; `happened(told, options)` and `value(answer, options)`: what chance gave, and an
    answer, as the machine takes them; `seen_by_hand(hand)` and `seen(S)`: all that must be the same;
    `ended(hand, result)`: whether it is over, and then with the machine's result.
    """

    def __init__(self, name: str, options: Mapping[str, Any] | None = None) -> None:
        self.game = moot.load(name, options=options or {})
        self.zones = {name: base[0] for name, base in self.game.program.layout.zone_bases.items()}

    def play(self, seed: int) -> int:
        """One game with random choices. The number of decisions. Raises AssertionError if the two differ."""
        machine = self.game.machine
        chance, choices = Told(seed), random.Random(-seed - 1)
        hand = self.begun(chance)
        S: Any = machine.blank(seed)
        S.nature = True
        machine.begin(S)
        decisions = 0
        while True:
            told = iter(chance.told)
            while S.ask is not None and S.ask[1] == NATURE:
                machine.advance(S, self.happened(next(told), S.ask[2]))
            assert next(told, None) is None
            chance.told.clear()
            assert self.seen_by_hand(hand) == self.seen(S), (seed, decisions)
            if self.ended(hand, S.result):
                return decisions
            answer = choices.choice(list(hand.legal()))
            hand.apply(answer)
            machine.advance(S, self.value(answer, S.ask[2]))
            decisions += 1


def main(both: Both) -> None:
    """Play as many games as the command asks for."""
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 2000
    decisions = sum(both.play(seed) for seed in range(games))
    print(f"{games} games, {decisions} decisions: the same choices lead to the same everywhere")
