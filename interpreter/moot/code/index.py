"""The tables of a compiled game for tools, views and the engine, from the plan, the numbering and the units."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeVar

from ..lang import tree
from ..state.tags import tuple_tag
from ..state.view import CallRow, SparseRow
from .compiled import Compiled
from .emit.constants import name_of_table
from .passes.framed import asked_at_once, frames_for_guess, sites_of_frames, sum_of_frames
from .plan.pausing import calls_of
from .plan.secrecy import is_for_all, secrets
from .plan.sight import sees_adds, sees_always, sees_zones
from .plan.units import Target
from .program_index import (
    Body,
    ChoosableRow,
    LineRows,
    ParamTag,
    PrintedField,
    ProgramIndex,
    Renewal,
    RowZoneSort,
    Signature,
)
from .typing import symbols, types
from .typing.types import bare

K = TypeVar("K", int, str)


def program_index(made: Compiled, lines: Mapping[str, LineRows]) -> ProgramIndex:
    """`lines`: of the versions `fast` and `traced`, the rules that each line implements."""
    plan, numbering, game, sees = made.plan, made.numbering, made.game, made.sees
    ways, zones, secret = _ways(made), sees_zones(plan), secrets(plan)
    return ProgramIndex(
        main=game.main.name if game.main is not None else "",
        procedures={name: _params(made, one.params) for name, one in game.procedures.items()},
        phases=tuple(name for name, one in game.procedures.items() if one.is_phase),
        leads=_leads(made),
        ways=ways,
        within={name: _phases(made, way) for name, way in ways.items()},
        functions={
            name: Signature(_params(made, one.params), numbering.tag(one.type)) for name, one in game.functions.items()
        },
        of_things=_of_things(made),
        actions={flat.number: _call_row(made, flat.symbol) for flat in plan.flat},
        called=_parameter_names(made),
        counted=_counted(made),
        occasions={at: site.occasion for at, site in enumerate(made.lowered.sites) if site.occasion},
        pending=_pending(made),
        slots=plan.slots,
        when_slot=plan.when_slot,
        static_whens=tuple(rule.number for rule in plan.whens if rule.origin == "file"),
        whens_read_cells=made.when_cells is not None,
        lasting_slots=tuple(sorted({plan.slot(rule) for rules in plan.lasting.values() for rule in rules})),
        effects=_effects(made),
        scopes=dict(plan.scopes),
        quiet={plan.scopes[phase]: plan.scope_number(phase, "end") for phase in plan.quiet},
        open={(f.number, point): f.phases for (_, point), f in made.framed.frames.items() if f.phases},
        anew=_anew(made),
        thing_states=made.has_thing_states,
        state_ends=_state_ends(made),
        sets=tuple(state.name for state in game.states.values() if isinstance(bare(state.type), types.SetOf)),
        seen_states=_seen_states(made),
        sparse_states=_sparse_states(made),
        row_fields={kind: _field_tags(made, game.kinds[kind]) for kind in numbering.row_kinds},
        row_zones={kind: tuple(zones) for kind, zones in numbering.row_zones.items()},
        row_zone_sorts=_row_zone_sorts(made),
        tallied=tuple(sorted(made.tallied)),
        printed=_printed(made),
        stand_in_cells=_stand_in_cells(made),
        sees_slot=sees.slot if sees is not None else -1,
        sees_always=sees_always(plan),
        sees_adds=sees_adds(plan),
        sees_zones=None if zones is None else tuple(sorted(zones)),
        all_open=_all_open(made),
        secret_sites=tuple(at for at, site in enumerate(made.lowered.sites) if site.secret),
        secret_arguments=_places(secret, {flat.number: flat.symbol.params for flat in plan.flat}),
        secret_parameters=_places(secret, {name: one.params for name, one in game.procedures.items()}),
        frames=frames_for_guess(made.framed),
        sites=sites_of_frames(made.framed),
        slot_rules=_slot_rules(made),
        at_once=asked_at_once(made.framed),
        choosable={one.unit.name: ChoosableRow(one.tag, one.tags, one.at_once) for one in made.lowered.choosable},
        frames_sum=sum_of_frames(made.framed),
        arguments=_arguments(made),
        captures={r.number: tuple(numbering.tag(c.type) for c in r.captures) for r in plan.rules if r.captures},
        bodies=_bodies(made),
        lines=lines,
    )


def _stand_in_cells(made: Compiled) -> dict[str, dict[tuple[int, ...], str]]:
    return {
        name: {tuple(part for part in key if isinstance(part, int)): mark for key, mark in cells.items()}
        for name, cells in made.tables.stand_in.items()
    }


# ------------------------------------------------------------------------------------------------ what can be called


def _all_open(made: Compiled) -> bool:
    zones = [zone.decl for zone in made.game.zones.values()]
    return made.sees is None and not _seen_states(made) and all(is_for_all(decl) for decl in zones)


def _places(secret: frozenset[int], params: Mapping[K, Sequence[symbols.Local]]) -> dict[K, tuple[int, ...]]:
    """The places of the parameters whose value goes where not all see it, where there are any."""
    found = {name: tuple(at for at, one in enumerate(own) if id(one) in secret) for name, own in params.items()}
    return {name: at for name, at in found.items() if at}


def _params(made: Compiled, params: Sequence[symbols.Local]) -> tuple[ParamTag, ...]:
    return tuple(ParamTag(one.name, made.numbering.tag(one.type)) for one in params)


def _call_row(made: Compiled, symbol: symbols.Action | symbols.Procedure) -> CallRow:
    return CallRow(symbol.name, tuple(made.numbering.tag(one.type) for one in symbol.params))


def _pending(made: Compiled) -> dict[int, CallRow]:
    targets = ((made.plan.target_numbers[key], target.symbol) for key, target in made.plan.targets.items())
    return {number: _call_row(made, symbol) for number, symbol in targets if isinstance(symbol, symbols.Procedure)}


def _parameter_names(made: Compiled) -> dict[str, tuple[str, ...]]:
    """The parameter names of actions, by action; for those that a thing carries also after its name."""
    found = {}
    for flat in made.plan.flat:
        names = tuple(one.name for one in flat.symbol.params)
        found[flat.symbol.name] = names
        if flat.symbol.owner:
            found[f"{flat.symbol.owner}.{flat.symbol.name}"] = names
    return found


def _counted(made: Compiled) -> dict[str, tuple[str, ...]]:
    """For actions that take numbers: the words for these."""
    found = {}
    for flat in made.plan.flat:
        words = tuple(one.name if types.is_number(bare(one.type)) else "" for one in flat.symbol.params)
        if any(words):
            found[flat.symbol.name] = words
    return found


def _arguments(made: Compiled) -> dict[int, str]:
    return {
        made.plan.target_numbers[key]: tuple_tag(
            made.numbering.tag(p.type) for p in getattr(target.symbol, "params", ())
        )
        for key, target in made.plan.targets.items()
    }


def _of_things(made: Compiled) -> dict[str, tuple[int, int]]:
    """Functions whose first parameter is a thing of the pack, with the range of these things."""
    found: dict[str, tuple[int, int]] = {}
    for name, function in made.game.functions.items():
        first = bare(function.params[0].type) if function.params else None
        domain = made.numbering.domain(first) if isinstance(first, types.Thing) else None
        if domain is not None:  # records made in play have no number yet
            found[name] = domain.first, domain.first + domain.count
    return found


def _leads(made: Compiled) -> dict[str, int]:
    """The procedures, actions and answering rules that each of them may lead to. A set is an integer: bit n means the
    n-th label. Cards' code is not included.
    """
    labels = {key: label for key, target in made.plan.targets.items() if (label := _label(target))}
    labels |= {id(rule.body): rule.label for rule in made.plan.rules if rule.body is not None and not rule.title}
    place = {label: n for n, label in enumerate(dict.fromkeys(labels.values()))}
    found = dict.fromkeys(place, 0)
    for key, label in labels.items():
        for reached in made.plan.reach[key] & labels.keys():
            found[label] |= 1 << place[labels[reached]]
    return found


def _label(target: Target) -> str:
    """Its name in the journal; empty for a function and for what is built in."""
    symbol = target.symbol
    if isinstance(symbol, symbols.Action):
        return f"{symbol.owner}: action {symbol.name}" if symbol.owner else f"action {symbol.name}"
    if not isinstance(symbol, symbols.Procedure):
        return ""
    return f"{'phase' if symbol.is_phase else 'procedure'} {symbol.name}"


def _ways(made: Compiled) -> dict[str, tuple[str, ...]]:
    """For each procedure those around it on the shortest way from the first phase, outermost first."""
    plan, game = made.plan, made.game
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


def _phases(made: Compiled, names: Sequence[str]) -> tuple[str, ...]:
    return tuple(name for name in names if made.game.procedures[name].is_phase)


# ------------------------------------------------------------------------------------------------ standing rules


def _effects(made: Compiled) -> dict[int, tuple[tuple[int, int], ...]]:
    """By thing: slot and number of each rule of its effect that can ever hold."""
    found: dict[int, tuple[tuple[int, int], ...]] = {}
    for title, rules in made.plan.effects.items():
        pairs = tuple((made.plan.slot(rule), rule.number) for rule in rules if rule.number not in made.plan.dead)
        if pairs:
            found |= dict.fromkeys(made.numbering.copies.get(title, ()), pairs)
    return found


def _slot_rules(made: Compiled) -> dict[int, tuple[int, ...]]:
    """By slot: the numbers of the rules that may listen there."""
    found: dict[int, list[int]] = {}
    for rule in made.plan.rules:
        found.setdefault(made.plan.slot(rule), []).append(rule.number)
    return {slot: tuple(rules) for slot, rules in found.items()}


def _anew(made: Compiled) -> dict[str, Renewal]:
    procedures, reach = made.game.procedures, made.plan.reach
    before: dict[str, tuple[str, ...]] = {}
    for phase in made.plan.anew.values():
        key = id(procedures[phase])
        before[phase] = tuple(name for name, ref in procedures.items() if key == id(ref) or key in reach[id(ref)])
    return {state: Renewal(phase, before[phase]) for state, phase in made.plan.anew.items()}


def _bodies(made: Compiled) -> dict[str, Body]:
    """Units by name: their line of the rules, and the names of functions and modifiers."""
    labels: dict[str, str] = {}
    for target in made.plan.targets.values():
        if isinstance(target.symbol, symbols.Function):
            labels[target.python] = target.symbol.name
    modifiers = {f"m{r.number}": r.label for r in made.plan.rules if isinstance(r.node, tree.Modify)}
    return {
        unit.name: Body(unit.rule, labels.get(unit.name, modifiers.get(unit.name, "")), unit.name in labels)
        for unit in made.lowered.units
        if unit.rule >= 0
    }


# ------------------------------------------------------------------------------------------------ what is kept


def _state_ends(made: Compiled) -> dict[str, tuple[int, int]]:
    """The limits of states, or of their members, if they are known when compiling."""
    found: dict[str, tuple[int, int]] = {}
    for state in made.game.states.values():
        of = bare(state.type)
        domain = made.numbering.domain(of.item if isinstance(of, types.SetOf | types.ListOf) else of)
        if domain is not None and domain.tag in ("number", "thing") and domain.count:
            found[state.name] = (domain.first, domain.first + domain.count - 1)
    return found


def _seen_states(made: Compiled) -> dict[str, str]:
    """The players who may know a state. The default is `all`."""
    found: dict[str, str] = {}
    for state in made.game.states.values():
        node = state.decl
        by = node.seen_by if isinstance(node, tree.StateDecl) else None
        if isinstance(by, tree.Name):
            params = [p.name for p in state.params]
            found[state.name] = f"param {params.index(by.name)}" if by.name in params else by.name
        elif isinstance(by, tree.NoneValue):
            found[state.name] = "none"
    return found


def _sparse_states(made: Compiled) -> dict[int, SparseRow]:
    found = {}
    for state in made.game.states.values():
        row = made.numbering.state_rows[id(state)]
        if row.first < 0:
            tags = tuple(made.numbering.tag(one.type) for one in state.params)
            found[row.place] = SparseRow(state.name, tags, row.tag)
    return found


def _field_tags(made: Compiled, kind: symbols.Kind) -> dict[str, str]:
    return {member.name: made.numbering.tag(member.type) for member in kind.fields.values()}


def _row_zone_sorts(made: Compiled) -> tuple[RowZoneSort, ...]:
    return tuple(
        RowZoneSort(zone.name, zone.type.sort, zone.in_play)
        for zone in made.game.zones.values()
        if made.numbering.zone_numbers[zone.name] < 0 and isinstance(zone.type, types.Zone)
    )


def _printed(made: Compiled) -> dict[str, tuple[PrintedField, ...]]:
    """For each kind of things its printed fields, code left out."""
    return {
        kind.name: tuple(
            _printed_field(made, member, made.numbering.root(kind.name))
            for member in kind.fields.values()
            if not (member.is_state or _is_code(member.type))
        )
        for kind in made.game.kinds.values()
        if made.numbering.root(kind.name) not in made.numbering.row_roots
    }


def _is_code(of: types.Type) -> bool:
    return isinstance(bare(of), types.Code) or isinstance(types.item_of(of), types.Code)


def _printed_field(made: Compiled, member: symbols.Member, root: str) -> PrintedField:
    item = types.item_of(member.type)
    numbering = made.numbering
    low, high = (numbering.bound(item.low), numbering.bound(item.high)) if isinstance(item, types.Bounded) else (0, 0)
    constant = name_of_table((root, member.name))
    default = member.default.value if isinstance(member.default, tree.Number) else None
    return PrintedField(member.name, numbering.tag(member.type), low or 0, high or 0, constant, default)
