"""What is said otherwise and means the same is proved by going through all values; what does not, never is."""

from __future__ import annotations

from pathlib import Path

import pytest

from moot.tools.diff.search.behaviour import COUNTEREXAMPLE, PROVED_EQUAL, Limits, behaviour
from moot.tools.diff.search.equivalence import Proof, proved
from moot.tools.diff.structure.rules import differences
from moot.tools.diff.structure.side import Side
from seeded_duel import copy_of_duel

HITS = "count r in attack(attacker) where not r in defence(answer)"


@pytest.fixture(scope="module")
def duel() -> Side:
    return Side.load("duel/english")


def proof(duel: Side, folder: Path, *change: str) -> Proof | None:
    name, old, new = change
    b = Side.load(copy_of_duel(folder, (name, old, new)))
    (one,) = (d for d in differences(duel.bundle, b.bundle) if d.sort != "citation")
    return proved(duel, b, one)


@pytest.mark.parametrize(
    ("name", "old", "new", "combinations"),
    [
        ("values.moot", "1 if free_spaces <= 2", "1 if free_spaces < 3", 1682),  # two energies of 41 values each
        ("values.moot", "1 if free_spaces <= 2", "3 if free_spaces > 4\n  1 if free_spaces <= 2", 1682),
        (
            "values.moot",
            HITS,
            "size(attack(attacker)) - (count r in defence(answer) where r in attack(attacker))",
            256,  # all rows of one card against all rows of the other
        ),
        ("values.moot", "energy(p) < first_safe_space", "not energy(p) >= first_safe_space", 41),
        ("cards.yaml", "if stair(balrog) > stair(gandalf)", "if not stair(gandalf) >= stair(balrog)", 36),
    ],
)
def test_what_means_the_same_is_proved(
    name: str, old: str, new: str, combinations: int, duel: Side, tmp_path: Path
) -> None:
    found = proof(duel, tmp_path, name, old, new)
    assert found is not None
    assert found.combinations == combinations
    assert found.reads


@pytest.mark.parametrize(
    ("name", "old", "new"),
    [
        ("values.moot", "1 if free_spaces <= 2", "1 if free_spaces < 4"),
        ("values.moot", HITS, "size(attack(attacker)) - size(defence(answer))"),
        ("cards.yaml", "if stair(balrog) > stair(gandalf)", "if stair(balrog) >= stair(gandalf)"),
        ("play.moot", "if attacker != none\n", "if attacker != none and attacker.owner != c.owner\n"),
        ("cards.yaml", 'printed_defence: "x.xx"', 'printed_defence: "xxxx"'),
    ],
)
def test_what_does_not_is_not(name: str, old: str, new: str, duel: Side, tmp_path: Path) -> None:
    assert proof(duel, tmp_path, name, old, new) is None


def test_what_also_differs_is_not_taken_for_the_same(duel: Side, tmp_path: Path) -> None:
    changes = [
        ("values.moot", "energy(p) < first_safe_space", "energy(p) <= first_safe_space"),
        (
            "values.moot",
            "(any p in player where negative(p)) and not plays_on",
            "not plays_on and (any p in player where negative(p))",
        ),
        ("values.moot", "1 if free_spaces <= 2", "1 if free_spaces < 3"),
    ]
    b = Side.load(copy_of_duel(tmp_path, *changes))
    found = {
        one.id: one.status
        for one in behaviour(
            duel, b, differences(duel.bundle, b.bundle), Limits(positions=1500, seconds=60.0, readings=0)
        )
    }
    assert found["function climb"] == PROVED_EQUAL
    assert found["function negative"] == COUNTEREXAMPLE
    assert found["function beaten"] != COUNTEREXAMPLE
