"""The intermediate form of a game as text, for those who work on the compiler."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from ...code.ir.text import Naming, units_text
from ...code.pipeline import compiled
from ...code.typing.typed import typed
from ...pack.load import load
from ...state.layout import Layout, state_keys, zone_key


def form_text(pack: str | Path, mods: Sequence[str | Path] = (), settings: Iterable[tuple[str, Any]] = ()) -> str:
    """Every unit of a game, by name, after the passes that MOOT_PASSES names (all of them if it is not set).

    Raises MootError with all errors of the pack.
    """
    bundle = load(pack, mods, settings, cases=False)
    game = typed(bundle)
    bundle.report.raise_if_failed()
    made = compiled(game, bundle)
    return units_text(made.framed.units, _naming(made.numbering.layout))


def _naming(layout: Layout) -> Naming:
    return Naming(
        {
            row.first + n: key
            for row in layout.states
            if row.first >= 0
            for n, key in enumerate(state_keys(layout, row))
        },
        {number: zone_key(layout, number) for number in range(len(layout.zones))},
        {("thing", number): row.key for number, row in enumerate(layout.things)},
    )
