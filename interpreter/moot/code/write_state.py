"""First values of states, and what phases save and give back."""

from __future__ import annotations

from ..lang import tree
from . import symbols
from .build import Build
from .first_values import nothing_yet
from .write_expression import ExpressionWriter
from .write_rules import kept_value, with_tables

Lines = list[str]


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
    return _given_back(build, [(row.first, row.count) for row in rows])


def _kept(build: Build, phase: str) -> tuple[list[tuple[int, int]], Lines, list[int], Lines]:
    """What a phase keeps while it runs: cells that it gives back, as first and count; lines that set first values;
    states of rows, by their places; lines that save fields of rows.
    """
    saved, body, sparse, rows = [], [], [], []
    for state in build.game.states.values():
        if state.until is None or state.until[1] != phase:
            continue
        row = build.state_rows[id(state)]
        if row.first < 0:
            sparse.append(row.place)
            continue
        if state.until[0] == "end":
            saved.append((row.first, row.count))
        body += _first_values(build, state, row.first, row.count)
    for member in _members(build):
        if member.until is None or member.until[1] != phase:
            continue
        row = build.state_rows[id(member)]
        if member.until[0] == "end":
            saved.append((row.first, row.count))
        body += _first_of_all(build, member)
    for kind in build.game.kinds.values():
        if build.is_row_kind(kind.name):
            for member in kind.fields.values():
                if member.until is not None and member.until[1] == phase and member.kind == kind.name:
                    sorts, first = build.row_sorts(kind), first_value(build, member, "this")
                    rows.append(f"saved += save_rows(S, {sorts!r}, {member.name!r}, lambda this: {first})")
    return saved, body, sparse, rows


def _scope(build: Build, phase: str, number: int) -> Lines:
    saved, body, sparse, rows = _kept(build, phase)
    kept = "".join(f"({first}, tuple(C[{first}:{first + count}])), " for first, count in saved)
    lines = with_tables([f"saved = ({kept})", *body])
    lines = ["C = S.cells", *[line for line in lines if line != "C = S.cells"]]
    if sparse:
        lines.append(f"saved += save_sparse(S, {tuple(sparse)!r})")
    lines += [*rows, "return saved"]
    return [f"def enter{number}(S):", *(f"    {line}" for line in lines), f"ENTER[{number}] = enter{number}"]


def _given_back(build: Build, saved: list[tuple[int, int]]) -> Lines:
    return list(dict.fromkeys(line for first, count in saved for line in build.after_writing(first, first + count)))


def opening_lines(build: Build, phase: str, given: str) -> Lines:
    """Lines that open the scope of a phase with these arguments."""
    number = build.plan.scopes[phase]
    if phase in build.plan.starts:
        return [f"open_scope(S, {number}, {given})"]
    saved, body, sparse, rows = _kept(build, phase)
    if sparse or rows or any(count > 1 for _, count in saved):
        kept = f"enter{number}(S)"
    else:
        kept = f"({''.join(f'({first}, (C[{first}],)), ' for first, _ in saved)})"
    lines = ["S.serial += 1", f"S.scopes.append(({number}, {given}, S.serial, {kept}))"]
    return lines if kept.startswith("enter") else [*lines, *body]


def closing_lines(build: Build, phase: str) -> Lines:
    """Lines that close it: the long way where anything was to last or to be done once until then."""
    number = build.plan.scopes[phase]
    saved, _, sparse, rows = _kept(build, phase)
    long = f"close_scope(S, {number})"
    if sparse or rows or any(count > 1 for _, count in saved):
        return [long]
    short = [f"C[{first}] = saved[{n}][1][0]" for n, (first, _) in enumerate(saved)]
    short = ["saved = S.scopes.pop()[3]", *short, *_given_back(build, saved)] if saved else ["S.scopes.pop()"]
    test = "if S.once or S.lasting > S.scopes[-1][2]:"
    return [test, f"    {long}", "else:", *(f"    {line}" for line in short)]
