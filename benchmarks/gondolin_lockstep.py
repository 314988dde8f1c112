"""Plays the lesson of Gondolin Cards by hand and by the interpreter side by side, with the same chance and the same
choices, and compares everything at each decision: `python -m benchmarks.gondolin_lockstep [GAMES]`."""

from __future__ import annotations

from typing import Any

from . import gondolin_by_hand as by_hand
from .lockstep import Both, Told, main

ENDS = {
    by_hand.SURVIVED: "outlived",
    by_hand.OVERRUN: "overrun",
    by_hand.UNDEFENDED: "the settlement has no defender",
    by_hand.UNANSWERED: "no defender can answer",
}
NUMBERS = ("now", "resources", "surroundings", "fixed_maintenance", "proficiency")


class Lockstep(Both):
    def __init__(self) -> None:
        super().__init__("gondolin", {"story": "lesson"})
        layout = self.game.program.layout
        numbers: dict[str, list[int]] = {}
        for n, thing in enumerate(layout.things):
            numbers.setdefault(thing.title, []).append(n)
        self.things = [numbers[title].pop(0) for title in by_hand.TITLES]
        self.cells = [next(s.first for s in layout.states if s.name == name) for name in NUMBERS]

    def begun(self, chance: Told) -> by_hand.Gondolin:
        return by_hand.Gondolin(chance)

    def happened(self, told: Any, options: Any) -> Any:
        return tuple(self.things[card] for card in told)

    def value(self, answer: int, options: Any) -> Any:
        return next(option for option in options if self.answer(option) == self.named(answer))

    def ended(self, hand: by_hand.Gondolin, result: Any) -> bool:
        if hand.outcome:
            assert ENDS[hand.outcome] in result.reason, result
            assert hand.outcome != by_hand.SURVIVED or result.reason.endswith(f" {hand.score}"), result
        return hand.outcome > 0

    def named(self, answer: int) -> Any:
        """A thing's number, or a word for anything else."""
        return {by_hand.DONE: "done", by_hand.MEND: "mend"}.get(answer) or self.things[answer]

    def answer(self, option: Any) -> Any:
        """The same of the machine's option: a thing, a call of an action, or none."""
        if option is None:
            return "done"
        if isinstance(option, tuple):
            _, _, this, args = option
            return args[0] if this is None else "mend"
        return option

    def seen_by_hand(self, hand: by_hand.Gondolin) -> Any:
        numbers = [hand.turn, hand.outcome > 0]
        settled = hand.question != by_hand.PLACE
        if settled:
            numbers += [hand.resources, hand.surroundings, hand.fixed_maintenance, hand.proficiency]
        seen = (hand.pile, hand.hand, hand.played) if settled else ()
        zones = [[self.things[card] for card in zone] for zone in seen]
        standing = sorted(self.things[c] for c in (*hand.defenders, *hand.improvements, *hand.enemies))
        options = [] if hand.outcome else sorted(map(str, map(self.named, hand.legal())))
        return numbers, zones, standing, options

    def seen(self, S: Any) -> Any:
        turn, *others = (S.cells[cell] for cell in self.cells)
        numbers = [turn, S.ask is None]
        zones = []
        if S.zones[self.zones["settlement"]]:
            numbers += others
            zones = [list(S.zones[self.zones[name]]) for name in ("draw_pile", "hand", "played")]
        first, rain = by_hand.FIRST_DEFENDER, self.things[by_hand.LONG_RAIN]
        standing = sorted(c for c in S.zones[self.zones["settlement"]] if c not in self.things[:first] and c != rain)
        options = [] if S.ask is None else sorted(str(self.answer(option)) for option in S.ask[2])
        return numbers, zones, standing, options


if __name__ == "__main__":
    main(Lockstep())
