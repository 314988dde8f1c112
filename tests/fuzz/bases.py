"""The sound files that are changed: small packs, with a log, a save and decks of each that is a game."""

from __future__ import annotations

import random
import shutil
from functools import cache
from pathlib import Path

from camp_pack import PACK
from moot.lang.diagnostic import MootError
from moot.stack.load import load
from moot.tools.logs.log import end_record, header_of, log_text
from moot.tools.logs.save import write_save

TESTS = Path(__file__).parents[1]
_FOLDERS = {
    folder.name: folder
    for parent in (TESTS / "packs", TESTS.parent / "examples", TESTS / "bad")
    for folder in sorted(parent.iterdir())
    if (folder / "pack.yaml").is_file() and not folder.name.startswith("balrog")
}
BASES = ("camp", *_FOLDERS)
GAMES = tuple(one for one in BASES if one not in ("land", "house_translation", "new_card", "real_symbols"))
KEPT = ("game.log", "kept.json")  # what `kept_games` makes of a game


@cache
def base_files(name: str) -> dict[str, bytes]:
    """The files of a base, by their path below the folder in which commands are called."""
    if name == "camp":
        return {f"camp/{path}": text.encode() for path, text in PACK.items()}
    folder = _FOLDERS[name]
    return {
        f"{name}/{path.relative_to(folder).as_posix()}": path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def copy_base(name: str, folder: Path) -> None:
    for path, data in base_files(name).items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_bytes(data)


@cache
def kept_games(name: str, here: Path) -> dict[str, bytes]:
    """A log and a save of a game, played at random in the folder `here`, which is the current one."""
    copy_base(name, here)
    try:
        game = load(name)
        state, rng, choices = game.start(7), random.Random(7), 0
        while state.decision is not None and choices < 60:
            if choices == 10:
                write_save(here / "kept.json", state, name, {})
            state.apply(rng.randrange(len(state.decision.options)))
            choices += 1
        if not (here / "kept.json").exists():
            write_save(here / "kept.json", state, name, {})
        log = log_text(header_of(game, 7, name), state.choices, end_record(state))
        return {"game.log": log.encode(), "kept.json": (here / "kept.json").read_bytes()}
    except MootError as error:
        raise AssertionError(f"{name} is not sound: {error}") from error
    finally:
        (here / "kept.json").unlink(missing_ok=True)
        shutil.rmtree(here / name)
