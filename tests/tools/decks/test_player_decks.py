"""Decks that players bring along: dealt where the game says, checked by its laws, kept in logs and saves."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

import moot
from moot.lang.diagnostic import MootError
from moot.tools.check.packs import check
from moot.tools.explain.instrumented import instrument_again
from moot.tools.logs.log import read_log, replayed
from moot.ui.command import cli

FILES = {
    "pack.yaml": "id: trial\ntitle: Trial\n",
    "rules.moot": """\
game trial "Trial"
players 2..3 : ann, bob, cid = 2
kind part : main, side
kind card
  worth : number
  part  : part = main
  owner : player or none = none
zone library(p: player) : pile of card, seen by none
zone side(p: player)    : pool of card, seen by p
zone heap               : pile of card, seen by all
law deck "two of a card at most, and its owner's"
  for each c in deck
    let copies = count d in deck where d.title = c.title
    copies <= 2
    c.owner != none
phase match
  for each p in player
    choose c in library(p) + side(p) by all_see(p) "one"
    move c to heap
  win none "{sum c in heap of c.worth}"
function all_see(p: player) : player = p
modify sees(p, z) becomes yes
""",
    "cards.yaml": "cards:\n  ant: {worth: 1}\n  bee: {worth: 2}\n  cat: {worth: 3}\n",
    "decks.yaml": "decks:\n"
    "  anns: {fields: {owner: ann}, sections: {main: {zone: library(ann), cards: {ant: 2}}, "
    "side: {zone: side(ann), cards: {ant: 2}}}}\n"
    "  bobs: {fields: {owner: bob}, zone: library(bob), cards: {ant: 2}}\n",
    "deck_files.yaml": "deck_files:\n  sections:\n    main: {zone: library( p ), fields: {owner: p}}\n"
    "    bench: {called: [Side], zone: side(p), fields: {part: side, owner: p}}\n"
    "    more: {within: bench, fields: {owner: p}}\n",
}


@pytest.fixture
def trial(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("MOOT_AUTOSAVE", str(tmp_path / "saves"))
    folder = tmp_path / "trial"
    folder.mkdir()
    for name, text in FILES.items():
        (folder / name).write_text(text)
    (tmp_path / "bob.yaml").write_text("main: {bee: 1, Cat: 2}\nSide: {ant: 1}\nMore: {bee: 1}\n")
    (tmp_path / "ann.csv").write_text("section,count,card\nmain,2,Cat\n")
    return folder


def moot_says(*arguments: str) -> tuple[int, str]:
    result = CliRunner().invoke(cli, list(arguments))
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result.exit_code, result.output


def test_a_deck_takes_the_place_of_the_packs_in_its_zones(trial: Path) -> None:
    decks = {"bob": {"main": {"bee": 1, "cat": 2}, "bench": {"ant": 1}, "more": {"bee": 1}}}
    game = moot.load(trial, decks=decks)
    keys = [thing.key for thing in game.program.layout.things]
    assert [key for key in keys if key.startswith("bob")] == [
        *("bob_main.bee", "bob_main.cat.1", "bob_main.cat.2", "bob_bench.ant", "bob_more.bee")
    ]
    assert [key for key in keys if key.startswith("anns")] == [
        *("anns_main.ant.1", "anns_main.ant.2", "anns_side.ant.1", "anns_side.ant.2")
    ]
    assert game.decks == decks
    both = moot.load(trial, decks=decks | {"ann": {"main": {"cat": 1}}})
    assert not any(thing.key.startswith("anns") for thing in both.program.layout.things)
    assert moot.load(trial).decks == {}  # what is kept of one is not taken for the other


def test_logs_and_saves_hold_the_cards(trial: Path, tmp_path: Path) -> None:
    status, told = moot_says(
        "play", "trial", "--bots", "--seed", "1", "--deck", "bob=bob.yaml", "--log", "game.log", "--anyway"
    )
    assert status == 0, told
    assert json.loads(Path("game.log").read_text().splitlines()[0])["decks"] == {
        "bob": {"main": {"bee": 1, "cat": 2}, "bench": {"ant": 1}, "more": {"bee": 1}}
    }
    Path("bob.yaml").unlink()
    state = replayed(read_log(Path("game.log")))
    assert state.over and "bob" in state.game.decks
    assert moot_says("verify", "game.log")[0] == 1  # the pack has an illegal deck for Ann
    assert moot_says("verify", "game.log", "--anyway")[0] == 0
    saved = state.game.start(1).save()
    assert moot.load(trial, decks=state.game.decks).restore(saved).game.decks == state.game.decks
    with pytest.raises(MootError, match="save-decks"):
        moot.load(trial).restore(saved)
    assert instrument_again(state.game).game.decks == state.game.decks


def test_every_format_and_several_players(trial: Path) -> None:
    status, told = moot_says(
        "sim", "trial", "--deck", "bob=bob.yaml", "--deck", "ann=ann.csv", "--games", "5", "--anyway"
    )
    assert status == 0 and "5 games" in told, told


@pytest.mark.parametrize(
    "decks", [[], {"ann": 1}, {"ann": {"main": 1}}, {"ann": {"main": {"ant": 0}}}, {"ann": {"main": {"ant": True}}}]
)
def test_python_says_what_decks_are(trial: Path, decks: object) -> None:
    if decks:
        with pytest.raises(TypeError, match="decks"):
            moot.load(trial, decks=decks)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("decks", "said"),
    [
        ({"dan": {"main": {"ant": 1}}}, "unknown player `dan`"),
        ({"ann": {"mian": {"ant": 1}}}, "players' decks have no section `mian`"),
        ({"ann": {"main": {"aunt": 1}}}, "unknown card `aunt`"),
        ({"cid": {"main": {"ant": 1}}}, "`cid` has a deck but is not one of the 2 players"),
    ],
)
def test_what_the_game_does_not_have(trial: Path, decks: dict[str, dict[str, dict[str, int]]], said: str) -> None:
    with pytest.raises(MootError) as caught:
        moot.load(trial, decks=decks)
    assert [one.message for one in caught.value.diagnostics] == [said]


def test_a_log_with_decks_that_are_none(trial: Path) -> None:
    moot_says("play", "trial", "--bots", "--seed", "1", "--deck", "bob=bob.yaml", "--log", "game.log", "--anyway")
    text = Path("game.log").read_text()
    Path("game.log").write_text(text.replace('"cat": 2', '"cat": "2"'))
    status, told = moot_says("replay", "game.log")
    assert status != 0 and "the header's `decks` must be maps of players, sections, ids and counts" in told


def test_a_deck_of_somebody_who_does_not_take_part(trial: Path) -> None:
    status, told = moot_says("sim", "trial", "--deck", "cid=ann.csv", "--games", "1")
    assert status != 0 and told.startswith("error: `cid` has a deck but is not one of the 2 players")
    assert "--players 3" in told
    assert moot_says("sim", "trial", "--deck", "cid=ann.csv", "--games", "1", "--players", "3", "--anyway")[0] == 0


def test_laws_are_for_decks_that_are_laid(trial: Path) -> None:
    decks = FILES["decks.yaml"] + "  cids: {fields: {owner: cid}, zone: library(cid), cards: {bee: 3}}\n"
    (trial / "decks.yaml").write_text(decks)
    assert [one.message.partition(" breaks")[0] for one in check([trial]).diagnostics] == ["the deck `anns`"]
    told = check([trial], settings=[("players", 3)]).diagnostics
    assert [one.message.partition(" breaks")[0] for one in told] == ["the deck `anns`", "the deck `cids`"]
