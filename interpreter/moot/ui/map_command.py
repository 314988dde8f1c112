"""`moot show GAME map`: a board, with what lies on it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click

from ..lang.diagnostic import Report, nearest
from .options import wrong_call


@dataclass(frozen=True, slots=True)
class MapCall:
    """What the flags of the command ask for."""

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
    """Shows a board, at the start of a game or as a save has it; with `svg` as a file. Raises MootError."""
    from ..pack.load import load
    from ..tools.case_game import case_game
    from ..tools.map_picture import Painter

    state = None
    if call.save:
        from ..tools.save_file import read_save

        state, _, _ = read_save(Path(call.save))
        mods = tuple(state.game.mods) or mods
        settings = [*((name, _value(value)) for name, value in state.game.options.items()), *settings]
    bundle = load(game, mods, settings, cases=False)
    if not bundle.boards:
        raise wrong_call("usage", f"`{bundle.id}` has no board to show")
    name = board or next(iter(bundle.boards))
    if name not in bundle.boards:
        hint = nearest(name, bundle.boards) or f"there are: {', '.join(bundle.boards)}"
        raise wrong_call("usage", f"`{bundle.id}` has no board `{name}`", hint)
    case = case_game(bundle.copy(), mods)
    if state is not None and state.game.program.digest != case.game.program.digest:
        raise wrong_call("usage", f"the save is no game of `{bundle.id}` as it is now", f"it is of `{state.game.id}`")
    if state is None:
        state = case.game.start(call.seed, journal=False)
    painter = Painter(case, bundle, bundle.boards[name], state, Report())
    picture = painter.paint()
    for overlay in call.overlays:
        painter.overlay(overlay)
    for piece in call.reach:
        painter.reach(piece)
    if call.line is not None:
        painter.sight(*call.line)
    if call.svg:
        from ..tools.written import write_whole
        from .map_svg import svg

        write_whole(Path(call.svg), svg(picture))
        click.echo(f"written: {call.svg}")
    else:
        from .map_text import show_map
        from .table import console

        show_map(console(), picture)
    return 0


def _value(text: str) -> Any:
    words: dict[str, Any] = {"yes": True, "no": False, "none": None}
    return words.get(text, int(text) if text.removeprefix("-").isdecimal() else text)
