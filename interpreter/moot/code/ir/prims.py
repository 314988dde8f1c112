"""The interface of the form to the runtime: functions that read, steps that write, calls that may pause.

For each, its parameters and result, and its reads and writes other than locals. `reads` and `writes` name parts of a
position: cells, including those with the zones of things (`lies` for those alone), zones (the order of things),
rows, live (active rules), known (who knows what), scopes, once, rng, journal, fuel.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, get_args

from .reps import (
    ARGS,
    BOOL,
    CALL,
    CTX,
    INST,
    NOTHING,
    NUM,
    OPTION,
    PLAYER,
    REASON,
    TEXT,
    THING,
    ZONE,
    Rep,
    mask,
    seq,
)

Part = Literal["cells", "lies", "zones", "rows", "live", "known", "scopes", "once", "rng", "fuel", "flags", "journal"]
ANYTHING: frozenset[Part] = frozenset(get_args(Part))


@dataclass(frozen=True, slots=True)
class Primitive:
    """`python`: its name in the namespace of a module; it receives the position first unless `plain`.

    `traced`: the name of the version that keeps the journal, which receives the rule last. `ruled`: both versions
    receive the rule. `takes`, `gives`: `ANY` if it may be anything.
    """

    takes: tuple[Rep | None, ...]
    gives: Rep | None = NOTHING
    touches: frozenset[Part] = frozenset()
    python: str = ""
    plain: bool = False
    traced: str = ""
    ruled: bool = False
    more: bool = False  # the last argument may be repeated


def _reads(*what: Part) -> frozenset[Part]:
    return frozenset(what)


UNIT = Rep("code")  # a unit as a value
ANY_SEQ = Rep("seq")
MAYBE = THING.maybe
ANY = None

# Functions that only read. The node gives the result of each, as it may be narrower.
PRIMS: dict[str, Primitive] = {
    "left_of": Primitive((MAYBE,), MAYBE, _reads("zones", "lies", "rows")),
    "right_of": Primitive((MAYBE,), MAYBE, _reads("zones", "lies", "rows")),
    "in_play": Primitive((MAYBE,), BOOL, _reads("lies", "rows")),
    "all_in_play": Primitive((NUM, NUM), ANY_SEQ, _reads("lies", "rows")),  # things from one number to another
    "lies": Primitive((MAYBE, ZONE.maybe), BOOL, _reads("lies", "rows")),
    "holder": Primitive((MAYBE, ARGS), MAYBE, _reads("lies", "rows")),
    "rows_of": Primitive((ARGS,), ANY_SEQ, _reads("rows")),
    "is_row": Primitive((MAYBE, ARGS), BOOL, _reads("rows")),
    "call_field": Primitive((CALL.maybe, TEXT), ANY, _reads("rows")),
    "is_action": Primitive((CALL.maybe, TEXT), BOOL, _reads("rows")),
    "legal": Primitive((CALL.maybe,), BOOL, ANYTHING),
    "in_phase": Primitive((NUM, ANY), BOOL, _reads("scopes"), more=True),
    "innermost": Primitive((NUM,), BOOL, _reads("scopes")),
    "occurs": Primitive((ARGS,), BOOL, _reads("scopes")),
    "sees_zone": Primitive((PLAYER, ZONE.maybe), BOOL, ANYTHING),
    "knowers": Primitive((MAYBE,), mask(PLAYER), ANYTHING),
    "title": Primitive((MAYBE,), TEXT.maybe),
    "lies_in": Primitive((THING, ARGS), BOOL, _reads("lies", "rows")),
    "used_in": Primitive((NUM, NUM, PLAYER, MAYBE), BOOL, _reads("once", "scopes")),
    "banned": Primitive((ANY_SEQ, ARGS), REASON.maybe, ANYTHING),
    "unpayable": Primitive((UNIT, PLAYER, MAYBE, ARGS), REASON.maybe, ANYTHING),
    # In the position itself: of that paying changes the cells from one to another, and perhaps more, in these zones.
    "unpayable_here": Primitive((UNIT, PLAYER, MAYBE, ARGS, ARGS), REASON.maybe, ANYTHING),
    # Calls of actions that things bring: for each function that gathers them its phases, zones and things.
    "brought": Primitive((PLAYER, ARGS, UNIT), seq(OPTION), ANYTHING, more=True),
    "may_hide": Primitive((ARGS, PLAYER), BOOL, ANYTHING),
    "hooks_only": Primitive((seq(INST),), seq(INST), plain=True),
    "remembering": Primitive((INST, ARGS), INST, ANYTHING),
    "in_once": Primitive((ARGS,), BOOL, _reads("once")),
    "occasions": Primitive((ARGS, TEXT.maybe), seq(ARGS), _reads("scopes")),
    "given_in": Primitive((NUM,), seq(ARGS), _reads("scopes")),
    "scope_of": Primitive((NUM, NUM), NUM, _reads("scopes")),
    "serial": Primitive((), NUM, _reads("scopes")),  # of the innermost scope
    "rule_of": Primitive((INST,), NUM),
    "marked": Primitive((INST,), BOOL, _reads("live")),  # whether its own body runs
    "fulfilling": Primitive((ARGS, THING, NUM, NUM), ANY_SEQ),
    "lying": Primitive((ZONE, ANY_SEQ), ANY_SEQ, _reads("cells", "zones")),  # of a few things those in a zone
}

# Steps that never pause.
STEPS: dict[str, Primitive] = {
    "show": Primitive((ANY, PLAYER.maybe), NOTHING, _reads("known"), python="p_show", ruled=True),
    "say": Primitive((TEXT,), NOTHING, _reads("journal"), python="p_say", ruled=True),
    # Dice, the value and sign of the comparison, and the smallest and largest possible totals.
    "tested": Primitive((NUM, ANY, TEXT, NUM, NUM), NOTHING, _reads("journal"), python="p_tested", ruled=True),
    "draw": Primitive((NUM, ZONE.maybe, ZONE.maybe), NOTHING, ANYTHING, python="p_draw", ruled=True),
    "swap": Primitive((THING, THING), NOTHING, ANYTHING, python="p_swap", ruled=True),
    "put_order": Primitive((ZONE, ANY_SEQ), NOTHING, _reads("zones", "known"), ruled=True),
    "remove": Primitive((MAYBE,), NOTHING, ANYTHING, ruled=True),
    "new_call": Primitive((OPTION,), CALL, _reads("rows", "cells")),
    "drop_call": Primitive((CALL,), NOTHING, ANYTHING),
    "acted": Primitive((INST,), NOTHING, _reads("live")),
    "end_scope": Primitive((NUM,), NOTHING, _reads("live")),
    "add_once": Primitive((ARGS,), NOTHING, _reads("once")),
    "forget_uses": Primitive((NUM,), NOTHING, _reads("once")),
    "use_in": Primitive((NUM, NUM, PLAYER, MAYBE), NOTHING, _reads("once", "scopes")),
    "unmet": Primitive((REASON,), NOTHING),
    "began": Primitive((OPTION,), NOTHING),  # the `do` of an action, in programs that record what runs
    "ended": Primitive((OPTION,), NOTHING),
    # An offer begins to gather: code that only looks at the position before sees no more.
    "glance": Primitive((), NOTHING, _reads("flags")),
    # A choice from which others learn: the unit that gives its options, the player, the answer, the unit's arguments.
    "notice": Primitive((TEXT, PLAYER.maybe, ANY, ARGS), NOTHING, _reads("flags")),
    # Resets states of rows, and a field of all rows of these kinds, to their initial values (which the unit gives for a
    # row); the old values are given, and restored.
    "save_sparse": Primitive((ARGS,), ANY_SEQ, _reads("rows")),
    "restore_sparse": Primitive((ANY_SEQ,), NOTHING, _reads("rows")),
    "save_rows": Primitive((ARGS, TEXT, UNIT), ANY_SEQ, _reads("rows")),
    "restore_rows": Primitive((TEXT, ANY_SEQ), NOTHING, _reads("rows")),
}

# Calls that may pause. `hooked` runs the hooks around a target, `proceed` the next of them; `take` pays and performs an
# option, `perform` pays and then performs it; `pay` and `resolve` are for pending calls; `fire` runs the bodies of
# conditions that became true. The last six are the inner part of the hooks around these steps, with the rule (for a
# shuffle the site) last.
CALLS: dict[str, Primitive] = {
    "hooked": Primitive((NUM, ARGS, ANY_SEQ, INST.maybe), ANY, ANYTHING),
    "proceed": Primitive((CTX.maybe, ARGS), ANY, ANYTHING),
    "take": Primitive((OPTION,), NOTHING, ANYTHING),
    "perform": Primitive((OPTION,), NOTHING, ANYTHING),
    "pay": Primitive((CALL.maybe,), NOTHING, ANYTHING, python="p_pay", ruled=True),
    "resolve": Primitive((CALL.maybe,), NOTHING, ANYTHING, python="p_resolve", ruled=True),
    "fire": Primitive((), NOTHING, ANYTHING),
    "before_asking": Primitive((), NOTHING, ANYTHING),
    "native_pay": Primitive((CALL.maybe, NUM), NOTHING, ANYTHING),
    "native_resolve": Primitive((CALL.maybe, NUM), NOTHING, ANYTHING),
    "shuffle": Primitive((ZONE.maybe, NUM), NOTHING, ANYTHING, python="native_shuffle"),
    "show": Primitive((ANY, PLAYER.maybe, NUM), NOTHING, ANYTHING, python="native_show"),
    "say": Primitive((TEXT.maybe, NUM), NOTHING, ANYTHING, python="native_say"),
    "draw": Primitive((NUM.maybe, ZONE.maybe, ZONE.maybe, NUM), NOTHING, ANYTHING, python="native_draw"),
    "swap": Primitive((MAYBE, MAYBE, NUM), NOTHING, ANYTHING, python="native_swap"),
}
