"""Random packs, each played walked and compiled, every other game with chance asked of nature."""

from __future__ import annotations

import random
import traceback
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from small_packs import Files, pack_files
from small_world import Dice
from walked_games import walked_folder

from moot.lang.diagnostic import MootError
from moot.state.position import Position
from oracle import Choose, DifferentError, play

MOST = 60  # decisions of one game
GAMES = 4  # of each pack


@dataclass(frozen=True, slots=True)
class Finding:
    """`sort`: over, stopped or the code of a fault, in both; unsound: the generator slipped; different and broken are
    faults of moot.
    """

    sort: str
    told: str = ""

    @property
    def is_fault(self) -> bool:
        return self.sort in ("different", "broken")


def files_of(number: int, mixed: int) -> Files:
    """The files of a random pack, by its number."""
    return pack_files(Dice(number), mixed)


def write_pack(folder: Path, files: Sequence[tuple[str, str]]) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in files:
        (folder / name).write_text(text, encoding="utf-8")


def play_pack(number: int, mixed: int) -> Finding:
    """Whether a pack plays on as its form says."""
    with TemporaryDirectory() as folder:
        write_pack(Path(folder), files_of(number, mixed))
        try:
            game = walked_folder(folder)
        except MootError as error:
            return Finding("unsound", str(error))
        except Exception as error:  # whatever it is: it is told, and the next pack comes
            return Finding("broken", _told(error))
        finding = Finding("over")
        for seed in range(GAMES * number, GAMES * (number + 1)):
            try:
                outcome = play(game, seed, by_chance(seed), MOST, nature=seed % 2 == 1)
            except DifferentError as error:
                return Finding("different", f"seed {seed}: {error}")
            except Exception as error:
                return Finding("broken", f"seed {seed}: {_told(error)}")
            finding = Finding("stopped" if outcome.stopped else outcome.fault or "over")
        return finding


def by_chance(seed: int) -> Choose:
    """Answers at random."""
    rng = random.Random(seed)

    def choose(S: Position) -> Any:
        assert S.ask is not None
        options = S.ask[2]
        return options[rng.randrange(len(options))]

    return choose


def _told(error: Exception) -> str:
    at = traceback.extract_tb(error.__traceback__)[-1]
    return f"{type(error).__name__}: {error} ({Path(at.filename).name}:{at.lineno})"
