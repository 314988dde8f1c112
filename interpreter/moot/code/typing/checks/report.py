"""The names in a manifest's `report`: states and functions that tools read."""

from __future__ import annotations

from ....lang.spelling import nearest
from ....pack.model.bundle import YamlEntry
from ..fits import fits, type_phrase
from ..scope import World
from ..symbols import Function, State, Zone
from ..types import NUMBER, Code, ListOf, Names, Thing, Type, bare
from .steady import Reads

_NUMBERS = ("time", "last", "score")
_SCREEN = {  # the contents of the table: the key, and the kind of its names
    "table": "a state, zone or function of one player",
    "closed": "a zone",
    "headings": "a field or state of records made in play",
    "facts": "a printed field",
    "untold": "a state, field, zone, phase, or kind of record made in play",
}


def read_report(world: World) -> None:
    """If several packs set a key, the last one counts. Names that are unknown, or not numbers, are reported."""
    for manifest in world.bundle.manifests:
        for key, entry in manifest.report.items():
            entries = entry.value if isinstance(entry.value, list) else [entry]
            told = [str(one.value) for one in entries]
            if key == "untold":  # anything that bases omit stays omitted
                told = list(dict.fromkeys([*world.game.report.get(key, ()), *told]))
            world.game.report[key] = told
            for one in entries:
                if key == "plan":
                    _check_plan(world, one)
                elif key in ("marks", "choices", "looks", "totals"):
                    _check_mark(world, key, one)
                elif key in _SCREEN:
                    _check_shown(world, key, one)
                else:
                    _check(world, key, one)
    if "score" in world.game.report and not world.report.failed:
        _steady_scores(world, world.game.report["score"][0])


def _check(world: World, key: str, entry: YamlEntry) -> None:
    game, name = world.game, str(entry.value)
    known: dict[str, State | Function] = {**game.states, **game.functions}
    symbol = known.get(name)
    if symbol is None:
        plain = [one.name for one in known.values() if not one.params]
        hint = nearest(name, plain) or "name a state, or a function without parameters"
        world.report.error("unknown-name", f"unknown state or function `{name}`", entry.at, hint)
    elif symbol.params:
        message = f"`{name}` has parameters, but a report can only show names without parameters"
        hint = f"declare a function without parameters that reads it: function shown = {name}(…)"
        world.report.error("wrong-arity", message, entry.at, hint)
    elif key in _NUMBERS and not fits(game, symbol.type, NUMBER):
        message = f"the report's `{key}` must be a number, but `{name}` is {type_phrase(symbol.type)}"
        world.report.error("wrong-type", message, entry.at)


def _check_mark(world: World, key: str, entry: YamlEntry) -> None:
    """A function of one thing, shown next to each thing of that kind in play, or among the options."""
    function = world.game.functions.get(str(entry.value))
    types = [p.type for p in function.params] if function is not None else []
    if len(types) == 1 and isinstance(bare(types[0]), Thing):
        return
    functions = world.game.functions.values()
    fitting = [f.name for f in functions if len(f.params) == 1 and isinstance(bare(f.params[0].type), Thing)]
    hint = nearest(str(entry.value), fitting) or "name a function with one parameter, a thing"
    if function is None:
        world.report.error("unknown-name", f"unknown function `{entry.value}`", entry.at, hint)
    else:
        message = f"`{entry.value}` is not a function of one thing, but the report shows `{key}` next to things"
        world.report.error("wrong-arity", message, entry.at, hint)


def _check_shown(world: World, key: str, entry: YamlEntry) -> None:
    game, name = world.game, str(entry.value)
    known: set[str]
    if key == "table":
        of: list[State | Function | Zone] = [*game.states.values(), *game.functions.values(), *game.zones.values()]
        known = {one.name for one in of if len(one.params) == 1 and _is_player(one.params[0].type)}
    elif key == "closed":
        known = set(game.zones)
    elif key == "untold":
        known = {name for name, one in game.procedures.items() if one.is_phase}
        known |= {name for kind in game.kinds.values() for name, member in kind.fields.items() if member.is_state}
        known |= {*game.states, *game.zones, *game.kinds}
    else:
        members = [member for kind in game.kinds.values() for member in kind.fields.values()]
        known = {member.name for member in members if key == "headings" or not member.is_state}
    if name not in known:
        hint = nearest(name, sorted(known)) or f"name {_SCREEN[key]}"
        world.report.error("unknown-name", f"`{name}` is not {_SCREEN[key]}", entry.at, hint)


def _is_player(of: Type) -> bool:
    return isinstance(of, Names) and of.kind == "player"


def _check_plan(world: World, entry: YamlEntry) -> None:
    """A plan is a field of the kind of things that some option names."""
    kinds = [
        world.game.kinds[type.kind] for o in world.game.options.values() if isinstance(type := bare(o.type), Thing)
    ]
    fields = {name: member.type for kind in kinds for name, member in kind.fields.items() if not member.is_state}
    of = fields.get(str(entry.value))
    if isinstance(of, ListOf) and isinstance(item := bare(of.item), Code) and item.entry == "steps":
        return
    steps = [name for name, type in fields.items() if isinstance(type, ListOf) and isinstance(bare(type.item), Code)]
    hint = nearest(str(entry.value), steps) or "name a field, a list of steps, of the kind that an option names"
    world.report.error("unknown-name", f"`{entry.value}` is not a field that holds a plan", entry.at, hint)


# ------------------------------------------------------------------------------------ scores that are always the same


def _steady_scores(world: World, name: str) -> None:
    """Tells of a score that reads nothing that changes in play; where it is a thing's own formula, for each thing."""
    function = world.game.functions.get(name)
    if function is None:
        return
    reads = Reads(world.bundle)
    if reads.changes([function.decl], ()):
        return
    told = "it reads nothing that changes in play"
    hint = "let it read a state or a zone"
    if not reads.fields:
        assert function.decl is not None
        world.report.warn("steady-score", f"the score is constant: {told}", function.decl.at, hint)
    for unit in world.game.code:
        if unit.field in reads.fields and unit.title and not reads.changes(unit.nodes, ()):
            world.report.warn("steady-score", f"the score of `{unit.title}` is constant: {told}", unit.at, hint)
