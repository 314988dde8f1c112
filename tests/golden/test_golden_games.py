"""Whole games go as their files say, line by line. See `spoken`.

`python -m pytest tests/golden --rewrite` writes what is printed now, and a first file for a game that has none; the
diff shows what has changed.
"""

import os
import re
from pathlib import Path

import pytest
from spoken import HERE, ROOT, all_games, commands, first_commands, played

FILES = sorted(HERE.glob("*.txt"))


@pytest.fixture(autouse=True)
def apart(tmp_path, monkeypatch):
    """A folder of its own that looks like the top of the project, and output that does not depend on the terminal."""
    for name in ("examples", "tests"):
        os.symlink(ROOT / name, tmp_path / name)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("MOOT_STATE", str(tmp_path / "state"))
    monkeypatch.setenv("COLUMNS", "100")
    for name in ("FORCE_COLOR", "CLICOLOR_FORCE", "MOOT_TRACEBACK"):
        monkeypatch.delenv(name, raising=False)


def test_every_game_has_a_golden_game(request):
    told = " ".join(line for path in FILES for line in commands(path.read_text(encoding="utf-8")))
    missing = [game for game in all_games() if not re.search(rf"moot play {game}[ /]", told)]  # any edition of it
    if request.config.getoption("--rewrite", default=False):
        for game in missing:
            path = HERE / f"{Path(game).name}.txt"
            path.write_text(played(first_commands(game)), encoding="utf-8")
    else:
        assert not missing, "there is no golden game for these; `python -m pytest tests/golden --rewrite` writes it"


@pytest.mark.parametrize("path", FILES, ids=[path.stem for path in FILES])
def test_golden_game(path: Path, request):
    text = path.read_text(encoding="utf-8")
    now = played(commands(text))
    if request.config.getoption("--rewrite", default=False):
        path.write_text(now, encoding="utf-8")
    else:
        assert now == text
