"""Games of the Balrog that aim to offer, take and resolve every action of every card.

`python -m benchmarks.every_card --games 60 --logs DIR`, from the top of a checkout: at most so many games of each pair
of decks below, by curious players (`curious.py`); a pair is left when 12 games (--patience) have brought nothing new. A
game is kept if it did: an action of a card that no game before had offered, or that fewer than two had taken (what is
taken once may be cancelled). At the end it prints the actions that were never offered, or never taken. The whole table
is written from the logs by

moot used DIR/* --of card --cases --markdown docs/balrog_cards.md

which replays each game in about two seconds, and runs the cases. It also counts what was resolved. What was done so
far lies in DIR, so that another run goes on, with another --seed or other --pair.
"""

from __future__ import annotations

import json
from argparse import ArgumentParser
from collections import Counter
from pathlib import Path
from time import process_time
from typing import Any

from moot.lang.diagnostic import MootError
from moot.tools.logs.folder import LogFolder
from moot.tools.simulate.series import LIMIT, Series, game_seed
from moot.ui.options import load_game

from .curious import Chooser, Curious, Named

DECKS = Path(__file__).parents[1] / "examples" / "balrog_decks" / "every"
PAIRS = (  # decks of the first and the second player; none: the game's own
    (),
    ("balrog_1", "balrog_2"),
    ("balrog_3", "balrog_4"),
    ("balrog_1", "hero"),
    ("minion", "balrog_3"),
    ("hero", "minion"),
    ("balrog_5", "hero_2"),
    ("balrog_6", "minion_2"),
    ("balrog_7", "minion_2"),
    ("minion_2", "hero_2"),
    ("balrog_8", "hero_2"),
)
ENOUGH = 2  # games that take an action


class Wanted:
    """What games have brought so far: `curious` of all of them, and what those that were kept offered and took."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / "so_far.json"
        self.curious = Curious()
        self.offered: Counter[Named] = Counter()
        self.taken: Counter[Named] = Counter()
        if self.path.exists():
            counted = json.loads(self.path.read_text(encoding="utf-8"))
            for name, counter in self.counters().items():
                counter.update({tuple(key): times for key, times in counted[name]})

    def counters(self) -> dict[str, Counter[Any]]:
        curious = self.curious
        of_all = {"all_offered": curious.offered, "all_taken": curious.taken, "of_rules": curious.ruled}
        return of_all | {"visited": curious.visited, "offered": self.offered, "taken": self.taken}

    def save(self) -> None:
        counted = {name: [[list(key), times] for key, times in one.items()] for name, one in self.counters().items()}
        self.path.write_text(json.dumps(counted, ensure_ascii=False) + "\n", encoding="utf-8")

    def new_in(self, game: Chooser) -> list[str]:
        """The new actions in a game, which make it worth keeping."""
        offered = [one for one in sorted(game.offered - game.taken) if not self.offered[one]]
        taken = [one for one in sorted(game.taken) if self.taken[one] < ENOUGH]
        return [*(f"{thing}.{action} offered" for thing, action in offered), *map(".".join, taken)]

    def keep(self, game: Chooser) -> None:
        self.offered.update(game.offered)
        self.taken.update(game.taken)


def main() -> None:
    parser = ArgumentParser()
    parser.add_argument("--games", type=int, default=60, help="of each pair of decks")
    parser.add_argument("--patience", type=int, default=12)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--pair", type=int, action="append", help="only this one of the pairs, from 0")
    parser.add_argument("--logs", type=Path, required=True, metavar="DIR")
    given = parser.parse_args()
    given.logs.mkdir(parents=True, exist_ok=True)
    wanted = Wanted(given.logs)
    for number in given.pair or range(len(PAIRS)):
        play_pair(wanted, PAIRS[number], given.logs, (given.games, given.patience), given.seed)
        wanted.save()
    brought = [(thing, action) for thing, actions in wanted.curious.brought.items() for action in actions]
    for words, found in (("never offered", wanted.curious.offered), ("never taken", wanted.curious.taken)):
        missing = [one for one in brought if not found[one]]
        print(f"{words} ({len(missing)} of {len(brought)}): {' '.join(map('.'.join, missing))}")


def play_pair(wanted: Wanted, pair: tuple[str, ...], logs: Path, games: tuple[int, int], seed: int) -> None:
    """`games`: how many at most, and how many that bring nothing new."""
    decks = [(player, str(DECKS / f"{deck}.csv")) for player, deck in zip(("first", "second"), pair, strict=False)]
    game = load_game("balrog", [], (), decks)
    wanted.curious.meet(game)
    series = Series(game, "balrog", seed, {}, LIMIT)
    folder = LogFolder(logs / ("-".join(pair) or "published"), game, "balrog", dict.fromkeys(game.players, "curious"))
    began, choices, kept, idle = process_time(), 0, 0, 0
    for one in (game_seed(seed, number) for number in range(games[0])):
        if idle == games[1]:
            break
        if (folder.folder / f"{one}.log").exists():
            continue
        chooser = Chooser(wanted.curious, game, one)
        try:
            choices += series.play_by(series.begun(one), chooser)
        except MootError as error:
            print(*(fault.render() for fault in series.diagnostics_of(error, one)), sep="\n", flush=True)
            continue
        new = wanted.new_in(chooser)
        idle = 0 if new else idle + 1
        if new:
            wanted.keep(chooser)
            write(folder, series, one, chooser.places)
            kept += 1
            print(f"{folder.folder.name} {one}: {', '.join(new)}", flush=True)
    print(f"{folder.folder.name}: {choices:,} choices, {process_time() - began:.0f} s, {kept} kept", flush=True)


def write(folder: LogFolder, series: Series, seed: int, places: list[int]) -> None:
    """Replay a game, for its log: finding the names of options takes longer than choosing."""
    told: list[tuple[str, str]] = []
    S, again = series.begun(seed), iter(places)
    series.play_by(S, lambda S, player, values: next(again), told)
    folder.write(seed, told, S)


if __name__ == "__main__":
    main()
