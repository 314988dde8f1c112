"""`python -m tests.view_alone --seconds 600`: what a player is given is a function of his view alone, in all packs."""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE), str(HERE.parent / "oracle"), str(HERE.parent / "properties")]

from held_together import Count, leaks_of  # noqa: E402
from random_games import files_of  # noqa: E402
from small_packs import game_of  # noqa: E402

from moot.lang.diagnostic import MootError  # noqa: E402
from moot.stack.load import load  # noqa: E402

PACKS = HERE.parent / "packs"
SHIPPED = ("duel", "duel/cox", "gondolin", "gondor", "balrog")


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.view_alone", description=__doc__.split("\n")[0])
    parser.add_argument("--seconds", type=int, default=600, help="when to stop")
    parser.add_argument("--games", nargs="*", default=[*SHIPPED, *sorted(one.name for one in PACKS.iterdir())])
    parser.add_argument("--packs", type=int, default=200, help="the number of random packs")
    parser.add_argument("--from", type=int, default=0, dest="first", help="the first random pack")
    parser.add_argument("--turns", type=int, default=60)
    parser.add_argument("--most", type=int, default=10, help="the number of leaks shown for each game")
    asked = parser.parse_args()
    end, faults, total = time.time() + asked.seconds, 0, Count()
    made = [(name, lambda name=name: load(PACKS / name if (PACKS / name).is_dir() else name)) for name in asked.games]
    numbers = range(asked.first, asked.first + asked.packs)
    made += [(f"pack {n}", lambda n=n: game_of(files_of(n, 80))) for n in numbers]
    for at, (name, make) in enumerate(made):
        if time.time() > end:
            print(f"stopped before {name}")
            break
        try:
            game = make()
            game.start(at)
        except MootError:  # a runtime error before the first choice
            continue
        count, shown = Count(), set()
        for leak in leaks_of(game, name, at, asked.turns, count, 0.3):
            faults += 1
            kind = leak.what.partition(":")[0].split(" ")[0], leak.way[:5]
            if kind not in shown and len(shown) < asked.most:
                shown.add(kind)
                print(leak, flush=True)
        for field in vars(count):
            setattr(total, field, getattr(total, field) + getattr(count, field))
        if not name.startswith("pack "):
            print(name, count, flush=True)
    print(total, f"{faults} differences")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
