"""Reads all files of one pack: rules are parsed, YAML becomes trees whose shape is checked."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass, field
from pathlib import Path

from ..lang import tree
from ..lang.diagnostic import Report
from ..lang.parser import parse_rules
from ..lang.source import shown_path
from .bundle import CaseFile, Entry, Manifest
from .find import GAME, MANIFEST, unreadable
from .schema import check, kind_of_file
from .yaml_text import MAX_BYTES, parse_yaml, read_text

CASES = "cases"  # the folder of a pack whose YAML files are all cases


@dataclass(slots=True)
class PackText:
    """What stands in the files of one pack. `files`: the trees of its YAML files by kind, in the order of reading."""

    manifest: Manifest
    declarations: list[tree.Declaration] = field(default_factory=list)
    files: dict[str, list[Entry]] = field(default_factory=dict)
    cases: list[CaseFile] = field(default_factory=list)
    rules_failed: bool = False  # some declarations could not be read
    things_failed: bool = False  # some YAML could not be read


def files_of(folder: Path, report: Report) -> list[tuple[str, bytes]]:
    """Names, relative to the folder, and contents of a pack's files: manifest, then rules, then YAML, each by name.

    Sub-folders are read too, unless they are packs of their own; names that begin with a dot are passed over.
    """
    names: list[str] = []
    for here, folders, files in os.walk(folder):
        inside = Path(here)
        folders[:] = sorted(
            one for one in folders if not one.startswith((".", "__")) and not (inside / one / MANIFEST).exists()
        )
        relative = inside.relative_to(folder)
        for name in files:
            if name.endswith((".moot", ".yaml", ".yml")) and not name.startswith(".") and name != GAME:
                names.append((relative / name).as_posix())
    names.sort(key=lambda name: (name != MANIFEST, not name.endswith(".moot"), name.split("/")))
    found: list[tuple[str, bytes]] = []
    for name in names:
        try:
            if (folder / name).is_file():
                with (folder / name).open("rb") as file:
                    found.append((name, file.read(MAX_BYTES + 1)))
        except OSError as error:
            report.add(unreadable(folder / name, error))
    return found


def read_pack(manifest: Manifest, files: list[tuple[str, bytes]], report: Report, cases: bool = True) -> PackText:
    """The content of a pack's files. `cases`: whether its cases are read as well."""
    text = PackText(manifest)
    for name, data in files:
        if name == MANIFEST:
            continue
        of_cases = name.split("/")[0] == CASES and not name.endswith(".moot")
        if of_cases and not cases:
            continue
        mine = Report()
        path = shown_path(Path(manifest.folder) / name)
        source = read_text(data, path, mine)
        if source and name.endswith(".moot"):
            text.declarations += parse_rules(source, mine)
        elif source:
            root = parse_yaml(source, mine)
            if root is not None and not mine.failed:
                _sort(root, path, of_cases, text, mine)
        if mine.failed and name.endswith(".moot"):
            text.rules_failed = True
        elif mine.failed and not of_cases:
            text.things_failed = True
        if mine.failed and source and not name.endswith(".moot") and not of_cases:
            mine.lost.update(re.findall(r"[A-Za-z_][\w.-]*", source.text))
        for diagnostic in mine:
            report.add(diagnostic)
        report.lost |= mine.lost
    return text


def _sort(root: Entry, path: str, of_cases: bool, text: PackText, report: Report) -> None:
    kind = "cases" if of_cases else kind_of_file(root, report)
    if not kind or (kind != "override" and not check(root, kind, report)):
        return
    if kind == "cases":
        text.cases.append(CaseFile(path, text.manifest.id, root))
    else:
        text.files.setdefault(kind, []).append(root)
