"""Measure which player each reading of a shipped game favours, and store what `moot show GAME readings` prints.

`python benchmarks/readings.py GAME N` plays N games between greedy bots with each value of each option. With 0 games it
finds only a case for each option in which two of its values part.
"""

from __future__ import annotations

import sys

from moot.stack.load import load
from moot.tools.readings.kept import keep_readings, pack_path
from moot.tools.readings.measures import measured_readings
from moot.tools.readings.parting import as_kept, parting_examples
from moot.tools.readings.register import reading_values


def main(name: str, games: int) -> None:
    """Measure one game and print each step to stderr."""
    loaded = load(name)
    values = {option: reading_values(loaded, option) for option in loaded.options}
    if games:
        few = {option: several for option, several in values.items() if len(several) > 1}
        figures = measured_readings(
            name, few, games, on_progress=lambda done, of: print(f"{done} of {of}", file=sys.stderr)
        )
        print(f"Wrote {keep_readings(name, 'figures', {pack_path(name): figures})}")
    else:
        found = parting_examples(name, values, search=True)
        print(f"Wrote {keep_readings(name, 'examples', {option: as_kept(name, one) for option, one in found.items()})}")


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
