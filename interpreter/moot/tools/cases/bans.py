"""Choices that must not be available, and why: `not allowed` compared with the reasons of the rules."""

from __future__ import annotations

from collections.abc import Iterator

from ...stack.decision import Decision
from ...stack.game import State
from ..explain.instrumented import instrument
from ..explain.passed_over import reasons_passed_over
from ..explain.refusal import refusal
from ..setup.compiled import CompiledGame
from .play import option_meant
from .words import CaseWords, is_below

Reason = tuple[str, tuple[str, ...]]  # in words, and the clauses that it cites


def available(game: CompiledGame, state: State, player: str, choice: str) -> bool | None:
    """Whether a player can choose it now; None if the choice is not theirs."""
    decision = next((one for one in state.decisions if one.player == player), None)
    return None if decision is None else option_meant(game, decision, choice) is not None


def matches_reason(words: CaseWords, text: str, reason: Reason) -> bool:
    """Whether a reason has these words, or cites this clause or one below it."""
    told, clauses = reason
    meant = words.full(text)
    return text in told or any(is_below(clause, one) for clause in clauses for one in meant)


def reasons_against(game: CompiledGame, state: State, player: str, choice: str) -> Iterator[Reason]:
    """Every reason why a player cannot choose it now. Raises MootError for names that the game does not have."""
    decisions = state.decisions
    if not decisions:
        over = state.result
        if over is not None and over.rule:
            yield f"the game is over: {over.reason}", over.clauses
            return
        yield NOBODY, ()
        for one in reasons_passed_over(instrument(game), state, player, choice):
            yield f"{one.what}; {one.needed}", one.clauses + one.decisive
        return
    if player == decisions[0].player:
        yield state.why_not(choice)
    for one in refusal(instrument(game), state, f"{player}: {choice}").reasons:
        yield f"{one.what}; {one.needed}", one.clauses + one.decisive


def actual_reasons(game: CompiledGame, state: State, player: str, choice: str) -> list[Reason]:
    """The same, each once, as shown to the reader."""
    if not state.decisions:
        return list(reasons_against(game, state, player, choice))
    told = refusal(instrument(game), state, f"{player}: {choice}").reasons
    return [(one.what, tuple(dict.fromkeys(one.clauses + one.decisive))) for one in told] or [
        state.why_not(choice, player=player)
    ]


NOBODY = "no player is prompted"


def asked_text(decision: Decision | None) -> str:
    return NOBODY if decision is None else f"{decision.player} is prompted “{decision.prompt}”"


def reason_text(reasons: list[Reason]) -> str:
    return "; ".join(what + (f" ({', '.join(clauses)})" if clauses else "") for what, clauses in reasons)
