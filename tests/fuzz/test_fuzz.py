"""A short run of the fuzz, and everything that it has found before: see `python -m tests.fuzz` for hours of it."""

import random
from pathlib import Path

import pytest

from .call import Call, read_call
from .outcome import outcome
from .shrink import smaller
from .targets import TARGETS

CORPUS = sorted((Path(__file__).parent / "corpus").glob("*.json"))
CALLS = 6  # of each target


@pytest.fixture(autouse=True)
def cache(tmp_path_factory, monkeypatch):
    """What is read is kept for all of these tests, and not for the user."""
    monkeypatch.setenv("MOOT_CACHE", str(tmp_path_factory.getbasetemp() / "fuzz_cache"))


@pytest.mark.parametrize("path", CORPUS, ids=[path.stem for path in CORPUS])
def test_what_was_found_before(path):
    made = outcome(read_call(path))
    assert not made.fault, made.output


@pytest.mark.parametrize("target", TARGETS)
def test_a_short_run(target):
    for number in range(CALLS):
        call = TARGETS[target](random.Random(f"tests {target} {number}"))
        made = outcome(call)
        assert not made.fault, f"{made.fault}\n{call.text()}\n{made.output}"


def test_faults_are_seen_and_made_smaller(monkeypatch):
    """A traceback, a raw character, a changed file and a wrong status have names; a fault shrinks to its cause."""
    from moot.ui import command

    def broken(words):
        text = Path("game.txt").read_text()
        if "bad" in words:
            raise KeyError(text)
        if "raw" in text:
            print("\x1b[2J")
        if "write" in words:
            Path("game.txt").write_text("changed")
        raise SystemExit(9 if "nine" in words else 0)

    monkeypatch.setattr(command, "main", lambda: broken(command.sys.argv[1:]))

    def fault(text, *words):
        return outcome(Call(("x", *words), (), {"game.txt": text.encode()})).fault

    assert fault("sound") == ""
    assert fault("sound", "bad").startswith("KeyError in ")
    assert fault("raw") == "raw '\\x1b'"
    assert fault("sound", "nine") == "status 9"
    assert fault("sound", "write") == "changed .txt"
    call = Call(("x", "a", "b"), (), {"game.txt": b"one\ntwo raw three\nfour\n", "other.txt": b"more"})
    small = smaller(call, lambda one: outcome(one).fault == "raw '\\x1b'")
    assert (small.words, small.files) == (("x",), {"game.txt": b"raw"})
