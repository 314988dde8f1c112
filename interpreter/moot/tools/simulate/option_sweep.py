"""Games divided among all values of a game's options: the effect of each interpretation, and whether each can be
played.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ...code.program import other_values
from ...pack.model.yaml_text import plain_text
from ...stack.game import Game
from ...stack.load import load
from .confidence import wilson
from .series import simulate
from .solo import never_played, samples, survival


@dataclass(frozen=True, slots=True)
class Variant:
    """One sample of a game with one option set otherwise. `option` is empty for the sample as it is."""

    sample: Mapping[str, Any]
    option: str = ""
    value: Any = None

    @property
    def settings(self) -> list[tuple[str, Any]]:
        return [*self.sample.items(), *([(self.option, self.value)] if self.option else [])]


def variants(game: Game, chosen: Sequence[str] = ()) -> tuple[list[Variant], list[str]]:
    """Each sample deck unchanged, and with each value of each option; and the options whose values are too many to
    list.

    `chosen`: options that keep their value.
    """
    sampled = [one for one in samples(game) if not set(chosen) & one.keys()] or [{}]
    free = [name for name in game.options if name not in chosen and not any(name in one for one in sampled)]
    values = {name: other_values(game.program, name) for name in free}
    made = [Variant(one) for one in sampled]
    made += [Variant(one, name, value) for one in sampled for name in free for value in values[name]]
    return made, [name for name in free if not values[name]]


def every_option(
    name: str | Path,
    *,
    games: int,
    jobs: int = 1,
    seed: int = 0,
    bots: Mapping[str, str] | None = None,
    options: Sequence[tuple[str, Any]] = (),
    mods: Sequence[str | Path] = (),
    on_progress: Callable[[int], None] | None = None,
) -> dict[str, Any]:
    """Play at least this number of games, the same number with each value of each option, from the same seeds.

    Returns `{game, seed, games, seconds, values: [{option, value, default, games, decisions, survival or None}], left:
    options whose values are too many to list, cards, never: titles of cards that came into play in no game}`; the last
    two are 0 and [] in games of several players. Raises MootError like `simulate`, so all reported games ended.
    """
    game = load(name, options=options, mods=mods)
    alone = len(game.players) == 1
    made, left = variants(game, [option for option, _ in options])
    each = math.ceil(games / len(made))
    runs: list[tuple[Variant, dict[str, Any]]] = []
    for variant in made:
        played = load(name, options=[*options, *variant.settings], mods=mods)
        run = survival if alone else simulate
        found = run(played, called=str(name), games=each, jobs=jobs, seed=seed, bots=bots, on_progress=on_progress)
        runs.append((variant, found))
    cards, never = never_played([found for _, found in runs]) if alone else (0, [])
    return {
        "game": game.id,
        "seed": seed,
        "games": sum(found["games"] for _, found in runs),
        "seconds": round(sum(found["seconds"] for _, found in runs), 3),
        "values": list(_values(game, runs, left)),
        "left": left,
        "cards": cards,
        "never": never,
    }


def _values(
    game: Game, runs: Sequence[tuple[Variant, dict[str, Any]]], left: Sequence[str]
) -> Iterator[dict[str, Any]]:
    """A line for each value: of an option as it is, the games of all samples as they are."""
    sampled = dict.fromkeys(name for variant, _ in runs for name in variant.sample)
    for name, now in game.options.items():
        if name in left:
            continue
        found: dict[str, list[dict[str, Any]]] = {}
        for variant, run in runs:
            if name in sampled:
                if not variant.option:
                    found.setdefault(plain_text(variant.sample.get(name)), []).append(run)
            elif variant.option == name:
                found.setdefault(plain_text(variant.value), []).append(run)
            elif not variant.option:
                found.setdefault(now, []).append(run)
        for value, ones in found.items():
            games = sum(one["games"] for one in ones)
            survived = sum(round(one["survival"][1] * one["games"]) for one in ones if "survival" in one)
            yield {
                "option": name,
                "value": value,
                "default": value == now,
                "games": games,
                "decisions": sum(one["decisions"] for one in ones),
                "survival": wilson(survived, games) if len(game.players) == 1 else None,
            }
