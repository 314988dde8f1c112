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


def test_what_has_not_changed_is_not_drawn_again(camp, moot):
    seen = moot("play", str(camp), "--seat", "ann", "--seed", "1", typed="throw rope\nlook\nquit\n").stdout
    first, second, looked, _ = seen.split("ann> ")
    assert all("band 1  owner ann" in part for part in (first, looked)) and "band 1  owner ann" not in second
    assert "(the rest of the table is unchanged; look draws it)" in second and "as it was" not in looked
    assert "hand of ann (2)" in second


def test_look_tells_of_what_was_made_of_zones_and_of_all_that_is_printed(camp, moot):
    typed = "look band 1\nlook hand\nlook heap\nlook rope\nlook nobody\nquit\n"
    parts = moot("play", str(camp), "--seat", "ann", "--seed", "1", typed=typed).stdout.split("ann> ")
    assert "band 1  owner ann, place home\n  scout  strength 4  skill stealth  worn\n" in parts[1]
    assert "hand of ann (3)" in parts[2] and "hand of bob: 1 that you cannot see" in parts[2]
    assert "heap (1)\n  rock" in parts[3]
    assert "rope: nothing printed\n" in parts[4]
    assert "unknown thing `nobody`" in parts[5]


def test_the_only_choice_is_taken_unasked_and_what_is_untold_stays_untold(camp, moot):
    seen = moot("play", str(camp), "--seat", "ann", "--seed", "1", typed="throw rope\n" * 3).stdout
    assert seen.count("ann> ") == 3 and "done\n" not in seen.split("ann> ")[3]
    assert "heap: rope" in seen and "scout: worn" in seen
    (camp / "pack.yaml").write_text(PACK.replace("  closed", "  untold: [worn, heap]\n  closed"))
    seen = moot("play", str(camp), "--seat", "ann", "--seed", "1", typed="throw rope\nquit\n").stdout
    assert "ann: throw rope" in seen and "heap: rope" not in seen and "scout: worn" not in seen


def test_the_report_tells_beside_choices(camp, moot):
    (camp / "pack.yaml").write_text(PACK.replace("  closed", "  choices: [heft]\n  closed"))
    heft = 'function heft(c: card) : string = "heavy as {c.weight}"\n'
    rules = RULES.replace("phase day\n", heft + "phase day\n").replace(
        "  offer throw", '  choose c or none in hand(ann) by ann "which to keep"\n    nothing\n  offer throw'
    )
    (camp / "rules.moot").write_text(rules)
    seen = moot("play", str(camp), "--seat", "ann", "--seed", "1", typed="rope\nquit\n").stdout
    assert "   1  rope  heavy as 7  (3 alike)\n   2  none\n" in seen
    assert "ann, which to keep: rope\n" in seen  # copies that are alike are chosen by their name


@pytest.mark.parametrize(
    ("good", "bad", "told"),
    [
        ("[coins, worth, hand]", "[coins, worht]", "`worht` is not a state, zone or function of one player"),
        ("closed: [heap]", "closed: [heep]", "`heep` is not a zone"),
        ("[owner, place, tired]", "[owner, tried]", "`tried` is not a field or state of records made in play"),
        ("[strength, skill]", "[strenght]", "`strenght` is not a printed field"),
        ("closed:", "untold: [wron]\n  closed:", "`wron` is not a state, field, zone, phase"),
        ("closed:", "choices: [coins]\n  closed:", "unknown function `coins`"),
        ("closed:", "totals: [coins]\n  closed:", "unknown function `coins`"),
    ],
)
def test_names_that_a_report_cannot_show(camp, moot, good, bad, told):
    (camp / "pack.yaml").write_text(PACK.replace(good, bad))
    assert told in moot("check", str(camp)).stdout
