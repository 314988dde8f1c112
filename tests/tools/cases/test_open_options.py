"""Options that are kept open for cases: what may be a state, and what stays an option."""

from __future__ import annotations

from pathlib import Path

from moot.pack.load import load
from moot.tools.cases.file import Case, collect_cases
from moot.tools.cases.open_options import OpenOptions
from moot.tools.cases.run import PASSED, CaseRunner

PACK = {
    "pack.yaml": 'id: weather\ntitle: Weather\nversion: "1.0"\nlicence: MIT\nmoot: ">=0.1"\n',
    "weather.moot": """game weather "Weather"
players ann, bob

option sky   : clear, grey = clear
option brim  : 1..9 = 3
option dawn  : number = 4
option begun : number = 2
option loud  : bool = no
kind strength : weak, strong
option wind  : strength = weak

state drops(p: player) : 0..brim = 0
state pools : number = half_of_dawn
state thunder : bool

function half_of_dawn = dawn / 2
function wetness : number =
  begun if sky = clear
  begun + 5 otherwise

phase day
  set drops(ann) to min(brim, wetness)
  if loud or wind = strong
    set thunder to yes
  win none
""",
    "cases/days.yaml": """game: weather
cases:
  - {name: a, then: {"drops(ann)": 2, thunder: no, pools: 2}}
  - {name: b, options: {sky: grey}, then: {"drops(ann)": 3, thunder: no}}
  - {name: c, options: {sky: grey, begun: 1, loud: yes}, then: {"drops(ann)": 3, thunder: yes, wetness: 6}}
  - {name: d, options: {wind: strong, begun: 0}, then: {"drops(ann)": 0, thunder: yes}}
  - {name: e, options: {sky: grey, brim: 9}, then: {"drops(ann)": 7}}
  - {name: f, options: {dawn: 8}, then: {pools: 4}}
""",
}


def pack(folder: Path) -> Path:
    for name, text in PACK.items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(text)
    return folder


def test_what_must_be_known_before_play_stays_an_option(tmp_path: Path) -> None:
    options = OpenOptions(load(pack(tmp_path), cases=False))
    assert set(options.declared) == {"sky", "begun", "loud", "wind"}
    assert {"brim", "dawn"} <= options.closed  # an end of a range; what a first value reads through a function


def test_cases_with_different_options_share_a_game(tmp_path: Path, monkeypatch) -> None:
    monkeypatch.chdir(pack(tmp_path))
    runner = CaseRunner()
    cases = [case for case in collect_cases([tmp_path / "cases"]) if isinstance(case, Case)]
    assert [(case.name, runner.run(case).status) for case in cases] == [(name, PASSED) for name in "abcdef"]
    games = {id(runner._game(case)[0]) for case in cases}
    assert len(games) == 3  # of all but `e` and `f` one


def test_an_option_is_not_given_as_a_state(tmp_path: Path, monkeypatch) -> None:
    monkeypatch.chdir(pack(tmp_path))
    (tmp_path / "cases" / "days.yaml").write_text(
        "game: weather\ncases:\n  - {name: a, given: {phase: day, sky: grey}, then: {thunder: no}}\n"
    )
    (result,) = (CaseRunner().run(case) for case in collect_cases([tmp_path / "cases"]))
    assert result.status == "error" and "`sky` is an option, not a state" in result.message
