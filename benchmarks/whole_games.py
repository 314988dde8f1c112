"""Whole games between bots, one by one: the CPU time of each, and its end.

`python -m benchmarks.whole_games balrog --games 100 --bot greedy:1 --logs DIR`, from the top of a checkout, with
`--deck PLAYER=FILE` for other decks than those of the pack. The folder keeps the games, and in `times.csv` seed,
seconds and choices of each, so an interrupted run can be resumed.
"""

from __future__ import annotations

import csv
import statistics
from argparse import ArgumentParser
from collections import Counter
from pathlib import Path
from time import process_time

from moot.tools.logs.log import read_log
from moot.tools.simulate.series import LIMIT, Series, game_seed
from moot.ui.options import load_game


def main() -> None:
    parser = ArgumentParser()
    parser.add_argument("game")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--bot", default="greedy:1", help="who plays all seats")
    parser.add_argument("--seat", action="append", default=[], metavar="PLAYER=BOT", help="who plays one seat")
    parser.add_argument("--deck", action="append", default=[], metavar="PLAYER=FILE")
    parser.add_argument("--logs", type=Path, required=True, metavar="DIR")
    given = parser.parse_args()
    decks = [(player, file) for player, _, file in (one.partition("=") for one in given.deck)]
    game = load_game(given.game, [], (), decks)
    bots = dict.fromkeys(game.players, given.bot) | dict(one.split("=", 1) for one in given.seat)
    given.logs.mkdir(parents=True, exist_ok=True)
    series = Series(game, given.game, given.seed, bots, LIMIT, given.logs)
    times = given.logs / "times.csv"
    for number in range(given.games):
        seed = game_seed(given.seed, number)
        if (given.logs / f"{seed}.log").exists():
            continue
        began = process_time()
        tally = series.play(range(number, number + 1))
        seconds = process_time() - began
        if tally.fault:
            print(f"seed {seed}: {tally.fault[0].message}", flush=True)
        with times.open("a", newline="") as file:
            csv.writer(file).writerow([seed, f"{seconds:.2f}", tally.decisions])
    report(given.logs)


def report(folder: Path) -> None:
    rows = [
        (int(seed), float(seconds), int(count)) for seed, seconds, count in csv.reader((folder / "times.csv").open())
    ]
    ends: Counter[str] = Counter()
    for log in folder.glob("*.log"):
        end = read_log(log).end or {}
        ends[f"{end.get('winner')}: {end.get('reason') or 'the rules came to their end'}"] += 1
    seconds = sorted(time for _, time, _ in rows)
    slowest = max(rows, key=lambda row: row[1])
    print(f"{len(rows)} games, {sum(count for *_, count in rows):,} choices, {sum(seconds):,.0f} s of the processor")
    print(f"a game: median {statistics.median(seconds):.1f} s, longest {slowest[1]:.1f} s (seed {slowest[0]})")
    for told, games in ends.most_common():
        print(f"{games:5} {told}")


if __name__ == "__main__":
    main()
