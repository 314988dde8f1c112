"""Games in progress: saved at every choice, resumed from the youngest sound save."""

import json
import os
import time

import pytest

from moot.tools import files
from moot.tools.logs import save
from moot.ui.play import autosave


@pytest.fixture
def kept(moot, cards, tmp_path):
    """A game that was left after one choice."""
    moot("play", "zoo", "--seed", "3", "--hotseat", typed="\nno\n")
    (path,) = (tmp_path / "state").glob("*.json")
    return path


def failing(monkeypatch, fails):
    """Writes of saves fail while `fails` says so."""
    put = files.put_file

    def put_or_fail(*args, **options):
        if fails():
            raise OSError(28, "No space left on device")
        put(*args, **options)

    monkeypatch.setattr(files, "put_file", put_or_fail)


def test_one_failed_write_does_not_end_saving(moot, cards, tmp_path, monkeypatch):
    calls = iter([False, True, *[False] * 20])
    failing(monkeypatch, lambda: next(calls))
    out = moot("play", "zoo", "--seed", "3", "--hotseat", typed="\nno\n1\n").stdout
    (path,) = (tmp_path / "state").glob("*.json")
    assert out.count("cannot save the game: ") == 1 and out.count("The game is saved again.") == 1
    assert len(json.loads(path.read_text())["choices"]) == 2


def test_the_last_chance_to_save_is_when_the_player_leaves(moot, cards, tmp_path, monkeypatch):
    calls = iter([True, True, False])
    failing(monkeypatch, lambda: next(calls))
    out = moot("play", "zoo", "--seed", "3", "--hotseat", typed="\nno\n").stdout
    assert "Resume with: moot play --resume last\n" in out
    (path,) = (tmp_path / "state").glob("*.json")
    assert len(json.loads(path.read_text())["choices"]) == 1


def test_resume_last_passes_by_what_is_not_sound(moot, kept):
    later = time.time() + 60
    cut, folder = kept.with_name("cut.json"), kept.with_name("folder.json")
    cut.write_text(kept.read_text()[:-40])
    folder.mkdir()
    for path in (cut, folder):
        os.utime(path, (later, later))
    result = moot("play", "--resume", "last")
    assert f"Resumed {kept} after 1 choice." in result.stdout
    assert "skipped `state/cut.json`: the save is not JSON, or is incomplete\n" in result.stderr
    assert "skipped `state/folder.json`: is a directory\n" in result.stderr


def test_a_copy_of_an_old_save_stays_old(moot, cards, kept, tmp_path):
    old = kept.read_bytes()
    assert moot("play", "--resume", kept, typed="\n1\n").exit_code == 0
    copy = kept.with_name("backup.json")
    copy.write_bytes(old)
    os.utime(copy, (time.time() + 60,) * 2)
    assert f"Resumed {kept} after 2 choices." in moot("play", "--resume", "last").stdout


def test_if_no_save_is_sound_all_are_named(moot, kept):
    kept.write_text("{")
    result = moot("play", "--resume", "last")
    assert result.exit_code == 1 and "the save is not JSON, or is incomplete" in result.stderr


def test_leftovers_of_killed_processes_are_removed(moot, kept):
    old, new = kept.with_name(".zoo.json.a.part"), kept.with_name(".zoo.json.b.part")
    old.write_text("half")
    new.write_text("half")
    os.utime(old, (time.time() - autosave.LEFT_OVER - 1,) * 2)
    moot("play", "--resume", "last")
    assert not old.exists() and new.exists()


def test_a_log_is_written_whole_after_a_failed_write(moot, cards, tmp_path, monkeypatch):
    writes = iter([2, *[10**6] * 2, 5, *[10**6] * 100])  # bytes of a write; a failure follows a short one

    class Slow:
        def __init__(self, file):
            self.file, self.full = file, False

        def write(self, data):
            if self.full:
                self.full = False
                raise OSError(28, "No space left on device")
            most = next(writes)
            self.full = most == 5
            return self.file.write(data[:most])

        def __getattr__(self, name):
            return getattr(self.file, name)

    from moot.tools.logs import log as logs

    path = tmp_path / "a.log"
    writer = logs.LogWriter(path, {"moot log": 2})
    writer._file = Slow(writer._file)
    for number in range(3):
        writer.choice("ann", str(number))
        assert path.read_bytes().endswith(b"}\n")
        assert len(path.read_bytes().splitlines()) == (2 + number if not writer.trouble else 1 + number)
    assert "no space left on device" in writer.trouble
    writer.undo()
    writer.choice("ann", "3")
    writer.close()
    assert [json.loads(line).get("choice") for line in path.read_text().splitlines()] == [None, "0", "1", "3"]


def test_a_save_says_when_it_was_written(kept):
    assert abs(save.saved_at(kept) - time.time()) < 60
    kept.write_text("[1]")
    assert save.saved_at(kept) is None
