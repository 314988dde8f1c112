"""Determinization: a position of the same information set, which looks the same to a player, with everything they
cannot know dealt at random. Bots search in these guesses.

Things that were in one zone at the start have the same back. Where they are hidden from the player they swap places at
random, and every other reference to such a thing is renamed with it: the decision, waiting frames, temporary rules.
Hidden states get any of their values. A guess depends only on what the player sees and on the random numbers: two
positions that look the same to the player give the same guess with the same random numbers.

The thing that began a rule stays, because the rule's effect reveals it. If another player is to choose, their options
stay too, by the rules that supply them. A guess can be played on if its own player is to choose.
"""

from __future__ import annotations

import random
from functools import partial

from ...code.program import Program
from ...state.position import Position
from ...state.tags import Tag
from ..at_once import guess_answers
from ..machine import Machine
from .conclusions import NOTHING, Conclusions, RuledOut
from .consistency import Changes, Contradictions, reconcile
from .dealing import Dealer
from .hidden_states import HiddenStates


class Determinizer:
    """Makes guesses, which are determinizations, for one game.

    Its rules may declare `function contradictions(p: player)`: everything in a position that p knows to be false. It
    must be empty for every position that p cannot distinguish from the real one. It gives a number, or a list or set;
    things in it, which cannot be where they are, are the first to be moved.
    """

    def __init__(self, program: Program, machine: Machine) -> None:
        self.index = index = program.index
        self.dealer = Dealer(program, machine.fast)
        self.form = machine.fast
        self.hidden = [HiddenStates(program, machine.fast, player) for player in range(len(program.layout.players))]
        declared = index.functions.get("contradictions")
        fits = declared is not None and declared.tags == ("names player",)
        self.gives = Tag.read(declared.tag) if declared is not None and fits else Tag("", "")
        told = self.gives.sort in ("number", "list", "mask")
        self.contradictions = machine.reader("contradictions") if told else None
        self.conclusions = Conclusions(program, machine.fast, self.dealer, self.hidden)

    def guess(self, S: Position, seat: int, rng: random.Random) -> Position:
        """An independent position, without journal; its chance is drawn from `rng`."""
        new = S.copy()
        spots = self.dealer.hidden_spots(new, seat)
        lay = [new.zones[number][at] for alike in spots for number, at in alike]
        self.dealer.deal(new, spots, rng)
        hidden, unknown = self.hidden[seat], self.hidden[seat].unknown(S)
        for state in unknown:
            for cell in state.cells:
                new.cells[cell] = hidden.any_value(new, new.cells[cell], state, rng)
        self.form.count_up(new)
        new.rewritten()
        out = self.conclusions.of(S, seat)
        if self.contradictions is not None or out:
            changes = Changes(new, self.dealer, spots, hidden, unknown, rng)
            reconcile(partial(self.contradicted, new, seat, out), changes)
        guess_answers(self.index, self.form, new, seat, rng)
        lie = [new.zones[number][at] for alike in spots for number, at in alike]
        self.dealer.rename_waiting(new, dict(zip(lay, lie, strict=True)))
        new.rng = rng.getrandbits(64)
        new.notices = seat
        return new

    def contradicted(self, S: Position, seat: int, out: RuledOut = NOTHING) -> Contradictions:
        """By the rules' own function, and by the player's conclusions from choices."""
        number, things = out.broken(S)
        if self.contradictions is None:
            return Contradictions(number, things)
        fuel = S.fuel
        found = self.contradictions(S, seat)
        S.fuel = fuel
        if self.gives.sort == "list":
            return Contradictions(number + len(found), [*things, *found] if self.gives.inner == "thing" else things)
        return Contradictions(number + ((found or 0) if self.gives.sort == "number" else found.bit_count()), things)
