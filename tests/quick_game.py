"""Games that play little: compiled without the passes, which take longer than all that is played here."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from moot.code.pipeline import compile_bundle
from moot.pack.load import load
from moot.stack.game import Game


def quick_game(name: str | Path, options: Mapping[str, object] | None = None, mods: Sequence[str | Path] = ()) -> Game:
    """The game that `moot.load` gives, as its rules were lowered; it plays the same, only slower."""
    bundle = load(name, mods, list((options or {}).items()), cases=False)
    return Game(compile_bundle(bundle, traced_alone=True, quick=True), [str(mod) for mod in mods])
