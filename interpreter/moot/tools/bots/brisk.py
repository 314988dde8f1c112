"""A bot for games with many pieces and many choices: it looks at a few options, and at those things alone that change.

A pack may declare `function promise_of(x: piece, p: player)`, a number: the value of x for p, no matter who owns it;
larger is better. The score of an option is the sum of the changes in this value over the things that the option moves
or marks. A pack may add `function promise_beside(p: player)`, the value of everything that no thing shows; its change
is added.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from itertools import product
from typing import Any

from ...lang.diagnostic import MootError, fail
from ...lang.without_gc import uncollected
from ...stack.game import Game
from ...state.position import Position, Value
from .evaluate import Evaluation

_BLOCK = 32  # cells compared at once
_ACTIONS = 3  # how many times as many actions are looked at as other options


class BriskBot:
    """The best of up to `looks` options, drawn at random; of equals any, but being done only where nothing is better.

    Raises MootError where the game's rules do not say what a thing promises.
    """

    def __init__(self, game: Game, seat: int, seed: int, looks: int) -> None:
        if not judges_things(game):
            hint = (
                "declare `function promise_of(x: piece, p: player)`, a number, and optionally"
                " `function promise_beside(p: player)`, a number; or use another bot"
            )
            raise fail("no-promise", f"the rules of `{game.id}` do not value a player's things", hint=hint)
        self.game = game
        self.seat = seat
        self.looks = looks
        self.rng = random.Random(seed)
        self.evaluation = Evaluation(game)
        self.promise_of: Callable[[Position, int, int], Any] = game.machine.reader("promise_of")
        self.promise_beside: Callable[[Position, int], Any] | None = None
        if "promise_beside" in game.program.index.functions:
            self.promise_beside = game.machine.reader("promise_beside")
        self.first, self.end = game.program.index.of_things["promise_of"]
        self.things = _things_by_cell(game, self.first, self.end)
        self.calls = [site.tag == "call" for site in game.program.sites]

    def choose(self, S: Position) -> int:
        values = S.question().options
        count = len(values)
        if count == 1:
            return 0
        guessed = self.game.determinizer.guess(S, self.seat, self.rng)
        guessed.nature = False
        guessed.glance = True
        with uncollected():
            worths = self.worths(guessed)
        best = max(worths.values())
        rest = next((place for place, value in enumerate(values) if value is None), None) if best < 0 else None
        if rest is not None and rest not in worths:
            return rest  # it may always be left alone
        found = [place for place, worth in worths.items() if worth == best]
        return self.rng.choice([place for place in found if values[place] is not None] or found)

    def worths(self, guessed: Position) -> dict[int, float]:
        """The scores of options, by index.

        Examines one of the actions that only lead to another choice, because they are all alike; the rest cost nothing.
        Examines more of the other actions than of places and things, because each may do something different.
        """
        site, _, values, _ = guessed.question()
        count, calls = len(values), self.calls[site]
        worths: dict[int, float] = {}
        before: dict[int, float] = {}
        asking: set[Value] = set()
        most = _ACTIONS * self.looks if calls else self.looks
        looks = 0
        for place in self.rng.sample(range(count), count if calls else min(count, self.looks)):
            value = values[place]
            action = value[0] if calls and isinstance(value, tuple) else None
            if action in asking:
                worths[place] = 0.0
            elif looks < most:
                looks += 1
                worths[place], asks_only = self.worth(guessed, place, before)
                if asks_only and action is not None:
                    asking.add(action)
        return worths

    def worth(self, guessed: Position, place: int, before: dict[int, float]) -> tuple[float, bool]:
        """The gain of the bot's seat from an option, and whether the option has only led to another choice so far.

        `before`: the earlier values of things, filled on demand.
        """
        S = guessed.copy()
        try:
            self.game.machine.advance(S, guessed.question().options[place])
            if S.result is not None:
                return self.evaluation.worth(S, self.seat), False
            gained = self.beside(S) - self.beside(guessed)
            changed = self.changed(guessed.cells, S.cells)
            for thing in changed:
                if thing not in before:
                    before[thing] = float(self.promise_of(guessed, thing, self.seat) or 0)
                gained += float(self.promise_of(S, thing, self.seat) or 0) - before[thing]
        except MootError:
            return 0.0, False  # an option that cannot be played on a guess gets no score from it
        return gained, S.ask is not None and not changed and not gained

    def beside(self, S: Position) -> float:
        return float(self.promise_beside(S, self.seat) or 0) if self.promise_beside is not None else 0.0

    def changed(self, old: list[Any], new: list[Any]) -> set[int]:
        """The things that have moved, or have a state that has changed."""
        found: set[int] = set()
        things = self.things
        for start in range(0, len(old), _BLOCK):
            if old[start : start + _BLOCK] != new[start : start + _BLOCK]:
                for cell in range(start, min(start + _BLOCK, len(old))):
                    if old[cell] != new[cell]:
                        found.update(things[cell])
        return found


def judges_things(game: Game) -> bool:
    """Whether the rules declare `promise_of(x, p)`, a number, and `promise_beside(p)` either so or not at all."""
    functions = game.program.index.functions
    if "promise_of" not in functions or "promise_of" not in game.program.index.of_things:
        return False
    wanted = {"promise_of": ("thing", "names player"), "promise_beside": ("names player",)}
    declared = [(functions[name], tags) for name, tags in wanted.items() if name in functions]
    return all(f.tag == "number" and f.tags == tags for f, tags in declared)


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
