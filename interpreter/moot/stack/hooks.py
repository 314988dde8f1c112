"""Standing rules in play: replacements, befores and afters, modifiers, temporary rules, scopes, conditions that
become true.
"""

from __future__ import annotations

from collections.abc import Callable

from ..code.emit.costs import TURN
from ..code.program import Program
from ..state.position import Args, Frame, Instance, Position, Value
from .faults import PAUSE, Fault
from .form import Helpers, Namespace

# A call with hooks around it: its target, the replacements, which of them is next, all rules that listen.
Context = tuple[int, tuple[Instance, ...], int, tuple[Instance, ...]]
KeptStates = tuple[tuple[tuple[int, ...], Value], ...]  # states of rows, by state and arguments
KeptFields = tuple[tuple[int, Value], ...]  # one field of rows, by row
# Frames with reserved numbers: unit 0 begins a procedure; unit 1 runs befores, the original and afters; unit 2 runs the
# bodies of conditions that became true.
BEFORE, INSTEAD, AFTER = 0, 1, 2
ANSWERING: tuple[int, int | None] = (-1, None)  # the mark of a `when` whose body runs


def hook_helpers(program: Program, ns: Namespace) -> Helpers:
    hooks = ns["HOOKS"]
    when_slot = program.index.when_slot
    lasting_slots = program.index.lasting_slots
    static_whens = tuple((number, None, (), 0, 0) for number in program.index.static_whens)
    read_cells = program.index.whens_read_cells
    quiet = program.index.quiet
    running = program.index.open

    def listening(S: Position, target: int, inst: Instance) -> bool:
        slot = ns["SLOTS"].get(target, -1)
        return inst in ns["STATIC"][target] or (slot >= 0 and inst in S.live[slot])

    def applies(S: Position, target: int, inst: Instance, args: Args, remembered: Instance | None = None) -> bool:
        """Still listening, not inside its own body, and its condition holds now."""
        _, where, _, _, own = hooks[inst[0]]
        if own and (inst[0], inst[1]) in S.marks:
            return False
        return listening(S, target, inst) and (where is None or where(S, remembered or inst, args))

    def hooked(S: Position, target: int, args: Args, insts: tuple[Instance, ...], by: Instance | None = None) -> object:
        """A call with hooks around it. Replacements: newest first. `by`: the first that applies, if known."""
        if by is not None and len(insts) == 1:
            return hooks[by[0]][2](S, args, by, (target, insts, 1, insts))
        replacing = tuple([i for i in insts[::-1] if hooks[i[0]][0] == INSTEAD])
        if by is None:
            return proceed(S, (target, replacing, 0, insts), args)
        return hooks[by[0]][2](S, args, by, (target, replacing, replacing.index(by) + 1, insts))

    def proceed(S: Position, ctx: Context, args: Args) -> object:
        """The next replacement that applies, or else the original with its befores and afters."""
        target, replacing, at, insts = ctx
        while at < len(replacing):
            inst = replacing[at]
            at += 1
            if applies(S, target, inst, args):
                return hooks[inst[0]][2](S, args, inst, (target, replacing, at, insts))
        if len(insts) == len(replacing):
            return ns["BODIES"][target](S, *args)
        return around(S, (1, 0, target, args, insts, 0, None, ()), None)

    def around(S: Position, frame: Frame, ret: object) -> object:
        """Befores oldest first, the original, afters oldest first.

        Frame: (1, part, target, arguments, rules, index, value, was).
        """
        _, part, target, args, insts, at, value, was = frame
        if part == 0:
            while at < len(insts):
                inst = insts[at]
                at += 1
                if hooks[inst[0]][0] != BEFORE or not applies(S, target, inst, args):
                    continue
                if hooks[inst[0]][2](S, args, inst, None) is PAUSE:
                    S.unwind.append((1, 0, target, args, insts, at, None, ()))
                    return PAUSE
            was = tuple(
                remembering(S, i, args) if hooks[i[0]][0] == AFTER and hooks[i[0]][3] is not None else i for i in insts
            )
            ret = ns["BODIES"][target](S, *args)
            if ret is PAUSE:
                S.unwind.append((1, 1, target, args, insts, 0, None, was))
                return PAUSE
            part = 1
        if part == 1:
            value, at = ret, 0
        while at < len(insts):
            inst, remembered = insts[at], was[at]
            at += 1
            if hooks[inst[0]][0] != AFTER or not applies(S, target, inst, args, remembered):
                continue
            if hooks[inst[0]][2](S, args, remembered, None) is PAUSE:
                S.unwind.append((1, 2, target, args, insts, at, value, was))
                return PAUSE
        return value

    def remembering(S: Position, inst: Instance, args: Args) -> Instance:
        """The rule with the present values of its `was(…)` formulas, stored next to its captured values."""
        was = hooks[inst[0]][3]
        return (inst[0], inst[1], inst[2] + was(S, inst, args), inst[3], inst[4])

    def modified(S: Position, live: tuple[Instance, ...], value: Value, args: Args, layer: int) -> Value:
        """A value after those modifiers that are of one layer."""
        for inst in live:
            own, change = ns["MODIFIERS"][inst[0]]
            if own == layer:
                value = change(S, value, inst, args)
        return value

    # ---------------------------------------------------------------------------------------- what lasts

    def scope_of(S: Position, phase: int, rule: int) -> int:
        for number, _, serial, _ in reversed(S.scopes):
            if number == phase:
                return serial
        name = next(n for n, k in program.index.scopes.items() if k == phase)
        raise Fault("not-running", f"`until end of {name}`, but no {name} is running", rule)

    def last(
        S: Position,
        pairs: tuple[tuple[int, int], ...],
        this: int | None,
        kept: Args,
        scope: int,
        once: bool,
        rule: int,
    ) -> None:
        """Rules made by `until`. `scope`: the serial of the phase with which they end; -1 - phase if the next one
        ends them.
        """
        S.serial += 1
        group = S.serial
        if scope not in S.lasting:
            S.lasting += (scope,)
        for slot, number in pairs:
            S.fuel -= TURN * len(S.live[slot]) // 10
            inst = (number, this, kept, group, scope)
            S.live[slot] += (inst,)
            if slot == when_slot:
                S.truth[inst] = bool(ns["WHENS"][number][0](S, inst))
        if S.journal is not None:
            S.journal.append(("begins", rule, group, once))

    def end_where(S: Position, index: int, value: int) -> None:
        """Temporary rules with this group (3) or scope (4) end."""
        live = S.live
        for slot in lasting_slots:
            if there := live[slot]:
                if len(there) > 1:
                    live[slot] = others(there, index, value)
                elif there[0][index] == value:
                    live[slot] = ()
        if index == 4:
            S.lasting = tuple(filter(value.__ne__, S.lasting))
        if S.truth:
            S.truth = {inst: S.truth[inst] for inst in others(tuple(S.truth), index, value)}

    def others(live: tuple[Instance, ...], index: int, value: int) -> tuple[Instance, ...]:
        """The rules that do not end; the same tuple if all remain."""
        left = [inst for inst in live if inst[index] != value]
        return tuple(left) if len(left) < len(live) else live

    def acted(S: Position, inst: Instance) -> None:
        """A hook of a group made with `once` has done its work: the group ends."""
        end_where(S, 3, inst[3])

    def forget_uses(S: Position, scope: int) -> None:
        """The record of actions allowed once in a phase: the phase with that serial ends."""
        S.once = tuple(u for u in S.once if u[0] != scope)

    def save_sparse(S: Position, states: tuple[int, ...]) -> tuple[tuple[int, ...], KeptStates]:
        kept = tuple((k, v) for k, v in S.sparse.items() if k[0] in states)
        S.sparse = {k: v for k, v in S.sparse.items() if k[0] not in states}
        return (states, kept)

    def restore_sparse(S: Position, states: tuple[int, ...], kept: KeptStates) -> None:
        S.sparse = {k: v for k, v in S.sparse.items() if k[0] not in states} | dict(kept)

    def save_rows(S: Position, kinds: tuple[str, ...], name: str, first: Callable[[int], Value]) -> KeptFields:
        kept = tuple((number, row[name]) for number, row in S.rows.items() if row["_kind"] in kinds)
        for number, _ in kept:
            S.rows[number][name] = first(number)
        return kept

    def restore_rows(S: Position, name: str, kept: KeptFields) -> None:
        for number, value in kept:
            if number in S.rows:
                S.rows[number][name] = value

    def in_phase(S: Position, phase: int, *args: Value) -> bool:
        """Whether a phase runs; of a quiet one that is known while somebody is asked, and rules never ask."""
        if not args:
            if phase in quiet and any(phase in running.get(frame[:2], ()) for frame in S.frames()):
                return True
            return phase in [scope[0] for scope in S.scopes]
        return any(number == phase and given[: len(args)] == args for number, given, _, _ in S.scopes)

    def innermost(S: Position, phase: int) -> bool:
        return bool(S.scopes) and S.scopes[-1][0] == phase

    # ---------------------------------------------------------------------------------------- what becomes true

    def fire(S: Position) -> object:
        """At the end of a procedure: the bodies of each `when` whose formula has become true since it was last read,
        older first.

        While one body runs the others wait for its end. Only formulas that have become false are noted.
        """
        if S.trying or S.still or is_still(S):
            return None
        if ANSWERING not in S.marks:
            return firing(S, (2, 0), None)
        for inst in static_whens + S.live[when_slot]:
            if S.truth.get(inst) and not ns["WHENS"][inst[0]][0](S, inst):
                S.truth[inst] = False
        return None

    def before_asking(S: Position) -> object:
        """The same before somebody is asked, wherever that is."""
        return None if S.trying or S.still or is_still(S) else firing(S, (2, 0), None)

    def is_still(S: Position) -> bool:
        """Whether every formula is as it was when last read."""
        truth, whens = S.truth, ns["WHENS"]
        for inst in static_whens:
            if whens[inst[0]][0](S, inst) != truth.get(inst):
                return False
        if S.live[when_slot]:
            return False
        S.still = read_cells
        return True

    def firing(S: Position, frame: Frame, ret: object) -> object:
        """Frame: (2, whether the body of one has just ended)."""
        if frame[1]:
            S.marks = S.marks[:-1]
        while True:
            found = newly_true(S)
            if found is None:
                return None
            S.fuel -= TURN
            if S.fuel < 0:
                rule = program.index.bodies[f"h{found[0]}"].rule
                raise Fault("endless", "`when` rules trigger one another endlessly", rule)
            _, body, once = ns["WHENS"][found[0]]
            if once and found in static_whens:
                S.once += ((0, found),)
            elif once:  # a thing that comes back into play is active again
                S.live[when_slot] = tuple(i for i in S.live[when_slot] if i != found)
                del S.truth[found]
            S.marks += (ANSWERING,)
            if body(S, (), found, None) is PAUSE:
                S.unwind.append((2, 1))
                return PAUSE
            S.marks = S.marks[:-1]

    def newly_true(S: Position) -> Instance | None:
        """The oldest that has become true. All are read: that a formula is no longer true must not be missed."""
        found, truth, once, whens = None, S.truth, S.once, ns["WHENS"]
        for inst in static_whens + S.live[when_slot] if S.live[when_slot] else static_whens:
            if once and (0, inst) in once:
                continue
            if not whens[inst[0]][0](S, inst):
                truth[inst] = False
            elif found is None and not truth.get(inst, False):
                truth[inst] = True
                found = inst
        return found

    def start_whens(S: Position) -> None:
        for inst in static_whens:
            S.truth[inst] = bool(ns["WHENS"][inst[0]][0](S, inst))

    ns["RESUME"][0] = lambda S, fr, ret: ns["PROCEDURES"][fr[1]](S, *fr[2])  # where a game or a case begins
    ns["RESUME"][1] = around
    ns["RESUME"][2] = firing
    return {f.__name__: f for f in (
        hooked, proceed, remembering, modified, scope_of, last, acted, end_where, forget_uses,
        save_sparse, restore_sparse, save_rows, restore_rows, in_phase, innermost, fire, before_asking, start_whens,
    )}  # fmt: skip
