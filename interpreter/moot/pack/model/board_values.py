"""Values that are places or sides of a board with a grid: written as labels, spans and names, read as ids."""

from __future__ import annotations

from ...lang.diagnostic import Report
from ...lang.source import Span
from .boards import Board
from .bundle import YamlEntry
from .place_words import GridWords, one_word, spot_pair, words_in


class BoardValues:
    """Reads the values of fields whose type is the kind of a board's places or sides."""

    def __init__(self, board: Board, said: GridWords) -> None:
        self.board = board
        self.words = said

    @classmethod
    def of(cls, board: Board, report: Report) -> BoardValues:
        """Reads values by a board with a grid that was made before."""
        assert board.grid is not None
        spots = dict(zip(board.places, board.spots, strict=True))
        said = GridWords(board.id, board.grid, dict.fromkeys(board.spots), report, board.prefix)
        said.names = {name: spots[ident] for name, ident in board.names.items() if ident in spots}
        said.areas = {name: [spots[ident] for ident in idents] for name, idents in board.areas.items()}
        ends = {ident: spot_pair(board.spots[i], board.spots[j]) for (i, j), ident in board.links.items()}
        said.sides = {name: ends[ident] for name, ident in board.names.items() if ident in ends}
        return cls(board, said)

    def one(self, entry: YamlEntry, kind: str) -> YamlEntry:
        """One place, or one side, as its id. After a reported error it is the first of the board."""
        found = [one for word in one_word(entry, self.words.report) for one in self._ids(*word, kind, alone=True)]
        return YamlEntry(found[0] if found else self._some(kind), entry.at, entry.key_at)

    def several(self, entry: YamlEntry, kind: str) -> YamlEntry:
        """The places or sides that a text names. Each of its words may be a span or an area."""
        found = [YamlEntry(ident, at) for word, at in words_in(entry) for ident in self._ids(word, at, kind)]
        return YamlEntry(found, entry.at, entry.key_at)

    def _ids(self, word: str, at: Span, kind: str, alone: bool = False) -> list[str]:
        if kind == self.board.side:
            side = self.words.side(word, at)
            return [self.words.side_id(side)] if side else []
        if alone:
            spot = self.words.place(word, at)
            return [self.words.id_of(spot)] if spot else []
        return [self.words.id_of(spot) for spot, _, _ in self.words.of_word(word, at)]

    def _some(self, kind: str) -> str | None:
        if kind == self.board.side:
            return next(iter(self.board.links.values()), None)
        return next(map(self.words.id_of, self.board.spots), None)
