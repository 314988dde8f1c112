"""The whole module of a game as Python text: functions, units, rules, formulas, tables, and registers of them."""

from __future__ import annotations

from typing import Any

from ..lang import tree
from .build import Build
from .flat_action import flat_actions
from .modified_values import modified_values
from .plan import Rule, Target, Unit
from .quiet_phases import phases_for_tools
from .sight import sees_adds, sees_always, sees_target, sees_zones
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
from .write_state import has_thing_states, kept_value, reset_lines, write_states
from .write_tables import stand_in_cells, write_tables

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


def _of_things(build: Build) -> dict[str, tuple[int, int]]:
    """Functions whose first parameter is a thing of the pack: the first such thing, and the end."""
    found: dict[str, tuple[int, int]] = {}
    for name, function in build.game.functions.items():
        first = types.bare(function.params[0].type) if function.params else None
        domain = build.domain(first) if isinstance(first, types.Thing) else None
        if domain is not None:  # what comes to be in play has no number yet
            found[name] = domain.first, domain.first + domain.count
    return found


def _code_caller(unit: Unit) -> str:
    if unit.this:
        return unit.python
    params = "".join(f", a{n}" for n in range(len(unit.params)))
    return f"lambda S, this{params}: {unit.python}(S{params})"


def names_for_tools(build: Build) -> dict[str, Any]:
    """What cases, views and the machine look up: procedures and functions with parameters, effects by thing, …"""
    plan, sees = build.plan, sees_target(build)
    effects: dict[int, tuple[tuple[int, int], ...]] = {}
    for title, rules in plan.effects.items():
        pairs = tuple((_slot(build, rule), rule.number) for rule in rules if rule.number not in build.dead)
        for thing in build.copies.get(title, []):
            if pairs:
                effects[thing] = pairs
    return {
        "procedures": {n: [(p.name, build.tag(p.type)) for p in s.params] for n, s in build.game.procedures.items()},
        "phases": [n for n, s in build.game.procedures.items() if s.is_phase],
        "main": build.game.main.name if build.game.main else "",
        "ways": (ways := _ways(build)),
        "within": {name: [p for p in way if build.game.procedures[p].is_phase] for name, way in ways.items()},
        "printed": _printed(build),
        "stand_in_cells": stand_in_cells(build),
        "scopes": dict(plan.scopes),
        "slots": plan.slots,
        "tallied": sorted(build.tally.zones),
        "lasting_slots": sorted({_slot(build, rule) for rules in plan.lasting.values() for rule in rules}),
        "when_slot": plan.when_slot,
        "whens_read_cells": build.when_cells is not None,
        "static_whens": [r.number for r in plan.whens if r.origin == "file"],
        "effects": effects,
        "sees_target": next((build.target_numbers[k] for k, t in plan.targets.items() if t.symbol.name == "sees"), -1),
        "sees_always": sees_always(build),
        "sees_slot": sees.slot if sees is not None else -1,
        "sees_adds": sees_adds(build),
        "sees_zones": sees_zones(build),
        "row_zones": build.row_zones,
        "row_zone_sorts": _row_zone_sorts(build),
        "thing_states": has_thing_states(build),
        "actions": {
            f.number: (f.symbol.name, tuple(build.tag(p.type) for p in f.symbol.params)) for f in flat_actions(build)
        },
        "counted": {  # of actions that take numbers: the words for these
            f.symbol.name: [p.name if types.is_number(types.bare(p.type)) else "" for p in f.symbol.params]
            for f in flat_actions(build)
            if any(types.is_number(types.bare(p.type)) for p in f.symbol.params)
        },
        "functions": {
            n: ([(p.name, build.tag(p.type)) for p in s.params], build.tag(s.type))
            for n, s in build.game.functions.items()
        },
        "of_things": _of_things(build),
        "seen_states": _seen_states(build),
        "row_fields": {
            kind: {m.name: build.tag(m.type) for m in build.game.kinds[kind].fields.values()}
            for kind in build.row_kinds
        },
        "sparse_states": {
            row.place: (state.name, tuple(build.tag(p.type) for p in state.params), row.tag)
            for state in build.game.states.values()
            if (row := build.state_rows[id(state)]).first < 0
        },
        "pending": {
            build.target_numbers[key]: (t.symbol.name, tuple(build.tag(p.type) for p in t.symbol.params))
            for key, t in plan.targets.items()
            if isinstance(t.symbol, symbols.Procedure)
        },
        "secret_sites": sorted(build.secret_sites),
        "occasions": build.occasions,
        "state_ends": _state_ends(build),
        **phases_for_tools(build),
        "frames": {part: tags for part, tags in build.frames.items() if any(tags)},
        "arguments": {
            build.target_numbers[key]: build.tuple_tag([p.type for p in getattr(t.symbol, "params", ())])
            for key, t in plan.targets.items()
        },
        "bodies": _bodies(build),
        "captures": {r.number: [build.tag(c.type) for c in r.captures] for r in plan.rules if r.captures},
    }


def _bodies(build: Build) -> dict[str, tuple[int, str, bool]]:
    """By Python name: the rule, the name of what has no effects, whether it is a function.

    For telling who called whom.
    """
    found: dict[str, tuple[int, str, bool]] = {}
    for target in build.plan.targets.values():
        ref = target.symbol
        if isinstance(ref, symbols.Function):
            node = ref.decl
            assert isinstance(node, tree.FunctionDecl)
            found[target.python] = build.rule(f"function {ref.name}", node.at, node.cites, ""), ref.name, True
    for standing in build.plan.rules:
        if isinstance(standing.node, tree.Modify):
            line = build.rule(standing.label, standing.node.at, standing.node.cites, standing.pack)
            found[f"m{standing.number}"] = line, standing.label, False
    for unit in build.plan.units:
        if unit.at is not None:
            rule = build.rule(unit.label, unit.at, unit.cites, unit.pack), "", False
            found[f"h{unit.rule.number}" if unit.rule else f"b_{unit.python}"] = rule
            if unit.target is not None and not is_wrapped(build, unit.target):
                found[unit.python] = rule
    return found


def _row_zone_sorts(build: Build) -> list[tuple[str, str, bool]]:
    """Zones of rows: name, sort, whether what lies there is in play."""
    found = []
    for zone in build.game.zones.values():
        if build.zone_numbers[zone.name] < 0 and isinstance(zone.type, types.Zone):
            found.append((zone.name, zone.type.sort, zone.in_play))
    return found


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


def _slot(build: Build, rule: Rule) -> int:
    if isinstance(rule.node, tree.When):
        return build.plan.when_slot
    return build.plan.targets[id(rule.node.head.ref)].slot


def _printed(build: Build) -> dict[str, list[tuple[str, str, int, int, str]]]:
    """For each kind of things its printed facts, code left out: name, tag, the ends where it is a set of a range (else
    zeros), and the constant that holds its values.
    """
    found: dict[str, list[tuple[str, str, int, int, str]]] = {}
    for kind in build.game.kinds.values():
        root = build.root(kind.name)
        if root in build.row_roots:
            continue
        facts = found[kind.name] = []
        for member in kind.fields.values():
            if member.is_state or isinstance(types.bare(member.type), types.Code):
                continue
            item = types.item_of(member.type)
            if isinstance(item, types.Code):
                continue
            low, high = (build.bound(item.low), build.bound(item.high)) if isinstance(item, types.Bounded) else (0, 0)
            constant = build.printed(member.name, root)
            facts.append((member.name, build.tag(member.type), low or 0, high or 0, constant))
    return found


def _ways(build: Build) -> dict[str, list[str]]:
    """For each procedure those around it on the shortest way from the first phase, outermost first."""
    from .plan import calls_of

    plan, game = build.plan, build.game
    if game.main is None:
        return {}
    ways: dict[int, list[str]] = {id(game.main): []}
    queue = [game.main]
    by_id = {id(p): p for p in game.procedures.values()}
    while queue:
        symbol = queue.pop(0)
        way = [*ways[id(symbol)], symbol.name]
        target = plan.target(symbol)
        if target.body is None:
            continue
        for called in calls_of(plan, target.body.block, target.body):
            inner = by_id.get(called)
            if inner is not None and called not in ways:
                ways[called] = way
                queue.append(inner)
    return {by_id[key].name: way for key, way in ways.items()}


def _state_ends(build: Build) -> dict[str, tuple[int, int]]:
    """The ends of states that are numbers in a range, where they are known when compiling."""
    found: dict[str, tuple[int, int]] = {}
    for state in build.game.states.values():
        domain = build.domain(state.type)
        if domain is not None and domain.tag == "number" and domain.count:
            found[state.name] = (domain.first, domain.first + domain.count - 1)
    return found


def _seen_states(build: Build) -> dict[str, str]:
    """Who may know a state: `all` unless its declaration says otherwise."""
    found: dict[str, str] = {}
    for state in build.game.states.values():
        node = state.decl
        by = node.seen_by if isinstance(node, tree.StateDecl) else None
        if isinstance(by, tree.Name):
            params = [p.name for p in state.params]
            found[state.name] = f"param {params.index(by.name)}" if by.name in params else by.name
        elif isinstance(by, tree.NoneValue):
            found[state.name] = "none"
    return found
