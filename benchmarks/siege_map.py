"""Write the map and the units of `siege/`: python -m benchmarks.siege_map. The result is the same each time."""

from __future__ import annotations

import random
from pathlib import Path

from moot.state.grids.hexes import HexGrid

HERE = Path(__file__).parent / "siege"
COLUMNS, ROWS, UNITS = 34, 26, 100


def main() -> None:
    rng = random.Random(6)
    grid = HexGrid(COLUMNS, ROWS)
    spots = [(c, r) for r in range(1, ROWS + 1) for c in range(1, COLUMNS + 1)]
    mark = {spot: rng.choices(".wht~", (12, 4, 3, 1, 1))[0] for spot in spots}
    pairs = sorted({tuple(sorted((spot, n))) for spot in spots for n in grid.around(spot) if n in mark})
    groups: dict[str, list[str]] = {"barrier: wall": [], "barrier: river": [], "road: yes": []}
    for one, other in pairs:
        for fields, share in (("barrier: wall", 0.04), ("barrier: river", 0.06), ("road: yes", 0.06)):
            if rng.random() < share:
                groups[fields].append(f"{one[0]:02d}{one[1]:02d}/{other[0]:02d}{other[1]:02d}")
                break
    lines = [
        "maps:",
        "  map:",
        f"    grid: {{columns: {COLUMNS}, rows: {ROWS}, shifted: even}}",
        '    legend: {".": {terrain: clear}, w: {terrain: wood}, h: {terrain: hill}, t: {terrain: town},',
        '      "~": {terrain: lake}}',
        "    hexes: |",
    ]
    lines += ["      " + " ".join(mark[c, r] for c in range(1, COLUMNS + 1)) for r in range(1, ROWS + 1)]
    lines.append("    sides:")
    for fields, sides in groups.items():
        lines.append(f"      - {{fields: {{{fields}}}, between: [{', '.join(sides)}]}}")
    (HERE / "map.yaml").write_text("\n".join(lines) + "\n", encoding="utf-8")
    land = [spot for spot in spots if mark[spot] != "~"]
    out = ["kind: unit", "things:"]
    for n, (column, row) in enumerate(rng.sample(land, UNITS)):
        arm, points = rng.choice((("foot", 8), ("foot", 10), ("horse", 12), ("engine", 6)))
        owner = "red" if n % 2 else "blue"
        out.append(f"  u{n}: {{owner: {owner}, arm: {arm}, points: {points}, camp: {column:02d}{row:02d}}}")
    (HERE / "units.yaml").write_text("\n".join(out) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
