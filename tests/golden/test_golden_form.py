"""Small games in the intermediate form, as lowering makes them: the diff shows what a change of the compiler changes.

`python -m pytest tests/golden --rewrite` writes what is made now.
"""

import pytest
from spoken import HERE, ROOT

from moot.tools.show.lowered_form import form_text

GAMES = ("examples/tic_tac_toe", "examples/leduc", "tests/packs/march")


@pytest.mark.parametrize("game", GAMES)
def test_golden_form(game, request, monkeypatch):
    monkeypatch.setenv("MOOT_PASSES", "")
    now = form_text(ROOT / game)
    path = HERE / "form" / f"{game.split('/')[-1]}.txt"
    if request.config.getoption("--rewrite", default=False):
        path.parent.mkdir(exist_ok=True)
        path.write_text(now, encoding="utf-8")
    else:
        assert now == path.read_text(encoding="utf-8")
