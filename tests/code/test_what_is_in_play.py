"""Rules that ask of all things of a kind which of them are in play go through what lies there alone."""

from pathlib import Path

import pytest
from compiled_packs import written

from moot.code.pipeline import compile_bundle
from moot.pack.load import load
from moot.stack.game import Game
from moot.tools.show.lowered_form import form_text

RULES = """kind card
  worth : number
  state tapped : bool
kind tool is card
kind band
  size : number
zone crew(b: band)    : pool of card, seen by all{where}
zone deck             : pile of card, seen by none
zone field(p: player) : row of card, seen by all, in play
zone heap             : pile of card, seen by all
state total : number
state named : list of card
phase match
  {band}
  for each p in player
    draw(4, deck, field(p))
  choose a in field(ann) by ann "which"
    set a.tapped to yes
    move a to heap
  choose d in field(bob) by bob "which"
    set d.tapped to yes
  set total to (sum c in card where in_play(c) of c.worth)
  raise total by 100 * (count c in tool where c.worth > 1 and in_play(c) and not c.tapped)
  set named to (each c in card where in_play(c) and c.worth > 2)
  win none "{total}, {any c in card where in_play(c) and c.tapped}, {every t in tool where in_play(t) has t.worth > 2}"
"""
BAND = """let b = new band(size: 2)
  draw(2, deck, crew(b))"""
CARDS = "".join(f"  c{n}: {{worth: {n % 4}}}\n" for n in range(14)) + "".join(
    f"  t{n}: {{kind: tool, worth: {n % 4}}}\n" for n in range(14)
)


@pytest.mark.parametrize(
    ("band", "where"), [("shuffle(deck)", ""), (f"shuffle(deck)\n  {BAND}", ", in play"), (BAND, "")]
)
def test_what_is_found_is_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, band: str, where: str) -> None:
    rules = RULES.replace("{band}", band).replace("{where}", where)
    named = ", ".join(f"c{n}: 1, t{n}: 1" for n in range(14))
    files = {"cards": f"kind: card\nthings:\n{CARDS}", "decks": f"decks:\n  d: {{zone: deck, cards: {{{named}}}}}\n"}
    folder = written(tmp_path / "p", rules, **files)
    assert form_text(folder).count("all_in_play(") == 5
    ends = played(folder)
    monkeypatch.setenv("MOOT_PASSES", "")
    assert "all_in_play(" not in form_text(folder)
    assert played(folder) == ends


def played(folder: Path) -> list[object]:
    """How games of some seeds end, in both forms."""
    game = Game(compile_bundle(load(folder, cases=False)))
    ends: list[object] = []
    for seed in range(8):
        for journal in (False, True):
            S = game.start(seed, journal=journal)
            while S.decision is not None:
                S.apply(seed % len(S.decision.options))
            ends.append((S.position.key(), S.position.result))
    return ends
