"""How well each player stands in a position: by the rules' own `promise`, or by a playout."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ...stack.game import Game
from ...state.position import NATURE, Position

WON = 1e9  # a margin beyond any promise
PLAYOUT = 2000  # decisions after which a playout counts as undecided


class Evaluation:
    """Reads a position that the bot may know in full: a guess, never the position that is played.

    A pack may declare `function promise(p: player)`, a number: how well p stands, larger is better. It may read what p
    sees. Without it the bots fall back to playouts.
    """

    def __init__(self, game: Game) -> None:
        self.machine = game.machine
        self.players = range(len(game.players))
        declared = game.program.index.functions.get("promise")
        fits = declared is not None and declared.tags == ("names player",) and declared.tag == "number"
        found = game.machine.fast.functions["promise"] if fits else None
        self.promise: Callable[[Position, int], Any] | None = found

    def margins(self, S: Position) -> list[float]:
        """For each player: his promise less the best of the others'. Plus or minus WON for who has won or lost.

        If nobody has won, several players are even; one alone has lost.
        """
        if S.ask is None:
            winner = S.result.winner if S.result is not None else None
            even = winner is None and len(self.players) > 1
            return [0.0 if even else WON if p == winner else -WON for p in self.players]
        promise = self.promise
        if promise is None:
            return [0.0 for _ in self.players]
        stands = [float(promise(S, p) or 0) for p in self.players]
        if len(stands) == 1:
            return stands
        return [stand - max(other for q, other in enumerate(stands) if q != p) for p, stand in enumerate(stands)]

    def play_out(self, S: Position, draw: Callable[[], float], limit: int = PLAYOUT) -> None:
        """A playout: random choices until the game is over or `limit` choices were made; S is changed."""
        advance = self.machine.advance
        ask = S.ask
        while ask is not None and limit > 0:
            _, player, values, _ = ask
            if player == NATURE:
                advance(S, self.machine.sample(S))
            else:
                advance(S, values[int(draw() * len(values))])
            limit -= 1
            ask = S.ask
