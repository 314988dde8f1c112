"""Games of this repository, walked and compiled, stay in step; and a fault planted in the form is found."""

from __future__ import annotations

import random
from dataclasses import replace
from functools import lru_cache
from pathlib import Path

import pytest
from walked_games import walked_folder

from moot.code.ir.make import number
from moot.code.ir.statements import Store
from moot.code.ir.walk import mapped_block
from moot.state.position import Position
from oracle import Choose, DifferentError, Outcome, Walked, play

TESTS = Path(__file__).parent.parent


@lru_cache(2)
def game(name: str) -> Walked:
    return walked_folder(name if name == "duel" else TESTS / "packs" / name)


def by_chance(seed: int) -> Choose:
    rng = random.Random(seed)

    def choose(S: Position) -> object:
        assert S.ask is not None
        return S.ask[2][rng.randrange(len(S.ask[2]))]

    return choose


def played(walked: Walked, seed: int) -> Outcome:
    return play(walked, seed, by_chance(seed), nature=seed % 2 == 1)


@pytest.mark.parametrize("name", ["chain", "march", "settlement", "skirmish", "duel"])
def test_games_stay_in_step(name: str) -> None:
    for seed in range(2):
        outcome = played(game(name), seed)
        assert outcome.over
        assert outcome.decisions


def test_a_unit_that_was_changed_is_found() -> None:
    """As if a pass had made one unit wrong: in the compiled program all is as before."""
    walked = game("duel")
    unit = walked.units["b_p_score"]
    wrong = replace(unit, body=mapped_block(unit.body, _all_zero))
    assert wrong != unit
    with pytest.raises(DifferentError, match=r"at decision \d+, (fast|traced): `cells` is "):
        for seed in range(20):
            played(replace(walked, units={**walked.units, unit.name: wrong}), seed)


def _all_zero(node: object) -> object:
    return replace(node, value=number(0)) if isinstance(node, Store) else node
