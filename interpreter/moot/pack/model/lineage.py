"""Which packs extend which, and which may change what."""

from __future__ import annotations

from collections.abc import Hashable

from ...lang.diagnostic import Report
from ...lang.source import Span


class Lineage:
    """The packs of a game and their bases. A mod counts as extending the pack that it is loaded on top of."""

    def __init__(self) -> None:
        self._bases: dict[str, set[str]] = {}

    def add(self, pack: str, bases: set[str]) -> None:
        """Record the direct bases of a pack, after those of the bases themselves."""
        found = set(bases)
        for base in bases:
            found |= self._bases.get(base, set())
        self._bases[pack] = found

    def extends(self, pack: str, base: str) -> bool:
        """Whether `pack` builds on `base`, directly or through others."""
        return base in self._bases.get(pack, set())


class Claims:
    """Which pack overrode what, so that two that know nothing of each other do not both do it."""

    def __init__(self, lineage: Lineage, report: Report) -> None:
        self.lineage = lineage
        self.report = report
        self._made: dict[Hashable, tuple[str, Span]] = {}

    def allowed(self, what: Hashable, shown: str, home: str, home_at: Span, pack: str, at: Span) -> bool:
        """Whether `pack` may override `what`, declared by the pack `home`. If not, an error is reported."""
        before = self._made.get(what)
        if before and before[0] == pack:
            notes = [(before[1], "first occurrence")]
            self.report.error("duplicate-override", f"{shown} is overridden twice in this pack", at, "", notes)
            return False
        if before and not self.lineage.extends(pack, before[0]):
            message = f"`{before[0]}` and `{pack}` both override {shown}, and neither extends the other"
            hint = "use only one of them, or let one extend the other"
            self.report.error(
                "override-conflict", message, at, hint, [(before[1], f"overridden here by `{before[0]}`")]
            )
            return False
        if home == pack:
            notes = [(home_at, "declared here")]
            message = f"{shown} is declared in this pack, so it cannot be overridden"
            self.report.error("override-own", message, at, "change the declaration itself", notes)
            return False
        if not self.lineage.extends(pack, home):
            hint = f"write `extends: {home}` in {pack}, or remove the override"
            notes = [(home_at, "declared here")]
            self.report.error("override-stranger", f"{shown} belongs to `{home}`, which `{pack}` does not extend",
                              at, hint, notes)  # fmt: skip
            return False
        self._made[what] = (pack, at)
        return True
