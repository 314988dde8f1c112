"""Searches for ways over a board as loops of their own, and values that are kept from call to call."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import nullcontext
from typing import TYPE_CHECKING

from ...ir.expressions import Const, Held, Kept, Make, Members
from ...ir.keepers import Keeper
from ...ir.statements import Break, If, Let, Stmt
from ...ir.total import never_fails
from ...ir.walk import walk
from ...ir.ways import Flood, Look, Ways
from ..constants import ConstantNames
from ..costs import PLACE
from .tightness import AND, COND, UNIT, TightText, Use

if TYPE_CHECKING:
    from ..statements import Statements
    from .expressions import Expressions

# ---------------------------------------------------------------------------------------------- what is kept


def keeper_lines(keepers: Mapping[str, Keeper], constants: ConstantNames) -> list[str]:
    """Stored values, and the cells that are checked before one is used."""
    given = constants.given
    out = [f"SPARE_{name} = {{}}" for name in given.holders] if keepers else []
    watched: dict[tuple[int, int], list[str]] = {}
    for name, keeper in keepers.items():
        out.append(f"{name} = {_made(keeper, constants)}")
        for one in keeper.readings:
            watched.setdefault((one.low, one.end), []).append(f"({name}, {one.whose!r}, {one.low - one.less})")
    if watched:
        looked = (f"    {cells!r}: [{', '.join(who)}]," for cells, who in watched.items())
        out += ["WATCH = Watch({", *looked, "})"]
    return out


def _made(keeper: Keeper, constants: ConstantNames) -> str:
    board = keeper.board
    if not board:
        return "Found()"
    holders = constants.constant(f"HOLDERS_{board}", constants.given.holders[board])
    near = f"{keeper.far}, W_{board}, E_{board}, {holders}"
    if keeper.test:
        return f"Members({keeper.test}, {keeper.places!r}, {near})"
    return f"Kept({_places(constants, board)}, {near})"


def _places(constants: ConstantNames, board: str) -> int:
    """As many entries has a list over the places of a board."""
    return constants.given.layout.board(board).places.stop


def look(p: Statements, s: Look) -> None:
    keepers = p.given.keepers
    if not p.form.covering and any(keepers[name].readings for name in s.keepers):
        p.lines(["if S.wrote is not WATCH.wrote or S.wrote:", "    WATCH.look(S)"])


def held(p: Expressions, e: Held) -> TightText:
    if not e.keeper:
        return f"[None] * {_places(p.constants, e.board)}", UNIT
    return (f"{e.keeper}.of({p.group(e.key)})" if e.board else e.keeper), UNIT


def kept(p: Expressions, e: Kept, use: Use) -> TightText:
    """Where Python cannot name values, a single value is computed again."""
    if p.form.covering:
        return p.made(e.value, use)
    name, value = p.name(e.held), p.x(e.value)
    if e.at is None:
        if p.nameless:
            return p.made(e.value, use)
        return f"{name} if {name} is not UNKNOWN else ({name} := {value})", COND
    if isinstance(e.at, Make):
        at = p.x(e.at.items[0]) if len(e.at.items) == 1 else p.group(e.at.items)
        return f"known if (known := {name}.get({at}, UNKNOWN)) is not UNKNOWN else {name}.keep({at}, {value})", COND
    at = p.x(e.at)
    if p.nameless:
        return f"{name}[{at}] if {name}[{at}] is not None else keep({name}, {at}, {value})", COND
    return f"known if (known := {name}[{at}]) is not None else keep({name}, {at}, {value})", COND


def members(p: Expressions, e: Members, use: Use) -> TightText:
    if p.form.covering:
        return p.made(e.recomputed, use)
    held = f"{e.keeper}.of({', '.join(['S', *map(p.x, e.key)])})"
    return (held if use == "items" else f"tuple({held})"), UNIT


# ---------------------------------------------------------------------------------------------- searches


_FAULTS = "(Fault, TypeError, IndexError, ValueError, OverflowError)"


def ways(p: Statements, s: Ways) -> None:
    """An error in it is left to the general search, which handles things in order."""
    general = f"return {p.x(s.general)}"
    if p.form.covering:
        p.line(general)
        return
    p.spend(PLACE * _places(p.constants, s.general.board))
    p.line("try:")
    with p.deeper():
        p.block(s.ahead)
        _begin(p, s)
        with p.again_and_again():
            _loops(p, s)
        _end(p, s)
    p.lines([f"except {_FAULTS}:", f"    {general}"])


def flood(p: Statements, s: Flood) -> None:
    general = f"return {p.x(s.general)}"
    if p.form.covering:
        p.line(general)
        return
    p.spend(PLACE * _places(p.constants, s.general.board))
    sure = never_fails(s.test)
    if not sure:
        p.line("try:")
    with p.deeper() if not sure else nullcontext():
        here, there, start = p.name(s.here), p.name(s.there), p.x(s.general.ends[0])
        p.lines([f"found = [{start}]", f"seen = {{{start}}}", f"for {here} in found:"])
        with p.again_and_again(), p.deeper():
            p.line(f"for {there} in N_{s.general.board}[{here}]:")
            with p.deeper():
                test = p.x(s.test, AND, "test")
                # Parts that may fail are evaluated in the order of the general search: for no place that is already
                # reached.
                p.line(f"if {test} and {there} not in seen:" if sure else f"if {there} not in seen and {test}:")
                p.lines([f"    seen.add({there})", f"    found.append({there})"])
        p.line("return tuple(found)")
    if not sure:
        p.lines([f"except {_FAULTS}:", f"    {general}"])


def _begin(p: Statements, s: Ways) -> None:
    p.lines([f"{p.name(var)} = UNKNOWN" for var in s.of_search])
    start, last = (p.x(end) for end in s.general.ends)
    places = _places(p.constants, s.general.board)
    match s.general.what:
        case "reachable":
            made = f"([{last} + 1] * {places}, [[] for _ in range({last} + 1)])"
            p.lines([f"spare = SPARE_{s.general.board}", f"best, queue = spare.pop({last}, None) or {made}"])
            p.lines([f"best[{start}] = 0", f"queue[0].append({start})", "found = []"])
        case "cost" | "path":
            p.lines([f"best = [ENDLESS] * {places}", f"best[{start}] = 0", f"queue = {{0: [{start}]}}", "costs = [0]"])
            if s.general.what == "path":
                p.line("came = {}")


def _loops(p: Statements, s: Ways) -> None:
    here, (start, last) = p.name(s.here), (p.x(end) for end in s.general.ends)
    if s.general.what == "reachable":
        p.line("for spent, bucket in enumerate(queue):")
        going_through, found = "bucket", [f"found.append({here})"]
        if s.least:
            found += [f"if spent + {s.least} > {last}:", "    continue"]
    else:
        p.lines(["while costs:", "    spent = heappop(costs)"])
        came = f"way_back(came, {start}, {last})" if s.general.what == "path" else "spent"
        going_through, found = "queue[spent]", [f"if {here} == {last}:", f"    return {came}"]
    with p.deeper():
        p.line(f"for {here} in {going_through}:")
        with p.deeper():
            p.lines([f"if best[{here}] != spent:", "    continue", *found])
            _leave(p, s)


def _leave(p: Statements, s: Ways) -> None:
    """The steps from a place."""
    here, rows = p.name(s.here), p.x(s.rows)
    p.lines([f"{p.name(var)} = UNKNOWN" for var in s.of_place])
    for test in s.leaving:
        p.lines([f"if {p.now(test, 'test')}:", "    continue"])
    p.lines([f"row = {rows}[{here}]", "if row is None:", f"    row = {rows}[{here}] = {p.x(s.row)}"])
    if isinstance(s.cost, Const):
        p.line(f"total = spent + {p.x(s.cost)}")
    p.line(f"for {', '.join(map(p.name, (s.there, *s.columns)))} in row:")
    with p.deeper():
        _take(p, s)


def _take(p: Statements, s: Ways) -> None:
    """One step: most come too late, which is looked at first where it can be."""
    there, step = p.name(s.there), p.name(s.step)
    too_dear = [f"if total >= best[{there}]:", "    continue"]
    if s.cost is None:
        p.lines([f"if best[{there}] <= spent:", "    continue"])
    else:
        p.lines([*([] if isinstance(s.cost, Const) else [f"total = spent + {p.x(s.cost)}"]), *too_dear])
    for one in s.body:
        _asked(p, one)
    if s.cost is None:
        if any(isinstance(one, Let) and one.var is s.step and one.value.rep.optional for one in walk(s.body)):
            p.lines([f"if {step} is None:", "    continue"])
        if s.least is None:
            p.lines([f"if {step} < 0:", f"    negative({s.general.step})"])
        p.lines([f"total = spent + {step}", *too_dear])
    p.line(f"best[{there}] = total")
    if s.general.what == "path":
        p.line(f"came[{there}] = {p.name(s.here)}")
    p.lines(list(_queued(s, there)))


def _asked(p: Statements, s: Stmt) -> None:
    match s:
        case Break():
            p.line("continue")
        case If(test, (Break() | If() as inner,), ()):
            p.line(f"if {p.now(test, 'test')}:")
            with p.deeper():
                _asked(p, inner)
        case _:
            p.statement(s)


def _queued(s: Ways, there: str) -> Iterable[str]:
    if s.general.what == "reachable":
        return (f"queue[total].append({there})",)
    known = ("if total in queue:", f"    queue[total].append({there})")
    return (*known, "else:", f"    queue[total] = [{there}]", "    heappush(costs, total)")


def _end(p: Statements, s: Ways) -> None:
    """Lists are returned as they were, for the next search; lists lost in an error are made again."""
    match s.general.what:
        case "reachable":
            last = p.x(s.general.ends[1])
            p.lines([f"far = {last} + 1", "for place in found:", "    best[place] = far"])
            p.lines(
                ["for bucket in queue:", "    bucket.clear()", f"spare[{last}] = best, queue", "return tuple(found)"]
            )
        case "cost":
            p.line("return None")
        case "path":
            p.line("return ()")
