"""Actions in play: which are available and why others are not, paying, resolving, pending calls.

A call that has been chosen is a row of kind `call`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from ..code.program import Program
from ..code.program_index import RowZoneSort
from ..lang.spelling import nearest
from ..state.layout import ZoneRow, row_number
from ..state.position import ActionCall, Args, Frame, Instance, Position, Row, Value
from ..state.tags import Tag
from ..state.view import call_key as written_call
from .driver import FAULTS
from .faults import PAUSE, Fault, Over, Refused
from .form import Form, Helpers, Namespace, Objection

FREE = object()  # a parameter that no occasion has bound
_COPY: Callable[[list[int]], list[int]] = list.copy
# The parts of a position to restore after trying a cost: a range of cells, whether there is more, and in which zones
# (None: any).
PutBack = tuple[int, int, bool, tuple[int, ...] | None]
PERFORM, RESOLVE = 3, 5  # numbers of frames, far from those of units
_FRAME = -10


# By thing: which functions gather what it brings, and in which phases.
Brought = dict[int, tuple[tuple[int, tuple[int, ...]], ...]]
# The things that carry actions, and their actions: by the number of the zone they are in, or by its name.
Bringers = tuple[tuple[int, ...], tuple[Brought | None, ...], dict[str, Brought]]
BroughtRow = tuple[tuple[int, ...], tuple[str, ...], tuple[int, ...], tuple[str | None, ...]]


def action_helpers(program: Program, ns: Namespace) -> Helpers:
    layout = program.layout
    everybody = (1 << len(layout.players)) - 1
    whens = program.index.when_slot >= 0
    quiet = program.index.quiet

    def occasions(
        S: Position, heads: tuple[tuple[int | None, str], ...], word: str | None
    ) -> Iterator[tuple[int, Args]]:
        """The occasions that hold now: number of the head, and the running phase's arguments."""
        if not heads:
            if word is None:
                yield -1, ()
            return
        for number, (phase, name) in enumerate(heads):
            if word is not None:
                if phase is None and name == word:
                    yield number, ()
                continue
            if phase in quiet:
                if ns["in_phase"](S, phase):
                    yield number, ()
            elif phase is not None:
                for running, args, _, _ in reversed(S.scopes):
                    if running == phase:
                        yield number, args

    def given_in(S: Position, phase: int) -> list[Args]:
        """The arguments of each phase of that number that runs, innermost first."""
        return [scope[1] for scope in reversed(S.scopes) if scope[0] == phase]

    def occurs(S: Position, phases: tuple[int, ...]) -> bool:
        """Whether any of these phases runs."""
        return any(scope[0] in phases for scope in S.scopes)

    def lies_in(S: Position, thing: int | None, zones: tuple[str, ...]) -> bool:
        z = ns["where"](S, thing)
        if z < 0:
            return False
        return (layout.zones[z].name if z < len(layout.zones) else S.extra[z][0]) in zones

    by_place: dict[int, tuple[tuple[BroughtRow, ...], Bringers]] = {}  # by identity: these are constants of the module

    def brought(
        S: Position, player: int, rows: tuple[BroughtRow, ...], *gathers: Callable[..., list[ActionCall]]
    ) -> list[ActionCall]:
        """The calls of actions that things carry. Only things in places where they can act are examined.

        `rows`: for each function that gathers calls, the phases of which one must run (none: any), the zones where the
        thing must be (none: the zones in play), the things, and the function's other arguments.
        """
        kept = by_place.get(id(rows))
        if kept is None:
            kept = by_place[id(rows)] = rows, brought_by_place(layout.zones, program.index.row_zone_sorts, rows)
        bringers, static, named = kept[1]
        running = {scope[0] for scope in S.scopes}
        cells, extra, zones = S.cells, S.extra, len(static)
        found = []
        for thing in bringers:
            z = cells[thing]
            there = static[z] if 0 <= z < zones else named.get(extra[z][0]) if z >= 0 else None
            if there is not None:
                for at, phases in there.get(thing, ()):
                    if not phases or not running.isdisjoint(phases):
                        found.append((at, thing))
        calls: list[ActionCall] = []
        knowers = ns["knowers"]
        for at, thing in sorted(found):
            if knowers(S, thing) >> player & 1:
                calls += gathers[at](S, player, thing, *rows[at][3])
        return calls

    def banned(S: Position, rules: tuple[Instance, ...], args: Args) -> Objection | None:
        for inst in rules:
            ban = ns["BANS"].get(inst[0])
            if ban is not None and (ban[0] is None or ban[0](S, inst, args)):
                found: Objection = ban[1](S, inst, args)
                return found
        return None

    def hooks_only(rules: tuple[Instance, ...]) -> tuple[Instance, ...]:
        return tuple(i for i in rules if i[0] in ns["HOOKS"])

    def unpayable(
        S: Position, pay: Callable[..., object], player: int | None, this: int | None, args: Args
    ) -> Objection | None:
        """Costs are tried on a copy; why they cannot be paid, or None."""
        trial = S.copy()
        trial.trying = True
        try:
            pay(trial, player, this, args)
        except Refused as refused:
            return refused.reason, refused.rule
        except Over:  # the paying player has won
            return None
        return None

    def unpayable_here(
        S: Position, pay: Callable[..., object], player: int | None, this: int | None, args: Args, changes: PutBack
    ) -> Objection | None:
        """The same where it is known what paying changes: it is done in the position itself, and then put back."""
        low, end, more, zones = changes
        parts = held_apart(S, zones) if more else None
        cells, wrote, watch = S.cells, S.wrote, ns.get("WATCH")
        held, before = cells[low:end], (S.fuel, S.result, S.still, S.journal, S.trying)
        S.journal, S.trying = None, True
        if watch is not None:
            passing, watch.passing = watch.passing, set()
        try:
            pay(S, player, this, args)
        except Refused as refused:
            return refused.reason, refused.rule
        except Over:
            return None
        finally:
            cells[low:end] = held
            S.fuel, S.result, S.still, S.journal, S.trying = before
            if parts is not None:
                S.zones, S.told, S.scopes, S.tally, S.known, S.rng, S.once, S.serial = parts
            if watch is not None:
                watch.put_back(S, wrote, passing)
        return None

    def held_apart(S: Position, changed: tuple[int, ...] | None) -> tuple[Any, ...]:
        """The state to restore apart from cells, rows and active hooks: the position continues with copies of it."""
        parts = zones, told, scopes, *_ = S.zones, S.told, S.scopes, S.tally, S.known, S.rng, S.once, S.serial
        S.told, S.scopes = told.copy(), scopes.copy()
        S.zones = [*map(_COPY, zones)] if changed is None else zones.copy()
        for z in changed or ():
            S.zones[z] = zones[z].copy()
        return parts

    def serial_of(S: Position, phase: int) -> int:
        if phase in quiet:
            return quiet[phase]
        for number, _, serial, _ in reversed(S.scopes):
            if number == phase:
                return serial
        return 0

    def used_in(S: Position, phase: int, action: int, player: int | None, this: int | None) -> bool:
        """`once in`: for each thing that brings it, and of rules for each player."""
        return (serial_of(S, phase), action, player if this is None else this) in S.once

    def use_in(S: Position, phase: int, action: int, player: int | None, this: int | None) -> None:
        S.once += ((serial_of(S, phase), action, player if this is None else this),)

    def may_hide(S: Position, zones: tuple[str, ...], player: int) -> bool:
        """Whether the player sees a thing that another does not: then they are prompted anyway."""
        for z, things in enumerate(S.zones):
            if things and (layout.zones[z].name if z < len(layout.zones) else S.extra[z][0]) in zones:
                seen = ns["sees_now"](S, z)
                if seen != everybody and seen >> player & 1:
                    return True
        return False

    def unmet(S: Position, reason: str, rule: int) -> None:
        """A duty that nothing legal can fulfil any more: it is noted, and falls away."""
        if S.journal is not None:
            S.journal.append(("fault", rule, reason))

    def began(S: Position, call: ActionCall) -> None:
        """Programs that note what runs call this; a tool may put a function of its own in its place."""

    def ended(S: Position, call: ActionCall) -> None:
        """The same, when the effects of an action have finished."""

    # ---------------------------------------------------------------------------------------- paying, resolving

    def pay(S: Position, call: ActionCall) -> object:
        number, player, this, args = call
        return None if number < 0 else ns["ACTIONS"][number][-2](S, player, this, args)

    def do(S: Position, call: ActionCall) -> object:
        number, player, this, args = call
        if number >= 0:
            return ns["ACTIONS"][number][-1](S, player, this, args)
        _, function, owned = ns["PENDING"][-number - 1]
        return function(S, *((this, *args) if owned else args))

    def perform(S: Position, call: ActionCall) -> object:
        """Pay the costs, then do it."""
        return performing(S, (_FRAME - PERFORM, 0, call), None)

    def performing(S: Position, frame: Frame, ret: object) -> object:
        _, part, call = frame
        if part == 0 and pay(S, call) is PAUSE:
            S.unwind.append((_FRAME - PERFORM, 1, call))
            return PAUSE
        if not whens:
            return do(S, call)
        if part < 2 and do(S, call) is PAUSE:
            S.unwind.append((_FRAME - PERFORM, 2, call))
            return PAUSE
        return ns["fire"](S)

    def waiting(S: Position, row: int, rule: int = -1) -> Row:
        fields = S.rows.get(row)
        if fields is None or fields["_kind"] != "call":
            raise Fault("no-call", "this is not a pending call", rule)
        return fields

    def call_of(fields: Row) -> ActionCall:
        return fields["_call"], fields["player"], fields["source"], fields["_args"]

    def p_pay(S: Position, row: int, rule: int = -1) -> object:
        """Pay for a call that waits, once."""
        fields = waiting(S, row, rule)
        if fields["_paid"]:
            return None
        fields["_paid"] = True
        return pay(S, call_of(fields))

    def p_resolve(S: Position, row: int, rule: int = -1) -> object:
        """Do what a call says; then it goes."""
        return resolving(S, (_FRAME - RESOLVE, 0, row, rule), None)

    def resolving(S: Position, frame: Frame, ret: object) -> object:
        _, part, row, rule = frame
        if part == 0 and do(S, call_of(waiting(S, row, rule))) is PAUSE:
            S.unwind.append((_FRAME - RESOLVE, 1, row, rule))
            return PAUSE
        if row in S.rows:
            ns["remove"](S, row, rule)
        return ns["fire"](S) if whens else None

    def new_call(S: Position, call: ActionCall) -> int:
        number, player, this, args = call
        fields = {"_call": number, "player": player, "source": this, "_args": args, "_paid": number < 0}
        found: int = ns["new_row"](S, "call", fields)
        return found

    def drop_call(S: Position, row: int) -> None:
        """A call in no zone at the end of its statement disappears."""
        if row in S.rows and S.rows[row]["_at"] < 0:
            ns["remove"](S, row, -1)

    def call_field(S: Position, row: int, name: str) -> object:
        fields = S.rows.get(row)
        if fields is None or fields["_kind"] != "call":
            return None
        if name in ("player", "source"):
            return fields[name]
        number = fields["_call"]
        if name == "action":
            return ns["LABELS"][number] if number >= 0 else ns["PENDING"][-number - 1][0]
        names = ns["ACTIONS"][number][3] if number >= 0 else ()
        return fields["_args"][names.index(name)] if name in names else None

    def is_action(S: Position, row: int, name: str) -> bool:
        fields = S.rows.get(row)
        if fields is None or fields["_kind"] != "call":
            return False
        return fields["_call"] >= 0 and name in ns["ACTIONS"][fields["_call"]][4]

    def legal(S: Position, row: int) -> bool:
        """Requirements and bans again, now; not costs, occasion, place or player."""
        number, player, this, args = call_of(waiting(S, row))
        return number < 0 or ns["ACTIONS"][number][6](S, player, this, args, None, True) is None

    ns["RESUME"][_FRAME - PERFORM] = performing
    ns["RESUME"][_FRAME - RESOLVE] = resolving
    found: Namespace = {f.__name__: f for f in (
        occasions, given_in, occurs, lies_in, brought, banned, hooks_only, unpayable, unpayable_here, used_in, use_in,
        may_hide, unmet, perform, p_pay, p_resolve, new_call, drop_call, call_field, is_action, legal,
        began, ended,
    )}  # fmt: skip
    found["FREE"], found["Fault"] = FREE, Fault
    found["native_pay"], found["native_resolve"] = p_pay, p_resolve
    return found


def key_of_call(program: Program, call: ActionCall) -> str:
    """A call as people write it: `build(captain_of_the_gate)`, `captain_of_the_gate.brace`."""
    return written_call(program.layout, program.index, call)


def why_not_call(program: Program, form: Form, S: Position, key: str) -> tuple[str, tuple[str, ...]] | None:
    """Why an action named by its key is not offered: the first of its lines that fails, with its citation."""
    if S.ask is None:
        return None
    number, player, _, words = S.ask
    site, occasion = program.sites[number], program.index.occasions.get(number)
    if site.tag != "call":
        return None
    match words:
        case (str(reason), int(rule)) if key == site.none:
            return reason, program.rules[rule].clauses
    head, _, inside = key.partition("(")
    wanted = [part.strip() for part in inside.rstrip(")").split(",") if part.strip()]
    owner, _, name = head.rpartition(".")
    rows = program.layout.things
    for number, (label, tags) in program.index.actions.items():
        if label != name or len(tags) != len(wanted):
            continue
        action = form.actions[number]
        sources = [None] if action.things is None else [t for t in action.things if owner in rows[t].names]
        for this in sources:
            args = tuple(parse_value(program, tag, text) for tag, text in zip(tags, wanted, strict=True))
            if FREE in args:
                return None
            try:
                told = action.why_not(S, player, this, args, occasion)
            except FAULTS:  # the rules never receive such arguments
                return None
            if told is not None:
                return told[0], program.rules[told[1]].clauses
    labels = [action.name for action in program.index.actions.values()]
    if "(" in key and name not in labels:
        hint = nearest(name, labels)
        return f"unknown action `{name}`" + (f"; {hint}" if hint else ""), ()
    return None


def parse_value(program: Program, tag: str, text: str) -> Value | object:
    """The value that people write so; FREE if there is none."""
    if text == "none":
        return None
    layout = program.layout
    if tag == "thing":
        found = [n for n, row in enumerate(layout.things) if text in (row.key, row.title)]
        row = row_number(layout, text)
        return found[0] if found else FREE if row is None else row
    if Tag.read(tag).sort == "names":
        names = layout.names[Tag.read(tag).inner]
        return names.index(text) if text in names else FREE
    if tag == "bool":
        return {"yes": True, "no": False}.get(text, FREE)
    return int(text) if text.lstrip("-").isdigit() else FREE


def brought_by_place(zones: Sequence[ZoneRow], of_rows: Iterable[RowZoneSort], rows: Iterable[BroughtRow]) -> Bringers:
    """The actions of things, by their zones. `rows`: see `brought`."""
    in_play = {zone.name: zone.in_play for zone in of_rows} | {zone.name: zone.in_play for zone in zones}
    named: dict[str, Brought] = {}
    for at, (phases, places, things, _) in enumerate(rows):
        for name in places or (name for name, plays in in_play.items() if plays):
            of_name = named.setdefault(name, {})
            for thing in things:
                of_name[thing] = (*of_name.get(thing, ()), (at, phases))
    bringers = sorted({thing for of_name in named.values() for thing in of_name})
    return tuple(bringers), tuple(named.get(zone.name) for zone in zones), named
