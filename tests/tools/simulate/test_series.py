"""Many games: counts, intervals, seeds, faults with the command that plays the game again; and the command itself."""

import json
import math
from pathlib import Path

import pytest

from moot.lang.diagnostic import MootError
from moot.stack.game import Game
from moot.stack.load import load
from moot.tools.simulate.confidence import wilson
from moot.tools.simulate.series import game_seed, simulate
from moot.ui.command import cli
from secret_game import RULES, secret_game

KEYS = ["game", "options", "seed", "games", "decisions", "seconds", "results", "causes", "rates", "together", "scored"]


@pytest.fixture(scope="module")
def duel() -> Game:
    return load("duel")


def run(capsys: pytest.CaptureFixture[str], *args: str) -> tuple[int, str, str]:
    with pytest.raises(SystemExit) as ended:
        cli.main(list(args))
    out, err = capsys.readouterr()
    code = ended.value.code
    return (code if isinstance(code, int) else 0), out, err


def test_counts_agree(duel: Game) -> None:
    told: list[int] = []
    found = simulate(duel, games=450, seed=3, on_progress=told.append)
    assert list(found) == KEYS
    assert found["games"] == sum(found["results"].values()) == sum(found["causes"].values()) == sum(told) == 450
    assert list(found["results"]) == list(found["rates"]) == ["gandalf", "balrog"]
    assert found["options"]["bridge_steps"] == "5"
    assert json.loads(json.dumps(found)) == found
    assert found["decisions"] > 450 * 20
    low, rate, high = found["rates"]["gandalf"]
    assert low < rate == found["results"]["gandalf"] / 450 < high


def test_jobs_do_not_change_the_results(duel: Game) -> None:
    bots = {"gandalf": "greedy:1"}
    one = simulate(duel, games=12, seed=9, bots=bots)
    two = simulate(duel, games=12, seed=9, bots=bots, jobs=2)
    assert {k: v for k, v in one.items() if k != "seconds"} == {k: v for k, v in two.items() if k != "seconds"}


def test_a_run_of_one_game_plays_any_of_them_again(duel: Game) -> None:
    every = simulate(duel, games=6, seed=4)
    singles = [simulate(duel, games=1, seed=game_seed(4, n)) for n in range(6)]
    assert sum(s["decisions"] for s in singles) == every["decisions"]
    assert sum(s["results"]["gandalf"] for s in singles) == every["results"]["gandalf"]
    assert len({game_seed(4, n) for n in range(5000)}) == 5000


def test_wilson() -> None:
    """From the other side: the rate's distance from either end is z standard errors of that end."""
    for successes, trials in ((8, 10), (219, 400), (1, 3)):
        low, rate, high = wilson(successes, trials)
        assert rate == successes / trials
        for end in (low, high):
            assert abs(rate - end) / math.sqrt(end * (1 - end) / trials) == pytest.approx(1.959964, abs=1e-5)
    assert wilson(0, 20)[0] == 0.0
    assert wilson(20, 20)[2] == 1.0
    assert wilson(0, 0) == [0.0, 0.0, 1.0]


def test_nobody_may_win(tmp_path: Path) -> None:
    game = secret_game(tmp_path, rules=RULES.replace('win bob "as much or more"', 'win none "a draw"'))
    found = simulate(game, games=60, seed=1)
    assert list(found["results"]) == ["ann", "bob", "none"]
    assert found["results"]["bob"] == 0
    assert found["causes"] == {"more": found["results"]["ann"], "a draw": found["results"]["none"]}


@pytest.mark.parametrize("bot", ["random", "greedy"])
def test_a_game_that_does_not_end_is_told_with_its_seed(duel: Game, bot: str) -> None:
    with pytest.raises(MootError) as caught:
        simulate(duel, games=5, seed=21, limit=30, bots={"balrog": bot}, called="duel")
    (told,) = caught.value.diagnostics
    assert told.code == "fault-stuck"
    assert "not over after 30 decisions" in told.message
    assert (
        told.hint == f"to repeat this game: moot sim duel --games 1 --seed 21 --bot balrog={bot}, with the same options"
    )


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_fault_of_the_rules_is_told_with_its_seed(tmp_path: Path, jobs: int) -> None:
    """A bid of nothing is divided by; the first game that comes to it is the one that is told."""
    broken = RULES.replace("    raise score(p) by bid(p)\n", "    raise score(p) by 6 / bid(p)\n")
    game = secret_game(tmp_path, rules=broken)
    with pytest.raises(MootError) as caught:
        simulate(game, games=600, seed=2, jobs=jobs)
    (told,) = caught.value.diagnostics
    assert told.code == "fault-division-by-zero"
    seed = int(told.hint.split("--seed ")[1].split(",")[0])
    with pytest.raises(MootError):
        simulate(game, games=1, seed=seed)
    assert seed == next(s for s in (game_seed(2, n) for n in range(600)) if _fails(game, s))


def _fails(game: Game, seed: int) -> bool:
    try:
        simulate(game, games=1, seed=seed)
    except MootError:
        return True
    return False


def test_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, err = run(capsys, "sim", "duel", "--games", "30", "--seed", "3", "--bot", "gandalf=greedy:1")
    assert (status, err) == (0, "")
    assert "The Duel: 30 games, seed 3" in out
    assert any(line.split()[:2] == ["gandalf", "greedy:1"] for line in out.splitlines())
    assert any(line.split()[:2] == ["balrog", "random"] for line in out.splitlines())


def test_the_command_writes_json(capsys: pytest.CaptureFixture[str]) -> None:
    args = ("sim", "duel", "--games", "20", "--seed", "3", "--option", "bridge_steps=3", "--json")
    status, out, err = run(capsys, *args)
    assert (status, err) == (0, "")
    found = json.loads(out)
    assert list(found) == ["format", "version", *KEYS, "decks"]
    assert found["options"]["bridge_steps"] == "3"


@pytest.mark.parametrize(
    ("args", "status", "told"),
    [
        (("duell",), 2, "did you mean `duel`?"),
        (("duel", "--bot", "gandlf=greedy"), 2, "did you mean `gandalf`?"),
        (("duel", "--bot", "greddy"), 2, "did you mean `greedy`?"),
        (("duel", "--bot", "gandalf="), 2, "is not SEAT=NAME"),
        (("duel", "--bot", "=greedy"), 2, "is not SEAT=NAME"),
        (("duel", "--games", "0"), 2, "--games"),
        (("duel", "--games", "many"), 2, "--games"),
        (("duel", "--jobs", "0"), 2, "--jobs"),
        (("duel", "--option", "bridge_step=4"), 2, "bridge_steps"),
        ((), 2, "missing argument"),
    ],
)
def test_wrong_calls(capsys: pytest.CaptureFixture[str], args: tuple[str, ...], status: int, told: str) -> None:
    found, out, err = run(capsys, "sim", *args)
    assert (found, out) == (status, "")
    assert told in err
    assert "Traceback" not in err


def test_the_fault_of_a_pack_gives_status_1(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    secret_game(tmp_path, rules=RULES.replace("    raise score(p) by bid(p)\n", "    raise score(p) by 6 / bid(p)\n"))
    status, _, err = run(capsys, "sim", str(tmp_path / "secret"), "--games", "200", "--seed", "1")
    assert status == 1
    assert f"moot sim {tmp_path / 'secret'} --games 1 --seed" in err
