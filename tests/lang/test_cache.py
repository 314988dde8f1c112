"""The cache keeps, forgets the oldest, and never trusts what is damaged or foreign."""

from __future__ import annotations

import os

import pytest

from moot.lang import cache

DIGEST = "ab" * 32


@pytest.fixture(autouse=True)
def inside(tmp_path, monkeypatch):
    folder = tmp_path / "cache"
    monkeypatch.setenv("MOOT_CACHE", str(folder))
    return folder


def entry(inside):
    (path,) = inside.iterdir()
    return path


def test_what_was_put_is_got():
    value = {"a": [1, (2, None)], "code": compile("1 + 1", "x", "eval"), "bytes": b"x"}
    assert cache.get(DIGEST, "code") is None
    assert cache.put(DIGEST, "code", value)
    assert cache.get(DIGEST, "code") == value
    assert cache.get(DIGEST, "other") is None
    assert cache.get("cd" * 32, "code") is None


@pytest.mark.parametrize(
    "spoil", [lambda d: d[:-1], lambda d: b"", lambda d: d[:60] + b"?" + d[61:], lambda d: b"x" + d]
)
def test_damaged_entries_are_passed_over_and_made_anew(inside, spoil):
    cache.put(DIGEST, "p", list(range(50)))
    path = entry(inside)
    path.write_bytes(spoil(path.read_bytes()))
    assert cache.get(DIGEST, "p") is None
    assert cache.put(DIGEST, "p", [1])
    assert cache.get(DIGEST, "p") == [1]


def test_an_entry_put_under_another_name_is_passed_over(inside):
    cache.put(DIGEST, "p", 1)
    entry(inside).rename(inside / f"{'cd' * 20}-p.kept")
    assert cache.get("cd" * 32, "p") is None


@pytest.mark.skipif(not hasattr(os, "getuid"), reason="rights are of another sort here")
def test_what_others_may_write_to_is_passed_over(inside):
    cache.put(DIGEST, "p", 1)
    assert inside.stat().st_mode & 0o077 == 0
    entry(inside).chmod(0o666)
    assert cache.get(DIGEST, "p") is None
    inside.chmod(0o777)
    assert not cache.put(DIGEST, "q", 1)


def test_the_oldest_go(inside, monkeypatch):
    monkeypatch.setattr(cache, "MAX_BYTES", 5000)
    for number in range(6):
        cache.put(DIGEST, f"p{number}", b"x" * 1000)
        path = inside / f"{DIGEST[:40]}-p{number}.kept"
        if path.exists():
            os.utime(path, (1000 + number, 1000 + number))
    assert cache.get(DIGEST, "p0") is None
    assert cache.get(DIGEST, "p5") is not None
    assert sum(path.stat().st_size for path in inside.iterdir()) <= 5000


def test_no_cache_is_no_fault(inside, monkeypatch):
    inside.write_text("a file where the folder should be")
    assert not cache.put(DIGEST, "p", 1)
    assert cache.get(DIGEST, "p") is None
    monkeypatch.setenv("MOOT_CACHE", "off")
    assert not cache.put(DIGEST, "p", 1)
    assert cache.get(DIGEST, "p") is None


@pytest.mark.parametrize(("digest", "part"), [("../../x", "p"), (DIGEST, "../p"), ("", "p")])
def test_names_do_not_lead_out_of_the_folder(digest, part):
    with pytest.raises(ValueError, match="invalid name of a cache entry"):
        cache.get(digest, part)
