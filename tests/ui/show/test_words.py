"""Words of declarations: where they come from, what replaces them, and every place that shows them."""

from __future__ import annotations

import json

import pytest

RULES = """game garden "Garden"
players ann, bob
## a plant
kind card
  ## how tall it grows
  height : number = 1
  ## done when it is planted
  text : steps or none = none
## the weather of the whole game
## dry: nothing grows
## wet: everything grows
option weather : dry, wet = dry
option long : bool = no
## p: whose coins they are
## what a player can spend
state coins(p: player) : 0..9
## plants in a player's hand
zone hand(p: player) : pool of card, seen by p
## plants that are growing
zone bed : pool of card, seen by all
phase main
  for each p in player
    offer plant to p
  win ann "the end"
## put a plant into the bed
action plant(p: player, c: card in hand(p)) by p in main
  do
    grow(c)
## a plant grows
procedure grow(c: card)
  move c to bed
## how much a plant is worth
function worth(c: card) = c.height
"""
CARDS = "kind: card\ncards:\n  fern: {}\n  moss: {text: grow(this)}\n"
DECKS = "decks:\n  all: {zone: hand(ann), cards: {fern: 2, moss: 1}}\n"


@pytest.fixture
def garden(pack):
    return pack("garden", RULES, cards=CARDS, decks=DECKS)


def test_options_with_their_values(moot, garden):
    lines = moot("show", garden, "options", "--option", "weather=wet").stdout.splitlines()
    assert lines[:4] == [
        "weather",
        "    the weather of the whole game",
        "      dry  nothing grows (default)",
        "      wet  everything grows (set)",
    ]
    assert lines[4:] == ["long", "      yes", "      no   (default)"]
    told = json.loads(moot("show", garden, "options", "--json").stdout)["options"][0]
    assert told["default"] == "dry" and told["words"] == "the weather of the whole game"
    assert told["values"][1] == {"value": "wet", "words": "everything grows"}


def test_a_wrong_value_lists_the_values(moot, garden):
    err = moot("show", garden, "--option", "weather=hot").stderr
    assert "available values: dry (nothing grows), wet (everything grows)" in err


def test_names_of_one_sort(moot, garden):
    out = moot("show", garden, "zones").stdout
    assert "hand(p: player) : pool of card" in out and "plants in a player's hand" in out
    assert "coins" not in out
    assert "p: whose coins they are" in moot("show", garden, "states").stdout


def test_what_a_text_may_use(moot, garden):
    told = json.loads(moot("words", garden, "card", "--json").stdout)
    assert [one["name"] for one in told["code"]] == ["text"]
    words = {(one["sort"], one["name"]): one for one in told["words"]}
    assert words["procedure", "grow"]["uses"] == ["call", "answer"]
    assert words["procedure", "grow"]["params"] == [{"name": "c", "type": "card"}]
    assert words["procedure", "grow"]["fitting"] and not words["state", "coins"]["fitting"]
    assert words["function", "worth"]["uses"] == ["read", "modify"]
    assert words["function", "worth"]["type"] == "number"
    assert words["state", "coins"]["uses"] == ["read", "change"]
    assert words["zone", "hand"]["uses"] == ["read", "move to"]
    assert words["action", "plant"]["uses"] == ["answer", "forbid"]
    assert words["field", "height"]["words"] == "how tall it grows"
    assert words["option", "weather"]["values"][0] == {"value": "dry", "words": "nothing grows"}
    assert words["procedure", "shuffle"]["pack"] is None


def test_names_can_be_filtered(moot, garden):
    out = moot("words", garden, "cards", "--find", "grow").stdout
    assert "grow(c: card)" in out and "this.height" in out and "bed" in out and "coins" not in out
    out = moot("words", garden, "--sort", "zone").stdout
    assert "Zones" in out and "Procedures" not in out
    lines = moot("words", garden, "card").stdout.splitlines()
    assert lines.index("Fields that hold code") < lines.index(next(one for one in lines if "grow(c" in one))


def test_a_name_is_explained(moot, garden):
    out = moot("explain", f"{garden}:weather").stdout
    assert "the weather of the whole game" in out and "dry: nothing grows (default)" in out
    assert "zone hand" in moot("explain", f"{garden}:hand").stdout
    assert "field card.height" in moot("explain", f"{garden}:height").stdout
    out = moot("explain", f"{garden}:worth").stdout
    assert "how much a plant is worth" in out
    assert "did you mean `weather`?" in moot("explain", f"{garden}:wether").stderr


def test_the_prompt_tells_words_when_asked(moot, garden):
    typed = "\nhelp\nhelp weather\nhelp coins\nlook long\nhelp 1\nhelp nonsense\nquit\n"
    out = moot("play", garden, "--hotseat", "--seed", "1", typed=typed).stdout
    asked, _, rest = out.partition("help NAME")
    assert "plant (action): put a plant into the bed" in asked
    assert "weather (option): the weather of the whole game\n  dry: nothing grows (set)" in rest
    assert "coins (state): what a player can spend" in rest
    assert "long (option)" in rest and "no (set)" in rest
    assert rest.count("plant (action): put a plant into the bed") == 1
    assert "no description of `nonsense`" in rest


def test_a_mod_replaces_words(moot, garden, pack):
    first = pack("first", "## sun or rain\n## wet: rain\n##   every day\noverride option weather = wet\n")
    (first / "words.yaml").write_text(
        "doc: {coins: money, weather.dry: no rain, card.height: its size, long: how long}\n"
    )
    out = moot("show", garden, "options", "--with", first).stdout
    assert "sun or rain" in out and "wet  rain every day (default)" in out and "dry  no rain" in out
    assert "how long" in out
    assert "money" in moot("show", garden, "states", "--with", first).stdout
    assert "its size" in moot("show", garden, "fields", "--with", first).stdout
    kept = pack("kept", "override function worth(c: card) = 7\n")
    assert "how much a plant is worth" in moot("show", garden, "functions", "--with", kept).stdout


def test_words_are_no_difference_of_rules(moot, garden, pack):
    other = pack("other", RULES.replace("## ", "## other ").replace("## other p:", "## p:"), cards=CARDS)
    (other / "decks.yaml").write_text(DECKS)
    told = json.loads(moot("diff", garden, other, "--only", "structure", "--json").stdout)
    assert told["structure"] == told["behaviour"] == []


def test_a_pack_without_words(moot, pack):
    plain = "\n".join(line for line in RULES.splitlines() if "##" not in line) + "\n"
    folder = pack("plain", plain, cards=CARDS, decks=DECKS)
    assert "0 errors, 0 warnings" in moot("check", folder).stdout
    assert "plant" in moot("play", folder, "--bots", "--seed", "1").stdout
    assert "      dry  (default)" in moot("show", folder, "options").stdout
    assert "hand(p: player)" in moot("words", folder, "card").stdout


def test_a_pack_that_asks_for_words(moot, garden):
    path = garden / "pack.yaml"
    path.write_text(path.read_text() + "words: required\n")
    out = moot("check", garden).stdout
    assert "1 option of `my/garden` has no description: `long`" in out
    assert "2 values of options of `my/garden` have no description: `long=no`, `long=yes`" in out
    assert "2 warnings" in out
    path.write_text(path.read_text() + "report: {untold: [long]}\n")
    (garden / "words.yaml").write_text("doc: {long: how long, long.yes: twice, long.no: once}\n")
    assert "0 warnings" in moot("check", garden).stdout


def test_areas_and_named_places_of_maps_are_listed(moot) -> None:
    said = moot("words", "gondor/learning", "--sort", "area").stdout
    assert "  western_edge : set of hex                   8 places\n" in said
    assert "  keep : hex                                  0603\n" in said
    assert "area" not in moot("words", "duel", "--json").stdout
