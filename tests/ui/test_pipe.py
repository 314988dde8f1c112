"""What is written to a pipe is not cut or broken at a width that nobody has told."""

import pytest

LONG = "an end that is told in more words than have room in a line of eighty signs, and of a hundred too"
RULES = f"""game lone "Lone"
players ann
phase lone
  if ann may "go on"
    win ann
  win none "{LONG}"
"""


@pytest.mark.parametrize(("columns", "whole"), [(None, True), ("0", True), ("60", False)])
def test_a_table_in_a_pipe_is_as_wide_as_it_must_be(moot, pack, monkeypatch, columns, whole):
    folder = pack("lone", RULES)
    if columns is None:
        monkeypatch.delenv("COLUMNS")
    else:
        monkeypatch.setenv("COLUMNS", columns)
    told = moot("sim", folder, "--games", "10", "--bot", "random")
    assert (LONG in told.stdout) is whole


def test_at_the_table_things_lie_beside_each_other_within_a_hundred_columns(moot, monkeypatch):
    monkeypatch.delenv("COLUMNS")
    told = moot("play", "duel", "--seed", "3", typed="1\n" * 4 + "quit\n").stdout.splitlines()
    drawn = [line for line in told if "of the Balrog  of Gandalf" in line]
    assert drawn and max(map(len, drawn)) <= 100
    monkeypatch.setenv("COLUMNS", "50")
    told = moot("play", "duel", "--seed", "3", typed="1\n" * 4 + "quit\n").stdout.splitlines()
    assert "of Gandalf" in told  # those that have no room beside the others lie below them
