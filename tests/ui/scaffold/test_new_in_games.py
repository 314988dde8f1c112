"""What `moot new` writes passes `moot check` in every shipped game, and is played."""

from pathlib import Path

import pytest

from moot.lang import tree
from moot.pack.load import load

GAMES = (
    "gondolin",
    "gondor",
    "gondor/learning",
    "gondor/proving",
    "duel/english",
    "duel/cox",
    "balrog",
    "balrog/under_deeps",
)
NEEDS = {  # what a game must have for a command, as the message says if it has not
    "story": "names a thing, such as a story",
    "scenario": "names a thing, such as a scenario",
    "deck": "chooses a deck",
    "map": "declare no board",
}


@pytest.mark.parametrize("game", GAMES)
def test_all_that_is_new_is_accepted_and_played(moot, game: str) -> None:
    assert moot("new", "pack", "mine", "--extends", game).exit_code == 0
    declared = load(game).declarations
    options = {one.name: one for one in declared if isinstance(one, tree.OptionDecl)}
    of_things = [name for name in options if name in ("story", "scenario")]
    has = {
        "map": any(isinstance(one, tree.BoardDecl) for one in declared),
        "deck": "deck" in options,
        "story": bool(of_things),
        "scenario": bool(of_things),
    }
    chosen = "scenario" if "scenario" in options else "story"
    for what in ("card", "case", chosen, "deck", "map"):
        extra = ("--story", "new_story") if what == "deck" and has["deck"] else ()
        said = moot("new", what, f"mine/new_{what}", *extra)
        if has.get(what, True):
            assert said.exit_code == 0, said.output
        else:
            assert said.exit_code == 2 and NEEDS[what] in said.stderr, said.output
    said = moot("check", "mine")
    assert said.exit_code == 0 and "0 errors, 0 warnings" in said.stdout, said.output
    said = moot("test", "mine")
    assert said.exit_code == 0 and "1 passed" in said.stdout, said.output
    if "balrog" in game:
        return
    said = moot("sim", "mine", "--games", "1", "--seed", "1", "--bot", "random")
    assert said.exit_code == 0, said.output
    if of_things:
        played = moot("show", "mine", "options", "--json")
        assert f"new_{chosen}" in played.stdout, played.stdout


@pytest.mark.parametrize("game", ["gondolin", "gondor/learning", "duel/english"])
def test_a_card_of_every_kind_is_accepted(moot, game: str) -> None:
    moot("new", "pack", "mine", "--extends", game)
    declared = load(game)
    named = {board.place for board in declared.boards.values()} | {board.side for board in declared.boards.values()}
    for one in declared.declarations:
        if isinstance(one, tree.KindDecl) and one.name not in named:
            said = moot("new", "card", f"mine/a_{one.name}", "--kind", one.name)
            assert said.exit_code == 0, (one.name, said.output)
    said = moot("check", "mine")
    assert said.exit_code == 0, said.output


def test_a_part_of_a_game_is_not_extended(moot) -> None:
    said = moot("new", "pack", "mine", "--extends", "duel/common")
    assert said.exit_code == 2 and "not-a-game" in said.stderr and "extend duel/english, duel/cox" in said.stderr
    assert not Path("mine").exists()


def test_the_editions_of_a_game_are_named(moot) -> None:
    moot("new", "pack", "mine", "--extends", "gondor")
    text = Path("mine/pack.yaml").read_text(encoding="utf-8")
    assert "#   gondor/campaign\n#   gondor/learning\n" in text
