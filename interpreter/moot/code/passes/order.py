"""The passes, in their order. Each gives units that mean the same, and can be left out."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence

from ..ir.effects import Effects
from ..ir.keepers import Keeper
from ..ir.units import Unit
from .boards import Boards
from .functions import functions
from .inline import inline
from .loops import loops
from .over_boards import over_boards
from .tails import tails

Units = Sequence[Unit]
BOARDS = "boards"  # the first
PASSES: Mapping[str, Callable[[Units], Units]] = {
    "loops": loops,
    "functions": functions,
    "tails": tails,
    "inline": lambda units: tails(inline(units)),
}
ASKED = "MOOT_PASSES"  # the names of those that run, for who works on them


def passed(
    units: Units, boards: Boards, effects: Effects, after: Callable[[Units, str], None] = lambda units, name: None
) -> tuple[Units, Mapping[str, Keeper]]:
    """The units of a game after all passes, and what keeps values, by name.

    `effects`: of the units as given. `after`: what looks at them behind each pass.
    """
    names = os.environ.get(ASKED, ",".join((BOARDS, *PASSES))).split(",")
    keepers: Mapping[str, Keeper] = {}
    if BOARDS in names:
        found = over_boards(units, boards, effects)
        units, keepers = found.units, found.keepers
        after(units, BOARDS)
    for name, run in PASSES.items():
        if name in names:
            units = run(units)
            after(units, name)
    return units, keepers
