"""Decks in every format: read, recognised, written, read again; and names as people write them."""

from __future__ import annotations

import json
import random
from collections import Counter
from pathlib import Path

import pytest

from moot.lang.diagnostic import Report
from moot.lang.name_folding import fold_name
from moot.lang.source import Source
from moot.pack.load import load
from moot.tools.decks.encoding import decode_deck
from moot.tools.decks.file import FORMATS, format_of, read_deck
from moot.tools.decks.game_format import DeckGame, fold_heading
from moot.tools.decks.match_cards import DeckCards, deck_cards
from moot.tools.decks.write import WRITTEN, write_deck

DECKS = Path(__file__).resolve().parents[3] / "examples" / "balrog_decks"


@pytest.fixture(scope="module")
def game() -> DeckGame:
    return DeckGame(load("balrog", cases=False))


def read(text: str, game: DeckGame, name: str = "deck.txt", errors: bool = False) -> tuple[DeckCards, Report]:
    report = Report()
    deck = read_deck(Source(name, text), game, report)
    assert deck is not None, [one.render() for one in report]
    cards = deck_cards(deck, game, report)
    assert errors or not report.failed, [one.render() for one in report]
    return cards, report


def counted(cards: DeckCards) -> Counter[tuple[str, str]]:
    found: Counter[tuple[str, str]] = Counter()
    for card in cards.cards:
        found[card.section, card.thing.id if card.thing is not None else card.line.name] += card.count
    return found


@pytest.mark.parametrize("format", WRITTEN)
@pytest.mark.parametrize("name", ["shadow_deeps", "balrogs_host"])
def test_what_is_written_is_read_again(game: DeckGame, name: str, format: str) -> None:
    before, _ = read((DECKS / f"{name}.csv").read_text(encoding="utf-8"), game, f"{name}.csv")
    text, lost = write_deck(before, game, format)
    assert not lost
    assert format_of(Source("deck", text)) == format
    after, report = read(text, game, "deck")
    assert counted(after) == counted(before)
    assert not report.diagnostics or {one.code for one in report} == {"shared-name"}


def test_only_what_can_be_written_is(game: DeckGame) -> None:
    assert set(FORMATS) - set(WRITTEN) == {"o8d"}


FENCED = """\
####
Pool
####

# Resource (2)
1 Azog (BA)
1 Orders from the Great Demon (BA)

####
Deck
####

# Character (3)
3 The Balrog [B] (BA)

# Hazard (1)
1 Foolish Words (LE)

####
Sideboard
####
2 Skies of Fire (LE)

####
Sites
####
1 carn dûm [b] (ba)
1 goblin-gate [m] (le)

####
Notes
####
3 Ghosts would be fine here as well.
"""
EDN = """\
;; a location deck
{:name "Mine" :sites [{:qty 4 :card "Moria" :id "[B] (BA)"}
   {:qty 1 :card "The Under-gates" :id "[B] (BA)"}]
 :deck [{:qty 2, :card "I'll Report You", :id "(LE)"}]}
"""
O8D = """\
<?xml version="1.0" encoding="iso-8859-1" standalone="yes"?>
<deck game="a2c7de94-3a38-4d42-8a5c-3f4d7f9b0f10">
  <section name="Pool"><card qty="1" id="a">Gangways over the Fire</card></section>
  <section name="Characters"><card qty="3" id="b">The Balrog</card><card qty="1" id="c">Bûrat</card></section>
  <section name="Resources"><card qty="1" id="d">Voices of Malice</card></section>
  <section name="Sites"><card qty="2" id="e">Moria</card></section>
  <section name="FW Sideboard" />
  <notes><![CDATA[Take care.]]></notes>
</deck>
"""
JSON = """\
{"id": "mine", "name": "Mine \\u2014 for now", "alignment": "balrog", "notes": "1.\\n2.",
 "pool": [{"name": "Azog", "card": "ba-2", "qty": 1, "favourite": true},
          {"name": "Shagrat", "card": "le-39", "qty": 1}],
 "deck": {"characters": [{"name": "The Balrog", "card": "ba-3", "qty": 3}],
          "hazards": [{"name": "Unheard Of", "card": "xx-1", "qty": 2}], "resources": []},
 "sites": [{"name": "Moria", "card": "ba-93", "qty": 1}], "sideboard": []}
"""
YAML = """\
game: balrog
name: Mine
Starting at Moria: {Azog: 1}
Deck:
  Characters:
    The Balrog [B]: 3
  Resources:
    - 2 Great Fissure
    - I'll Report You
Sites: {Moria: 1}
"""
SAMPLES = {
    "text": (FENCED, {("pool", "azog"): 1, ("pool", "orders_from_the_great_demon"): 1, ("deck", "the_balrog"): 3,
                      ("deck", "foolish_words_le"): 1, ("sideboard", "skies_of_fire"): 2,
                      ("sites", "carn_dum_balrog"): 1, ("sites", "goblin_gate_minion"): 1}),
    "edn": (EDN, {("sites", "moria_balrog"): 4, ("sites", "the_under_gates_balrog"): 1, ("deck", "ill_report_you"): 2}),
    "o8d": (O8D, {("pool", "gangways_over_the_fire"): 1, ("deck", "the_balrog"): 3, ("deck", "burat"): 1,
                  ("deck", "voices_of_malice"): 1, ("sites", "moria_balrog"): 2}),
    "json": (JSON, {("starting", "azog"): 1, ("pool", "shagrat"): 1, ("deck", "the_balrog"): 3,
                    ("deck", "Unheard Of"): 2, ("sites", "moria_balrog"): 1}),
    "yaml": (YAML, {("starting_at_moria", "azog"): 1, ("deck", "the_balrog"): 3, ("deck", "great_fissure"): 2,
                    ("deck", "ill_report_you"): 1, ("sites", "moria_balrog"): 1}),
}  # fmt: skip


@pytest.mark.parametrize("format", sorted(SAMPLES))
def test_published_formats(game: DeckGame, format: str) -> None:
    text, expected = SAMPLES[format]
    assert format_of(Source("deck", text)) == format
    cards, _ = read(text, game)
    assert cards.deck.format == format
    assert dict(counted(cards)) == expected


def test_what_a_file_tells_besides_cards(game: DeckGame) -> None:
    assert read(JSON, game)[0].deck.title == "Mine \u2014 for now"
    assert read(JSON, game)[0].deck.notes == "1.\n2."
    assert read(O8D, game)[0].deck.notes == "Take care."
    assert read(FENCED, game)[0].deck.notes == "3 Ghosts would be fine here as well."


@pytest.mark.parametrize(
    "written",
    [
        "2 Webs of Fear & Treachery",
        "2x webs of fear and treachery",
        "Webs of Fear &amp; Treachery x2",
        "WEBS OF FEAR AND TREACHERY * 2",
        "- 2 Webs of Fear & Treachery (LE)",
        "\u2022 2 Webs of Fear\u00a0& Treachery",
    ],
)
def test_counts_and_ands(game: DeckGame, written: str) -> None:
    text = decode_deck(f"Hazards (2)\n{written}\n".encode(), "deck.txt", Report())
    assert text is not None
    assert counted(read(text.text, game)[0]) == {("deck", "webs_of_fear_and_treachery"): 2}


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("Burat", "burat"),
        ("B\u00fbrat", "burat"),
        ("Bu\u0302rat", "burat"),
        ("B\u00c3\u00bbrat", "burat"),
        ("Ill Be At Your Heels", "ill_be_at_your_heels"),
        ("I`ll be at your heels", "ill_be_at_your_heels"),
        ("Cave-Troll", "cave_troll"),
        ("Mountain Maggot", "mountain_maggot"),
        ("Under-roads", "the_under_roads"),
        ("Earcaraxe Ahunt", "earcaraxe_ahunt"),
        ("Palantir of Orthanc", "palantir_of_orthanc"),
    ],
)
def test_names_as_people_write_them(game: DeckGame, written: str, meant: str) -> None:
    assert list(counted(read(f"1 {written}\n", game)[0])) == [("deck", meant)]


def test_several_cards_on_a_line_and_who_starts(game: DeckGame) -> None:
    cards, _ = read("Pool\nAzog* / Foul-smelling Paste\n3 Ghosts, 2 Twilight (LE)\n", game)
    assert counted(cards) == {
        ("starting", "azog"): 1,
        ("pool", "foul_smelling_paste"): 1,
        ("pool", "ghosts"): 3,
        ("pool", "twilight_le"): 2,
    }


def test_sentences_are_no_cards(game: DeckGame) -> None:
    cards, report = read("My deck\n\nGhosts\nI like ghosts, and 3 more.\nPlay tips:\n3 Ghosts\n", game)
    assert counted(cards) == {("deck", "ghosts"): 1}
    assert cards.deck.title == "My deck"
    assert [line.name for line in cards.asides] == ["I like ghosts, and 3 more."]
    assert not report.diagnostics


def test_a_span_of_copies_is_told(game: DeckGame) -> None:
    cards, report = read("1-2 Bold Thrust\n", game)
    assert counted(cards) == {("deck", "bold_thrust"): 1}
    assert [one.code for one in report] == ["count-span"]


def test_what_tells_cards_of_one_name_apart(game: DeckGame) -> None:
    versions = {"Moria [H]": "moria_hero", "Moria (LE)": "moria_minion", "Moria [B] (BA)": "moria_balrog"}
    for written, meant in versions.items():
        assert counted(read(f"Sites\n1 {written}\n", game)[0]) == {("sites", meant): 1}
    assert counted(read("Characters\n1 The Balrog\n", game)[0]) == {("deck", "the_balrog"): 1}
    assert counted(read("Allies\n1 The Balrog\n", game)[0]) == {("deck", "the_balrog_ally"): 1}
    assert counted(read("1 The Balrog (Ally)\n", game)[0]) == {("deck", "the_balrog_ally"): 1}
    _, report = read("Sites\n1 Moria\n", game, errors=True)
    assert [one.code for one in report] == ["which-card"]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
def test_encodings(game: DeckGame, encoding: str) -> None:
    report = Report()
    source = decode_deck("1 B\u00fbrat\r\n1 T\u00fbma\r\n".encode(encoding), "deck.txt", report)
    assert source is not None
    assert not report.diagnostics
    assert set(counted(read(source.text, game)[0])) == {("deck", "burat"), ("deck", "tuma")}


def test_deep_nesting_and_large_texts_end_with_a_diagnostic(game: DeckGame) -> None:
    for text in ('{"deck": ' + "[" * 5000, "[" * 100 + "]" * 100):
        report = Report()
        assert read_deck(Source("deck.json", text), game, report) is None
        assert [one.code for one in report] == ["too-deep"]
    report = Report()
    assert decode_deck(b"1 Ghosts\n" * 600_000, "deck.txt", report) is None
    assert [one.code for one in report] == ["too-large"]


def test_headings_are_read_in_the_singular() -> None:
    assert fold_heading("Hazard Creatures") == fold_heading("hazard-creature")
    assert fold_name("Webs of Fear & Treachery") == fold_name("webs of fear and treachery")


@pytest.mark.parametrize("seed", range(8))
def test_garbled_files_end_with_diagnostics(game: DeckGame, seed: int) -> None:
    """Pieces of sound files, cut, doubled and put together at random: whatever comes of it, nothing breaks."""
    rng = random.Random(seed)
    sound = [text for text, _ in SAMPLES.values()] + [(DECKS / "shadow_deeps.csv").read_text(encoding="utf-8")]
    for _ in range(40):
        text = "".join(piece[rng.randrange(len(piece)) :][: rng.randrange(200)] for piece in rng.choices(sound, k=4))
        data = bytearray(text.encode("utf-8"))
        for _ in range(rng.randrange(6)):
            data[rng.randrange(len(data))] = rng.randrange(256)
        report = Report()
        source = decode_deck(bytes(data), "deck", report)
        deck = read_deck(source, game, report) if source is not None else None
        if deck is None:
            assert report.failed
        else:
            cards = deck_cards(deck, game, report)
            for format in WRITTEN:
                write_deck(cards, game, format)


@pytest.mark.parametrize("separators", [(",", ":"), (", ", ": "), (" , ", " : ")])
def test_json_is_read_however_it_is_parted(game: DeckGame, separators: tuple[str, str]) -> None:
    said = {"name": "Long \U0001f525 night", "notes": "so be it :d", "pool": [{"name": "Azog", "qty": 2}]}
    text = json.dumps(said, separators=separators)
    assert format_of(Source("deck", text)) == "json"
    cards, _ = read(text, game)
    assert counted(cards) == {("pool", "azog"): 2}
    assert (cards.deck.title, cards.deck.notes) == ("Long \U0001f525 night", "so be it :d")


@pytest.mark.parametrize("notes", ["    indented\nand not", "####\nDeck\n####", "- a: b\n# c", "a\tb"])
def test_notes_of_any_text_are_kept(game: DeckGame, notes: str) -> None:
    before, _ = read(json.dumps({"name": "Two\nlines", "notes": notes, "pool": [{"name": "Az\nog", "qty": 1}]}), game)
    for format in ("yaml", "json", "edn"):
        after, _ = read(write_deck(before, game, format)[0], game)
        assert after.deck.format == format
        assert (after.deck.title, after.deck.notes.strip("\n")) == ("Two lines", notes)
        assert counted(after) == counted(before)


def test_a_table_may_begin_with_empty_lines(game: DeckGame) -> None:
    cards, _ = read("\n\nsection,count,card\npool,2,Azog\n", game)
    assert counted(cards) == {("pool", "azog"): 2}
    assert cards.cards[0].line.at.line == 4
    assert format_of(Source("deck", f"section,card,{'x' * 200_000}\n")) == ""
