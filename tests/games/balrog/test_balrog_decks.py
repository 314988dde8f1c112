"""Published decks of a Balrog player, judged; and the same with one fault each."""

from __future__ import annotations

import csv
from collections import Counter
from pathlib import Path

import pytest

from moot.lang.diagnostic import Diagnostic
from moot.lang.source import Source
from moot.lang.spelling import MOST_HINTS
from moot.pack.load import load
from moot.tools.decks.legality import JudgedDeck, judge

DECKS = Path(__file__).resolve().parents[3] / "examples" / "balrog_decks"


def judged(text: str, name: str = "deck.csv", **options: object) -> JudgedDeck:
    return judge(Source(name, text), "balrog", settings=list(options.items()))


def shadow_deeps() -> str:
    return (DECKS / "shadow_deeps.csv").read_text(encoding="utf-8")


def changed(*changes: tuple[str, str]) -> str:
    text = shadow_deeps()
    for old, new in changes:
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    return text


def errors(deck: JudgedDeck) -> list[Diagnostic]:
    return [one for one in deck.report if one.severity == "error"]


@pytest.mark.parametrize("name", ["shadow_deeps", "balrogs_host"])
def test_both_published_decks_are_legal(name: str) -> None:
    deck = judged((DECKS / f"{name}.csv").read_text(encoding="utf-8"))
    assert deck.legal, [one.render() for one in deck.report]
    assert not deck.report.diagnostics


EVERY = sorted((DECKS / "every").glob("*.csv"))


@pytest.mark.parametrize("path", EVERY, ids=lambda path: path.stem)
def test_decks_that_show_every_card_are_legal(path: Path) -> None:
    deck = judged(path.read_text(encoding="utf-8"))
    assert deck.legal, [one.render() for one in deck.report]


def test_a_wizard_has_no_resources_of_minions_but_items() -> None:
    text = (DECKS / "every" / "hero.csv").read_text(encoding="utf-8")
    told = errors(judged(text.replace("1,Broad-headed Spear,LE-304", "1,War-warg,LE-156")))
    assert [("1.3.W3" in one.render(), "War-warg" in one.render()) for one in told] == [(True, True)]


def test_decks_hold_every_card_that_has_an_effect() -> None:
    bundle = load("balrog/match", cases=False)
    files = [*EVERY, *DECKS.glob("*.csv")]
    listed = {row["card"] for path in files for row in csv.DictReader(path.read_text(encoding="utf-8").splitlines())}
    cards = [thing for thing in bundle.things.values() if "effect" in thing.fields and "name" in thing.fields]
    missing = {str(one.fields["name"].value) for one in cards} - listed
    of_examples = {"Choking Shadows", "a mode of a Ringwraith", "a resource that lets The Balrog walk"}
    assert missing == of_examples


# What the laws ask, counted by hand: by the sections and the sorts that the lists themselves give.
BY_HAND = {
    "shadow_deeps": {"hazards": 32, "resources": 32, "characters": 3, "avatars": 3, "pool": 11, "sideboard": 28},
    "balrogs_host": {"hazards": 31, "resources": 31, "characters": 3, "avatars": 3, "pool": 8, "sideboard": 25},
}


@pytest.mark.parametrize("name", sorted(BY_HAND))
def test_the_published_decks_by_hand(name: str) -> None:
    rows = list(csv.DictReader((DECKS / f"{name}.csv").read_text(encoding="utf-8").splitlines()))
    counts: Counter[str] = Counter()
    for row in rows:
        section = row["section"].removeprefix("deck-")
        counts["avatars" if row["card"] == "The Balrog" else section] += int(row["count"])
    expected = BY_HAND[name]
    assert {key: counts[key] for key in expected} == expected
    assert counts["hazards"] == counts["resources"] in range(30, 51)
    unique_sites = Counter(row["card"] for row in rows if row["section"] == "sites")
    assert set(unique_sites.values()) == {1}


FAULTS = {
    "Morgul-blade": (
        [("deck-resources,1,Orcs of Moria,LE-278", "deck-resources,1,Morgul-blade,LE-205")],
        ["deck.banned"],
        "Morgul-blade",
    ),
    "a hero among the characters": ([("1,Bûrat,AS-1", "1,Strider,BA-1")], ["deck.characters"], "Strider"),
    "Sauron, whom he may not have": (
        [("deck-resources,1,Stinker,LE-154", "deck-resources,1,Sauron,BA-43")],
        ["deck.banned"],
        "Sauron",
    ),
    "a Ringwraith": (
        [("1,Bûrat,AS-1", "1,Dwar the Ringwraith,LE-52")],
        ["deck.banned", "1.3.B1", "1.5"],
        "Dwar the Ringwraith",
    ),
    "a resource of heroes": (
        [("deck-resources,1,Stinker,LE-154", "deck-resources,1,Longbottom Leaf,BA-30")],
        ["1.3.R3"],
        "Longbottom Leaf",
    ),
    "the minion Moria": ([("sites,1,Moria,BA-93", "sites,1,Moria,LE-392")], ["sites.versions"], "Moria"),
    "a hero site": ([("1,Dead Marshes,LE-364", "1,Dead Marshes,TW-384")], ["sites.one"], "Dead Marshes"),
    "a second Carn Dûm": ([("sites,1,Carn Dûm,BA-85", "sites,2,Carn Dûm,BA-85")], ["1.3.1"], "Carn Dûm"),
    "four copies": (
        [
            ("deck-hazards,3,Giant Spiders,LE-75", "deck-hazards,4,Giant Spiders,LE-75"),
            ("deck-hazards,2,Foolish Words,LE-112", "deck-hazards,1,Foolish Words,LE-112"),
        ],
        ["1.3.1"],
        "Giant Spiders",
    ),
    "a resource too few": (
        [("deck-resources,3,Bold Thrust,LE-172", "deck-resources,2,Bold Thrust,LE-172")],
        ["1.5"],
        "resources 31, hazards 32",
    ),
    "no creatures to speak of": (
        [
            ("deck-hazards,3,Giant Spiders,LE-75", "deck-hazards,3,Long Winter,LE-117"),
            ("deck-hazards,3,Lesser Spiders,LE-83", "deck-hazards,3,Doors of Night,LE-110"),
        ],
        ["1.5.1"],
        "creatures 9",
    ),
    "a sideboard too large": (
        [("sideboard,2,The Under-roads,AS-106", "sideboard,5,The Under-roads,AS-106")],
        ["1.6.1", "1.3.1"],
        "cards 31",
    ),
    "an event in the pool": ([("pool,1,Orc Veteran,LE-35", "pool,1,Ghosts,LE-72")], ["1.7"], "Ghosts"),
    "no Balrog": (
        [("deck-characters,3,The Balrog,BA-3", "deck-characters,3,Old Troll,LE-29")],
        ["declare.card"],
        "The Balrog in the play deck or the sideboard",
    ),
    "a company elsewhere": (
        [("pool,1,Azog,BA-2", "starting at minas morgul,1,Azog,BA-2")],
        ["1.10"],
        "Azog",
    ),
    "minds of 22": (
        [
            ("pool,1,Azog,BA-2", "starting at moria,1,Azog,BA-2"),
            ("pool,1,Gorbag,LE-11", "starting at moria,1,Gorbag,LE-11"),
            ("pool,1,Bûthrakaur,BA-5", "starting at the under-gates,1,Bûthrakaur,BA-5"),
        ],
        ["1.9"],
        "minds 22",
    ),
    "one who may not begin": (
        [("deck-characters,1,Bûrat,AS-1", "starting at moria,1,Bûrat,AS-1")],
        ["card.no_start"],
        "Bûrat",
    ),
    "a site in the deck": (
        [("sites,1,Dead Marshes,LE-364", "sideboard,1,Dead Marshes,LE-364")],
        ["card.site"],
        "Dead Marshes",
    ),
}


# Each deck has as many faults as can be told apart: those of a deck change other lines, and other counts.
TOGETHER = [
    ["no Balrog"],
    ["a resource too few", "one who may not begin", "the minion Moria"],
    ["a Ringwraith", "a resource of heroes", "no creatures to speak of", "a site in the deck", "minds of 22"],
    [
        "Morgul-blade",
        "a hero among the characters",
        "Sauron, whom he may not have",
        "a hero site",
        "a second Carn Dûm",
        "four copies",
        "a sideboard too large",
        "an event in the pool",
        "a company elsewhere",
    ],
]


def test_every_fault_is_in_a_deck() -> None:
    assert sorted(fault for faults in TOGETHER for fault in faults) == sorted(FAULTS)


@pytest.mark.parametrize("faults", TOGETHER, ids=lambda faults: faults[0])
def test_each_fault_is_told(faults: list[str]) -> None:
    told = errors(judged(changed(*(change for fault in faults for change in FAULTS[fault][0]))))
    every = [clause for fault in faults for clause in FAULTS[fault][1]]
    for one in told:
        assert one.code == "law"
        assert any(clause in one.hint for clause in every), one.render()
    for fault in faults:
        _, clauses, said = FAULTS[fault]
        of = [one for one in told if any(clause in one.hint for clause in clauses)]
        for clause in clauses:
            assert any(clause in one.hint for one in of), (clause, [one.render() for one in told])
        assert any(said in one.message for one in of), (said, [one.message for one in told])
    assert all(one.at.line for one in told if not one.message.startswith("the deck breaks"))


STRANGERS = """
kind: character
cards:
  nowhere_men: {kind: faction, code: XX-1, name: "Men of Nowhere", alignment: minion, race: man, over: 8}
  cave_lord: {code: XX-2, name: "Cave Lord", alignment: minion, unique: yes, race: troll, mind: 9}
  deep_lord: {code: XX-3, name: "Deep Lord", alignment: minion, unique: yes, race: troll, mind: 9, balrog_specific: yes}
  spy: {kind: agent, code: XX-4, name: "A Spy", alignment: neutral, unique: yes, mind: 20}
  other_spy: {kind: agent, code: XX-5, name: "Another Spy", alignment: neutral, unique: yes, mind: 17}
"""


TWILIGHT = "deck-hazards,2,Twilight,LE-145"


@pytest.fixture
def strangers(tmp_path: Path) -> str:
    """A pack with cards that the game does not have: of sorts about which the insert says something."""
    folder = tmp_path / "strangers"
    folder.mkdir()
    (folder / "pack.yaml").write_text(
        "id: strangers\ntitle: Strangers\nextends: balrog/under_deeps\n", encoding="utf-8"
    )
    (folder / "cards.yaml").write_text(STRANGERS, encoding="utf-8")
    return str(folder)


def test_faults_of_cards_that_others_bring(strangers: str) -> None:
    text = changed(
        ("deck-resources,1,Orcs of Moria,LE-278", "deck-resources,1,Men of Nowhere,XX-1"),
        ("deck-characters,1,Bûrat,AS-1", "deck-characters,1,Cave Lord,XX-2"),
        (TWILIGHT, "deck-hazards,1,A Spy,XX-4\ndeck-hazards,1,Another Spy,XX-5"),
    )
    told = errors(judge(Source("deck.csv", text), "balrog", [strangers]))
    due = [("1.3.2", "minds 37"), ("deck.factions", "Men of"), ("deck.minds", "Cave Lord")]
    assert len(told) == len(due)
    for clause, said in due:
        assert any(clause in one.hint and said in one.message for one in told), [one.render() for one in told]


def test_cards_that_others_bring_are_legal_where_they_may_be(strangers: str) -> None:
    """An agent is a hazard wherever a file lists it, so there are as many hazards as before."""
    text = changed(
        ("deck-characters,1,Bûrat,AS-1", "deck-characters,1,Deep Lord,XX-3"),
        (TWILIGHT, "deck-characters,1,A Spy,XX-4\ndeck-hazards,1,Twilight,LE-145"),
    )
    deck = judge(Source("deck.csv", text), "balrog", [strangers])
    assert deck.legal, [one.render() for one in deck.report]


def test_creatures_by_hand() -> None:
    """Ten creatures and four Dragons at hunt are twelve; thirteen, four Spawn events and one creature that is an event
    too are fifteen and a half.
    """
    host = (DECKS / "balrogs_host.csv").read_text(encoding="utf-8")
    [told] = errors(judged(host.replace("deck-hazards,1,Smaug Ahunt,TD-70", "deck-hazards,1,Greed,LE-113")))
    assert "creatures 11" in told.message
    spiders = ("deck-hazards,3,Giant Spiders,LE-75", "deck-hazards,3,Long Winter,LE-117")
    spawn = ("deck-hazards,1,Monstrosity of Diverse Shape,BA-21", "deck-hazards,1,Doors of Night,LE-110")
    assert judged(changed(spiders, spawn)).legal
    other = ("deck-hazards,1,Spawn of Ungoliant,BA-24", "deck-hazards,1,Mordor in Arms,DM-72")
    [told] = errors(judged(changed(spiders, spawn, other)))
    assert "creatures 11" in told.message


def test_two_companies_at_his_darkhavens_are_legal() -> None:
    text = changed(
        ("pool,1,Azog,BA-2", "starting at moria,1,Azog,BA-2"),
        ("pool,2,Mountain-maggot,BA-8", "starting at the under-gates,2,Mountain-maggot,BA-8"),
    )
    deck = judged(text)
    assert deck.legal, [one.render() for one in deck.report]
    assert deck.sizes()["starting_at_moria"] == 1


def test_a_card_that_is_not_known_here_is_no_reason_against_a_deck() -> None:
    deck = judged(changed(("deck-resources,1,Stinker,LE-154", "deck-resources,1,Three Golden Hairs,DM-142")))
    assert not errors(deck)
    assert [one.code for one in deck.report] == ["unknown-card"]
    assert deck.legal


def test_what_cannot_be_counted_is_not_decided() -> None:
    deck = judged("3 The Balrog\n2 Quite Unheard Of\n", "deck.txt")
    assert not errors(deck)
    assert deck.doubtful == 3
    assert not deck.legal


def test_of_many_unknown_names_the_first_alone_get_the_nearest_spelling() -> None:
    """It is sought among all cards, and nobody reads thousands of hints."""
    deck = judged("\n".join(["Deck", *(f"1 Stinkers {number}" for number in range(150))]) + "\n", "deck.txt")
    told = [one for one in deck.report if one.code == "unknown-card"]
    assert len(told) == 150
    assert [number for number, one in enumerate(told) if one.hint.startswith("did you mean")] == list(range(MOST_HINTS))
