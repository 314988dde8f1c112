"""Each bot uses each action that helps it: in every case of `helping/` the last choice is the one to make."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from moot.lang.diagnostic import Report
from moot.pack.model.yaml_text import raw
from moot.stack.game import State
from moot.state.position import NOBODY, Position
from moot.tools.bots.evaluate import Evaluation
from moot.tools.bots.names import make_bot, usual_bot
from moot.tools.cases.file import Case, read_file
from moot.tools.cases.play import Player
from moot.tools.cases.run import settings_of
from moot.tools.setup.compiled import GameCache
from moot.tools.setup.position import PositionMaker

# Actions of Gondor that are as good as another until the next choice is made, or are undone by it.
AS_GOOD = {"come_formed", "form", "break_off", "hand_banner"}
FILES = sorted((Path(__file__).parent / "helping").glob("*.yaml"))
SEEDS = range(4)
GAMES = GameCache()


def cases() -> list[Case]:
    found = []
    for path in FILES:
        read = read_file(path)
        assert isinstance(read, list), read
        found += read
    return found


def before_the_last_choice(case: Case) -> tuple[State, str, str]:
    """The position in which the last choice is due, whose it is, and its key."""
    game, report = GAMES.game(case.folder, settings_of(case)), Report()
    start = PositionMaker(game, report).make(case.part("given"))
    assert start is not None and not report.failed, report.diagnostics
    start.position.journal, start.position.nature = [], True
    when, chance = case.part("when"), case.part("chance")
    assert when is not None
    *steps, last = when.value
    state = State(game.game, start.position, 0)
    player = Player(game, case, report, list(chance.value) if chance is not None else [], state)
    game.game.machine.call(start.position, start.procedure, start.args)
    for step in steps:
        ((name, choice),) = step.value.items()
        assert player._choose(name, choice), report.diagnostics
    ((name, choice),) = last.value.items()
    return state, name, raw(choice)


def common(key: str) -> str:
    """An action without its last argument, if it has several: how much is spent, or which of several sides is taken."""
    return re.sub(r"_\d+", "", key.rpartition(",")[0] or key)  # nor which of units that are alike


@pytest.fixture(autouse=True)
def _a_case_is_no_whole_game(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the procedure ends that a case calls, the game goes on: what counts is what the position promises."""
    margins = Evaluation.margins

    def promised(self: Evaluation, S: Position) -> list[float]:
        if S.result is NOBODY:
            S = S.copy()
            S.result, S.glance = None, True
        return margins(self, S)

    monkeypatch.setattr(Evaluation, "margins", promised)


@pytest.mark.parametrize("case", cases(), ids=lambda case: f"{case.game}: {case.name}")
def test_a_bot_uses_an_action_that_helps(case: Case) -> None:
    state, player, wanted = before_the_last_choice(case)
    decision = state.decision
    assert decision is not None and decision.player == player, decision
    assert wanted in [option.key for option in decision.options] and len(decision.options) > 1, decision.options
    game, bot = state.game, usual_bot(state.game)
    if "(" not in wanted and bot == "brisk":
        bot = "brisk:200"  # of many places the usual one looks at a few
    chosen = {decision.options[make_bot(bot, game, player, seed).choose(state.position)].key for seed in SEEDS}
    assert {common(key) for key in chosen} == {common(wanted)}


def test_every_action_of_gondor_is_among_them() -> None:
    game = GAMES.game(next(case.folder for case in cases() if case.game == "gondor/proving"), []).game
    offered = {action.name for action in game.program.index.actions.values() if action.name not in ("onward", "hurl")}
    wanted = {step for case in cases() if case.game == "gondor/proving" for step in steps_of(case)}
    assert {name.rpartition(".")[2] for name in offered} - wanted == AS_GOOD


def steps_of(case: Case) -> set[str]:
    when = case.part("when")
    assert when is not None
    keys = [raw(choice) for step in when.value for choice in step.value.values()]
    return {key.partition("(")[0].rpartition(".")[2] for key in keys}
