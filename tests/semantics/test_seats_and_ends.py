"""Who takes part, the order of seats, and ends with several winners and scores (sentences 15 and those of seats)."""

from __future__ import annotations

from pathlib import Path

import pytest

import moot
from moot.lang.diagnostic import MootError
from moot.stack.game import Result

SEATS = """\
game trial "Trial"
players 2..4 : ann, bob, cid, dee = 3
kind card
zone hand(p: player) : pool of card, seen by p
state order(p: player) : number
state found : list of player
phase match
  let n = 0
  for each p in seats(last(player))
    set n to n + 1
    set order(p) to n
  set found to seats(next(last(player)))
"""
THINGS = "kind: card\ncards:\n  page: {}\n"
DECKS = "decks:\n  first: {zone: hand(bob), cards: {page: 1}}\n  second: {zone: hand(dee), cards: {page: 2}}\n"

ENDS = """\
game trial "Trial"
players ann, bob, cid
state points(p: player) : number
function half(p: player) = points(p) / 2
phase match
  set points(ann) to 3
  set points(bob) to 8
  set points(cid) to 9
"""


def started(folder: Path, rules: str, more: dict[str, str] | None = None, **options: int) -> moot.State:
    files = {"pack.yaml": "id: trial\ntitle: Trial\n", "rules.moot": rules, **(more or {})}
    for name, text in files.items():
        (folder / name).write_text(text, encoding="utf-8")
    return moot.load(folder, options=options).start(1)


def ended(folder: Path, line: str) -> Result:
    result = started(folder, ENDS + f"  {line}\n").result
    assert result is not None
    return result


@pytest.mark.parametrize("players", [2, 3, 4])
def test_111_seats_go_round_the_table_from_any_player(tmp_path: Path, players: int) -> None:
    state = started(tmp_path, SEATS, players=players)
    names = ["ann", "bob", "cid", "dee"][:players]
    assert state.game.players == names
    states = state.view("ann")["states"]
    assert [states[f"order({name})"] for name in (names[-1], *names[:-1])] == [*range(1, players + 1)]
    assert states["found"] == f"[{', '.join(names)}]"


def test_110_decks_of_those_who_do_not_take_part_are_not_laid(tmp_path: Path) -> None:
    more = {"cards.yaml": THINGS, "decks.yaml": DECKS}
    three = started(tmp_path, SEATS, more)
    assert three.game.players == ["ann", "bob", "cid"]
    assert [thing.key for thing in three.game.program.layout.things] == ["page"]
    assert len(started(tmp_path, SEATS, more, players=4).game.program.layout.things) == 3


PIECES = """\
game trial "Trial"
players 2..4 : ann, bob, cid, dee = 3
kind piece
  owner  : player
  rival  : player or none = none
  others : set of player = []
kind spot
  home : player or none = none
board field : squares of spot
zone box : pool of piece, seen by all
phase match
  win none "{size(piece)} {size(box)}"
"""
OF_PLAYERS = {
    "pieces.yaml": """\
kind: piece
things:
  "{owner}_king": {owner: each, others: [bob, dee]}
  ann_foe: {owner: ann, rival: dee}
""",
    "box.yaml": "decks:\n  pieces:\n    zone: box\n    cards: {'*_king': 2, ann_foe: 1}\n",
    "field.yaml": """\
maps:
  field:
    grid: {columns: 2, rows: 1, first: a1}
    legend: {".": {}}
    squares: ". ."
    fields: {a1: {home: dee}, b1: {home: ann}}
""",
}


@pytest.mark.parametrize(("players", "things"), [(2, 4), (3, 6), (4, 9)])
def test_110_things_of_those_who_do_not_take_part_are_not_there(tmp_path: Path, players: int, things: int) -> None:
    state = started(tmp_path, PIECES, OF_PLAYERS, players=players)
    assert state.result is not None and state.result.reason == f"{things} {things}"
    program = state.game.program
    keys = [thing.key for thing in program.layout.things]
    homes = dict(zip(keys, program.constants["P_spot_home"], strict=True))
    assert (homes["a1"], homes["b1"]) == (3 if players == 4 else None, 0)
    others = program.constants["P_piece_others"][keys.index("pieces.ann_king.1")]
    assert others == (0b1010 if players == 4 else 0b10)


def test_110_a_place_that_must_have_an_owner_cannot_be_without(tmp_path: Path) -> None:
    rules = PIECES.replace("home : player or none = none", "home : player")
    with pytest.raises(MootError, match="`dee` is not in a game of 2"):
        started(tmp_path, rules, OF_PLAYERS, players=2)


TABLE = """\
game trial "Trial"
players 2..4 : ann, bob, cid, dee = 3
table tax(n: 1..2, p: player) : number
phase match
  win none "{sum p in player of tax[1, p] * tax[2, p]}"
"""


@pytest.mark.parametrize(("players", "sum"), [(2, "15"), (3, "36"), (4, "64")])
def test_110_cells_for_those_who_do_not_take_part_are_passed_over(tmp_path: Path, players: int, sum: str) -> None:
    cells = "tables:\n  tax: {1: {ann: 1, bob: 2, cid: 3, dee: 4}, 2: {ann..bob: 5, cid..dee: 7}}\n"
    result = started(tmp_path, TABLE, {"tax.yaml": cells}, players=players).result
    assert result is not None and result.reason == sum


def test_without_names_players_are_numbered(tmp_path: Path) -> None:
    rules = 'game trial "Trial"\nplayers 2\nphase match\n  win player_2\n'
    assert started(tmp_path, rules).result == Result(("player_2",), None, "", "phase match", ())


@pytest.mark.parametrize(
    ("line", "winners", "scores"),
    [
        ("win bob", ["bob"], None),
        ("win none", [], None),
        ("win all", ["ann", "bob", "cid"], None),
        ("win [cid, ann]", ["ann", "cid"], None),
        ("win seats(bob)", ["ann", "bob", "cid"], None),
        ("win each p in player where points(p) > 3", ["bob", "cid"], None),
        ("win by points", ["cid"], [3, 8, 9]),
        ("win by half", ["bob", "cid"], [1, 4, 4]),
        ("win ann by points", ["ann"], [3, 8, 9]),
        ("win none by half", [], [1, 4, 4]),
    ],
)
def test_who_has_won(tmp_path: Path, line: str, winners: list[str], scores: list[int] | None) -> None:
    result = ended(tmp_path, line)
    assert list(result.winners) == winners
    assert result.scores == (None if scores is None else dict(zip(["ann", "bob", "cid"], scores, strict=True)))
    assert result.winner == (winners[0] if len(winners) == 1 else None)


def test_places_follow_the_scores_and_who_has_won_is_first(tmp_path: Path) -> None:
    assert ended(tmp_path, "win by points").places == {"ann": 3, "bob": 2, "cid": 1}
    assert ended(tmp_path, "win by half").places == {"ann": 3, "bob": 1, "cid": 1}
    assert ended(tmp_path, "win ann by points").places == {"ann": 1, "bob": 3, "cid": 2}


def test_scores_are_kept_in_saves_and_told_in_logs(tmp_path: Path) -> None:
    state = started(tmp_path, ENDS + '  win by half "counted"\n')
    again = state.game.restore(state.save())
    assert again.result == state.result
    assert state.view("ann")["result"] == {
        "winner": ["bob", "cid"],
        "reason": "counted",
        "scores": {"ann": 1, "bob": 4, "cid": 4},
    }
    assert state.game.teller.line(state.journal[-1]) == "bob and cid win: counted (ann 1, bob 4, cid 4)"
