"""Games of this repository, walked and compiled, stay in step; and a fault planted in the form is found."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from pathlib import Path

import pytest
from random_games import by_chance, play_pack
from walked_games import walked_folder

from moot.code.ir.make import number
from moot.code.ir.node import AnyNode
from moot.code.ir.statements import Store
from moot.code.ir.walk import mapped_block
from oracle import DifferentError, Outcome, Walked, play

TESTS = Path(__file__).parent.parent
SAMPLE = 30  # random packs; `python -m tests.oracle --packs 20000` plays as many as are asked for


@lru_cache(2)
def game(name: str) -> Walked:
    return walked_folder(name if name == "duel" else TESTS / "packs" / name)


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


def _all_zero(node: AnyNode) -> AnyNode:
    return replace(node, value=number(0)) if isinstance(node, Store) else node


def test_random_packs_stay_in_step() -> None:
    findings = {number: play_pack(number, 80) for number in range(SAMPLE)}
    assert {number: finding.told for number, finding in findings.items() if finding.is_fault} == {}
    assert sum(finding.sort == "over" for finding in findings.values()) > SAMPLE // 2
