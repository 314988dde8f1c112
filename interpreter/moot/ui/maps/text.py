"""A board in the terminal: grids as bricks two lines high, with their sides. Graphs are drawn as a list."""

from __future__ import annotations

from rich.console import Console
from rich.style import Style
from rich.text import Text

from ...state.grids.grid import Grid
from ...tools.maps.picture import DrawnPlace, DrawnSide, Picture

_WIDTHS = (6, 4, 2)  # of a place in characters, without its sides
_LABELLED = 4  # the narrowest that has room for a label
_MARGIN = 3  # for places without labels, the row number in front
_INK, _PALE = "#26241f", "#7d7869"

# The marks for a vertical and a horizontal side, for each type of side in the key: without colours these distinguish
# them.
_SHUT = ("|_", "!~", "#=", ":.", "%%", "$$", "??")
_ACROSS = ("-|", "++", "**")

_DIM = Style(dim=True)
_NOTED = Style(color="#8e0000", bold=True)

StyledLetter = tuple[str, Style]


def show_map(out: Console, picture: Picture) -> None:
    """Prints the picture as wide as the terminal allows."""
    out.print(Text(picture.title, style="bold"))
    if picture.facts:
        out.print(Text(picture.facts))
    if picture.board.grid is None:
        _list(out, picture)
    else:
        for line in _Bricks(picture, picture.board.grid, out.width).sheets(out.width):
            out.print(line, no_wrap=True, overflow="crop", soft_wrap=True)
    signs = _signs(picture)
    for colour, mark, words in picture.key:
        sign = signs.get((colour, mark == "—")) if mark in ("|", "—") else None
        shown = Text(sign, style=f"bold {colour}") if sign else Text(f"{mark or ' ':<2}", style=f"{_INK} on {colour}")
        out.print(Text.assemble(shown, f" {words}"))
    for stack in picture.stacks if picture.board.grid is not None else ():
        out.print(Text(stack))
    for name, colour in picture.overlays:
        out.print(Text.assemble(Text("()", style=f"bold {colour}"), f" {name}"))
    if picture.sees is not None:
        out.print("the line of sight is clear" if picture.sees else "the line of sight is blocked")


def _signs(picture: Picture) -> dict[tuple[str, bool], str]:
    """The two letters for sides of a colour, and whether these lead across."""
    found: dict[tuple[str, bool], str] = {}
    for mark, signs in (("|", _SHUT), ("—", _ACROSS)):
        colours = dict.fromkeys(colour for colour, known, _ in picture.key if known == mark)
        found |= {(colour, mark == "—"): signs[n % len(signs)] for n, colour in enumerate(colours)}
    return found


class _Bricks:
    """Characters on a grid: each place has two lines, and a column on its left for its sides.

    Places too small for their labels show the column label above and the row label in front.
    """

    def __init__(self, picture: Picture, grid: Grid, width: int) -> None:
        self.picture, self.grid, self.spots = picture, grid, picture.board.spots
        column, row = grid.corner
        starts = [grid.halves((column, row + n))[0] for n in range(grid.rows)]
        self.left, self.set_in = min(starts), max(starts) - min(starts)  # by how many halves some rows are set in
        self.top = min(grid.halves(grid.drawn((column + n, row)))[1] for n in range(grid.columns))
        columns = grid.columns + (self.set_in + 1) // 2
        self.wide = next((w for w in _WIDTHS if (w + 1) * columns + 1 <= width), _WIDTHS[-1])
        self.cells: dict[tuple[int, int], StyledLetter] = {}  # by line and column of letters
        self.signs = _signs(picture)
        self.sides: dict[tuple[int, int], DrawnSide] = {}
        for side in picture.sides:  # barriers are listed before passages
            if not side.across or side.ends not in self.sides:
                self.sides[side.ends] = self.sides[side.ends[::-1]] = side

    def lines(self) -> list[Text]:
        for n, place in enumerate(self.picture.places):
            self._place(n, place)
        for (i, j), side in self.sides.items():
            if i < j:
                self._side(i, j, side)
        rows = max((line for line, _ in self.cells), default=-1) + 1
        wide = max((column for _, column in self.cells), default=-1) + 1
        blank = (" ", Style())
        return [Text.assemble(*(self.cells.get((r, c), blank) for c in range(wide))) for r in range(rows)]

    def sheets(self, width: int) -> list[Text]:
        """The lines that fit into a width, with numbers at the edges if places have no labels. If the columns do not
        fit, there are several parts, one below the other.
        """
        lines = self.lines()
        if self.wide >= _LABELLED:
            return lines
        step = self.wide + 1
        room = max((width - _MARGIN - 1) // step, 1)
        found: list[Text] = []
        for first in range(0, self.grid.columns, room):
            last = min(first + room, self.grid.columns)
            more = step // 2 * self.set_in if last == self.grid.columns else 0
            found += [Text()] * bool(found)
            above = (self._edge(column, 0)[0].ljust(self.wide) for column in range(first, last))
            found.append(Text(" " * (_MARGIN + 1) + " ".join(above), _DIM))
            for number, line in enumerate(lines):
                row = self._edge(0, number // 2)[1] if number % 2 and number // 2 < self.grid.rows else ""
                found.append(Text.assemble((f"{row:>2} ", _DIM), line[first * step : last * step + 1 + more]))
        return found

    def _edge(self, column: int, row: int) -> tuple[str, str]:
        """The labels of a column and a row, counted from the upper left."""
        first = self.grid.corner
        return self.grid.edge_labels(self.grid.drawn((first[0] + column, first[1] + row)))

    def _corner(self, n: int) -> tuple[int, int]:
        """Line and column of a place's first letter."""
        x, y = self.grid.halves(self.spots[n])
        return y - self.top, (x - self.left) * (self.wide + 1) // 2 + 1

    def _place(self, number: int, place: DrawnPlace) -> None:
        line, column = self._corner(number)
        ground = "#fff59d" if place.in_line else place.colour
        over = [*place.rings, *(self.picture.overlays[n][1] for n in place.shown)]
        frame = Style(color=over[-1], bgcolor=ground, bold=True) if over else None
        top = place.title if self.wide >= 4 else ""
        for n, letter in enumerate(top.center(self.wide)):
            self.cells[line, column + n] = (letter, frame or Style(color=_PALE, bgcolor=ground))
        text, style = place.mark, Style(color=_INK, bgcolor=ground)
        if place.pieces:
            more = f"+{len(place.pieces) - 1}" if len(place.pieces) > 1 else ""
            first = place.pieces[0]
            text = first.label[: self.wide - len(more) * (self.wide > 2)] + (more if self.wide > 2 else "")
            style = Style(color="#ffffff", bgcolor=first.colour, bold=True)
        elif place.note:
            text, style = place.note, frame or style
        elif self.wide < 4 and place.shown:
            text, style = text or "()", frame or style
        text = text[: self.wide]
        start = (self.wide - len(text)) // 2
        for n in range(self.wide):
            self.cells[line + 1, column + n] = (" ", Style(color=_PALE, bgcolor=ground))
        for n, letter in enumerate(text, start):
            self.cells[line + 1, column + n] = (letter, style)

    def _side(self, i: int, j: int, side: DrawnSide) -> None:
        """A side between two adjacent bricks, next to each other or one above the other."""
        (line, column), (other, beside) = self._corner(i), self._corner(j)
        style = Style(color=side.colour, bold=True)
        upright, lying = tuple(self.signs.get((side.colour, side.across), (_ACROSS if side.across else _SHUT)[0]))
        for row in {line, line + 1} & {other, other + 1}:
            self.cells[row, max(column, beside) - 1] = (upright, style)
        if abs(line - other) > 1:
            low = min(line, other) + 1
            first, last = max(column, beside), min(column, beside) + self.wide
            if first > last:  # they touch in a corner
                self.cells.setdefault((low, first - 1), (lying, style))
            for place in range(first, last):
                letter, old = self.cells[low, place]
                if letter == " ":
                    sign = lying if not side.across or place == (first + last) // 2 else " "
                    self.cells[low, place] = (sign, old + style)


def _list(out: Console, picture: Picture) -> None:
    """Each place of a graph, its contents, and the destinations of its links."""
    board = picture.board
    wide = max((len(place.title) for place in picture.places), default=0)
    labels = {side.ends: side.label for side in picture.sides if side.label}
    marked = any(place.mark for place in picture.places)
    for i, place in enumerate(picture.places):
        line = Text(f"{place.mark:<2}", style=f"{_INK} on {place.colour}") if marked else Text()
        line.append(" " * marked)
        line.append(f"{place.title:<{wide}}  ", style="bold")
        for piece in place.pieces:
            line.append(piece.label, style=f"bold #ffffff on {piece.colour}")
            line.append(" ")
        if place.note:
            line.append(f"({place.note}) ", style=_NOTED)
        line.append("→ ", style="dim")
        there = [(picture.places[j].title, labels.get((i, j)) or labels.get((j, i), "")) for j in board.around[i]]
        line.append(", ".join(f"{title} ({label})" if label else title for title, label in there) or "nowhere")
        for number in place.shown:
            line.append(f"  {picture.overlays[number][0]}", style=picture.overlays[number][1])
        _hang(out, line, wide + 4 + 3 * marked)


def _hang(out: Console, line: Text, indent: int) -> None:
    """Prints a line, and indents the rest of it below."""
    lead, rest = line[:indent], line[indent:]
    for part in rest.wrap(out, max(out.width - indent, 20)) if rest.cell_len else [rest]:
        part.rstrip()
        out.print(Text.assemble(lead, part), soft_wrap=True)
        lead = Text(" " * indent)
