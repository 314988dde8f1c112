"""What the opponent of a Balrog player may know of where companies go."""

from __future__ import annotations

import random

import moot

STEPS = 400  # of chance, until somebody can set out


def test_the_opponent_does_not_know_where_a_company_goes() -> None:
    state, dice = moot.load("balrog").start(seed=4), random.Random(4)
    for _ in range(STEPS):
        if any(key.startswith("set_out(") for key in keys(state)):
            break
        state.apply(dice.choice(keys(state)))
    mover = state.decision.player
    other = "second" if mover == "first" else "first"
    state.apply(next(key for key in keys(state) if key.startswith("set_out(")))
    goal = keys(state)[0]
    state.apply(goal)

    def told(player: str) -> str:
        return " ".join(str(entry.facts) for entry in state.seen_journal(player)[-6:])

    def bound(player: str) -> dict[str, object]:
        return {key: value for key, value in state.view(player)["states"].items() if key.startswith("bound(")}

    assert goal in told(mover) and goal in bound(mover).values()
    assert "set_out(" in told(other) and goal not in told(other)
    assert not bound(other)


def keys(state: moot.State) -> list[str]:
    return [option.key for option in state.decision.options] if state.decision is not None else []
