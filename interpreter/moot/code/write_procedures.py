"""Procedures with what lies around them: bodies, hooks, scopes."""

from __future__ import annotations

from ..lang import tree
from ..lang.walk import walk
from . import symbols
from .build import Build
from .plan import Rule, Target, Unit
from .types import NOTHING
from .write_rules import Lines, rule_writer, used, with_tables
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
    spend_fuel(build, writer, unit)
    if traced and unit.at is not None:
        given = "".join(f"{text}, " for text in first)
        tags = tuple((["thing"] if unit.this else []) + [build.tag(p.type) for p in unit.params])
        writer.line(f"entered(S, {writer.rule()}, ({given}), {tags!r})")
    writer.body(unit.block)
    target = unit.target
    if target is not None and is_guarded(build, target):
        given = f"({''.join(p + ', ' for p in first[1 if unit.this else 0 :])})"
        live, number = f"S.live[{target.slot}]", build.target_numbers[id(target.symbol)]
        guard = [f"if {live}{wanted(target, given)}:", f"    return hooked(S, {number}, {given}, {live})"]
        return writer.function(name, first, guard, target.python)
    return writer.function(name, first)


def wanted(target: Target, given: str) -> str:
    """Where all that may come into play are replacements, their conditions are read before going round by the hooks."""
    if all(isinstance(r.node, tree.Hook) and r.node.when == "instead" for r in target.moving):
        return f" and wanted(S, S.live[{target.slot}], {given})"
    return ""


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
    was = [n for n in walk(unit.block) if isinstance(n, tree.Call) and n.name == "was"]
    for number, call in enumerate(was):
        writer.was_places[id(call.args[0])] = f"inst[2][{len(rule.captures) + number}]"
    if traced:
        writer.line(f"entered(S, {writer.rule()}, (), ())")
    (writer.block if replacing else writer.body)(unit.block)
    if replacing and not writer.ended():
        for line in writer.epilogue:
            writer.line(line)
        writer.line(f"return {writer.proceeded_value}")
    out = writer.function(f"h{rule.number}", ["args", "inst", "ctx"])
    if was:
        out += write_was(build, rule, was)
    return out


def write_was(build: Build, rule: Rule, calls: list[tree.Call]) -> Lines:
    """`was<rule>(S, inst, args)`: what the `was(…)` of an `after` stood at when the original began."""
    writer, lines = rule_writer(build, rule)
    texts = "".join(f"{writer.expr(call.args[0])}, " for call in calls)
    body = with_tables([*used(lines, texts), f"return ({texts})"])
    return [f"def was{rule.number}(S, inst, args):", *(f"    {line}" for line in body)]


def is_wrapped(build: Build, target: Target) -> bool:
    """Whether calls of it go through more than its body."""
    scoped = isinstance(target.symbol, symbols.Procedure) and target.symbol.name in build.plan.scopes
    return bool(target.rules or target.moving or scoped or (build.plan.whens and target.body))


def is_guarded(build: Build, target: Target) -> bool:
    """Whether all there is around its body is a look whether anything in play listens: then no wrapper is needed."""
    scoped = isinstance(target.symbol, symbols.Procedure) and target.symbol.name in build.plan.scopes
    return bool(target.moving and target.body) and not (target.rules or scoped or build.plan.whens)


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
    given = f"({''.join(p + ', ' for p in params)})"
    scope = plan.scopes.get(ref.name, -1) if isinstance(ref, symbols.Procedure) else -1
    closing = scope >= 0 or (bool(plan.whens) and target.body is not None)
    number = build.target_numbers[id(ref)]
    generic = any(r.own or (isinstance(r.node, tree.Hook) and r.node.when == "instead") for r in target.rules)
    if scope >= 0:
        writer.line(f"open_scope(S, {scope}, {given})")
    live = f"S.live[{target.slot}]" if target.moving else ""
    hooked = f"hooked(S, {number}, {given}, STATIC[{number}]{f' + {live}' if live else ''})"
    if not closing and generic:
        writer.line(f"return {hooked}")
    elif not closing:
        if live:
            writer.line(f"if {live}{wanted(target, given)}:")
            writer.line(f"    return {hooked}")
        _inline_hooks(build, writer, target, params, body, first, False)
        if not writer.ended():
            writer.line("return ret")
    else:
        _write_closing(build, writer, target, (hooked, live, generic), params, body, first)
        result = writer.new_local("result", build.tag(ref.type))
        writer.line(f"{result} = ret")
        if scope >= 0:
            writer.line(f"close_scope(S, {scope})")
        if plan.whens and target.pauses:
            writer.call("fire(S)")
        elif plan.whens:
            writer.line("fire(S)")
        writer.line(f"return {result}")
    return writer.function(target.python, first)


def _write_closing(
    build: Build,
    writer: StatementWriter,
    target: Target,
    how: tuple[str, str, bool],
    params: list[str],
    body: str,
    first: list[str],
) -> None:
    """Hooks and original where something follows them; the value is then in `ret`."""
    hooked, live, generic = how
    if generic and target.pauses:
        writer.call(hooked)
    elif generic:
        writer.line(f"ret = {hooked}")
    elif not live:
        _inline_hooks(build, writer, target, params, body, first, True)
    elif target.pauses:
        joined = writer.new_label()
        writer.line(f"if {live}:")
        writer.depth += 1
        writer.line(f"ret = {hooked}")
        writer.line("if ret is PAUSE:")
        writer.depth += 1
        writer.pause(joined)
        writer.depth -= 1
        writer.jump(joined)
        writer.depth -= 1
        _inline_hooks(build, writer, target, params, body, first, True)
        writer.place(joined)
    else:
        writer.line(f"if {live}:")
        writer.line(f"    ret = {hooked}")
        writer.line("else:")
        writer.depth += 1
        _inline_hooks(build, writer, target, params, body, first, True)
        writer.depth -= 1


def _inline_hooks(
    build: Build, writer: StatementWriter, target: Target, params: list[str], body: str, first: list[str], closing: bool
) -> None:
    """The hooks of rules files around the original, while nothing in play listens."""
    given = f"({''.join(p + ', ' for p in params)})"
    after = [r for r in target.rules if isinstance(r.node, tree.Hook) and r.node.when == "after"]
    was = {}
    for rule in target.rules:
        if isinstance(rule.node, tree.Hook) and rule.node.when == "before":
            _inline_hook(build, writer, rule, given, f"I{rule.number}", params)
    for rule in after:
        if rule.number in build.was_rules:
            was[rule.number] = writer.new_local("was", "rule")
            writer.line(f"{was[rule.number]} = remembering(S, I{rule.number}, {given})")
    text = f"{body}({', '.join(['S', *first])})"
    kept = ""
    if target.pauses and (target.body is None or target.body.pauses):
        if not after and not closing:
            writer.line(f"return {text}")
            return
        writer.call(text)
    else:
        writer.line(f"ret = {text}")
    valued = bool(after) and target.symbol.type != NOTHING
    if valued:
        kept = writer.new_local("value", build.tag(target.symbol.type))
        writer.line(f"{kept} = ret")
    for rule in after:
        if rule is after[-1] and not valued and not closing and not writer.depth:
            writer.tail = 0
        _inline_hook(build, writer, rule, given, was.get(rule.number, f"I{rule.number}"), params)
    writer.tail = None
    if valued:
        writer.line(f"ret = {kept}")
    elif after and not writer.ended():
        writer.line("ret = None")


def _inline_hook(build: Build, writer: StatementWriter, rule: Rule, given: str, inst: str, params: list[str]) -> None:
    condition = "True"
    if rule.node.where is not None:
        saved = dict(writer.names)
        for local, text in zip(rule.node.head.locals, params, strict=False):
            writer.names[id(local)] = text
        condition = writer.test(rule.node.where)
        writer.names = saved
    if condition == "False":
        return
    assert rule.body is not None
    text = _single_call(build, writer, rule, params) or f"h{rule.number}(S, {given}, {inst}, None)"
    if not rule.body.pauses:
        if condition != "True":
            writer.line(f"if {condition}:")
            text = f"    {text}"
        writer.line(text)
        return
    if writer.tail == 0:
        if condition == "True":
            writer.line(f"return {text}")
        else:
            writer.line(f"if {condition}:")
            writer.line(f"    return {text}")
        return
    skip = writer.new_label()
    if condition != "True":
        writer.line(f"if not {condition}:")
        writer.depth += 1
        writer.jump(skip)
        writer.depth -= 1
    writer.call(text)
    writer.place(skip)


def _single_call(build: Build, writer: StatementWriter, rule: Rule, params: list[str]) -> str | None:
    """What a hook does, if that is one call: it leaves no frame of its own, so it may be written in its place."""
    assert rule.body is not None
    block = rule.body.block
    if writer.traced or rule.own or id(rule.body) in build.plan.loops or len(block) != 1:
        return None
    call = block[0].call if isinstance(block[0], tree.CallStatement) else None
    if call is None or not isinstance(call.ref, symbols.Procedure) or call.ref.owner:
        return None
    if not all(isinstance(arg, tree.Name | tree.Number) for arg in call.args):
        return None
    saved = dict(writer.names)
    for local, text in zip(rule.node.head.locals, params, strict=False):
        writer.names[id(local)] = text
    text = writer.expr(call)
    writer.names = saved
    return text
