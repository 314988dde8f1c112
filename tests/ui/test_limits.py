"""Limits of work, memory and choices: packs that have no end end with an error."""

import os
import subprocess
import sys

import pytest
from click.testing import CliRunner

from moot.stack.driver import BUDGET
from moot.ui.command import cli

HEAD = 'game endless "Endless"\nplayers ann, bob\nstate n : number\n'
LOOPS = HEAD + "phase match\n  for each a in 1..99999\n    for each b in 1..99999\n      set n to a\n"
ASKING = HEAD + 'phase match\n  while n = 0\n    choose k in 1..2 by ann "which"\n      nothing\n'
RAISING = HEAD + "phase match\n  for each a in 1..9999\n    for each b in 1..9999\n      raise n by 1\n"
FINITE = HEAD + "phase match\n  for each a in 1..2000\n    raise n by 1\n"


@pytest.fixture
def pack(tmp_path):
    def written(rules):
        (tmp_path / "pack.yaml").write_text('id: endless\ntitle: Endless\nversion: "1.0"\nmoot: ">=0.1"\n')
        (tmp_path / "rules.moot").write_text(rules)
        return str(tmp_path)

    return written


def in_a_process(*args, **env):
    call = [sys.executable, "-m", "moot", *args]
    return subprocess.run(call, env=os.environ | env, capture_output=True, text=True, timeout=120, check=False)


def test_the_default_budget_ends_loops_that_would_take_hours(pack):
    done = in_a_process("sim", pack(LOOPS), "--games", "1", "--seed", "1")
    assert done.returncode == 1
    assert "phase match: this step takes more than 100,000,000 units of work [fault-budget]" in done.stderr
    assert "rules.moot:6:1" in done.stderr and "--budget" in done.stderr


@pytest.mark.skipif(sys.platform != "linux", reason="the system does not keep to bounds of memory")
def test_memory_is_bounded(pack):
    done = in_a_process("play", pack(RAISING), "--bots", MOOT_MEMORY="140")
    assert done.returncode == 1
    assert "not enough memory for this" in done.stderr and "internal error" not in done.stderr
    done = in_a_process("show", MOOT_MEMORY="much")
    assert (done.returncode, done.stderr.split("\n")[0]) == (
        2,
        "error: MOOT_MEMORY is `much`, which is not a number of megabytes [usage]",
    )


def test_a_budget_holds_for_one_command(pack):
    call = ["sim", pack(FINITE), "--games", "1"]
    assert CliRunner().invoke(cli, [*call, "--budget", "100000"]).exit_code == 1
    assert BUDGET not in os.environ
    assert CliRunner().invoke(cli, [*call, "--budget", "1000000"]).exit_code == 0
    assert CliRunner().invoke(cli, call, env={BUDGET: "100000"}).exit_code == 1


def test_bots_stop_in_a_game_that_never_ends(pack, monkeypatch):
    monkeypatch.setattr("moot.tools.simulate.series.LIMIT", 50)
    done = CliRunner().invoke(cli, ["play", pack(ASKING), "--bots"])
    assert done.exit_code == 1
    assert "stuck: a game of `endless` was not over after 50 decisions" in done.output


def test_a_budget_of_the_environment_must_be_a_number_of_some_size():
    for wrong in ("-3", "many", "99999"):
        done = in_a_process("show", MOOT_BUDGET=wrong)
        assert done.returncode == 2
        assert done.stderr.split("\n")[0] == (
            f"error: MOOT_BUDGET is `{wrong}`, which is not a number of at least 100,000 [usage]"
        )
