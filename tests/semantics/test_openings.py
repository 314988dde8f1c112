"""A new game stands where one stands that was begun by itself, and no game that is played changes the next."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

import moot
from moot.lang.diagnostic import MootError
from moot.pack.find import game_ids
from moot.stack.chance import seeded
from moot.state.position import EVERYBODY, Position

SEEDS = range(4)
LOOKED = {"wrote", "still", "fuel", "ask"}  # what searches remember, what each answer fills up; see `same`


def same(one: Position, other: Position) -> bool:
    """Whether two positions are alike in all that a game goes on from, also in what `key` leaves out."""
    asked = [S.ask and (*S.ask[:2], list(S.ask[2]), S.ask[3]) for S in (one, other)]
    names = set(Position.__slots__) - LOOKED
    return asked[0] == asked[1] and all(getattr(one, name) == getattr(other, name) for name in names)


def begun(game: moot.Game, seed: int, notices: int | None = None) -> Position:
    S = game.machine.blank(seed)
    S.notices = notices
    game.machine.begin(S)
    return S


@pytest.fixture(scope="module", params=game_ids())
def game(request: pytest.FixtureRequest) -> moot.Game:
    return moot.load(request.param)


def test_a_new_game_stands_as_one_begun_by_itself(game: moot.Game) -> None:
    for seed in SEEDS:
        expected = begun(game, seed)
        S = game.machine.opening.fresh(seeded(seed))
        assert S.key() == expected.key() and same(S, expected)
        assert game.start(seed, journal=False).position.key() == expected.key()
        assert game.start(seed).position.key() == expected.key()


def test_what_is_played_changes_no_new_game(game: moot.Game) -> None:
    draw = random.Random(1).random
    for seed in SEEDS:
        state = game.start(seed, journal=False)
        for _ in range(40):
            if state.position.ask is None:
                break
            values = state.position.ask[2]
            game.machine.advance(state.position, values[int(draw() * len(values))])
        for number in SEEDS:
            assert same(game.start(number, journal=False).position, begun(game, number, EVERYBODY))


def test_chance_before_the_first_decision_differs_from_game_to_game() -> None:
    duel, drawn = moot.load("duel"), set()
    for seed in range(10):
        drawn.add(game_zones(duel.start(seed, journal=False).position))
    assert len(drawn) == 10


def game_zones(S: Position) -> tuple[tuple[int, ...], ...]:
    return tuple(map(tuple, S.zones))


def test_a_journal_and_chance_that_asks_begin_anew() -> None:
    game = moot.load("gondolin")
    plain = game.start(1, journal=False)
    assert plain.journal == [] and not plain.position.nature
    traced = [game.start(1).journal for _ in range(2)]
    assert traced[0] == traced[1] != []
    assert game.start(1, journal=False, nature=True).position.nature
    assert not game.start(1, journal=False).position.nature


FAULTY = {
    "when 6 / flour > 2\n  set flour to 1\n": "fault-division-by-zero",
    "when worth > 2\n  set flour to 1\nmodify worth by 1 where worth > 0\n": "fault-circle",
    "state rye : 0..9 = 3 / mills\n": "fault-division-by-zero",
}


@pytest.mark.parametrize("rules", FAULTY)
def test_a_fault_before_anything_is_done_is_told_each_time(tmp_path: Path, rules: str) -> None:
    head = 'game mill "Mill"\nplayers ann\noption mills : 0..3 = 0\nstate flour : 0..9\nfunction worth = flour\n'
    (tmp_path / "pack.yaml").write_text("id: mill\ntitle: Mill\n")
    (tmp_path / "rules.moot").write_text(head + "phase day\n  raise flour by worth\n" + rules)
    game = moot.load(tmp_path)
    for journal in (False, False, True):
        with pytest.raises(MootError) as told:
            game.start(1, journal=journal)
        assert [each.code for each in told.value.diagnostics] == [FAULTY[rules]]
