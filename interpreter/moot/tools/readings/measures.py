"""Whom each reading favours: games between bots with each value."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from ...stack.load import load, value_from_text
from ..simulate.confidence import newcombe
from ..simulate.series import simulate

BOT = "greedy"


def measured_readings(
    name: str,
    values: Mapping[str, Sequence[str]],
    games: int,
    jobs: int = 1,
    mods: Sequence[str] = (),
    settings: Sequence[tuple[str, Any]] = (),
    on_progress: Callable[[int, int], None] | None = None,
) -> dict[str, Any]:
    """Play so many games with each value. `values`: by option, the default first.

    Returns `{bot, games, values: {option: {value: {player: {rate: [low, rate, high], more: [low, more, high]}}}}}`;
    `more` is the difference to the default, 95% intervals. Games of all values have the same seeds.
    """
    runs = sum(len(several) - 1 for several in values.values()) + 1
    done = 0

    def run(more: Sequence[tuple[str, Any]]) -> dict[str, Any]:
        nonlocal done
        loaded = load(name, options=[*settings, *more], mods=mods)
        found = simulate(loaded, called=name, games=games, jobs=jobs, bots=dict.fromkeys(loaded.players, BOT))
        done += 1
        if on_progress is not None:
            on_progress(done, runs)
        return found

    usual = run(())
    told: dict[str, Any] = {}
    for option, several in values.items():
        found = {value: run([(option, value_from_text(value))]) for value in several[1:]}
        told[option] = {value: _favours(usual, one) for value, one in {several[0]: usual, **found}.items()}
    return {"bot": BOT, "games": games, "values": told}


def _favours(usual: Mapping[str, Any], found: Mapping[str, Any]) -> dict[str, Any]:
    """By player the rate of wins, and how much more that is than by default."""
    told = {}
    for player, rate in found["rates"].items():
        if player == "none":
            continue
        more = newcombe(found["results"][player], found["games"], usual["results"][player], usual["games"])
        told[player] = {"rate": [round(x, 4) for x in rate], "more": [round(x, 4) for x in more or ()]}
    return told
