"""A save becomes a state again."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from ...lang.diagnostic import MootError, fail
from ...state.sealed_chance import SealedChance
from ..progress import EARLIER, State
from ..result import IllegalChoice
from .damage import DAMAGED, OF_DAMAGE
from .serialize import check_save, on_the_table, position_as_json, position_from_json, save_sum, tuples
from .soundness import UnsoundError, check_soundness

if TYPE_CHECKING:
    from ..game import Game


def restored(game: Game, data: Mapping[str, Any]) -> State:
    """The state that `State.save` wrote.

    Raises MootError if it belongs to another game or version, or is damaged.
    """
    check_save(data, game.program)
    try:
        if data.get("sum") != save_sum(data):
            raise fail(
                "save-damaged",
                "the save was edited after it was written",
                hint="save the game again: saves cannot be edited",
            )
        if data.get("frames") != game.program.index.frames_sum:
            return _played_again(game, data)
        S = position_from_json(data["position"])
        check_soundness(game.program, S)
        game.machine.fast.count_up(S)
        journal = data.get("journal")
        S.journal = None if journal is None else [tuples(entry) for entry in journal]
        choices = [(str(player), str(key)) for player, key in data["choices"]]
        state = State(game, S, int(data["seed"]), choices, *_sealed_parts(data))
        if bool(state.salt) != isinstance(S.rng, SealedChance):
            raise UnsoundError("rng")
        state._restored = True
        state._ahead = _ahead_in(data)
        state._look()  # whatever is damaged is found out now
    except UnsoundError as error:
        hint = f"`position.{error}` is not as this game writes it"
        raise fail("save-damaged", DAMAGED, hint=hint) from None
    except OF_DAMAGE:
        raise fail("save-damaged", DAMAGED) from None
    return state


def _played_again(game: Game, data: Mapping[str, Any]) -> State:
    """The state of a save whose frames another version of moot wrote: its choices are replayed.

    Raises MootError if they lead elsewhere, as in a position that a player has guessed.
    """
    choices = [(str(player), str(key)) for player, key in data["choices"]]
    salt, fresh = _sealed_parts(data)
    nature = bool(data["position"]["nature"])
    state = game.start(int(data["seed"]), journal=data["journal"] is not None, nature=nature, salt=salt)
    try:
        for number, (_, key) in enumerate(choices):
            state.apply(key, fresh=fresh[number] if salt else "")
        again = json.loads(json.dumps(position_as_json(state.position)))
    except (IllegalChoice, MootError):
        again = {}
    if not again or on_the_table(again) != on_the_table(data["position"]):
        raise fail(
            "save-version",
            "the save is from another version of moot, and its choices give a different game in this one",
            hint="load it with the version that wrote it; the save is unchanged",
        )
    again_there = State(game, state.position, state.seed, choices, salt, fresh)
    again_there._ahead = _ahead_in(data)
    return again_there


def _sealed_parts(save: Mapping[str, Any]) -> tuple[str, list[str]]:
    """The salt of a sealed game, and the bits that were stirred in at each choice."""
    salt, fresh = save.get("salt", ""), save.get("fresh", [])
    if not isinstance(salt, str) or len(fresh) != (len(save["choices"]) if salt else 0):
        raise UnsoundError("rng")
    return salt, [str(one) for one in fresh]


def _ahead_in(save: Mapping[str, Any]) -> dict[str, tuple[str, int]]:
    return {str(player): (str(key), EARLIER) for player, key in save.get("ahead", {}).items()}
