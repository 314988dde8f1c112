"""The time to start, and the size of a position and of a journal.

Each start is a new process without any imports.
"""

from __future__ import annotations

import json
import os
import random
import resource
import subprocess
import sys
import tempfile
import tracemalloc
from statistics import median

import moot

from .measure import time_of

LOAD = """
import sys, time
began = time.process_time()
import moot
game = moot.load("duel")
took = time.process_time() - began
print(took, *(name for name in ("lark", "networkx", "jsonschema") if name in sys.modules))
"""
ENTRIES = 100_000


def run(*command: str, cache: str) -> tuple[float, str]:
    """Seconds of the processor that a process takes, and what it prints."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(
        [sys.executable, *command], env={**os.environ, "MOOT_CACHE": cache}, capture_output=True, text=True, check=True
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, done.stdout


def loads(times: int) -> list[tuple[str, str]]:
    """Of The Duel: cold, from the cache; `moot --help`."""
    colds, warms, whole, helps, modules = [], [], [], [], ""
    for _ in range(times):
        with tempfile.TemporaryDirectory() as cache:
            colds.append(float(run("-c", LOAD, cache=cache)[1].split()[0]))
            seconds, told = run("-c", LOAD, cache=cache)
            warms.append(float(told.split()[0]))
            whole.append(seconds)
            modules = " ".join(told.split()[1:])
            helps.append(run("-m", "moot", "--help", cache=cache)[0])
    return [
        ("load The Duel, nothing in the cache", f"{median(colds):.2f} s"),
        ("load The Duel from the cache, import included (goal: under 0.15 s)", f"{median(warms):.3f} s"),
        ("the same with the start of Python", f"{median(whole):.3f} s"),
        ("of Lark, networkx, jsonschema that load imports", modules or "none"),
        ("`moot --help` (goal: under 0.25 s)", f"{median(helps):.3f} s"),
    ]


def checks(times: int) -> list[tuple[str, str]]:
    """`moot check` of The Balrog, without and with the cache."""
    first, again = [], []
    for _ in range(times):
        with tempfile.TemporaryDirectory() as cache:
            first.append(run("-m", "moot", "check", "balrog", cache=cache)[0])
            again.append(run("-m", "moot", "check", "balrog", cache=cache)[0])
    return [
        ("`moot check balrog`, nothing in the cache (goal: under 1.5 s)", f"{median(first):.2f} s"),
        ("the same again (goal: under 0.3 s)", f"{median(again):.3f} s"),
    ]


def campaign() -> list[tuple[str, str]]:
    """The size of a half-played siege of Gondor, in memory and saved."""
    game = moot.load("gondor/campaign")
    state, draw = game.start(1), random.Random(1).random
    for _ in range(1000):
        if (decision := state.decision) is not None:
            state.apply(int(draw() * len(decision.options)))
    tracemalloc.start()
    before = tracemalloc.get_traced_memory()[0]
    copies = [state.position.copy() for _ in range(100)]
    held = (tracemalloc.get_traced_memory()[0] - before) / len(copies)
    tracemalloc.stop()
    copying = time_of(lambda: [state.position.copy() for _ in range(100)], 5) / 100
    saved = len(json.dumps(state.save(), ensure_ascii=False))
    return [
        ("copy of a position of Gondor's siege", f"{copying * 1e6:.0f} µs"),
        ("memory of a further position of it", f"{held / 1024:.0f} KiB"),
        ("a siege saved after 1000 choices", f"{saved / 1024:.0f} KiB"),
    ]


def sizes() -> list[tuple[str, str]]:
    """Copies, positions, and entries of the journal."""
    game = moot.load("duel")
    state = game.start(1, journal=False)
    for _ in range(30):
        state.apply(0)
    position = state.position
    copying = time_of(lambda: [position.copy() for _ in range(1000)], 15) / 1000
    tracemalloc.start()
    before = tracemalloc.get_traced_memory()[0]
    copies = [position.copy() for _ in range(1000)]
    held = (tracemalloc.get_traced_memory()[0] - before) / len(copies)
    copies.clear()
    before, entries, games, seed = tracemalloc.get_traced_memory()[0], 0, [], 0
    while entries < ENTRIES:
        one = game.start(seed)
        draw = random.Random(seed).random
        machine, S = game.machine, one.position
        while S.ask is not None:
            machine.advance(S, S.ask[2][int(draw() * len(S.ask[2]))])
        games.append(S.journal)
        entries += len(S.journal or ())
        seed += 1
    journal = (tracemalloc.get_traced_memory()[0] - before) * ENTRIES / entries
    tracemalloc.stop()
    return [
        ("copy of a position of The Duel", f"{copying * 1e6:.1f} µs"),
        ("memory of a further position (what cannot change is shared)", f"{held / 1024:.1f} KiB"),
        (f"memory of {ENTRIES} entries of the journal", f"{journal / 2**20:.1f} MiB"),
    ]
