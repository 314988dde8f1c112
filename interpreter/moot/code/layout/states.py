"""Cells of states: of each thing that has one, and one for each combination of arguments."""

from __future__ import annotations

from ...state.layout import IndexRange, Layout, StateRow
from ..typing import symbols, types
from .things import Things
from .zones import count_kept


def number_states(things: Things, layout: Layout) -> dict[int, StateRow]:
    """Adds all states to the layout, of things first. Gives their rows by id of the symbol (Member or State).

    Raises MootError where there would be too many.
    """
    rows: dict[int, StateRow] = {}

    def add(symbol: symbols.Member | symbols.State, owner: str, domains: list[IndexRange]) -> None:
        rows[id(symbol)] = layout.add_state(symbol.name, owner, domains, things.tag(symbol.type))

    for kind in things.game.kinds.values():
        domain = things.domain(types.Thing(kind.name))
        for member in kind.fields.values():
            if domain is not None and member.is_state and member.kind == kind.name:
                add(member, kind.name, [domain])
    for title, carried in things.game.carried.items():
        copies = things.copies.get(title, ())
        spread = IndexRange(copies[0], copies[-1] - copies[0] + 1, "thing") if copies else IndexRange(0, 0, "thing")
        for member in carried.states.values():
            add(member, title, [spread])
    sparse = 0
    for state in things.game.states.values():
        domains = [things.domain(param.type) for param in state.params]
        known = [domain for domain in domains if domain is not None]
        if len(known) < len(domains):
            rows[id(state)] = layout.add_sparse(state.name, "", [], things.tag(state.type), sparse)
            sparse += 1
        else:
            count_kept(state, known)
            add(state, "", known)
    return rows
