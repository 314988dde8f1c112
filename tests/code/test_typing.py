"""What the typing stage makes of sound packs: symbols, references, types and constants."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from typing_packs import CARDS, told, typed_pack

from moot.code.typing import symbols
from moot.code.typing.gathered import code_texts
from moot.code.typing.symbols import TitleOf, TypedGame
from moot.code.typing.typed import typed
from moot.code.typing.types import ANY
from moot.lang import tree
from moot.lang.walk import walk
from moot.pack.load import load
from moot.pack.model.bundle import Bundle


def function(game: TypedGame, name: str) -> tree.Formula:
    """The formula of a function's last line."""
    node = game.functions[name].decl
    assert isinstance(node, tree.FunctionDecl)
    return node.lines[-1].value


FORMULAS = {
    "round + 1": "number",
    "-round * 2 % 3": "number",
    "energy(ann) > 2 and not level": "bool",
    "size(field) / 2": "number",
    "first(field)": "card or none",
    "last(field).owner": "player or none",
    "left_of(squire)": "card or none",
    "holder(squire)": "player or none",
    "squire.mind": "number or none",
    "squire.mind + 1": "number or none",
    "each c in field where c.price > 1": "set of card",
    "each n in squire.rows where n > 2": "set of 1..4",
    "each t in squire.tints where t != red": "list of colour",
    "squire.tints + [blue]": "list of colour",
    "squire.tints - [blue]": "list of colour",
    "colour - [blue]": "set of colour",
    "field - [squire]": "set of card",
    "each t in colour where t in [red, blue]": "set of colour",
    "each c in field ordered by price(c)": "list of card",
    "each t in colour ordered by t": "list of colour",
    "each c in field where c.price > 1 of c.price": "list of number",
    "each c in field ordered by c.price of left_of(c)": "list of card or none",
    "last(each c in field ordered by price(c)).owner": "player or none",
    "(squire if round = 1 otherwise none)": "ally or none",
    "(red if round = 1 otherwise first(squire.tints))": "colour or none",
    "(field if round = 1 otherwise hand(ann))": "place",
    "count c in field where c is ally": "number",
    "each c in field where c is ally": "set of ally",
    "sum c in field of price(c)": "number",
    "most c in field of price(c)": "number or none",
    "least t in colour of t": "colour or none",
    "any c in field where c.mind = 3": "bool",
    "every c in field where c is ally has c.skill = scout": "bool",
    "squire.worth(3)": "number",
    "losses[1, red]": "number",
    "squire.title": "name",
    "squire.title = squires_horse": "bool",
    "squire is ally": "bool",
    "1..6": "set of 1..6",
    "[ann, opponent(ann)]": "list of player",
    "rank(red) + max(1, 2, 3)": "number",
    "abs(energy(bob))": "number",
    "in_phase(turn)": "bool",
    "innermost(turn)": "bool",
    "in_play(squire)": "bool",
    "sees(ann, hand(bob))": "bool",
    "top(chain).source": "card or none",
    "top(chain).player": "player or none",
    "top(chain).c": "card or none",
    "top(chain) is play": "bool",
    '"no {round}"': "string",
    "ally": "set of ally",
    "mode = easy": "bool",
}


@pytest.mark.parametrize("formula", FORMULAS)
def test_type_of(formula: str, tmp_path: Path) -> None:
    game, report = typed_pack(tmp_path / "small", more=f"function f = {formula}\n")
    assert told(report) == []
    assert str(function(game, "f").type) == FORMULAS[formula]


def test_functions_find_their_types(tmp_path: Path) -> None:
    more = """\
function a(c: card) = b(c)
function b(c: card) =
  c.owner if c.tapped
  none if level
  a(c) otherwise
function chain_of(n: number) =
  [] if n = 0
  chain_of(n - 1) + [n] otherwise
function steps_left = round
function capped : 0..3 = round
"""
    game, report = typed_pack(tmp_path / "small", more=more)
    assert told(report) == []
    found = {name: str(f.type) for name, f in game.functions.items()}
    assert found["a"] == found["b"] == "player or none"
    assert found["chain_of"] == "list of number"
    assert found["steps_left"] == "number"  # only a written range cuts
    assert found["capped"] == "0..3"


def test_names_mean_one_local(tmp_path: Path) -> None:
    game, report = typed_pack(tmp_path / "small")
    assert told(report) == []
    turn = game.procedures["turn"].decl
    assert isinstance(turn, tree.ProcedureDecl)
    let, lay, offer, _ = turn.block
    assert isinstance(let, tree.Let) and isinstance(lay, tree.CallStatement) and isinstance(offer, tree.Offer)
    assert isinstance(let.local, symbols.Local) and let.local.settable
    assert lay.call.args[0].ref is let.local
    assert let.value.args[0].ref is game.procedures["turn"].params[0]  # type: ignore[attr-defined]
    assert offer.local.name == "call"
    assert offer.on_chosen is not None
    assert offer.on_chosen[0].thing.ref is offer.local  # type: ignore[attr-defined]
    assert offer.on_chosen[0].to.ref is game.zones["chain"]  # type: ignore[attr-defined]


def test_occasions(tmp_path: Path) -> None:
    game, _ = typed_pack(tmp_path / "small")
    play = game.actions["play"].decl
    assert isinstance(play, tree.ActionDecl)
    running, answering = play.occasions
    assert running.ref is game.procedures["turn"]
    assert [(local.name, str(local.type)) for local in running.locals] == [("p", "player")]
    assert answering.ref is None


def test_an_occasion_shares_a_parameter(tmp_path: Path) -> None:
    more = "action act(q: player) as other() by q in turn(q)\n  do\n    nothing\n"
    game, report = typed_pack(tmp_path / "small", more=more)
    assert told(report) == []
    act = game.actions["act"]
    assert act.decl.occasions[0].locals == [act.params[0]]  # type: ignore[union-attr]


def test_heads(tmp_path: Path) -> None:
    more = """\
procedure hit(a: ally, b: ally, hard: bool)
  nothing
procedure use
  hit(squire, squire, no)
after hit(x) where x.tapped
  nothing
instead of choose_card(p)
  let c = proceed
  return c
modify sees(p, z) becomes yes where p = ann and z = hand(bob)
forbid play(c) where c.tapped "it is tapped"
before shuffle(z) where z = deck(ann)
  nothing
"""
    game, report = typed_pack(tmp_path / "small", more=more.replace("hard: bool", "whole: bool"))
    assert told(report) == []
    after, instead, sees, forbid, shuffle = game.standing
    assert [(p.name, str(p.type)) for p in after.head.locals] == [("x", "ally"), ("", "ally"), ("", "bool")]
    assert after.head.ref is game.procedures["hit"]
    assert isinstance(instead, tree.Hook) and isinstance(instead.block[0], tree.Let)
    assert str(instead.block[0].value.type) == "card"
    assert isinstance(sees.head.ref, symbols.Builtin)
    assert forbid.head.ref is game.actions["play"]
    assert isinstance(shuffle.head.ref, symbols.Builtin)


def test_until_keeps_outer_locals(tmp_path: Path) -> None:
    cards = (
        CARDS
        + """\
  monk:
    text: |
      let n = 2
      let unused = 3
      until end of turn, once
        modify price(c) by n where c = this
        after lay(c)
          let m = n + 1
          raise energy(ann) by m
"""
    )
    game, report = typed_pack(tmp_path / "small", cards=cards)
    assert told(report) == []
    unit = next(code for code in game.code if code.title == "monk")
    lasting = unit.nodes[2]
    assert [local.name for local in lasting.captures] == ["this", "n"]
    assert lasting.captures[1] is unit.nodes[0].local


def test_what_an_effect_declares(tmp_path: Path) -> None:
    cards = (
        CARDS
        + """\
  monk:
    kind: ally
    effect: |
      state awake : bool until end of turn
      function strength = this.mind + 1
      procedure wake(c: card)
        set awake to yes
      action rouse as other() by this.owner in turn
        require not awake and this.awake = no "it is awake"
        do
          wake(this)
      modify price(c) by strength where c = this and awake
"""
    )
    game, report = typed_pack(tmp_path / "small", cards=cards)
    assert told(report) == []
    carried = game.carried["monk"]
    assert carried.states["awake"].title == "monk"
    assert carried.states["awake"].until == ("end", "turn")
    assert carried.functions["strength"].owner == "monk"
    assert str(carried.functions["strength"].type) == "number or none"
    wake = carried.procedures["wake"].decl
    assert isinstance(wake, tree.ProcedureDecl)
    assert wake.block[0].target.ref is carried.states["awake"]  # type: ignore[attr-defined]
    assert set(carried.actions) == {"rouse"}
    assert len(carried.standing) == 1


def test_a_word_of_two_kinds(tmp_path: Path) -> None:
    more = """\
kind shade : pink, red
state tone : shade = red
function f = tone = red
function g(c: colour) = c in [red, blue]
option tint : red, none_of_them = red
"""
    game, report = typed_pack(tmp_path / "small", more=more)
    assert told(report) == []
    node = function(game, "f")
    assert isinstance(node, tree.Compare)
    assert node.right.ref.index == 1
    assert str(node.right.type) == "shade"
    assert [str(v.type) for v in game.words["red"]] == ["colour", "shade", "red, none_of_them"]


def test_collected_lists(tmp_path: Path) -> None:
    more = """\
procedure collect
  let found = []
  for each c in field
    set found to found + [c]
  for each c in found
    lay(c)
  let who = none
  set who to first(found)
  if who != none
    lay(who)
"""
    game, report = typed_pack(tmp_path / "small", more=more)
    assert told(report) == []
    collect = game.procedures["collect"].decl
    assert isinstance(collect, tree.ProcedureDecl)
    assert str(collect.block[0].local.type) == "list of card"  # type: ignore[attr-defined]
    assert str(collect.block[3].local.type) == "card or none"  # type: ignore[attr-defined]


def test_otherwise_does_not_know_the_name(tmp_path: Path) -> None:
    more = """\
procedure p
  choose c in field by ann "one"
    lay(c)
    otherwise
      choose c in hand(ann) by ann "another"
        lay(c)
  lay(c)
"""
    game, report = typed_pack(tmp_path / "small", more=more)
    assert told(report) == []
    block = game.procedures["p"].decl.block  # type: ignore[union-attr]
    assert block[1].call.args[0].ref is block[0].local


# ------------------------------------------------------------------------------------------------ constants


def test_values_of_things(tmp_path: Path) -> None:
    cards = (
        CARDS
        + """\
  monk:
    kind: ally
    owner: bob
    worth: n * 2
    text: |
      lay(this)
"""
    )
    game, report = typed_pack(tmp_path / "small", cards=cards)
    assert told(report) == []
    assert list(game.things) == ["page", "squire", "squires_horse", "monk"]
    assert game.things["page"].values == {"owner": 0, "price": 1, "rows": 0b10010, "tints": ()}
    assert game.things["squires_horse"].values == {
        "owner": 0,
        "price": 0,
        "rows": 0,
        "tints": (0, 2),
        "mind": None,
        "skill": 0,
    }
    monk = game.things["monk"]
    assert monk.values["owner"] == 1
    assert set(monk.code) == {"worth", "text"}
    assert monk.code["worth"].entry == "formula"
    assert monk.code["worth"].params[0].name == "n"
    shared = game.things["page"].code["worth"]
    assert shared is game.things["squire"].code["worth"]  # the default: one unit for all
    assert shared.title == ""


def test_rows_in_place_and_references(tmp_path: Path) -> None:
    more = """\
kind blow
  strength : number
  from_whom : card or none = none
kind beast is card
  blows : list of blow
  rider : ally or none = none
  home  : name
"""
    cards = (
        CARDS
        + """\
  wolf:
    kind: beast
    blows: [{strength: 2}, {strength: 3, from_whom: page}]
    rider: squire
    home: far_hills
"""
    )
    game, report = typed_pack(
        tmp_path / "small", more=more + "function f(b: beast) = b.home = far_hills\n", cards=cards
    )
    assert told(report) == []
    wolf = game.things["wolf"].values
    assert wolf["blows"] == (TitleOf("wolf.blows.1"), TitleOf("wolf.blows.2"))
    assert wolf["rider"] == TitleOf("squire")
    assert wolf["home"] == "far_hills"
    assert game.things["wolf.blows.2"].kind == "blow"
    assert game.things["wolf.blows.2"].values == {"strength": 3, "from_whom": TitleOf("page")}
    node = function(game, "f")
    assert isinstance(node, tree.Compare)
    assert str(node.right.type) == "name"
    assert node.right.ref.name == "far_hills"


def test_options_decks_cells(tmp_path: Path) -> None:
    decks = 'decks:\n  a:\n    zone: "deck(bob)"\n    fields: {owner: bob}\n    cards: {page: 3, squire: 1}\n'
    game, report = typed_pack(tmp_path / "small", options="options: {mode: easy, steps_up: 7}\n", decks=decks)
    assert told(report) == []
    assert game.options["mode"].value == 1
    assert game.options["steps_up"].value == 7
    deck = game.decks["a"]
    assert deck.zone is game.zones["deck"]
    assert deck.args == (1,)
    assert deck.cards == [("page", 3), ("squire", 1)]
    assert deck.values == {"owner": 1}
    assert game.cells["losses"] == {(1, 0): 1, (1, 1): 2, (1, 2): 3, (2, 0): 4, (2, 1): 5, (2, 2): 6}


def test_code_in_cells(tmp_path: Path) -> None:
    more = """\
table fate(tint: colour) : steps(c: card)
procedure meet(c: card)
  run fate[red] with c
"""
    tables = """\
tables:
  losses:
    1: {red: 1, green: 1, blue: 1}
  fate:
    red: lay(c)
    green: lay(c)
    blue: |
      raise energy(c.owner) by 1
"""
    game, report = typed_pack(tmp_path / "small", more=more, tables=tables)
    assert told(report) == []
    unit = game.cells["fate"][(0,)]
    assert unit.field == "fate"
    assert unit.nodes[0].call.args[0].ref is unit.params[0]


# ------------------------------------------------------------------------------------------------ all is typed


def untyped(bundle: Bundle) -> list[Any]:
    """Expressions that a sound game has left without a type or without what they mean."""
    roots = [*bundle.declarations, *(node for code in code_texts(bundle) for node in code.nodes)]
    named = (tree.Name, tree.Call, tree.Field, tree.FieldCall, tree.Is, tree.New, tree.Quantified, tree.Proceed)
    found = []
    for node in walk(roots):
        if isinstance(node, tree.Expression) and (
            node.type is None or node.type == ANY or (isinstance(node, named) and node.ref is None)
        ):
            found.append((node.at.source.path, node.at.line, node))
    return found


def test_every_formula_is_typed(tmp_path: Path) -> None:
    typed_pack(tmp_path / "small")
    bundle = load(tmp_path / "small")
    typed(bundle)
    assert untyped(bundle) == []
