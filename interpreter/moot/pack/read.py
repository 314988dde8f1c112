"""Reads all files of one pack: rules are parsed, YAML becomes trees whose shape is checked."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path

from ..lang import tree
from ..lang.diagnostic import Report
from ..lang.parser import parse_rules
from ..lang.source import Source, shown_path
from .files import CASES
from .find import MANIFEST
from .model.bundle import CaseFile, Manifest, YamlEntry
from .model.copies import copier
from .model.csv_text import parse_csv
from .model.schema import check_shape, kind_of_file
from .model.yaml_text import parse_yaml, read_text


@dataclass(slots=True)
class PackText:
    """The contents of one pack's files. `files`: the trees of its YAML files by kind, in the order of reading; `paths`:
    of all its files, as messages show them.
    """

    manifest: Manifest
    paths: list[str] = field(default_factory=list)
    declarations: list[tree.Declared] = field(default_factory=list)
    files: dict[str, list[YamlEntry]] = field(default_factory=dict)
    cases: list[CaseFile] = field(default_factory=list)
    rules_failed: bool = False  # some declarations could not be read
    things_failed: bool = False  # some YAML could not be read


def read_pack(manifest: Manifest, files: list[tuple[str, bytes]], report: Report, cases: bool = True) -> PackText:
    """The content of a pack's files. `cases`: whether its cases are read as well."""
    text = PackText(manifest)
    for name, data in files:
        if name == MANIFEST:
            continue
        rules = name.endswith(".moot")
        of_cases = name.split("/")[0] == CASES and not name.endswith((".moot", ".csv"))
        if of_cases and not cases:
            continue
        path = shown_path(Path(manifest.folder) / name)
        text.paths.append(path)
        read = _kept(path, data, rules, of_cases)()
        text.declarations += read.declarations
        if read.root is not None and read.kind == CASES:
            text.cases.append(CaseFile(path, manifest.id, read.root))
        elif read.root is not None:
            text.files.setdefault(read.kind, []).append(read.root)
        if read.report.failed and rules:
            text.rules_failed = True
        elif read.report.failed and not of_cases:
            text.things_failed = True
        for diagnostic in read.report:
            report.add(diagnostic)
        report.lost |= read.report.lost
    return text


@dataclass(slots=True)
class _FileText:
    """The content of one file: declarations, or the tree of its YAML with its kind, and the errors in it."""

    declarations: list[tree.Declared] = field(default_factory=list)
    root: YamlEntry | None = None
    kind: str = ""
    report: Report = field(default_factory=Report)


@lru_cache(maxsize=500)
def _kept(path: str, data: bytes, rules: bool, of_cases: bool) -> Callable[[], _FileText]:
    """Return a file's content. An unchanged file is not parsed again. Rules are built again each time, because typing
    writes into them; the trees of YAML are never written to.
    """
    text = _read(path, data, rules, of_cases)
    if not rules:
        return lambda: text
    try:
        copied = copier(text, {})
    except RecursionError:
        return lambda: _read(path, data, rules, of_cases)
    return lambda: copied()[0]


def _read(path: str, data: bytes, rules: bool, of_cases: bool) -> _FileText:
    text = _FileText()
    report = text.report
    source = read_text(data, path, report)
    if source and rules:
        text.declarations = parse_rules(source, report)
    elif source and path.endswith(".csv"):
        sheet = parse_csv(source, Path(path).stem, report)
        if sheet is not None and check_shape(sheet, "things", report):
            text.root, text.kind = sheet, "things"
        elif sheet is None:
            report.lost.update(names_in(source))
    elif source:
        root = parse_yaml(source, report)
        if root is not None and not report.failed:
            kind = CASES if of_cases else kind_of_file(root, report)
            if kind and (kind == "override" or check_shape(root, kind, report)):
                text.root, text.kind = root, kind
        if report.failed and not of_cases:
            report.lost.update(names_in(source))
    return text


def names_in(source: Source) -> list[str]:
    """Every possible name in a text that cannot be read, so that none of them is reported as unknown."""
    return re.findall(r"[A-Za-z_][\w.-]*", source.text)
