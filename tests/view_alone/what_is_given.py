"""Everything that one player can be given at a moment of a game: by the engine, on screen, and by the tools."""

from __future__ import annotations

import io
import json
import random
from types import SimpleNamespace
from typing import Any

from rich.console import Console

from moot.lang.diagnostic import MootError
from moot.stack.game import State
from moot.tools.explain.refusal import why_not
from moot.ui.play.prompt import Turn
from moot.ui.play.seats import PERSON
from moot.ui.play.session import Play

ASKED = 3  # the number of things that are asked about, of each kind of question
MOST_OPTIONS = 40  # odds are only asked for in shorter lists


def given(state: State, player: str, seed: int = 0, more: bool = True) -> dict[str, str]:
    """By name: texts that are to be equal to the byte where `player` sees the same. `more`: the slow ones too."""
    rng = random.Random(seed)
    found = {"view": json.dumps(state.view(player)), "result": repr(state.result)}
    names = _names(state, rng)
    for name in [*names, "nonsense", "done"]:
        found[f"not available: {name}"] = repr(state.why_not(name, player=player))
    decision = next((one for one in state.decisions if one.player == player), None)
    if decision is not None:
        found["prompt"] = repr((decision.prompt, decision.rule, decision.clauses))
        found["options"] = repr([(o.key, o.text, o.spoken(player)) for o in decision.options])
    if more:
        found |= _drawn(state, player, names, rng)
    return found


def refused(state: State, player: str, seed: int = 0) -> dict[str, str]:
    """The explained reasons, which need the last choice to be known."""
    found = {}
    for name in _names(state, random.Random(seed)):
        try:
            found[f"why not: {name}"] = json.dumps(why_not(state, name, player).as_json())
        except MootError as error:
            found[f"why not: {name}"] = error.diagnostics[0].message
    return found


def _names(state: State, rng: random.Random) -> list[str]:
    """Things of the game, and calls of actions with them."""
    program = state.game.program
    things = [thing.key for thing in program.layout.things if thing.deck] or [t.key for t in program.layout.things]
    chosen = rng.sample(things, min(ASKED, len(things)))
    calls = [row for row in program.index.actions.values() if row.tags == ("thing",)]
    return [*chosen, *(f"{rng.choice(calls).name}({thing})" for thing in chosen if calls)]


def _drawn(state: State, player: str, names: list[str], rng: random.Random) -> dict[str, str]:
    """The screen, and the answers to what is typed at the prompt."""
    out = Console(file=io.StringIO(), width=110, color_system=None)
    kept: Any = SimpleNamespace(game_folder=state.game.source, trouble="")
    play = Play(state, {player: PERSON}, {}, out, None, kept)
    found: dict[str, str] = {}

    def keep(name: str) -> None:
        found[name] = out.file.getvalue()  # type: ignore[attr-defined]
        out.file.seek(0)
        out.file.truncate()

    decision = state.decision
    if decision is None or decision.player != player:
        play.drawing.view(state.view(player), player, None, *play.told_beside(player))
        keep("table")
        return found
    turn = Turn(play, decision, lambda prompt, words: "")
    turn._table(())
    keep("table")
    for name in [*names, *(zone.name for zone in state.game.program.layout.zones[:2])]:
        turn._look(name)
        keep(f"look {name}")
    if len(decision.options) < MOST_OPTIONS:
        for option in rng.sample(list(decision.options), min(2, len(decision.options))):
            turn._odds(option.key)
            keep(f"odds {option.key}")
    turn._help("")
    keep("help")
    if state.game.source and state.game.program.layout.boards:
        turn._map("")
        keep("map")
    return found


def news(state: State, player: str) -> dict[str, str]:
    """What is told of the game so far."""
    out = Console(file=io.StringIO(), width=110, color_system=None)
    play = Play(state, {player: PERSON}, {}, out, None, SimpleNamespace(game_folder=state.game.source, trouble=""))  # type: ignore[arg-type]
    return {"news": "\n".join(line.text for line in play.story(player))}
