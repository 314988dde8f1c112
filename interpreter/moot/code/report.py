"""What a manifest's `report` names: states, and functions without parameters, that tools read."""

from __future__ import annotations

from ..lang.diagnostic import nearest
from ..pack.bundle import Entry
from .fits import fits, said
from .scope import World
from .symbols import Function, State
from .types import NUMBER

_NUMBERS = ("time", "score")


def read_report(world: World) -> None:
    """Of several packs the last that says a key has its way; what names nothing, or no number, is told."""
    for manifest in world.bundle.manifests:
        for key, entry in manifest.report.items():
            entries = entry.value if isinstance(entry.value, list) else [entry]
            world.game.report[key] = [str(one.value) for one in entries]
            for one in entries:
                _check(world, key, one)


def _check(world: World, key: str, entry: Entry) -> None:
    game, name = world.game, str(entry.value)
    known: dict[str, State | Function] = {**game.states, **game.functions}
    symbol = known.get(name)
    if symbol is None:
        plain = [one.name for one in known.values() if not one.params]
        hint = nearest(name, plain) or "it takes the name of a state, or of a function without parameters"
        world.report.error("unknown-name", f"no state or function is called `{name}`", entry.at, hint)
    elif symbol.params:
        message = f"`{name}` has parameters, and a report tells of what has none"
        hint = f"declare a function without parameters that reads it: function shown = {name}(…)"
        world.report.error("wrong-arity", message, entry.at, hint)
    elif key in _NUMBERS and not fits(game, symbol.type, NUMBER):
        message = f"the report's `{key}` is a number, but `{name}` is {said(symbol.type)}"
        world.report.error("wrong-type", message, entry.at)
