"""The calls that are open at a point of a journal. It records when a call begins, not when it ends."""

from __future__ import annotations

from ...code.program import Program
from ...stack.journal import Entry


class OpenCalls:
    """The stack of calls, worked out from what the rules can call. It accepts a journal in order, entry by entry."""

    def __init__(self, program: Program) -> None:
        self._open: list[Entry] = []
        self._places = {label: n for n, label in enumerate(program.index.leads)}
        self._leads = program.index.leads

    def add(self, entry: Entry) -> None:
        """Accept the next entry."""
        if entry.what != "does" and any(call.rule == entry.rule for call in self._open):
            while self._open[-1].rule != entry.rule:
                self._open.pop()
        elif entry.rule in self._places:
            self._end(self._places[entry.rule])
        if entry.what == "does":
            self._open.append(entry)

    def outermost_first(self) -> tuple[Entry, ...]:
        """The calls that the last entry is in; for a call, it is the last of them."""
        return tuple(self._open)

    def _end(self, place: int) -> None:
        """End the calls that cannot lead to that rule. The code of a card ends with the call around it."""
        while True:
            known = next((at for at in reversed(range(len(self._open))) if self._open[at].rule in self._leads), None)
            if known is None or self._leads[self._open[known].rule] >> place & 1:
                return
            del self._open[known:]
