"""Tells what came of many games of one player: tables of survival, losses, scores and cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from rich.text import Text

from ...pack.model.yaml_text import plain_text
from ...stack.game import Game
from ...stack.words import name_words
from ...tools.simulate.solo import laid_decks, never_played
from ..console import console, ruled_table

_BAR = 24  # marks in the longest bar of a histogram


class SimulationReport:
    """Writes to the terminal."""

    def __init__(self) -> None:
        self.out = console()

    def one(self, game: Game, found: dict[str, Any], seats: dict[str, str]) -> None:
        """The whole report of one run."""
        self._head(game, found, seats)
        low, rate, high = found["survival"]
        survived = found["games"] - sum(one["games"] for one in found["losses"])
        self._line(f"survived: {survived:,} of {found['games']:,}, {rate:.1%} (95% CI {low:.1%} to {high:.1%})", "bold")
        if "at_random" in found:
            least, more, most = found["at_random"]["difference"]
            other = found["at_random"]["survival"][1]
            self._line(f"random bot: {other:.1%}; difference {more:+.1%} (95% CI {least:+.1%} to {most:+.1%})")
        self._losses(found)
        self._scores(found["scores"])
        self._cards(game, found["cards"])

    def samples(self, title: str, found: Sequence[dict[str, Any]], seats: dict[str, str]) -> None:
        """A line for each run with its sample deck, below the deck's options."""
        games, who = found[0]["games"], next(iter(seats.values()))
        each = f"{games:,} game{'s' * (games != 1)} of each sample deck"
        self._line(f"{title}: {each}, seed {found[0]['seed']}, bot {who}")
        compared = [">!random"] * ("at_random" in found[0])
        table = ruled_table("!deck", ">!survived (95% CI)", *compared, ">!lost at", ">!score")
        above = ""
        for one in found:
            low, rate, high = one["survival"]
            *suits, deck = one["sample"].items()
            suited = ", ".join(plain_text(value) for _, value in suits)
            if suited != above:
                table.add_row(Text(suited, style="bold"))
                above = suited
            table.add_row(
                f"  {plain_text(deck[1])}",
                f"{rate:.1%} ({low:.1%} to {high:.1%})",
                *([f"{one['at_random']['survival'][1]:.1%}"] if compared else []),
                _middle(one) if one["losses"] else "",
                f"{one['scores']['mean']:.1f}" if one["scores"] else "",
            )
        self.out.print(table)
        causes = Counter[str]()
        for one in found:
            causes.update({loss["cause"]: loss["games"] for loss in one["losses"]})
        for cause, lost in causes.most_common():
            self._line(f"lost because {cause}: {lost / (games * len(found)):.1%}")
        self._line("lost at: the median time of the losses; score: the mean of games survived", "dim")
        self._never(*never_played(found))

    def every_option(self, title: str, found: dict[str, Any], seats: dict[str, str]) -> None:
        """A line for each value of each option."""
        who = next(iter(set(seats.values())), "random")
        games, seconds = found["games"], found["seconds"]
        self._line(f"{title}: {games:,} games over all options, seed {found['seed']}, bot {who}, {seconds:.1f} s")
        alone = any(one["survival"] for one in found["values"])
        table = ruled_table("!option", "!value", ">!games", *([">!survived (95% CI)"] if alone else [">!decisions"]))
        above = ""
        for one in found["values"]:
            rates = ["{1:.1%} ({0:.1%} to {2:.1%})".format(*one["survival"])] if alone else []
            table.add_row(
                one["option"] if one["option"] != above else "",
                f"{one['value']} *" if one["default"] else one["value"],
                f"{one['games']:,}",
                *(rates or [f"{one['decisions']:,}"]),
            )
            above = one["option"]
        self.out.print(table)
        self._line("*: the default", "dim")
        self._line(f"all {games:,} games ended")
        if found["left"]:
            self._line(f"not varied, because of too many values: {', '.join(found['left'])}", "dim")
        if alone:
            self._never(found["cards"], found["never"])

    # ------------------------------------------------------------------------------------------------------ parts

    def _head(self, game: Game, found: dict[str, Any], seats: dict[str, str]) -> None:
        games, seconds = found["games"], found["seconds"]
        speed = f", {games / seconds:,.1f} games per second" if seconds else ""
        who = seats.get(game.players[0], "random")
        chosen = "".join(f", {name} {value}" for name, value in _laid(game, found["options"]).items())
        self._line(f"{game.title}{chosen}: {games:,} game{'s' * (games != 1)}, seed {found['seed']}, bot {who}")
        self._line(f"{found['decisions']:,} decisions in {seconds:.1f} s{speed}", "dim")
        if who == "random":
            self._line("the random bot plays badly; --bot greedy looks one choice ahead", "dim")
        self.out.print()

    def _losses(self, found: dict[str, Any]) -> None:
        if not found["losses"]:
            return
        table = ruled_table("cause of loss", ">!games", ">!of all", *([">!when: 5, 50, 95%"] if found["times"] else []))
        for one in found["losses"]:
            when = [" · ".join(str(_quantile(one["times"], part)) for part in (5, 50, 95))] if found["times"] else []
            table.add_row(one["cause"], f"{one['games']:,}", f"{one['games'] / found['games']:.1%}", *when)
        self.out.print(table)

    def _scores(self, scores: dict[str, Any] | None) -> None:
        if scores is None:
            return
        parts = scores["quantiles"]
        self._line(
            f"scores of games survived: mean {scores['mean']:.1f}, standard deviation {scores['deviation']:.1f}, "
            f"{scores['least']} to {scores['most']}; " + ", ".join(f"{part}%: {value}" for part, value in parts.items())
        )
        highest = max(count for _, _, count in scores["histogram"])
        for low, high, count in scores["histogram"]:
            between = str(low) if low == high else f"{low} to {high}"
            self._line(f"  {between:>10}  {'█' * round(_BAR * count / highest):<{_BAR}}  {count:,}")
        self.out.print()

    def _cards(self, game: Game, cards: Sequence[dict[str, Any]]) -> None:
        if not cards:
            return
        table = ruled_table("card", ">!played", ">!survived", ">!if not", ">!difference", ">!95%")
        for one in cards:
            difference = one["difference"]
            table.add_row(
                name_words(game.program, one["card"]),
                f"{one['played']:,}",
                _rate(one["survived"], one["played"]),
                _rate(one["missed_survived"], one["missed"]),
                f"{difference[1]:+.1%}" if difference else "",
                f"{difference[0]:+.1%} to {difference[2]:+.1%}" if difference else "",
            )
        self.out.print(table)
        note = "longer games play more cards: compare cards with one another, not with zero"
        self._line(note, "dim")

    def _never(self, cards: int, never: Sequence[str]) -> None:
        """Whether each card came into play in some game."""
        if not never:
            self._line(f"all {cards} cards were played in some game")
        else:
            self._line(f"cards never played, of {cards}: {', '.join(never)}")

    def _line(self, text: str, style: str = "") -> None:
        self.out.print(Text(text, style=style), soft_wrap=True)


def _rate(successes: int, trials: int) -> str:
    return f"{successes / trials:.1%}" if trials else "-"


def _laid(game: Game, options: dict[str, str]) -> dict[str, str]:
    """The story, scenario and deck that were played, including a deck used by default."""
    told = {name: options[name] for name in ("story", "scenario", "deck") if options.get(name, "none") != "none"}
    return told | laid_decks(game.program)


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
