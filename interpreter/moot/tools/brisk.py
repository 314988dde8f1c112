"""A bot for games with many pieces and many choices: it looks at a few options, and at those things alone that change.

A pack may declare `function promise_of(x: piece, p: player)`, a number: how well p stands by x, whosever x is; larger
is better. An option is worth what this changes by, added up over the things that the option moves or marks.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from itertools import product
from typing import Any

from ..lang.diagnostic import MootError, fail
from ..stack.game import Game
from ..state.position import Position
from .evaluate import WON
from .uncollected import uncollected

_BLOCK = 32  # cells compared at once


class BriskBot:
    """The best of up to `looks` options, drawn at random; of equals any, but being done only where nothing is better.

    Raises MootError where the game's rules do not say what a thing promises.
    """

    def __init__(self, game: Game, seat: int, seed: int, looks: int) -> None:
        if not judges_things(game):
            hint = "declare `function promise_of(x: piece, p: player)`, a number, or take another bot"
            raise fail(
                "no-promise", f"the rules of `{game.id}` do not say how well a player stands by a thing", hint=hint
            )
        self.game = game
        self.seat = seat
        self.looks = looks
        self.rng = random.Random(seed)
        self.promise_of: Callable[[Position, int, int], Any] = game.machine.fast["FUNCTIONS"]["promise_of"]
        self.first, self.end = game.program.names["of_things"]["promise_of"]
        self.things = _things_by_cell(game, self.first, self.end)

    def choose(self, S: Position) -> int:
        assert S.ask is not None
        values = S.ask[2]
        count = len(values)
        if count == 1:
            return 0
        looked = range(count) if count <= self.looks else self.rng.sample(range(count), self.looks)
        guessed = self.game.guesser.guess(S, self.seat, self.rng)
        guessed.nature = False
        before: dict[int, float] = {}
        with uncollected():
            worths = {place: self.worth(guessed, place, before) for place in looked}
        best = max(worths.values())
        if best < 0 and None in values and values.index(None) not in worths:
            return int(values.index(None))  # it may always be left alone
        found = [place for place, worth in worths.items() if worth == best]
        return self.rng.choice([place for place in found if values[place] is not None] or found)

    def worth(self, guessed: Position, place: int, before: dict[int, float]) -> float:
        """How much better its seat stands after an option. `before`: what things promised, filled as it is needed."""
        S = guessed.copy()
        assert S.ask is not None
        try:
            self.game.machine.advance(S, S.ask[2][place])
            if S.ask is None:
                winner = S.result[0] if S.result is not None else None
                return 0.0 if winner is None and len(self.game.players) > 1 else WON if winner == self.seat else -WON
            gained = 0.0
            for thing in self.changed(guessed.cells, S.cells):
                if thing not in before:
                    before[thing] = float(self.promise_of(guessed, thing, self.seat) or 0)
                gained += float(self.promise_of(S, thing, self.seat) or 0) - before[thing]
        except MootError:
            return 0.0  # what cannot be played on a guess says nothing about the option
        return gained

    def changed(self, old: list[Any], new: list[Any]) -> set[int]:
        """The things that lie elsewhere, or of which a state has another value."""
        found: set[int] = set()
        things = self.things
        for start in range(0, len(old), _BLOCK):
            if old[start : start + _BLOCK] != new[start : start + _BLOCK]:
                for cell in range(start, min(start + _BLOCK, len(old))):
                    if old[cell] != new[cell]:
                        found.update(things[cell])
        return found


def judges_things(game: Game) -> bool:
    """Whether the rules declare `promise_of(x, p)` of a thing and a player, a number."""
    declared = game.program.names["functions"].get("promise_of")
    if declared is None or "promise_of" not in game.program.names["of_things"]:
        return False
    params, of = declared
    return of == "number" and [tag for _, tag in params] == ["thing", "names player"]


def _things_by_cell(game: Game, first: int, end: int) -> list[tuple[int, ...]]:
    """For each cell the things from `first` up to `end` whose place it is, or to whose states it belongs."""
    layout = game.program.layout
    found: list[tuple[int, ...]] = [()] * layout.cells
    for thing in range(first, end):
        found[thing] = (thing,)
    for row in layout.states:
        if row.first >= 0 and any(domain.tag == "thing" for domain in row.domains):
            for offset, args in enumerate(product(*(domain.values for domain in row.domains))):
                pairs = zip(args, row.domains, strict=True)
                found[row.first + offset] = tuple(a for a, d in pairs if d.tag == "thing" and first <= a < end)
    return found
