"""Games of the Balrog that aim to offer, take and resolve every card.

`python -m benchmarks.every_card --games 60 --logs DIR`, from the top of a checkout: so many games of each pair of decks
below. Those who play are curious: half of the time they take, of what is offered, what has been taken least so far.
It prints what was never offered, or never taken. The whole table is written from the logs by

moot used DIR/* --of card --cases --markdown docs/balrog_cards.md

which plays each game again, in two seconds or so, and the cases. Games that are already there are not played again.
"""

from __future__ import annotations

import random
from argparse import ArgumentParser
from collections import Counter
from pathlib import Path
from time import process_time
from typing import Any

from moot.stack.game import Game
from moot.state.position import Options, Position
from moot.tools.coverage.deeds import Deed, own_deeds
from moot.tools.logs.folder import LogFolder
from moot.tools.simulate.series import LIMIT, Chooser, Series, game_seed
from moot.ui.options import load_game

DECKS = Path(__file__).parents[1] / "examples" / "balrog_decks" / "every"
PAIRS = (  # decks of the first and the second player; none: those that the game has
    (),
    ("balrog_1", "balrog_2"),
    ("balrog_3", "balrog_4"),
    ("balrog_1", "hero"),
    ("minion", "balrog_3"),
    ("hero", "minion"),
)


class CuriousSeries(Series):
    """`offered`, `taken`: by title of a thing and name of an action that it brings, in how many decisions."""

    offered: Counter[tuple[str, str]]
    taken: Counter[tuple[str, str]]

    def at_random(self, seed: int) -> Chooser:
        draw = random.Random(seed)
        program = self.game.program
        things, actions = program.layout.things, program.index.actions

        def deed(value: Any) -> tuple[str, str] | None:
            if not isinstance(value, tuple) or value[0] < 0 or value[2] is None or value[2] >= len(things):
                return None
            return things[value[2]].title, actions[value[0]].name

        def choose(S: Position, player: int, values: Options) -> int:
            assert S.ask is not None
            place = int(draw.random() * len(values))
            if program.sites[S.ask[0]].tag == "call":
                deeds = [deed(value) for value in values]
                brought = [at for at, one in enumerate(deeds) if one is not None]
                self.offered.update({one for one in deeds if one is not None})
                if brought and draw.random() < 0.5:
                    draw.shuffle(brought)
                    place = min(brought, key=lambda at: self.taken[deeds[at] or ("", "")])
                taken = deeds[place]
                if taken is not None:
                    self.taken[taken] += 1
            return place

        return choose


def main() -> None:
    parser = ArgumentParser()
    parser.add_argument("--games", type=int, default=60, help="of each pair of decks")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--pair", type=int, action="append", help="only this one of the pairs, from 0")
    parser.add_argument("--logs", type=Path, required=True, metavar="DIR")
    given = parser.parse_args()
    offered: Counter[tuple[str, str]] = Counter()
    taken: Counter[tuple[str, str]] = Counter()
    brought: dict[Deed, None] = {}
    for number in given.pair or range(len(PAIRS)):
        pair = PAIRS[number]
        decks = [(player, str(DECKS / f"{deck}.csv")) for player, deck in zip(("first", "second"), pair, strict=False)]
        game = load_game("balrog", [], (), decks)
        brought |= dict.fromkeys(own_deeds(game))
        folder = given.logs / ("-".join(pair) or "published")
        folder.mkdir(parents=True, exist_ok=True)
        played(game, folder, given.games, given.seed, offered, taken)
    for words, found in (("never offered", offered), ("never taken", taken)):
        missing = [f"{deed.thing}.{deed.action}" for deed in brought if not found[deed.thing, deed.action]]
        print(f"{words} ({len(missing)} of {len(brought)}): {' '.join(missing)}")


def played(
    game: Game, folder: Path, games: int, seed: int, offered: Counter[tuple[str, str]], taken: Counter[tuple[str, str]]
) -> None:
    series = CuriousSeries(game, "balrog", seed, {}, LIMIT, folder)
    series.kept = LogFolder(folder, game, "balrog", dict.fromkeys(game.players, "curious"))
    series.offered, series.taken = offered, taken
    began, choices, causes = process_time(), 0, Counter[str]()
    for number in range(games):
        if (folder / f"{game_seed(seed, number)}.log").exists():
            continue
        tally = series.play(range(number, number + 1))
        if tally.fault:
            print(f"{folder.name}, seed {game_seed(seed, number)}: {tally.fault[0].message}", flush=True)
        choices += tally.decisions
        causes.update(str(reason) for reason in tally.causes.elements())
    print(f"{folder.name}: {choices:,} choices, {process_time() - began:.0f} s; {dict(causes)}", flush=True)


if __name__ == "__main__":
    main()
