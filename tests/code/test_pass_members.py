"""Loops over all places of a board: which of them are kept, and what is looked at again for them."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from board_units import AROUND, BOARDS, PLACE, RAIN, G, H, P, U, beside, fires, foe_in, function, lame

from moot.code.ir.effects import Effects
from moot.code.ir.expressions import Const, Expr, Fold
from moot.code.ir.keepers import Keeper, Reading
from moot.code.ir.make import both, local, number, op
from moot.code.ir.reps import BOOL, NUM, seq
from moot.code.ir.text import unit_text
from moot.code.ir.units import Unit
from moot.code.ir.verified.verify import verify
from moot.code.passes.searches.keep import Keepers
from moot.code.passes.searches.members import members

PLACES = Const(seq(PLACE), range(10))


@pytest.fixture(autouse=True)
def _small_boards(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr("moot.code.passes.searches.members.LEAST", (10, 10))
    return


def made(value: Expr, *more: Expr) -> tuple[dict[str, str], dict[str, Keeper]]:
    """The units as text, by name, and what keeps anything."""
    units = [function(f"f_{n}", one, P, U, G) for n, one in enumerate((value, *more))]
    keepers = Keepers(Effects(units, AROUND), BOARDS)
    found = members(units, keepers)
    verify(found, "members")
    return {unit.name: last_line(unit) for unit in found}, keepers.made


def last_line(unit: Unit) -> str:
    return unit_text(unit, marks=False).splitlines()[-1].strip()


def those(where: Expr) -> Fold:
    return Fold(seq(PLACE), "each", H, PLACES, where, None)


def test_places_of_which_a_state_is_asked_are_kept() -> None:
    units, kept = made(those(fires(local(H))))
    assert units["f_0"].startswith("return (held by MEMBERS_1 for () else each(h : ")
    assert units["is_member_1"] == "return cell[(h + 30) in 30..39]"
    assert kept["MEMBERS_1"] == Keeper("MEMBERS_1", (Reading(30, 40, "place", 30),), "map", 0, "is_member_1", range(10))


def test_what_lies_beside_a_place_counts_too_and_names_are_the_key() -> None:
    near = Fold(BOOL, "any", G, beside(local(H)), foe_in(local(G), local(P)), None)
    units, kept = made(those(near))
    assert units["f_0"].startswith("return (held by MEMBERS_1 for (p) else ")
    assert (kept["MEMBERS_1"].far, kept["MEMBERS_1"].readings) == (1, (Reading(15, 20, "lies", 0),))


def test_any_other_loop_goes_through_those_that_are_kept() -> None:
    units, _ = made(Fold(NUM, "count", H, PLACES, fires(local(H)), None))
    assert units["f_0"].startswith("return count(h in (held by MEMBERS_1 for () else each(")


def test_the_same_test_has_one_keeper() -> None:
    units, kept = made(those(fires(local(H))), Fold(BOOL, "any", H, PLACES, fires(local(H)), None))
    assert list(kept) == ["MEMBERS_1"]
    assert "MEMBERS_1" in units["f_1"]


@pytest.mark.parametrize(
    "where",
    [
        lame(local(U)),  # asks for what lies somewhere
        both(fires(local(H)), op("<", op("div", number(9), number(0), rep=NUM), number(1))),  # may be a fault
        both(fires(local(H)), foe_in(local(G), local(P))),  # asks for another place, anywhere
    ],
)
def test_what_else_is_asked_is_asked_of_all(where: Expr) -> None:
    units, kept = made(those(where))
    assert units["f_0"].startswith("return each(h")
    assert not kept


def test_a_state_of_all_is_looked_at_for_all() -> None:
    _, kept = made(those(both(fires(local(H)), RAIN)))
    assert kept["MEMBERS_1"].readings == (Reading(30, 40, "place", 30), Reading(60, 61, "all", 0))
