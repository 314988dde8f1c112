"""Where values that modifiers change are looked up, and code that things hold: the text that is written."""

from __future__ import annotations

from pathlib import Path

from moot.code.compile import prepared
from moot.code.typing.typed import typed
from moot.code.write_module import write_module
from moot.pack.load import load

RULES = """\
game camp "Camp"
players ann
kind card
  worth  : 0..9 = 3
  text   : steps or none = none
  effect : standing or none = none
zone field : row of card, seen by all, in play
state luck : 0..9
function worth_now(c: card)  = c.worth
function worth_by_luck(c: card) = c.worth
function total = sum c in field of worth_now(c)
phase camp
  raise luck by total
  for each c in field
    run c.text
    if worth_by_luck(c) > worth_now(c)
      win ann "luck"
"""
CARDS = """\
kind: card
cards:
  one:
    text: raise luck by 1
    effect: |
      modify worth_now(c) by 1 where c != this and c.worth > 2
      modify worth_by_luck(c) by luck
  two: {worth: 5}
"""


def written(folder: Path) -> str:
    """The fast form of that game."""
    (folder / "pack.yaml").write_text("id: camp\ntitle: Camp\nversion: 1.0.0\n", encoding="utf-8")
    (folder / "camp.moot").write_text(RULES, encoding="utf-8")
    (folder / "cards.yaml").write_text(CARDS, encoding="utf-8")
    (folder / "decks.yaml").write_text("decks:\n  d: {zone: field, cards: {one: 1, two: 2}}\n", encoding="utf-8")
    bundle = load(folder)
    return write_module(prepared(typed(bundle), bundle), False)


def test_values_that_only_what_is_in_play_changes_are_looked_up(tmp_path: Path) -> None:
    text = written(tmp_path)
    assert "MODIFIED_worth_now = ModifiedValues(f_worth_now, 0)" in text
    assert "(MODIFIED_worth_now[S.live[0]] if S.live[0] else P_card_worth)[c_" in text
    assert "MODIFIED_worth_by_luck" not in text


def test_a_loop_finds_out_once_where_it_looks_them_up(tmp_path: Path) -> None:
    text = written(tmp_path)
    (total,) = [part for part in text.split("\n\n") if part.startswith("def f_total(S)")]
    lines = [line.strip() for line in total.splitlines()]
    assert lines[2:6] == [
        "values_3 = (MODIFIED_worth_now[S.live[0]] if S.live[0] else P_card_worth)",
        "found_2 = 0",
        "for c_1 in Z[0]:",
        "found_2 += values_3[c_1]",
    ]


def test_code_is_run_where_there_is_some(tmp_path: Path) -> None:
    text = written(tmp_path)
    assert "if (code := RUN_card_text[c_4]) is not None:" in text
    assert "RUN_card_text = tuple([CODE[n] if n is not None else None for n in P_card_text])" in text
