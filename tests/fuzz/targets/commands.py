"""Calls of every command, built from what it declares: with names of packs, odd files and odd values."""

from __future__ import annotations

import random
from functools import cache

import click

from moot.ui.command import cli

from ..bases import BASES, base_files
from ..call import Call
from ..changes import ODD
from ..pieces import names_in
from .grammar import bases_of
from .kept import kept_files

FEW = {"games": 2, "seconds": 1, "positions": 5, "samples": 20, "mutate": 1}  # what takes long without a bound
NUMBERS = ("0", "1", "2", "-1", "1.5", "x", "٣", "", "1e3", "²", "999999999999999999999999")
FILES = (
    "missing.yaml",
    ".",
    "empty.yaml",
    "binary.bin",
    "kept.json",
    "game.log",
    "deck.txt",
    "/dev/null",
    "a/b/c",
    "-",
    "~",
)
OUT = (
    "out.txt",
    "out.html",
    "out.svg",
    "out.json",
    "out.log",
    "out",
    "no/folder/out",
    ".",
    "a" * 300,
    "/proc/x",
    "out\x1b\n",
)
EXTRA = {
    "empty.yaml": b"",
    "binary.bin": bytes(range(256)),
    "deck.txt": b"Cards\n2 Fence\n",
    "odd \x1b[2J\n\u202e.yaml": b"cards: {}",
}
WRITES = {"html", "svg", "save", "log", "logs", "picture", "pictures", "markdown", "cases", "out", "place", "folder"}
WHAT = (
    "cards",
    "options",
    "map",
    "clauses",
    "states",
    "zones",
    "actions",
    "fields",
    "tables",
    "decks",
    "layout",
    "readings",
)


@cache
def _all() -> list[tuple[tuple[str, ...], click.Command]]:
    found: list[tuple[tuple[str, ...], click.Command]] = []

    def walk(command: click.Command, path: tuple[str, ...]) -> None:
        if isinstance(command, click.Group):
            context = click.Context(command)
            for name in command.list_commands(context):
                below = command.get_command(context, name)
                assert below is not None
                walk(below, (*path, name))
        else:
            found.append((path, command))

    walk(cli, ())
    return found


def commands(rng: random.Random) -> Call:
    path, command = rng.choice(_all())
    base = rng.choice(BASES)
    game = base if base not in ("new_card", "real_symbols", "house_translation", "land") else "camp"
    names = [name for path, data in base_files(base).items() for name in names_in(data.decode())]
    words, shaped = [*path], _Values(rng, base, names)
    for one in command.params:
        if one.name is None:
            continue
        if isinstance(one, click.Argument):
            for _ in range(one.nargs if one.nargs > 0 else rng.randint(1, 2)):
                if one.required or one.name == "paths" or rng.random() < 0.6:
                    words.append(shaped.argument(one))
        elif one.name in FEW and path != ("test",):
            words += [one.opts[0], shaped.number(max(FEW[one.name], int(getattr(one.type, "min", 0) or 0)))]
        elif rng.random() < 2.5 / len(command.params):
            words.append(one.opts[0])
            if not getattr(one, "is_flag", False):
                words += [shaped.option(one) for _ in range(one.nargs)]
    if path == ("test",) and "--mutate" in words:
        words += ["--games", "1", "--mutate", "1"]
    if rng.random() < 0.1:
        words.insert(rng.randrange(len(words) + 1), shaped.odd())
    if path == ("play",) and "--bots" not in words:
        words.append("--hotseat")
    files = {**EXTRA, **kept_files(game)}
    return Call(tuple(one.replace("\x00", "") for one in words), bases_of(base), files, b"1\nlook\nhelp\n1\n1\nquit\n")


class _Values:
    def __init__(self, rng: random.Random, base: str, names: list[str]) -> None:
        self.rng, self.base, self.names = rng, base, names

    def odd(self) -> str:
        return self.rng.choice((*ODD, "", "--", "-x", "--json", "--nonsense", *self.names[:3]))

    def number(self, most: int) -> str:
        return self.rng.choice((str(most), "1", str(most), *NUMBERS[:8]))

    def option(self, one: click.Parameter) -> str:
        rng, name = self.rng, one.name or ""
        if rng.random() < 0.1:
            return self.odd()
        if name == "jobs":
            return rng.choice(("1", "2", "0", "x"))
        if isinstance(one.type, click.IntRange) or type(one.type).__name__ in ("Whole", "NumberArgument"):
            return rng.choice(NUMBERS)
        if isinstance(one.type, click.Choice):
            return rng.choice([*one.type.choices])
        if name in WRITES:
            return rng.choice(OUT)
        if "=" in (one.metavar or ""):
            value = rng.choice((*self.names, *FILES, *NUMBERS, "greedy", "random"))
            return f"{rng.choice(self.names)}={value}"
        return rng.choice((*self.names, *FILES, "greedy", "random", "json", "text"))

    def argument(self, one: click.Parameter) -> str:
        rng, name = self.rng, one.name or ""
        if rng.random() < 0.1:
            return self.odd()
        if name in ("game", "a", "b", "paths") and rng.random() < 0.85:
            return self.base
        if name in ("place", "folder"):
            return rng.choice((f"{self.base}/{rng.choice(self.names)}", "fresh", "fresh/one", *OUT[:9]))
        if name in ("log", "places", "file", "text"):
            return rng.choice(("game.log", "kept.json", "deck.txt", *FILES, f"game.log:{rng.choice(NUMBERS)}"))
        if name == "what":
            return rng.choice((*WHAT, *self.names))
        return rng.choice(
            (*self.names, f"{self.base}:{rng.choice(self.names)}", f"game.log:{rng.choice(NUMBERS)}", *FILES)
        )
