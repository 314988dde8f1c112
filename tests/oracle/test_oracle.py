"""The walker plays a game from units made by hand as the compiled program of the same rules does."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from walk_formulas import Given

from moot.code.compile import compile_bundle
from moot.code.ir import statements as st
from moot.code.ir.expressions import (
    Cell,
    Const,
    Contents,
    Expr,
    Listeners,
    Listening,
    Local,
    Make,
    Op,
    Printed,
    UnitRef,
    Var,
)
from moot.code.ir.make import NO_VALUE, as_zone, local, number, op, text
from moot.code.ir.reps import ARGS, CODE, CTX, INST, NUM, PLAYER, ZONE, Rep, seq
from moot.code.ir.statements import Unit
from moot.code.ir.verify import verify
from moot.code.program import Program
from moot.pack.load import load
from moot.state.position import Position
from oracle import DifferentError, Outcome, play

RULES = """\
game trial "Trial"
players ann, bob
kind card
  worth : number
zone deck : pile of card, seen by none
zone hand(p: player) : pool of card, seen by p
state score(p: player) : 0..5
phase match
  shuffle(deck)
  for each p in player
    draw(2, deck, hand(p))
  for each p in player
    choose c in hand(p) by p "which"
      score_it(p, c)
  win none "done"
procedure score_it(p: player, c: card)
  raise score(p) by c.worth
  move c to deck
  until end of match, once
    instead of score_it(q, d) where q != p
      raise score(q) by roll 1d3
      proceed
"""
CARDS = "kind: card\ncards:\n  fern:\n    worth: 1\n  moss:\n    worth: 4\n  reed:\n    worth: 7\n"
DECKS = "decks:\n  pack:\n    zone: deck\n    cards: {fern: 2, moss: 2, reed: 1}\n"
CARD = Rep("thing", 0, 5, "card")
P, C = Var("p", PLAYER), Var("c", CARD)


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Program:
    folder = tmp_path_factory.mktemp("trial")
    texts = {"pack.yaml": "id: trial\ntitle: Trial\n", "rules.moot": RULES, "cards.yaml": CARDS, "decks.yaml": DECKS}
    for name, content in texts.items():
        (folder / name).write_text(content, encoding="utf-8")
    return compile_bundle(load(str(folder), cases=False))


class Made:
    """The units of the rules above, as lowering would make them."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.layout = program.layout
        self.deck = Const(Rep("zone", item=CARD), self.zone("deck"))
        score = next(row for row in program.layout.states if row.name == "score")
        self.first = score.first

    def zone(self, name: str) -> int:
        return next(n for n, row in enumerate(self.layout.zones) if row.name == name)

    def rule(self, label: str, line: int) -> int:
        return next(n for n, rule in enumerate(self.program.rules) if rule[0] == label and rule[2] == line)

    def site(self, prompt: str) -> int:
        return next(n for n, site in enumerate(self.program.sites) if site[0] == prompt)

    def hand(self, player: Expr) -> Expr:
        return as_zone(op("+", player, number(self.zone("hand")), rep=NUM))

    def score(self, player: Expr) -> Cell:
        return Cell(Rep("num", 0, 6), op("+", player, number(self.first), rep=NUM), self.first, 2)

    def raised(self, player: Expr, by: Expr, rule: int) -> st.Block:
        x = Var("x", NUM)
        return (
            st.Let(x, op("+", self.score(player), by, rep=NUM)),
            st.If(op(">", local(x), number(5)), (st.Let(x, number(5)),)),
            st.Store(self.score(player), local(x), rule),
        )

    def main(self) -> Unit:
        label, players = "phase match", Const(seq(PLAYER), (0, 1))
        order, found = Var("order", seq(CARD)), Var("c", CARD.maybe)
        at = Var("at", NUM)
        shuffle = self.rule(label, 9)
        turn: st.Block = (
            st.If(op(">=", local(at), number(2)), (st.Break(),)),
            st.Let(P, Op(PLAYER, "nth", (players, op("+", local(at), number(1), rep=NUM)))),
            st.Let(at, op("+", local(at), number(1), rep=NUM)),
            st.Ask(2, self.site("which"), local(P), Contents(seq(CARD), self.hand(local(P))), found, "choose"),
            st.If(op("some", local(found)), (st.Call(3, st.Named("p_score_it"), (local(P), Local(CARD, found))),)),
        )
        opened = st.Enter("match", self.program.index.scopes["match"], Make(ARGS, ()), (), True)
        win = st.Win(NO_VALUE, text("done"), self.rule(label, 15))
        return Unit(
            "p_match",
            "procedure",
            (),
            (
                opened,
                st.Entered(self.rule(label, 8), (), ()),
                st.Ask(1, self.site("shuffle"), Const(PLAYER, -1), Contents(seq(CARD), self.deck), order, "shuffle"),
                st.Do("put_order", (self.deck, local(order)), shuffle),
                st.Each(
                    P, players, (st.Do("draw", (number(2), self.deck, self.hand(local(P))), self.rule(label, 11)),)
                ),
                st.Let(at, number(0)),
                st.Loop(turn),
                win,
            ),
            pauses=True,
        )

    def body(self) -> Unit:
        rule, label = self.program.index.hooks, "procedure score_it"
        kept = Make(ARGS, (local(P),))
        scope = number(1)
        rules = ((self.program.index.lasting_slots[0], min(rule)),)
        begins = st.Listen(rules, NO_VALUE, kept, scope, True, self.rule(label, 19))
        steps = self.raised(local(P), Printed(NUM, ("card", "worth"), local(C)), self.rule(label, 17))
        moved = st.Move(local(C), self.deck, "top", self.rule(label, 18))
        entered = st.Entered(self.rule(label, 16), (local(P), local(C)), ("names player", "thing"))
        return Unit("b_score_it", "procedure", (P, C), (entered, *steps, moved, begins))


__all__ = ["CODE", "CTX", "INST", "ZONE", "Any", "DifferentError", "Given", "Listeners", "Listening", "Made", "Outcome"]
__all__ += ["Path", "Position", "UnitRef", "play", "random", "replace", "verify"]
