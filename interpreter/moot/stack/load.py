"""Loading a game: from the user's cache folder if the files are unchanged; otherwise by reading, checking and
compiling.

The cache holds a recipe for each call (the folders read, and their contents), and the compiled program. Loading from
the cache reads the packs' files to compare them, and parses nothing.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from ..code.program import Program
from ..lang import arguments, cache, data
from .game import Game

OptionSetting = int | str | None  # of an option: a number, a name, yes or no, none
_OPTIONS = "a mapping of names to values, as {'rounds': 5}"


def load(
    name: str | Path,
    *,
    options: Mapping[str, Any] | Iterable[tuple[str, Any]] = (),
    mods: Sequence[str | Path] = (),
    decks: arguments.PlayerDecks | None = None,
) -> Game:
    """Load a game by its id or folder, with options and packs on top. Values may be strings, as in `Game.options`.
    `decks`: the players' own decks, by player, section and card id. tools.decks checks whether they are legal.

    Raises MootError with all errors, and TypeError for arguments of other types.
    """
    decks = dict(decks or {})
    arguments.expect(arguments.are_decks(decks), "decks", "a map of players, sections, ids and counts", decks)
    arguments.path(name, "name", "the id or the folder of a pack")
    arguments.paths(mods, "mods", "ids or folders of packs")
    settings = [(option, _value(option, value)) for option, value in arguments.pairs(options, "options", _OPTIONS)]
    call = _call(name, settings, mods, decks)
    recipe = cache.get(call, "recipe")
    if (
        isinstance(recipe, dict)
        and recipe.get("shown_in") in ("", os.getcwd())
        and recipe.get("files") == fingerprint(recipe.get("folders", []))
    ):
        program = _kept(str(recipe.get("program", "")))
        if program is not None:
            return Game(program, [str(mod) for mod in mods], _lasting_name(name))
    from ..code.pipeline import compile_bundle
    from ..pack.load import load as load_bundle
    from ..pack.player_decks import check_playing

    bundle = load_bundle(name, mods, settings, cases=False, decks=decks)
    program = compile_bundle(bundle)
    check_playing(bundle, decks, program.layout.players)
    folders = [os.path.abspath(manifest.folder) for manifest in bundle.manifests]
    files = fingerprint(folders)
    key = _hash((call, files))
    if cache.put(key, "program", program.dump()):
        shown_in = os.getcwd() if program.warnings else ""  # their paths are written as they are seen from here
        kept = {"folders": folders, "files": files, "program": key, "shown_in": shown_in}
        cache.put(call, "recipe", kept)
        root = next(folder for folder, one in zip(folders, bundle.manifests, strict=True) if one.id == bundle.id)
        told = [(option, value_from_text(text)) for option, text in program.options.items()]
        cache.put(_call(root, told, mods, decks), "recipe", kept)  # logs and saves refer to the same game
    return Game(program, [str(mod) for mod in mods], _lasting_name(name))


def _value(option: str, value: Any) -> OptionSetting:
    """The value of an option that Python gives. Raises TypeError for what no option can be."""
    plain = value is None or isinstance(value, str | int)
    arguments.expect(plain, f"options[{option!r}]", "a whole number, True, False, a name or None", value)
    return value_from_text(value) if isinstance(value, str) else value


def value_from_text(text: str) -> OptionSetting:
    """The value of an option from its text in a header."""
    words: dict[str, OptionSetting] = {"yes": True, "no": False, "none": None}
    if text in words:
        return words[text]
    return int(text) if text.removeprefix("-").isdecimal() and text.isascii() else text


def _call(
    name: str | Path,
    settings: Iterable[tuple[str, OptionSetting]],
    mods: Sequence[str | Path],
    decks: arguments.PlayerDecks,
) -> str:
    """The hash of a call. Whatever folder it is said in, it is the same if it means the same packs."""
    told = sorted(settings, key=lambda setting: str(setting[0]))  # of two for one option the later wins
    return _hash((_place(name), [_place(mod) for mod in mods], told, decks, data.interpreter_digest()))


def _place(name: str | Path) -> str:
    """The folder of a named pack; packs that moot ships come first (pack.find)."""
    shipped = os.path.join(data.data_folder("rules"), name)
    packs = any(os.path.isfile(os.path.join(shipped, one)) for one in ("pack.yaml", "game.yaml"))
    return shipped if packs and not str(name).startswith(".") else os.path.abspath(name)


def _kept(key: str) -> Program | None:
    try:
        raw = cache.get(key, "program")
        return Program.load(raw) if isinstance(raw, bytes) else None
    except (ValueError, EOFError, TypeError, KeyError):
        return None  # damaged: recomputed


def fingerprint(folders: Iterable[str]) -> str:
    """A hash of the names and contents of all files of these packs, and of the files that set their default
    editions.
    """
    told = hashlib.sha256()
    for folder in folders:
        paths = [os.path.join(os.path.dirname(folder), "game.yaml")]
        for place, below, files in os.walk(folder):
            below.sort()
            paths += [os.path.join(place, file) for file in sorted(files) if file.endswith(data.PACK_FILES)]
        for path in paths:
            told.update(path.encode())
            if not os.path.isfile(path):  # a pipe would keep us waiting
                told.update(b"-")
                continue
            try:
                with open(path, "rb") as file:
                    told.update(hashlib.sha256(file.read()).digest())
            except OSError:
                told.update(b"-")
    return told.hexdigest()


def _lasting_name(name: str | Path) -> str:
    """A name that means the same pack from wherever it is said."""
    return os.path.abspath(name) if os.path.exists(name) else str(name)


def _hash(told: object) -> str:
    return hashlib.sha256(repr(told).encode()).hexdigest()
