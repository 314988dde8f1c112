"""Closed streams, strange terminals, empty names, files that are none: told kindly, and nothing hangs."""

import os
import signal
import subprocess
import sys
import time

import pytest

RULES = """\
game tiny "Tiny"
players ann, bob
phase match
  if ann may "go on"
    win ann
"""


@pytest.fixture
def tiny(pack):
    return pack("tiny", RULES)


def run(folder, *args, shell="", **env):
    """The command behind a shell's redirections: (exit status, stdout, stderr)."""
    call = " ".join([sys.executable, "-m", "moot", *map(str, args), shell])
    done = subprocess.run(["sh", "-c", call], capture_output=True, cwd=folder, env=os.environ | env, timeout=60)
    return done.returncode, done.stdout.decode(errors="replace"), done.stderr.decode(errors="replace")


@pytest.mark.parametrize("shell", [">&-", "2>&-", "<&-", "<&- >&- 2>&-"])
def test_closed_streams(tmp_path, tiny, shell):
    for args, status in ((["check", tiny], 0), (["check", "nothing_there"], 2), (["play", tiny], 0)):
        code, out, err = run(tmp_path, *args, shell=shell)
        assert code == status and "Traceback" not in out + err and "moot itself" not in out + err


def test_what_is_typed_need_not_be_text(tmp_path, tiny):
    (tmp_path / "typed").write_bytes(b"\xff\xfe\x00\nno\n")
    for encoding in ("ascii", "utf-8"):
        code, out, err = run(tmp_path, "play", tiny, shell="< typed", PYTHONIOENCODING=encoding)
        assert code == 0 and "Tiny" in out and not err


@pytest.mark.parametrize("columns", ["0", "1", "-3", "many"])
def test_any_width_of_the_terminal(tmp_path, tiny, columns):
    code, out, err = run(tmp_path, "play", tiny, "--bots", COLUMNS=columns)
    assert code == 0 and "".join(out.split()).startswith("Tiny") and not err


def test_a_pipe_in_a_pack_is_passed_over(tmp_path, tiny):
    os.mkfifo(tiny / "never.moot")
    assert run(tmp_path, "play", tiny, "--bots")[0] == 0


def test_no_name(moot):
    for args in (["play", ""], ["show", "", "cards"], ["sim", ""]):
        result = moot(*args)
        assert result.exit_code == 2 and "empty argument" in result.stderr


def test_an_option_with_nothing_behind_it(moot, tiny):
    for args in (["test", str(tiny), "--in", ""], ["test", str(tiny), "--in="], ["play", str(tiny), "--log", ""]):
        result = moot(*args)
        assert result.exit_code == 2 and "is empty" in result.stderr


def test_a_deck_that_is_pasted_is_not_played(moot, tiny):
    result = moot("play", str(tiny), "--deck", "ann=-")
    assert result.exit_code == 2 and "a player's deck must be in a file" in result.stderr


@pytest.mark.parametrize("text", ["title: X\ndefault: first\n", "title: X\ndefault: first\neditions: [first]\n"])
def test_editions_need_not_be_listed(moot, tmp_path, text):
    folder = tmp_path / "games"
    folder.mkdir()
    (folder / "game.yaml").write_text(text)
    told = moot("check", "games")
    assert told.exit_code != 0 and "the " in told.stderr + told.stdout
    first = folder / "first"
    first.mkdir()
    (first / "pack.yaml").write_text("id: first\ntitle: X\n")
    (first / "rules.moot").write_text(RULES)
    assert moot("check", "games").exit_code == 0


def test_a_folder_for_a_file(moot, tmp_path):
    (tmp_path / "games/game.yaml").mkdir(parents=True)
    result = moot("check", "games")
    assert result.exit_code in (1, 2) and "error: " in result.stdout + result.stderr


def test_explain_tells_a_pack_from_a_log(moot, tiny, tmp_path):
    told = moot("explain", "tiny:1")
    assert told.exit_code == 2 and "[unknown-clause]" in told.stderr
    assert moot("play", "tiny", "--bots", "--log", "game.log").exit_code == 0
    for number in ("-1", "x", "1.5"):
        told = moot("explain", f"game.log:{number}")
        assert told.exit_code == 2 and f"`{number}` is not an entry number" in told.stderr


def test_an_interrupt_ends_several_processes_quietly(process):
    running = process("sim", "duel", "--games", "100000", "--jobs", "2")
    time.sleep(3)
    running.send_signal(signal.SIGINT)
    _, err = running.communicate(timeout=60)
    assert running.returncode == 130 and err == "\ninterrupted\n"
