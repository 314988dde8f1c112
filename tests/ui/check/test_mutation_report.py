"""`moot test --mutate` as a user calls it."""

import json
import re
import shutil
from pathlib import Path

import pytest

GAME = Path(__file__).parents[3] / "examples" / "connect_four"
TOLD = """\
no case notices it: `1` changed to `0`
   --> game/rules.moot:12:3
 12 |   1 if there.disc = p
    |   ^

no case notices it: `1` changed to `2`
   --> game/rules.moot:12:3
 12 |   1 if there.disc = p
    |   ^

no case notices it: `1` changed to `0`
   --> game/rules.moot:26:15
 26 |   if any d in 1..4 where row(p, h, d) >= 4
    |               ^

no case notices it: `4` changed to `3`
   --> game/rules.moot:26:18
 26 |   if any d in 1..4 where row(p, h, d) >= 4
    |                  ^

no case notices it: `4` changed to `5`
   --> game/rules.moot:26:18
 26 |   if any d in 1..4 where row(p, h, d) >= 4
    |                  ^

44 of 49 changes noticed by 4 cases (N s)
"""


@pytest.fixture
def game(tmp_path):
    shutil.copytree(GAME, tmp_path / "game")
    return tmp_path / "game"


def without_time(text):
    return re.sub(r"\(\d+\.\d s", "(N s", text)


def test_all_changes(moot, game):
    result = moot("test", "game", "--mutate", "all")
    assert (result.exit_code, without_time(result.stdout)) == (0, TOLD)


def test_some_changes_name_their_seed(moot, game):
    result = moot("test", "game", "--mutate", "7", "--seed", "5")
    assert result.exit_code == 0
    assert re.search(r"^\d of 7 changes noticed by 4 cases \(N s; drawn from 50 with --seed 5\)$",
                     without_time(result.stdout), re.MULTILINE)  # fmt: skip
    drawn = json.loads(moot("test", "game", "--mutate", "7", "--json").stdout)
    assert drawn["drawn"] == 7 and drawn["seed"] >= 0


def test_games_tell_an_effect_from_none(moot, game):
    for jobs in ("1", "2"):
        call = ("test", "game", "--mutate", "all", "--games", "60", "--seed", "1", "--jobs", jobs)
        text = moot(*call).stdout
        blocks = {block.partition("\n")[0]: block.split("\n")[4:] for block in text.split("\n\n") if "-->" in block}
        assert blocks["no case notices it: `1` changed to `0`"] == [
            "    = it had no effect in 60 games with random choices; 60 of them reached it"
        ]
        (parted,) = blocks["no case notices it: `4` changed to `3`"]
        assert re.fullmatch("    = it changes a game with random choices: --seed [0-9]+", parted)
        assert text.endswith("\n4 of 5 missed changes had no effect in 60 games with random choices\n")


def test_changes_of_one_file_alone(moot, game):
    (game / "more.moot").write_text("procedure rest\n  win none\n")
    result = moot("test", "game", "--mutate", "all", "--in", "game/more.moot")
    assert result.exit_code == 0 and "0 of 1 change noticed, 1 not reached by any case by 4 cases" in result.stdout
    result = moot("test", "game", "--mutate", "all", "--in", "game", "--in", "elsewhere", "--in", "game/cases")
    assert result.stderr == "\n".join(
        f"error: `{place}` has no rules to change [no-mutants]\n"
        "  hint: write a file or folder of these rules, relative to the current folder, or lines of a file:"
        " FILE:10-20\n"
        for place in ("elsewhere", "game/cases")
    )


def test_changes_of_some_lines(moot, game):
    (game / "more.moot").write_text("procedure rest\n  nothing\n  win none\n")
    for lines, changes in (("3", 1), ("1-3", 1)):
        result = moot("test", "game", "--mutate", "all", "--in", f"game/more.moot:{lines}", "--json")
        assert json.loads(result.stdout)["drawn"] == changes
    result = moot("test", "game", "--mutate", "all", "--in", "game/more.moot:4", "--in", "game/more.moot:3-1")
    assert [f"`game/more.moot:{lines}` has no rules to change" in result.stderr for lines in ("4", "3-1")] == [
        True,
        True,
    ]


def test_where_no_case_comes_and_a_case_that_fails(moot, game):
    rules = game / "rules.moot"
    rules.write_text(rules.read_text() + "procedure rest\n  nothing\n  win none\n")
    cases = next((game / "cases").glob("*.yaml"))
    cases.write_text(cases.read_text() + "  - name: nobody has won\n    then:\n      winner: 1_000\n")
    result = moot("test", "game", "--mutate", "all")
    assert result.exit_code == 1
    assert "no case reaches it: `win none` removed\n" in result.stdout
    assert "skipped, because it does not pass: nobody has won\n" in result.stdout
    assert result.stdout.endswith(" s)\n") and "noticed, 1 not reached by any case by 4 cases" in result.stdout


def test_least(moot, game):
    assert moot("test", "game", "--mutate", "all", "--least", "89").exit_code == 0
    assert moot("test", "game", "--mutate", "all", "--least", "90").exit_code == 1


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (
            ["--mutate", "some"],
            "error: `--mutate`: `some` is neither a number of changes nor `all` [usage]\n"
            "  hint: write --mutate 100 for a hundred changes, drawn at random, or --mutate all\n",
        ),
        (["--mutate", "0"], "error: `--mutate`: `0` is neither a number of changes nor `all` [usage]\n"),
        (["--seed", "1"], "error: `--seed` needs --mutate [usage]\n  hint: add --mutate N\n"),
        (["--jobs", "2"], "error: `--jobs` needs --mutate [usage]\n  hint: add --mutate N\n"),
        (["--least", "5"], "error: `--least` needs --mutate [usage]\n  hint: add --mutate N\n"),
        (["--in", "game"], "error: `--in` needs --mutate [usage]\n  hint: add --mutate N\n"),
        (["--mutate", "3", "--least", "101"], "error: `--least`: 101.0 is not in 0..100 [usage]\n"),
    ],
)
def test_wrong_calls(moot, game, args, message):
    result = moot("test", "game", *args)
    assert result.exit_code == 2 and result.stderr.startswith(message)


def test_rules_that_are_not_sound(moot, game):
    rules = game / "rules.moot"
    rules.write_text(rules.read_text().replace("there.disc = p", "there.dics = p"))
    result = moot("test", "game", "--mutate", "all")
    assert result.exit_code == 1 and "has no field `dics`" in result.stderr and "rules.moot:12:" in result.stderr
