"""The place of data that break a law: the line of the responsible pack, as far as it can be found."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import combinations

from ...code.program import Program
from ...code.typing.boards import BOARD_CALLS
from ...lang.source import NOWHERE, Span
from ...pack.model.boards import Board
from ...pack.model.bundle import Bundle, Deck, Thing
from ...state.tags import Tag

_OWN = re.compile(r"\bthis\.(\w+)")
_WHOLE = re.compile(r"\bthis\b(?!\.)")
_OF_MAPS = BOARD_CALLS.keys() - {"across", "direction", "ends"}
_FEW = 3  # so many lines that change a map are all shown


def law_places(
    program: Program, bundle: Bundle, of: Thing | Sequence[Deck], this: int | None, line: str, bound: list[int]
) -> list[Span]:
    """For a deck: the cards that the line binds, otherwise the deck, or the later pack's change of the deck. For a
    thing, the first of these that exists: the rows that a field lists and the line binds; a field of `this` that the
    line reads (any field, if it passes on the whole thing) and a later pack sets; a later pack's change of a map that
    the line uses, unless that pack brings the thing itself; the thing.
    """
    if not isinstance(of, Thing):
        wanted = [(program.layout.things[number].deck, program.layout.things[number].title) for number in bound]
        dealt = {(deck.id, title): at for deck in of for title, _, at in deck.cards}
        found = list(_lines([dealt[one] for one in wanted if one in dealt]).values())
        over = next((deck.changed_at for deck in of if deck.changed_at.line), None)
        if over is not None:
            return [at for at in found if at.source is over.source] or [over]
        return found or [of[0].at]
    rows = _listed(program, of, this, bound)
    names = list(of.fields) if _WHOLE.search(line) else _OWN.findall(line)
    given = (of.fields[name].key_at for name in names if name in of.fields)
    later = [at for at in given if at.source not in (of.at.source, NOWHERE.source)]
    if rows or later:
        return rows or later[:1]
    titles = [program.layout.things[number].title for number in bound]
    for board in bundle.boards.values():
        changed = _Changed(board, bundle, line)
        if board.changed_at and of.pack not in board.changed_at and (found := changed.places([of.id, *titles])):
            return found
    return [of.at]


def _listed(program: Program, of: Thing, this: int | None, bound: list[int]) -> list[Span]:
    rows = []
    kind = program.layout.things[this].kind if this is not None else ""
    fields = program.index.printed.get(kind, ())
    listed = {name: program.constants[at][this] for name, tag, _, _, at, _ in fields if Tag.read(tag).holds_things}
    for thing in dict.fromkeys(bound):
        for name, values in listed.items():
            entries = of.fields[name].value if name in of.fields else None
            if isinstance(entries, list) and isinstance(values, tuple) and len(values) == len(entries):
                rows += [entry.at for entry, value in zip(entries, values, strict=True) if value == thing]
    return rows


class _Changed:
    """The changes to a map by packs loaded on top of it, as far as they matter to a line of a law."""

    def __init__(self, board: Board, bundle: Bundle, line: str) -> None:
        self.board, self.things = board, bundle.things
        self.later = {at.source for at in board.changed_at.values()}
        self.words = list(dict.fromkeys(re.findall(r"\w+", line)))

    def places(self, bound: list[str]) -> list[Span]:
        """The changes to places that the line names or binds, and to the sides between them. If there are none,
        but the line reads the map, every change if they are few, or else the start of the changes.
        """
        board = self.board
        named_at = board.named_at | board.areas_at
        found = [named_at[word] for word in self.words if word in named_at and named_at[word].source in self.later]
        labels = map(board.labelled, self.words)
        names = (board.names.get(word) for word in self.words)
        named = [*bound, *(ident for ident in (*labels, *names) if ident)]
        at = {ident: index for index, ident in enumerate(board.places)}
        near = dict.fromkeys(at[ident] for ident in named if ident in at)
        sides = [board.links[pair] for pair in combinations(near, 2) if pair in board.links]
        sides += [ident for ident in named if ident in board.links.values()]
        found = (
            found or [*self._changed_spans(sides), *self._changed_spans(board.places[index] for index in near)][:_FEW]
        )
        if not found and {board.place, board.side, *_OF_MAPS, *named_at} & set(self.words):
            found = list(self._changed_spans([*board.links.values(), *board.places]))
            found = found if len(_lines(found)) <= _FEW else list(board.changed_at.values())[-1:]
        return list(_lines(found).values())

    def _changed_spans(self, idents: Iterable[str]) -> Iterable[Span]:
        """Where a later pack says something of places or sides: of the fields that the line names, or else of any."""
        for ident in dict.fromkeys(idents):
            thing = self.things[ident]
            given = {name: entry.key_at for name, entry in thing.fields.items() if entry.key_at.source in self.later}
            if thing.at.source in self.later:  # drawn there
                yield thing.at
            elif given:
                yield next((at for name, at in given.items() if name in self.words), next(iter(given.values())))


def _lines(spans: list[Span]) -> dict[tuple[int, int], Span]:
    """One span for each line of a file."""
    found: dict[tuple[int, int], Span] = {}
    for span in spans:
        found.setdefault((id(span.source), span.line), span)
    return found
