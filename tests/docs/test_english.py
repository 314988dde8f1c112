"""Sentences that `english.py` objects to may only become fewer: `english.json` holds their number for each place.

`python -m pytest tests/docs/test_english.py --rewrite` lowers the numbers, and never raises one.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from english import counts, matches, of_messages, of_page, of_source

CEILINGS = Path(__file__).with_name("english.json")


def test_no_place_is_above_its_ceiling(request: pytest.FixtureRequest) -> None:
    ceilings: dict[str, dict[str, int]] = json.loads(CEILINGS.read_text(encoding="utf-8"))
    now = counts()
    above = [
        f"{place}: {name}: {number} > {ceilings.get(place, {}).get(name, 0)}"
        for place, found in now.items()
        for name, number in found.items()
        if number > ceilings.get(place, {}).get(name, 0)
    ]
    if request.config.getoption("--rewrite", default=False):
        lowered = {
            place: {name: min(number, found[name]) for name, number in ceilings.get(place, {}).items() if name in found}
            for place, found in now.items()
        }
        write({place: numbers for place, numbers in lowered.items() if numbers})
    assert not above, "list the sentences with `python tests/docs/english.py PLACE`:\n" + "\n".join(above)


def test_what_counts_as_a_sentence() -> None:
    assert of_page("# A heading told\n\nOne told.\nTwo `told` here. It tells\nthree.\n\n```\ntold here\n```\n") == [
        "One told.",
        "Two x here.",
        "It tells three.",
    ]
    assert list(of_source('"""Tells one.\n\nTells two."""\nx = 1  # tells three\ny = f"is {told} told twice"\n')) == [
        "Tells one.",
        "Tells two.",
        "tells three",
        "is x told twice",
    ]
    assert list(of_messages("error: it is told [some-code]\n  hint: tell `it`\n --> a/b.moot\n")) == [
        "it is told",
        "tell x",
    ]


def test_each_habit_is_found() -> None:
    assert [name for name, _ in matches(["What is due is told."])] == ["tell", "due", "what"]
    assert not list(matches(["The report lists each error once."]))
    assert [name for name, _ in matches(["one, two: three; four"])] == ["chain"]


def write(numbers: dict[str, dict[str, int]]) -> None:
    """One place a line, so that changes of several places merge."""
    lines = [f"{json.dumps(place)}: {json.dumps(found, sort_keys=True)}" for place, found in sorted(numbers.items())]
    CEILINGS.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")
