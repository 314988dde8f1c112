"""What positions are made of, for comparing them and for looking into them."""

from __future__ import annotations

from typing import Any

from moot.stack.game import State
from moot.stack.zones import Orders
from moot.state.position import UNSEEN, Outcome, Position

# The first is compared by itself; the others are empty, filled up by a choice, or only for what is kept.
APART = {"journal", "fuel", "unwind", "wrote", "still"}
PLAIN = (int, str, bool, type(None))


def whole(S: Position) -> dict[str, Any]:
    """All of a position by name, to be compared: more than `key`, which leaves out what follows from the rest."""
    found = {name: frozen(getattr(S, name)) for name in Position.__slots__ if name not in APART}
    assert S.unwind == []
    return found


def frozen(value: Any) -> Any:
    if isinstance(value, Orders):
        return ("orders", value.things)
    if isinstance(value, dict):
        return tuple((key, frozen(one)) for key, one in value.items())
    return tuple(map(frozen, value)) if isinstance(value, list | tuple) else value


def mutable_parts(value: Any) -> dict[int, Any]:
    """Every list and dict inside, by identity. Fails for anything that is no plain data.

    But for what is asked: the values to choose from are put there once and go as they are, from copy to copy. And for
    the one set in which all positions note what they write before a search looks at them: it is never read.
    """
    found: dict[int, Any] = {}
    waiting = [getattr(value, name) for name in Position.__slots__ if name != "ask"]
    while waiting:
        one = waiting.pop()
        if type(one) in PLAIN or one is UNSEEN:
            continue
        if isinstance(one, Orders):
            one = one.things
        assert type(one) in (list, dict, tuple, set, Outcome), f"{one!r} is no plain data"
        if not isinstance(one, tuple):
            found[id(one)] = one
        waiting += [*one.keys(), *one.values()] if type(one) is dict else one
    return found


def journal_of(state: State, player: str | None = None) -> list[dict[str, Any]]:
    """The journal as data, of everybody or of one player."""
    entries = state.journal if player is None else state.seen_journal(player)
    return [entry.as_json() for entry in entries]
