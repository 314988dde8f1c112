"""Tells what came of many games of one player: tables of survival, losses, scores and cards."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rich import box
from rich.table import Table
from rich.text import Text

from ..stack.decision import said
from ..stack.game import Game
from .table import console

_BAR = 24  # marks in the longest bar of a histogram


class Report:
    """Writes to the terminal."""

    def __init__(self) -> None:
        self.out = console()

    def one(self, game: Game, found: dict[str, Any], seats: dict[str, str]) -> None:
        """The whole report of one run."""
        self._head(game, found, seats)
        low, rate, high = found["survival"]
        survived = found["games"] - sum(one["games"] for one in found["losses"])
        self._line(f"survived: {survived:,} of {found['games']:,}, {rate:.1%} (95 %: {low:.1%} to {high:.1%})", "bold")
        self._losses(found)
        self._scores(found["scores"])
        self._cards(game, found["cards"])

    def samples(self, title: str, found: Sequence[dict[str, Any]]) -> None:
        """A line for each run, one of each sample deck."""
        games = found[0]["games"]
        self._line(f"{title}: {games:,} game{'s' * (games != 1)} of each sample deck, seed {found[0]['seed']}")
        names = list(found[0]["sample"])
        table = _table(*(f"!{name}" for name in names), ">survived", ">95 %", ">lost at", "mostly because", ">score")
        for one in found:
            low, rate, high = one["survival"]
            worst = one["losses"][0] if one["losses"] else None
            table.add_row(
                *(_plain(one["sample"].get(name, "")) for name in names),
                f"{rate:.1%}",
                f"{low:.1%} to {high:.1%}",
                _middle(one) if worst else "",
                f"{worst['cause']} ({worst['games'] / games:.0%})" if worst else "",
                f"{one['scores']['mean']:.1f}" if one["scores"] else "",
            )
        self.out.print(table)
        self._line("lost at: the middle one of the times of the losses; score: the mean of games survived", "dim")

    # ------------------------------------------------------------------------------------------------------ parts

    def _head(self, game: Game, found: dict[str, Any], seats: dict[str, str]) -> None:
        games, seconds = found["games"], found["seconds"]
        speed = f", {games / seconds:,.1f} games a second" if seconds else ""
        who = seats.get(game.players[0], "random")
        laid = {name: found["options"][name] for name in ("story", "scenario", "deck") if name in found["options"]}
        chosen = "".join(f", {name} {value}" for name, value in laid.items() if value != "none")
        self._line(f"{game.title}{chosen}: {games:,} game{'s' * (games != 1)}, seed {found['seed']}, bot {who}")
        self._line(f"{found['decisions']:,} decisions in {seconds:.1f} s{speed}", "dim")
        if who == "random":
            self._line("who plays at random plays badly: --bot greedy plays with sense, and takes longer", "dim")
        self.out.print()

    def _losses(self, found: dict[str, Any]) -> None:
        if not found["losses"]:
            return
        table = _table("cause of loss", ">games", ">of all", *([">when: 5, 50, 95 %"] if found["times"] else []))
        for one in found["losses"]:
            when = [" · ".join(str(_quantile(one["times"], part)) for part in (5, 50, 95))] if found["times"] else []
            table.add_row(one["cause"], f"{one['games']:,}", f"{one['games'] / found['games']:.1%}", *when)
        self.out.print(table)

    def _scores(self, scores: dict[str, Any] | None) -> None:
        if scores is None:
            return
        parts = scores["quantiles"]
        self._line(
            f"scores of games survived: mean {scores['mean']:.1f}, deviation {scores['deviation']:.1f}, "
            f"{scores['least']} to {scores['most']}; "
            + ", ".join(f"{part} %: {value}" for part, value in parts.items())
        )
        highest = max(count for _, _, count in scores["histogram"])
        for low, high, count in scores["histogram"]:
            between = str(low) if low == high else f"{low} to {high}"
            self._line(f"  {between:>10}  {'█' * round(_BAR * count / highest):<{_BAR}}  {count:,}")
        self.out.print()

    def _cards(self, game: Game, cards: Sequence[dict[str, Any]]) -> None:
        if not cards:
            return
        table = _table("card", ">played", ">survived", ">if not", ">difference", ">95 %")
        for one in cards:
            difference = one["difference"]
            table.add_row(
                said(game.program, one["card"]),
                f"{one['played']:,}",
                _rate(one["survived"], one["played"]),
                _rate(one["missed_survived"], one["missed"]),
                f"{difference[1]:+.1%}" if difference else "",
                f"{difference[0]:+.1%} to {difference[2]:+.1%}" if difference else "",
            )
        self.out.print(table)
        note = "a card is likelier to be played in a game that lasts: compare cards with one another, not with zero"
        self._line(note, "dim")

    def _line(self, text: str, style: str = "") -> None:
        self.out.print(Text(text, style=style), soft_wrap=True)


def _table(*columns: str) -> Table:
    """`>` before a name: to the right; `!`: never broken, as is what stands to the right."""
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for name in columns:
        right, whole = name.startswith(">"), name.startswith((">", "!"))
        table.add_column(name[whole:], justify="right" if right else "left", no_wrap=whole)
    return table


def _rate(successes: int, trials: int) -> str:
    return f"{successes / trials:.1%}" if trials else "-"


def _plain(value: Any) -> str:
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)


def _middle(found: dict[str, Any]) -> str:
    times: dict[str, int] = {}
    for one in found["losses"]:
        for time, count in one["times"].items():
            times[time] = times.get(time, 0) + count
    return str(_quantile(times, 50)) if found["times"] else ""


def _quantile(times: dict[str, int], part: int) -> int:
    left = sum(times.values()) * part / 100
    for time in sorted(map(int, times)):
        left -= times[str(time)]
        if left <= 0:
            return time
    return 0
