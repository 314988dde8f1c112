"""Laws of positions hold in every position that play reaches."""

from __future__ import annotations

import random

import pytest

from moot.stack.load import load
from moot.tools.laws.broken import broken_lines


@pytest.mark.parametrize(("game", "steps"), [("gondor/learning", 400), ("gondor/proving", 400)])
def test_play_at_random_breaks_none(game: str, steps: int) -> None:
    loaded = load(game)
    machine = loaded.machine
    assert [law.title for law in machine.fast.laws if law.section == "position"]
    for seed in (1, 2):
        state, rng = loaded.start(seed), random.Random(seed)
        for _ in range(steps):
            if state.decision is None:
                break
            assert not list(broken_lines(machine, state.position, "position", ()))
            state.apply(rng.choice(state.decision.options))
