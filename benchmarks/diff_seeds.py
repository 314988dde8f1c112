"""The time until `moot diff` finds where a copy of the Duel with one line changed plays otherwise.

`python -m benchmarks.diff_seeds`, from the top of a checkout: a table with the time for each of ten changes, of the
processor; loading and other readings are left out.
"""

from __future__ import annotations

import statistics
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from time import process_time

from moot.tools.diff.search.behaviour import Limits, behaviour
from moot.tools.diff.structure.rules import differences
from moot.tools.diff.structure.side import Side

sys.path.insert(0, str(Path(__file__).parents[1] / "tests" / "tools"))


def main() -> None:
    from seeded_duel import CHANGES, copy_of_duel

    a = Side.load("duel/english")
    times = []
    print(f"{'what is changed':26} {'seconds':>7} {'positions':>9} {'choices':>7}  where they part")
    for name, change in CHANGES.items():
        with TemporaryDirectory() as folder:
            b = Side.load(copy_of_duel(Path(folder), change))
            began = process_time()
            (found,) = behaviour(a, b, differences(a.bundle, b.bundle), Limits(readings=0))
            times.append(process_time() - began)
        witness = found.witness
        parts = "" if witness is None else ", ".join(f"{p.what} {p.name}".strip() for p in witness.parting[:3])
        choices = "-" if witness is None else len(witness.when)
        told = found.searched["positions"]
        print(f"{name:26} {times[-1]:7.2f} {told:9} {choices:>7}  {parts or 'none found'}")
    print(f"median {statistics.median(times):.2f} s, longest {max(times):.2f} s")


if __name__ == "__main__":
    main()
