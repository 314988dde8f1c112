"""Why something happened, why a choice is not available, and the meaning of a clause.

`why` explains an entry of a journal, and `refusal` a choice that is not offered (`why_not_action`, `why_not_value`).
`instrumented` reruns a game with probes, `formula_trace` reads formulas at one moment, `context` holds a prompt, and
`destinations` finds the possible moves. `clause` gathers everything about a clause or card.

>>> from moot.tools.explain import why_not
>>> import moot
>>> state = moot.load("duel").start(seed=7)
>>> played = state.decision.options[0].key
>>> why_not(state, played).reasons
()
>>> state.apply(played)
>>> len(why_not(state, played).reasons)
1
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...lazy import handed_on

if TYPE_CHECKING:
    from .refusal import why_not

__all__ = ["why_not"]

__getattr__ = handed_on(
    __name__,
    {
        "why_not": "refusal",
    },
)
