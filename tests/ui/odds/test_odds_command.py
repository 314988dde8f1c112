"""`moot odds`: what it shows, what it tells tools, and the odds of a choice at the prompt."""

import json

import pytest

from odds_pack import write


@pytest.fixture
def brawl(tmp_path):
    (tmp_path / "brawl").mkdir()
    return write(tmp_path / "brawl")


def test_the_command(brawl, moot):
    out = moot("odds", str(brawl), "melee", "--attack", "B", "--armour=3").stdout
    assert "Blows against one unit: attack B; armour 3; morale Y; hurt no" in out
    assert "eliminated      1/36    2.78%" in out
    data = json.loads(moot("odds", str(brawl), "melee", "--attack", "B", "--armour", "3", "--json").stdout)
    assert data["rows"][0]["outcomes"]["hurt"] == {"exact": "5/36", "probability": 5 / 36}
    sampled = moot("odds", str(brawl), "melee", "--attack", "B", "--armour", "3", "--samples", "500", "--seed", "1")
    assert "of 500 played" in sampled.stdout and "p = 0." in sampled.stdout
    listed = moot("odds", str(brawl)).stdout
    assert "--attack  C, B, A, repeatable" in listed and "--morale  Y, X [default: Y]" in listed
    assert moot("odds", str(brawl), "melee", "--attack").exit_code == 2
    assert moot("odds", str(brawl), "melee", "loose").exit_code == 2


def test_the_odds_of_a_choice_at_the_prompt(brawl, moot):
    typed = "odds strike\nodds call up\nodds fly\nquit\n"
    out = moot("play", str(brawl), "--seat", "red", "--seed", "1", typed=typed).stdout
    assert " 48.6%  orc: hurt" in out and " 41.7%  nothing changes" in out
    assert "`fly` is not one of the choices" in out


def test_outcomes_are_told_by_thing_and_what_they_share_just_once(moot):
    typed = "done\n0904\ndone\ndone\nodds 1\ndone\nodds 3\nquit\n"
    out = moot("play", "gondor/learning", "--seat", "westernesse", "--seed", "4", "--no-about", typed=typed).stdout
    fire, melee = out.split("odds ")[1:]
    assert "in every case  armoured archers: shot\n 55.6%  nothing else\n 22.2%  then sauron: retreat orcs 1 to" in fire
    assert "orcs 1: 0606 → eliminated" in fire and "orcs 1: reduced; then sauron: retreat orcs 1 to" in fire
    assert "in every case  axemen: attacked\n" in melee and "light orcs 1: 0205 → eliminated; then" in melee


def test_a_question_without_questions(moot):
    assert "define no questions" in moot("odds", "duel").stdout
    assert moot("odds", "duel", "melee").exit_code == 2


def test_the_odds_of_a_choice_in_a_saved_and_a_logged_game(brawl, moot, tmp_path):
    save, log = tmp_path / "brawl.save", tmp_path / "brawl.log"
    moot("play", str(brawl), "--seat", "red", "--seed", "1", "--log", str(log), typed=f"strike\nsave {save}\nquit\n")
    listed = moot("odds", str(save)).stdout
    assert (
        listed.splitlines()[0] == "red is prompted “what now”. Available choices:" and "  strike" in listed.splitlines()
    )
    data = json.loads(moot("odds", str(log), "strike", "--json").stdout)
    assert data["player"] == "red" and data["choice"] == "strike" and data["stand_ins"] == []
    assert sum(one["probability"] for one in data["outcomes"]) == pytest.approx(1)
    assert data == json.loads(moot("odds", str(save), "strike", "--json").stdout)
    chose = next(line for line in moot("replay", str(log)).stdout.splitlines() if "prompted “what now”" in line)
    first = moot("odds", f"{log}:{chose.split()[0]}", "strike").stdout  # before the blow
    assert " 48.6%  orc: hurt" in first and " 41.7%  nothing changes" in first
    assert moot("odds", str(log), "fly").exit_code == 2
    assert moot("odds", str(save), "strike", "--with", str(brawl)).exit_code == 2
