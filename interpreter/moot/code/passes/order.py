"""The passes, in their order. Each gives units that mean the same, and can be left out."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from ..ir.units import Unit
from .answers.answered import answered
from .answers.fulfilled import fulfilled
from .answers.limits import limits
from .answers.modified import never_none
from .answers.payable import payable
from .game import GameUnits
from .gathered import gathered
from .inline import inline
from .loops import loops
from .placed import placed
from .searches.over_boards import over_boards
from .settled import settled
from .sunk import sunk
from .tails import tails

Units = Sequence[Unit]


def _of_units(run: Callable[[Units], Units]) -> Callable[[GameUnits], GameUnits]:
    return lambda game: replace(game, units=run(game.units))


PASSES: Mapping[str, Callable[[GameUnits], GameUnits]] = {
    "payable": payable,
    "fulfilled": lambda game: replace(game, units=fulfilled(game.units, game.steady)),
    "boards": over_boards,
    "modified": _of_units(never_none),
    "loops": _of_units(loops),
    "functions": answered,
    "gathered": _of_units(gathered),
    "limits": limits,
    "tails": _of_units(tails),
    "inline": _of_units(lambda units: tails(inline(units))),
    "sunk": _of_units(sunk),
    "settled": _of_units(settled),
    "placed": lambda game: replace(game, units=placed(game.units, game.effects)),
}
ASKED = "MOOT_PASSES"  # the names of those that run, for who works on them


def passed(game: GameUnits, after: Callable[[Units, str], None] = lambda units, name: None) -> GameUnits:
    """The game after all passes. `after`: a function that examines its units after each pass, by name."""
    names = os.environ.get(ASKED, ",".join(PASSES)).split(",")
    for name, run in PASSES.items():
        if name in names:
            game = run(game)
            after(game.units, name)
    return game
