"""Laws of decks, held against what a mod makes of them."""

from pathlib import Path

from moot.tools.check.packs import check

PACK = """\
id: mymod
title: A mod
version: "1.0"
licence: MIT
moot: ">=0.1"
extends: [duel/english]
"""


def checked(tmp_path: Path, decks: str) -> list[str]:
    (tmp_path / "pack.yaml").write_text(PACK)
    (tmp_path / "decks.yaml").write_text(decks)
    return [d.message for d in check([tmp_path]).diagnostics]


def test_every_broken_line_of_a_law_is_told(tmp_path: Path) -> None:
    assert checked(tmp_path, "override:\n  gandalf: {cards: {trance: 2, gandalfs_rage: 0, spark: 3}}\n") == [
        "the deck `gandalf` breaks the law “a side has 27 cards, including one without symbols or text”:"
        " `size(deck)` is 29, must be 27",
        "the deck `gandalf` breaks the law “a side has 27 cards, including one without symbols or text”:"
        " `count c in deck where c is trance` is 2, must be 1",
        "the deck `gandalf` breaks the law “Gandalf has six special cards, the Balrog five”:"
        " `count d in deck where d.special` is 5, must be 6 (`special_cards(c.owner)`)"
        ", for blaze, bulwark, counterstroke, flare, gandalfs_balance and 21 more",
    ]


def test_a_deck_that_keeps_the_laws(tmp_path: Path) -> None:
    assert checked(tmp_path, "override:\n  gandalf: {cards: {sweep: 0, spark: 2}}\n") == []


def test_a_broken_law_points_to_the_file_that_changes_the_deck(tmp_path: Path) -> None:
    checked(tmp_path, "override:\n  gandalf: {cards: {spark: 3}}\n")
    (found,) = check([tmp_path]).diagnostics
    assert (Path(found.at.source.path).name, found.at.line, found.at.column) == ("decks.yaml", 2, 3)
    assert [(Path(at.source.path).name, text) for at, text in found.notes] == [("things.moot", "law declared here")]
    assert Path(found.at.source.path).parent.name == tmp_path.name


RULES = """\
game field "Field"
players ann, bob
kind card
  worth : number
  tall  : bool = no
zone deck : pile of card, seen by none
option wet : bool = no
law card "what is tall is worth something" where this.tall
  this.worth > 0
law deck "two cards in the wet" where wet
  size(deck) = 2
phase play
  win ann
"""
CARDS = "cards:\n  oak: {worth: 0, tall: yes}\n  moss: {worth: 0}\n"


def test_where_limits_a_law_to_some_things_and_games(tmp_path: Path) -> None:
    for file, text in {
        "pack.yaml": 'id: my/field\ntitle: Field\nversion: "1.0"\nlicence: MIT\nmoot: ">=0.1"\n',
        "rules.moot": RULES,
        "cards.yaml": CARDS,
        "decks.yaml": "decks: {all: {zone: deck, cards: {oak: 1, moss: 2}}}\n",
    }.items():
        (tmp_path / file).write_text(text)
    tall = "`oak` breaks the law “what is tall is worth something”: `this.worth` is 0, must be more than 0"
    assert [d.message for d in check([tmp_path]).diagnostics if d.code == "law"] == [tall]
    wet = "the deck `all` breaks the law “two cards in the wet”: `size(deck)` is 3, must be 2"
    assert [d.message for d in check([tmp_path], (), [("wet", True)]).diagnostics if d.code == "law"] == [wet, tall]
