"""Positions and what can be chosen from them: how many decisions there are at each depth, all chance counted.

A file `<game>.yaml` beside this one holds the positions of one game. Each is reached from a seed: who is asked takes
the option whose place `played` gives, one number for every choice, counted from 0. From there on chance is asked like a
player: each sum of the dice and each thing that may be picked is a way of its own, and a shuffle leaves all as it lies.
Then `decisions` tells how many positions ask somebody something after 0, 1, 2, … choices, and `ended` how many games
are over.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import yaml

import moot

HERE = Path(__file__).parent
ROOT = HERE.parents[1]


@dataclass(slots=True)
class Position:
    """One entry of a file: how it is reached, and what was counted."""

    name: str
    seed: int
    played: list[int]
    options: dict[str, Any]
    decisions: list[int]
    ended: list[int]

    def counted(self, game: moot.Game) -> tuple[list[int], list[int]]:
        """Count again, as deep as before."""
        state = game.start(self.seed, journal=False)
        for place in self.played:
            state.apply(place)
        state.position.nature = True
        decisions, ended = [0] * len(self.decisions), [0] * len(self.decisions)
        count(state, 0, decisions, ended)
        return decisions, ended


@dataclass(slots=True)
class Counts:
    """A file of positions."""

    path: Path
    game: str
    positions: list[Position] = field(default_factory=list)

    def write(self) -> None:
        """Write the file anew; comments at its head stay."""
        head = [line for line in self.path.read_text(encoding="utf-8").splitlines() if line.startswith("#")]
        lines = [*head, f"game: {self.game}", "positions:"]
        for one in self.positions:
            lines += [f"  - name: {one.name}", f"    seed: {one.seed}", f"    played: {one.played}"]
            if one.options:
                lines.append("    options: {" + ", ".join(f"{k}: {v}" for k, v in one.options.items()) + "}")
            lines += [f"    decisions: {one.decisions}", f"    ended: {one.ended}"]
        self.path.write_text("\n".join(lines) + "\n", encoding="utf-8")


def read(path: Path) -> Counts:
    data = yaml.load(path.read_text(encoding="utf-8"), yaml.BaseLoader)
    counts = Counts(path, data["game"])
    for one in data["positions"]:
        numbers = {key: [int(n) for n in one[key]] for key in ("played", "decisions", "ended")}
        counts.positions.append(Position(one["name"], int(one["seed"]), options=one.get("options", {}), **numbers))
    return counts


@cache
def loaded(name: str, options: tuple[tuple[str, str], ...]) -> moot.Game:
    """A shipped game by its id, any other by its folder from the top of the project."""
    folder = ROOT / name
    return moot.load(folder if folder.is_dir() else name, options=[(key, plain(text)) for key, text in options])


def plain(text: str) -> Any:
    return {"yes": True, "no": False}.get(text, int(text) if text.isdecimal() else text)


def count(state: moot.State, depth: int, decisions: list[int], ended: list[int]) -> None:
    """Add this position, and all that follow from it, to the counts of their depths."""
    if state.over:
        ended[depth] += 1
        return
    decisions[depth] += 1
    if depth + 1 == len(decisions):
        return
    for option in state.decision.options:
        after = state.copy()
        after.apply(option)
        count(after, depth + 1, decisions, ended)
