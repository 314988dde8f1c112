"""`moot show GAME map`: a board, with the things on it."""

from __future__ import annotations

import random
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ...lang.diagnostic import Report, fail
from ...lang.name_folding import ids_named
from ...lang.spelling import one_of
from ..options import wrong_call

if TYPE_CHECKING:
    from ...pack.model.boards import Board
    from ...pack.model.bundle import Bundle
    from ...stack.game import State
    from ...tools.maps.picture import Picture
    from ...tools.setup.compiled import CompiledGame


@dataclass(frozen=True, slots=True)
class MapCall:
    """The values of the command's flags."""

    svg: str | None = None
    save: str | None = None
    seed: int = 0
    reach: tuple[str, ...] = ()
    line: tuple[str, str] | None = None
    overlays: tuple[str, ...] = ()

    @property
    def asked(self) -> bool:
        return self != MapCall()


def show_board(
    game: str, board: str | None, settings: list[tuple[str, Any]], mods: tuple[str, ...], call: MapCall
) -> int:
    """Show a board, at the start of a game or as in a save; with `svg` as a file. Raises MootError."""
    from ...tools.maps.picture_builder import PictureBuilder

    state = None
    if call.save:
        from ...tools.logs.save import read_save

        state, _, _ = read_save(Path(call.save))
        mods = tuple(state.game.mods) or mods
        settings = [*_settings(state), *settings]
    case, bundle, shown = _board_of(game, board, settings, mods)
    if state is not None and state.game.program.digest != case.game.program.digest:
        raise wrong_call(
            "usage", f"the save is not from the current version of `{bundle.id}`", f"it is from `{state.game.id}`"
        )
    if state is None:
        state = case.game.start(call.seed, journal=False)
    painter = PictureBuilder(case, bundle, shown, state.position, Report())
    picture = painter.paint()
    for overlay in call.overlays:
        painter.overlay(overlay)
    for piece in call.reach:
        painter.reach(piece)
    if call.line is not None:
        painter.sight(*call.line)
    if call.svg is not None:
        from ...tools.files import write_whole
        from .svg import svg

        write_whole(Path(call.svg), svg(picture))
        click.echo(f"written: {call.svg}")
    else:
        from ..console import console
        from .text import show_map

        show_map(console(), picture)
    return 0


def board_in_play(state: State, folder: str, player: str, board: str | None) -> Picture:
    """A board as one seat sees it in a running game. `folder`: the game's folder, empty for a game that moot
    ships. Hidden things are replaced by a guess, so that the picture gives nothing away. Raises MootError.
    """
    from ...tools.maps.picture_builder import PictureBuilder

    game = state.game
    case, bundle, shown = _board_of(folder or game.id, board, _settings(state), tuple(game.mods))
    if game.program.digest != case.game.program.digest:
        raise fail("files-changed", "the game's files have changed since it began")
    position = game.determinizer.guess(state.position, game.players.index(player), random.Random(0))
    return PictureBuilder(case, bundle, shown, position, Report()).paint()


def _settings(state: State) -> list[tuple[str, Any]]:
    from ...stack.load import value_from_text

    return [(name, value_from_text(value)) for name, value in state.game.options.items()]


def _board_of(
    game: str, board: str | None, settings: list[tuple[str, Any]], mods: tuple[str, ...]
) -> tuple[CompiledGame, Bundle, Board]:
    from ...pack.load import load
    from ...tools.setup.compiled import compile_game

    bundle = load(game, mods, settings, cases=False)
    if not bundle.boards:
        raise wrong_call("usage", f"`{bundle.id}` has no board to show")
    name = board or next(iter(bundle.boards))
    found = ids_named(name, [(one, one) for one in bundle.boards])
    if not found:
        hint = one_of(name, bundle.boards)
        raise wrong_call("usage", f"`{bundle.id}` has no board `{name}`", hint)
    return compile_game(bundle.copy(), mods, traced_alone=True, quick=True), bundle, bundle.boards[found[0]]


def board_ids(game: str, mods: tuple[str, ...]) -> list[str]:
    """The ids of a game's boards."""
    from ...pack.load import load

    return list(load(game, mods, cases=False).boards)
