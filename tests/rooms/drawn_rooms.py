"""The picture of the rooms: floors one above another, in each its rooms, with arrows to what they import there.

A floor may import all floors below it, so arrows between floors are left out; so is an arrow that follows from others.
"""

from __future__ import annotations

import ast
from html import escape
from pathlib import Path

import networkx

from rooms import PACKAGE, between_rooms

PICTURE = Path(__file__).parents[2] / "docs" / "architecture.svg"
FLOORS = ("ui", "tools", "stack", "code", "pack", "lang", "state")  # from the top down
WIDTH, LEFT = 900, 110
BOX, ROW, GAP = 26, 50, 14  # height of a box, from row to row, between boxes and between floors
LETTER = 7.0
STYLE = """
  text { font: 13px sans-serif; fill: #222; text-anchor: middle }
  .floor { fill: #f3f1ea; stroke: #c9c4b5 } .name { font-weight: bold; text-anchor: start }
  .room { fill: #fff; stroke: #5b6b7a } .arrow { fill: none; stroke: #8a97a3; marker-end: url(#end) }
"""


def drawn_rooms() -> str:
    """The picture as SVG."""
    graph = between_rooms()
    parts: list[str] = []
    top = GAP
    for floor in FLOORS:
        rooms = graph.subgraph(name for name in graph if name.partition(".")[0] == floor)
        rows = _rows(networkx.transitive_reduction(rooms))
        height = ROW * len(rows)
        parts.append(_box("floor", GAP, top, WIDTH - 2 * GAP, height, _says(floor)))
        parts.append(f'<text class="name" x="{2 * GAP}" y="{top + height / 2 + 5}">{floor}</text>')
        at = {
            name: (x, top + (ROW - BOX) / 2 + n * ROW, width)
            for n, row in enumerate(rows)
            for name, x, width in _spread(row)
        }
        parts += [_arrow(at[one], at[other]) for one, other in sorted(networkx.transitive_reduction(rooms).edges)]
        for name, (x, y, width) in at.items():
            parts.append(_box("room", x, y, width, BOX, _says(name)))
            parts.append(f'<text x="{x + width / 2:.0f}" y="{y + 17}">{_label(name)}</text>')
        top += height + GAP
    marker = '<marker id="end" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="7" markerHeight="7" orient="auto">'
    marker += '<path d="M0 0L8 4L0 8z" fill="#8a97a3"/></marker>'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {top}" width="{WIDTH}" height="{top}">'
    title = "<title>The rooms of moot; an arrow leads from a room to one that it imports</title>"
    return "\n".join([head, title, f"<style>{STYLE}</style>", f"<defs>{marker}</defs>", *parts, "</svg>", ""])


def _rows(rooms: networkx.DiGraph) -> list[list[str]]:
    """Rooms by rows: each above all that it imports; in a row near what it is joined to above."""
    depth: dict[str, int] = {}
    for name in networkx.topological_sort(rooms):
        depth[name] = max((depth[above] + 1 for above in rooms.predecessors(name)), default=0)
    rows = [sorted(name for name in rooms if depth[name] == n) for n in range(max(depth.values()) + 1)]
    place = {name: n / len(rows[0]) for n, name in enumerate(rows[0])}
    for row in rows[1:]:
        over = {name: [place[above] for above in rooms.predecessors(name)] for name in row}
        row.sort(key=lambda name: (round(sum(over[name]) / len(over[name]), 9), name))
        place |= {name: (n + 0.5) / len(row) for n, name in enumerate(row)}
    return rows


def _spread(row: list[str]) -> list[tuple[str, float, float]]:
    """Name, left end and width of the boxes of a row."""
    widths = [len(_label(name)) * LETTER + 18 for name in row]
    space = (WIDTH - LEFT - 2 * GAP - sum(widths)) / len(row)
    found, x = [], LEFT + space / 2
    for name, width in zip(row, widths, strict=True):
        found.append((name, round(x), round(width)))
        x += width + space
    return found


def _label(name: str) -> str:
    floor, _, inner = name.partition(".")
    return inner.replace(".", "/") or f"{floor}/*.py"


def _says(name: str) -> str:
    """The first sentence of what a room says it is for."""
    tree = ast.parse((PACKAGE / name.replace(".", "/") / "__init__.py").read_text(encoding="utf-8"))
    return (ast.get_docstring(tree) or "").split("\n")[0]


def _box(style: str, x: float, y: float, width: float, height: float, says: str) -> str:
    place = f'x="{x:.0f}" y="{y:.0f}" width="{width:.0f}" height="{height:.0f}" rx="5"'
    return f'<rect class="{style}" {place}><title>{escape(says)}</title></rect>'


def _arrow(one: tuple[float, float, float], other: tuple[float, float, float]) -> str:
    (x, y, width), (s, t, wide) = one, other
    x, s, y = x + width / 2, s + wide / 2, y + BOX
    bend = min(40.0, (t - y) / 2)
    return f'<path class="arrow" d="M{x:.0f} {y:.0f}C{x:.0f} {y + bend:.0f} {s:.0f} {t - bend:.0f} {s:.0f} {t:.0f}"/>'
