"""`python -m benchmarks`: everything in one table. See README.md in this folder."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from functools import partial
from pathlib import Path
from statistics import median

import moot

from . import ours, peers
from .boards import compare
from .loading import campaign, checks, loads, sizes
from .measure import Contestant, interleave, ratio
from .spiel_games import PEERS

HERE = Path(__file__).parent
EXAMPLES = HERE.parent / "examples"


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description="Speed, memory, and how they compare.")
    parser.add_argument("--rounds", type=int, default=9, help="how often everybody plays in turn")
    parser.add_argument("--seconds", type=float, default=0.3, help="how long each plays in a round")
    parser.add_argument("--node", type=Path, default=HERE / "node_modules", help="the folder in which boardgame.io is")
    parser.add_argument("--only", choices=["games", "boards", "begin"], help="one section")
    asked = parser.parse_args()
    if asked.only in (None, "games"):
        games(asked.rounds, asked.seconds, asked.node)
    if asked.only in (None, "boards"):
        compare(asked.rounds, asked.seconds)
    if asked.only in (None, "begin"):
        print("\n| beginning, copies, memory | |\n|---|---:|")
        times = max(3, asked.rounds)
        for what, value in [*loads(times), *checks(times), *sizes(), *campaign()]:
            print(f"| {what} | {value} |")


def games(rounds: int, seconds: float, node: Path) -> None:
    duel = moot.load("duel")
    fast = ours.fast(duel, "The Duel")
    copying = ours.fast(duel, "The Duel, a copy before each choice", copying=True)
    others = [
        ours.fast(duel, "The Duel, with journal", journal=True),
        state := ours.public(duel, "The Duel by `State`, with undo, no journal", journal=False),
        ours.public(duel, "The Duel by `State`, with undo and journal", journal=True),
    ]
    line = ours.fast(moot.load(EXAMPLES / "tic_tac_toe"), "tic-tac-toe")
    small = {
        name: line if name == "tic_tac_toe" else ours.fast(moot.load(EXAMPLES / name), name.replace("_", " "))
        for name in PEERS
        if " " not in name
    }
    gondolin = ours.fast(moot.load("gondolin", options={"story": "lesson"}), "Gondolin Cards, the lesson")
    gondor = ours.fast(moot.load("gondor/learning"), "Gondor, the learning scenario")
    siege = ours.fast(moot.load("gondor/campaign"), "Gondor, the whole siege")
    left_out: list[str] = []
    boards: list[peers.BoardgameIo] = []
    spiel = peers.open_spiel

    def peer(make: Callable[[], Contestant], name: str) -> Contestant | None:
        try:
            return make()
        except (ImportError, OSError) as error:
            left_out.append(f"{name} ({error})")
            return None

    def boardgame_io() -> Contestant:
        boards.append(peers.BoardgameIo(node))
        return boards[0].contestant("boardgame.io: tic-tac-toe, in node")

    # Who plays, beside whom of ours, and by what: by games where two play the same game but count choices differently.
    table = [
        (ours.duel("The Duel by hand in Python"), fast, "decisions"),
        (ours.duel("The Duel by hand, a copy before each choice", copying=True), copying, "decisions"),
        (ours.gondolin("Gondolin Cards by hand in Python"), gondolin, "games"),
        (peer(lambda: spiel("crazy_eights", "OpenSpiel: crazy eights"), "OpenSpiel"), fast, "decisions"),
        (peer(lambda: peers.rlcard_uno("rlcard: uno"), "rlcard"), fast, "decisions"),
        (peer(lambda: peers.catanatron("catanatron: Catan"), "catanatron"), gondor, "decisions"),
        (peer(lambda: peers.catanatron("catanatron: Catan, again"), "catanatron"), siege, "decisions"),
        (peer(boardgame_io, "boardgame.io (node)"), line, "decisions"),
        *(
            (
                peer(partial(spiel, PEERS[name].short, f"OpenSpiel: {one.name}", PEERS[name].uniform), "OpenSpiel"),
                one,
                "games",
            )
            for name, one in small.items()
        ),
    ]
    rivals = [(one, beside, unit) for one, beside, unit in table if one is not None]
    mine = [fast, copying, *others, gondolin, gondor, siege, *small.values()]
    try:
        interleave([*mine, *(one for one, _, _ in rivals)], rounds, seconds)
    finally:
        for board in boards:
            board.close()
    print(f"Medians of {rounds} rounds of {seconds} s each, all in turn, in seconds of the processor.")
    print("Ratios are taken round by round.")
    print("\n| who | games/s | decisions/s |\n|---|---:|---:|")
    for one in [*mine, *(one for one, _, _ in rivals)]:
        print(f"| {one.name} | {median(one.games):,.0f} | {median(one.decisions):,.0f} |")
    print("\n| the interpreter | beside | by | how many times as fast |\n|---|---|---|---:|")
    for one, beside, unit in [(fast, state, "decisions"), *rivals]:
        print(f"| {beside.name} | {one.name} | {unit} | {ratio(getattr(beside, unit), getattr(one, unit)):.2f} |")
    if left_out:
        print("\nLeft out, not installed: " + "; ".join(dict.fromkeys(left_out)) + ".")


if __name__ == "__main__":
    main()
