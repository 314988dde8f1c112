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
