"""The page on the Python interface: its examples are run in their order."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

from page_examples import DOCS, market, write

import moot
from moot.lang.diagnostic import Diagnostic

PAGE = "python.md"
TEXT = (DOCS / PAGE).read_text(encoding="utf-8")
DICE = """\
game dice "Dice"
players ann, bob
phase throw
  if roll 2d6 > 7
    win ann "above seven"
  win bob "seven or less"
"""

HIDDEN = {"before_last", "position", "program", "machine", "teller", "determinizer", "mro"}  # of the interpreter itself


def test_the_examples_of_the_page_run(tmp_path: Path) -> None:
    code = re.sub(r"^```(\w*)$", "", TEXT, flags=re.M)
    dice = write(tmp_path / "dice", {"pack.yaml": "id: dice\ntitle: Dice\n", "rules.moot": DICE})
    names = {"market": market(tmp_path / "market"), "dice_game": dice}
    test = doctest.DocTestParser().get_doctest(code, dict(names), PAGE, str(DOCS / PAGE), 0)
    assert len(test.examples) > 30
    told: list[str] = []
    results = doctest.DocTestRunner(verbose=False).run(test, out=told.append)
    assert results.failed == 0, "".join(told)


def test_every_public_name_stands_on_the_page() -> None:
    for name in moot.__all__:
        assert re.search(rf"\b{name}\b", TEXT), name
    for kind in (moot.Game, moot.State, moot.Decision, moot.Option, moot.Result, moot.Entry, Diagnostic):
        for name in vars(kind):
            if not name.startswith("_") and name not in HIDDEN:
                assert re.search(rf"\b{name}\b", TEXT), f"{kind.__name__}.{name}"
