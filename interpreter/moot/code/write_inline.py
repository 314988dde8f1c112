"""Procedures written where they are called: short ones that do not come back to themselves, with the hooks of rules
files around them, under the condition that nothing in play listens.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from ..lang import tree
from ..lang.walk import walk
from .build import Build
from .old_plan import Rule, Target, Unit, was_places
from .typing import symbols
from .typing.types import NOTHING
from .write_names import is_number_text
from .write_state import closing_lines, opening_lines

if TYPE_CHECKING:
    from .write_flow import FlowWriter
    from .write_statement import StatementWriter

LONGEST = 120  # nodes; a longer body is called
DEEPEST = 12
MOST = 2000  # nodes put into one unit


# ------------------------------------------------------------------------------------------------ what may be inlined


def inlined_unit(writer: FlowWriter, call: tree.Call) -> Unit | None:
    """The body to write in place of a call, or None if it is to be called."""
    ref = call.ref
    plan = writer.plan
    if writer.unit is not None and writer.unit.rule is not None and len(writer.unit.block) == 1:
        return None  # a hook that is one call may itself be written in its place
    if not isinstance(ref, symbols.Procedure) or ref.owner or plan.whens:
        return None
    target = plan.target(ref)
    unit = target.body
    if unit is None or is_generic(target) or unit in writer.opened or len(writer.opened) >= DEEPEST:
        return None
    if id(ref) in plan.loops or id(unit) in plan.loops:
        return None
    nodes = list(walk(unit.block))
    if len(nodes) > LONGEST or writer.put_in + len(nodes) > MOST or any(map(_is_bound_to_its_place, nodes)):
        return None
    returns = [n for n in nodes if isinstance(n, tree.Return)]
    if returns if ref.type == NOTHING else returns != unit.block[-1:]:
        return None
    if any(writer.pausing(arg) for arg in call.args):
        return None
    within = ref.name in plan.scopes or writer.tail is None or not _goes_inside(writer, target)
    if writer.depth and within and writer.pausing(call):
        return None
    return unit


def _is_bound_to_its_place(node: tree.Node) -> bool:
    return isinstance(node, tree.Lasting | tree.Pending | tree.Proceed)


def _goes_inside(writer: FlowWriter, target: Target) -> bool:
    """Whether it can stand inside a branch: only what it ends with may pause."""
    assert target.body is not None
    rules = [r for r in target.rules if r.body is not None]
    before = [r.body for r in rules if not (isinstance(r.node, tree.Hook) and r.node.when == "after")]
    after = [r.body for r in rules if isinstance(r.node, tree.Hook) and r.node.when == "after"]
    parts = [*before, target.body, *after]  # in the order in which they run
    if target.symbol.type != NOTHING or any(unit.pauses for unit in parts[:-1] if unit is not None):
        return False
    return bool(after) or writer.ends_simply(target.body.block)


def is_generic(target: Target) -> bool:
    """Whether rules of rules files are among its hooks that only the runner of hooks knows how to go round by."""
    return any(r.own or not isinstance(r.node, tree.Hook) or _replaces(r) for r in target.rules)


def is_wrapped(build: Build, target: Target) -> bool:
    """Whether calls of it go through more than its body."""
    if opens_scope(build, target):
        return False
    scoped = isinstance(target.symbol, symbols.Procedure) and target.symbol.name in build.plan.scopes
    return bool(target.rules or target.moving or scoped or (build.plan.whens and target.body))


def opens_scope(build: Build, target: Target) -> bool:
    """Whether all there is around its body is a scope: the body opens and closes it."""
    scoped = isinstance(target.symbol, symbols.Procedure) and target.symbol.name in build.plan.scopes
    return bool(scoped and target.body) and not (target.rules or target.moving or build.plan.whens)


def is_guarded(build: Build, target: Target) -> bool:
    """Whether all there is around its body is a look whether anything in play listens: then no wrapper is needed."""
    scoped = isinstance(target.symbol, symbols.Procedure) and target.symbol.name in build.plan.scopes
    return bool(target.moving and target.body) and not (target.rules or scoped or build.plan.whens)


# ------------------------------------------------------------------------------------------------ in place of a call


def write_inlined(writer: StatementWriter, unit: Unit, call: tree.Call) -> None:
    """The body with what lies around it. Its value, if it has one, is then in `ret`."""
    target = unit.target
    assert target is not None
    params = [_lasting(writer, param, arg) for param, arg in zip(unit.params, call.args, strict=True)]
    writer.put_in += len(list(walk(unit.block)))
    name = target.symbol.name
    if name not in writer.plan.scopes:
        _write_around(writer, unit, target, params)
        return
    outer = writer.phases[:]
    closing = open_scope(writer, target, params)
    tail, writer.tail = writer.tail, None
    _write_around(writer, unit, target, params)
    writer.tail = tail
    for line in closing:
        writer.line(line)
    writer.phases = outer


def open_scope(writer: StatementWriter, target: Target, params: list[str]) -> list[str]:
    """Write what opens the scope of a phase; the lines that close it are given back.

    Of a quiet phase they begin with a mark of its rule, so that something always stands between where frames resume
    inside it and behind it.
    """
    build, phase, unit = writer.build, target.symbol.name, target.body
    assert unit is not None
    for line in opening_lines(build, phase, f"({''.join(f'{text}, ' for text in params)})"):
        writer.line(line)
    lines = closing_lines(build, phase)
    if phase not in build.quiet:
        return lines
    writer.phases.append(phase)
    return [f"#@{build.rule(unit.label, unit.at, unit.cites, unit.pack)}", *lines]


def _write_around(writer: StatementWriter, unit: Unit, target: Target, params: list[str]) -> None:
    """The body with its hooks."""
    tail = writer.tail
    listened, hooked = guard(writer.build, target, params)
    if not listened:
        write_hooks(writer, target, params, tail, partial(_write_body, writer, unit, params))
        return
    body = partial(_write_body, writer, unit, params)
    if not target.pauses or writer.depth:
        writer.line(f"if {listened}:")
        writer.depth += 1
        if target.pauses:
            writer.call(hooked)
        else:
            writer.line(f"ret = {hooked}")
        writer.depth -= 1
        writer.line("else:")
        writer.depth += 1
        write_hooks(writer, target, params, tail, body)
        writer.depth -= 1
    elif tail == 0:
        writer.line(f"if {listened}:")
        writer.line(f"    return {hooked}")
        write_hooks(writer, target, params, tail, body)
    else:
        write_joined(writer, target, params, (listened, hooked), body)


def write_joined(
    writer: StatementWriter,
    target: Target,
    params: list[str],
    guarded: tuple[str, str],
    original: Callable[[int | None], None],
) -> None:
    """The way round by the hooks in play and the way through, in parts; both come to the part that follows."""
    listened, hooked = guarded
    joined = writer.new_label()
    writer.line(f"if {listened}:")
    writer.depth += 1
    writer.line(f"ret = {hooked}")
    writer.wait(joined)
    writer.jump(joined)
    writer.depth -= 1
    write_hooks(writer, target, params, None, original)
    writer.place(joined)


def _lasting(writer: StatementWriter, param: symbols.Local, arg: tree.Formula) -> str:
    """What stands for a parameter: the argument where it is a name or number, else a local that holds it."""
    text = writer.kept_text(arg)
    if not is_number_text(text) and text not in writer.lasting_names():
        name = writer.new_local(param.name or "given", writer.build.tag(param.type))
        writer.line(f"{name} = {text}")
        text = name
    return text


def _write_body(writer: StatementWriter, unit: Unit, params: list[str], tail: int | None) -> None:
    saved = (writer.label, writer.at, writer.pack, writer.own_cites, writer.unit, writer.in_cost, writer.tail)
    writer.names.update({id(param): text for param, text in zip(unit.params, params, strict=True)})
    writer.label, writer.at, writer.pack, writer.own_cites = unit.label, unit.at, unit.pack, list(unit.cites)
    writer.unit, writer.tail = unit, None
    writer.in_cost = unit.target is not None and id(unit.target.symbol) in writer.build.in_costs
    writer.opened.append(unit)
    if writer.traced and unit.at is not None:
        given = "".join(f"{writer.names[id(p)]}, " for p in unit.params)
        tags = tuple(writer.build.tag(p.type) for p in unit.params)
        writer.line(f"entered(S, {writer.rule()}, ({given}), {tags!r})")
    if unit.result != NOTHING:
        writer.block_with_value(unit.block)
    elif tail is None:
        writer.block(unit.block)
    else:
        writer.body(unit.block, tail)
    writer.opened.pop()
    writer.label, writer.at, writer.pack, writer.own_cites, writer.unit, writer.in_cost, writer.tail = saved


# ------------------------------------------------------------------------------------------------ hooks around it


def guard(build: Build, target: Target, params: list[str]) -> tuple[str, str]:
    """The condition under which something in play listens, and the call by way of the runner of hooks."""
    given = f"({''.join(p + ', ' for p in params)})"
    number, live = build.target_numbers[id(target.symbol)], f"S.live[{target.slot}]" if target.moving else ""
    always = f"STATIC[{number}]" if target.rules else ""
    insts = " + ".join(filter(None, (always, live)))
    if not asks_first(target):
        return live, f"hooked(S, {number}, {given}, {insts})"
    wanted = f"wanted_{target.python}({', '.join(['S', *params])})"
    return f"{live} and (by := {wanted})", f"hooked(S, {number}, {given}, {insts}, by)"


def asks_first(target: Target) -> bool:
    """Whether the conditions of what listens in play are read before going round by the hooks: all are replacements."""
    return bool(target.moving) and not is_generic(target) and all(map(_replaces, target.moving))


def _replaces(rule: Rule) -> bool:
    return isinstance(rule.node, tree.Hook) and rule.node.when == "instead"


def write_hooks(
    writer: StatementWriter,
    target: Target,
    params: list[str],
    tail: int | None,
    original: Callable[[int | None], None],
) -> None:
    """The hooks of rules files around the original, while nothing in play listens. `original` writes it; its value is
    then in `ret`. `tail`: what follows all that, as of a call.
    """
    build = writer.build
    given = f"({''.join(p + ', ' for p in params)})"
    hooks = [r for r in target.rules if isinstance(r.node, tree.Hook)]
    after = [r for r in hooks if isinstance(r.node, tree.Hook) and r.node.when == "after"]
    saved, writer.tail = writer.tail, None
    for rule in hooks:
        if rule not in after:
            _write_hook(writer, rule, given, f"I{rule.number}", params)
    was = {}
    for rule in after:
        if rule.number in build.was_rules:
            was[rule.number] = writer.new_local("was", "rule")
            writer.line(f"{was[rule.number]} = remembering(S, I{rule.number}, {given})")
    original(None if after else tail)
    valued = bool(after) and target.symbol.type != NOTHING
    if valued:
        kept = writer.new_local("value", build.tag(target.symbol.type))
        writer.line(f"{kept} = ret")
    for rule in after:
        writer.tail = tail if rule is after[-1] and not valued else None
        _write_hook(writer, rule, given, was.get(rule.number, f"I{rule.number}"), params)
    writer.tail = saved
    if valued:
        writer.line(f"ret = {kept}")


def _write_hook(writer: StatementWriter, rule: Rule, given: str, inst: str, params: list[str]) -> None:
    saved = dict(writer.names)
    for local, text in zip(rule.node.head.locals, params, strict=False):
        writer.names[id(local)] = text
    writer.was_places |= was_places(rule, inst)
    condition = writer.test(rule.node.where) if rule.node.where is not None else "True"
    single = _single_call(writer, rule)
    text = writer.expr(single) if single is not None else f"h{rule.number}(S, {given}, {inst}, None)"
    first = _first_condition(writer, single) if single is not None else "True"
    writer.names = saved
    if condition == "False" or first == "False":
        return
    assert rule.body is not None
    conditions = " and ".join(c for c in (condition, first) if c != "True")
    if not rule.body.pauses or writer.tail is not None:
        if conditions:
            writer.line(f"if {conditions}:")
        writer.depth += bool(conditions)
        if rule.body.pauses:
            writer.call(text)
        else:
            writer.line(text)
        writer.depth -= bool(conditions)
        return
    skip = writer.new_label()
    if conditions:
        writer.line(f"if not ({conditions}):")
        writer.depth += 1
        writer.jump(skip)
        writer.depth -= 1
    writer.call(text)
    writer.place(skip)


def _single_call(writer: StatementWriter, rule: Rule) -> tree.Call | None:
    """What a hook does, if that is one call: it leaves no frame of its own, so it may be written in its place."""
    assert rule.body is not None
    block = rule.body.block
    if writer.traced or writer.build.covering or rule.own or id(rule.body) in writer.plan.loops or len(block) != 1:
        return None
    call = block[0].call if isinstance(block[0], tree.CallStatement) else None
    if call is None or not isinstance(call.ref, symbols.Procedure) or call.ref.owner:
        return None
    return call if all(isinstance(arg, tree.Name | tree.Number) for arg in call.args) else None


def _first_condition(writer: StatementWriter, call: tree.Call) -> str:
    """The condition without which a call does nothing at all: it is read before calling, too."""
    target = writer.plan.target(call.ref)
    node = target.body.block[0] if target.body is not None and len(target.body.block) == 1 else None
    wrapped = is_wrapped(writer.build, target) or opens_scope(writer.build, target)
    if wrapped or not isinstance(node, tree.If) or node.otherwise or len(node.branches) > 1:
        return "True"
    condition = node.branches[0].condition
    if writer.pausing(condition):
        return "True"
    for param, arg in zip(call.ref.params, call.args, strict=True):
        writer.names[id(param)] = writer.kept_text(arg)
    return writer.test(condition)
