"""The end of a game: the winners, and each player's score."""

from __future__ import annotations

from ...lang import tree
from .asked import type_of, typed_as
from .fits import PLAYER, fits, or_none, type_phrase
from .scope import Place, what
from .symbols import Function, Local, State
from .types import NUMBER, item_of


def win(place: Place, node: tree.Win) -> None:
    if node.who is not None:
        _winners(place, node.who)
    if node.score is not None:
        _score(place, node, node.score)
    if node.reason is not None:
        type_of(place, node.reason)


def _winners(place: Place, who: tree.Formula) -> None:
    """A player, several, or none."""
    found = type_of(place, who, or_none(PLAYER))
    item = item_of(found)
    if not (fits(place.game, found, or_none(PLAYER)) or (item is not None and fits(place.game, item, PLAYER))):
        message = f"expected a player, several players or none as the winner, found {type_phrase(found)}"
        place.report.error("wrong-type", message, who.at, "for example, write `win p`, `win [ann, bob]`, `win none`")


def _score(place: Place, node: tree.Win, score: tree.Call) -> None:
    """The score: a function or state of one player that gives a number."""
    symbol = place.world.callables.get(score.name)
    right = "for example, write `win by points`, with `function points(p: player) = …`"
    if isinstance(symbol, Function | State):
        params = [param.type for param in symbol.params]
        if len(params) != 1 or not fits(place.game, PLAYER, params[0]):
            message = f"`{score.name}` is not a player's score: its one parameter must be a player"
            place.report.error("wrong-score", message, score.at, right)
            return
    elif symbol is not None or score.name in place.world.names:
        known = symbol or place.world.names[score.name]
        message = f"expected a function or state of a player after `by`, but `{score.name}` is {what(known)}"
        place.report.error("wrong-score", message, score.at, right)
        return
    inner = place.within()
    node.local = inner.scope.names[tree.SCORER] = Local(tree.SCORER, PLAYER, node)
    typed_as(inner, score, NUMBER)
