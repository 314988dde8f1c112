"""Zones in play: moving things, whose effects are active, where things are."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from ..code.program import Program
from ..state.position import Args, Frame, Instance, Position, Value
from .chance import Orders, p_tested, shuffle_list
from .faults import PAUSE, Fault
from .form import Helpers, Namespace
from .knowledge import knowledge_helpers

MoveFunction = Callable[..., None]  # of a thing to a zone, or before a thing

SHUFFLE = -20  # number of the frame of a shuffle with hooks


# The work that a move between two zones may need: only an update of knowledge; effects that begin or end; states to
# reset, too.
SETTLED, LISTENS, LEAVES = 0, 1, 2


def zone_helpers(program: Program, ns: Namespace) -> Helpers:
    layout = program.layout
    count = len(layout.things)
    players = len(layout.players)
    everybody = (1 << players) - 1
    in_play_zone = [z.in_play for z in layout.zones]
    static = len(layout.zones)  # zones from here on belong to rows
    has_states = program.index.thing_states

    out_of_play = [SETTLED if play else LEAVES if has_states else LISTENS for play in in_play_zone]
    into_play = [LISTENS if play else SETTLED for play in in_play_zone]
    ways = [out_of_play if play else into_play for play in in_play_zone]
    sorts = {z.name: (z.sort, z.in_play) for z in layout.zones}
    sorts.update({zone.name: (zone.sort, zone.in_play) for zone in program.index.row_zone_sorts})
    effects = program.index.effects
    listening = bool(effects)
    tallied = program.index.tallied  # few
    shares: dict[int, tuple[int, ...]] = {zone: program.constants[f"TALLY_{zone}"] for zone in tallied}
    ns["EFFECTS"] = effects
    when_slot = program.index.when_slot
    known = knowledge_helpers(program, ns)
    hidden = [who != everybody for who in ns["CERTAIN"]]
    sees_now, settle, forget = known["sees_now"], known["settle"], known["forget"]

    def plays(S: Position, z: int) -> bool:
        if z < 0:
            return False
        if z < static:
            return in_play_zone[z]
        return sorts[S.extra[z][0]][1]

    def where(S: Position, thing: int) -> int:
        if thing < count:
            at: int = S.cells[thing]
            return at
        row = S.rows.get(thing)
        return -1 if row is None else row["_at"]

    def leave(S: Position, thing: int, s: int, t: int) -> None:
        if plays(S, s) and not plays(S, t):
            stop(S, thing)

    def arrive(S: Position, thing: int, s: int, t: int) -> None:
        if plays(S, t) and not plays(S, s):
            start(S, thing)
        elif plays(S, s) and not plays(S, t) and has_states:
            ns["reset"](S, (thing,))

    starting = {thing: tuple((slot, ((rule, thing, (), 0, 0),)) for slot, rule in effects[thing]) for thing in effects}

    def start(S: Position, thing: int) -> None:
        """A thing's effect begins to hold."""
        live = S.live
        for slot, alone in starting.get(thing, ()):
            live[slot] += alone
            if slot == when_slot:
                S.truth[alone[0]] = bool(ns["WHENS"][alone[0][0]][0](S, alone[0]))

    def stop(S: Position, thing: int) -> None:
        live = S.live
        for slot, alone in starting.get(thing, ()):
            if live[slot] == alone:
                live[slot] = ()
            elif live[slot]:
                live[slot] = tuple(without(thing, live[slot]))
        if S.truth:
            S.truth = {inst: S.truth[inst] for inst in without(thing, S.truth)}

    def without(thing: int, live: Iterable[Instance]) -> list[Instance]:
        """The things that are inactive because that thing is in play."""
        return [inst for inst in live if inst[1] != thing or inst[3] != 0]

    def count_up(S: Position) -> None:
        """The tallies of zones, after anything but moves."""
        S.tally = sum(shares[z][thing] for z in tallied for thing in S.zones[z])

    def counted(S: Position, thing: int, s: int, goal: int) -> None:
        """After a move with one end in a tallied zone."""
        if s in tallied:
            S.tally -= shares[s][thing]
        if goal in tallied:
            S.tally += shares[goal][thing]

    def place(S: Position, thing: int | None, goal: int | None, index: int | None) -> None:
        if thing is None:
            raise Fault("no-thing", "there is nothing to move")
        if goal is None:
            raise Fault("no-place", "it has no destination")
        s = where(S, thing)
        if thing in effects or has_states:
            leave(S, thing, s, goal)
        if s >= 0:
            S.zones[s].remove(thing)
        zone = S.zones[goal]
        if index is None:
            zone.append(thing)
        else:
            zone.insert(index, thing)
        if s in tallied or goal in tallied:
            counted(S, thing, s, goal)
        if thing < count:
            S.cells[thing] = goal
            S.rewritten()
            if goal >= static or hidden[goal]:
                settle(S, (thing,), s, goal)
        else:
            S.rows[thing]["_at"] = goal
        if thing in effects or has_states:
            arrive(S, thing, s, goal)

    def move(S: Position, thing: int | None, goal: int | None) -> None:
        """To the top of a pile, the right end of a row. The common cases apart, for speed: see `place`."""
        if thing is None or goal is None or thing >= count or goal >= static:
            place(S, thing, goal, None)
            return
        cells = S.cells
        s = cells[thing]
        if s < 0 or s >= static:
            place(S, thing, goal, None)
            return
        how = ways[s][goal]
        if how > SETTLED and thing in effects:
            place(S, thing, goal, None)
            return
        zones = S.zones
        things = zones[s]
        if things[-1] == thing:
            things.pop()
        else:
            things.remove(thing)
        zones[goal].append(thing)
        cells[thing] = goal
        if s in tallied or goal in tallied:
            counted(S, thing, s, goal)
        S.rewritten()
        if hidden[goal]:
            settle(S, (thing,), s, goal)
        if how == LEAVES:
            ns["reset"](S, (thing,))

    def move_bottom(S: Position, thing: int | None, goal: int | None) -> None:
        place(S, thing, goal, 0)

    def move_before(S: Position, thing: int, before: int | None) -> None:
        if before is None:
            raise Fault("no-place", "there is nothing to move it before")
        if before == thing:
            return
        goal = where(S, before)
        if goal < 0:
            raise Fault("no-place", "the thing to move it before is in no zone")
        if where(S, thing) == goal:
            S.zones[goal].remove(thing)
            S.zones[goal].insert(S.zones[goal].index(before), thing)
        else:
            place(S, thing, goal, S.zones[goal].index(before))

    def move_all(S: Position, source: int | None, goal: int | None) -> None:
        """The contents of a zone, in order."""
        if source is None or source == goal:
            return
        zones = S.zones
        things = zones[source]
        if not things:
            return
        if goal is None:
            raise Fault("no-place", "it has no destination")
        plain = source < static and goal < static and not (S.rows and max(things) >= count)
        if not plain or (listening and in_play_zone[goal] and not in_play_zone[source]):
            for thing in tuple(things):
                place(S, thing, goal, None)
            return
        leaving = in_play_zone[source] and not in_play_zone[goal]
        if leaving and listening:
            for thing in effects.keys() & things:
                stop(S, thing)
        cells = S.cells
        for thing in things:
            cells[thing] = goal
        S.rewritten()
        empty = not zones[goal]
        if empty:
            zones[source], zones[goal] = zones[goal], things
        else:
            zones[source] = []
            zones[goal] += things
        if source in tallied or goal in tallied:
            for thing in things:
                counted(S, thing, source, goal)
        if hidden[goal]:
            settle(S, things, source, goal, empty)
        if S.known:
            S.known &= ~(everybody << source * players)
        if leaving and has_states:
            ns["reset"](S, things)

    def zone_record(S: Position, z: int) -> int | tuple[str, tuple[int, ...]]:
        """A zone for the journal: of a row, whose zone may go, by name and arguments."""
        return S.extra[z] if z >= static else z

    def journaled(move_it: MoveFunction) -> Callable[[Position, int | None, int | None, int], None]:
        def moves(S: Position, thing: int | None, goal: int | None, rule: int) -> None:
            journal = S.journal
            if journal is None or thing is None:
                move_it(S, thing, goal)
                return
            s = where(S, thing)
            before = sees_now(S, s) if s >= 0 else 0
            of = zone_record(S, s)
            move_it(S, thing, goal)
            t = where(S, thing)
            knowers = S.told.get(thing, 0) if thing < count else everybody
            knowers |= sees_now(S, t)
            journal.append(("move", rule, thing, of, zone_record(S, t), before | sees_now(S, t), knowers | before))

        return moves

    def t_move_all(S: Position, source: int | None, goal: int | None, rule: int) -> None:
        if source is None:
            return
        things = tuple(S.zones[source])
        before = sees_now(S, source)
        move_all(S, source, goal)
        if S.journal is not None and goal is not None and source != goal:
            after = sees_now(S, goal)
            for thing in things:
                knowers = (S.told.get(thing, 0) if thing < count else everybody) | before | after
                ends = zone_record(S, source), zone_record(S, goal)
                S.journal.append(("move", rule, thing, *ends, before | after, knowers))

    def zone(S: Position, z: int | None) -> list[int] | tuple[int, ...]:
        """The contents of a zone; for none: empty."""
        return () if z is None or z < 0 else S.zones[z]

    def lying(S: Position, z: int, few: tuple[int, ...]) -> list[int]:
        """From a few things those in a zone, in its order."""
        cells, found = S.cells, []
        for thing in few:
            if cells[thing] == z:
                found.append(thing)
        if len(found) > 1:
            found.sort(key=S.zones[z].index)
        return found

    def zone_or_none(base: int, firsts: tuple[int, ...], strides: tuple[int, ...], *args: int | None) -> int | None:
        for a, first, stride in zip(args, firsts, strides, strict=True):
            if a is None:
                return None
            base += (a - first) * stride
        return base

    def lies(S: Position, thing: int | None, z: int | None) -> bool:
        return thing is not None and z is not None and where(S, thing) == z

    def beside(S: Position, thing: int | None, step: int) -> int | None:
        if thing is None:
            return None
        z = where(S, thing)
        if z < 0:
            return None
        row = S.zones[z]
        at = row.index(thing) + step
        return row[at] if 0 <= at < len(row) else None

    def left_of(S: Position, thing: int | None) -> int | None:
        if thing is not None and thing < count and (z := S.cells[thing]) >= 0:
            row = S.zones[z]
            if row[-1] == thing:
                return row[-2] if len(row) > 1 else None
        return beside(S, thing, -1)

    def right_of(S: Position, thing: int | None) -> int | None:
        return beside(S, thing, 1)

    def holder(S: Position, thing: int | None, among: tuple[str, ...] | None = None) -> int | None:
        """The owner of the zone of a thing: the zone's first parameter. `among`: the names of zones that count."""
        z = -1 if thing is None else where(S, thing)
        if z < 0:
            return None
        name, args = (layout.zones[z].name, layout.zones[z].args) if z < static else S.extra[z]
        return args[0] if args and (among is None or name in among) else None

    def held(table: Args, S: Position, thing: int | None) -> Value:
        return None if thing is None else table[S.cells[thing]]

    def in_play(S: Position, thing: int | None) -> bool:
        return thing is not None and plays(S, where(S, thing))

    def all_in_play(S: Position, low: int, end: int) -> tuple[int, ...]:
        """The things of these numbers that are in zones in play, by number."""
        extra, cells = S.extra, enumerate(S.cells[low:end], low)
        return tuple([t for t, z in cells if z >= 0 and (in_play_zone[z] if z < static else sorts[extra[z][0]][1])])

    def p_draw(S: Position, number: int, source: int, goal: int, rule: int = -1) -> None:
        """The top so many things, one after another; fewer if there are not so many."""
        if source is None:
            return
        things = S.zones[source]
        if S.journal is not None:
            for _ in range(min(number, len(things))):
                ns["t_move"](S, things[-1], goal, rule)
            return
        if number <= 0 or not things:
            return
        plain = number > 1 and goal is not None and source < static and goal < static and source != goal
        drawn = things[: -number - 1 : -1]
        if not plain or in_play_zone[source] or in_play_zone[goal] or (S.rows and max(drawn) >= count):
            for _ in drawn:
                move(S, things[-1], goal)
            return
        del things[-number:]
        S.zones[goal] += drawn
        cells = S.cells
        for thing in drawn:
            cells[thing] = goal
            if source in tallied or goal in tallied:
                counted(S, thing, source, goal)
        S.rewritten()
        if hidden[goal]:
            settle(S, drawn, source, goal)

    def p_swap(S: Position, a: int, b: int, rule: int = -1) -> None:
        """Two things change places."""
        za, zb = where(S, a), where(S, b)
        if za < 0 or zb < 0:
            raise Fault("no-place", "cannot swap a thing that is in no zone", rule)
        ia, ib = S.zones[za].index(a), S.zones[zb].index(b)
        if za == zb:
            S.zones[za][ia], S.zones[za][ib] = b, a
            return
        journaled(lambda S, thing, goal: place(S, thing, goal, ib))(S, a, zb, rule)
        journaled(lambda S, thing, goal: place(S, thing, goal, ia))(S, b, za, rule)

    def shuffled(S: Position, z: int) -> list[int]:
        things = S.zones[z][:]
        shuffle_list(S, things)
        return things

    def native_shuffle(S: Position, z: int, site: int) -> object:
        """A shuffle that has hooks around it."""
        if S.nature:
            S.ask = (site, -1, Orders(tuple(S.zones[z])), None)
            S.frame = (SHUFFLE, z, site)
            return PAUSE
        put_order(S, z, shuffled(S, z), program.sites[site].rule)
        return None

    def shuffle_asked(S: Position, frame: Frame, ret: Sequence[int]) -> None:
        put_order(S, frame[1], ret, program.sites[frame[2]].rule)

    ns["RESUME"][SHUFFLE] = shuffle_asked

    def forget_order(S: Position, z: int) -> None:
        """Players who do not see the zone no longer know which things are there."""
        blind = S.known >> z * players & everybody
        if blind and (blind := blind & ~sees_now(S, z)):
            forget(S, z, blind)

    def put_order(S: Position, z: int, things: Sequence[int], rule: int) -> None:
        """The new order after a shuffle. All players who do not see the zone forget its order."""
        S.zones[z] = things if isinstance(things, list) else list(things)
        forget_order(S, z)
        if S.journal is not None:
            S.journal.append(("shuffle", rule, zone_record(S, z)))

    found: Helpers = {f.__name__: f for f in (
        move, move_bottom, move_before, move_all, t_move_all, zone, zone_or_none, start, stop, lies, left_of, right_of,
        holder, held, in_play, p_draw, p_swap, shuffled, put_order, forget_order, where, plays, count_up, lying,
        all_in_play,
    )} | known  # fmt: skip
    found["t_move"], found["t_move_bottom"] = journaled(move), journaled(move_bottom)
    found["t_move_before"] = journaled(move_before)
    found["Orders"], found["shuffle_list"] = Orders, shuffle_list
    found["native_shuffle"] = native_shuffle
    found["native_show"], found["native_draw"], found["native_swap"] = known["p_show"], p_draw, p_swap
    found["native_say"], found["p_tested"] = known["p_say"], p_tested
    return found
