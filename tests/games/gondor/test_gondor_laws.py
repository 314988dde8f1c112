"""What is wrong with a scenario of a hex wargame, or with its map, is told by the law that it breaks."""

from __future__ import annotations

from pathlib import Path

import pytest

from moot.tools.check.packs import check

SOUND = {
    "attacker": "sauron",
    "prizes": "[0603]",
    "turns": "5",
    "forces": "[{who: spearmen_1, at: 0604}, {who: captain, at: 0604}, {who: orcs_1, at: 0609}]",
    "wins": "p = westernesse",
}


Told = list[tuple[str, str]]


def told(folder: Path, scenarios: dict[str, dict[str, str]], more: str = "") -> Told:
    """Codes and messages of a pack with these scenarios; each says how it differs from a sound one."""
    (folder / "pack.yaml").write_text("id: my/battle\ntitle: Mine\nextends: gondor/learning\n", encoding="utf-8")
    lines = ["kind: battle", "scenarios:"]
    for name, scenario in scenarios.items():
        lines += [f"  {name}:", *(f"    {key}: {value}" for key, value in (SOUND | scenario).items() if value)]
    (folder / "mine.yaml").write_text("\n".join(lines) + "\n", encoding="utf-8")
    if more:
        (folder / "more.yaml").write_text(more, encoding="utf-8")
    return [(d.code, d.message) for d in check([folder]).diagnostics]


def posted(*rows: str) -> str:
    return SOUND["forces"].removesuffix("]") + "".join(f", {{{row}}}" for row in rows) + "]"


BROKEN: list[tuple[dict[str, str], str]] = [
    (
        {"forces": posted("who: axemen, at: 0701", "who: axemen, at: 0801")},
        "each piece is in one place or arrives once",
    ),
    ({"forces": posted("who: axemen, at: 0301")}, "no piece is in a hex it may not enter"),
    ({"forces": posted("who: lance_knights, at: 0204")}, "no piece is in a hex it may not enter"),
    ({"forces": posted("who: axemen, at: 0604")}, "at most one combat unit in a hex"),
    ({"forces": posted("who: orcs_2, at: 0701", "who: king, at: 0604")}, "no enemies in the same hex"),
    ({"forces": posted("who: marshal, at: 0701")}, "each leader is with a unit they may lead"),
    ({"arrivals": "[{turn: 9, who: [axemen], entry: h in northern_edge}]"}, "reinforcements can enter"),
    (
        {"arrivals": "[{turn: 2, who: [axemen], entry: h.terrain = clear and h.height = 9}]"},
        "reinforcements can enter",
    ),
    (
        {"arrivals": "[{turn: 2, who: [orcs_1], entry: h in northern_edge}]"},
        "each piece is in one place or arrives once",
    ),
    ({"night": "2..6"}, "every night is one of the turns"),
    ({"musters": "[{who: [axemen, orcs_1], ground: h.terrain = clear}]"}, "each piece is in one place or arrives once"),
    ({"musters": "[{who: [axemen, bowmen], ground: h = keep}]"}, "there is room for all placed pieces"),
    ({"forces": "[{who: orcs_1, at: 0609}]"}, "both sides have combat units"),
    ({"prizes": ""}, "there is an objective"),
    ({"wins": ""}, "the scenario or the rules name the winner after the last turn"),
]


@pytest.fixture(scope="module")
def broken(tmp_path_factory: pytest.TempPathFactory) -> Told:
    """What is told of a sound scenario and of all the others, in one pack."""
    scenarios = {f"broken_{n}": scenario for n, (scenario, _) in enumerate(BROKEN)}
    return told(tmp_path_factory.mktemp("battle"), {"sound": {}, **scenarios})


def test_a_sound_scenario_breaks_no_law(broken: Told) -> None:
    assert {code for code, _ in broken} == {"law"}
    assert not any("`sound`" in message for _, message in broken)


@pytest.mark.parametrize(("number", "law"), [(n, law) for n, (_, law) in enumerate(BROKEN)])
def test_a_broken_law_is_told(broken: Told, number: int, law: str) -> None:
    mine = [message for _, message in broken if f"`broken_{number}`" in message]
    assert any(law in message for message in mine), mine


def test_what_is_not_there_is_told_at_once(tmp_path: Path) -> None:
    found = told(
        tmp_path,
        {
            "first": {"forces": posted("who: axmen, at: 0701")},
            "second": {"forces": posted("who: axemen, at: 2399")},
            "third": {"turns": ""},
        },
    )
    assert {code for code, _ in found} == {"unknown-thing", "no-such-hex", "missing-field"}


def test_a_side_that_cannot_be_is_told(tmp_path: Path) -> None:
    sides = [
        "{fields: {slope: yes}, between: [0101/0102]}",
        "{fields: {tunnel: yes}, between: [0501/0502]}",
        "{fields: {tunnel: yes, barrier: wall}, between: [2005/2105]}",
    ]
    listed = "".join(f"      - {side}\n" for side in sides)
    found = told(tmp_path, {"sound": {}}, f"override:\n  map:\n    sides:\n{listed}")
    laws = [("0101/0102", "a slope leads up to higher ground")]
    laws += [(side, "a tunnel side is a side of a tunnel") for side in ("0501/0502", "2005/2105")]
    for side, law in laws:
        assert any(f"`{side}`" in message and law in message for _, message in found), (side, found)
