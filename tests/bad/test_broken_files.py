"""Each file in the folders below holds one mistake and all that is said of it. See `broken_file`.

`python -m pytest tests/bad --rewrite` writes what is said now into the files; the diff shows what has changed.
"""

import re
from pathlib import Path

import pytest
from broken_file import HERE, MARKET, command, read, run

from moot.pack.find import rules_folder

FILES = sorted(HERE.glob("*/*.txt"))


@pytest.fixture(scope="session")
def cache(tmp_path_factory):
    """The market's sound files are read once."""
    return tmp_path_factory.mktemp("cache")


@pytest.fixture(autouse=True)
def apart(tmp_path, cache, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("MOOT_CACHE", str(cache))
    monkeypatch.setenv("MOOT_STATE", str(tmp_path / "state"))
    monkeypatch.setenv("COLUMNS", "100")
    for name in ("FORCE_COLOR", "CLICOLOR_FORCE", "MOOT_TRACEBACK"):
        monkeypatch.delenv(name, raising=False)


def test_the_market_is_sound():
    assert command(f"moot check {MARKET}") == (0, "1 pack (market): 0 errors, 0 warnings\n")
    status, said = command(f"moot test {MARKET}")
    assert status == 0, said


def test_there_are_enough():
    assert len(FILES) >= 80


@pytest.mark.parametrize("path", FILES, ids=[f"{path.parent.name}/{path.stem}" for path in FILES])
def test_what_is_said(path: Path, tmp_path, request):
    broken = read(path)
    status, said = run(broken, tmp_path)
    if broken.steps[-1].what.startswith("moot check") and broken.path.parent.name != "deck_files":
        assert command(broken.steps[-1].what) == (status, said), "what was kept says something else"
    said = _settled(said, tmp_path)
    assert "Traceback" not in said and "internal error" not in said
    if request.config.getoption("--rewrite", default=False):
        broken.write(status, said)
    else:
        assert (said, status) == (broken.expected, broken.status), broken.title


def _settled(said: str, folder: Path) -> str:
    """What is said without what differs from run to run."""
    said = said.replace(str(folder), "…").replace(str(rules_folder()), "rules")
    said = re.sub(r"\(\d+\.\d+ s\)", "(… s)", said)
    return re.sub(r"[0-9a-f]{64}", "…", said)
