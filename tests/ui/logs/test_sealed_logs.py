"""Sealed logs: of several people at one table, closed until the end, then opened and checked."""

import hashlib
import json
import shutil
import signal
from pathlib import Path

import pytest

from dice_pack import write_dice
from moot.stack.load import load
from moot.tools.explain.instrumented import instrument_again
from moot.tools.logs.log import log_sum, read_log, replayed, verified

OLDER = Path(__file__).parent / "older"
TURN = "\n1\n"  # past the hand-over screen, and a choice


@pytest.fixture
def dice(tmp_path):
    return write_dice(tmp_path / "dice")


@pytest.fixture
def log(moot, dice, tmp_path):
    """The log of a whole game of two people."""
    result = moot("play", "dice", "--hotseat", "--log", "game.log", typed=TURN * 24)
    assert result.exit_code == 0, result.output
    return tmp_path / "game.log"


def seal_in(out):
    return next(line.removeprefix("Sealed: ") for line in out.splitlines() if line.startswith("Sealed: "))


def with_sum(lines):
    """The lines of a finished log, opened or not, with the checksum that fits them."""
    at = next(number for number, line in enumerate(lines) if line.startswith('{"end"'))
    end = json.loads(lines[at])["end"]
    before = "".join(f"{line}\n" for line in lines[:at]).encode()
    return [*lines[:at], json.dumps({"end": end, "sum": log_sum(before, end)}), *lines[at + 1 :]]


def test_what_a_sealed_log_holds(log):
    header, *choices, end, opening = map(json.loads, log.read_text().splitlines())
    assert "seed" not in header and header["moot log"] == 3
    assert all(list(choice) == ["player", "choice", "fresh"] for choice in choices)
    assert len({choice["fresh"] for choice in choices}) == len(choices) and len(choices[0]["fresh"]) == 32
    assert list(end) == ["end", "sum"] and list(opening) == ["seed", "salt"]
    text = f"{opening['seed']} {opening['salt']}"
    assert header["sealed"] == hashlib.sha256(text.encode()).hexdigest()


def test_the_opened_log_is_verified_and_replays_to_the_byte(moot, log):
    out = moot("verify", log).stdout.splitlines()
    seal = json.loads(log.read_text().splitlines()[0])["sealed"]
    assert out[-2:] == [
        f"Sealed: the seed and the salt match the seal {seal}.",
        "Verified: the replay ends as the log says.",
    ]
    assert json.loads(moot("verify", log, "--json").stdout)["sealed"] == seal
    first, second = (moot("replay", log, "--json").stdout_bytes for _ in range(2))
    assert first == second and b'"chance"' in first


def test_players_see_the_seal_first_and_the_seed_last(moot, dice, tmp_path):
    out = moot("play", "dice", "--hotseat", "--log", "game.log", typed=TURN * 24).stdout
    header, *_, opening = map(json.loads, (tmp_path / "game.log").read_text().splitlines())
    assert seal_in(out) == header["sealed"] and out.index("Sealed: ") < out.index("Pass the screen")
    told = f"The seed was {opening['seed']}, and the salt {opening['salt']}."
    assert out.count(str(opening["seed"])) == 1 and told in out.splitlines()


def test_a_game_that_goes_on_has_nothing_secret_in_its_log(process, moot, dice, tmp_path):
    """Killed in the middle: the save alone knows the secret, and the game goes on from it."""
    running = process("play", "dice", "--hotseat", "--log", "game.log", env={"MOOT_STATE": str(tmp_path / "state")})
    running.stdin.write(TURN * 7)
    running.stdin.flush()
    asked = 0
    while asked < 8:
        line = running.stdout.readline()
        assert line
        asked += "Pass the screen" in line
    running.send_signal(signal.SIGKILL)
    out = running.communicate()[0]
    (kept,) = (tmp_path / "state").glob("*.json")
    assert kept.stat().st_mode & 0o777 == 0o600
    save = json.loads(kept.read_text())
    text = (tmp_path / "game.log").read_text()
    for secret in (str(save["seed"]), save["salt"], save["position"]["rng"][0]):
        assert secret not in text and secret not in out
    result = moot("verify", "game.log")
    assert result.exit_code == 1 and "the log is sealed, and its game has not ended" in result.stderr
    assert "the log is sealed" in moot("replay", "game.log").stderr
    resumed = moot("play", "--resume", "last", "--log", "whole.log", typed=TURN * 24)
    assert resumed.exit_code == 0
    assert moot("verify", "whole.log").exit_code == 0
    whole = (tmp_path / "whole.log").read_text()
    assert whole.startswith(text) and seal_in(resumed.stdout) == json.loads(text.splitlines()[0])["sealed"]
    last = (tmp_path / "state" / "last_game.log").exists()
    assert not last and not kept.exists()


def test_the_kept_log_of_the_last_game_is_opened(moot, dice, tmp_path):
    moot("play", "dice", "--hotseat", typed=TURN * 24)
    state = verified(read_log(tmp_path / "state" / "last_game.log"))
    assert state.over and state.salt


def test_a_game_that_is_given_up_opens_its_log(moot, dice, tmp_path):
    moot("play", "dice", "--hotseat", "--log", "game.log", typed=TURN * 3 + "\ngive up\nyes\n")
    assert list(json.loads((tmp_path / "game.log").read_text().splitlines()[-1])) == ["seed", "salt"]
    assert moot("replay", "game.log").exit_code == 0
    result = moot("verify", "game.log")
    assert result.exit_code == 1 and "the log does not say how the game ended" in result.stderr


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda lines: lines[:-1], "the log is sealed, and was not opened at the end of the game"),
        (lambda lines: [*lines[:-1], lines[-1].replace('"salt": "', '"salt": "0')], "do not match the seal"),
        (lambda lines: [*lines[:-1], lines[-1].replace('"seed": ', '"seed": 1')], "do not match the seal"),
        (lambda lines: with_sum([lines[0].replace('"sealed": "', '"sealed": "0'), *lines[1:]]), "not match the seal"),
        (lambda lines: [lines[0], lines[1].replace('"fresh": "', '"fresh": "0'), *lines[2:]], "the log was edited"),
        (lambda lines: [lines[0], *lines[2:]], "the log was edited"),
        (lambda lines: [lines[0], lines[1].replace("yes", "no"), *lines[2:]], "the log was edited"),
        (lambda lines: [*lines, lines[-1]], "comes after the end of the game"),
        (lambda lines: [*lines[:-1], '{"seed": "7", "salt": "1"}'], "does not open the log"),
    ],
)
def test_a_changed_line_is_found(moot, log, change, message):
    log.write_text("\n".join(change(log.read_text().splitlines())) + "\n")
    result = moot("verify", log)
    assert result.exit_code == 1 and message in result.stderr


def test_changed_bits_give_another_game_even_with_a_fitting_sum(log):
    """The dice of each of 24 choices change; the end stays the same only by luck."""
    lines = log.read_text().splitlines()
    before = verified(read_log(log))
    for number in range(1, 25):
        lines[number] = lines[number].replace('"fresh": "', '"fresh": "0')
    log.write_text("\n".join(with_sum(lines)) + "\n")
    assert replayed(read_log(log)).journal != before.journal


def test_a_named_seed_is_not_sealed(moot, dice):
    out = moot("play", "dice", "--hotseat", "--seed", "3", "--log", "game.log", typed=TURN * 24).stdout
    assert "Not sealed: " in out and "Sealed: " not in out
    assert json.loads(Path("game.log").read_text().splitlines()[0])["seed"] == 3
    assert json.loads(moot("verify", "game.log", "--json").stdout)["sealed"] is None


def test_one_person_plays_unsealed(moot, dice):
    out = moot("play", "dice", "--seat", "north", "--log", "game.log", typed="1\n" * 24).stdout
    assert "ealed: " not in out and "seed" in json.loads(Path("game.log").read_text().splitlines()[0])


def test_a_log_of_the_format_before_is_verified(moot, dice):
    shutil.copy(OLDER / "format_2.log", "old.log")
    assert moot("verify", "old.log").stdout.splitlines()[-1] == "Verified: the replay ends as the log says."
    assert moot("replay", "old.log").exit_code == 0


def test_the_present_prompt_can_be_explained(dice):
    """The last choice is made again with its own bits, also after a save."""
    state = load(dice).start(sealed=True)
    instrumented = instrument_again(state.game)
    for _ in range(3):
        state.apply("yes")
    restored = state.game.restore(state.save())
    assert instrumented.step_asked(state) is not None and instrumented.step_asked(restored) is not None
