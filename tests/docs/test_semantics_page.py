"""The page of exact meanings: its sentences are numbered, each has a test of its number, and each step is spoken of."""

from __future__ import annotations

import re
from pathlib import Path

from page_examples import DOCS

from moot.lang.parse_tables import beginnings

TEXT = (DOCS / "semantics.md").read_text(encoding="utf-8")
SENTENCES = [int(number) for number in re.findall(r"^(\d+)\. ", TEXT, re.MULTILINE)]
PLAIN = {"NAME", "COST", "IF", "NOTHING"}  # calls, and steps without corners


def test_sentences_are_numbered_one_after_another() -> None:
    assert list(range(1, len(SENTENCES) + 1)) == SENTENCES


def test_each_sentence_has_a_test_of_its_number() -> None:
    tests = "\n".join(path.read_text(encoding="utf-8") for path in Path(__file__).parents[1].rglob("test_*.py"))
    tested = {int(n) for some in re.findall(r"def test((?:_\d+)+)_", tests) for n in some.split("_")[1:]}
    assert [number for number in SENTENCES if number not in tested] == []


def test_each_step_is_spoken_of() -> None:
    words = [word.lower() for word in beginnings("_statement") - PLAIN]
    assert sorted(word for word in words if not re.search(rf"`{word}\b", TEXT)) == []
