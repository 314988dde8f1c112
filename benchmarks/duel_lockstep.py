"""Plays The Duel by hand and by the interpreter side by side, with the same chance and the same choices, and compares
everything at each decision: `python -m benchmarks.duel_lockstep [GAMES]`."""

from __future__ import annotations

import random
import sys
from typing import Any

import moot
from moot.stack.zones import Orders
from moot.state.position import NATURE

from . import duel_by_hand as by_hand


class Told(by_hand.Sampled):
    """Chance that is kept to be told to the interpreter: orders and cards."""

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


class Lockstep:
    """Two games that must agree."""

    def __init__(self) -> None:
        self.game = moot.load("duel/english")
        layout = self.game.program.layout
        decks = ["gandalf" if card < by_hand.FIRST_OF_BALROG else "balrog" for card in range(by_hand.CARDS)]
        numbers = {(thing.deck, thing.title): n for n, thing in enumerate(layout.things)}
        self.things = [numbers[deck, title] for deck, title in zip(decks, by_hand.TITLES, strict=True)]
        self.cells = {state.name: state.first for state in layout.states if not state.owner}
        self.zones = {name: base[0] for name, base in layout.zone_bases.items()}

    def play(self, seed: int) -> int:
        """One game with random choices. The number of decisions; raises AssertionError where the two differ."""
        machine, things = self.game.machine, self.things
        chance, choices = Told(seed), random.Random(-seed - 1)
        duel = by_hand.Duel(chance)
        S: Any = machine.blank(seed)
        S.nature = True
        machine.begin(S)
        decisions = 0
        while True:
            told = iter(chance.told)
            while S.ask is not None and S.ask[1] == NATURE:
                happened = next(told)
                if isinstance(S.ask[2], Orders):
                    machine.advance(S, tuple(things[card] for card in happened))
                else:
                    assert things[happened] in S.ask[2]
                    machine.advance(S, things[happened])
            assert next(told, None) is None
            chance.told.clear()
            assert self.seen_by_hand(duel) == self.seen(S), (seed, decisions)
            if duel.winner >= 0:
                assert S.result is not None and S.result.winner == duel.winner, seed
                return decisions
            answer = choices.choice(list(duel.legal()))
            duel.apply(answer)
            machine.advance(S, self.value(answer, S.ask[2]))
            decisions += 1

    def value(self, answer: int, options: Any) -> Any:
        """The machine's option for an answer: players by their numbers, yes and no, or a thing."""
        if answer is True or answer is False:
            return next(option for option in options if bool(option) is answer)
        return answer if set(options) == set(by_hand.PLAYERS) else self.things[answer]

    def seen_by_hand(self, duel: by_hand.Duel) -> Any:
        numbers = (duel.round, duel.energy_g, duel.energy_b, duel.stair_g, duel.stair_b)
        if duel.winner >= 0:
            return numbers[0], numbers[3:]
        answers = duel.legal()
        plain = answers is by_hand.YES_NO or answers is by_hand.PLAYERS
        options = sorted(map(int, answers)) if plain else self.sorted(answers)
        zones = [self.sorted(z) for z in (duel.hand_g, duel.hand_b, duel.kept_g, duel.kept_b)]
        return duel.player, options, numbers, [self.things[card] for card in duel.display], zones

    def seen(self, S: Any) -> Any:
        cell, zone = self.cells, self.zones
        energy, stair = cell["energy"], cell["stair"]
        numbers = (S.cells[cell["round"]], *S.cells[energy : energy + 2], *S.cells[stair : stair + 2])
        if S.ask is None:
            return numbers[0], numbers[3:]
        hands = (zone["hand"], zone["hand"] + 1, zone["kept"], zone["kept"] + 1)
        options = sorted(map(int, S.ask[2]))
        return S.ask[1], options, numbers, list(S.zones[zone["display"]]), [sorted(S.zones[z]) for z in hands]

    def sorted(self, cards: Any) -> list[int]:
        return sorted(self.things[card] for card in cards)


def main() -> None:
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 2000
    both = Lockstep()
    decisions = sum(both.play(seed) for seed in range(games))
    print(f"{games} games, {decisions} decisions: the same choices lead to the same everywhere")


if __name__ == "__main__":
    main()
