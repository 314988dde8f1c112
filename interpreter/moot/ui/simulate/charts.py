"""Draw the report of a solo game with matplotlib (losses by time, scores, and the effect of each card on survival), or
the survival rates of several decks.
"""

from __future__ import annotations

import importlib.util
from collections.abc import Sequence
from io import BytesIO
from pathlib import Path
from typing import Any

from ...tools.files import write_whole
from ..options import wrong_call

FORMATS = (".svg", ".png", ".pdf")
_CARDS = 40  # cards that are drawn: half of them the most helpful, half the least


def must_draw(path: str, title: str, alone: bool) -> None:
    """Raises MootError, before anything is played, if the picture could not be drawn."""
    if not alone:
        raise wrong_call("no-report", f"`{title}` has several players", "--picture is only for solo games")
    if Path(path).suffix not in FORMATS:
        raise wrong_call(
            "bad-picture", f"`{path}` is not a picture format", f"use one of these extensions: {', '.join(FORMATS)}"
        )
    if importlib.util.find_spec("matplotlib") is None:
        raise wrong_call("no-pictures", "pictures need matplotlib, which is not installed",
                         "install it with: pip install 'moot[pictures]'")  # fmt: skip


def draw_outcomes(path: str, title: str, found: dict[str, Any]) -> None:
    """Write the picture; the same report gives the same file. Raises MootError if it cannot be written."""
    from matplotlib.figure import Figure

    cards = [one for one in found["cards"] if one["difference"]]
    if len(cards) > _CARDS:
        cards = cards[: _CARDS // 2] + cards[-_CARDS // 2 :]
    figure = Figure(figsize=(10, 4 + 0.22 * len(cards)), layout="constrained")
    low, rate, high = found["survival"]
    laid = [found["options"][name] for name in ("story", "scenario", "deck") if name in found["options"]]
    about = ", ".join([title, *(name.replace("_", " ") for name in laid if name != "none")])
    figure.suptitle(f"{about}: {rate:.1%} of {found['games']:,} games survived ({low:.1%} to {high:.1%})")
    grid = figure.add_gridspec(2, 2, height_ratios=(3, 1 + 0.22 * len(cards)))
    _losses(figure.add_subplot(grid[0, 0]), found["losses"])
    _scores(figure.add_subplot(grid[0, 1]), found["scores"])
    _cards(figure.add_subplot(grid[1, :]), cards)
    _write(figure, path)


def draw_samples(path: str, title: str, found: Sequence[dict[str, Any]]) -> None:
    """Write the chart of several runs with one sample deck each: their survival rates. Raises MootError."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(10, 2 + 0.3 * len(found)), layout="constrained")
    figure.suptitle(f"{title}: survival rate in {found[0]['games']:,} games with each sample deck")
    axes = figure.add_subplot()
    places = list(range(len(found)))[::-1]
    rates = [one["survival"][1] for one in found]
    ends = [
        [one["survival"][1] - one["survival"][0] for one in found],
        [one["survival"][2] - one["survival"][1] for one in found],
    ]
    axes.errorbar(rates, places, xerr=ends, fmt="o", markersize=4, linewidth=1, label="survived (95%)")
    if "at_random" in found[0]:
        axes.plot([one["at_random"]["survival"][1] for one in found], places, "|", color="grey", label="at random")
        axes.legend(fontsize="x-small")
    names = [": ".join(str(value).replace("_", " ") for value in one["sample"].values()) for one in found]
    axes.set_yticks(places, names, fontsize="small")
    axes.set_xlim(0, 1)
    axes.xaxis.set_major_formatter(lambda value, _: f"{value:.0%}")
    _write(figure, path)


def _write(figure: Any, path: str) -> None:
    import matplotlib

    made, suffix = BytesIO(), Path(path).suffix
    with matplotlib.rc_context({"svg.hashsalt": "moot", "svg.fonttype": "none"}):
        dated = {".svg": "Date", ".pdf": "CreationDate"}.get(suffix)
        figure.savefig(made, format=suffix[1:], metadata={dated: None} if dated else None)
    write_whole(Path(path), made.getvalue())


def _losses(axes: Any, losses: list[dict[str, Any]]) -> None:
    axes.set_title("losses by time")
    base: dict[int, int] = {}
    for one in losses:
        times = {int(time): count for time, count in one["times"].items()}
        axes.bar(list(times), list(times.values()), bottom=[base.get(time, 0) for time in times], label=one["cause"])
        base = {time: base.get(time, 0) + times.get(time, 0) for time in base | times}
    axes.set_ylabel("games")
    if losses:
        axes.legend(fontsize="x-small")
    axes.xaxis.get_major_locator().set_params(integer=True)


def _scores(axes: Any, scores: dict[str, Any] | None) -> None:
    axes.set_title("scores of games survived")
    bars = scores["histogram"] if scores else []
    axes.bar(
        [low for low, _, _ in bars], [count for _, _, count in bars], [high - low + 1 for low, high, _ in bars],
        align="edge", edgecolor="white",
    )  # fmt: skip
    if scores:
        axes.axvline(scores["mean"], color="black", linestyle=":", label=f"mean {scores['mean']:.1f}")
        axes.legend(fontsize="x-small")


def _cards(axes: Any, cards: list[dict[str, Any]]) -> None:
    axes.set_title("effect on survival of playing a card")
    places = list(range(len(cards)))[::-1]
    middle = [one["difference"][1] for one in cards]
    ends = [
        [one["difference"][1] - one["difference"][0] for one in cards],
        [one["difference"][2] - one["difference"][1] for one in cards],
    ]
    axes.errorbar(middle, places, xerr=ends, fmt="o", markersize=4, linewidth=1)
    axes.axvline(0, color="grey", linewidth=0.8)
    axes.set_yticks(places, [one["card"].replace("_", " ") for one in cards], fontsize="small")
    axes.xaxis.set_major_formatter(lambda value, _: f"{value:+.0%}")
