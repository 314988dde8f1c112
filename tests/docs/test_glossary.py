"""The glossary: each word has a file, and the file is there."""

from __future__ import annotations

import re

import pytest
from page_examples import DOCS

ROOT = DOCS.parent
PACKAGE = ROOT / "interpreter" / "moot"
ROWS = re.findall(
    r"^\| (.+?) \| (.+?) \| `(.+?)` \|$", (DOCS / "glossary.md").read_text(encoding="utf-8"), re.MULTILINE
)


def test_it_has_the_words_and_is_linked() -> None:
    words = [word for row in ROWS for word in re.split(r", | \(.*\)", row[0]) if word]
    assert len(words) == len(set(words)) >= 60
    for page in (DOCS / "README.md", ROOT / "CONTRIBUTING.md"):
        assert "glossary.md" in page.read_text(encoding="utf-8")


@pytest.mark.parametrize("word, meaning, file", ROWS, ids=[word for word, _, _ in ROWS])
def test_each_word_has_its_file(word: str, meaning: str, file: str) -> None:
    assert (PACKAGE / file).is_file() or (ROOT / file).is_file()
    assert meaning and not meaning.endswith(".")
