"""What is fuzzed: each target makes a random call of `moot` from a random generator."""

from __future__ import annotations

import random
from collections.abc import Callable

from ..call import Call
from .commands import commands
from .decks import decks
from .grammar import grammar
from .kept import logs, saves
from .typed import typed
from .yaml_files import yaml_files

TARGETS: dict[str, Callable[[random.Random], Call]] = {
    "grammar": grammar,
    "yaml": yaml_files,
    "decks": decks,
    "logs": logs,
    "saves": saves,
    "commands": commands,
    "typed": typed,
}
