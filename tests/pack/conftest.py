"""Small packs written into a folder of the test's own, and ways to ask for what loading them reports."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from pack_texts import RULES

from moot.pack.load import load
from moot.pack.model.bundle import Bundle

Write = Callable[[dict[str, str]], Path]


@pytest.fixture
def write(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Write:
    """Writes files by their paths; a `pack.yaml` with an id alone is made for each folder that has none."""
    monkeypatch.chdir(tmp_path)

    def do(files: dict[str, str]) -> Path:
        for name, text in files.items():
            path = tmp_path / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
            manifest = tmp_path / name.split("/")[0] / "pack.yaml"
            if "/" in name and not manifest.exists() and f"{manifest.parent.name}/pack.yaml" not in files:
                manifest.write_text(f"id: {manifest.parent.name}\ntitle: Test\n", encoding="utf-8")
        return tmp_path

    return do


@pytest.fixture
def tiny(write: Write) -> Callable[..., Bundle]:
    """Loads a pack `base` with the rules above and the given files."""

    def do(files: dict[str, str] | None = None, **options: object) -> Bundle:
        write({"base/rules.moot": RULES, **{f"base/{name}": text for name, text in (files or {}).items()}})
        return load("base", **options)  # type: ignore[arg-type]

    return do
