"""Checks of a typed game that need the whole of it: citations, tables, zones, and rules that can do nothing."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import product
from typing import Any

from ....lang import tree
from ....lang.spelling import nearest
from ....lang.walk import walk
from ....pack.model.bundle import CodeText
from .. import symbols
from ..boards import known_calls
from ..builtins import THIS
from ..data_values import bounds
from ..fits import fits
from ..offers import check_offers
from ..scope import World
from ..symbols import TitleOf
from ..types import BOOL, Names, OrNone, Thing, Type, Words, Zone, bare, is_number
from .costs import check_costs
from .flow import check_flow
from .unseen import check_unseen
from .words import check_words


def lint(world: World) -> None:
    """All other checks; each adds its findings to the report."""
    check_flow(world)
    _citations(world)
    _tables(world)
    _first_values(world)
    check_unseen(world)
    if not world.report.failed:  # else what is not used may be used where the mistake is
        _zones(world)
        _listening(world)
        check_offers(world)
        _terms(world)
        check_words(world)
    check_costs(world)


# ------------------------------------------------------------------------------------------------ citations


def _citations(world: World) -> None:
    documents = world.bundle.documents
    own = world.bundle.own_documents
    for decl in world.bundle.declarations:
        pack, head = world.pack_of(decl), decl
        if isinstance(decl, tree.KindDecl):
            head = replace(decl, fields=[], states=[])
            for line in (*decl.fields, *decl.states):  # `kind … has` of another pack cites that pack's document
                _cited(world, [line], own.get(world.bundle.home.get(id(line), pack), ""), documents)
        _cited(world, [head], own.get(pack, ""), documents)
    for setting in world.bundle.settings:
        if setting.decl is not None:
            _cited(world, [setting.decl], own.get(setting.by, ""), documents)
    for thing in world.bundle.things.values():
        for entry in thing.fields.values():
            if isinstance(entry.value, CodeText):
                for node in entry.value.nodes:
                    _cited(world, [node], own.get(world.pack_of(node) or thing.pack, ""), documents)
    for table in world.bundle.tables.values():
        for cell in table.cells.values():
            if isinstance(cell.value, CodeText):
                _cited(world, cell.value.nodes, own.get(table.pack, ""), documents)


def _cited(world: World, nodes: Iterable[tree.Node], own: str, documents: dict[str, Any]) -> None:
    for node in walk(list(nodes)):
        cites = [*getattr(node, "cites", ()), *getattr(node, "otherwise_cites", ())]
        for cite in cites:
            name, _, clause = cite.clause.rpartition("/")
            document = documents.get(name or own)
            if document is None:
                if name or own:
                    message, hint = f"unknown document `{name or own}`", nearest(name or own, documents)
                else:
                    message, hint = "this pack has no document to cite", "write `@document/clause`, or add a document"
                world.report.error("unknown-document", message, cite.at, hint)
            elif clause not in document.clauses:
                message = f"`{document.id}` has no clause `{clause}`"
                world.report.error("unknown-clause", message, cite.at, nearest(clause, document.clauses))


# ------------------------------------------------------------------------------------------------ tables


def _tables(world: World) -> None:
    game = world.game
    for table in game.tables.values():
        assert table.decl is not None
        read = world.bundle.tables.get(table.name)
        if read is None:
            hint = "write its cells in YAML, under `tables:`"
            world.report.error("table-empty", f"missing cells of the table `{table.name}`", table.decl.at, hint)
            continue
        cells = game.cells.get(table.name, {})
        columns = [
            _keys(world, param.type, [key[i] for key in cells if i < len(key)]) for i, param in enumerate(table.params)
        ]
        missing = [key for key in product(*columns) if key not in cells]
        if missing and cells:
            shown = "; ".join(_key_shown(world, table, key) for key in missing[:3])
            more = f" and {len(missing) - 3} more" if len(missing) > 3 else ""
            message = f"the table `{table.name}` has no cell for {shown}{more}"
            notes = [(table.decl.at, "table declared here")]
            world.report.error("table-gap", message, read.at, "write a cell for every combination of values", notes)


def _keys(world: World, of: Type, given: list[Any]) -> list[Any]:
    """The values that a parameter may have, as far as the table must know them: numbers outside use the nearest end."""
    inner = bare(of)
    keys: list[Any]
    if is_number(inner):
        numbers = [n for n in given if isinstance(n, int)]
        keys = list(range(min(numbers), max(numbers) + 1)) if numbers else []
    elif isinstance(inner, Names):
        kind = world.game.name_kinds.get(inner.kind)
        keys = list(range(len(kind.names))) if kind is not None else []
    elif isinstance(inner, Words):
        keys = list(range(len(inner.names)))
    elif inner == BOOL:
        keys = [False, True]
    elif isinstance(inner, Thing):
        titles = world.game.titles.values()
        below = [t for t in titles if isinstance(t.type, Thing) and _is_sort(world, t.type.kind, inner.kind)]
        keys = [TitleOf(t.name) for t in below]
    else:
        keys = sorted(set(given), key=str)
    return [*keys, None] if isinstance(of, OrNone) else keys


def _is_sort(world: World, kind: str, base: str) -> bool:
    here = world.game.kinds.get(kind)
    while here is not None:
        if here.name == base:
            return True
        here = here.base
    return False


def _key_shown(world: World, table: symbols.Table, key: tuple[Any, ...]) -> str:
    parts = []
    for value, param in zip(key, table.params, strict=True):
        names = [name for (of, name), v in world.values.items() if of == bare(param.type) and v.index == value]
        if isinstance(value, bool):
            word = "yes" if value else "no"
        elif isinstance(value, TitleOf):
            word = value.id
        else:
            word = names[0] if names and value is not None else "none" if value is None else str(value)
        parts.append(f"{param.name} {word}")
    return ", ".join(parts)


# ------------------------------------------------------------------------------------------------ zones, first values


def _zones(world: World) -> None:
    used: set[str] = {deck.zone.name for deck in world.game.decks.values() if deck.zone is not None}
    for node in world.nodes:
        ref = getattr(node, "ref", None)
        if isinstance(ref, symbols.Zone):
            used.add(ref.name)
        elif isinstance(node, tree.ActionDecl):
            used.update(node.zones)
    for zone in world.game.zones.values():
        if zone.name not in used and zone.decl is not None:
            hint = "remove it, or move something there"
            world.report.warn("unused-zone", f"unused zone `{zone.name}`", zone.decl.at, hint)


def _first_values(world: World) -> None:
    game = world.game
    states: list[symbols.Symbol] = [*game.states.values()]
    for kind in game.kinds.values():
        states += [m for m in kind.fields.values() if m.is_state and m.kind == kind.name]
    for carried in game.carried.values():
        states += carried.states.values()
    for state in states:
        node = state.decl
        if not isinstance(node, tree.StateDecl) or node.initial is None:
            continue
        value = _plain_number(node.initial)
        low, high = bounds(world, bare(state.type))
        if value is not None and ((low is not None and value < low) or (high is not None and value > high)):
            message = f"the initial value {value} of `{state.name}` is outside {bare(state.type)}"
            world.report.error("out-of-range", message, node.initial.at)


def _plain_number(node: tree.Formula) -> int | None:
    if isinstance(node, tree.Number):
        return node.value
    if isinstance(node, tree.Minus):
        inner = _plain_number(node.of)
        return None if inner is None else -inner
    if isinstance(node, tree.Name) and isinstance(node.ref, symbols.Option) and isinstance(node.ref.value, int):
        return node.ref.value
    return None


# ------------------------------------------------------------------------------------------------ what never listens


def _listening(world: World) -> None:
    game = world.game
    called = {id(game.main)} | {id(node.ref) for node in world.nodes if isinstance(node, tree.Call)}
    for node in world.nodes:
        if not isinstance(node, tree.Hook):
            continue
        target = node.head.ref
        if isinstance(target, symbols.Procedure) and id(target) not in called:
            message = f"this rule never applies: `{target.name}` is never called"
            notes = [(target.decl.at, "declared here")] if target.decl is not None else []
            world.report.warn("never-listens", message, node.head.at, "", notes)
    arrivals = _arrivals(world)
    for carried in game.carried.values():
        title = game.titles.get(carried.title)
        if title is None or not carried.standing:
            continue
        holds = [
            z for z in game.zones.values() if z.in_play and isinstance(z.type, Zone) and _may_hold(world, z, title.type)
        ]
        if not holds and carried.held_in == "effect":
            message = f"`{carried.title}` can never be in a zone in play, so this rule never applies"
            world.report.warn("never-listens", message, carried.standing[0].at)
            continue
        for rule in carried.standing:
            if isinstance(rule, tree.Hook) and rule.when != "after":
                _own_arrival(world, rule, arrivals)


def _may_hold(world: World, zone: symbols.Zone, of: Type) -> bool:
    return isinstance(zone.type, Zone) and fits(world.game, of, zone.type.item)


def _arrivals(world: World) -> dict[int, set[int]]:
    """For each procedure, by id: the parameters that it brings into a zone in play, itself or through what it calls."""
    procedures = list(world.game.procedures.values())
    found: dict[int, set[int]] = {id(p): set() for p in procedures}
    inside = {id(p): [n for n in walk(p.decl) if isinstance(n, tree.Move | tree.Call)] for p in procedures}
    changed = True
    while changed:
        changed = False
        for procedure in procedures:
            places = {id(param): i for i, param in enumerate(procedure.params)}
            before = len(found[id(procedure)])
            for node in inside[id(procedure)]:
                found[id(procedure)].update(_brought(node, places, found))
            changed = changed or len(found[id(procedure)]) > before
    return found


def _brought(node: tree.Node, places: dict[int, int], found: dict[int, set[int]]) -> Iterator[int]:
    if isinstance(node, tree.Move):
        zone = getattr(node.to, "ref", None)
        moved = places.get(id(getattr(node.thing, "ref", None)))
        if moved is not None and isinstance(zone, symbols.Zone) and zone.in_play:
            yield moved
    elif isinstance(node, tree.Call):
        for position in found.get(id(node.ref), ()):
            if position < len(node.args):
                given = places.get(id(getattr(node.args[position], "ref", None)))
                if given is not None:
                    yield given


def _own_arrival(world: World, rule: tree.Hook, arrivals: dict[int, set[int]]) -> None:
    """A thing whose effect answers the very procedure that brings it into play does not listen yet."""
    where = rule.where
    parts = where.items if isinstance(where, tree.And) else [where] if where is not None else []
    for part in parts:
        if not isinstance(part, tree.Compare) or part.op != "=":
            continue
        for one, other in ((part.left, part.right), (part.right, part.left)):
            if other.ref is not THIS:
                continue
            for position in arrivals.get(id(rule.head.ref), ()):
                if position < len(rule.head.locals) and one.ref is rule.head.locals[position]:
                    name = rule.head.name
                    message = f"`{name}` itself brings this thing into play, so its effect is not active before that"
                    hint = "hook it with `after`, or put it in a field of the thing that the rules read"
                    world.report.warn("never-listens", message, rule.head.at, hint)


# ------------------------------------------------------------------------------------------------ terms


def _terms(world: World) -> None:
    """Terms of names that the game does not have: they would never be read."""
    game = world.game
    known = {*world.names, *world.callables, *game.kinds, *game.titles, *game.words, *game.actions, *game.decks}
    known |= {*known_calls(game), *_ANSWERS}
    for kind in game.kinds.values():
        known.update(kind.fields)
    for carried in game.carried.values():
        known.update(carried.states, carried.functions, carried.procedures, carried.actions)
    for node in world.nodes:
        if isinstance(node, tree.ChooseOne):
            labels = (one.label.parts for one in node.alternatives)
            known.update("".join(map(str, parts)) for parts in labels if all(isinstance(part, str) for part in parts))
    for name, at in world.bundle.term_places.items():
        owner, _, called = name.partition("(")[0].rpartition(".")
        if called not in known or (owner and owner not in game.titles):
            message = f"unknown name `{name}`: this term is never used"
            world.report.warn("unknown-term", message, at, nearest(name, known))
    _gaps_of_terms(world)


def _gaps_of_terms(world: World) -> None:
    """A gap in the term of an action must name one of its parameters, and a gap in the term of a kind one of its
    fields.
    """
    own = [action for carried in world.game.carried.values() for action in carried.actions.values()]
    params: dict[str, set[str]] = {}
    for action in (*world.game.actions.values(), *own):
        params.setdefault(action.name, set()).update(param.name for param in action.params)
    fields = {kind.name: {kind.name, *kind.fields} for kind in world.game.kinds.values()}
    for name, words in world.bundle.terms.items():
        called = name.partition("(")[0].rpartition(".")[2]
        given = params.get(called) or fields.get(called) or set()
        for gap in re.findall(r"\{(\w+)\}", words):
            if given and gap not in given:
                sort = "parameter" if called in params else "field"
                hint = nearest(gap, given)
                message = f"`{name}` has no {sort} `{gap}`, so the term cannot show it"
                world.report.warn("unknown-term", message, world.bundle.term_places[name], hint)


_ANSWERS = ("done", "none", "stop", "yes", "no")
