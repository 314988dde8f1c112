# ruff: noqa: E501
"""Texts of cards: what each construct becomes, how things are named again, and what another language needs."""

import ast
import json
import re
from pathlib import Path

import pytest
from click.testing import CliRunner

import moot
from moot.lang import tree
from moot.pack.load import load
from moot.tools.text.phrasebook import language_file
from moot.tools.text.template import slots, template
from moot.tools.text.write import card_texts
from moot.ui.command import cli

ROOM = Path(moot.__file__).parent / "tools" / "text"
RULES = """
game meadow "The Meadow"
players ann, bob
kind colour : red, green, blue
kind card
  colour : colour
  worth  : number
  text   : steps or none = none
  effect : standing or none = none
  state wet : bool
  state buds : number
zone deck : pile of card, seen by none
zone hand(p: player) : pool of card, seen by p
zone garden(p: player) : row of card, seen by all, in play
zone heap : pile of card, seen by all
state coins(p: player) : number
function worth(c: card) = c.worth
function lucky(c: card) : bool = no
procedure gift(c: card, p: player)
  move c to hand(p)
procedure throw(c: card, n: number)
  nothing
procedure dice : number
  return roll 2d6
phase market
  turn(ann)
  win none "done"
phase turn(p: player)
  offer buy to p
action buy(c: card, p: player) by p in turn(p)
  do
    move c to garden(p)
option mood : dry, wet = dry
"""
PHRASES = """
phrases: english
kinds: {card: flower}
values:
  hand(p): {says: "{p's} hand", each: "in {p's} hand"}
  garden(p): {says: "{p's} garden", each: "in {p's} garden"}
  heap: the heap
  deck: the deck
  coins(p): "{p's} coins"
  worth(c): "{c's} worth"
  c.colour: "{c's} colour"
  c.worth: "{c's} printed worth"
  holder(this): "its owner"
conditions:
  c.wet: {says: "{c} [is|are] wet", as: wet, not_as: dry}
  lucky(c): "{c} [is|are] lucky"
steps:
  gift(c, p): {says: "give {c} to {p}", when: "{c} is given to {p}", would: "{c} would be given to {p}"}
  throw(c, n): {says: "throw {c}", would: "{c} would be thrown"}
  buy(c, p): {says: "{p} [buys|buy] {c}", when: "{p} buys {c}", cannot: "{p} cannot buy {c}"}
modifiers:
  worth(c): {by: "{c} [is|are] worth {by}"}
"""
STEPS = {
    "raise coins(ann) by 2": "Raise ann's coins by 2.",
    "lower coins(ann) by worth(this)": "Lower ann's coins by this flower's worth.",
    "set coins(ann) to 3": "Ann's coins becomes 3.",
    "set coins(ann) to coins(ann) + 1": "Raise ann's coins by 1.",
    "set this.wet to yes": "From now on, this flower is wet.",
    "set this.wet to no": "From now on, this flower is not wet.",
    "move this to heap": "Move this flower to the heap.",
    "move this to bottom of deck": "Move this flower to the bottom of the deck.",
    "move this to top of deck": "Move this flower to the top of the deck.",
    "move this before first(garden(ann))": "Move this flower to the place just before the first of ann's garden.",
    "gift(this, bob)": "Give this flower to bob.",
    "shuffle(deck)": "Shuffle the deck.",
    "nothing": "Nothing happens.",
    "return": "Nothing more happens.",
    "win ann \"so\"": "Ann wins the game.",
    "win none \"so\"": "The game ends and nobody wins.",
    "if this.wet\n  gift(this, bob)\nelse\n  gift(this, ann)": "If this flower is wet, give this flower to bob. "
    "Otherwise, give this flower to ann.",
    "for each c in garden(ann) where c.wet\n  gift(c, bob)": "Give each wet flower in ann's garden to bob.",
    "for each c in garden(ann)\n  gift(c, bob)\n  raise coins(ann) by 1": "For each flower in ann's garden, "
    "give that flower to bob and raise ann's coins by 1.",
    "while size(deck) > 3\n  gift(top(deck), ann)": "As long as the number of things in the deck is more than 3, "
    "repeat this: give the top card of the deck to ann.",
    "repeat\n  gift(top(deck), ann)\nuntil size(deck) = 0": "Repeat this until there is nothing in the deck: "
    "give the top card of the deck to ann.",
    "choose c in hand(ann) where not c.wet by ann \"?\"\n  gift(c, bob)": "Ann chooses a dry flower in ann's hand; "
    "give that flower to bob.",
    "choose 0..2 c in hand(ann) by ann \"?\"\n  gift(c, bob)\n  otherwise\n    raise coins(ann) by 1": "Ann chooses up to "
    "two flowers in ann's hand; give each of them to bob. If there is none, raise ann's coins by 1.",
    "choose c or none in hand(ann) by ann \"?\"\nif c != none\n  gift(c, bob)": "Ann may choose a flower in ann's hand. "
    "If one is chosen, give that flower to bob.",
    "choose by ann \"?\"\n  \"a\"\n    raise coins(ann) by 1\n  \"b\"\n    gift(this, ann)": "Ann chooses one: raise ann's "
    "coins by 1; or give this flower to ann.",
    "pick c in hand(ann)\n  gift(c, bob)": "Take a flower in ann's hand at random and give that flower to bob.",
    "pick 2 c in hand(ann)\n  gift(c, bob)": "Take two flowers in ann's hand at random and give each of them to bob.",
    "if ann may \"?\"\n  gift(this, ann)\nelse\n  gift(this, bob)": "Ann may give this flower to ann. "
    "If not, give this flower to bob.",
    "let n = roll 2d6\nraise coins(ann) by n": "Roll two dice and raise ann's coins by the result.",
    "if (roll 1d6) + 2 >= 5\n  gift(this, ann)": "Roll a die and add 2. If the result is at least 5, "
    "give this flower to ann.",
    "let c = top(deck)\ngift(c, ann)\ngift(c, bob)": "Give the top card of the deck to ann and give that flower to bob.",
    "until end of turn\n  modify worth(c) by 1 where c = this": "Until the end of the turn, this flower is worth +1.",
    "until end of turn, once\n  after gift(c, p)\n    raise coins(p) by 1": "Until the end of the turn, whenever a flower "
    "is given to a player, raise that player's coins by 1. This happens only once.",
    "if mood = wet\n  gift(this, ann)\nraise coins(ann) by 1": "Raise ann's coins by 1.",
    "require coins(ann) > 2 \"no\"": "This is only possible if ann's coins is more than 2.",
    "if any c in garden(ann) where c.wet\n  nothing": "If there is a wet flower in ann's garden, nothing happens.",
    "if every c in garden(ann) has c.wet\n  nothing": "If each flower in ann's garden is wet, nothing happens.",
    "if (count c in garden(ann) where c.colour = red) >= 2\n  nothing": "If there are at least two flowers in ann's garden "
    "whose colour is red, nothing happens.",
    "if this.worth in 2..4\n  nothing": "If this flower's printed worth is from 2 to 4, nothing happens.",
    "if this.colour in [red, blue]\n  nothing": "If this flower's colour is red or blue, nothing happens.",
    "if this.wet and (lucky(this) or coins(ann) = 0)\n  nothing": "If this flower is wet and either this flower is lucky or "
    "ann's coins is 0, nothing happens.",
    "raise coins(ann) by sum c in garden(ann) of worth(c)": "Raise ann's coins by the sum of the worth of each flower in "
    "ann's garden.",
    "raise coins(ann) by most c in garden(ann) of worth(c)": "Raise ann's coins by the highest of the worth of each flower "
    "in ann's garden.",
    "raise coins(ann) by (2 if this.wet otherwise 1) * 2": "Raise ann's coins by (2 if this flower is wet, otherwise 1) "
    "times 2.",
    "raise coins(ann) by coins(bob) / 2 - 1": "Raise ann's coins by bob's coins divided by 2, rounded down minus 1.",
}  # fmt: skip
STANDING = {
    "modify worth(c) by 1 where c.colour = red": "Each flower whose colour is red is worth +1.",
    "modify worth(c) by -1 down to 0 where c != this": "Each other flower is worth -1, but not below 0.",
    "modify worth(c) by size(hand(ann)) where c = this": "This flower is worth +X, where X is the number of things in ann's "
    "hand.",
    "modify worth(c) becomes 0 at last where c = this": "This flower's worth is 0 (after all other changes).",
    "modify worth(c) becomes min(value, 3)": "Each flower's worth is at most 3.",
    "modify lucky(c) becomes yes where c.wet": "Each wet flower is lucky.",
    "modify lucky(c) becomes no where c.wet": "Each wet flower is not lucky.",
    "modify worth(c) by 1 where c = this and coins(ann) > 3": "This flower is worth +1 as long as ann's coins is more than 3.",
    "before gift(c, p) where p = ann\n  raise coins(p) by 1": "Just before a flower is given to ann, raise ann's coins by 1.",
    "after gift(c, p) where c = this\n  raise coins(p) by 1": "Whenever this flower is given to a player, raise that player's "
    "coins by 1.",
    "instead of gift(c, p) where c = this\n  nothing": "If this flower would be given to a player, nothing happens instead.",
    "instead of gift(c, p) where c = this\n  raise coins(p) by 1\n  proceed": "If this flower would be given to a player, do "
    "this instead: raise that player's coins by 1. It happens as usual.",
    "forbid buy(c, p) where c.wet \"wet\"": "A player cannot buy a wet flower.",
    "when size(deck) = 0, once\n  raise coins(ann) by 1": "The first time that there is nothing in the deck, raise ann's coins "
    "by 1.",
    "action shed(c: card in garden(ann)) by ann in turn(p) once in turn\n  require not c.wet \"dry\"\n"
    "  cost lower coins(ann) by 1\n  do\n    move c to heap": "Once each turn, ann may lower ann's coins by 1: "
    "move a dry flower in ann's garden to the heap.",
    # what a phrase has no place for is told all the same
    "instead of throw(c, n) where n = coins(ann)\n  nothing": "If a flower would be thrown and the n is ann's coins, nothing "
    "happens instead.",
    "instead of throw(c, n) where n > 2\n  nothing": "If a flower would be thrown and the n is more than 2, nothing "
    "happens instead.",
    "procedure own(p: player)\n  raise coins(p) by 1\nafter gift(c, p)\n  own(p)": "Whenever a flower is given to a player, "
    "raise that player's coins by 1.",
    "function rosy(c: card) = c.colour = red and c.wet\nmodify worth(c) by 1 where rosy(c)": "Each wet flower whose colour is "
    "red is worth +1.",
}  # fmt: skip


@pytest.fixture(scope="module")
def texts(tmp_path_factory):
    folder = tmp_path_factory.mktemp("packs") / "meadow"
    folder.mkdir()
    (folder / "pack.yaml").write_text("id: meadow\ntitle: The Meadow\n")
    (folder / "rules.moot").write_text(RULES)
    (folder / "phrases.yaml").write_text(PHRASES)
    cards = "kind: card\ncards:\n"
    for field, codes in (("text", STEPS), ("effect", STANDING)):
        for n, code in enumerate(codes):
            body = "".join(f"      {line}\n" for line in code.split("\n"))
            cards += f"  {field}{n}:\n    colour: red\n    worth: 1\n    {field}: |\n{body}"
    (folder / "cards.yaml").write_text(cards)
    (folder / "decks.yaml").write_text("decks:\n  all:\n    zone: deck\n    cards: {text0: 1}\n")
    bundle = load(folder, cases=False)
    bundle.report.raise_if_failed()
    found = card_texts(bundle)
    return {ident: "\n".join(part.text for part in one.paragraphs) for ident, one in found.items()}


@pytest.mark.parametrize("n", range(len(STEPS)))
def test_steps_and_formulas(texts, n):
    assert texts[f"text{n}"] == list(STEPS.values())[n]


@pytest.mark.parametrize("n", range(len(STANDING)))
def test_standing_rules_and_actions(texts, n):
    assert texts[f"effect{n}"] == list(STANDING.values())[n]


def test_every_construct_is_among_these():
    """Each sort of step, formula and rule that a card may hold is in the code above."""
    from moot.lang.walk import walk

    bundle = load("balrog", cases=False)
    named = {type(node).__name__ for code in _codes(bundle) for node in walk(code.nodes)}
    written = "".join(file.read_text() for file in ROOM.glob("*.py"))
    kept = {
        "Nothing",
        "When",
        "Cite",
        "NamedType",
        "OrNoneType",
        "Param",
        "Domain",
        "Cost",
        "Guarded",
        "Branch",
        "Alternative",
        "Head",
    }
    assert {name for name in named - kept if f"tree.{name}" not in written} == set()
    unions = [tree.Step, tree.Standing, tree.Formula]
    every = {kind.__name__ for union in unions for kind in union.__args__}
    silent = {"Nothing", "When", "Cast", "In", "Not", "Bool"}  # told by a default, or by what is around them
    assert {name for name in every - silent if f"tree.{name}" not in written} == set()


def _codes(bundle):
    for thing in bundle.things.values():
        for entry in thing.fields.values():
            if hasattr(entry.value, "nodes"):
                yield entry.value


def _asked():
    """The constructs that the writer asks for by a name that stands in its code."""
    for file in ROOM.glob("*.py"):
        for node in ast.walk(ast.parse(file.read_text())):
            if isinstance(node, ast.Call) and getattr(node.func, "attr", "") == "construct" and node.args:
                yield from (one.value for one in ast.walk(node.args[0]) if isinstance(one, ast.Constant))
            elif isinstance(node, ast.Call) and getattr(node.func, "id", "") in ("_deny", "_by"):
                yield from (
                    one.value for one in node.args if isinstance(one, ast.Constant) and isinstance(one.value, str)
                )


@pytest.mark.parametrize("language", ["english", "german"])
def test_every_construct_has_a_phrase(language):
    phrases = language_file(language).value["constructs"].value
    asked = {name for name in _asked() if isinstance(name, str) and re.fullmatch(r"[a-z]+(_[a-z]+)*[a-z]", name)}
    parts = {"_again", "_chosen", "count", "move", "list", "each", "many"}  # the rest of the name is worked out
    assert {name for name in asked - parts if name not in phrases} == set()


def test_the_languages_say_the_same():
    english, german = (language_file(one).value["constructs"].value for one in ("english", "german"))
    assert {name for name in english if name not in german} == set()
    for name, phrase in german.items():
        if name in english:
            assert sorted(slots(str(phrase.value))) == sorted(slots(str(english[name].value))), name


def test_templates():
    assert [type(part).__name__ for part in template("{x's} body [is|are] {n:dat}!")] == [
        *("PhraseSlot", "str", "PhraseVerb", "str", "PhraseSlot", "str")
    ]


def test_the_command(monkeypatch, tmp_path):
    monkeypatch.setenv("MOOT_CACHE", str(tmp_path))
    run = CliRunner().invoke
    told = run(cli, ["text", "duel", "Gandalfs Rage", "--code"])
    assert told.exit_code == 0 and "until it is spent." in told.stdout and "instead of use_text(c)" in told.stdout
    assert run(cli, ["text", "duel", "gandalfs_rage"]).stdout == run(cli, ["text", "duel", "gandalfs_rage"]).stdout
    every = json.loads(run(cli, ["text", "duel", "--json"]).stdout)
    assert every["format"] == "moot text" and len(every["texts"]) == 11
    assert not any("code" in part for one in every["texts"] for part in one["paragraphs"])
    every = json.loads(run(cli, ["text", "duel", "--json", "--code"]).stdout)
    assert all(part["code"] for one in every["texts"] for part in one["paragraphs"])
    german = run(cli, ["text", "duel", "gandalfs_rage", "--language", "german"]).stdout
    assert "Die Wirkung dieser Karte gilt, bis sie verbraucht ist." in german
    wrong = run(cli, ["text", "duel", "gandalfs_rag"])
    assert wrong.exit_code == 2 and "did you mean `gandalfs_rage`?" in wrong.stderr
    wrong = run(cli, ["text", "duel", "--language", "englich"])
    assert wrong.exit_code == 2 and "did you mean `english`?" in wrong.stderr
