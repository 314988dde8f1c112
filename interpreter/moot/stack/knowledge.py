"""The players who know a thing, because they see its zone, were shown it, or saw it move."""

from __future__ import annotations

from collections.abc import Iterable

from ..code.program import Program
from ..state.position import Args, NoticedChoice, Position, Value
from ..state.view import knowing
from .form import Helpers, Namespace

MOST_NOTICED = 64  # choices that a position keeps; older ones are forgotten


def knowledge_helpers(program: Program, ns: Namespace) -> Helpers:
    """`S.told` has for a thing a bit for each player who knows it although they do not see its zone, or not
    always. For things that all players see, it keeps the earlier bits. `S.known` lists the zones with such things.
    """
    layout = program.layout
    count = len(layout.things)
    players = len(layout.players)
    everybody = (1 << players) - 1
    static = len(layout.zones)  # zones from here on belong to rows
    declared = [z.seen or 0 for z in layout.zones]
    by_formula = [z.seen is None for z in layout.zones]
    fixed: dict[int | None, int | None] = {number: z.seen for number, z in enumerate(layout.zones)}
    sees_slot = program.index.sees_slot
    named = program.index.sees_zones  # those that rules modify by name, if all do
    sees_always, sees_adds = program.index.sees_always, program.index.sees_adds
    # the players who always see each zone
    certain = [s if sees_adds or not (named is None or z in named) else 0 for z, s in enumerate(declared)]
    ns["CERTAIN"] = certain

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

    def sees_zone(S: Position, p: int, z: int | None) -> bool:
        seen = fixed.get(z)
        if seen is None:
            if z is None or z < 0:
                return False
            seen = seen_by(S, z)
        return seen >> p & 1 == 1

    def settle(S: Position, things: Iterable[int], s: int, t: int, whole: bool = False) -> None:
        """Update the players who know the things, after moves to a zone that not all players see.

        `whole`: everything in `s` went to an empty zone, so players who knew a thing still know it.
        """
        told = S.told
        here = S.known >> s * players & everybody if s >= 0 else 0
        always = certain[t] if t < static else 0
        looked_at = sees_always or (sees_slot >= 0 and S.live[sees_slot])  # most often not: a call is spared
        if fixed.get(s) is not None and fixed.get(t) is not None and not (looked_at and watching(S, s, t)):
            onlookers = declared[t] | declared[s]
        else:
            onlookers = sees_now(S, t)
            if s >= 0:
                onlookers = sees_now(S, s, onlookers)
        noted = onlookers & ~always
        if here and whole:
            if noted or here & always:  # otherwise players to whom it was shown still know it
                for thing in things:
                    if who := told.pop(thing, 0) & ~always | noted:
                        told[thing] = who
            noted |= here & ~always
        else:
            if here and (blind := here & ~onlookers):
                forget(S, s, blind)
            if noted:
                for thing in things:
                    told[thing] = noted
            elif told:
                for thing in things:
                    told.pop(thing, None)
        if noted:
            S.known |= noted << t * players

    def forget(S: Position, z: int, blind: int) -> None:
        """Those players no longer know which things are there."""
        told = S.told
        for thing in told.keys() & S.zones[z]:
            if who := told[thing] & ~blind:
                told[thing] = who
            else:
                del told[thing]
        S.known &= ~(blind << z * players)

    def knowers(S: Position, thing: int | None) -> int:
        """A bit for each player who knows which thing it is."""
        return knowing(S, layout, sees_now, thing)

    def p_show(S: Position, what: int | tuple[int, ...] | None, player: int | None, rule: int = -1) -> None:
        """A player sees a thing, or each of several, and knows it as long as it stays there."""
        if what is None or player is None:
            return
        things = what if isinstance(what, tuple) else (what,)
        bit = 1 << player
        for thing in things:
            if thing < count and (z := S.cells[thing]) >= 0 and not (z < static and certain[z] & bit):
                S.told[thing] = S.told.get(thing, 0) | bit
                S.known |= bit << z * players
        if S.journal is not None:
            S.journal.append(("show", rule, things, player))

    def p_say(S: Position, text: str | None, rule: int = -1) -> None:
        """A line of the journal for all to read."""
        if S.journal is not None and text is not None:
            S.journal.append(("say", rule, text))

    def notice(S: Position, unit: str, player: int | None, answer: Value, args: Args) -> None:
        """A choice from which others learn."""
        if S.trying or player is None:
            return
        at = S.copy()
        at.stack, at.frame, at.ask, at.noticed, at.notices = [], None, None, (), None
        S.noticed = (*S.noticed[1 - MOST_NOTICED :], NoticedChoice(unit, player, answer, args, at))

    def show_zone(S: Position, z: int, player: int | None) -> None:
        """The same for everything in a zone that belongs to no row and contains no rows; the journal does not
        record it.
        """
        things = S.zones[z]
        if player is None or not things or certain[z] >> player & 1:
            return
        told = S.told
        bit = 1 << player
        if S.known >> z * players & everybody & ~bit:
            for thing in things:
                told[thing] = told.get(thing, 0) | bit
        else:
            told.update(dict.fromkeys(things, bit))
        S.known |= bit << z * players

    ns["f_sees"] = sees_zone  # unless rules modify it
    ns["SEEN_BY"] = tuple(declared)
    found = (seen_by, sees_now, sees_zone, settle, forget, knowers, p_show, p_say, notice, show_zone)
    return {f.__name__: f for f in found}
