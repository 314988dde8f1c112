"""The whole module of a game as Python text: functions, units, rules, formulas, tables, and registers of them."""

from __future__ import annotations

from ..lang import tree
from .build import Build
from .modified_values import modified_values
from .old_plan import Target, Unit
from .typing import symbols, types
from .write_action import action_register, write_actions
from .write_bulk import write_movers
from .write_expression import ExpressionWriter
from .write_head import with_tables
from .write_inline import asks_first, is_guarded, is_wrapped
from .write_law import write_laws
from .write_procedures import write_body, write_hook, write_wrapper
from .write_rules import modified, write_condition, write_function, write_modifier, write_wanted
from .write_search import write_searches
from .write_state import kept_value, reset_lines, write_states
from .write_tables import write_tables

Lines = list[str]


def write_module(build: Build, traced: bool) -> str:
    """Python text that expects the names of stack.runtime in its namespace."""
    plan = build.plan
    build.sites = []
    build.movers = {}
    build.searches = {}
    build.running = {}
    build.modified = {}
    build.resets = reset_lines(build)
    out: Lines = ["COVERED = set()"] if build.covering else []
    out += [f"I{r.number} = ({r.number}, None, (), 0, 0)" for r in plan.rules if r.origin == "file"]
    static = ", ".join(f"{build.target_numbers[key]}: {_static(t)}" for key, t in plan.targets.items())
    out.append(f"STATIC.update({{{static}}})")
    for target in plan.targets.values():
        if isinstance(target.symbol, symbols.Function):
            out += ["", *write_function(build, target)]
            if kept := modified_values(build, target.symbol):
                out.append(f"{kept} = ModifiedValues({target.python}, {target.slot})")
        elif target.native and target.symbol.name == "sees":
            out += ["", *_write_sees(build, target)]
        if asks_first(target):
            out += ["", *write_wanted(build, target)]
    for rule in plan.rules:
        if isinstance(rule.node, tree.Modify):
            out += ["", *write_modifier(build, rule)]
        elif rule.node.where is not None:
            out += ["", *write_condition(build, rule)]
    for unit in plan.units:
        out += ["", *_write_unit(build, unit, traced)]
    for target in plan.targets.values():
        wrapped = is_wrapped(build, target) and not is_guarded(build, target)
        if (target.body is not None or _is_native_procedure(target)) and wrapped:
            body = f"b_{target.python}" if target.body is not None else f"native_{target.symbol.name}"
            out += ["", *write_wrapper(build, target, traced, body)]
    out += write_actions(build, traced)
    out += _write_formulas(build)
    out += write_tables(build)
    out += write_states(build)
    out += write_movers(build, build.resets)
    out += write_laws(build)
    out += _write_seen(build)
    out += write_searches(build)
    out += ["", *_registers(build)]
    out += [f"COVERABLE = {sorted(build.coverable)}"] if build.covering else []
    return "\n".join(out) + "\n"


def rule_lines(text: str) -> list[tuple[int, int]]:
    """Line and rule, ascending: what the lines from there on carry out; -1 where a function begins."""
    found = []
    for number, line in enumerate(text.split("\n"), 1):
        stripped = line.lstrip()
        if stripped.startswith("#@"):
            found.append((number, int(stripped[2:])))
        elif line.startswith("def "):
            found.append((number, -1))
    return found


def _static(target: Target) -> str:
    return "(" + "".join(f"I{r.number}, " for r in target.rules) + ")"


def _is_native_procedure(target: Target) -> bool:
    return target.native and target.symbol.name != "sees"


def _write_sees(build: Build, target: Target) -> Lines:
    """May p see the zone? What the zone says, modified."""
    lines = with_tables(["v = sees_zone(S, p, z)", *modified(build, target, ["p", "z"]), "return v"])
    return ["def f_sees(S, p, z):", *(f"    {line}" for line in lines)]


def _write_unit(build: Build, unit: Unit, traced: bool) -> Lines:
    if unit.rule is not None:
        return write_hook(build, unit, traced)
    if unit.target is not None and is_wrapped(build, unit.target):
        return write_body(build, unit, traced, f"b_{unit.python}")
    return write_body(build, unit, traced, unit.python)


def _write_formulas(build: Build) -> Lines:
    """Fields that hold formulas: a function for each, and a table over all things."""
    out: Lines = []
    written: dict[int, str] = {}
    for root, field in sorted(build.formula_fields):
        entries = []
        for row in build.layout.things:
            thing = build.game.things[row.title]
            code = thing.code.get(field) if build.root(row.kind) == root else None
            if code is None:
                entries.append("None")
                continue
            if id(code) not in written:
                name = f"q{len(written)}_{field}"
                written[id(code)] = name
                writer = ExpressionWriter(build, this="this")
                params = [writer.bind(p) for p in code.params]
                body = with_tables([f"return {kept_value(writer, code.nodes[0])}"])
                out += ["", f"def {name}({', '.join(['S', 'this', *params])}):", *(f"    {line}" for line in body)]
            entries.append(written[id(code)])
        out += ["", f"F_{root}_{field} = ({''.join(e + ', ' for e in entries)})"]
    return out


def _registers(build: Build) -> Lines:
    """What the machine finds by number: hook bodies, conditions, modifiers, bodies, code in data."""
    plan = build.plan
    sorts = {"before": 0, "instead": 1, "after": 2}
    out: Lines = []
    for rule in plan.rules:
        node = rule.node
        where = f"w{rule.number}" if node.where is not None and not isinstance(node, tree.Modify) else "None"
        if isinstance(node, tree.Hook):
            was = f"was{rule.number}" if rule.number in build.was_rules else "None"
            out.append(f"HOOKS[{rule.number}] = ({sorts[node.when]}, {where}, h{rule.number}, {was}, {rule.own})")
        elif isinstance(node, tree.Modify):
            out.append(f"MODIFIERS[{rule.number}] = ({node.becomes is not None}, m{rule.number})")
        elif isinstance(node, tree.When):
            out.append(f"WHENS[{rule.number}] = (w{rule.number}, h{rule.number}, {node.once})")
        else:
            out.append(f"BANS[{rule.number}] = ({where}, ban{rule.number})")
    for key, target in plan.targets.items():
        number = build.target_numbers[key]
        if target.body is not None or _is_native_procedure(target):
            body = f"b_{target.python}" if is_wrapped(build, target) else target.python
            if target.native:
                body = f"native_{target.symbol.name}"
            out.append(f"BODIES[{number}] = {body}")
        if target.slot >= 0:
            out.append(f"SLOTS[{number}] = {target.slot}")
    for unit in plan.units:
        if unit.target is None and unit.rule is None:
            out.append(f"CODE[{unit.number}] = {_code_caller(unit)}")
    out += [f"{name} = {made}" for name, made in build.running.items()]
    for name, procedure in build.game.procedures.items():
        out.append(f"PROCEDURES[{name!r}] = {plan.target(procedure).python}")
    for name, function in build.game.functions.items():
        out.append(f"FUNCTIONS[{name!r}] = {plan.target(function).python}")
    return out + action_register(build)


def _code_caller(unit: Unit) -> str:
    if unit.this:
        return unit.python
    params = "".join(f", a{n}" for n in range(len(unit.params)))
    return f"lambda S, this{params}: {unit.python}(S{params})"


def _write_seen(build: Build) -> Lines:
    """Who sees a zone where a formula says it: a bit for each player."""
    out: Lines = []
    for zone in build.game.zones.values():
        node = zone.decl
        assert isinstance(node, tree.ZoneDecl)
        rows = build.zone_numbers[zone.name] < 0
        if not rows and all(z.seen is not None for z in build.layout.zones if z.name == zone.name):
            continue
        writer = ExpressionWriter(build)
        params = [writer.bind(p) for p in zone.params]
        by = node.seen_by
        if isinstance(by, tree.Name) and by.name == "all":
            text = str((1 << len(build.game.players)) - 1)
        elif isinstance(by, tree.NoneValue) or (isinstance(by, tree.Name) and by.name == "none"):
            text = "0"
        elif types.is_mask(by.type):
            text = writer.expr(by)
        else:
            text = f"mask_of({writer.expr(by)})"
        body = with_tables([f"return {text}"])
        out += ["", f"def seen_{zone.name}({', '.join(['S', *params])}):", *(f"    {line}" for line in body)]
        out.append(f"SEEN[{zone.name!r}] = seen_{zone.name}")
    return out
