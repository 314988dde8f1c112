"""Warnings about boards that are playable but probably not intended, and about formulas for drawing maps."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from ...lang.diagnostic import Diagnostic, MootError, Report
from ...lang.spelling import nearest
from ...pack.model.boards import Board
from ...pack.model.bundle import Bundle, YamlEntry
from ..maps.graph import around, connected_parts

if TYPE_CHECKING:
    from ..setup.compiled import CompiledGame


def check_boards(bundle: Bundle, case: CompiledGame) -> list[Diagnostic]:
    """Unreachable places, areas that should be connected but are not, drawings with faulty formulas.

    `case`: the bundle's game.
    """
    report = Report()
    for board in bundle.boards.values():
        graph = around(board)
        joined = {other for others in graph.values() for other in others}
        for place in board.places if len(board.places) > 1 else []:
            if not graph[place] and place not in joined:
                hint = "connect it to another place, or remove it"
                told = f"`{place}` on the board `{board.id}` is connected to no other place"
                at = board.at if board.grid is not None else bundle.things[place].at
                report.warn("lonely-place", told, at, hint)
        for name, at in board.connected.items():
            found = connected_parts(graph, () if name == "all" else board.areas[name])
            if len(found) > 1:
                what = f"the board `{board.id}`" if name == "all" else f"the area `{name}`"
                pieces = "; ".join(_some(part) for part in found)
                report.error("parted-area", f"{what} is not connected", at, f"its parts are: {pieces}")
        if "at" in board.drawing:
            _placed(board, report)
    if any(board.drawing for board in bundle.boards.values()):
        _drawings(bundle, case, report)
    return report.diagnostics


def _placed(board: Board, report: Report) -> None:
    """Report missing and superfluous positions for drawing the places of a graph."""
    entry: YamlEntry = board.drawing["at"]
    if board.grid is not None:
        message = f"the labels of {board.grid.shape} already give their positions"
        report.error("key-of-graphs", message, entry.key_at, "remove it: `at` is for graphs")
        return
    for place, spot in entry.value.items():
        if place not in board.places:
            message = f"`{place}` is not a place of the board `{board.id}`"
            report.error("unknown-place", message, spot.key_at, nearest(place, board.places))
    left = [place for place in board.places if place not in entry.value]
    if left:
        hint = f"add {_some(left)} (until then the layout is automatic)"
        report.warn("not-placed", f"`at` does not give the position of every place of `{board.id}`", entry.key_at, hint)


def _some(part: list[str]) -> str:
    """A connected part in few words: its places, or the first ones and their number."""
    return " ".join(part) if len(part) <= 6 else f"{' '.join(part[:4])} … ({len(part)} places)"


def _drawings(bundle: Bundle, case: CompiledGame, report: Report) -> None:
    """Draws each board as at the start."""
    from ..maps.picture_builder import PictureBuilder

    state = case.game.start(journal=False)
    for board in bundle.boards.values():
        painter = PictureBuilder(case, bundle, board, state.position, Report())
        with suppress(MootError):  # errors are in the painter's report
            painter.paint()
        painter.check()
        for diagnostic in painter.report:
            report.add(diagnostic)
