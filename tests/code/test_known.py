"""What is known of things at a line, read from the lines before it; and moves that are written by what is known."""

import re
from collections.abc import Callable

import pytest

from moot.code.compile import prepared
from moot.code.known import Fact, Known
from moot.code.typing.typed import typed
from moot.code.write_compared import spans_joined
from moot.code.write_module import write_module
from moot.pack.load import load

ZONES = {"Z[0]": frozenset({0}), "Z[1]": frozenset({1}), "Z[p_1 + 2]": frozenset({2, 3})}


def after(text: str, depth: int | None = None) -> Callable[[str], Fact]:
    """What is known behind these lines, or at that depth where they end."""
    known = Known(ZONES.get)
    for line in text.split("\n"):
        known.follow(line, 0)
    at = (len(line) - len(line.lstrip())) // 4 if depth is None else depth
    known.follow("#@1", at)
    return lambda name: known.fact(name, at)


def test_the_end_of_a_zone() -> None:
    assert after("c = (Z[0][-1] if Z[0] else None)")("c") == Fact(zones=frozenset({0}), top=True)
    assert after("if Z[0]:\n    c = (Z[0][-1] if Z[0] else None)")("c").there
    assert after("c = (Z[p_1 + 2][0] if Z[p_1 + 2] else None)")("c") == Fact(zones=frozenset({2, 3}))
    assert after("c = Z[0][0]\nd = c")("d") == Fact(True, zones=frozenset({0}))


def test_tests_narrow() -> None:
    assert after("if (c is not None and 4 <= c < 9):\n    pass")("c") == Fact(True, 4, 9)
    assert after("if (not (c is None)):\n    pass")("c") == Fact(True)
    assert after("if ((2 <= c < 4) or (7 <= c < 9)):\n    pass")("c") == Fact(True, 2, 9)
    assert after("if not (4 <= c < 9):\n    return None", 0)("c") == Fact(True, 4, 9)
    assert after("if c is None:\n    x = 1\nelse:\n    x = 2", 0)("c") == Fact()
    assert after("if C[c] in (1, 3):\n    pass")("c") == Fact(True, zones=frozenset({1, 3}))
    assert after("if C[i] == 1:\n    pass")("i") == Fact()


def test_a_block_that_ends_leaves_what_all_branches_know() -> None:
    branches = "if (4 <= c < 9):\n    d = Z[0][-1]\nelse:\n    d = Z[1][-1]"
    assert after(branches, 0)("d") == Fact(True, zones=frozenset({0, 1}), top=True)
    assert after(branches, 0)("c") == Fact()
    assert after("d = Z[0][-1]\nif x:\n    d = f_other(S)", 0)("d") == Fact()
    assert after("d = Z[0][-1]\nif x:\n    p_other(S)\n    return None", 0)("d").zones == frozenset({0})


@pytest.mark.parametrize(
    "line",
    [
        "p_other(S)",
        "CODE[P_text[c]](S, c)",
        "Z[1].append(e)",
        "Z[0], Z[1] = [], things",
        "Z[1] += drawn",
        "x = p_it(S)",
    ],
)
def test_where_things_lie_is_forgotten(line: str) -> None:
    known = after(f"if (4 <= c < 9) and Z[0]:\n    c = c\n    d = Z[0][-1]\n    {line}")
    assert known("d") == Fact(True)
    assert known("Z[0]") == Fact()


@pytest.mark.parametrize("line", ["C[68] = x", "S.fuel -= 1", "x = f_price(S, d)", "opts.append(None)", "start(S, d)"])
def test_what_moves_nothing_leaves_it(line: str) -> None:
    assert after(f"d = Z[0][-1]\n{line}")("d") == Fact(True, zones=frozenset({0}), top=True)


def test_loops_know_only_what_holds_at_each_turn() -> None:
    assert after("d = Z[0][-1]\nwhile Z[1]:\n    x = 1")("d") == Fact(True)
    assert after("while Z[1]:\n    x = 1")("Z[1]").there
    assert after("while Z[1]:\n    x = 1", 0)("Z[1]") == Fact()
    assert after("for d in tuple([c for c in Z[0] if (4 <= c < 9)]):\n    x = 1")("d") == Fact(True, 4, 9)
    assert after("Z[p_1 + 2]\nif Z[p_1 + 2]:\n    p_1 = 3")("Z[p_1 + 2]") == Fact()


def test_members_of_what_is_listed() -> None:
    known = Known(ZONES.get)
    assert known.member("lying(S, 1, (4, 7, ))") == Fact(True, 4, 8, frozenset({1}))
    assert known.member("tuple((tuple([c for c in Z[0] if (4 <= c < 9) and x])))") == Fact(True, 4, 9, frozenset({0}))
    assert known.member("[c for c in Z[0] if (4 <= c < 9)] + [d for d in Z[1] if d]") == Fact()


def test_kinds_side_by_side_are_one_span() -> None:
    assert spans_joined(["(11 <= c < 13)", "(10 <= c < 11)", "x"]) == ["(10 <= c < 13)", "x"]
    assert spans_joined(["(11 <= c < 13)", "(9 <= c < 10)"]) == ["(11 <= c < 13)", "(9 <= c < 10)"]
    assert spans_joined(["(11 <= c < 13)", "(13 <= d < 14)"]) == ["(11 <= c < 13)", "(13 <= d < 14)"]


# ------------------------------------------------------------------------------------------------ written moves

RULES = """\
game pond "Pond"
players ann
kind card
  effect : standing or none = none
kind fish is card
  state wet : bool
kind frog is card
state tide : 0..9 = 1
zone deck : pile of card, seen by none
zone hand : pool of card, seen by all
zone pond : pool of card, seen by all, in play
zone past : pile of card, seen by all
function fishes = each c in pond where c is fish
function worth(c: card) : 0..9 = 1
phase day
  draw_all()
  choose c in hand by ann "in"
  move c to pond
  if c is fish
    set c.wet to yes
  dry()
procedure draw_all
  while size(deck) > 0
    let c = top(deck)
    if c is fish
      move c to past
    else
      move c to hand
procedure dry
  for each c in fishes
    move c to past
  for each c in pond
    leave(c)
  for each c in fishes
    move c to past
    grow()
    sink()
procedure leave(c: card)
  if c is frog
    move c to past
procedure sink
  move hand to past
procedure grow
  raise tide by 1
"""
FILES = {
    "pack.yaml": "id: pond\ntitle: Pond\n",
    "rules.moot": RULES,
    "fish.yaml": 'kind: fish\nthings:\n  pike: {}\n  carp: {effect: "modify worth(c) by 1"}\n',
    "frogs.yaml": "kind: frog\nthings:\n  toad: {}\n  newt: {}\n",
    "decks.yaml": "decks:\n  d: {zone: deck, cards: {pike: 1, carp: 1, toad: 1, newt: 1}}\n",
}


def lines_of(text: str, name: str) -> list[str]:
    found = re.search(rf"def {name}\(.*?\n(.*?)(?=\n\S|\n\n)", text, re.S)
    assert found is not None
    return [line[4:] for line in found[1].split("\n") if "#@" not in line]


@pytest.fixture(scope="module")
def fast(tmp_path_factory: pytest.TempPathFactory) -> str:
    folder = tmp_path_factory.mktemp("pond")
    for name, text in FILES.items():
        (folder / name).write_text(text)
    bundle = load(folder)
    return write_module(prepared(typed(bundle), bundle), False)


def test_from_the_top_of_a_pile(fast: str) -> None:
    """Each turn of such a loop takes one, so it needs no fuel."""
    assert lines_of(fast, "p_draw_all")[2:] == [
        "while Z[0]:",
        "    c_1 = Z[0][-1]",
        "    if (0 <= c_1 < 2):",
        "        C[c_1] = 3",
        "        Z[3].append(Z[0].pop())",
        "    else:",
        "        C[c_1] = 1",
        "        Z[1].append(Z[0].pop())",
        "return None",
    ]


def test_what_was_chosen_lies_where_it_was_chosen_from(fast: str) -> None:
    assert lines_of(fast, "resume3_1")[2:8] == [
        "C[c_3] = 2",
        "Z[1].remove(c_3)",
        "Z[2].append(c_3)",
        "if c_3 in EFFECTS:",
        "    start(S, c_3)",
        "if (0 <= c_3 < 2):",
    ]


def test_out_of_play(fast: str) -> None:
    """Only what its kind has is set back; where other things may have been moved, its place is read."""
    lines = lines_of(fast, "p_dry")
    assert lines[3:9] == [
        "    C[c_2] = 3",
        "    Z[2].remove(c_2)",
        "    Z[3].append(c_2)",
        "    if c_2 in EFFECTS:",
        "        stop(S, c_2)",
        "    C[c_2 + 5] = False",
    ]
    assert lines[9:15] == [
        "for c_3 in tuple(Z[2]):",
        "    if (2 <= c_3 < 4):",
        "        C[c_3] = 3",
        "        Z[2].remove(c_3)",
        "        Z[3].append(c_3)",
        "for c_5 in [c_4 for c_4 in Z[2] if (0 <= c_4 < 2)]:",
    ]
    assert lines[15:24] == [
        "    s = C[c_5]",
        "    if s >= 0:",
        "        Z[s].remove(c_5)",
        "    Z[3].append(c_5)",
        "    C[c_5] = 3",
        "    if s == 2:",
        "        if c_5 in EFFECTS:",
        "            stop(S, c_5)",
        "        C[c_5 + 5] = False",
    ]
