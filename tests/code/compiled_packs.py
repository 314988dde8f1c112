"""Small packs whose cases tell what their rules come to, and that are played in both forms side by side."""

from __future__ import annotations

import random
from pathlib import Path

from moot.code.pipeline import compile_bundle
from moot.pack.load import load
from moot.stack.game import Game
from moot.tools.cases.run import run_cases

HEAD = 'game small "Small"\nplayers ann, bob\n'
WHEN = "when size(heap) = 99\n  nothing\n"  # with it no procedure is written into its callers


def written(folder: Path, rules: str, cases: str = "", **files: str) -> Path:
    """A pack of these rules, below a game and its two players; `cards`, `decks`: the text of those files."""
    (folder / "cases").mkdir(parents=True)
    texts = {"pack.yaml": "id: small\ntitle: Small\n", "rules.moot": HEAD + rules}
    texts |= {f"{name}.yaml": text for name, text in files.items()}
    if cases:
        texts["cases/first.yaml"] = f"game: small\ncases:\n{cases}"
    for name, text in texts.items():
        (folder / name).write_text(text, encoding="utf-8")
    return folder


def failures(folder: Path) -> list[str]:
    """What is wrong with a pack's cases; and whether both forms play alike, whatever is chosen."""
    found = [f"{one.name}: {one.message}" for one in run_cases([folder]) if one.status != "passed"]
    game = Game(compile_bundle(load(folder, cases=False)))
    for seed in range(5):
        chance = random.Random(seed)
        traced, fast = game.start(seed), game.start(seed, journal=False)
        for _ in range(50):
            assert traced.position.key() == fast.position.key()
            if traced.decision is None:
                break
            choice = chance.randrange(len(traced.decision.options))
            traced.apply(choice)
            fast.apply(choice)
    return found
