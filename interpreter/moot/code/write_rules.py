"""Functions with their modifiers, and the conditions of standing rules."""

from __future__ import annotations

from typing import Any

from ..lang import tree
from .build import Build
from .kept_functions import keeping_lines, kept_function
from .old_plan import Rule, Target, was_places
from .typing import symbols, types
from .typing.types import bare, may_be_none
from .write_head import with_tables
from .write_loops import LoopWriter
from .write_names import is_number_text
from .write_state import kept_value
from .write_statement import StatementWriter

Lines = list[str]


class FormulaWriter(LoopWriter):
    """Holds the lines before that which returns what a formula comes to."""

    def __init__(self, build: Build, this: str = "None") -> None:
        super().__init__(build, this)
        self.lines: Lines = []
        self.depth = 0
        self.in_formula = True

    def line(self, text: str) -> None:
        self.lines_follow(text)
        self.lines.append("    " * self.depth + text)


def rule_writer(build: Build, rule: Rule) -> tuple[FormulaWriter, Lines]:
    """A writer for the formulas of a standing rule, and the lines that unpack what it keeps. Parameters: `inst`,
    `args`.
    """
    writer = FormulaWriter(build, this="inst[1]")
    lines = []
    for number, local in enumerate(rule.captures):
        writer.names[id(local)] = f"inst[2][{number}]"
    for number, local in enumerate(rule.node.head.locals):
        if local.name:
            lines.append(f"{writer.bind(local)} = args[{number}]")
    writer.was_places |= was_places(rule, "inst")
    return writer, lines


def used(lines: Lines, text: str) -> Lines:
    """Only the unpacking lines whose names the text mentions."""
    import re

    words = set(re.findall(r"\w+", text))
    return [line for line in lines if line.split(" = ")[0] in words]


def write_condition(build: Build, rule: Rule) -> Lines:
    """`w<rule>(S, inst, args)`: whether the rule applies; nothing where it always does."""
    if rule.node.where is None:
        return []
    writer, lines = rule_writer(build, rule)
    text = writer.expr(writer.looped(rule.node.where))
    body = [*writer.lines, f"return {text}"]
    body = with_tables([*used(lines, "\n".join(body)), *body])
    params = "S, inst" if isinstance(rule.node, tree.When) else "S, inst, args"
    return [f"def w{rule.number}({params}):", *(f"    {line}" for line in body)]


def write_wanted(build: Build, target: Target) -> Lines:
    """`wanted_<procedure>(S, …)`: the newest replacement in play that applies to a call; none if none does."""
    ref = target.symbol
    assert isinstance(ref, symbols.Procedure | symbols.Builtin)
    params = [f"{param.name or 'given'}_{at}" for at, param in enumerate(ref.params)]
    body = [f"for inst in reversed(S.live[{target.slot}]):"]
    for rule in target.moving:
        told, test = _condition(build, rule, params)
        free = [f"({rule.number}, inst[1]) not in S.marks"] if rule.own else []
        alone = len(target.moving) == 1
        asked = " and ".join([*([] if alone else [f"inst[0] == {rule.number}"]), *([test] if test else []), *free])
        body += [f"    {told}", *([f"    if {asked}:", "        return inst"] if asked else ["    return inst"])]
    first = ", ".join(["S", *params, *(["rule"] if target.native else [])])
    body = with_tables([*body, "return None"])
    return [f"def wanted_{target.python}({first}):", *(f"    {line}" for line in body)]


def write_modifier(build: Build, rule: Rule) -> Lines:
    """`m<rule>(S, value, inst, args)`: the value after the modifier."""
    node = rule.node
    assert isinstance(node, tree.Modify)
    writer, lines = rule_writer(build, rule)
    writer.value = "value"
    body: Lines = []
    if node.where is not None:
        body += [f"if not {writer.test(node.where)}:", "    return value"]
    body += build.covered(build.rule(rule.label, node.at, node.cites, rule.pack)) if build.covering else []
    of = bare(node.head.ref.type)
    if node.becomes is not None:
        text = writer.expr(node.becomes)
        if types.item_of(of) is not None and not types.is_mask(of):
            text = f"tuple({writer.collection(node.becomes)})"
        body.append(f"return {text}")
    else:
        assert node.by is not None
        if types.item_of(of) is not None:
            text = (
                f"value | {writer.expr(node.by)}" if types.is_mask(of) else f"(*value, *{writer.collection(node.by)})"
            )
            body.append(f"return {text}")
        else:
            body.append("if value is None:")
            body.append("    return None")
            body.append(f"amount = {writer.expr(node.by)}")
            if may_be_none(node.by.type):
                body.append("if amount is None:")
                body.append("    return None")
            body.append("changed = value + amount")
            if node.up_to is not None:
                top = writer.expr(node.up_to)
                body += [f"if amount > 0 and changed > {top}:", f"    changed = max(value, {top})"]
            if node.down_to is not None:
                low = writer.expr(node.down_to)
                body += [f"if amount < 0 and changed < {low}:", f"    changed = min(value, {low})"]
            if isinstance(of, types.Names | types.Words):
                count = len(build.layout.names[of.kind]) if isinstance(of, types.Names) else len(of.names)
                body.append(f"changed = min(max(changed, 0), {count - 1})")
            body.append("return changed")
    body = with_tables([*used(lines, "\n".join(body)), *body])
    return [f"def m{rule.number}(S, value, inst, args):", *(f"    {line}" for line in body)]


def clamped(build: Build, of: Any) -> Lines:
    """A function's value stays in its type's range."""
    plain = bare(of)
    if not isinstance(plain, types.Bounded):
        return []
    helper = StatementWriter(build, None, False, -1, "")
    low, high = helper.limits(plain)
    text = f"v = {low} if v < {low} else {high} if v > {high} else v"
    return ["if v is not None:", f"    {text}"] if may_be_none(of) else [text]


class _FunctionWriter(FormulaWriter):
    """Writes the lines of one function."""

    def body(self, node: tree.FunctionDecl) -> Lines:
        for let in node.lets:
            text = kept_value(self, self.looped(let.value))
            self.line(f"{self.bind(let.local)} = {text}")
        for line in node.lines:
            condition = self.test(self.looped(line.condition)) if line.condition is not None else "True"
            if condition == "False":
                continue
            if condition != "True":
                self.line(f"if {condition}:")
                self.depth = 1
            if self.build.covering:
                ran = self.build.rule(f"function {node.name}", line.at, line.cites, "")
                self.lines += ["    " * self.depth + text for text in self.build.covered(ran)]
            text = kept_value(self, self.looped(line.value))
            self.line(f"return {text}")
            self.depth = 0
            if condition == "True":
                return self.lines
        self.line("return None")
        return self.lines


def write_function(build: Build, target: Target) -> Lines:
    ref = target.symbol
    assert isinstance(ref, symbols.Function)
    node = ref.decl
    assert isinstance(node, tree.FunctionDecl)
    writer = _FunctionWriter(build, this="this" if ref.owner else "None")
    params = [writer.bind(p) for p in ref.params]
    first = ["S", *(["this"] if ref.owner else []), *params]
    body = writer.body(node)
    fix = clamped(build, ref.type)
    kept = kept_function(build, ref)
    if kept is not None:
        lines = with_tables(body)
        out = [f"def plain_{target.python}({', '.join(first)}):", *(f"    {line}" for line in lines), ""]
        lines = keeping_lines(kept, target.python, params)
        return [*out, f"def {target.python}({', '.join(first)}):", *(f"    {line}" for line in lines)]
    changing = target.rules or target.moving
    if not changing and not fix:
        return [f"def {target.python}({', '.join(first)}):", *(f"    {line}" for line in with_tables(body))]
    if len(body) == 1 and body[0].startswith("return "):
        lines = [f"v = {body[0][7:]}", *modified(build, target, params), *fix, "return v"]
        return [f"def {target.python}({', '.join(first)}):", *(f"    {line}" for line in with_tables(lines))]
    plain = f"plain_{target.python}"
    out = [f"def {plain}({', '.join(first)}):", *(f"    {line}" for line in with_tables(body)), ""]
    lines = [f"v = {plain}({', '.join(first)})", *modified(build, target, params), *fix, "return v"]
    return [*out, f"def {target.python}({', '.join(first)}):", *(f"    {line}" for line in with_tables(lines))]


def modified(build: Build, target: Target, params: list[str]) -> Lines:
    """`v` after every `becomes`, then every `by`; those of rules files are older than those in play."""
    given = f"({''.join(p + ', ' for p in params)})"
    live = f"S.live[{target.slot}]"
    out: Lines = []
    for replaces, name in ((True, "become"), (False, "increase")):
        for rule in target.rules:
            if _becomes(rule) == replaces:
                change = f"v = m{rule.number}(S, v, I{rule.number}, {given})"
                told, test = _applying(build, rule, params)
                out += [told, f"if {test}:", f"    {change}"] if test else [change]
        moving = [r for r in target.moving if _becomes(r) == replaces]
        if moving and len(moving) < len(target.moving):
            out += [f"if {live}:", f"    v = {name}(S, {live}, v, {given})"]
        elif moving:
            out.append(f"for inst in {live}:")
            left = []  # that cannot be told here
            for rule in moving:
                told, test = _applying(build, rule, params)
                left += [rule.number] if _amount(build, rule) is None or (rule.node.where and not test) else []
                of_it = f"inst[0] == {rule.number} and " if len(moving) > 1 else ""
                if test:
                    out += [f"    {told}", f"    if {of_it}not {test}:", "        continue"]
            modifier = f"m{moving[0].number}" if len(moving) == 1 else "MODIFIERS[inst[0]][1]"
            change = f"v = {modifier}(S, v, inst, {given})"
            if len(left) == len(moving) or may_be_none(target.symbol.type):
                out.append(f"    {change}")
                continue
            if left:
                out += [f"    if inst[0] in {tuple(left)!r}:", f"        {change}", "        continue"]
            amounts = {rule.number: _amount(build, rule) for rule in moving}
            table = build.constant(f"BY_{target.symbol.name}", tuple(map(amounts.get, range(max(amounts) + 1))))
            out.append(f"    v += {table}[inst[0]]")
    return out


def _amount(build: Build, rule: Rule) -> int | None:
    """By how much a modifier changes a number, where that is always the same, and nothing more is to be done."""
    node = rule.node
    if not isinstance(node, tree.Modify) or build.covering:
        return None
    plain = node.up_to is None and node.down_to is None
    of = bare(node.head.ref.type) if plain else None
    if not isinstance(of, types.Bounded) and of != types.NUMBER:
        return None
    text = rule_writer(build, rule)[0].expr(node.by) if node.by is not None else ""
    return int(text) if is_number_text(text) else None


def _applying(build: Build, rule: Rule, params: list[str]) -> tuple[str, str]:
    """The line of a modifier, and its condition; no condition where it is left to the modifier, as it calls others."""
    told, test = _condition(build, rule, params)
    return told, "" if "(S" in test else test


def _condition(build: Build, rule: Rule, params: list[str]) -> tuple[str, str]:
    """The line of a rule, and its condition for `inst`, if it has one."""
    where = rule.node.where
    writer, _ = rule_writer(build, rule)
    writer.value = "v"
    for local, text in zip(rule.node.head.locals, params, strict=False):
        writer.names[id(local)] = text
    test = writer.test(where) if where is not None else "True"
    told = build.rule(rule.label, rule.node.at, rule.node.cites, rule.pack)
    return f"#@{told}", "" if test == "True" else test


def _becomes(rule: Rule) -> bool:
    return isinstance(rule.node, tree.Modify) and rule.node.becomes is not None


def write_ban(build: Build, rule: Rule) -> Lines:
    """`ban<rule>(S, inst, args)`: the reason, and the line that gives it."""
    node = rule.node
    assert isinstance(node, tree.Forbid)
    writer, lines = rule_writer(build, rule)
    text = writer.write_text(node.reason)
    number = build.rule(rule.label, node.at, node.cites, rule.pack)
    body = with_tables([*used(lines, text), *build.covered(number), f"return {text}, {number}"])
    return [f"def ban{rule.number}(S, inst, args):", *(f"    {line}" for line in body)]
