"""`python -m tests.saves --changes 100000 --seed 1`: changed saves and logs of all games, restored and played on.

Prints how many were refused and how many played, and each kind of exception that should not be raised, with the first
change that led to it. Exits with 1 if there was any.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

from moot.stack.load import load

from .changes import GAMES, Tried, bases, changed, changed_log, log_lines, try_log, try_save


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.saves", description=__doc__.split("\n")[0])
    parser.add_argument("--changes", type=int, default=100_000, help="how many changes are tried")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--game", action="append", help="of these games only")
    parser.add_argument("--found", type=Path, help="a folder for the saves and logs that raised something else")
    asked = parser.parse_args()
    rng = random.Random(asked.seed)
    names = asked.game or [*GAMES]
    games = {name: load(name) for name in names}
    saves = {name: [*bases(game, asked.seed, 12)] for name, game in games.items()}
    logs = {name: [log_lines(game, asked.seed + n) for n in range(2)] for name, game in games.items()}
    counts: Counter[str] = Counter()
    begun = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        for number in range(asked.changes):
            [name] = rng.choices(names, [GAMES.get(name, 1) for name in names])
            if rng.random() < 0.1:
                data: object = changed_log(rng.choice(logs[name]), rng)
                assert isinstance(data, bytes)
                tried = try_log(Path(folder) / "changed.log", data)
                tried = Tried(f"log {tried.outcome}", tried.told)
            else:
                data = changed(rng.choice(saves[name]), rng)
                tried = try_save(games[name], data, rng)
            counts[tried.outcome] += 1
            if counts[tried.outcome] == 1 and " in " in tried.outcome:
                print(f"change {number}: {tried.told}", flush=True)
                if asked.found is not None:
                    asked.found.mkdir(parents=True, exist_ok=True)
                    text = data if isinstance(data, bytes) else json.dumps(data).encode()
                    (asked.found / f"{number}.json").write_bytes(text)
            if (number + 1) % 5_000 == 0:
                print(f"{number + 1:,} changes, {time.monotonic() - begun:.0f} s: {_told(counts)}", flush=True)
    print(f"{asked.changes:,} changes: {_told(counts)}")
    return 1 if any(" in " in outcome for outcome in counts) else 0


def _told(counts: Counter[str]) -> str:
    return ", ".join(f"{outcome} {count:,}" for outcome, count in counts.most_common())


if __name__ == "__main__":
    sys.exit(main())
