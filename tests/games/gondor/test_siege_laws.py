"""What is wrong with a scenario of the siege is told by the law that it breaks."""

from __future__ import annotations

import pytest

from moot.tools.check.packs import check

SOUND = {
    "siege": "yes",
    "attacker": "sauron",
    "prizes": "[road_head, road_end]",
    "turns": "16",
    "night": "2..6",
    "forces": "[{who: citadel_guard, at: citadel}, {who: orc_infantry_1, at: 2014}]",
}
EAST = "{who: [orc_infantry_2], ground: in_the_east(h)}"
CITY = "{who: [gondor_bowman], ground: near_the_city(h)}"
BROKEN: list[tuple[dict[str, str], str]] = [
    ({"musters": f"[{CITY}, {EAST}]"}, "the forces of Sauron are placed first"),
    ({"forces": "[{who: citadel_guard, at: 0804}, {who: orc_infantry_1, at: 2014}]"}, "the Citadel Guard starts in"),
    ({"turns": "12"}, "the game has the right turns and nights"),
    ({"prizes": "[road_end]"}, "the objective of a siege is the road"),
    ({"night": "2..5"}, "the game has the right turns and nights"),
    ({"arrivals": "[{turn: 6, who: [theoden], entry: riders_come_by(h)}]"}, "reinforcements arrive when the lists say"),
    (
        {"forces": SOUND["forces"].replace("}]", "}, {who: cauldron_1, at: 0810}]")},
        "the cauldrons are in the city",
    ),
    (
        {"musters": f"[{EAST}, {CITY.replace('gondor_bowman', 'cauldron_1')}]"},
        "the cauldrons are in the city",
    ),
]


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """What is told of sound scenarios, of all the broken ones and of an army with another level, in one pack."""
    folder = tmp_path_factory.mktemp("siege")
    scenarios = {"sound": {}, "placed": {"musters": f"[{EAST}, {CITY}]"}}
    scenarios |= {f"broken_{n}": scenario for n, (scenario, _) in enumerate(BROKEN)}
    lines = ["kind: battle", "scenarios:"]
    for name, scenario in scenarios.items():
        lines += [f"  {name}:", *(f"    {key}: {value}" for key, value in (SOUND | scenario).items())]
    (folder / "mine.yaml").write_text("\n".join(lines) + "\n", encoding="utf-8")
    (folder / "armies.yaml").write_text("override:\n  relief: {level: 70}\n", encoding="utf-8")
    (folder / "pack.yaml").write_text("id: my/siege\ntitle: Mine\nextends: gondor/proving\n", encoding="utf-8")
    return [d.message for d in check([folder]).diagnostics if d.code == "law"]


def test_sound_scenarios_break_no_law(told: list[str]) -> None:
    assert not any("`sound`" in message or "`placed`" in message for message in told)


@pytest.mark.parametrize(("number", "law"), [(n, law) for n, (_, law) in enumerate(BROKEN)])
def test_a_broken_law_is_told(told: list[str], number: int, law: str) -> None:
    mine = [message for message in told if f"`broken_{number}`" in message]
    assert any(law in message for message in mine), mine


def test_an_army_has_the_level_that_is_printed(told: list[str]) -> None:
    assert any("`relief`" in message and "the armies have the levels" in message for message in told)
    assert not any("`garrison`" in message for message in told)
