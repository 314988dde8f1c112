"""Random slips of one character in sound files: `moot check` (of cases `moot test`) must find them, on the right line.

`python -m pytest tests/bad/test_slips.py --slips 200 -s` makes many and tells which were not found. A slip that
changes nothing, as the indentation of a block's only line, is none. What can hardly be found is what makes another
sound file: a name that only its own line bears, such as a deck's. 95 of 100 must be found all the same.
"""

from __future__ import annotations

import random

import pytest
from slips import Found, Slip, copy_of_all, files, found, places, slip

SEED = 1


@pytest.fixture
def root(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("MOOT_CACHE", str(tmp_path / "cache"))
    monkeypatch.delenv("MOOT_TRACEBACK", raising=False)
    return copy_of_all(tmp_path, monkeypatch)


def test_slips_are_found(root, request):
    told = _try(root, request.config.getoption("--slips", default=16), random.Random(SEED))
    missed = [(one, what) for one, what in told if what.where != "here"]
    for one, what in missed:
        print(f"\n{what.where}: {one.file}:{one.line} ({one.what} of a {one.sort})")
        print(f"- {one.before}\n+ {one.after}\n{what.said}")
    print(f"\n{len(told) - len(missed)} of {len(told)} slips were found at their lines")
    assert len(missed) <= max(3, len(told) // 20)  # of 16, chance misses more than three once in a hundred runs


def _try(root, count: int, rng: random.Random) -> list[tuple[Slip, Found]]:
    """That many slips, more of them in large files."""
    known = files(root)
    weights = [len(places(path, path.read_text(encoding="utf-8"))) ** 0.5 for path in known]
    told: list[tuple[Slip, Found]] = []
    while len(told) < count:
        one = slip(rng.choices(known, weights)[0], root, rng)
        if one is not None:
            told.append((one, found(one, root)))
    return told
