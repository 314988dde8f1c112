"""Sheets turn by turn, filled and empty; finished logs that verify, and those that do not."""

import json
import re

import pytest

from camp_pack import camp
from moot.pack.load import load as load_pack
from moot.stack.load import load
from moot.tools.logs.log import read_log
from moot.tools.show.sheet import ROWS, empty_sheet, filled_sheet, planned


@pytest.fixture
def folder(tmp_path):
    return camp(tmp_path / "camp")


@pytest.fixture
def log(moot, folder, tmp_path):
    """A game that was survived."""
    call = ("play", folder, "--bots", "--bot", "keeper=random", "--story", "winter", "--log")
    for seed in range(40):
        path = tmp_path / f"{seed}.log"
        assert moot(*call, path, "--seed", seed).exit_code == 0
        if read_log(path).end["winner"] == "keeper":
            return path
    raise AssertionError("no game was survived")


def test_a_finished_log_verifies(moot, log):
    end = read_log(log).end
    assert end["reason"] == "the tale is over" and end["score"] >= 0
    told = moot("verify", log)
    assert told.exit_code == 0
    assert "Keeper has won: the tale is over; score" in told.stdout and "ends as the log says" in told.stdout
    assert "story winter, deck heavy" in told.stdout  # which is laid, though none was chosen
    assert "story winter · deck heavy" in moot("sheet", "--log", log).stdout
    found = json.loads(moot("verify", log, "--json").stdout)
    assert (found["game"], found["winner"], found["score"]) == ("camp", "keeper", end["score"])
    assert found["digest"] == load(log.parent / "camp").program.digest and found["options"]["story"] == "winter"


def test_any_byte_that_is_changed_is_told(moot, log, tmp_path):
    whole = log.read_bytes()
    changed = tmp_path / "changed.log"
    said = set()
    for place in range(0, len(whole), 7):
        for byte in (whole[place] ^ 1, ord("x")):
            if byte == whole[place]:
                continue
            changed.write_bytes(whole[:place] + bytes([byte]) + whole[place + 1 :])
            result = moot("verify", changed, "--json")
            assert result.exit_code in (1, 2), (place, result.output)
            said |= {one["code"] for one in json.loads(result.stderr)["diagnostics"]}
    assert {"log-changed", "log-damaged"} <= said


def test_a_sum_that_was_made_anew_does_not_help(moot, log, tmp_path):
    from moot.tools.logs.log import log_sum

    *lines, last = log.read_text().splitlines(keepends=True)
    end = json.loads(last)["end"] | {"score": 99}
    forged = tmp_path / "forged.log"
    forged.write_text("".join(lines) + json.dumps({"end": end, "sum": log_sum("".join(lines).encode(), end)}) + "\n")
    assert "[log-end]" in moot("verify", forged).stderr
    end = json.loads(last)["end"]
    forged.write_text("".join(lines[:-1]) + json.dumps({"end": end, "sum": log_sum("".join(lines[:-1]).encode(), end)}))
    assert "[log-end]" in moot("verify", forged).stderr


def test_a_log_without_an_end(moot, log):
    log.write_text("".join(log.read_text().splitlines(keepends=True)[:-1]))
    assert "[log-unfinished]" in moot("verify", log).stderr
    assert moot("replay", log).exit_code == 0


def test_a_log_of_other_rules(moot, log, folder):
    rules = folder / "rules.moot"
    rules.write_text(rules.read_text().replace("= 3\nfunction", "= 4\nfunction"))
    assert "[log-version]" in moot("verify", log).stderr


def test_the_sheet_of_a_game(log):
    sheet = filled_sheet(read_log(log))
    assert [row.time for row in sheet.rows] == [str(n) for n in range(10)]
    assert (sheet.time, sheet.columns) == ("now", ["food", "shelter"])
    assert sheet.rows[0].values == ["3", "0"] and sheet.end is not None
    food, shelter = map(int, sheet.rows[-1].values)
    assert sheet.end["score"] == 10 * food + shelter
    came = [title for row in sheet.rows for title in row.came]
    assert came.count("breeze") == [title for row in sheet.rows for title in row.went].count("breeze") > 0


def test_empty_sheets_have_the_rows_that_a_game_can_have(tmp_path):
    game = load(camp(tmp_path / "camp"))
    assert len(empty_sheet(game).rows) == ROWS and len(empty_sheet(game, 5).rows) == 5
    more = "function length_of_it = story.turns\n\nphase camp"
    last = camp(tmp_path / "other", pack=("time: now", "time: now, last: length_of_it"), rules=("phase camp", more))
    assert [row.time for row in empty_sheet(load(last, options={"story": "winter"})).rows] == list("123456789")


def test_an_empty_sheet_tells_what_is_planned(moot, tmp_path):
    noted = "2: lower food by 1                             # mice"
    made = camp(tmp_path / "camp", pack=("time: now", "time: now, plan: events"), tales=("2: lower food by 1", noted))
    game = load(made, options={"story": "winter"})
    assert planned(game, load_pack(made, settings=[("story", "winter")])) == {
        2: "mice: Lower the food by 1.",
        5: "Raise the food by 2.",
    }
    shown = moot("sheet", "camp", "--story", "winter").stdout
    assert "\nnow 2: mice: Lower the food by 1.\nnow 5: Raise the food by 2.\n" in shown
    assert moot("sheet", "camp", "--story", "winter", "--html", "plan.html").exit_code == 0
    assert '<span class="planned">mice: Lower the food by 1.</span>' in (tmp_path / "plan.html").read_text()
    assert "now 2:" not in moot("sheet", "camp", "--story", "summer").stdout
    shown = moot("show", "camp", "tale", "winter", "--code").stdout
    assert "events:\n  2: lower food by 1\n  5: raise food by 2\n" in shown


def test_a_block_that_is_planned_stands_in_one_line(tmp_path):
    block = "5: |      # thaw\n        if food > 1\n          raise food by 2\n        lower food by 1"
    tales = ("5: |\n        raise food by 2", block)
    made = camp(tmp_path / "camp", pack=("time: now", "time: now, plan: events"), tales=tales)
    told = planned(load(made, options={"story": "winter"}), load_pack(made, settings=[("story", "winter")]))
    assert told[5] == "thaw: If the food is more than 1, raise the food by 2. Lower the food by 1."


def test_a_player_sees_the_sums_of_the_sheet_and_what_a_card_does(moot, folder):
    for seed in range(9):
        seen = moot("play", folder, "--story", "winter", "--seed", seed, typed="look picnic\nquit\n").stdout
        if "(you)" in seen:  # asked before the tale was over
            break
    assert "shelter: 0" in seen.split("(you)")[1].splitlines()[1] and "Raise the food by 2." in seen


def test_the_page_stands_by_itself(moot, log, tmp_path):
    assert moot("sheet", "--log", log, "--html", "sheet.html").exit_code == 0
    text = (tmp_path / "sheet.html").read_text()
    assert "@page { size: A4 landscape" in text and text.count("<tr>") == 11 and "the tale is over; score" in text
    assert not re.search(r"<script|src=|@import|url\(", text)
    assert moot("sheet", "camp", "--story", "winter", "--rows", 30, "--html", "empty.html").exit_code == 0
    assert (tmp_path / "empty.html").read_text().count("<tr>") == 31
    shown = moot("sheet", "--log", log).stdout
    assert "shelter" in shown and "won: the tale is over" in shown


@pytest.mark.parametrize(
    ("call", "code"),
    [
        (("sheet", "duel"), "no-report"),
        (("sheet",), "usage"),
        (("sheet", "camp", "--log", "a.log"), "usage"),
        (("sheet", "--log", "nowhere.log"), "unreadable"),
        (("sheet", "camp", "--rows", "0"), "usage"),
        (("verify", "nowhere.log"), "unreadable"),
    ],
)
def test_calls_that_will_not_do(moot, folder, call, code):
    result = moot(*call)
    assert result.exit_code == 2 and f"[{code}]" in result.stderr


def test_a_card_in_play_shows_its_own_states_and_its_marks(moot, tmp_path):
    walls = "kind wall is card\n  height : 0..9\n  state age : 0..9\nfunction twice_as_old(w: wall) = w.age * 2\n"
    made = camp(
        tmp_path / "camp",
        pack=("time: now", "time: now, marks: [twice_as_old]"),
        rules=("kind wall is card\n  height : 0..9\n", walls),
    )
    rules = made / "rules.moot"
    grown = "    set now to n\n    for each w in yard\n      grow(w)\n"
    older = "procedure grow(c: card)\n  if c is wall\n    age(c)\nprocedure age(w: wall)\n  raise w.age by 1\n"
    rules.write_text(rules.read_text().replace("    set now to n\n", grown) + older)
    seen = ""
    for seed in range(6):
        seen += moot("play", made, "--seed", seed, typed="1\n1\n1\n1\n1\n1\n1\n").stdout
    assert re.search(r"age [12]", seen) and re.search(r"twice as old [24]", seen)
