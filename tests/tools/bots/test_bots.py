"""Bots: they choose what is offered, the same for the same seed, and never by what their seat cannot see."""

import random
from pathlib import Path

import pytest

from moot.lang.diagnostic import MootError
from moot.stack.game import Game
from moot.stack.load import load
from moot.state.position import Position
from moot.tools.bots.evaluate import WON, Evaluation
from moot.tools.bots.names import make_bot
from moot.tools.simulate.series import simulate
from secret_game import RULES, secret_game

NAMES = ["random", "greedy", "greedy:2", "search:40"]


@pytest.fixture(scope="module")
def duel() -> Game:
    return load("duel")


@pytest.fixture(scope="module")
def secret(tmp_path_factory: pytest.TempPathFactory) -> Game:
    return secret_game(tmp_path_factory.mktemp("packs"))


def positions(game: Game, seed: int, every: int) -> list[Position]:
    """Positions of a random game in which there is something to choose."""
    rng = random.Random(seed)
    S = game.machine.blank(seed)
    game.machine.begin(S)
    found = []
    count = 0
    while S.ask is not None:
        count += 1
        if count % every == 0 and len(S.ask[2]) > 1:
            found.append(S.copy())
        game.machine.advance(S, rng.choice(S.ask[2]))
    return found


def asked(S: Position) -> tuple[int, int]:
    """Who is asked, and among how many options."""
    assert S.ask is not None
    return S.ask[1], len(S.ask[2])


@pytest.mark.parametrize("name", ["greedy", "search:60"])
@pytest.mark.parametrize("which", ["duel", "secret"])
def test_what_is_hidden_does_not_change_the_choice(name: str, which: str, request: pytest.FixtureRequest) -> None:
    """Deal anew what the seat cannot see, several times: with the same seed the bot chooses the same."""
    game: Game = request.getfixturevalue(which)
    met = positions(game, 4, 7 if which == "duel" else 2) + positions(game, 8, 11 if which == "duel" else 3)
    assert len(met) >= 5
    for S in met[:12]:
        seat, _ = asked(S)
        chosen = make_bot(name, game, seat, 9).choose(S)
        for n in range(3):
            same = game.determinizer.guess(S, seat, random.Random(n))
            assert make_bot(name, game, seat, 9).choose(same) == chosen


@pytest.mark.parametrize("name", NAMES)
def test_a_bot_leaves_the_position_alone_and_repeats_itself(duel: Game, name: str) -> None:
    for S in positions(duel, 5, 15)[:4]:
        before = S.key()
        seat, count = asked(S)
        chosen = make_bot(name, duel, seat, 3).choose(S)
        assert 0 <= chosen < count
        assert S.key() == before
        assert make_bot(name, duel, seat, 3).choose(S) == chosen


@pytest.mark.parametrize("name", NAMES)
def test_bots_play_without_a_promise_too(tmp_path: Path, name: str) -> None:
    game = secret_game(tmp_path, promise=False)
    assert Evaluation(game).promise is None
    for S in positions(game, 6, 2)[:3]:
        seat, count = asked(S)
        assert 0 <= make_bot(name, game, seat, 3).choose(S) < count


def test_a_promise_of_another_shape_is_none(tmp_path: Path) -> None:
    assert Evaluation(secret_game(tmp_path, promise=False, rules=RULES + "\nfunction promise = 3\n")).promise is None


def test_margins_are_of_one_against_the_best_other(duel: Game) -> None:
    evaluation = Evaluation(duel)
    assert evaluation.promise is not None
    S = positions(duel, 5, 20)[0]
    mine, other = evaluation.margins(S)
    assert mine == -other
    evaluation.play_out(S, random.Random(1).random)
    assert S.result is not None
    assert evaluation.margins(S) == [WON if S.result.has_won(p) else -WON for p in range(2)]


def test_one_who_is_alone_and_has_not_won_has_lost() -> None:
    game = load("gondolin", options={"story": "fall_of_the_city"})
    evaluation = Evaluation(game)
    found = set()
    for seed in range(12):
        S = game.machine.blank(seed)
        game.machine.begin(S)
        evaluation.play_out(S, random.Random(seed).random)
        assert S.result is not None
        found.add((S.result.winners, *evaluation.margins(S)))
    assert found >= {(0, -WON)} and found <= {(0, -WON), (1, WON)}


def test_greedy_beats_random(secret: Game) -> None:
    """Far more often than by luck, though little in this game can be known."""
    wins = 0
    for seed in range(40):
        S = secret.machine.blank(seed)
        secret.machine.begin(S)
        bots = [make_bot("greedy", secret, 0, seed), make_bot("random", secret, 1, seed)]
        while S.ask is not None:
            secret.machine.advance(S, S.ask[2][bots[S.ask[1]].choose(S)])
        assert S.result is not None
        wins += S.result.has_won(0)
    assert wins >= 26


def test_search_beats_random(duel: Game) -> None:
    """A few games with both sides; that it beats greedy too is shown over many games by `moot sim`."""
    wins = 0
    for number in range(6):
        S = duel.machine.blank(number)
        duel.machine.begin(S)
        names = ["search:30", "random"] if number % 2 else ["random", "search:30"]
        bots = [make_bot(name, duel, p, number) for p, name in enumerate(names)]
        while S.ask is not None:
            duel.machine.advance(S, S.ask[2][bots[S.ask[1]].choose(S)])
        assert S.result is not None
        wins += names[not S.result.has_won(0)] != "random"
    assert wins >= 5


def test_search_within_a_time(duel: Game) -> None:
    S = positions(duel, 5, 20)[0]
    seat, count = asked(S)
    assert 0 <= make_bot("search:0.02s", duel, seat, 1).choose(S) < count


@pytest.mark.parametrize(
    ("name", "hint"),
    [
        ("gredy", "did you mean `greedy`?"),
        ("alphabeta", "available: random, greedy[:GUESSES], brisk[:OPTIONS], search[:ITERATIONS] or search:SECONDSs"),
        ("search:", None),
        ("search:many", "expected the number of iterations after the colon, from 1 to 10,000,000"),
        ("search:0", "expected the number of iterations after the colon, from 1 to 10,000,000"),
        ("search:-1s", "the time must be a number of seconds above zero, as in `search:0.5s`"),
        ("search:nans", "the time must be a number of seconds above zero, as in `search:0.5s`"),
        ("greedy:²", "expected the number of guesses after the colon, from 1 to 10,000,000"),
        ("random:3", "`random` takes no value after a colon"),
    ],
)
def test_names_of_bots(duel: Game, name: str, hint: str | None) -> None:
    if hint is None:
        make_bot(name, duel, 0, 1)
        return
    with pytest.raises(MootError) as caught:
        make_bot(name, duel, 0, 1)
    (told,) = caught.value.diagnostics
    assert (told.code, told.hint) == ("unknown-bot", hint)


def test_names_of_seats(duel: Game) -> None:
    with pytest.raises(MootError, match="no player `gandlf`"):
        make_bot("random", duel, "gandlf", 1)


FAULTY = """
game trial "Trial"
players ann, bob
state points(p: player) : number
function team(p: player) = 6 / TEAM
phase match
  for each turn in 1..4
    choose n in 0..2 by ann "how many"
      raise points(ann) by 6 / n
  win by points
"""


def faulty(folder: Path, team: str) -> Game:
    (folder / "pack.yaml").write_text("id: trial\ntitle: Trial\n", encoding="utf-8")
    (folder / "rules.moot").write_text(FAULTY.replace("TEAM", team), encoding="utf-8")
    return load(str(folder))


def test_what_a_bot_reads_may_come_to_a_fault(tmp_path: Path) -> None:
    game = faulty(tmp_path, "(rank(p) - 1)")
    with pytest.raises(MootError, match=r"function team: division by zero \[fault-division-by-zero\]"):
        Evaluation(game).rivals(game.start(1).position, 0)


def test_a_search_goes_on_where_the_rules_come_to_a_fault(tmp_path: Path) -> None:
    game = faulty(tmp_path, "rank(p)")
    S = game.start(1).position
    assert make_bot("search:60", game, 0, 1).choose(S) > 0


def test_a_greedy_bot_that_looks_at_a_glance_beats_chance(duel: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("moot.tools.bots.simple.LARGE", 0)
    for seat in duel.players:
        found = simulate(duel, games=20, seed=1, bots={seat: "greedy:1"})
        assert found["results"][seat] >= 14, found["results"]
