"""First values of states, and what phases save and give back."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from ..lang import tree
from .build import Build
from .first_values import nothing_yet
from .typing import symbols, types
from .typing.types import bare
from .write_expression import ExpressionWriter
from .write_head import with_tables

Lines = list[str]

_SAME = re.compile(r"-?\d+|True|False|None")  # a value that does not hang on anything


def write_states(build: Build) -> Lines:
    """`initial(S)`; `reset(S, things)` where things have states; for each scope a function that saves its states and
    sets them to their first values.
    """
    out: Lines = ["", "def initial(S):", "    C = S.cells", "    Z = S.zones"]
    game = build.game
    for state in game.states.values():
        row = build.state_rows[id(state)]
        if row.first >= 0:
            out += [f"    {line}" for line in _first_values(build, state, row.first, row.count)]
    members = _members(build)
    for member in members:
        out += [f"    {line}" for line in _first_of_all(build, member)]
    out.append("    return None")
    if members:
        out += ["", "def reset(S, things):", "    C = S.cells", "    Z = S.zones", "    for this in things:"]
        out += [f"        {line}" for line in [*reset_lines(build), *_after_writing(build, members)]]
    for phase, number in build.plan.scopes.items():
        out += ["", *_scope(build, phase, number)]
    return out


def reset_lines(build: Build) -> Lines:
    """The states of `this` thing go back to their first values."""
    out = []
    for member in _members(build):
        row = build.state_rows[id(member)]
        low, end = row.domains[0].first, row.domains[0].first + row.count
        line = f"C[this + {row.first - low}] = {first_value(build, member, 'this')}"
        if row.count == len(build.layout.things):
            out.append(line)
        else:
            out += [f"if this == {low}:" if row.count == 1 else f"if {low} <= this < {end}:", f"    {line}"]
    return out


def _members(build: Build) -> list[symbols.Member]:
    """States of things, of kinds and of effects (not of rows)."""
    found = []
    for kind in build.game.kinds.values():
        if not build.is_row_kind(kind.name):
            found += [m for m in kind.fields.values() if m.is_state and m.kind == kind.name]
    for carried in build.plan.carried.values():
        found += list(carried.states.values())
    return found


def has_thing_states(build: Build) -> bool:
    """Whether any thing has states, which go back to their first values when it leaves play."""
    return bool(_members(build))


def first_value(build: Build, symbol: symbols.State | symbols.Member, this: str = "None") -> str:
    node = symbol.decl
    initial = node.initial if isinstance(node, tree.StateDecl) else symbol.default  # type: ignore[union-attr]
    if initial is None:
        return nothing_yet(build, symbol.type)
    return kept_value(ExpressionWriter(build, this=this), initial)


def kept_value(writer: ExpressionWriter, node: tree.Formula) -> str:
    """A set of things as a tuple, never the live list of a zone."""
    if isinstance(bare(node.type), types.Zone):
        return f"tuple({writer.things_in(node)})"
    return writer.expr(node)


def _first_values(build: Build, state: symbols.State, first: int, count: int) -> Lines:
    value = first_value(build, state)
    cells, values = (f"{first}", value) if count == 1 else (f"{first}:{first + count}", f"[{value}] * {count}")
    return [f"C[{cells}] = {values}", *build.after_writing(first, first + count)]


def _first_of_all(build: Build, member: symbols.Member) -> Lines:
    """A state of each thing is set to its first value."""
    row = build.state_rows[id(member)]
    low = row.domains[0].first
    value = f"C[this + {row.first - low}] = {first_value(build, member, 'this')}"
    lines = [value, *build.after_writing(row.first, row.first + row.count)]
    return [f"for this in range({low}, {low + row.count}):", *(f"    {line}" for line in lines)]


def _after_writing(build: Build, members: list[symbols.Member]) -> Lines:
    """The lines after writes to states of things."""
    rows = [build.state_rows[id(member)] for member in members]
    return _written(build, [(row.first, row.count) for row in rows])


def _written(build: Build, cells: list[tuple[int, int]]) -> Lines:
    return list(dict.fromkeys(line for first, count in cells for line in build.after_writing(first, first + count)))


@dataclass(slots=True)
class Kept:
    """What a phase keeps while it runs, to give it back at its end."""

    cells: list[tuple[int, int]] = field(default_factory=list)  # first and count
    sparse: list[str] = field(default_factory=list)  # states of rows, and fields of rows: lines that save them and set
    fields: list[tuple[str, str]] = field(default_factory=list)  # them to their first values; of fields the name, too
    first: Lines = field(default_factory=list)  # lines that set all else to its first values
    is_short: bool = True


def _kept(build: Build, phase: str) -> Kept:
    kept, ends = Kept(), ("end", phase)
    states = [(state, build.state_rows[id(state)]) for state in build.game.states.values() if _lasts(state, phase)]
    if phase in build.quiet:
        states = [(state, row) for state, row in states if state.until != ends]
    for state, row in states:
        if row.first >= 0:
            kept.cells += [(row.first, row.count)] if state.until == ends else []
            kept.first += _first_values(build, state, row.first, row.count)
    for member in _members(build):
        if _lasts(member, phase):
            row = build.state_rows[id(member)]
            kept.cells += [(row.first, row.count)] if member.until == ends else []
            kept.first += _first_of_all(build, member)
    for word in ("end", "start"):
        sparse = tuple(row.place for state, row in states if row.first < 0 and state.until == (word, phase))
        if sparse:
            (kept.sparse if word == "end" else kept.first).append(f"save_sparse(S, {sparse!r})")
    for kind in build.game.kinds.values():
        own = [m for m in kind.fields.values() if m.kind == kind.name and _lasts(m, phase)]
        for member in own if build.is_row_kind(kind.name) else ():
            first = first_value(build, member, "this")
            line = f"save_rows(S, {build.row_sorts(kind)!r}, {member.name!r}, lambda this: {first})"
            if member.until == ends:
                kept.fields.append((member.name, line))
            else:
                kept.first.append(line)
    long = [*kept.sparse, *kept.fields, *(line for line in kept.first if line.startswith("save_"))]
    kept.is_short = not long and all(count == 1 for _, count in kept.cells)
    return kept


def settled_states(build: Build, phase: str) -> dict[str, Lines] | None:
    """The states that go back as a phase ends, by name, with the lines that set them to their first values. None if
    these are not always the same, or if they are no plain cells.
    """
    found: dict[str, Lines] = {}
    of_kinds = [member for kind in build.game.kinds.values() for member in kind.fields.values()]
    if any(member.until == ("end", phase) for member in [*of_kinds, *_members(build)]):
        return None
    for state in build.game.states.values():
        if state.until == ("end", phase):
            row = build.state_rows[id(state)]
            if row.first < 0 or not _SAME.fullmatch(first_value(build, state)):
                return None
            found[state.name] = _first_values(build, state, row.first, row.count)
    return found


def _lasts(symbol: symbols.State | symbols.Member, phase: str) -> bool:
    return symbol.until is not None and symbol.until[1] == phase


def _scope(build: Build, phase: str, number: int) -> Lines:
    """`enter<number>(S, given)`, which opens the scope, and `leave<number>(S)`, which closes it."""
    enter, leave = with_tables(_opening(build, phase, "given")), with_tables(_closing(build, phase))
    return [
        f"def enter{number}(S, given):",
        *(f"    {line}" for line in enter or ["pass"]),
        f"ENTER[{number}] = enter{number}",
        "",
        f"def leave{number}(S):",
        *(f"    {line}" for line in leave or ["pass"]),
    ]


def _opening(build: Build, phase: str, given: str) -> Lines:
    plan, number, kept = build.plan, build.plan.scopes[phase], _kept(build, phase)
    lines: Lines = []
    if phase in plan.starts:
        start = plan.scope_number(phase, "start")
        lines = [f"if {start} in S.lasting:", f"    end_where(S, 4, {start})"]
    if phase in build.quiet:
        return [*lines, *kept.first]
    counted = phase in plan.ends or phase in plan.once_in
    lines += ["S.serial += 1"] if counted else []
    saved = [f"C[{first}]" if count == 1 else f"tuple(C[{first}:{first + count}])" for first, count in kept.cells]
    saved += [*kept.sparse, *(line for _, line in kept.fields)]
    held = f"({', '.join(saved)}{',' * (len(saved) == 1)})"
    scope = f"({number}, {given}, {'S.serial' if counted else 0}, {held})"
    return [*lines, f"S.scopes.append({scope})", *kept.first]


def _closing(build: Build, phase: str) -> Lines:
    """What was to last until then ends first; then the states go back."""
    plan, kept, quiet = build.plan, _kept(build, phase), phase in build.quiet
    scope = str(plan.scope_number(phase, "end")) if quiet else "S.scopes[-1][2]"
    lines: Lines = []
    if phase in plan.ends:
        lines += [f"if {scope} in S.lasting:", f"    end_where(S, 4, {scope})"]
    if phase in plan.once_in:
        lines += ["if S.once:", f"    forget_uses(S, {scope})"]
    if quiet:
        back = [line for told in (settled_states(build, phase) or {}).values() for line in told]
        return [*lines, *dict.fromkeys(back)]
    back = [f"C[{first}]" if count == 1 else f"C[{first}:{first + count}]" for first, count in kept.cells]
    back += ["sparse"] if kept.sparse else []
    back += [f"field_{n}" for n in range(len(kept.fields))]
    goal = f"({back[0]},)" if len(back) == 1 else ", ".join(back)
    lines.append(f"{goal} = S.scopes.pop()[3]" if back else "S.scopes.pop()")
    lines += ["restore_sparse(S, *sparse)"] if kept.sparse else []
    lines += [f"restore_rows(S, {name!r}, field_{n})" for n, (name, _) in enumerate(kept.fields)]
    return [*lines, *_written(build, kept.cells)]


def opening_lines(build: Build, phase: str, given: str) -> Lines:
    """Lines that open the scope of a phase with these arguments."""
    if _kept(build, phase).is_short:
        return _opening(build, phase, given)
    return [f"enter{build.plan.scopes[phase]}(S, {given})"]


def closing_lines(build: Build, phase: str) -> Lines:
    """Lines that close it."""
    return _closing(build, phase) if _kept(build, phase).is_short else [f"leave{build.plan.scopes[phase]}(S)"]
