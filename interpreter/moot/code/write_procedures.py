"""Procedures with what lies around them: bodies, hooks, scopes."""

from __future__ import annotations

from collections.abc import Callable

from ..lang import tree
from .build import Build
from .old_plan import Rule, Target, Unit, was_calls, was_places
from .typing import symbols
from .typing.types import NOTHING
from .write_head import with_tables
from .write_inline import guard, is_generic, is_guarded, open_scope, opens_scope, write_hooks, write_joined
from .write_rules import Lines, rule_writer, used
from .write_statement import StatementWriter


def write_body(build: Build, unit: Unit, traced: bool, name: str) -> Lines:
    """The body of a procedure, or code of a thing."""
    writer = StatementWriter(build, unit, traced, unit.number, unit.label)
    first = ["this"] if unit.this else []
    if unit.this:
        writer.this = "this"
    first += [writer.bind(p) for p in unit.params]
    writer.first = first
    writer.in_cost = unit.target is not None and id(unit.target.symbol) in build.in_costs
    if unit.target is not None and opens_scope(build, unit.target):
        writer.epilogue += open_scope(writer, unit.target, first)
    spend_fuel(build, writer, unit)
    if traced and unit.at is not None:
        given = "".join(f"{text}, " for text in first)
        tags = tuple((["thing"] if unit.this else []) + [build.tag(p.type) for p in unit.params])
        writer.line(f"entered(S, {writer.rule()}, ({given}), {tags!r})")
    writer.body(unit.block)
    target = unit.target
    if target is not None and is_guarded(build, target):
        listened, hooked = guard(build, target, first[1 if unit.this else 0 :])
        return writer.function(name, first, [f"if {listened}:", f"    return {hooked}"], target.python)
    return writer.function(name, first)


def spend_fuel(build: Build, writer: StatementWriter, unit: Unit) -> None:
    """Calls that come back to themselves run on fuel."""
    if id(unit) in build.plan.loops or (unit.target is not None and id(unit.target.symbol) in build.plan.loops):
        writer.line("S.fuel -= 1")
        writer.line("if S.fuel < 0:")
        writer.line(f"    out_of_fuel(S, {writer.rule()})")


def write_hook(build: Build, unit: Unit, traced: bool) -> Lines:
    """The body of a hook or of a `when`: `h<rule>(S, args, inst, ctx)`."""
    rule = unit.rule
    assert rule is not None
    writer = StatementWriter(build, unit, traced, unit.number, unit.label)
    node = rule.node
    writer.this, writer.in_hook = "inst[1]", True
    for number, local in enumerate(rule.captures):
        writer.names[id(local)] = f"inst[2][{number}]"
    for number, local in enumerate(node.head.locals):
        if local.name:
            name = writer.bind(local)
            writer.prelude.append(f"{name} = args[{number}]")
    if isinstance(node, tree.Hook):
        writer.tags["args"] = build.tuple_tag([p.type for p in node.head.ref.params])
    replacing = isinstance(node, tree.Hook) and node.when == "instead"
    if replacing:
        writer.tags["proceeded_value"] = build.tag(node.head.ref.type)
        writer.locals += ["proceeded", "proceeded_value"]
        writer.replaces = node.head.ref.type != NOTHING
        if rule.once:
            writer.epilogue += ["if not proceeded:", "    acted(S, inst)"]
    elif rule.once:
        writer.epilogue.append("acted(S, inst)")
    if rule.own:
        writer.line(f"S.marks += (({rule.number}, inst[1]),)")
        writer.epilogue.append("S.marks = S.marks[:-1]")
    spend_fuel(build, writer, unit)
    writer.was_places |= was_places(rule, "inst")
    if traced:
        writer.line(f"entered(S, {writer.rule()}, (), ())")
    (writer.block if replacing else writer.body)(unit.block)
    if replacing and not writer.ended():
        for line in writer.epilogue:
            writer.line(line)
        writer.line(f"return {writer.proceeded_value}")
    out = writer.function(f"h{rule.number}", ["args", "inst", "ctx"])
    if rule.number in build.was_rules:
        out += write_was(build, rule, was_calls(rule))
    return out


def write_was(build: Build, rule: Rule, calls: list[tree.Call]) -> Lines:
    """`was<rule>(S, inst, args)`: what the `was(…)` of an `after` stood at when the original began."""
    writer, lines = rule_writer(build, rule)
    texts = "".join(f"{writer.expr(call.args[0])}, " for call in calls)
    body = with_tables([*used(lines, texts), f"return ({texts})"])
    return [f"def was{rule.number}(S, inst, args):", *(f"    {line}" for line in body)]


def write_wrapper(build: Build, target: Target, traced: bool, body: str) -> Lines:
    """Scope, hooks, the original, hooks, end of scope; then whatever became true."""
    plan, ref = build.plan, target.symbol
    assert isinstance(ref, symbols.Procedure | symbols.Builtin)
    if target.wrapper < 0:
        target.wrapper = plan.next_number()
    writer = StatementWriter(build, None, traced, target.wrapper, f"procedure {ref.name}")
    owner = isinstance(ref, symbols.Procedure) and ref.owner
    params = [writer.bind(p) for p in ref.params]
    if target.native:
        params.append("rule")  # who calls is passed on, behind the arguments
    first = (["this"] if owner else []) + params
    scope = plan.scopes.get(ref.name, -1) if isinstance(ref, symbols.Procedure) else -1
    closing = scope >= 0 or (bool(plan.whens) and target.body is not None)
    closing_lines = open_scope(writer, target, params) if scope >= 0 else []
    text = f"{body}({', '.join(['S', *first])})"
    pauses = target.pauses and (target.body is None or target.body.pauses)

    def original(tail: int | None) -> None:
        writer.tail = tail
        if pauses:
            writer.call(text)
        else:
            writer.line(f"ret = {text}")
        writer.tail = None

    if not closing:
        _write_open(writer, target, params, original)
    else:
        _write_closing(writer, target, params, original)
        result = writer.new_local("result", build.tag(ref.type))
        writer.line(f"{result} = ret")
        for line in closing_lines:
            writer.line(line)
        writer.phases.clear()
        if plan.whens and target.pauses:
            writer.call("fire(S)")
        elif plan.whens:
            writer.line("fire(S)")
        writer.line(f"return {result}")
    return writer.function(target.python, first)


def _write_open(
    writer: StatementWriter, target: Target, params: list[str], original: Callable[[int | None], None]
) -> None:
    """Hooks and original where nothing follows them."""
    listened, hooked = guard(writer.build, target, params)
    if is_generic(target):
        writer.line(f"return {hooked}")
        return
    if listened:
        writer.line(f"if {listened}:")
        writer.line(f"    return {hooked}")
    write_hooks(writer, target, params, 0, original)
    if target.symbol.type != NOTHING and not writer.ended():
        writer.line("return ret")


def _write_closing(
    writer: StatementWriter, target: Target, params: list[str], original: Callable[[int | None], None]
) -> None:
    """Hooks and original where something follows them; the value is then in `ret`."""
    listened, hooked = guard(writer.build, target, params)
    if is_generic(target) and target.pauses:
        writer.call(hooked)
    elif is_generic(target):
        writer.line(f"ret = {hooked}")
    elif not listened:
        write_hooks(writer, target, params, None, original)
    elif target.pauses:
        write_joined(writer, target, params, (listened, hooked), original)
    else:
        writer.line(f"if {listened}:")
        writer.line(f"    ret = {hooked}")
        writer.line("else:")
        writer.depth += 1
        write_hooks(writer, target, params, None, original)
        writer.depth -= 1
