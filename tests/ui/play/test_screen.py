"""What a pack's report says of the table: blocks of rows, things with what lies on them, and what stays hidden."""

import pytest

PACK = """\
id: camp
title: Camp
report:
  table: [coins, worth, hand]
  closed: [heap]
  headings: [owner, place, tired]
  facts: [strength, skill]
"""
RULES = """\
game camp "Camp"
players ann, bob
kind card
  owner    : player
  strength : number = 0
  skill    : string = ""
  weight   : number = 7
  state worn : bool
kind band
  owner       : player
  state place : string = "home"
  state tired : bool
zone hand(p: player)   : pool of card, seen by p
zone box               : pool of card, seen by none
zone heap              : pool of card, seen by all
zone in_band(b: band)  : row of card, seen by all
zone on(host: card)    : pool of card, seen by all
zone under(b: band)    : pool of card, seen by opponent(b.owner)
zone told              : stack of call, seen by all
state coins(p: player) : number = 3
function worth(p: player) = 10 * size(hand(p))
phase day
  let b = new band(owner: ann)
  move scout to in_band(b)
  move knife to on(scout)
  move spare to hand(bob)
  move trap to under(b)
  move rock to heap
  for each c in card where c is rope
    move c to hand(ann)
  set scout.worn to yes
  offer throw to ann until done "what {b} does"
action throw(p: player, c: card in hand(p)) by p
  cost move c to heap
"""
CARDS = """\
kind: card
cards:
  scout: {owner: ann, strength: 4, skill: "stealth"}
  knife: {owner: ann}
  rope: {owner: ann}
  rock: {owner: ann}
  spare: {owner: bob}
  trap: {owner: bob}
"""
DECKS = """\
decks:
  all:
    zone: box
    cards: {scout: 1, knife: 1, rope: 3, rock: 1, spare: 1, trap: 1}
"""


@pytest.fixture
def camp(tmp_path):
    folder = tmp_path / "camp"
    folder.mkdir()
    for name, text in (("pack.yaml", PACK), ("rules.moot", RULES), ("cards.yaml", CARDS), ("decks.yaml", DECKS)):
        (folder / name).write_text(text)
    return folder


def test_the_table_is_drawn_block_by_block(camp, moot):
    seen = moot("play", str(camp), "--seat", "ann", "--seed", "1", typed="quit\n").stdout
    lines = [line.rstrip() for line in seen.splitlines()]
    assert "worth  30         10" in lines, seen
    block = lines.index("band 1  owner ann, place home")
    assert lines[block + 1 : block + 4] == [
        "  scout  strength 4  skill stealth  worn",
        "    on: knife",
        "  under: 1 unseen",
    ]
    shown = lines[lines.index("worth  30         10") :]
    assert not any("rock" in line or "weight" in line for line in shown)  # the heap is closed, weights are not told
    assert "spare" not in seen and "trap" not in seen
    assert "ann: what band 1 does" in lines


def test_choices_that_are_alike_are_one_line(camp, moot):
    seen = moot("play", str(camp), "--seat", "ann", "--seed", "1", typed="throw rope\nquit\n").stdout
    lines = [line.rstrip() for line in seen.splitlines()]
    assert "   1  throw rope  (3 alike)" in lines, seen
    assert "   1  throw rope  (2 alike)" in lines  # what is read may be typed


@pytest.mark.parametrize(
    ("good", "bad", "told"),
    [
        ("[coins, worth, hand]", "[coins, worht]", "`worht` is not a state, zone or function of one player"),
        ("closed: [heap]", "closed: [heep]", "`heep` is not a zone"),
        ("[owner, place, tired]", "[owner, tried]", "`tried` is not a field or state of things that are made in play"),
        ("[strength, skill]", "[strenght]", "`strenght` is not a printed field"),
    ],
)
def test_names_that_a_report_cannot_show(camp, moot, good, bad, told):
    (camp / "pack.yaml").write_text(PACK.replace(good, bad))
    assert told in moot("check", str(camp)).stdout
