"""A picture of a board as SVG."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import dist, hypot
from textwrap import wrap
from xml.etree import ElementTree as Xml

from ...pack.model.boards import Board
from ...pack.model.bundle import YamlEntry
from ...state.grids.grid import Grid, Point, Spot
from ...tools.maps.graph import layout
from ...tools.maps.picture import Counter, DrawnPlace, DrawnSide, Picture
from ...tools.maps.picture_builder import RING

SIZE = 30.0  # from the centre of a grid's place to its corners
_MARGIN = 14.0
_LINE = 17.0  # of the key
_SMALL_LINE = 12.0  # of the numbers on stacks
_STEP = 110.0  # between places of a graph
_INK, _PALE, _PAPER = "#26241f", "#7d7869", "#fbfaf5"
_FONT = "Helvetica, Arial, sans-serif"
_DARK, _LIGHT = 125, 185  # of 255: grounds below are dark, and above are light
_HALO = {
    "paint_order": "stroke",
    "stroke": _PAPER,
    "stroke_width": "4",
}  # an outline keeps words legible


def svg(picture: Picture) -> str:
    """The whole picture, with its title and a key."""
    return _Svg(picture).text()


class _Svg:
    def __init__(self, picture: Picture) -> None:
        self.picture = picture
        self.board = picture.board
        self.grid = self.board.grid
        self.outline = [] if self.grid is None else self.grid.corners()
        self.centres = _nodes(self.board) if self.grid is None else _centres(self.grid, self.board.spots)
        reach = 46.0 if self.grid is None else SIZE
        low = [min((c[n] for c in self.centres), default=0.0) - reach - _MARGIN for n in (0, 1)]
        high = [max((c[n] for c in self.centres), default=0.0) + reach + _MARGIN for n in (0, 1)]
        self.centres = [(x - low[0], y - low[1] + _LINE) for x, y in self.centres]
        self.key = [*picture.key, *((colour, RING, name) for name, colour in picture.overlays)]
        self.below = high[1] - low[1] + _LINE
        self.width = max(high[0] - low[0], 340.0)
        self.columns = max(1, int(self.width // 190))  # of the key
        self.stacks = [line for told in picture.stacks for line in wrap(told, max(40, int(self.width / 5.2)))]
        height = self.below + _LINE * (-(-len(self.key) // self.columns) + 0.5) + _SMALL_LINE * len(self.stacks)
        size = {"width": _n(self.width), "height": _n(height), "viewBox": f"0 0 {_n(self.width)} {_n(height)}"}
        self.root = Xml.Element("svg", {"xmlns": "http://www.w3.org/2000/svg", "font-family": _FONT, **size})
        self._add("rect", width=self.width, height=height, fill=_PAPER)

    def text(self) -> str:
        self._words((_MARGIN, _MARGIN + 6), self.picture.full_title, 14, text_anchor="start", font_weight="bold")
        places = list(zip(self.centres, self.picture.places, strict=True))
        for centre, place in places if self.grid is not None else ():
            self._area(centre, place)
        for side in sorted(self.picture.sides, key=lambda side: not side.across):  # roads below all others
            if side.across or self.grid is not None:
                ends = self.centres[side.ends[0]], self.centres[side.ends[1]]
                self._stroke(*(ends if side.across else self._edge(*ends)), side.colour, side.width)
        if self.grid is None:
            self._links()
            for centre, place in places:
                self._node(centre, place)
        for centre, place in places:
            self._inside(centre, place)
        if self.picture.line is not None:
            colour = {True: "#2e7d32", False: "#c62828", None: _INK}[self.picture.sees]
            one, other = self.picture.line
            self._stroke(self.centres[one], self.centres[other], colour, 3, stroke_dasharray="7 4")
        self._legend()
        Xml.indent(self.root)
        return Xml.tostring(self.root, encoding="unicode") + "\n"

    # ------------------------------------------------------------------------------------------------------- places

    def _area(self, centre: Point, place: DrawnPlace) -> None:
        def within(depth: float, **how: str | float) -> None:
            size = SIZE - depth
            self._polygon([(centre[0] + size * x, centre[1] + size * y) for x, y in self.outline], **how)

        within(0, fill=place.colour, stroke="#a8a290", stroke_width=0.8)
        for depth, number in enumerate(place.shown):
            colour = self.picture.overlays[number][1]
            within(
                2 + 3 * depth, fill=colour, stroke=colour, fill_opacity="0.13", stroke_width=2, stroke_opacity="0.75"
            )
        for depth, colour in enumerate(place.rings):
            within(4 + 4 * depth, fill="none", stroke=colour, stroke_width=3)
        if place.in_line:
            within(2, fill="#fff59d", fill_opacity="0.6")

    def _edge(self, one: Point, other: Point) -> tuple[Point, Point]:
        """The line that two places of a grid share."""
        (x, y), (u, v) = one, other
        half = SIZE * dist(*self.outline[:2]) / 2 / hypot(u - x, v - y)
        across = ((y - v) * half, (u - x) * half)
        middle = ((x + u) / 2, (y + v) / 2)
        return (middle[0] - across[0], middle[1] - across[1]), (middle[0] + across[0], middle[1] + across[1])

    def _node(self, centre: Point, place: DrawnPlace) -> None:
        at = {"cx": centre[0], "cy": centre[1]}
        for depth, number in enumerate(place.shown):
            colour = self.picture.overlays[number][1]
            thin = {"fill": "none", "stroke": colour, "stroke_width": "2", "stroke_opacity": "0.75"}
            self._add("circle", **at, r=26 + 4 * depth, **thin)
        self._add("circle", **at, r=22, fill=place.colour, stroke=_INK)
        for depth, colour in enumerate(place.rings):
            self._add("circle", **at, r=20 - 3 * depth, fill="none", stroke=colour, stroke_width=2)

    def _links(self) -> None:
        styled = {side.ends: side for side in self.picture.sides}
        labels: list[tuple[Point, str]] = []  # written when all lines are drawn
        for i, others in enumerate(self.board.around):
            for j in others:
                back = i in self.board.around[j]
                if back and i > j:
                    continue
                labels += self._labels(styled, i, j)
                style = styled.get((i, j)) or styled.get((j, i))
                start, end = self.centres[i], self.centres[j]
                self._stroke(start, end, style.colour if style else "#8a8577", style.width if style else 2)
                if not back:
                    self._arrow(start, end, style.colour if style else "#8a8577")
        for (x, y), label in labels:
            wide = 5.2 * len(label) + 6
            self._add("rect", x=x - wide / 2, y=y - 7, width=wide, height=14, rx=4, fill=_PAPER)
            self._words((x, y + 3.5), label, 10)

    def _labels(self, styled: dict[tuple[int, int], DrawnSide], i: int, j: int) -> Iterator[tuple[Point, str]]:
        """The text on a link: in its middle, or near the start of each direction if the directions differ."""
        there, back = (styled[ends].label if ends in styled else "" for ends in ((i, j), (j, i)))
        same = there == back or not (there and back)
        for start, end, label in ((i, j, there or back), (j, i, "" if same else back)):
            (x, y), (u, v) = self.centres[start], self.centres[end]
            part = 0.5 if same else 0.32
            if label:
                yield (x + (u - x) * part, y + (v - y) * part), label

    def _arrow(self, start: Point, end: Point, colour: str) -> None:
        far = hypot(end[0] - start[0], end[1] - start[1]) or 1.0
        x, y = (end[0] - start[0]) / far, (end[1] - start[1]) / far
        tip = (end[0] - 24 * x, end[1] - 24 * y)
        wings = [(tip[0] - 12 * x + side * 6 * y, tip[1] - 12 * y - side * 6 * x) for side in (1, -1)]
        self._polygon([tip, *wings], fill=colour)

    # --------------------------------------------------------------------------------------------------- their contents

    def _inside(self, centre: Point, place: DrawnPlace) -> None:
        x, y = centre
        if self.grid is None:
            self._words((x, y + 35), place.title, 10, **_HALO)
        else:
            self._words((x, y - 13), place.title, 7.5, _ink_on(place.colour, _PALE))
        if place.names and self.grid is not None and not (place.note and place.pieces):
            low = min(SIZE * 0.72, SIZE * max(down for _, down in self.outline) - 4)
            self._words((x, y + low), place.names[0], 7, _ink_on(place.colour, _INK), font_style="italic")
        if place.note:
            self._words((x, y + (19 if place.pieces else 6)), place.note, 10, "#8e0000", font_weight="bold")
        if place.pieces:
            self._pieces(centre, place.pieces)
        elif place.mark and not place.note:
            self._words((x, y + 5), place.mark, 13, _ink_on(place.colour, _PALE))

    def _pieces(self, centre: Point, pieces: list[Counter]) -> None:
        """Counters as a slightly offset pile; at most three are drawn, with their number."""
        drawn = pieces[:3]
        wide, high = 25.0, 18.0
        for depth, piece in reversed(list(enumerate(drawn))):
            x = centre[0] - wide / 2 + 3 * depth - 1.5 * (len(drawn) - 1)
            y = centre[1] - high / 2 - 3 * depth + 1.5 * (len(drawn) - 1)
            at = {"x": x, "y": y, "width": wide, "height": high}
            box = self._add("rect", **at, fill=piece.colour, stroke="#fff", stroke_width=0.8, rx=2)
            if piece.id:
                Xml.SubElement(box, "title").text = f"{piece.id} {piece.printed}".strip()
            if depth == 0:
                size = 9 if len(piece.label) < 4 else 7.5
                middle = y + high / 2 + (-0.5 if piece.printed else 3)
                self._words((x + wide / 2, middle), piece.label, size, "#ffffff", font_weight="bold")
                if piece.printed:
                    small = min(6.5, 1.7 * wide / len(piece.printed))
                    self._words((x + wide / 2, y + high - 2), piece.printed, small, "#ffffff")
        if len(pieces) > len(drawn):
            self._words((centre[0] + wide / 2 + 4, centre[1] + high / 2 + 4), str(len(pieces)), 8, font_weight="bold")

    # --------------------------------------------------------------------------------------------------------- the key

    def _legend(self) -> None:
        for n, (colour, mark, words) in enumerate(self.key):
            x = _MARGIN + (n % self.columns) * (self.width - 2 * _MARGIN) / self.columns
            y = self.below + _LINE * (n // self.columns)
            if mark in ("|", "—"):
                self._stroke((x, y + 6), (x + 14, y + 6), colour, 4)
            else:
                ring = {"stroke": colour, "fill_opacity": "0.2"} if mark == RING else {"stroke": "#a8a290"}
                self._add("rect", x=x, y=y, width=14, height=12, fill=colour, **ring)
                if mark not in ("", ".", RING):
                    self._words((x + 7, y + 10), mark, 10, _ink_on(colour, _PALE))
            self._words((x + 19, y + 10), words, 9.5, text_anchor="start")
        low = self.below + _LINE * (-(-len(self.key) // self.columns) + 0.5)
        for n, line in enumerate(self.stacks):
            self._words((_MARGIN, low + _SMALL_LINE * n), line, 8.5, text_anchor="start")

    # ------------------------------------------------------------------------------------------------- lines and words

    def _add(self, tag: str, **attributes: str | float) -> Xml.Element:
        """An element; in names of attributes `_` means `-`."""
        told = {name: value if isinstance(value, str) else _n(value) for name, value in attributes.items()}
        return Xml.SubElement(self.root, tag, {name.replace("_", "-"): value for name, value in told.items()})

    def _polygon(self, points: Iterable[Point], **how: str | float) -> None:
        self._add("polygon", points=" ".join(f"{_n(x)},{_n(y)}" for x, y in points), **how)

    def _stroke(self, start: Point, end: Point, colour: str, width: int, **more: str) -> None:
        ends = {"x1": start[0], "y1": start[1], "x2": end[0], "y2": end[1]}
        self._add("line", **ends, stroke=colour, stroke_width=width, stroke_linecap="round", **more)

    def _words(self, at: Point, words: str, size: float, colour: str = _INK, **more: str) -> None:
        usual = {"text_anchor": "middle", "font_weight": "normal", "font_style": "normal"}
        self._add("text", x=at[0], y=at[1], fill=colour, font_size=size, **(usual | more)).text = words


def _ink_on(ground: str, usual: str) -> str:
    """The text colour on a ground `#rrggbb`: light on dark grounds, and never pale on medium ones."""
    red, green, blue = (int(ground[at : at + 2], 16) for at in (1, 3, 5))
    light = (299 * red + 587 * green + 114 * blue) / 1000
    return _PAPER if light < _DARK else _INK if light < _LIGHT else usual


def _centres(grid: Grid, spots: Iterable[Spot]) -> list[Point]:
    return [(SIZE * x, SIZE * y) for x, y in map(grid.centre, spots)]


def _nodes(board: Board) -> list[Point]:
    """The positions of a graph's places: from the map if it gives all of them."""
    told: dict[str, YamlEntry] = board.drawing["at"].value if "at" in board.drawing else {}
    if board.places and all(place in told for place in board.places):
        return [(told[p].value[0].value * _STEP / 10, told[p].value[1].value * _STEP / 10) for p in board.places]
    wide = _STEP * max(2.0, len(board.places) ** 0.5)
    return [(x * wide, y * wide) for x, y in layout(board)]


def _n(number: float) -> str:
    return f"{number:.1f}".removesuffix(".0")
