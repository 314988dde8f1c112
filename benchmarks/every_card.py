"""Games of the Balrog that aim to offer, take and resolve every action of every card.

`python -m benchmarks.every_card --games 60 --logs DIR`, from the top of a checkout: so many games of each pair of decks
below, by curious players (`curious.py`). A game is kept if it brought something new: an action of a card that no game
before had offered, or that fewer than two had taken (what is taken once may be cancelled). At the end it prints what
was never offered, or never taken. The whole table is written from the logs by

moot used DIR/* --of card --cases --markdown docs/balrog_cards.md

which plays each game again, in two seconds or so, and the cases; it tells what was resolved, too. What has been done so
far lies in DIR, so that another run goes on, with another --seed.
"""

from __future__ import annotations

import json
from argparse import ArgumentParser
from collections import Counter
from pathlib import Path
from time import process_time

from moot.lang.diagnostic import MootError
from moot.state.position import Options, Position
from moot.tools.coverage.deeds import own_deeds
from moot.tools.logs.folder import LogFolder
from moot.tools.simulate.series import LIMIT, Series, game_seed
from moot.ui.options import load_game

from .curious import Curious, Named

DECKS = Path(__file__).parents[1] / "examples" / "balrog_decks" / "every"
PAIRS = (  # decks of the first and the second player; none: those that the game has
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
)
ENOUGH = 2  # games that take an action


class Wanted:
    """What games have brought so far: `curious` of all of them, the counters of those that were kept."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / "so_far.json"
        self.curious = Curious()
        self.offered: Counter[Named] = Counter()
        self.taken: Counter[Named] = Counter()
        self.games = self.kept = 0
        if self.path.exists():
            counted = json.loads(self.path.read_text(encoding="utf-8"))
            self.games, self.kept = counted["games"], counted["kept"]
            for name, counter in self.counters().items():
                counter.update({tuple(key): times for key, times in counted[name]})

    def counters(self) -> dict[str, Counter]:
        c = self.curious
        named = {"all offered": c.offered, "all taken": c.taken, "of the rules": c.ruled, "visited": c.visited}
        return named | {"offered": self.offered, "taken": self.taken}

    def save(self) -> None:
        counted = {name: [[list(key), times] for key, times in one.items()] for name, one in self.counters().items()}
        told = {"games": self.games, "kept": self.kept} | counted
        self.path.write_text(json.dumps(told, ensure_ascii=False) + "\n", encoding="utf-8")

    def new_in(self, offered: set[Named], taken: set[Named]) -> list[str]:
        """What a game brought that is worth keeping it."""
        first = [f"{one[0]}.{one[1]} offered" for one in sorted(offered - taken) if not self.offered[one]]
        return first + [f"{one[0]}.{one[1]}" for one in sorted(taken) if self.taken[one] < ENOUGH]

    def keep(self, offered: set[Named], taken: set[Named]) -> None:
        self.offered.update(offered)
        self.taken.update(taken)
        self.kept += 1


def main() -> None:
    parser = ArgumentParser()
    parser.add_argument("--games", type=int, default=60, help="of each pair of decks")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--pair", type=int, action="append", help="only this one of the pairs, from 0")
    parser.add_argument("--logs", type=Path, required=True, metavar="DIR")
    given = parser.parse_args()
    given.logs.mkdir(parents=True, exist_ok=True)
    wanted = Wanted(given.logs)
    brought: dict[Named, None] = {}
    for number in given.pair or range(len(PAIRS)):
        brought |= dict.fromkeys(played(wanted, PAIRS[number], given.logs, given.games, given.seed))
        wanted.save()
    for words, found in (("never offered", wanted.curious.offered), ("never taken", wanted.curious.taken)):
        missing = [f"{thing}.{action}" for thing, action in brought if not found[thing, action]]
        print(f"{words} ({len(missing)} of {len(brought)}): {' '.join(missing)}")


def played(wanted: Wanted, pair: tuple[str, ...], logs: Path, games: int, seed: int) -> list[Named]:
    """Play so many games of a pair of decks; which actions the things in them bring."""
    decks = [(player, str(DECKS / f"{deck}.csv")) for player, deck in zip(("first", "second"), pair, strict=False)]
    game = load_game("balrog", [], (), decks)
    curious = wanted.curious
    curious.meet(game)
    folder = logs / ("-".join(pair) or "published")
    series = Series(game, "balrog", seed, {}, LIMIT)
    kept = LogFolder(folder, game, "balrog", dict.fromkeys(game.players, "curious"))
    began, choices, before = process_time(), 0, wanted.kept
    for number in range(games):
        one = game_seed(seed, number)
        if (folder / f"{one}.log").exists():
            continue
        chosen: list[int] = []
        choose = curious.chooser(game, one)

        def chooses(S: Position, player: int, values: Options) -> int:
            chosen.append(choose.choose(S, player, values))
            return chosen[-1]

        try:
            choices += series.play_by(series.begun(one), chooses)
        except MootError as error:
            print(*(fault.render() for fault in series.diagnostics_of(error, one)), sep="\n", flush=True)
            continue
        wanted.games += 1
        new = wanted.new_in(choose.offered, choose.taken)
        if new:
            wanted.keep(choose.offered, choose.taken)
            again, told, places = series.begun(one), [], iter(chosen)
            series.play_by(again, lambda S, player, values: next(places), told)
            kept.write(one, told, again)
            print(f"{folder.name} {one}: {', '.join(new)}", flush=True)
    seconds = process_time() - began
    print(f"{folder.name}: {choices:,} choices, {seconds:.0f} s, {wanted.kept - before} kept", flush=True)
    return [(deed.thing, deed.action) for deed in own_deeds(game)]


if __name__ == "__main__":
    main()
