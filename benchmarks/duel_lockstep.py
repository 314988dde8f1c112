"""Plays The Duel by hand and by the interpreter side by side, with the same chance and the same choices, and compares
everything at each decision: `python -m benchmarks.duel_lockstep [GAMES]`."""

from __future__ import annotations

from typing import Any

from moot.stack.zones import Orders

from . import duel_by_hand as by_hand
from .lockstep import Both, Told, main


class Lockstep(Both):
    def __init__(self) -> None:
        super().__init__("duel/english")
        layout = self.game.program.layout
        decks = ["gandalf" if card < by_hand.FIRST_OF_BALROG else "balrog" for card in range(by_hand.CARDS)]
        numbers = {(thing.deck, thing.title): n for n, thing in enumerate(layout.things)}
        self.things = [numbers[deck, title] for deck, title in zip(decks, by_hand.TITLES, strict=True)]
        self.cells = {state.name: state.first for state in layout.states if not state.owner}

    def begun(self, chance: Told) -> by_hand.Duel:
        return by_hand.Duel(chance)

    def happened(self, told: Any, options: Any) -> Any:
        if isinstance(options, Orders):
            return tuple(self.things[card] for card in told)
        assert self.things[told] in options
        return self.things[told]

    def value(self, answer: int, options: Any) -> Any:
        if answer is True or answer is False:
            return next(option for option in options if bool(option) is answer)
        return answer if set(options) == set(by_hand.PLAYERS) else self.things[answer]  # players by their numbers

    def ended(self, hand: by_hand.Duel, result: Any) -> bool:
        assert hand.winner < 0 or result.has_won(hand.winner)
        return hand.winner >= 0

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


if __name__ == "__main__":
    main(Lockstep())
