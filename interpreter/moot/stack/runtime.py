"""The names that a compiled module finds in its namespace; here changes, chance, code in data."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import product
from typing import Any, TypeGuard

from ..code.program import Program
from ..state.boards import BOARD_HELPERS, board_tables
from ..state.layout import argument_key
from ..state.position import Args, Options, Outcome, Position, Value
from ..state.tags import Tag
from .chance import draw_number, draw_place, few_dice
from .driver import FAULTS, budget, budget_helpers
from .faults import NO_NONE, OVER, PAUSE, Fault, Over, Refused, none_here
from .form import Helpers, Namespace
from .values import HELPERS

FormulaRow = tuple[Callable[..., Value] | None, ...]  # of a field, by thing: (S, thing, arguments …)

_REGISTERS = (
    "RESUME",  # unit number: how a frame is resumed
    "STATIC",  # target number: the rules of rules files that listen to it
    "HOOKS",  # rule number: type, condition, body, remembered values, whether it may trigger itself
    "MODIFIERS",
    "WHENS",
    "BANS",
    "BODIES",  # target number: the original
    "SLOTS",  # target number: where in `live` those in play are kept
    "CODE",  # unit number: code stored in data; none does nothing
    "PROCEDURES",
    "FUNCTIONS",
    "ENTER",  # scope number: opens the scope
    "SEEN",
    "ACTIONS",
    "TAKE",  # action number: pays and does it
    "LABELS",
    "PENDING",
    "LAWS",
)


def namespace(program: Program, traced: bool) -> Namespace:
    """A fresh namespace for one form of the module, with registers that the module fills when it is executed."""
    from .actions import action_helpers
    from .hooks import hook_helpers
    from .pathfinding import way_helpers
    from .rows import row_helpers
    from .zones import zone_helpers

    ns: Namespace = dict(HELPERS)
    ns.update(program.constants)
    ns.update(BOARD_HELPERS)
    ns.update(board_tables(program.layout.boards, len(program.layout.things)))
    ns.update({name: {} for name in _REGISTERS})
    ns["CODE"][None] = lambda S, this, *args: None
    ns["PAUSE"], ns["Over"] = PAUSE, Over
    ns.update(_changes(program, ns))
    ns.update(zone_helpers(program, ns))
    ns.update(row_helpers(program, ns))
    ns.update(way_helpers(program))
    ns.update(hook_helpers(program, ns))
    ns.update(action_helpers(program, ns))
    ns.update(budget_helpers(ns))
    for code in program.traced if traced else program.fast:
        exec(code, ns)
    return ns


def _changes(program: Program, ns: Namespace) -> Helpers:
    layout = program.layout

    def put(S: Position, index: int, value: Value, rule: int) -> None:
        old = S.cells[index]
        S.cells[index] = value
        S.wrote.add(index)
        S.still = False
        if S.journal is not None and old != value:
            marked = things_of_cell(index)
            if marked is None:
                S.journal.append(("set", rule, index, old, value))
            else:
                owners, named = marked
                S.journal.append(("set", rule, index, old, value, all_know(S, owners), *both(S, named, old, value)))

    found: dict[int, tuple[tuple[int, ...], bool]] = {}

    def things_of_cell(index: int) -> tuple[tuple[int, ...], bool] | None:
        """For a cell that belongs to things or names one: those things, and whether it names one."""
        if not found:
            for row in layout.states:
                if row.first >= 0 and (row.tag == "thing" or any(d.tag == "thing" for d in row.domains)):
                    for offset, args in enumerate(product(*(d.values for d in row.domains))):
                        owners = tuple(a for a, d in zip(args, row.domains, strict=True) if d.tag == "thing")
                        found[row.first + offset] = owners, row.tag == "thing"
            found[-1] = (), False
        return found.get(index)

    def all_know(S: Position, things: Iterable[int | None]) -> int:
        found = everybody
        for thing in things:
            found &= ns["knowers"](S, thing)
        return found

    def both(S: Position, named: bool, old: Value, value: Value) -> tuple[int, int]:
        return (ns["knowers"](S, old), ns["knowers"](S, value)) if named else (everybody, everybody)

    def put_row(S: Position, row: int, name: str, value: Value, rule: int) -> None:
        fields = S.rows.get(row)
        if fields is None:
            raise Fault("gone", f"cannot set `{name}` of a thing that was removed", rule)
        old = fields[name]
        fields[name] = value
        if S.journal is not None and old != value:
            named = row_fields[fields["_kind"]][name] == "thing"
            S.journal.append(("field", rule, row, name, old, value, ns["knowers"](S, row), *both(S, named, old, value)))

    row_fields, sparse_states = program.index.row_fields, program.index.sparse_states

    def put_sparse(S: Position, key: tuple[int, ...], value: Value, rule: int, first: Value) -> None:
        """A state of rows: kept where it is not at its first value."""
        old = S.sparse.get(key, first)
        if value == first:
            S.sparse.pop(key, None)
        else:
            S.sparse[key] = value
        if S.journal is not None and old != value:
            _, tags, tag = sparse_states[key[0]]
            things = [a for a, t in zip(key[1:], tags, strict=True) if t == "thing"]
            S.journal.append(
                ("sparse", rule, key, old, value, all_know(S, things), *both(S, tag == "thing", old, value))
            )

    def cut_short(S: Position, rule: int) -> None:
        if S.trying:
            raise Refused("the cost cannot be paid", rule)

    def refuse(S: Position, reason: str, rule: int) -> None:
        if S.trying:
            raise Refused(reason, rule)
        raise Fault("requirement", f"a requirement failed: {reason}", rule)

    def no_value(S: Position, rule: int) -> None:
        raise none_here(rule)

    def out_of_fuel(S: Position, rule: int) -> None:
        raise Fault(
            "endless",
            "endless loop",
            rule,
            "make the repeated steps change the condition, or raise the limit with --budget",
        )

    def none_asked(S: Position, site: int) -> None:
        raise Fault("none", "no player can choose here", program.sites[site].rule, NO_NONE)

    def won(S: Position, who: int | None, scores: Sequence[int] | None, reason: str, rule: int) -> object:
        """For a function that the driver has resumed, which returns this to it. `who`: a bit for each; None: the
        best.
        """
        kept = None if scores is None else tuple(scores)
        if who is None:
            who = sum(1 << player for player, score in enumerate(kept or ()) if score == max(kept or ()))
        S.result = Outcome(who, kept, reason, rule)
        if S.journal is not None:
            S.journal.append(("win", rule, who, kept, reason))
        return OVER

    def win(S: Position, who: int | None, scores: Sequence[int] | None, reason: str, rule: int) -> None:
        won(S, who, scores, reason, rule)
        raise Over

    def entered(S: Position, rule: int, args: Args, tags: tuple[str, ...]) -> None:
        if S.journal is not None:
            S.journal.append(("does", rule, args, tags))

    everybody = (1 << len(layout.players)) - 1

    secret, secret_arguments = frozenset(program.index.secret_sites), program.index.secret_arguments

    def onlookers(S: Position, site: int, value: Any, player: int) -> int | tuple[int, ...]:
        """A bit for each player who may know the choice.

        All, unless it is a thing hidden from some, or is stored in a state that some do not see. For a call: one such
        number for its source and each of its arguments.
        """
        own = 1 << player if player >= 0 else 0
        if site in secret:
            return own
        tag = program.sites[site].tag
        if tag == "call" and isinstance(value, tuple):
            number, _, this, args = value
            tags, hidden = program.index.actions[number].tags, secret_arguments.get(number, ())
            readers = (
                own if at in hidden else own | ns["knowers"](S, a if t == "thing" else None)
                for at, (a, t) in enumerate(zip(args, tags, strict=False))
            )
            return (own | ns["knowers"](S, this), *readers)
        if tag.startswith("tuple "):
            known = everybody
            for one, of in zip(value, Tag.read(tag).items, strict=True):
                known &= ns["knowers"](S, one if of == "thing" else None)
            return own | known
        return own | ns["knowers"](S, value) if tag == "thing" else everybody

    def forced(S: Position, site: int, player: int | None, value: Value) -> None:
        if S.journal is not None and player is not None:
            S.journal.append(
                ("choice", program.sites[site].rule, site, player, value, True, onlookers(S, site, value, player))
            )

    def roll(S: Position, count: int, faces: int, site: int) -> int:
        dice = [draw_number(S, faces) + 1 for _ in range(count)]
        if S.journal is not None:
            seen = onlookers(S, site, sum(dice), -1)
            S.journal.append(("chance", program.sites[site].rule, site, sum(dice), tuple(dice), seen))
        return sum(dice)

    def picked(S: Position, options: Options, site: int, weights: Sequence[int] | None = None) -> Value:
        if not options:
            return None
        place = 0
        if len(options) > 1:
            place = draw_number(S, len(options)) if weights is None else draw_place(S, weights)
        value = options[place]
        if S.journal is not None:
            S.journal.append(("chance", program.sites[site].rule, site, value, (), onlookers(S, site, value, -1)))
        return value

    def show(tag: str, value: Value) -> str:
        shown = layout.things[value].title if tag == "thing" and is_thing(value) else argument_key(layout, tag, value)
        return program.terms.get(shown, shown.replace("_", " "))

    def is_thing(value: Value) -> TypeGuard[int]:
        return isinstance(value, int) and 0 <= value < len(layout.things)

    titles = tuple(t.title for t in layout.things)

    def title(S: Position, thing: int | None) -> str | None:
        return None if thing is None else titles[thing]

    def formula(S: Position, table: FormulaRow, thing: int | None, *args: Value) -> Value:
        found = None if thing is None else table[thing]
        return None if found is None else found(S, thing, *args)

    fulfilled: dict[tuple[int, int | None, int, int], tuple[int, ...] | None] = {}

    def fulfilling(S: Position, table: FormulaRow, thing: int | None, first: int, end: int) -> Iterable[int]:
        """The things for which a thing's formula is true, if that never changes. The list is cached. If a formula
        fails for some thing, each is tested when a loop reaches it, because the loop may end before.
        """
        key = (id(table), thing, first, end)
        if key not in fulfilled:
            fuel, S.fuel = S.fuel, budget()
            try:
                fulfilled[key] = tuple([one for one in range(first, end) if formula(S, table, thing, one)])
            except FAULTS:
                fulfilled[key] = None
            S.fuel = fuel
        kept = fulfilled[key]
        return (one for one in range(first, end) if formula(S, table, thing, one)) if kept is None else kept

    def cell(S: Position, thing: int | None, first: int, last: int, offset: int) -> Value:
        return S.cells[thing + offset] if thing is not None and first <= thing < last else None

    def mask_of(player: int | None) -> int:
        return 0 if player is None else 1 << player

    return {f.__name__: f for f in (
        put, put_row, put_sparse, cut_short, refuse, no_value, none_asked, out_of_fuel, won, win, entered, forced, roll,
        picked, few_dice, show, title, formula, fulfilling, cell, mask_of, onlookers,
    )}  # fmt: skip
