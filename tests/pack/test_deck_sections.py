"""A deck in sections: each goes to its zone, and the whole is one deck to options, mods and laws."""

from __future__ import annotations

from pathlib import Path

import pytest
from pack_texts import said

import moot
from moot.pack.load import load
from moot.tools.check.packs import check

FILES = {
    "pack.yaml": "id: trial\ntitle: Trial\n",
    "rules.moot": """\
game trial "Trial"
players 2..3 : ann, bob, cid = 2
kind card
  worth : number
  aside : bool = no
  owner : player or none = none
zone library(p: player) : pile of card, seen by none
zone side(p: player)    : pool of card, seen by p
option hand : deck or none = none
law deck "one copy of each, whatever the section"
  for each c in deck
    let copies = count d in deck where d.title = c.title
    copies <= 1
phase match
  win none "{sum c in library(bob) of c.worth}, {count c in card where c.aside}"
""",
    "cards.csv": "id,worth\nant,1\nbee,2\ncat,3\n",
    "decks.yaml": """\
decks:
  anns:
    fields: {owner: ann}
    sections:
      main: {zone: library(ann), cards: {ant: 1, bee: 1}}
      rest: {zone: side(ann), fields: {aside: yes}, cards: {cat: 1}}
  cids: {sections: {main: {zone: library(cid), cards: {ant: 1}}, rest: {zone: side(ann), cards: {bee: 1}}}}
  first:
    choice: hand
    sections: {main: {zone: library(bob), cards: {ant: 1}}, rest: {zone: side(bob), cards: {bee: 1}}}
  other: {choice: hand, sections: {main: {zone: library(bob), cards: {"*": 1}}}}
""",
}


@pytest.fixture
def trial(tmp_path: Path) -> Path:
    folder = tmp_path / "trial"
    folder.mkdir()
    for name, text in FILES.items():
        (folder / name).write_text(text)
    return folder


def test_each_section_goes_to_its_zone_with_its_fields(trial: Path) -> None:
    game = moot.load(trial, options={"hand": "other"})
    state = game.start(0)
    assert state.result is not None and state.result.reason == "6, 1"
    keys = [thing.key for thing in game.program.layout.things]
    assert keys == [
        "anns_main.ant",
        "anns_main.bee",
        "anns_rest.cat",
        "other_main.ant",
        "other_main.bee",
        "other_main.cat",
    ]


def test_an_option_chooses_all_sections(trial: Path) -> None:
    game = moot.load(trial, options={"hand": "first"})
    decks = {thing.deck for thing in game.program.layout.things}
    assert {"first_main", "first_rest"} <= decks and "other_main" not in decks


def test_a_deck_is_left_out_whole_if_a_section_lies_with_somebody_who_does_not_play(trial: Path) -> None:
    for players, there in ((2, False), (3, True)):
        game = moot.load(trial, options={"players": players})
        decks = {thing.deck for thing in game.program.layout.things}
        assert ({"cids_main", "cids_rest"} <= decks, bool({"cids_main", "cids_rest"} & decks)) == (there, there)


def test_a_mod_changes_single_sections(trial: Path) -> None:
    mod = trial.parent / "mod"
    mod.mkdir()
    (mod / "pack.yaml").write_text("id: mod\ntitle: Mod\nextends: ../trial\n")
    over = "  anns:\n    fields: {owner: bob}\n    sections:\n      rest: {cards: {cat: 0, bee: 1}}\n"
    over += "      more: {zone: side(bob), cards: {cat: 1}}\n  first: {fields: {aside: yes}}\n"
    (mod / "decks.yaml").write_text("override:\n" + over)
    bundle = load(mod)
    assert said(bundle.report) == []
    decks = {deck.id: deck for deck in bundle.decks.values() if deck.whole in ("anns", "first")}
    assert {name: [title for title, _, _ in deck.cards] for name, deck in decks.items()} == {
        "anns_main": ["ant", "bee"],
        "anns_rest": ["bee"],
        "anns_more": ["cat"],
        "first_main": ["ant"],
        "first_rest": ["bee"],
    }
    assert {name: deck.fields["owner"].value for name, deck in decks.items() if name.startswith("anns")} == {
        "anns_main": "bob",
        "anns_rest": "bob",
        "anns_more": "bob",
    }
    assert all("aside" in decks[name].fields for name in ("first_main", "first_rest"))
    told = [one.message for one in check([mod]).diagnostics]
    assert len(told) == 1 and "the deck `anns` breaks the law" in told[0] and "for bee" in told[0]
