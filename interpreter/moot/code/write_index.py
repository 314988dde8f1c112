"""What tools, views and the machine look up of a compiled game, gathered from the plan, the layout and the texts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ..lang import tree
from ..state.view import CallRow, SparseRow
from .build import Build
from .flat_action import flat_actions
from .old_plan import Rule, calls_of
from .program_index import Body, Lines, Param, PrintedField, ProgramIndex, Renewal, RowZone, Signature
from .sight import sees_adds, sees_always, sees_target, sees_zones
from .typing import symbols, types
from .typing.types import bare
from .write_inline import is_wrapped
from .write_state import has_thing_states
from .write_tables import stand_in_cells


def program_index(build: Build, lines: Mapping[str, Lines]) -> ProgramIndex:
    """`lines`: of the texts `fast` and `traced`, which rules they carry out where."""
    plan, game, sees = build.plan, build.game, sees_target(build)
    ways = _ways(build)
    return ProgramIndex(
        main=game.main.name if game.main is not None else "",
        procedures={name: _params(build, one.params) for name, one in game.procedures.items()},
        phases=tuple(name for name, one in game.procedures.items() if one.is_phase),
        ways=ways,
        within={name: _phases(build, way) for name, way in ways.items()},
        functions={
            name: Signature(_params(build, one.params), build.tag(one.type)) for name, one in game.functions.items()
        },
        of_things=_of_things(build),
        actions={flat.number: _call_row(build, flat.symbol) for flat in flat_actions(build)},
        counted=_counted(build),
        occasions=dict(build.occasions),
        pending=_pending(build),
        slots=plan.slots,
        when_slot=plan.when_slot,
        static_whens=tuple(rule.number for rule in plan.whens if rule.origin == "file"),
        whens_read_cells=build.when_cells is not None,
        lasting_slots=_lasting_slots(build),
        effects=_effects(build),
        scopes=dict(plan.scopes),
        quiet={plan.scopes[phase]: plan.scope_number(phase, "end") for phase in build.quiet},
        open=dict(build.open),
        anew=_anew(build),
        thing_states=has_thing_states(build),
        state_ends=_state_ends(build),
        seen_states=_seen_states(build),
        sparse_states=_sparse_states(build),
        row_fields={kind: _field_tags(build, game.kinds[kind]) for kind in build.row_kinds},
        row_zones={kind: tuple(zones) for kind, zones in build.row_zones.items()},
        row_zone_sorts=_row_zone_sorts(build),
        tallied=tuple(sorted(build.tally.zones)),
        printed=_printed(build),
        stand_in_cells=stand_in_cells(build),
        sees_slot=sees.slot if sees is not None else -1,
        sees_always=sees_always(build),
        sees_adds=sees_adds(build),
        sees_zones=sees_zones(build),
        secret_sites=tuple(sorted(build.secret_sites)),
        frames={part: tuple(tags) for part, tags in build.frames.items() if any(tags)},
        arguments=_arguments(build),
        captures={r.number: tuple(build.tag(c.type) for c in r.captures) for r in plan.rules if r.captures},
        bodies=_bodies(build),
        lines=lines,
    )


# ------------------------------------------------------------------------------------------------ what can be called


def _params(build: Build, params: Sequence[symbols.Local]) -> tuple[Param, ...]:
    return tuple(Param(one.name, build.tag(one.type)) for one in params)


def _call_row(build: Build, symbol: symbols.Action | symbols.Procedure) -> CallRow:
    return CallRow(symbol.name, tuple(build.tag(one.type) for one in symbol.params))


def _pending(build: Build) -> dict[int, CallRow]:
    targets = ((build.target_numbers[key], target.symbol) for key, target in build.plan.targets.items())
    return {number: _call_row(build, symbol) for number, symbol in targets if isinstance(symbol, symbols.Procedure)}


def _counted(build: Build) -> dict[str, tuple[str, ...]]:
    """Of actions that take numbers: the words for these."""
    found = {}
    for flat in flat_actions(build):
        words = tuple(one.name if types.is_number(bare(one.type)) else "" for one in flat.symbol.params)
        if any(words):
            found[flat.symbol.name] = words
    return found


def _arguments(build: Build) -> dict[int, str]:
    return {
        build.target_numbers[key]: build.tuple_tag([one.type for one in getattr(target.symbol, "params", ())])
        for key, target in build.plan.targets.items()
    }


def _of_things(build: Build) -> dict[str, tuple[int, int]]:
    """Functions whose first parameter is a thing of the pack: the first such thing, and the end."""
    found: dict[str, tuple[int, int]] = {}
    for name, function in build.game.functions.items():
        first = bare(function.params[0].type) if function.params else None
        domain = build.domain(first) if isinstance(first, types.Thing) else None
        if domain is not None:  # what comes to be in play has no number yet
            found[name] = domain.first, domain.first + domain.count
    return found


def _ways(build: Build) -> dict[str, tuple[str, ...]]:
    """For each procedure those around it on the shortest way from the first phase, outermost first."""
    plan, game = build.plan, build.game
    if game.main is None:
        return {}
    ways: dict[int, tuple[str, ...]] = {id(game.main): ()}
    queue = [game.main]
    by_id = {id(p): p for p in game.procedures.values()}
    while queue:
        symbol = queue.pop(0)
        way = (*ways[id(symbol)], symbol.name)
        target = plan.target(symbol)
        if target.body is None:
            continue
        for called in calls_of(plan, target.body.block, target.body):
            inner = by_id.get(called)
            if inner is not None and called not in ways:
                ways[called] = way
                queue.append(inner)
    return {by_id[key].name: way for key, way in ways.items()}


def _phases(build: Build, names: Sequence[str]) -> tuple[str, ...]:
    return tuple(name for name in names if build.game.procedures[name].is_phase)


# ------------------------------------------------------------------------------------------------ standing rules


def _slot(build: Build, rule: Rule) -> int:
    if isinstance(rule.node, tree.When):
        return build.plan.when_slot
    return build.plan.targets[id(rule.node.head.ref)].slot


def _lasting_slots(build: Build) -> tuple[int, ...]:
    return tuple(sorted({_slot(build, rule) for rules in build.plan.lasting.values() for rule in rules}))


def _effects(build: Build) -> dict[int, tuple[tuple[int, int], ...]]:
    """By thing: slot and number of each rule of its effect that can ever hold."""
    found: dict[int, tuple[tuple[int, int], ...]] = {}
    for title, rules in build.plan.effects.items():
        pairs = tuple((_slot(build, rule), rule.number) for rule in rules if rule.number not in build.dead)
        if pairs:
            found |= dict.fromkeys(build.copies.get(title, []), pairs)
    return found


def _anew(build: Build) -> dict[str, Renewal]:
    procedures, reach = build.game.procedures, build.plan.reach
    before: dict[str, tuple[str, ...]] = {}
    for phase in build.anew.values():
        key = id(procedures[phase])
        before[phase] = tuple(name for name, ref in procedures.items() if key == id(ref) or key in reach[id(ref)])
    return {state: Renewal(phase, before[phase]) for state, phase in build.anew.items()}


def _bodies(build: Build) -> dict[str, Body]:
    """Functions of the rules, modifiers, hooks and procedures, by Python name."""
    found: dict[str, Body] = {}
    for target in build.plan.targets.values():
        ref = target.symbol
        if isinstance(ref, symbols.Function):
            node = ref.decl
            assert isinstance(node, tree.FunctionDecl)
            found[target.python] = Body(build.rule(f"function {ref.name}", node.at, node.cites, ""), ref.name, True)
    for rule in build.plan.rules:
        if isinstance(rule.node, tree.Modify):
            line = build.rule(rule.label, rule.node.at, rule.node.cites, rule.pack)
            found[f"m{rule.number}"] = Body(line, rule.label, False)
    for unit in build.plan.units:
        if unit.at is not None:
            body = Body(build.rule(unit.label, unit.at, unit.cites, unit.pack), "", False)
            found[f"h{unit.rule.number}" if unit.rule else f"b_{unit.python}"] = body
            if unit.target is not None and not is_wrapped(build, unit.target):
                found[unit.python] = body
    return found


# ------------------------------------------------------------------------------------------------ what is kept


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


def _sparse_states(build: Build) -> dict[int, SparseRow]:
    found = {}
    for state in build.game.states.values():
        row = build.state_rows[id(state)]
        if row.first < 0:
            found[row.place] = SparseRow(state.name, tuple(build.tag(one.type) for one in state.params), row.tag)
    return found


def _field_tags(build: Build, kind: symbols.Kind) -> dict[str, str]:
    return {member.name: build.tag(member.type) for member in kind.fields.values()}


def _row_zone_sorts(build: Build) -> tuple[RowZone, ...]:
    return tuple(
        RowZone(zone.name, zone.type.sort, zone.in_play)
        for zone in build.game.zones.values()
        if build.zone_numbers[zone.name] < 0 and isinstance(zone.type, types.Zone)
    )


def _printed(build: Build) -> dict[str, tuple[PrintedField, ...]]:
    """For each kind of things its printed fields, code left out."""
    return {
        kind.name: tuple(
            _printed_field(build, member, build.root(kind.name))
            for member in kind.fields.values()
            if not (member.is_state or _is_code(member.type))
        )
        for kind in build.game.kinds.values()
        if build.root(kind.name) not in build.row_roots
    }


def _is_code(of: types.Type) -> bool:
    return isinstance(bare(of), types.Code) or isinstance(types.item_of(of), types.Code)


def _printed_field(build: Build, member: symbols.Member, root: str) -> PrintedField:
    item = types.item_of(member.type)
    low, high = (build.bound(item.low), build.bound(item.high)) if isinstance(item, types.Bounded) else (0, 0)
    constant = build.printed(member.name, root)
    return PrintedField(member.name, build.tag(member.type), low or 0, high or 0, constant)
