"""Hidden things change places at random, and whatever names one of them is renamed with it."""

from __future__ import annotations

import random
from collections.abc import Iterable
from itertools import chain, product
from typing import Any

from ...code.program import Program
from ...state.layout import StateRow
from ...state.position import Cells, Frame, Instance, Position, Value
from ...state.tags import Tag
from ..chance import Orders
from ..form import Form

Renamed = dict[int, int]
HiddenSpot = tuple[int, int]  # the position of a thing that a player does not know: a zone, and the index in it


class Dealer:
    """Deals the hidden things of one game. `form`: of its rules."""

    def __init__(self, program: Program, form: Form) -> None:
        layout = program.layout
        self.count = len(layout.things)
        self.form = form
        # the back: the initial zone, and for things that were in none the kind
        homes = program.homes
        self.backs = [home if home >= 0 else layout.things[thing].kind for thing, home in enumerate(homes)]
        self.pools = [zone.sort == "pool" for zone in layout.zones]
        self.in_play = [zone.in_play for zone in layout.zones]
        self.of_things = _states_of_things(layout.states)
        self.tags = [site.tag for site in program.sites]
        index = program.index
        self.frames = {
            part: [(at + 2, tag) for at, tag in enumerate(tags) if Tag.read(tag).holds_things]
            for part, tags in index.frames.items()
            if any(Tag.read(tag).holds_things for tag in tags)
        }
        self.arguments = index.arguments
        self.captures = index.captures
        self.actions = index.actions
        self.pending = index.pending
        self.naming = [row for row in layout.states if row.first >= 0 and Tag.read(row.tag).holds_things]
        self.row_fields = {
            kind: [(name, tag) for name, tag in fields.items() if Tag.read(tag).holds_things]
            for kind, fields in index.row_fields.items()
        }
        self.sparse_states = index.sparse_states

    def hidden_spots(self, new: Position, seat: int) -> list[list[HiddenSpot]]:
        """The positions of things that the player does not know, grouped by equal backs."""
        count, told, sees = self.count, new.told.get, self.form.sees_now
        groups: dict[int | str, list[HiddenSpot]] = {}
        for number, zone in enumerate(new.zones):
            if not zone or sees(new, number) >> seat & 1:
                continue
            if number < len(self.pools) and self.pools[number]:
                # a pool's order must give nothing away: the things that the player knows in it come first, then the
                # others
                known = sorted(t for t in zone if t >= count or told(t, 0) >> seat & 1)
                zone = new.zones[number] = known + [t for t in zone if t < count and not told(t, 0) >> seat & 1]
            for at, thing in enumerate(zone):
                if thing < count and not told(thing, 0) >> seat & 1:
                    groups.setdefault(self.backs[thing], []).append((number, at))
        return list(groups.values())

    def deal(self, new: Position, spots: list[list[HiddenSpot]], rng: random.Random) -> None:
        """Move hidden things about."""
        cells = new.cells.copy()
        renamed: Renamed = {}
        for alike in spots:
            here = [new.zones[number][at] for number, at in alike]
            dealt = sorted(here)
            rng.shuffle(dealt)
            renamed.update(zip(here, dealt, strict=True))
            self.deal_states(new, cells, here, dealt, rng)
        self.put(new, cells, chain.from_iterable(spots), renamed)

    def put(self, new: Position, cells: Cells, spots: Iterable[HiddenSpot], renamed: Renamed) -> None:
        """Put into each spot, instead of the thing there, the one that it is renamed to. `cells`: as they were."""
        if not renamed:
            return
        for number, at in spots:
            new.zones[number][at] = renamed[new.zones[number][at]]
        working = [t for t in renamed if self.plays(cells[t])]
        for old in working:
            self.form.stop(new, old)
        told = new.told.copy() if new.told else {}
        for old, thing in renamed.items():
            new.cells[thing] = cells[old]
            new.told.pop(thing, None)
            if old in told:
                new.told[thing] = told[old]
        for old in working:
            self.form.start(new, renamed[old])
        self.rename(new, renamed)

    def deal_states(self, new: Position, cells: Cells, here: list[int], dealt: list[int], rng: random.Random) -> None:
        """States of things that swapped places. `here`, `dealt`: the things in each place before and now.

        Marks belong to the place, where all may see them, if all of the things can have them. A state of the thing
        itself is unknown to a player who does not know the thing: it is dealt among the things that can have it.
        """
        marked = self.deal_marks(new, cells, here, dealt)
        for number, (_, low, count, step, bases) in enumerate(self.of_things):
            if number in marked:
                continue
            having = sorted(thing for thing in here if low <= thing < low + count)
            values = [tuple(cells[base + thing * step] for base in bases) for thing in having]
            if len(set(values)) > 1:
                values.sort(key=repr)
                rng.shuffle(values)
                for thing, found in zip(having, values, strict=True):
                    for base, value in zip(bases, found, strict=True):
                        new.cells[base + thing * step] = value

    def deal_marks(self, new: Position, cells: Cells, here: list[int], dealt: list[int]) -> list[int]:
        """The states of things that were marks on their places."""
        least, greatest = min(here), max(here)
        found = []
        for number, (marks, low, count, step, bases) in enumerate(self.of_things):
            if marks and low <= least and greatest < low + count:
                found.append(number)
                for base in bases:
                    for old, thing in zip(here, dealt, strict=True):
                        new.cells[base + thing * step] = cells[base + old * step]
        return found

    def exchange(self, new: Position, one: HiddenSpot, other: HiddenSpot) -> None:
        """The things in two spots change places, but for what is asked and the frames that wait."""
        pair = [new.zones[number][at] for number, at in (one, other)]
        cells = new.cells.copy()
        self.deal_marks(new, cells, pair, pair[::-1])
        self.put(new, cells, (one, other), dict(zip(pair, pair[::-1], strict=True)))
        self.form.count_up(new)
        new.rewritten()

    def plays(self, zone: int) -> bool:
        return 0 <= zone < len(self.in_play) and self.in_play[zone]

    # -------------------------------------------------------------------------------------------- what names things

    def rename_waiting(self, new: Position, renamed: Renamed) -> None:
        """In what is asked, and in the frames that wait: no function of the rules reads them."""
        if new.ask is not None:
            site, player, values, words = new.ask
            if Tag.read(self.tags[site]).holds_things:
                if isinstance(values, Orders):  # too many to go through
                    options: Any = Orders(self.value(values.things, self.tags[site], renamed))
                else:
                    options = [self.value(v, self.tags[site], renamed) for v in values]
                new.ask = (site, player, options, words)
        new.stack = [self.frame(frame, renamed) for frame in new.stack]
        new.frame = new.frame and self.frame(new.frame, renamed)

    def rename(self, new: Position, renamed: Renamed) -> None:
        """In all else."""
        for slot, live in enumerate(new.live):
            if any(inst[2] for inst in live):
                new.live[slot] = tuple(self.rule(inst, renamed) for inst in live)
        if any(inst[2] for inst in new.truth):
            new.truth = {self.rule(inst, renamed): holds for inst, holds in new.truth.items()}
        for row in self.naming:
            for cell in range(row.first, row.first + row.count):
                new.cells[cell] = self.value(new.cells[cell], row.tag, renamed)
        for fields in new.rows.values():
            if fields["_kind"] == "call":
                _, _, _, fields["_args"] = self.value(
                    (fields["_call"], fields["player"], fields["source"], fields["_args"]), "call", renamed
                )
            for name, tag in self.row_fields.get(fields["_kind"], ()):
                fields[name] = self.value(fields[name], tag, renamed)
        if new.sparse:
            new.sparse = dict(self.sparse_entry(*entry, renamed) for entry in new.sparse.items())

    def sparse_entry(self, key: tuple[int, ...], value: Value, renamed: Renamed) -> tuple[tuple[int, ...], Value]:
        _, tags, tag = self.sparse_states[key[0]]
        args = (self.value(a, t, renamed) for a, t in zip(key[1:], tags, strict=True))
        return (key[0], *args), self.value(value, tag, renamed)

    def frame(self, frame: Frame, renamed: Renamed) -> Frame:
        """A frame of a unit, or of the runner of hooks: 1, part, target, arguments, rules, index, value, `was`
        values.
        """
        if frame[0] == 1:
            _, part, target, args, insts, at, value, was = frame
            args = self.value(args, self.arguments.get(target, ""), renamed)
            insts, was = (tuple(self.rule(i, renamed) for i in rules) for rules in (insts, was))
            return (1, part, target, args, insts, at, value, was)
        if frame[0] < 0 and len(frame) == 3 and isinstance(frame[2], tuple):
            return (*frame[:2], self.value(frame[2], "call", renamed))
        places = self.frames.get(frame[:2])
        if not places:
            return frame
        changed = list(frame)
        for at, tag in places:
            changed[at] = self.value(frame[at], tag, renamed)
        return tuple(changed)

    def rule(self, inst: Instance, renamed: Renamed) -> Instance:
        number, this, kept, group, scope = inst
        tags = self.captures.get(number, ())
        if not kept or not tags:
            return inst
        values = tuple(self.value(v, tag, renamed) for v, tag in zip(kept, tags, strict=False))
        return (number, this, values + kept[len(values) :], group, scope)

    def value(self, value: Any, tag: str, renamed: Renamed) -> Any:
        if value is None or not tag:
            return value
        if tag == "thing":
            return renamed.get(value, value)
        read = Tag.read(tag)
        if read.sort in ("list", "some"):
            return type(value)(self.value(v, read.inner, renamed) for v in value)
        if read.sort == "tuple":
            named = tuple(self.value(v, t, renamed) for v, t in zip(value, read.items, strict=False))
            return named + value[len(named) :]
        if tag == "call" and isinstance(value, tuple):
            number, player, this, args = value
            declared = (self.actions[number] if number >= 0 else self.pending[-number - 1]).tags
            named = tuple(self.value(v, t, renamed) for v, t in zip(args, declared, strict=False))
            return (number, player, this, named + args[len(named) :])
        if tag == "rule":
            return self.rule(value, renamed)
        if tag == "rules":
            target, replacing, at, insts = value
            replacing, insts = (tuple(self.rule(i, renamed) for i in rules) for rules in (replacing, insts))
            return (target, replacing, at, insts)
        return value


def _states_of_things(rows: list[StateRow]) -> list[tuple[bool, int, int, int, list[int]]]:
    """States that several things have: whether their kind declares it, the first thing and their number, the
    distance between their cells, and the cells of a thing 0, one for each value of the other parameters.
    """
    found = []
    for row in rows:
        at = [n for n, domain in enumerate(row.domains) if domain.tag == "thing"]
        if row.first < 0 or len(at) != 1:
            continue
        low, steps = row.domains[at[0]].first, row.strides()
        others = [range(d.count) if n != at[0] else range(1) for n, d in enumerate(row.domains)]
        bases = [
            row.first - low * steps[at[0]] + sum(k * step for k, step in zip(values, steps, strict=True))
            for values in product(*others)
        ]
        found.append((bool(row.owner), low, row.domains[at[0]].count, steps[at[0]], bases))
    return found
