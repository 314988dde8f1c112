"""How a game ended, and the error for an unavailable choice."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ..state.position import one_or_several


class IllegalChoice(ValueError):
    """A choice that is not available. `reason` explains why, and `clauses` are the rules behind it."""

    def __init__(self, key: str, reason: str, clauses: tuple[str, ...] = ()) -> None:
        super().__init__(reason)
        self.key = key
        self.reason = reason
        self.clauses = clauses


@dataclass(frozen=True, slots=True)
class Result:
    """The end of a game. `winners` are names, in the order of the players; `scores` are the players' scores, or
    None if the rules define none.
    """

    winners: tuple[str, ...]
    scores: dict[str, int] | None
    reason: str
    rule: str
    clauses: tuple[str, ...]

    @property
    def winner(self) -> str | None:
        """The only winner; None if there is no winner, or more than one."""
        return self.winners[0] if len(self.winners) == 1 else None

    def as_json(self) -> dict[str, Any]:
        """`winner`: a name, a list of several, or None; `reason`; and `scores`, if the rules define them."""
        scores = {} if self.scores is None else {"scores": self.scores}
        return {"winner": one_or_several(self.winners), "reason": self.reason} | scores

    @property
    def places(self) -> dict[str, int]:
        """The rank of each player: winners first, the others by their scores."""
        order = {p: (p in self.winners, (self.scores or {}).get(p, 0)) for p in (self.scores or self.winners)}
        return {p: 1 + sum(other > own for other in order.values()) for p, own in order.items()}
