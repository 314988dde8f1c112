"""The value of a position for each player: from the rules' own `promise`, or from a playout."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ...stack.game import Game
from ...state.position import NATURE, NOBODY, Position

WON = 1e9  # a margin beyond any promise
PLAYOUT = 2000  # decisions after which a playout counts as undecided


class Evaluation:
    """Reads a position that the bot may know in full: a guess, never the real position.

    A pack may declare `function promise(p: player)`, a number: the position's value for p, larger is better. It may
    read what p sees. Without it the bots use playouts. Players with the same value of `function team(p: player)` are
    not rivals; if all are in one team, they play against the game.
    """

    def __init__(self, game: Game) -> None:
        self.machine = game.machine
        self.players = range(len(game.players))
        self.promise = _of_player(game, "promise", "number")
        self.team = _of_player(game, "team")

    def margins(self, S: Position) -> list[float]:
        """For each player: their promise minus the best of their rivals'; if the game is over, the value of the
        result.
        """
        if S.ask is None and not (S.glance and S.result is None):
            return [self.worth(S, player) for player in self.players]
        promise = self.promise
        if promise is None:
            return [0.0 for _ in self.players]
        stands = [float(promise(S, p) or 0) for p in self.players]
        rivals = [self.rivals(S, p) for p in self.players]
        return [stands[p] - max((stands[q] for q in rivals[p]), default=0.0) for p in self.players]

    def worth(self, S: Position, player: int) -> float:
        """The value of a game's end for a player: WON or -WON after a win or a loss.

        Without a winner, rivals are even. For players without rivals the score counts, if the rules define one.
        """
        end, rivals = S.result or NOBODY, self.rivals(S, player)
        if not rivals and end.scores is not None:
            return float(end.scores[player])
        if end.has_won(player):
            return WON
        return 0.0 if rivals and not end.winners else -WON

    def rivals(self, S: Position, player: int) -> list[int]:
        team = self.team
        if team is None:
            return [other for other in self.players if other != player]
        own = team(S, player)
        return [other for other in self.players if team(S, other) != own]

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


def _of_player(game: Game, name: str, gives: str = "") -> Callable[[Position, int], Any] | None:
    """A function of the rules that says something of a player; None where they declare none."""
    declared = game.program.index.functions.get(name)
    fits = declared is not None and declared.tags == ("names player",) and gives in ("", declared.tag)
    return game.machine.reader(name) if fits else None
