"""The files of a folder that make up a pack, and their contents."""

from __future__ import annotations

import os
from pathlib import Path

from ..lang import data
from ..lang.diagnostic import Report
from ..lang.source import Source, Span, shown_path
from .find import GAME, MANIFEST, unreadable
from .model.yaml_text import MAX_BYTES

CASES = "cases"  # the folder of a pack whose YAML files are all cases


def files_of(folder: Path, report: Report) -> list[tuple[str, bytes]]:
    """Names, relative to the folder, and contents of a pack's files: manifest, then rules, then data, each by name.

    Sub-folders are read too, unless they are packs themselves. Names that begin with a dot are ignored. A link to a
    file elsewhere is an error and not followed: a stranger's pack must not show the files of its user.
    """
    home = folder.resolve()
    names: list[str] = []
    for here, folders, files in os.walk(folder):
        inside = Path(here)
        folders[:] = sorted(
            one for one in folders if not one.startswith((".", "__")) and not (inside / one / MANIFEST).exists()
        )
        relative = inside.relative_to(folder)
        for name in files:
            if name.endswith(data.PACK_FILES) and not name.startswith(".") and name != GAME:
                names.append((relative / name).as_posix())
    names.sort(key=lambda name: (name != MANIFEST, not name.endswith(".moot"), name.split("/")))
    found: list[tuple[str, bytes]] = []
    for name in names:
        try:
            if not Path(os.path.realpath(folder / name)).is_relative_to(home):
                at = Span(Source(shown_path(folder / name), ""), 0, 0, 0, 0)
                message = "this is a link to a file outside of the pack"
                report.error("link-out", message, at, "put the file itself into the pack's folder")
            elif (folder / name).is_file():
                with (folder / name).open("rb") as file:
                    found.append((name, file.read(MAX_BYTES + 1)))
        except OSError as error:
            report.add(unreadable(folder / name, error))
    return found
