"""Calls whose things are called by titles, by full names, or by both."""

import moot as library

RULES = """game spells "Spells"
players ann, bob
kind card
  effect : standing or none = none
zone hand(p: player) : row of card, seen by all
zone yard(p: player) : row of card, seen by all, in play
phase night
  offer actions to ann
  win none "morning"
"""
CARDS = """kind: card
cards:
  bear: {}
  shock:
    effect: |
      action shock(c: card in yard(bob)) from hand by ann in night
        do
          move c to hand(ann)
"""
DECKS = """decks:
  anns: {zone: hand(ann), cards: {shock: SHOCKS}}
  bobs: {zone: yard(bob), cards: {bear: 2}}
"""


def spells(pack, shocks):
    return pack("spells", RULES, cards=CARDS, decks=DECKS.replace("SHOCKS", str(shocks)))


def test_each_thing_of_a_call_by_title_or_in_full(pack):
    state = library.load(spells(pack, 2)).start()
    for key, taken in (
        ("shock.shock(bobs.bear.2)", "anns.shock.1.shock(bobs.bear.2)"),
        ("anns.shock.2.shock(bear)", "anns.shock.2.shock(bobs.bear.1)"),
        ("shock.shock(bear)", "anns.shock.1.shock(bobs.bear.1)"),  # copies of one deck are alike
    ):
        played = state.copy()
        played.apply(key)
        assert played.choices == [("ann", taken)]
        assert state.why_not(key)[0] == f"`{key}` is available"
    assert state.why_not("shock.shock(anns.shock.1)")[0] == "shock is not in `yard(bob)`"


def test_at_the_table_what_may_be_several_is_asked_for(moot, pack):
    apart = RULES.replace("  effect", "  state hurt : bool\n  effect")
    apart = apart.replace("  offer actions", "  set (first(yard(bob)) as card).hurt to yes\n  offer actions")
    folder = pack("spells", apart, cards=CARDS, decks=DECKS.replace("SHOCKS", "1"))
    typed = "shock.shock(bear)\nwhy shock.shock(bear)\nshock.shock(bobs.bear.2)\n"
    out = moot("play", folder, "--bot", "bob=random", typed=typed).stdout
    assert "   1  shock: shock bear  in yard of bob, hurt\n" in out
    told = " ".join(out.split())
    assert "several choices: 1 shock: shock bear (in yard of bob, hurt), 2 shock: shock bear (in yard of bob)" in told
    assert "`shock.shock(bear)` is available" in out
    assert "hand of ann" in out.split("is available")[1]  # the last line has chosen


def test_at_the_table_one_of_several_that_are_alike_will_do(moot, pack):
    out = moot("play", spells(pack, 1), "--bot", "bob=random", typed="shock.shock(bear)\n").stdout
    assert "   1  shock: shock bear  (2 alike)\n" in out
    assert "yard of bob → hand of ann: bear" in out
