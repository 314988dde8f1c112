"""The rules of a game next to its log: a folder named after their digest, from which the log can be replayed later."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from ...lang.diagnostic import MootError, Report, fail
from ...pack.find import GAME
from ...pack.gather import Gathered, gather_packs
from ..files import write_new


def rules_folder_of(log: Path, digest: str) -> Path:
    """The folder for the rules of a log."""
    return log.parent / f"rules-{digest[:16]}"


def keep_rules(log: Path, name: str, mods: Sequence[str]) -> Path:
    """Copy the packs of a game into the folder next to its log; gives the folder. The same rules are kept once.

    Raises MootError if they cannot be written.
    """
    found = gather_packs(name, mods, Report())
    folder = rules_folder_of(log, found.digest)
    names = [pack_folder(one.id) for one in found.manifests]
    for one in names:
        if names.count(one) > 1:
            raise fail("same-folder", f"cannot keep the rules: two packs have a folder `{one}`")
    for pack, files in found.files.items():
        for file, data in files:
            write_new(folder / pack_folder(pack) / file, data)
    # then each pack finds the others in this folder
    write_new(folder / GAME, f"title: {found.root}\ndefault: {pack_folder(found.root)}\n".encode())
    return folder


def pack_folder(pack: str) -> str:
    """The folder of a pack in that of its game."""
    return pack.rpartition("/")[2]


def kept_packs(log: Path, header: Mapping[str, Any]) -> tuple[Gathered, str, list[str]] | None:
    """The packs kept next to a log, the folder of the game and those of its mods; None if its rules are not there."""
    folder = rules_folder_of(log, header["digest"])
    if not folder.is_dir():
        return None
    root = pack_folder(header["game"])
    packs = [pack_folder(pack) for pack in header["versions"]]
    try:
        plain = gather_packs(folder / root, [], Report())
        below = {pack_folder(one.id) for one in plain.manifests}
        mods = [str(folder / pack) for pack in packs if pack not in below]
        found = gather_packs(folder / root, mods, Report()) if mods else plain
    except MootError:
        return None
    return found, str(folder / root), mods
