"""A compiled game is found again by every call that means the same, and by none that does not."""

from __future__ import annotations

from pathlib import Path
from shutil import copytree

import pytest

import moot
from moot.code import pipeline as compiling
from moot.lang.diagnostic import MootError
from moot.stack.load import value_from_text


@pytest.fixture
def compiled(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The ids of the games that are compiled from here on, in a cache of their own."""
    monkeypatch.setenv("MOOT_CACHE", str(tmp_path / "cache"))
    monkeypatch.chdir(tmp_path)
    made: list[str] = []
    own = compiling.program_of

    def noted(build: object, bundle: object, *more: object) -> object:
        made.append(bundle.id)  # type: ignore[attr-defined]
        return own(build, bundle, *more)  # type: ignore[arg-type]

    monkeypatch.setattr(compiling, "program_of", noted)
    return made


def pack(folder: Path, more: str = "") -> Path:
    copytree(Path(__file__).resolve().parents[2] / "examples" / "leduc", folder)
    with (folder / "rules.moot").open("a", encoding="utf-8") as rules:
        rules.write(f"\noption pace : 1..9 = 3\n{more}")
    return folder


def test_it_is_compiled_once_wherever_it_is_called(
    compiled: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = moot.load(pack(tmp_path / "mine"))
    (tmp_path / "below").mkdir()
    monkeypatch.chdir(tmp_path / "below")
    for name in ("../mine", tmp_path / "mine"):
        assert moot.load(name).id == game.id
    assert len(compiled) == 1
    told = {option: value_from_text(text) for option, text in game.options.items()}
    assert told["pace"] == 3
    assert moot.load(tmp_path / "mine", options=told).options == game.options
    assert len(compiled) == 1
    assert moot.load(tmp_path / "mine", options={"pace": 4}).options["pace"] == "4"
    assert len(compiled) == 2
    assert moot.load(tmp_path / "mine", options={"pace": "3"}).options == game.options  # as `Game.options` tells it
    with pytest.raises(MootError):
        moot.load(tmp_path / "mine", options={"pace": "three"})


def test_packs_of_one_name_in_two_folders_are_two(
    compiled: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for place, more in (("a", ""), ("b", "option other : bool = yes\n")):
        pack(tmp_path / place / "mine", more)
        monkeypatch.chdir(tmp_path / place)
        assert ("other" in moot.load("mine").options) == (place == "b")
    assert len(compiled) == 2


def test_warnings_name_their_files_as_they_are_seen(
    compiled: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = pack(tmp_path / "mine", "zone attic : pool of card, seen by all\n")
    here = moot.load(folder).program.warnings
    assert here and "mine/rules.moot" in str(here)
    monkeypatch.chdir(folder)
    assert "mine/rules.moot" not in str(moot.load(folder).program.warnings)
    assert len(compiled) == 2


def test_of_two_values_for_one_option_the_later_wins(compiled: list[str], tmp_path: Path) -> None:
    pack(tmp_path / "mine")
    for first, later in ((4, 5), (5, 4)):
        game = moot.load(tmp_path / "mine", options=[("pace", first), ("pace", later)])
        assert game.options["pace"] == str(later)
