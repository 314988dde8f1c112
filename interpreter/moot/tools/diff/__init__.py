"""Two rule sets compared: documents, rules, and a position in which they play differently.

`structure` compares texts, `search` looks for counterexamples in play, `compare` gives the whole answer, `card_wording`
replaces code of cards by their texts.

>>> from moot.tools.diff import diff, load_sides
>>> a, b = load_sides(("duel/english", "duel/english"), settings=([], [("look", "after_text")]))
>>> [one.id for one in diff(a, b, ("structure",)).differences]
['option look']
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...lazy import handed_on

if TYPE_CHECKING:
    from .compare import diff, load_sides

__all__ = ["diff", "load_sides"]

__getattr__ = handed_on(
    __name__,
    {
        "diff": "compare",
        "load_sides": "compare",
    },
)
