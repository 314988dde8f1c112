"""What is wrong with a scenario of a hex wargame, or with its map, is told by the law that it breaks."""

from __future__ import annotations

from pathlib import Path

import pytest

from moot.tools.check import check

SOUND = {
    "attacker": "sauron",
    "prizes": "[0603]",
    "turns": "5",
    "forces": "[{who: spearmen_1, at: 0604}, {who: captain, at: 0604}, {who: orcs_1, at: 0609}]",
    "wins": "p = westernesse",
}


def told(tmp_path: Path, scenario: dict[str, str], more: str = "") -> list[tuple[str, str]]:
    (tmp_path / "pack.yaml").write_text("id: my/battle\ntitle: Mine\nextends: gondor/learning\n", encoding="utf-8")
    lines = "".join(f"    {key}: {value}\n" for key, value in (SOUND | scenario).items() if value)
    (tmp_path / "mine.yaml").write_text(f"kind: battle\nscenarios:\n  mine:\n{lines}", encoding="utf-8")
    if more:
        (tmp_path / "more.yaml").write_text(more, encoding="utf-8")
    return [(d.code, d.message) for d in check([tmp_path]).diagnostics]


def test_a_sound_scenario_breaks_no_law(tmp_path: Path) -> None:
    assert told(tmp_path, {}) == []


def posted(*rows: str) -> str:
    return SOUND["forces"].removesuffix("]") + "".join(f", {{{row}}}" for row in rows) + "]"


@pytest.mark.parametrize(
    ("scenario", "law"),
    [
        ({"forces": posted("who: axemen, at: 0701", "who: axemen, at: 0801")}, "a piece stands in one place"),
        ({"forces": posted("who: axemen, at: 0301")}, "no piece stands where it may not be"),
        ({"forces": posted("who: lance_knights, at: 0204")}, "no piece stands where it may not be"),
        ({"forces": posted("who: axemen, at: 0604")}, "one combat unit to a hex"),
        ({"forces": posted("who: orcs_2, at: 0701", "who: king, at: 0604")}, "no enemies in one hex"),
        ({"forces": posted("who: marshal, at: 0701")}, "a leader stands with a unit that he may lead"),
        ({"arrivals": "[{turn: 9, who: [axemen], entry: h in northern_edge}]"}, "what comes has a way in"),
        (
            {"arrivals": "[{turn: 2, who: [axemen], entry: h.terrain = clear and h.height = 9}]"},
            "what comes has a way in",
        ),
        ({"arrivals": "[{turn: 2, who: [orcs_1], entry: h in northern_edge}]"}, "a piece stands in one place"),
        ({"night": "2..6"}, "nights are turns that are played"),
        ({"forces": "[{who: orcs_1, at: 0609}]"}, "both sides have combat units"),
        ({"prizes": ""}, "there is something to win"),
    ],
    ids=str,
)
def test_a_broken_law_is_told(tmp_path: Path, scenario: dict[str, str], law: str) -> None:
    found = told(tmp_path, scenario)
    assert any(code == "law" and law in message for code, message in found), found


@pytest.mark.parametrize(
    ("scenario", "code"),
    [
        ({"forces": posted("who: axmen, at: 0701")}, "unknown-thing"),
        ({"forces": posted("who: axemen, at: 2399")}, "no-such-hex"),
        ({"wins": ""}, "missing-field"),
    ],
    ids=str,
)
def test_what_is_not_there_is_told(tmp_path: Path, scenario: dict[str, str], code: str) -> None:
    assert code in [one for one, _ in told(tmp_path, scenario)]


@pytest.mark.parametrize(
    ("side", "law"),
    [
        ("{fields: {slope: yes}, between: [0101/0102]}", "a slope leads up"),
        ("{fields: {tunnel: yes}, between: [0101/0102]}", "a tunnel side is a side of a tunnel"),
        ("{fields: {tunnel: yes, barrier: wall}, between: [2005/2105]}", "a tunnel side is a side of a tunnel"),
    ],
)
def test_a_side_that_cannot_be_is_told(tmp_path: Path, side: str, law: str) -> None:
    found = told(tmp_path, {}, f"override:\n  map:\n    sides:\n      - {side}\n")
    assert any(code == "law" and law in message for code, message in found), found
