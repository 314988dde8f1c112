"""The games of cases, whose units are printed and compiled when they are first called, play as others do."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path

import pytest
from compiled_packs import written

from camp_pack import camp
from case_pack import write_pack
from lamps_pack import write_lamps
from moot.code.pipeline import compile_bundle
from moot.lang.diagnostic import MootError
from moot.pack.load import load
from moot.stack.game import Game
from moot.tools.cases.run import run_cases
from moot.tools.setup.compiled import compile_game

RULES = """\
state n : 0..99
phase match
  choose by ann "what"
    "add"
      gain()
    "divide"
      lose(n)
  win ann "{n}"
procedure gain
  raise n by 2
procedure lose(share: number)
  set n to 6 / share
"""


def later(folder: Path) -> Game:
    return compile_game(load(folder, cases=False), traced_alone=True, quick=True).game


def at_once(folder: Path) -> Game:
    return Game(compile_bundle(load(folder, cases=False)))


def compiled(game: Game) -> set[str]:
    return set(game.program.index.lines) - {"traced"}


def test_a_unit_is_compiled_when_it_is_first_called(tmp_path: Path) -> None:
    game = later(written(tmp_path / "p", RULES))
    state = game.start(1)
    assert {"p_match"} <= compiled(game)
    assert not {"p_gain", "p_lose"} & compiled(game)
    state.apply("add")
    assert state.result is not None
    assert "p_gain" in compiled(game)
    assert "p_lose" not in compiled(game)


def test_it_is_the_same_function_from_the_start(tmp_path: Path) -> None:
    game = later(written(tmp_path / "p", RULES))
    names = game.machine.traced.names
    gain = names["PROCEDURES"]["gain"]
    game.start(1).apply("add")
    assert names["p_gain"] is names["PROCEDURES"]["gain"] is gain
    assert gain.__code__.co_name == gain.__name__ == "p_gain"


def test_a_frame_may_be_the_first_that_is_called_of_its_unit(tmp_path: Path) -> None:
    folder = written(tmp_path / "p", RULES)
    asked, other = later(folder).start(1), later(folder)
    S = asked.position.copy()
    S.journal = []
    assert S.ask is not None
    assert not compiled(other)
    other.machine.advance(S, S.ask[2][0])
    assert S.result is not None
    assert S.result.reason == "2"


def test_a_fault_is_blamed_on_its_line(tmp_path: Path) -> None:
    folder, told = written(tmp_path / "p", RULES), []
    for game in later(folder), at_once(folder):
        with pytest.raises(MootError) as caught:
            game.start(1).apply("divide")
        told.append([d.render() for d in caught.value.diagnostics])
    assert told[0] == told[1]
    assert "rules.moot:14:" in told[0][0]


def cellar(folder: Path) -> Path:
    write_pack(folder)
    return folder


@pytest.mark.parametrize("pack", [camp, write_lamps, cellar])
def test_games_go_as_in_other_forms(tmp_path: Path, pack: Callable[[Path], Path]) -> None:
    folder = pack(tmp_path / "p")
    quick, full = later(folder), at_once(folder)
    for seed in range(6):
        chance, states = random.Random(seed), [game.start(seed) for game in (quick, full)]
        for _ in range(80):
            (decision, other) = (state.decision for state in states)
            assert (decision is None) == (other is None)
            if decision is None or other is None:
                break
            assert [one.key for one in decision.options] == [one.key for one in other.options]
            at = chance.randrange(len(decision.options))
            for state in states:
                state.apply(at)
        assert states[0].journal == states[1].journal
    assert compiled(quick)


def test_rules_that_python_cannot_run_are_told_by_the_cases_that_come_to_them(tmp_path: Path) -> None:
    loops = "".join(f"{'  ' * (n + 1)}for each v{n} in 1..2\n" for n in range(25))
    sums = "".join(f"(sum v{n} in 1..2 of " for n in range(25))
    deep = f"procedure loops\n{loops}{'  ' * 26}raise n by 1\nfunction sums = {sums}n{')' * 25}\n"
    cases = "  - name: never\n    when: [{ann: add}]\n    then: {n: 2}\n"
    cases += "  - name: begins there\n    given: {phase: loops}\n  - name: asks\n    then: {sums: 0}\n"
    never, begins, asks = run_cases([written(tmp_path / "p", RULES + deep, cases)])
    assert never.status == "passed", never.message
    assert (begins.status, asks.status) == ("failed", "error"), (begins.message, asks.message)
    for one in begins, asks:
        assert "[too-deep]" in one.message
        assert "rules.moot:" in one.message
