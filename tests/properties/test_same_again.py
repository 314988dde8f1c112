"""The same seed and the same choices make the same journal, to the byte, in whatever process."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
from pathlib import Path

from hypothesis import given
from same_positions import journal_of
from small_packs import game_of, pack_files
from small_world import Dice

from games import SEEDS, Source, ended, game, known_game, sources

HERE = Path(__file__).parent


def text_of_game(source: Source, seed: int, fresh: bool) -> str:
    """The journal of a random game as JSON Lines; with `fresh` the pack is read and compiled anew."""
    if fresh:
        played = (known_game if isinstance(source[0], str) else game_of).__wrapped__(
            *(source if isinstance(source[0], str) else (source,))
        )
    else:
        played = game(source)
    state, rng = played.start(seed), random.Random(seed)
    turns = 0
    while not ended(state, turns):
        state.apply(rng.randrange(len(state.decision.options)))
        turns += 1
    lines = [json.dumps(entry) for entry in journal_of(state)]
    lines += [json.dumps(entry) for player in played.players for entry in journal_of(state, player)]
    return "\n".join([*lines, json.dumps(state.save())])


def fixed_sources() -> list[Source]:
    return [*(pack_files(Dice(n)) for n in range(8)), ("chain", ()), ("duel", ())]


@given(sources(), SEEDS)
def test_a_game_compiled_anew_has_the_same_journal(source: Source, seed: int) -> None:
    assert text_of_game(source, seed, False) == text_of_game(source, seed, True)


def test_a_fresh_process_with_another_hash_seed_writes_the_same_journals() -> None:
    here = [text_of_game(source, n, False) for n, source in enumerate(fixed_sources())]
    program = (
        "import json, test_same_again as t;"
        "print(json.dumps([t.text_of_game(s, n, True) for n, s in enumerate(t.fixed_sources())]))"
    )
    env = {**os.environ, "PYTHONHASHSEED": "4711", "PYTHONPATH": os.pathsep.join([str(HERE), *sys.path])}
    done = subprocess.run([sys.executable, "-c", program], env=env, capture_output=True, text=True, check=True)
    assert json.loads(done.stdout) == here
