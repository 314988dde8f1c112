"""`python -m tests.fuzz --seconds 3600`: random files, calls and typed lines for every command of moot.

Each must end well or with a kind message: no traceback, no raw control character, no input file changed, and within
thirty seconds. What does not is made smaller and written to a folder, with the call that shows it again:

    python -m tests.fuzz --call found/1.json

Exits with 1 if anything was found.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections import Counter
from dataclasses import replace
from pathlib import Path

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parent))

from .call import Call, read_call  # noqa: E402
from .outcome import outcome  # noqa: E402
from .shrink import smaller  # noqa: E402
from .targets import TARGETS  # noqa: E402


def main() -> int:
    parser = argparse.ArgumentParser(
        prog="python -m tests.fuzz", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--seconds", type=float, default=3600, help="for how long [3600]")
    parser.add_argument("--calls", type=int, default=sys.maxsize, help="how many calls at most")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--target", action="append", choices=[*TARGETS], help="of these sorts only. Repeatable.")
    parser.add_argument("--found", type=Path, default=Path("found"), help="the folder for what was found [found]")
    parser.add_argument("--call", type=Path, action="append", help="show what comes of this call. Repeatable.")
    asked = parser.parse_args()
    if asked.call:
        return max(_again(path) for path in asked.call)
    return _search(asked.target or [*TARGETS], asked.seed, asked.seconds, asked.calls, asked.found)


def _again(path: Path) -> int:
    call = read_call(path)
    made = outcome(call)
    print(
        f"{path}: {call.why}\nmoot {' '.join(map(repr, call.words))}\n{made.output}\n-> {made.fault or 'all is well'}"
    )
    return 1 if made.fault else 0


def _search(targets: list[str], seed: int, seconds: float, calls: int, folder: Path) -> int:
    begun, told = time.monotonic(), time.monotonic()
    counts: Counter[str] = Counter()
    found: dict[str, int] = {}
    codes: Counter[str] = Counter()
    number = 0
    while time.monotonic() - begun < seconds and number < calls:
        target = targets[number % len(targets)]
        call = TARGETS[target](random.Random(f"{seed} {target} {number}"))
        made = outcome(call)
        number += 1
        counts[target] += 1
        codes.update(made.codes)
        if made.fault:
            found[made.fault] = found.get(made.fault, 0) + 1
            if found[made.fault] == 1:
                _write(call, made.fault, folder, len(found))
        if time.monotonic() - told > 60:
            told = time.monotonic()
            print(f"{number:,} calls, {told - begun:.0f} s, {len(codes)} codes of messages", flush=True)
    print(", ".join(f"{target} {count:,}" for target, count in counts.items()))
    print(f"{number:,} calls, {len(codes)} codes of messages, {len(found)} faults")
    for fault, count in found.items():
        print(f"  {count:,} x {fault}")
    return 1 if found else 0


def _write(call: Call, fault: str, folder: Path, number: int) -> None:
    """Keep what was found, as small as it gets."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{number}.json"
    path.write_text(replace(call, why=fault).text(), encoding="utf-8")
    print(f"{fault}\n  python -m tests.fuzz --call {path}", flush=True)
    if fault != "too long":
        small = smaller(call, lambda one: outcome(one).fault == fault)
        path.write_text(replace(small, why=fault).text(), encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())
