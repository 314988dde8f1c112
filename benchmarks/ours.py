"""The interpreter as a contestant: random choices, each taken as soon as it is asked."""

from __future__ import annotations

import random

import moot

from . import duel_by_hand, gondolin_by_hand
from .measure import Contestant


def fast(game: moot.Game, name: str, copying: bool = False, journal: bool = False) -> Contestant:
    """The machine itself. `copying`: the position is copied before each choice, as undo and search do."""
    rng = random.Random(1)
    fresh, advance = game.machine.opening.fresh, game.machine.advance
    draw, bits = rng.random, rng.getrandbits

    def play(_: int) -> int:
        S, count = fresh(bits(64), journal), 0
        ask = S.ask
        while ask is not None:
            if copying:
                S = S.copy()
            values = ask[2]
            advance(S, values[int(draw() * len(values))])
            count += 1
            ask = S.ask
        return count

    return Contestant(name, play)


def public(game: moot.Game, name: str, journal: bool) -> Contestant:
    """Through `State`, with decisions, undo, and a journal if wanted; the keys of options are not read."""

    draw = random.Random(1).random

    def play(number: int) -> int:
        state, count = game.start(number, journal=journal), 0
        while not state.over:
            options = state.decision.options
            state.apply(options[int(draw() * len(options))])
            count += 1
        return count

    return Contestant(name, play)


def duel(name: str, copying: bool = False) -> Contestant:
    chance, draw = duel_by_hand.Sampled(1), random.Random(1).random

    def play(_: int) -> int:
        duel, count = duel_by_hand.Duel(chance), 0
        while duel.winner < 0:
            if copying:
                duel = duel.copy()
            answers = duel.legal()
            duel.apply(answers[int(draw() * len(answers))])
            count += 1
        return count

    return Contestant(name, play)


def gondolin(name: str) -> Contestant:
    chance, draw = duel_by_hand.Sampled(1), random.Random(1).random

    def play(_: int) -> int:
        game, count = gondolin_by_hand.Gondolin(chance), 0
        while not game.outcome:
            answers = game.legal()
            game.apply(answers[int(draw() * len(answers))])
            count += 1
        return count

    return Contestant(name, play)
