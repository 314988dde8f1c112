"""`python -m benchmarks.campaigns`: sieges of Gondor by the default bots, and what happens in them.

Each game is a log. The events are counted by replaying its choices.
"""

from __future__ import annotations

import argparse
from collections import Counter
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import process_time
from typing import Any

from moot.stack.game import Game
from moot.stack.load import load
from moot.stack.scoreboard import Reported
from moot.tools.bots.names import usual_bot
from moot.tools.logs.log import Log, game_of, read_log
from moot.tools.simulate.series import simulate

# The events required in a game, and the counts for them.
EVENTS = {
    "Sauron's units march in turn 1": "march 1",
    "Sauron's second army arrives": "arrive sauron",
    "the relief arrives": "arrive westernesse",
    "Grond strikes at a gate": "gate grond",
    "a gate is breached or taken": "gate lost",
    "units are attacked at a wall or a gate": "assault at the wall",
    "Sauron's ladders stand at walls": "ladder sauron",
    "Westernesse's ladders stand at walls": "ladder westernesse",
    "siege towers are brought up": "tower",
    "Sauron's units enter the city": "in the city",
    "oil is poured": "pour",
    "spells are tried": "cast",
}


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.campaigns", description=__doc__)
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--scenario", default="campaign")
    parser.add_argument("--logs", type=Path, help="keep the logs in this folder; logs there are not played again")
    asked = parser.parse_args()
    game = load("gondor/campaign", options={"scenario": asked.scenario})
    bots = dict.fromkeys(game.players, usual_bot(game))
    with TemporaryDirectory() as folder:
        logs = asked.logs or Path(folder)
        logs.mkdir(exist_ok=True)
        start = process_time()
        found = simulate(game, games=asked.games, seed=asked.seed, bots=bots, logs=logs)
        seconds = process_time() - start
        counted = [events(read_log(path)) for path in sorted(logs.glob("*.log"))]
    print(f"{len(counted)} games by {', '.join(sorted(set(bots.values())))}, {seconds / asked.games:.1f} CPU s a game")
    print("\n| event | games | median count | turn, median |\n|---|---:|---:|---:|")
    for title, key in EVENTS.items():
        counts = [one[key] for one in counted if one[key]]
        turns = [one["first " + key] for one in counted if one[key]]
        told = f"{median(counts):g} | {median(turns):g}" if counts else " | "
        print(f"| {title} | {len(counts)} | {told} |")
    print("\n| end | games |\n|---|---:|")
    for cause, count in sorted(found["causes"].items(), key=lambda one: -one[1]):
        print(f"| {cause} | {count} |")
    print(f"\nlast turn: {', '.join(str(one['turns']) for one in counted)}")


def events(log: Log) -> Counter[str]:
    """What happens in a game: how often, and under `first …` in which turn for the first time."""
    game = game_of(log, [])
    state, read = game.start(log.header["seed"], journal=False), Readers(game)
    found: Counter[str] = Counter()
    for player, key in log.choices:
        S, name = state.position, key.partition("(")[0]
        turn = read.time(S)
        held = read.gates_lost(S)
        for event in read.named(S, player, name, key):
            found[event] += 1
            found.setdefault("first " + event, turn)
        state.apply(key)
        lost = read.gates_lost(state.position) - held
        if lost > 0:
            found["gate lost"] += lost
            found.setdefault("first gate lost", turn)
        entered = read.in_the_city(state.position)
        if entered > found["in the city"]:
            found["in the city"] = entered
            found.setdefault("first in the city", turn)
    found["turns"] = read.time(state.position)
    return found


class Readers:
    """The functions of the rules that describe a position."""

    def __init__(self, game: Game) -> None:
        self.game = game
        time = Reported(game).time
        assert time is not None
        self.time = time
        self.place_of: Any = game.machine.reader("place_of")
        self.inside: Any = game.machine.reader("inside")
        self.side: Any = game.machine.reader("side")
        layout = game.program.layout
        self.number = {thing.key: at for at, thing in enumerate(layout.things)}
        of_things = game.program.index.of_things
        self.units, sides = range(*of_things["merit"]), of_things["main"]
        rows = {row.name: row.first for row in layout.states}
        self.keeper, self.gaps = slice(rows["keeper"], rows["keeper"] + sides[1] - sides[0]), rows["gaps"]
        self.sauron = game.players.index("sauron")

    def gates_lost(self, S: Any) -> int:
        """Sides that are breached, and gates that Sauron holds."""
        return int(S.cells[self.gaps]) + S.cells[self.keeper].count(self.sauron)

    def in_the_city(self, S: Any) -> int:
        places = [self.place_of(S, unit) for unit in self.units if self.side(S, unit) == self.sauron]
        return sum(place is not None and bool(self.inside(S, place)) for place in places)

    def named(self, S: Any, player: str, name: str, key: str) -> list[str]:
        """The events that an action causes, before it is performed."""
        if name == "march" and player == "sauron" and self.time(S) == 1:
            return ["march 1"]
        if name in ("arrive", "come_formed"):
            return [f"arrive {player}"]
        if name == "bombard" and "grond" in key:
            return ["gate grond"]
        if name == "raise_ladder":
            return [f"ladder {player}"]
        if name == "haul" and "siege_tower" in key:
            return ["tower"]
        if name == "assault" and self.inside(S, self.place_of(S, self.number[key[8:-1]])):
            return ["assault at the wall"]
        if name.endswith(".pour") or name == "cast":
            return ["pour" if name.endswith(".pour") else "cast"]
        return []


if __name__ == "__main__":
    main()
