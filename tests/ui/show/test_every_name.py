"""`moot show GAME NAME` for all names of all games: readable for people, and JSON for tools."""

import json

import pytest

from moot.lang.name_folding import plural
from moot.pack.load import load

GAMES = ("gondolin", "gondor", "gondor/learning", "duel/english", "duel/cox", "balrog")
LARGE = ("options", "tables", "locations", "regions", "agents")  # of a game whose every list takes a while


@pytest.mark.parametrize("game", GAMES)
def test_whatever_is_shown_is_readable(moot, game: str) -> None:
    bundle = load(game, cases=False)
    kinds = sorted({thing.kind for thing in bundle.things.values()})
    every = ("options", "clauses", "things", "layout", "tables", *map(plural, kinds))
    for name in LARGE if game == "balrog" else every:
        said = moot("show", game, name)
        if said.exit_code == 2:
            assert "has no" in said.stderr and "to show" in said.stderr, (name, said.output)
            continue
        assert said.exit_code == 0, (name, said.output[:500])
        for inside in ("CodeText(", "YamlEntry(", "Scalar(", "Span(", "Source(", "object at 0x"):
            assert inside not in said.stdout, (name, said.stdout[:500])
        assert len(said.stdout) < 300_000, name
        found = json.loads(moot("show", game, name, "--json").stdout)
        assert found["format"].startswith("moot show"), name
        assert "CodeText(" not in json.dumps(found), name


def test_a_battle_is_shown_with_its_code(moot) -> None:
    said = moot("show", "gondor", "battles")
    assert "ground in_the_east(h); who [orc_archers_1" in said.stdout
    assert len(said.stdout) < 20_000


def test_cards_are_shown(moot) -> None:
    assert moot("show", "gondolin", "cards").exit_code == 0
