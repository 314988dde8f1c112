"""Each card and each event of a story of Gondolin Cards is tried by a case; as many sorts of cards as stories need."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from pathlib import Path

import pytest

from moot.pack.find import packs_at
from moot.pack.load import load
from moot.pack.model.bundle import Bundle

FOLDER = packs_at("gondolin")[0]
CASES = "\n".join(path.read_text(encoding="utf-8") for path in sorted((Path(FOLDER) / "cases").glob("*.yaml")))


@cache
def pack() -> Bundle:
    return load(FOLDER, cases=False)


def given() -> list[str]:
    """Of each case what it begins with and what is done in it, without its name and what comes out."""
    whole = re.split(r"(?m)^  - (?=name:)", CASES)[1:]
    return [re.split(r"(?m)^    then:", case.partition("\n")[2])[0] for case in whole]


CARDS = sorted(thing.id for thing in pack().things.values() if thing.kind != "story_card")


@pytest.mark.parametrize("card", CARDS)
def test_each_card_is_in_a_case(card: str) -> None:
    cases = [case for case in given() if re.search(rf"\b{card}\b", case.partition("given:")[2])]
    assert cases, f"no case has {card}"


def test_each_event_of_a_story_is_in_a_case() -> None:
    for thing in pack().things.values():
        if thing.kind != "story_card" or thing.id == "lesson":
            continue
        for turn, entry in enumerate(thing.fields["schedule"].value, 1):
            if entry.value is not None:
                told = [c for c in given() if f"story: {thing.id}" in c and re.search(rf"\bnow: {turn}\b", c)]
                assert told, f"{thing.id}, turn {turn}"


def test_there_are_cards_and_stories_enough() -> None:
    cards = [thing for thing in pack().things.values() if not thing.at.source.path.endswith("lesson.yaml")]
    kinds = Counter(thing.kind for thing in cards)
    heroes = sum("hero" in thing.fields for thing in cards)
    assert kinds["location"] >= 5 and kinds["defender"] >= 22 and heroes >= 8 and kinds["story_card"] == 5
    assert kinds["improvement"] >= 1 and kinds["insight"] >= 1 and kinds["improvement"] + kinds["insight"] >= 16
    events = [thing for thing in cards if thing.kind in ("occurrence", "continuous", "enemy")]
    assert len(events) >= 40 and min(kinds["occurrence"], kinds["continuous"], kinds["enemy"]) >= 1
    assert sum("eminent" in thing.fields for thing in cards) >= 1
    sieges = {thing.fields["siege"].value for thing in events if thing.kind == "enemy"}
    assert sieges == {0, 1, 2, 3, 4} and all(thing.stand_in for thing in cards)
