"""`python -m tests.oracle --packs 20000`: random packs, compiled, are played in step with a walk over their form.

How far it has come is kept in a file, from which it goes on when it is called again. `--pack 4711` plays one pack, lays
its files into a folder and tells where both parted.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from multiprocessing import Pipe, Process
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE), str(HERE.parent / "properties")]

from random_games import Finding, files_of, play_pack, write_pack  # noqa: E402

from moot.ui.progress import progress  # noqa: E402

_MOST_SHOWN = 300
_MOST_SECONDS = 60  # for one pack


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.oracle", description=__doc__.split("\n")[0])
    parser.add_argument("--packs", type=int, default=20_000, help="how many packs there are to be in all")
    parser.add_argument("--from", type=int, default=None, dest="first", help="begin with this pack, whatever was done")
    parser.add_argument("--mixed", type=int, default=80, help="in how many of 100 all sorts are in all places")
    parser.add_argument("--state", type=Path, default=Path("oracle.json"), help="where it is kept how far it has come")
    parser.add_argument("--pack", type=int, default=None, help="play this pack alone")
    parser.add_argument("--folder", type=Path, default=Path("oracle_pack"), help="where its files are laid")
    asked = parser.parse_args()
    if asked.pack is not None:
        return _alone(asked.pack, asked.mixed, asked.folder)
    return _many(asked)


def _alone(number: int, mixed: int, folder: Path) -> int:
    files = files_of(number, mixed)
    write_pack(folder, files)
    finding = play_pack(number, mixed)
    print(f"pack {number}, in {folder}: {finding.sort}\n{finding.told}".rstrip())
    return 1 if finding.is_fault else 0


def _many(asked: argparse.Namespace) -> int:
    kept = json.loads(asked.state.read_text()) if asked.state.exists() and asked.first is None else {}
    first, counts, found = kept.get("next", asked.first or 0), kept.get("counts", {}), kept.get("found", [])
    with progress("packs", max(0, asked.packs - first)) as move:
        for number, finding in _played(range(first, asked.packs), asked.mixed):
            counts[finding.sort] = counts.get(finding.sort, 0) + 1
            if finding.is_fault:
                found.append([number, finding.sort, finding.told])
                print(f"pack {number}: {finding.sort}: {finding.told[:_MOST_SHOWN]}", flush=True)
            _keep(asked.state, {"next": number + 1, "counts": counts, "found": found})
            move(advance=1)
    print(", ".join(f"{sort} {count}" for sort, count in sorted(counts.items(), key=lambda pair: -pair[1])))
    print(f"{len(found)} packs are at fault" if found else "none at fault")
    return 1 if found else 0


def _played(numbers: range, mixed: int) -> Iterator[tuple[int, Finding]]:
    """Each pack with its finding. A game that would go on for minutes is left: its pack counts as slow."""
    while numbers:
        ours, theirs = Pipe(duplex=False)
        worker = Process(target=_play_all, args=(numbers, mixed, theirs), daemon=True)
        worker.start()
        while numbers and ours.poll(_MOST_SECONDS):
            yield numbers[0], ours.recv()
            numbers = numbers[1:]
        worker.kill()
        worker.join()
        if numbers:
            yield numbers[0], Finding("slow")
            numbers = numbers[1:]


def _play_all(numbers: range, mixed: int, into: Connection) -> None:
    for number in numbers:
        into.send(play_pack(number, mixed))


def _keep(path: Path, kept: dict[str, Any]) -> None:
    """Whole, or as it was."""
    new = path.with_suffix(".new")
    new.write_text(json.dumps(kept))
    new.replace(path)


if __name__ == "__main__":
    sys.exit(main())
