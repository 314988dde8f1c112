"""All passes over whole games: what they give is well made, and alike whether steps are noted or not."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import pytest

from moot.code.ir.units import Unit
from moot.code.ir.verified.verify import verify
from moot.code.layout.numbering import number_game
from moot.code.lower.game import LoweredGame, lower
from moot.code.passes.framed import framed
from moot.code.passes.game import GameUnits
from moot.code.passes.order import ASKED, PASSES, passed
from moot.code.plan.make import make_plan
from moot.code.plan.tables import make_tables
from moot.code.surroundings import passing
from moot.code.typing.typed import typed
from moot.pack.load import load

TESTS = Path(__file__).parent.parent
PACKS = [TESTS / "packs" / name for name in ("chain", "gomoku", "march", "settlement", "skirmish")]
GAMES = [*PACKS, TESTS.parent / "examples/tic_tac_toe", "duel", "balrog"]
named = pytest.mark.parametrize("game", GAMES, ids=lambda game: Path(game).name)
smaller = pytest.mark.parametrize("game", GAMES[:-1], ids=lambda game: Path(game).name)  # in seconds, not minutes


@dataclass(frozen=True)
class Lowered:
    found: LoweredGame
    game: GameUnits


@lru_cache(2)
def lowered(game: str | Path, noting: bool = False) -> Lowered:
    bundle = load(str(game), cases=False)
    numbering = number_game(typed(bundle))
    plan = make_plan(numbering, bundle)
    tables = make_tables(numbering, plan)
    found = lower(plan, tables, noting)
    return Lowered(found, passing(plan, tables, found))


@named
def test_units_are_well_made_after_each_pass(game: str | Path) -> None:
    seen: list[str] = []
    apart = 4 if game == GAMES[-1] else 1  # of the largest game, the units are looked at after every fourth pass

    def look(units: Sequence[Unit], name: str) -> None:
        seen.append(name)
        if len(seen) % apart == 0 or len(seen) == len(PASSES):
            verify(units, name, lowered(game).found.lowered.lines)

    passed(lowered(game).game, look)
    assert seen == list(PASSES)


@pytest.mark.parametrize("game", GAMES[:-1], ids=lambda game: Path(game).name)  # the last takes minutes
def test_each_pass_can_be_left_out(game: str | Path, monkeypatch: pytest.MonkeyPatch) -> None:
    lines, before = lowered(game).found.lowered.lines, lowered(game).game
    monkeypatch.setenv(ASKED, "")
    assert passed(before) is before
    names = list(PASSES)
    for at, name in enumerate(names):  # those before it have run
        monkeypatch.setenv(ASKED, ",".join(names[at + 1 :]))
        verify(passed(before).units, f"all but {name}", lines)
        monkeypatch.setenv(ASKED, name)
        before = passed(before)


@smaller
def test_frames_are_the_same_where_steps_are_noted(game: str | Path) -> None:
    noted = lowered(game, noting=True).game
    assert noted.tallied == lowered(game).game.tallied
    assert _frames(lowered(game).game) == _frames(noted)


def _frames(game: GameUnits) -> list[tuple[str, int, int, tuple[str, ...]]]:
    found = framed(passed(game).units)
    return [
        (unit, point, frame.number, tuple(var.name for var in frame.vars))
        for (unit, point), frame in found.frames.items()
    ]
