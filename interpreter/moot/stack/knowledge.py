"""Who knows a thing: who sees the zone where it lies, or was shown it, or saw it move."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from ..code.program import Program
from ..state.position import Position
from ..state.view import knowing


def knowledge_helpers(program: Program, ns: dict[str, Any]) -> dict[str, Callable[..., Any]]:
    """A bit for each player who knows a thing is kept behind its place. What lies where all see it needs none: the bits
    are as they were. `S.known` has a bit wherever one is set of somebody who does not see the zone as it is declared.
    """
    layout = program.layout
    count = len(layout.things)
    players = len(layout.players)
    everybody = (1 << players) - 1
    static = len(layout.zones)  # zones from here on belong to rows
    declared = [z.seen or 0 for z in layout.zones]
    by_formula = [z.seen is None for z in layout.zones]
    fixed = {number: z.seen for number, z in enumerate(layout.zones)}
    sees_slot = program.names["sees_slot"]
    named: tuple[int, ...] | None = program.names["sees_zones"]  # those that rules modify by name, if all do
    sees_always, sees_adds = program.names["sees_always"], program.names["sees_adds"]

    def seen_by(S: Position, z: int) -> int:
        """A bit for each player who sees the zone as it is declared."""
        if z < static and not by_formula[z]:
            return declared[z]
        name, args = (layout.zones[z].name, layout.zones[z].args) if z < static else S.extra[z]
        found: int = ns["SEEN"][name](S, *args)
        return found

    def watching(S: Position, s: int, t: int) -> bool:
        """Whether anything modifies who sees either of two zones."""
        if not (sees_always or (sees_slot >= 0 and S.live[sees_slot])):
            return False
        return named is None or s in named or t in named

    def sees_now(S: Position, z: int, others: int = 0) -> int:
        """A bit for each player who sees the zone, with what modifies `sees`; and for those others."""
        if not watching(S, z, z):
            return seen_by(S, z) | others
        found = seen_by(S, z) | others if sees_adds else others
        f_sees = ns["f_sees"]
        for p in range(players):
            if not found >> p & 1 and f_sees(S, p, z):
                found |= 1 << p
        return found

    def sees_zone(S: Position, p: int, z: Any) -> bool:
        seen = fixed.get(z)
        if seen is None:
            if z is None or z < 0:
                return False
            seen = seen_by(S, z)
        return seen >> p & 1 == 1

    def settle(S: Position, things: Iterable[int], s: int, t: int, whole: bool = False) -> None:
        """After moves to where not all see: who knows the things now, and what is forgotten.

        `whole`: all that lay at `s` went to where nothing lay, so that who knew a thing knows it still.
        """
        cells = S.cells
        known = S.known
        plain = 0 <= s < static and t < static and not (by_formula[s] or by_formula[t] or watching(S, s, t))
        if plain:
            always = declared[t]
            witnesses = always | declared[s]
        else:
            always = declared[t] if t < static else 0
            witnesses = sees_now(S, t)
            if s >= 0:
                witnesses = sees_now(S, s, witnesses)
        if known and s >= 0 and not whole and (blind := known >> s * players & everybody & ~witnesses):
            forget(S, s, blind)
        knowers = witnesses
        if whole and (not plain or known >> s * players & everybody):
            if plain:
                knowers |= known >> s * players & everybody
            for thing in things:
                cells[count + thing] |= witnesses
                if not plain:
                    knowers |= cells[count + thing]
        else:
            for thing in things:
                cells[count + thing] = witnesses
        if knowers & ~always:
            S.known |= (knowers & ~always) << t * players

    def forget(S: Position, z: int, blind: int) -> None:
        """Those players no longer know which things lie there."""
        cells = S.cells
        if blind == everybody and not S.rows:
            for thing in S.zones[z]:
                cells[count + thing] = 0
        else:
            for thing in S.zones[z]:
                if thing < count:
                    cells[count + thing] &= ~blind
        S.known &= ~(blind << z * players)

    def knowers(S: Position, thing: Any) -> int:
        """A bit for each player who knows which thing it is."""
        return knowing(S, layout, sees_now, thing)

    def p_show(S: Position, what: Any, player: Any, rule: int = -1) -> None:
        """A thing, or each of several, is seen by a player, who knows it as long as it lies there."""
        if what is None or player is None:
            return
        things = what if isinstance(what, tuple) else (what,)
        cells = S.cells
        bit = 1 << player
        last = -1
        for thing in things:
            if thing < count:
                cells[count + thing] |= bit
                z = cells[thing]
                if z != last and z >= 0:
                    last = z
                    if z >= static or not declared[z] & bit:
                        S.known |= bit << z * players
        if S.journal is not None:
            S.journal.append(("show", rule, things, player))

    def show_zone(S: Position, z: int, player: Any) -> None:
        """The same for all that lies in a zone of no row, where no rows are among it; it is not told to the journal."""
        if player is None or not S.zones[z]:
            return
        cells = S.cells
        bit = 1 << player
        for thing in S.zones[z]:
            cells[count + thing] |= bit
        if not declared[z] & bit:
            S.known |= bit << z * players

    ns["f_sees"] = sees_zone  # unless rules modify it
    ns["SEEN_BY"] = tuple(declared)
    found = (seen_by, sees_now, sees_zone, settle, forget, knowers, p_show, show_zone)
    return {f.__name__: f for f in found}
