# ruff: noqa: E501
"""How texts are worded: others of the same sort, alternatives, amounts, long conditions, and languages with gaps."""

import json

import pytest
from click.testing import CliRunner

from moot.pack.load import load
from moot.tools.text.write import card_texts
from moot.ui.command import cli

RULES = """
game meadow "The Meadow"
players ann, bob
kind colour : red, green
kind card
  colour : colour
  worth  : number
  text   : steps or none = none
  effect : standing or none = none
  added  : formula(p: player): number = 0
  hidden : formula(p: player): bool = yes
  state wet : bool
  state shut : bool
zone hand(p: player) : pool of card, seen by p
zone garden(p: player) : row of card, seen by all, in play
zone heap : pile of card, seen by all
state coins(p: player) : number
function worth(c: card) = c.worth
function lucky(c: card) : bool = no
function liked(c: card, d: card) : bool = yes
function allowed(c: card) : bool = yes
function fine : list of card = []
function up_to(n: number, top: number) : number = min(n, top)
procedure gift(c: card, p: player)
  nothing
procedure throw(c: card)
  nothing
phase market
  turn(ann)
  win none "done"
phase turn(p: player)
  nothing
"""
PHRASES = """
phrases: english
kinds: {card: flower}
values:
  hand(p): {says: "{p's} hand", each: "in {p's} hand"}
  garden(p): {says: "{p's} garden", each: "in {p's} garden"}
  coins(p): "{p's} coins"
  worth(c): "{c's} worth"
  up_to(n, t): {says: "{n}", amount: n, limit: "up to {t}"}
conditions:
  c.wet: {says: "{c} [is|are] wet", as: wet, not_as: dry}
  c.shut: {says: "{c} [is|are] shut", as: shut, noun: bud}
  lucky(c): "{c} [is|are] lucky"
  liked(c, d): "{c} [likes|like] {d}"
  allowed(c): ""
steps:
  gift(c, p): {says: "give {c} to {p}", when: "{c} is given to {p}", would: "{c} would be given to {p}"}
  throw(c): {says: "throw {c}", when: "{c} is thrown", would: "{c} would be thrown"}
  turn(p): {says: "{p} plays", when: "{p's} turn begins", past: "{p's} turn ends"}
modifiers:
  worth(c): {by: "{c} [is|are] worth {by}"}
fields:
  added: "Added: {text}."
  hidden: ""
"""
STEPS = {
    # one of several; a list that has a name
    "gift(first(each c in garden(ann) where c.wet), bob)": "Give a wet flower in ann's garden to bob.",
    "let l = each c in hand(ann) where c.wet\nif size(l) < 2\n  for each c in l\n    gift(c, bob)": "If the number of wet "
    "flowers in ann's hand is less than 2, give each of those flowers to bob.",
    "let l = each c in hand(ann) where c.wet\nfor each c in l\n  gift(c, bob)": "Give each wet flower in ann's hand to bob.",
    # of two out of one place the second is another; of two places it is not
    "choose c in hand(ann) by ann \"?\"\n  throw(c)\nchoose d in hand(ann) by ann \"?\"\n  gift(d, bob)": "Ann chooses a "
    "flower in ann's hand; throw that flower. Ann chooses another flower in ann's hand; give the other flower to bob.",
    "choose c in hand(ann) by ann \"?\"\n  throw(c)\nchoose d in garden(ann) by ann \"?\"\n  gift(d, bob)": "Ann chooses a "
    "flower in ann's hand; throw that flower. Ann chooses a flower in ann's garden; give that flower to bob.",
    # alternatives stand last; what goes without saying makes an alternative so
    "if (this.wet or lucky(this)) and coins(ann) > 1\n  nothing": "If ann's coins is more than 1 and either this "
    "flower is wet or lucky, nothing happens.",
    "if coins(ann) > 1 and (allowed(this) or this.wet)\n  nothing": "If ann's coins is more than 1, nothing happens.",
    "if not this.wet and not lucky(this)\n  nothing": "If this flower is not wet and is not lucky, nothing happens.",
    "if this.wet or not lucky(this)\n  nothing": "If this flower is wet or this flower is not lucky, nothing happens.",
    "if coins(bob) > 2 and (this.wet or coins(ann) > 1)\n  nothing": "If bob's coins is more than 2 and either this flower "
    "is wet or ann's coins is more than 1, nothing happens.",
    # what follows from a choice that need not be made; conditions inside conditions
    "choose c or none in hand(ann) by ann \"?\"\n  choose d in hand(bob) by bob \"?\"\n    throw(d)\n  otherwise\n    throw(this)": "Ann "
    "may choose a flower in ann's hand. If one is chosen, bob chooses a flower in bob's hand; throw that flower. If none is "
    "chosen, throw this flower.",
    "if coins(ann) > 1\n  if this.wet\n    throw(this)\n  else\n    gift(this, bob)": "If ann's coins is more than 1, do "
    "this: if this flower is wet, throw this flower; otherwise, give this flower to bob.",
    "for each c in garden(ann) where c.shut\n  gift(c, bob)": "Give each shut bud in ann's garden to bob.",
}  # fmt: skip
STANDING = {
    "modify worth(c) by (2 if coins(ann) > 3 otherwise 1) where c = this": "This flower is worth +1, or +2 if ann's coins is "
    "more than 3.",
    "modify worth(c) by (2 if coins(ann) > 3 otherwise 0) where c = this": "This flower is worth +2 as long as ann's coins is "
    "more than 3.",
    "modify worth(c) by up_to(2, coins(ann)) where c = this": "This flower is worth +2, up to ann's coins.",
    "modify worth(c) by up_to(2, 5) where c = this and coins(bob) > 1": "As long as bob's coins is more than 1, this flower "
    "is worth +2, up to 5.",
    "modify worth(c) becomes value / 2": "Each flower's worth is halved, rounded down.",
    "modify fine becomes (each c in value where c.wet)": "Of the fine, only wet flowers count.",
    "modify fine becomes []": "The fine no longer count.",
    "modify liked(c, d) becomes no": "A flower does not like another flower.",
    "modify liked(c, d) becomes no where c = this": "This flower does not like a flower.",
    "modify lucky(c) becomes coins(ann) > 3 where c = this and coins(bob) > 1": "As long as bob's coins is more than 1, this "
    "flower is lucky exactly when ann's coins is more than 3.",
    "before gift(c, p) where p = ann\n  if coins(p) > 2\n    lower coins(p) by 1": "Just before a flower is given to ann, if "
    "ann's coins is more than 2, lower ann's coins by 1.",
    "before gift(c, p) where p = ann and c.wet and coins(ann) > 1\n  if coins(bob) > 2\n    lower coins(p) by 1": "Just before "
    "a wet flower is given to ann, if ann's coins is more than 1 and bob's coins is more than 2, lower ann's coins by 1.",
    "instead of throw(c) where c = this\n  if coins(ann) > 2\n    lower coins(ann) by 1": "If this flower would be thrown, do "
    "this instead: if ann's coins is more than 2, lower ann's coins by 1.",
    "instead of throw(c) where c = this\n  proceed\n  proceed": "If this flower would be thrown, do this instead: it happens "
    "twice.",
    "before turn(p)\n  raise coins(p) by 1": "Just before a player's turn begins, raise that player's coins by 1.",
    "after turn(p)\n  raise coins(p) by 1": "Whenever a player's turn ends, raise that player's coins by 1.",
    "after gift(c, p)\n  for each d in garden(p) where d != c\n    throw(d)": "Whenever a flower is given to a player, throw "
    "each other flower in that player's garden.",
}  # fmt: skip
ADDED = {
    "(2 if coins(ann) > 3 otherwise 0)": "Added: +2 if ann's coins is more than 3.",
    "(2 if coins(ann) > 3 otherwise 0) - (1 if coins(bob) > 3 otherwise 0)": "Added: +2 if ann's coins is more than 3 and -1 "
    "if bob's coins is more than 3.",
    "(3 if coins(ann) > 3 otherwise 2 if coins(bob) > 3 otherwise 0)": "Added: +3 if ann's coins is more than 3 (otherwise +2 "
    "if bob's coins is more than 3).",
}  # fmt: skip
FIELDS = {"text": STEPS, "effect": STANDING, "added": ADDED}


def _pack(folder, phrases):
    folder.mkdir()
    (folder / "pack.yaml").write_text("id: meadow\ntitle: The Meadow\n")
    (folder / "rules.moot").write_text(RULES)
    for name, text in phrases.items():
        (folder / f"phrases_{name}.yaml").write_text(text)
    cards = "kind: card\ncards:\n"
    for field, codes in FIELDS.items():
        for n, code in enumerate(codes):
            body = "".join(f"      {line}\n" for line in code.split("\n"))
            cards += f"  {field}{n}:\n    colour: red\n    worth: 1\n    {field}: |\n{body}"
    cards += "  secret: {colour: red, worth: 1, hidden: coins(ann) > 1}\n"
    (folder / "cards.yaml").write_text(cards)
    return folder


@pytest.fixture(scope="module")
def texts(tmp_path_factory):
    bundle = load(_pack(tmp_path_factory.mktemp("packs") / "meadow", {"english": PHRASES}), cases=False)
    bundle.report.raise_if_failed()
    found = card_texts(bundle)
    return {ident: "\n".join(part.text for part in one.paragraphs) for ident, one in found.items()}


@pytest.mark.parametrize(("field", "n"), [(field, n) for field, codes in FIELDS.items() for n in range(len(codes))])
def test_wording(texts, field, n):
    assert texts[f"{field}{n}"] == list(FIELDS[field].values())[n]


def test_a_field_with_an_empty_phrase_is_not_told(texts):
    assert texts["secret"] == ""


GERMAN = """
phrases: german
kinds: {card: {one: Blume, many: Blumen, gender: f}}
values:
  coins(p): "das Geld von {p}"
steps:
  gift(c, p): {says: "schenke {c:acc} an {p}", when: "{c} an {p} geht"}
"""


def test_a_paragraph_is_in_one_language(tmp_path):
    bundle = load(_pack(tmp_path / "meadow", {"english": PHRASES, "german": GERMAN}), cases=False)
    found = card_texts(bundle, "german")
    german, spared = found["added0"].paragraphs[0], found["text0"].paragraphs[0]
    assert german.lacking == () and "das Geld von ann" in german.text
    assert spared.text == "Give a wet flower in ann's garden to bob." and {"garden", "wet"} <= set(spared.lacking)


def test_the_command_says_what_a_language_lacks(monkeypatch, tmp_path):
    monkeypatch.setenv("MOOT_CACHE", str(tmp_path / "cache"))
    run = CliRunner().invoke
    folder = str(_pack(tmp_path / "meadow", {"english": PHRASES, "german": GERMAN}))
    for _ in range(2):  # worked out, and kept
        told = run(cli, ["text", folder, "--language", "german"])
        assert told.exit_code == 0 and told.stderr.count("\n") == 1
        assert "phrases in german (" in told.stderr and "paragraphs are in English" in told.stderr
    whole = run(cli, ["text", folder, "added0", "--language", "german"])
    assert whole.stderr == "" and "das Geld von ann" in whole.stdout
    assert run(cli, ["text", folder]).stderr == ""
    data = json.loads(run(cli, ["text", folder, "text0", "added0", "--language", "german", "--json"]).stdout)
    assert [part.get("language") for one in data["texts"] for part in one["paragraphs"]] == ["english", None]


def test_a_game_without_phrases_in_a_language_is_told_in_english(monkeypatch, tmp_path):
    monkeypatch.setenv("MOOT_CACHE", str(tmp_path / "cache"))
    folder = str(_pack(tmp_path / "meadow", {"english": PHRASES}))
    told = CliRunner().invoke(cli, ["text", folder, "--language", "german"])
    assert "so all" in told.stderr and "Each flower's worth is halved" in told.stdout
    assert told.stdout == CliRunner().invoke(cli, ["text", folder]).stdout
