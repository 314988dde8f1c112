"""What differs between two rule sets, compared as trees."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from case_pack import write_pack
from moot.pack.load import load
from moot.tools.diff.structure.rules import differences

ROOT = Path(__file__).parents[3]


@pytest.fixture
def changed(tmp_path):
    """The differences after a change of one file of a small pack."""

    def run(file: str = "", before: str = "", after: str = "", **settings):
        for side in "ab":
            shutil.rmtree(tmp_path / side, ignore_errors=True)
            write_pack(tmp_path / side)
        if file:
            path = tmp_path / "b" / file
            text = path.read_text(encoding="utf-8")
            assert before in text
            path.write_text(text.replace(before, after, 1), encoding="utf-8")
        one = load(tmp_path / "a", cases=False)
        other = load(tmp_path / "b", settings=list(settings.items()), cases=False)
        assert not one.report.failed and not other.report.failed
        return differences(one, other)

    return run


def test_a_pack_does_not_differ_from_itself(changed):
    assert changed() == []
    for name in ("duel/english", str(ROOT / "tests/packs/settlement"), str(ROOT / "tests/packs/skirmish")):
        assert differences(load(name, cases=False), load(name, cases=False)) == []


@pytest.mark.parametrize(
    ("file", "before", "after"),
    [
        ("rules.moot", "raise round by 1", "raise round by (1)      # once more"),
        ("rules.moot", "phase turn(p: player)", "\n# a turn\nphase turn( p : player )"),
        ("rules.moot", "    raise coins(p) by n - 7 ", "        raise coins(p) by (n - 7) "),
        ("decks.yaml", "{nail: 1, rope: 2, lamp: 1}", "{rope: 2, lamp: 1, nail: 1}"),
    ],
)
def test_layout_is_no_difference(changed, file, before, after):
    assert changed(file, before, after) == []


CHANGES = [
    ("rules.moot", "if n > 7", "if n >= 7", "procedure act", "procedure", "  if n > 7", "  if n >= 7"),
    ("rules.moot", "ann if coins(ann)", "bob if coins(ann)", "function richest", "function", "  ann if", "  bob if"),
    ("rules.moot", "raise round by 1", "raise round by 2", "procedure turn", "phase", "  raise round by 1", "by 2"),
    ("rules.moot", "row of card, seen by all", "row of card, seen by ann", "zone shelf", "zone", "by all", "by ann"),
    ("rules.moot", "state round            : 0..9", "state round : 0..8", "state round", "state", "0..9", "0..8"),
    ("rules.moot", "option start : number = 3", "option start : number = 4", "option start", "option", "= 3", "= 4"),
    ("rules.moot", "calm, cross", "cross, calm", "kind mood", "kind", "calm, cross", "cross, calm"),
    ("rules.moot", "coins(bob) = 0", "coins(bob) = 1", "when", "rule", "= 0", "= 1"),
    ("cards.yaml", "by 1 where", "by 2 where", "lamp: effect", "card", "by 1 where", "by 2 where"),
    ("cards.yaml", "worth: 2", "worth: 3", "nail: worth", "card", "2", "3"),
    ("decks.yaml", "rope: 2", "rope: 3", "deck ann", "deck", "2 rope", "3 rope"),
]  # fmt: skip


@pytest.mark.parametrize(("file", "before", "after", "ident", "sort", "ours", "theirs"), CHANGES)
def test_one_change_is_one_difference(changed, file, before, after, ident, sort, ours, theirs):
    (found,) = changed(file, before, after)
    assert (found.id, found.sort) == (ident, sort)
    rows = [row for row in found.marked() if row.mark != "equal"]
    assert [row.mark for row in rows] == ["changed"]
    assert ours in rows[0].a and theirs in rows[0].b


def test_an_option_that_is_set_is_a_difference_of_setting(changed):
    (found,) = changed(start=5)
    assert (found.id, found.sort) == ("option start", "setting")
    assert found.a == "option start : number = 3"
    assert found.b == "option start : number = 3\nset to 5"
    assert changed(start=3) == []


def test_what_is_there_on_one_side_alone_is_shown_whole(changed):
    (found,) = changed("cards.yaml", "  rope: {}", "  rope: {}\n  horn: {worth: 3}")
    assert (found.id, found.a, found.b) == ("horn", None, "kind: card\nworth: 3")
    (found,) = changed("rules.moot", "procedure crown", "after lay(c, p) @lay\n  nothing\nprocedure crown")
    assert (found.id, found.sort, found.a) == ("after lay", "rule", None)
    assert found.clauses_b == ("cellar/lay",)


def test_a_citation_alone_is_told_as_such(changed):
    (found,) = changed("rules.moot", "@pay.more", "@pay.more @lay")
    assert (found.id, found.sort) == ("citations of procedure act", "citation")
    assert found.clauses_a == ("cellar/act", "cellar/pay.more")
    assert found.clauses_b == ("cellar/act", "cellar/pay.more", "cellar/lay")


def test_an_order_of_rules_on_one_target_is_told(tmp_path):
    rules = ["after lay(c, p)\n  raise round by 1\n", "after lay(c, p) where c is nail\n  lower round by 1\n"]
    bundles = []
    for side, lines in (("a", rules), ("b", rules[::-1])):
        write_pack(tmp_path / side)
        path = tmp_path / side / "rules.moot"
        path.write_text(path.read_text(encoding="utf-8") + "".join(lines), encoding="utf-8")
        bundles.append(load(tmp_path / side, cases=False))
    (found,) = differences(*bundles)
    assert (found.id, found.sort) == ("order of rules on lay", "order")
    assert found.a == "after lay(c, p)\nafter lay(c, p) where c is nail"
    assert found.b == "after lay(c, p) where c is nail\nafter lay(c, p)"


def test_mods_differ_from_their_base():
    base = load("duel/english", cases=False)
    house = differences(base, load(ROOT / "examples/house_translation", cases=False))
    assert [one.id for one in house] == ["function climb", "function duel_winner", "term energy", "term stair"]
    assert house[0].b == "function climb = 1 + free_spaces / 3"
    assert house[0].clauses_b == ("house/planks",)
    card = differences(base, load(ROOT / "examples/new_card", cases=False))
    assert [one.id for one in card] == ["deck gandalf", "gandalfs_light", "term gandalfs_light"]
    assert card[0].a == "1 gandalfs_list"


def test_tables_differ_by_cells(tmp_path):
    for side in "ab":
        shutil.copytree(ROOT / "tests/packs/skirmish", tmp_path / side)
    path = tmp_path / "b" / "tables.yaml"
    text = path.read_text(encoding="utf-8")
    text = text.replace("2: 3, 3: 6, 4: 9", "2: 4, 3: 6, 4: 9").replace("retreat(b, 1)\n", "retreat(b, 2)\n")
    path.write_text(text, encoding="utf-8")
    found = differences(load(tmp_path / "a", cases=False), load(tmp_path / "b", cases=False))
    duel, pay = found
    assert (duel.id, pay.id, pay.sort) == ("cells of duel", "cells of pay", "table")
    assert (pay.a, pay.b) == ("[2] 3", "[2] 4")
    assert "  retreat(b, 1)\n  set a.spot to b.spot" in duel.a and "retreat(a, 1)" not in duel.a


def test_a_comment_above_a_rule_is_told_with_it(changed):
    note = "# ---- more ----\n\n# Whoever lays\n# earns.\n"
    rule = "after lay(c, p)    # at once\n  raise round by 1\nprocedure crown"
    (found,) = changed("rules.moot", "procedure crown", note + rule)
    assert (found.note_a, found.note_b) == ("", "Whoever lays earns. at once")
