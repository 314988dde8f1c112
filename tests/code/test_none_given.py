"""None handed to a parameter that is never none: the line of the call is to blame, not the one that uses it."""

from __future__ import annotations

from pathlib import Path

import pytest
from compiled_packs import WHEN, written

import moot
from moot.lang.diagnostic import MootError

RULES = """kind card
zone heap : pile of card, seen by all
state coins(p: player) : 0..9
state rich : player or none
phase match
  CALL
  win ann
procedure discard(c: card, p: player)
  raise coins(p) by 1
  move c to heap
function wealth(p: player) = coins(p) + 1
"""


@pytest.mark.parametrize("more", ["", WHEN], ids=["quiet", "with a when"])
@pytest.mark.parametrize("call", ["discard(first(heap), ann)", "raise coins(ann) by wealth(rich)"])
def test_the_fault_names_the_line_of_the_call(tmp_path: Path, call: str, more: str) -> None:
    game = moot.load(written(tmp_path / "p", RULES.replace("CALL", call) + more))
    for journal in (True, False):
        with pytest.raises(MootError) as raised:
            game.start(journal=journal)
        (told,) = raised.value.diagnostics
        assert told.code.startswith("fault-") and told.at.text.strip() == call


NUMBERS = """kind card
zone heap : pile of card, seen by all
state n : number
state r : 0..5
state m : number or none
state l : list of number
state t(k: 1..3) : number
function f(k: number) : number = k
MORE
phase match
  STEP
  win ann
"""


@pytest.mark.parametrize(
    "step",
    [
        "raise n by none",
        "lower r by none",
        "raise t(1) by none",
        "set n to 1 + none",
        "set n to max(1, none)",
        "set n to roll 1d6 + none",
        "set n to sum i in 1..3 of none",
        "set n to [1, 2][none]",
        "set t(none + 1) to 3",
        'choose none k in 1..3 by ann "k"',
        'choose m k in 1..3 by ann "k"',
        "pick m k in 1..3",
        "pick none k in 1..3",
        "draw(1 + none, heap, heap)",
        "set n to count i in 1..none",
    ],
)
def test_none_is_never_kept_or_counted_where_a_number_is_needed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    monkeypatch.setenv("MOOT_VERIFY", "1")
    game = moot.load(written(tmp_path / "p", NUMBERS.replace("STEP", step).replace("MORE\n", "")))
    for journal in (True, False):
        with pytest.raises(MootError) as raised:
            game.start(journal=journal)
        (told,) = raised.value.diagnostics
        assert told.code == "fault-none" and told.at.text.strip() == step


@pytest.mark.parametrize("test", ["none in 1..3", "2 in 1..none", "none in none..3"])
def test_none_lies_between_no_numbers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, test: str) -> None:
    monkeypatch.setenv("MOOT_VERIFY", "1")
    rules = NUMBERS.replace("STEP", f'if {test}\n    win bob "it does"').replace("MORE\n", "")
    result = moot.load(written(tmp_path / "p", rules)).start().result
    assert result is not None and result.winner == "ann"


def test_a_number_moved_by_none_is_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MOOT_VERIFY", "1")
    rules = NUMBERS.replace("STEP", "set n to f(1)").replace("MORE", "modify f(k) by none")
    with pytest.raises(MootError) as raised:
        moot.load(written(tmp_path / "p", rules)).start()
    assert [told.code for told in raised.value.diagnostics] == ["fault-none"]


SETS = """kind fight
  state skilled : set of player
state now : fight or none
phase match
  if now != none
    set now.skilled to now.skilled + [ann]
  set now to new fight()
  if now != none
    set now.skilled to now.skilled + [ann] + [bob] - [ann]
  win each p in player where p in now.skilled
"""


def test_a_set_of_something_that_is_known_to_be_there_is_joined(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MOOT_VERIFY", "1")
    game = moot.load(written(tmp_path / "p", SETS))
    assert game.start().result.winners == ("bob",)
