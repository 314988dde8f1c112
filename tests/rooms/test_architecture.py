"""The page on the inside of moot: its picture is drawn from today's imports, and the files that it names exist."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from drawn_rooms import PICTURE, drawn_rooms

from rooms import PACKAGE

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")


def test_the_picture_is_of_today() -> None:
    assert PICTURE.read_text(encoding="utf-8") == drawn_rooms(), "python -m tests.rooms draws it again"


@pytest.mark.parametrize("path", sorted(set(re.findall(r"`([\w/]+(?:\.\w+|/))`", PAGE))))
def test_files_that_the_page_names_exist(path: str) -> None:
    assert any((folder / path).exists() for folder in (PACKAGE, ROOT))
