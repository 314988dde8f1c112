"""Whether a position read from a file is one of this game: everything that the engine and views rely on.

Each number is in its range, each thing is in one zone, and each frame holds values of the types that its unit stores.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from itertools import chain
from typing import Any

from ...code.program import Program
from ...state.layout import ROW
from ...state.position import EVERYBODY, NATURE, NoticedChoice, Position
from ...state.sealed_chance import SealedChance
from ...state.tags import Tag
from ..actions import _FRAME, PERFORM, RESOLVE
from ..chance import Orders
from ..knowledge import MOST_NOTICED
from ..zones import SHUFFLE

LARGEST = 1 << 2_000  # rules give no number beyond it, either way: the product of two factors
MOST_TOLD = 1 << 16  # bits of a set
_DEPTH = 8  # of values in values
_TO_CONTINUE = 3  # the last parts, which only a game in progress has
PERFORM_FRAME, RESOLVE_FRAME = _FRAME - PERFORM, _FRAME - RESOLVE
_CALL_FIELDS = ("_call", "player", "source", "_args", "_paid")


class UnsoundError(ValueError):
    """A part of a position is not as this game writes it. The text names the part."""


def check_soundness(program: Program, S: Position, continues: bool = True) -> None:
    """Raises UnsoundError with the name of the part that is wrong. `continues`: not only to be looked at."""
    looked = _Soundness(program, S)
    for name, holds in looked.parts()[: None if continues else -_TO_CONTINUE]:
        try:
            sound = holds()
        except (LookupError, TypeError, ValueError, ArithmeticError, AttributeError, RecursionError):
            sound = False
        if not sound:
            raise UnsoundError(name)


def _whole(value: object, low: int = -LARGEST, end: int = LARGEST) -> bool:
    """A number in these limits; yes and no are none."""
    return type(value) is int and low <= value < end


class _Soundness:
    def __init__(self, program: Program, S: Position) -> None:
        self.S = S
        self.program = program
        self.layout, self.index = program.layout, program.index
        self.things = len(self.layout.things)
        self.players = len(self.layout.players)
        self.fixed = len(self.layout.zones)
        self.slot_rules = {slot: frozenset(rules) for slot, rules in self.index.slot_rules.items()}
        self.rules = frozenset(chain.from_iterable(self.index.slot_rules.values()))
        self._of_tag: dict[str, Callable[[Any], bool]] = {}

    def parts(self) -> list[tuple[str, Callable[[], bool]]]:
        """By name of the part, in the order in which later ones rely on earlier ones."""
        return [
            ("nature", lambda: type(self.S.nature) is bool),
            ("rng", lambda: isinstance(self.S.rng, SealedChance) or _whole(self.S.rng, 0, 1 << 64)),
            ("serial", lambda: _whole(self.S.serial, 0)),
            ("cells", self._lengths),
            ("rows", self._rows),
            ("extra", self._extra),
            ("zones", self._zones),
            ("cells", self._cells),
            ("sparse", self._sparse),
            ("told", self._knowers),
            ("live", self._live),
            ("truth", self._truth),
            ("once", self._once),
            ("scopes", self._scopes),
            ("marks", self._marks),
            ("lasting", lambda: type(self.S.lasting) is tuple and all(map(_whole, self.S.lasting))),
            ("noticed", self._noticed),
            ("stack", self._stack),
            ("ask", self._ask),
            ("result", self._result),
        ]

    def _noticed(self) -> bool:
        """Choices that others have seen, each with the position at the choice."""
        S = self.S
        if S.notices is not None and not _whole(S.notices, EVERYBODY, self.players):
            return False
        return len(S.noticed) <= MOST_NOTICED and all(map(self._choice, S.noticed))

    def _choice(self, choice: NoticedChoice) -> bool:
        row, at = self.index.choosable[choice.unit], choice.at
        check_soundness(self.program, at, continues=False)
        given = self.fits(row.tag, choice.answer) and self._each(row.tags, choice.args)
        return given and _whole(choice.player, 0, self.players) and not (at.noticed or at.stack or at.frame or at.ask)

    # -------------------------------------------------------------------------------------------- where things are

    def _lengths(self) -> bool:
        S, layout = self.S, self.layout
        return len(S.cells) == layout.cells and len(S.live) == self.index.slots and len(S.zones) >= self.fixed

    def _rows(self) -> bool:
        return all(_whole(number, ROW) and self._row(number, row) for number, row in self.S.rows.items())

    def _row(self, number: int, row: dict[str, Any]) -> bool:
        layout, kind = self.layout, row["_kind"]
        place = layout.row_kinds.index(kind)
        made = self.S.cells[layout.made + place]
        if number // ROW != place + 1 or not _whole(made, 0, ROW) or not 0 < number % ROW <= made:
            return False
        own = tuple(f"zone {name}" for name in self.index.row_zones.get(kind, ()))
        tags = self.index.row_fields.get(kind, {})
        call = _CALL_FIELDS if kind == "call" else ()
        if row.keys() != {"_kind", "_at", *own, *call, *tags}:
            return False
        if kind == "call" and not self._waiting(row):
            return False
        zones = (row["_at"], *(row[name] for name in own))
        return all(_whole(zone, -1, len(self.S.zones)) for zone in zones) and all(
            self.fits(tag, row[name]) for name, tag in tags.items()
        )

    def _waiting(self, row: dict[str, Any]) -> bool:
        call = row["_call"], row["player"], row["source"], row["_args"]
        return self._call(call) and type(row["_paid"]) is bool

    def _extra(self) -> bool:
        S = self.S
        for number, (name, args) in S.extra.items():
            if not _whole(number, self.fixed, len(S.zones)) or len(args) != 1:
                return False
            if S.rows[args[0]][f"zone {name}"] != number:
                return False
        own = sum(len(self.index.row_zones.get(row["_kind"], ())) for row in S.rows.values())
        dynamic = sorted([*S.extra, *S.free])
        return len(S.extra) == own and dynamic == [*range(self.fixed, len(S.zones))] and all(map(_whole, S.free))

    def _zones(self) -> bool:
        """Each thing in exactly one zone, where its cell says."""
        S, count = self.S, 0
        for number, zone in enumerate(S.zones):
            if zone and number in S.free:
                return False
            for thing in zone:
                if not _whole(thing, 0):
                    return False
                at = S.cells[thing] if thing < self.things else S.rows[thing]["_at"]
                if at != number or type(at) is not int:
                    return False
            count += len(zone)
            if len(set(zone)) != len(zone):
                return False
        lying = [*S.cells[: self.things], *(row["_at"] for row in S.rows.values())]
        return all(_whole(at, -1, len(S.zones)) for at in lying) and count == sum(at >= 0 for at in lying)

    def _cells(self) -> bool:
        cells, layout = self.S.cells, self.layout
        made = cells[layout.made : layout.made + len(layout.row_kinds)]
        return all(_whole(one, 0, ROW) for one in made) and all(
            self._limited(row.name, row.owner, row.tag, cells[row.first : row.first + row.count])
            for row in layout.states
            if row.first >= 0
        )

    def _limited(self, name: str, owner: str, tag: str, values: Iterable[Any]) -> bool:
        """Values of a state, in its limits if they are known."""
        low, last = self.index.state_ends.get(name, (0, 0)) if not owner else (0, 0)
        fits = self.fits
        limited = tag == "number" and low < last
        return all(fits(tag, one) and (not limited or one is None or low <= one <= last) for one in values)

    def _sparse(self) -> bool:
        for (place, *args), value in self.S.sparse.items():
            _, tags, tag = self.index.sparse_states[place]
            if not (_whole(place) and self._each(tags, args) and self.fits(tag, value)):
                return False
        return True

    def _knowers(self) -> bool:
        S, everybody = self.S, 1 << self.players
        known = type(S.known) is int and S.known >= 0 and S.known.bit_length() <= len(S.zones) * self.players
        return known and all(_whole(t, 0) and (t < self.things or t >= ROW) and _whole(who, 0, everybody)
                             for t, who in S.told.items())  # fmt: skip

    # -------------------------------------------------------------------------------------------- rules that listen

    def _live(self) -> bool:
        none: frozenset[int] = frozenset()
        return all(
            type(live) is tuple and all(self._rule(inst, self.slot_rules.get(slot, none)) for inst in live)
            for slot, live in enumerate(self.S.live)
        )

    def _rule(self, inst: Any, rules: frozenset[int] | None = None) -> bool:
        if type(inst) is not tuple or len(inst) != 5:
            return False
        number, this, kept, group, scope = inst
        if not (_whole(number) and number in (self.rules if rules is None else rules)):
            return False
        tags = self.index.captures.get(number, ())
        return (
            self.fits("thing", this)
            and type(kept) is tuple
            and len(kept) >= len(tags)
            and self._each(tags, kept[: len(tags)])
            and all(self.fits("", one) for one in kept[len(tags) :])
            and _whole(group)
            and _whole(scope)
        )

    def _truth(self) -> bool:
        S, slot = self.S, self.index.when_slot
        listening = set(S.live[slot]) if slot >= 0 else set()
        static = {(number, None, (), 0, 0) for number in self.index.static_whens}
        begun = not S.truth or static <= S.truth.keys()
        return begun and listening <= S.truth.keys() and S.truth.keys() <= static | listening

    def _once(self) -> bool:
        def used(one: Any) -> bool:
            if len(one) == 2:
                return one[0] == 0 and self._rule(one[1])
            serial, action, who = one
            return _whole(serial) and _whole(action) and (who is None or _whole(who))

        return type(self.S.once) is tuple and all(type(one) is tuple and used(one) for one in self.S.once)

    def _scopes(self) -> bool:
        names = {number: name for name, number in self.index.scopes.items()}

        def running(scope: Any) -> bool:
            number, args, serial, saved = scope
            params = self.index.procedures[names[number]]
            given = self._each([param.tag for param in params], args)
            return given and _whole(number) and _whole(serial) and type(saved) is tuple and self._any_value(saved)

        return all(type(scope) is tuple and running(scope) for scope in self.S.scopes)

    def _marks(self) -> bool:
        marks = self.S.marks
        return type(marks) is tuple and all(
            type(mark) is tuple
            and len(mark) == 2
            and _whole(mark[0])
            and (mark[0] == -1 or mark[0] in self.rules)
            and self.fits("thing", mark[1])
            for mark in marks
        )

    # -------------------------------------------------------------------------------------------- what comes next

    def _stack(self) -> bool:
        frames = self.S.frames()
        if not frames:
            return self.S.ask is None
        return self.S.ask is not None and all(map(self._caller, frames[:-1])) and self._asking(frames[-1])

    def _caller(self, frame: Any) -> bool:
        """A frame that waits for the end of a call."""
        return self._frame(frame) and frame[:2] not in self.index.sites and frame[0] not in (0, SHUFFLE)

    def _asking(self, frame: Any) -> bool:
        """The frame of the current question."""
        assert self.S.ask is not None
        if frame[0] == SHUFFLE:
            return len(frame) == 3 and _whole(frame[1], 0, len(self.S.zones)) and frame[2] == self.S.ask[0]
        return self._frame(frame) and self.index.sites.get(frame[:2], -1) == self.S.ask[0]

    def _frame(self, frame: Any) -> bool:
        if type(frame) is not tuple or not all(map(_whole, frame[:2])):
            return False
        number = frame[0]
        if number == 1:
            _, part, target, args, insts, at, value, was = frame
            rules = (*insts, *was)
            known = part in (0, 1, 2) and _whole(target) and target in self.index.arguments
            fitting = self.fits(self.index.arguments[target], args) and self.fits("", value)
            listed = type(insts) is tuple and type(was) is tuple and len(was) in ((0,) if part == 0 else (len(insts),))
            return known and fitting and listed and all(map(self._rule, rules)) and _whole(at, 0, len(insts) + 1)
        if number == 2:
            return len(frame) == 2 and frame[1] == 1 and bool(self.S.marks)
        if number == PERFORM_FRAME:
            return len(frame) == 3 and frame[1] in (1, 2) and self._call(frame[2])
        if number == RESOLVE_FRAME:
            row = frame[2]
            known = row not in self.S.rows or self.S.rows[row]["_kind"] == "call"
            return len(frame) == 4 and frame[1] == 1 and _whole(row, ROW) and known and self._line(frame[3])
        tags = self.index.frames.get(frame[:2])
        return tags is not None and self._each(tags, frame[2:])

    def _line(self, rule: Any) -> bool:
        return _whole(rule, -1, len(self.program.rules))

    def _ask(self) -> bool:
        S = self.S
        if S.ask is None:
            return True
        site, player, values, words = S.ask
        if not (_whole(site, 0, len(self.program.sites)) and _whole(player, NATURE, self.players) and len(values)):
            return False
        if player == NATURE and not S.nature:
            return False
        if isinstance(values, Orders):
            frame = S.frame
            at = frame[1] if frame is not None and frame[0] == SHUFFLE else None
            lies = sorted(values.things) in ([sorted(S.zones[at])] if at is not None else map(sorted, S.zones))
            return player == NATURE and lies and words is None
        tag = self.program.sites[site].tag
        fits = self._roll(Tag.read(tag).dice, values) if Tag.read(tag).sort == "roll" else self._values(tag, values)
        return fits and self._words(words, player, len(values))

    def _values(self, tag: str, values: Any) -> bool:
        return all(self.fits(tag, value) for value in values) and not any(type(v) is list for v in values)

    def _roll(self, dice: tuple[int, int], values: Any) -> bool:
        count, faces = dice
        return list(values) == [*range(count, count * faces + 1)]

    def _words(self, words: Any, player: int, count: int) -> bool:
        if words is None or isinstance(words, str):
            return True
        if player == NATURE:
            return len(words) == count and all(_whole(weight, 1) for weight in words)
        return len(words) == 2 and isinstance(words[0], str) and self._line(words[1])

    def _result(self) -> bool:
        result = self.S.result
        if result is None or self.S.ask is not None:
            return result is None and self.S.ask is not None
        scored = result.scores is None or (len(result.scores) == self.players and all(map(_whole, result.scores)))
        won = _whole(result.winners, 0, 1 << self.players)
        return won and scored and isinstance(result.reason, str) and self._line(result.rule)

    # -------------------------------------------------------------------------------------------- values by their tags

    def fits(self, tag: str, value: Any) -> bool:
        """Whether a value is of that tag, or none."""
        if value is None:
            return True
        test = self._of_tag.get(tag)
        if test is None:
            test = self._of_tag[tag] = self._test(tag)
        return test(value)

    def _each(self, tags: Iterable[str], values: Any) -> bool:
        tags = tuple(tags)
        return len(tags) == len(values) and all(map(self.fits, tags, values))

    def _test(self, tag: str) -> Callable[[Any], bool]:
        read = Tag.read(tag)
        match read.sort:
            case "number" | "roll":
                return lambda value: isinstance(value, int) and -LARGEST <= value < LARGEST
            case "bool":
                return lambda value: isinstance(value, int) and value in (0, 1)
            case "string":
                return lambda value: isinstance(value, str)
            case "names":
                end = len(self.layout.names[read.inner])
                return lambda value: _whole(value, 0, end)
            case "words" | "labels":
                last = len(read.names)
                return lambda value: _whole(value, 0, last)
            case "thing":
                return self._thing
            case "place":
                return lambda value: _whole(value, -1, len(self.S.zones))
            case "call":
                return lambda value: self._call(value) if isinstance(value, tuple) else self._thing(value)
            case "mask":
                return partial(self._mask, read.inner)
            case "list" if read.inner == "number":  # or of values without a tag
                return lambda value: isinstance(value, tuple | list) and self._any_value(value)
            case "list" | "some":
                return lambda value: isinstance(value, tuple | list) and all(self.fits(read.inner, v) for v in value)
            case "tuple":
                items = [item for item in read.items if item or len(read.items) > 1]
                return (
                    lambda value: (  # built-in procedures pass more than rules name
                        type(value) is tuple and self._each(items, value[: len(items)]) and self._any_value(value)
                    )
                )
            case "rule":
                return self._rule
            case "rules":
                return self._context
        return self._any_value

    def _thing(self, value: Any) -> bool:
        return _whole(value, 0) and (value < self.things or 0 < value // ROW <= len(self.layout.row_kinds))

    def _mask(self, inner: str, value: Any) -> bool:
        if type(value) is not int or value < 0 or value.bit_length() > MOST_TOLD:
            return False
        return all(self.fits(inner, n) for n in range(value.bit_length()) if value >> n & 1)

    def _call(self, call: Any) -> bool:
        number, player, this, args = call
        if not _whole(number) or type(args) is not tuple:
            return False
        row = self.index.call(number)
        seated = player is None if number < 0 else _whole(player, 0, self.players)
        given, more = args[: len(row.tags)], args[len(row.tags) :]  # an action's costs may add values of their own
        named = self.fits("thing", this) and self._each(row.tags, given)
        return (seated or player is None) and named and all(map(self._any_value, more))

    def _context(self, ctx: Any) -> bool:
        target, replacing, at, insts = ctx
        known = _whole(target) and target in self.index.arguments and _whole(at, 0, len(replacing) + 1)
        return known and type(replacing) is tuple and type(insts) is tuple and all(map(self._rule, replacing + insts))

    def _any_value(self, value: Any, depth: int = 0) -> bool:
        """A value of an unknown tag."""
        if value is None or isinstance(value, str):
            return True
        if isinstance(value, int):
            return type(value) is bool or value.bit_length() <= MOST_TOLD
        return (
            isinstance(value, tuple | list) and depth < _DEPTH and all(self._any_value(one, depth + 1) for one in value)
        )
