"""Games of one player: survival, losses by time and cause, scores, the part of each card; what a pack reports."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

import moot
from camp_pack import camp
from moot.tools.check.packs import check
from moot.tools.simulate.confidence import newcombe, of_mean, wilson
from moot.tools.simulate.solo import distribution, samples, survival
from moot.ui.command import cli


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return camp(tmp_path / "camp")


def test_newcombe_gives_the_published_example() -> None:
    # 56 of 70 and 48 of 80: the first row of the table in Newcombe's article, method 10
    low, difference, high = newcombe(56, 70, 48, 80)
    assert (round(low, 4), round(difference, 4), round(high, 4)) == (0.0524, 0.2, 0.3339)
    assert newcombe(0, 0, 3, 4) is None
    assert newcombe(10, 10, 0, 10)[2] == 1.0


def test_a_mean_lies_inside_its_interval() -> None:
    low, mean, high = of_mean([1, 2, 3])
    assert mean == 2 and round(high - mean, 3) == round(mean - low, 3) == 1.132
    with pytest.raises(ValueError):
        of_mean([])


def test_everything_adds_up(folder: Path) -> None:
    game = moot.load(folder, options={"story": "winter"})
    found = survival(game, games=300, seed=5)
    lost = sum(one["games"] for one in found["losses"])
    assert found["results"] == {"keeper": 300 - lost, "none": lost} and 0 < lost < 300
    assert found["survival"] == wilson(300 - lost, 300) == found["rates"]["keeper"]
    assert {one["cause"] for one in found["losses"]} == {"blown away", "shaken to pieces"}
    assert all(sum(one["times"].values()) == one["games"] for one in found["losses"])
    assert {int(time) for one in found["losses"] for time in one["times"]} <= set(range(1, 7))
    assert found["scores"]["games"] == 300 - lost == sum(count for _, _, count in found["scores"]["histogram"])
    assert {one["card"] for one in found["cards"]} == {"tower", "breeze", "gale", "picnic"}
    for one in found["cards"]:
        assert one["played"] + one["missed"] == 300 and one["survived"] + one["missed_survived"] == 300 - lost
    assert json.loads(json.dumps(found)) == found


def test_a_card_is_played_when_it_came_into_play_for_a_moment(folder: Path) -> None:
    found = survival(moot.load(folder), games=80, seed=2)
    breeze = next(one for one in found["cards"] if one["card"] == "breeze")
    assert breeze["played"] == 80 - breeze["missed"] > 70  # it passes through the yard, and goes


def test_jobs_do_not_change_what_is_found(folder: Path) -> None:
    game = moot.load(folder)
    one, two = (survival(game, games=450, seed=9, jobs=jobs) for jobs in (1, 2))
    assert {**one, "seconds": 0} == {**two, "seconds": 0}


def test_spread() -> None:
    found = distribution({1: 1, 4: 2, 30: 1})
    assert found is not None and (found["mean"], found["least"], found["most"]) == (9.75, 1, 30)
    assert found["quantiles"] == {"5": 1, "25": 1, "50": 4, "75": 4, "95": 30}
    assert found["histogram"][0] == [1, 3, 1] and found["histogram"][-1] == [28, 30, 1]
    assert distribution({}) is None


def test_each_sample_deck_is_played_where_none_is_chosen(folder: Path) -> None:
    game = moot.load(folder)
    assert samples(game) == [{"story": "summer", "deck": "light"}, {"story": "winter", "deck": "heavy"}]
    call = ["sim", str(folder), "--games", "60", "--seed", "1"]
    told = CliRunner().invoke(cli, call).stdout
    assert "60 games of each sample deck" in told and "winter" in told and "heavy" in told
    found = json.loads(CliRunner().invoke(cli, [*call, "--json"]).stdout)["samples"]
    assert [one["options"]["story"] for one in found] == ["summer", "winter"]
    assert (
        found[1]["survival"] == survival(moot.load(folder, options={"story": "winter"}), games=60, seed=1)["survival"]
    )
    single = json.loads(CliRunner().invoke(cli, [*call, "--story", "winter", "--deck", "spare", "--json"]).stdout)
    assert single["options"] == {"story": "winter", "deck": "spare"} and single["decks"] == {"deck": "spare"}


def test_the_deck_that_is_laid_without_being_chosen_is_named(folder: Path) -> None:
    call = ["sim", str(folder), "--games", "2", "--seed", "1", "--story", "winter"]
    assert ", story winter, deck heavy: 2 games" in CliRunner().invoke(cli, call).stdout
    assert json.loads(CliRunner().invoke(cli, [*call, "--json"]).stdout)["decks"] == {"deck": "heavy"}


def test_the_report_and_its_picture(folder: Path, tmp_path: Path) -> None:
    pictures = [tmp_path / "a.svg", tmp_path / "b.svg", tmp_path / "c.png"]
    for picture in pictures:
        call = ["sim", str(folder), "--story", "winter", "--games", "90", "--seed", "1", "--picture", str(picture)]
        result = CliRunner().invoke(cli, call)
        assert result.exit_code == 0, result.output
        for words in ("survived:", "blown away", "scores of games survived", "picnic", "plays badly"):
            assert words in result.stdout
    texts = [picture.read_bytes() for picture in pictures]
    assert texts[0] == texts[1] and b"losses by time" in texts[0] and texts[2].startswith(b"\x89PNG")


def test_a_picture_of_every_deck(folder: Path, tmp_path: Path) -> None:
    picture = tmp_path / "all.svg"
    call = ["sim", str(folder), "--games", "20", "--seed", "1", "--picture", str(picture)]
    told = CliRunner().invoke(cli, call)
    assert told.exit_code == 0 and "of each sample deck" in told.stdout, told.output
    text = picture.read_text()
    assert "survival rate in 20 games with each sample deck" in text and "winter: heavy" in text


@pytest.mark.parametrize(
    ("arguments", "code"),
    [(["--picture", "a.gif"], "bad-picture"), (["--picture", "no/such/folder/a.svg"], "unwritable")],
)
def test_pictures_that_cannot_be_drawn(folder: Path, arguments: list[str], code: str) -> None:
    result = CliRunner().invoke(cli, ["sim", str(folder), "--games", "3", "--json", *arguments])
    assert result.exit_code and f'"{code}"' in result.stderr


def test_without_matplotlib(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    result = CliRunner().invoke(cli, ["sim", str(folder), "--games", "3", "--picture", "a.svg"])
    assert result.exit_code == 2 and "[no-pictures]" in result.stderr and "moot[pictures]" in result.stderr


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("time: now", "time: nw", "unknown-name"),
        ("score: score", "score: blow", "unknown-name"),
        ("score: score", "score: lucky", "wrong-type"),
        ("shelter]", "high(fence)]", "unknown-name"),
        ("shelter]", "high]", "wrong-arity"),
        ("columns: [food, shelter]", "columns: []", "wrong-value"),
        ("time: now", "tim: now", "unknown-key"),
        ("time: now", "time: now, plan: event", "unknown-name"),
        ("time: now", "time: now, plan: turns", "unknown-name"),
    ],
)
def test_mistakes_in_a_report(tmp_path: Path, old: str, new: str, said: str) -> None:
    more = "function lucky = food > 3\nfunction high(w: wall) = w.height\n\nphase camp"
    made = camp(tmp_path / "camp", pack=(old, new), rules=("phase camp", more))
    assert said in [d.code for d in check([made]).diagnostics]
