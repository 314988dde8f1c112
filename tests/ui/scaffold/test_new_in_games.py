"""What `moot new` writes passes `moot check` in every shipped game, and is played."""

import re
from pathlib import Path

import pytest

from moot.lang import tree
from moot.pack.load import load

GAMES = (
    "gondolin",
    "gondor",
    "gondor/learning",
    "duel/english",
    "duel/cox",
    "balrog",
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


def test_a_new_deck_holds_the_cards_of_the_pack(moot) -> None:
    moot("new", "pack", "mine", "--extends", "gondolin")
    for kind in ("defender", "occurrence", "improvement"):
        moot("new", "card", f"mine/my_{kind}", "--kind", kind)
    moot("new", "story", "mine/long_rains")
    story = Path("mine/long_rains.yaml")
    text, changed = re.subn(
        "    demands: .*", "    demands: (count c in d where c.title = my_defender) >= 2", story.read_text()
    )
    assert changed == 1
    story.write_text(text)
    said = moot("play", "mine", "--bots", "--seed", "1")
    assert said.exit_code == 1 and "no deck is for the story `long_rains`" in said.stderr
    assert "moot new deck mine/NAME --option story=long_rains" in said.stderr
    assert moot("new", "deck", "mine/watchers", "--story", "long_rains").exit_code == 0
    cards = load("mine").decks["watchers"].cards
    assert {"my_defender", "my_occurrence", "my_improvement"} <= {title for title, _, _ in cards}
    said = moot("sim", "mine", "--games", "2", "--seed", "1")
    assert said.exit_code == 0 and "story long_rains, deck watchers" in said.stdout, said.output


def test_an_illegal_deck_is_played_only_anyway(moot) -> None:
    moot("new", "pack", "mine", "--extends", "gondolin")
    cards = "{hidden_vale: 1, wall_archer: 5, goblin_raiders: 3, wolf_riders: 3, orc_warband: 3, bat_shades: 2}"
    deck = f"decks:\n  hills: {{zone: draw_pile, choice: deck, for: {{story: lesson}}, cards: {cards}}}\n"
    Path("mine/decks.yaml").write_text(deck, encoding="utf-8")
    play = ("play", "mine", "--bots", "--bot", "settler=random", "--seed", "1", "--log", "a.log")
    said = moot(*play)
    assert said.exit_code == 1 and "is 5, must be at most 3, for wall_archer" in said.stderr, said.output
    assert "`mine` is not played: 1 error" in said.stderr and "--anyway" in said.stderr
    assert "mine/decks.yaml:2:" in said.stderr and not Path("a.log").exists()
    assert moot("sim", "mine", "--games", "1").exit_code == 1
    assert moot(*play, "--anyway").exit_code == 0
    assert '"anyway": ["the deck `hills`' in Path("a.log").read_text(encoding="utf-8").splitlines()[0]
    said = moot("verify", "a.log")
    assert said.exit_code == 1 and "the log says so" in said.stderr
    said = moot("verify", "a.log", "--anyway")
    assert said.exit_code == 0 and "played anyway: the deck `hills`" in said.stdout
    said = moot("play", "gondolin", "--bots", "--story", "winged_years", "--deck", "one_of_each")
    assert said.exit_code == 1 and "is not played" in said.stderr
