"""The map of a siege: it breaks none of its laws, and each law can be broken by what an owner lays over the map."""

from __future__ import annotations

import re
from pathlib import Path

import networkx
import pytest

from moot.pack.load import load
from moot.tools.check.packs import check
from moot.tools.maps.graph import graph_of
from moot.tools.scaffold.overlay import new_overlay

HEXES = """\
    fields:
      0110: {level: 1}
      0523: {terrain: crater}
    sides:
      - {fields: {barrier: none}, between: 0811/0911}
      - {fields: {barrier: wall}, between: [1316/1317, 0521/0522, 0101/0102]}
      - {fields: {barrier: tower}, between: 0519/0520}
      - {fields: {road: yes}, between: 1815/1816}
      - {fields: {tunnel: no}, between: 1814/1914}
"""
WHOLE = """\
    fields:
      3704..3718 0123..3723: {terrain: fields}
    sides:
      - {fields: {barrier: none}, between: 2101/2201}
      - {fields: {barrier: wall}, between: third_gate}
      - {fields: {barrier: gate}, between: 1817/1917}
      - {fields: {road: no}, between: 1919/1920}
    names: {citadel: 1803}
"""
BARE = 'legend: {".": {terrain: fields}, "g": {terrain: clear}, "t": {terrain: mountain}}'
LAWS = {
    HEXES: {
        "there is a wall, a tower or a gate wherever two levels meet",
        "every hex of the city has a level, and open ground has none",
        "a tower has a tower's sides, and is not next to a higher level",
        "a tunnel has two mouths, and rock on its other sides",
        "craters are only on maps of Sauron's own land",
        "a wall or gate separates a level from the next",
        "a tower's side is a side of a tower",
        "no wall, tower or gate is on a mountain's side",
        "the road is in front of the city, or leads through the Main Gate",
        "each level of the city is connected by streets and tunnels",
    },
    WHOLE: {
        "there is a wall, a tower or a gate wherever two levels meet",
        "each level of the city is connected by streets and tunnels",
        "hexes are numbered as in the rules",
        "the citadel is the highest level, and connected",
        "each level of the city has a gate from the level below",
        "there is one gate in the Outer Wall",
        "the road leads from the city to the eastern edge",
        "cavalry can ride from each edge to the Main Gate",
        "units from the north and the south arrive on clear ground",
    },
}


def broken(folder: Path, over: str) -> set[str]:
    """The laws that a map breaks over which this was laid."""
    (folder / "pack.yaml").write_text("id: my/map\ntitle: Mine\nextends: gondor/campaign\n", encoding="utf-8")
    (folder / "map.yaml").write_text(f"override:\n  map:\n{over}", encoding="utf-8")
    errors = [one for one in check([folder]).diagnostics if one.severity == "error"]
    assert {one.code for one in errors} <= {"law"}, errors
    return {found for one in errors for found in re.findall("“(.*?)”", one.message)}


@pytest.mark.parametrize("over", LAWS, ids=["hexes", "whole"])
def test_what_is_laid_over_the_map_is_held_to_its_laws(tmp_path: Path, over: str) -> None:
    assert broken(tmp_path, over) == LAWS[over]


def test_a_land_of_fields_without_tunnels_breaks_what_remains(tmp_path: Path) -> None:
    found = broken(tmp_path, f"    {BARE}\n")
    assert "every terrain type on Gondor's chart occurs" in found
    assert "there is clear ground before the walls" in found


def test_every_law_of_the_map_is_broken_by_a_test() -> None:
    text = (Path(__file__).parents[3] / "rules/gondor/campaign/map.moot").read_text(encoding="utf-8")
    tested = set().union(*LAWS.values()) | {
        "every terrain type on Gondor's chart occurs",
        "there is clear ground before the walls",
    }
    assert set(re.findall(r'^law \w+ "(.*)"', text, re.MULTILINE)) == tested


def test_an_overlay_begins_as_the_same_map(tmp_path: Path) -> None:
    new_overlay("gondor/campaign", tmp_path / "mine")
    ours, theirs = load("gondor/campaign", cases=False), load(tmp_path / "mine", cases=False)
    theirs.report.raise_if_failed()
    assert ours.boards["map"].around == theirs.boards["map"].around
    assert [(one.id, one.stand_in) for one in ours.things.values()] == [
        (one.id, one.stand_in) for one in theirs.things.values()
    ]


def test_levels_are_parted_wherever_nothing_stands() -> None:
    """By flood: what hangs together without walls, towers and gates is of one level, and rock lies in none of it."""
    bundle = load("gondor/campaign", cases=False)
    board = bundle.boards["map"]

    def told(ident: str, name: str) -> object:
        entry = bundle.things[ident].fields.get(name)
        return entry.value if entry else None

    graph = graph_of(board)
    graph.remove_nodes_from([one for one in board.places if told(one, "terrain") == "mountain"])
    sides = {frozenset((board.places[i], board.places[j])): side for (i, j), side in board.links.items()}
    walls = [pair for pair, side in sides.items() if told(side, "barrier") not in (None, "none")]
    graph.remove_edges_from([tuple(pair) for pair in walls])
    rock = [one for one in graph if told(one, "terrain") == "tunnel"]
    graph.remove_edges_from(
        [
            (one, other)
            for one in rock
            for other in list(graph[one])
            if told(sides.get(frozenset((one, other)), one), "tunnel") is not True
        ]
    )
    streets = 0
    for part in networkx.connected_components(graph):
        levels = {told(one, "level") or 0 for one in part}
        assert len(levels) == 1, sorted(part)
        streets += levels != {0} and len(part) > 1
    assert streets == 7
