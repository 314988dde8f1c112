"""A pack's introduction to its game: before the first choice, and on request."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text

from ...pack.own_choices import CHOSEN
from .drawing import Drawing

_HEADINGS = {"goal": "Goal", "turn": "Turn", "length": "Length", "numbers": "Numbers", "first": "Try first"}
_WIDTH = max(map(len, _HEADINGS.values()))


def tell_about(drawing: Drawing, parts: Sequence[str] = tuple(_HEADINGS)) -> bool:
    """Print some parts of the packs' introduction. False if they are absent."""
    about = drawing.program.about
    said = [part for part in parts if part in about]
    if said:
        drawing.out.print()
    for part in said:
        heading = _HEADINGS[part].ljust(_WIDTH)
        drawing.put(Text.assemble("  ", (heading, "bold"), f"  {about[part]}"), hang=_WIDTH + 4)
    return bool(said)


def no_goal(drawing: Drawing) -> str:
    """The answer where no pack says how to win: the story or scenario may say it in its own rules."""
    chosen = [f"look {value}" for name, value in drawing.program.options.items() if name in CHOSEN]
    more = f" ({' and '.join(chosen)} shows its rules)" if chosen else ""
    return f"the packs of this game do not say how to win{more}"
