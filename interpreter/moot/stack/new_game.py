"""New games at their first decision. What comes before it is played once: it is the same in each, but for chance."""

from __future__ import annotations

from collections.abc import Callable

from ..state.position import Position


class Opening:
    """New games from one position in which nothing has begun, all alike until chance or somebody decides."""

    def __init__(self, blank: Position, begin: Callable[[Position], None], alike: bool) -> None:
        """`begin` runs to the first decision; `alike`: it changes nothing but the position, so it need not run again
        where it has drawn no number.
        """
        self.blank = blank
        self.begin = begin
        self.alike = alike
        self._begun: Position | None = None  # as any game stands at its first decision

    def fresh(self, rng: int, journal: bool = False, nature: bool = False) -> Position:
        """A new game at its first decision. `rng`: its generator's first state, as `seeded` makes it.

        `journal`: it keeps one; `nature`: chance asks. Raises MootError for a fault of the rules.
        """
        plain = not (journal or nature)
        if plain and self._begun is not None:
            S = self._begun.copy()
            S.rng = rng
            return S
        S = self.blank.copy()
        S.rng = rng
        S.journal = [] if journal else None
        S.nature = nature
        self.begin(S)
        if plain and self.alike and S.rng == rng:
            self._begun = S.copy()
        return S
