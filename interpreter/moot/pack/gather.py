"""Gather the packs of a game: the requested one, its bases, and the mods loaded on top, bases first."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from ..lang.diagnostic import MootError, Report
from ..lang.source import NOWHERE, Span
from .files import CASES, files_of
from .find import GAME, find_pack
from .manifest import extends_of, read_manifest
from .model.bundle import Manifest, YamlEntry
from .model.lineage import Lineage
from .version import VERSION


@dataclass(slots=True)
class Gathered:
    """The packs in order, their inheritance, the files of each as read, and the digest of everything."""

    root: str
    manifests: list[Manifest]
    lineage: Lineage
    roots: dict[str, YamlEntry]  # by pack id: the tree of its manifest
    files: dict[str, list[tuple[str, bytes]]]  # by pack id
    documents: dict[str, str]  # by pack id: its own document, or that of its nearest base, or of a pack that extends it
    digest: str

    def digest_of(self, version: str) -> str:
        """The digest that another version of moot gives the same packs."""
        return _digest(self.root, self.files, version)


def gather_packs(name: str | Path, mods: Sequence[str | Path], report: Report) -> Gathered:
    """The packs that `name` and the mods need. Raises MootError if one is missing or has no usable manifest."""
    return _Gatherer(report).run(name, mods)


class _Gatherer:
    def __init__(self, report: Report) -> None:
        self.report = report
        self.manifests: list[Manifest] = []
        self.lineage = Lineage()
        self.documents: dict[str, str] = {}
        self.roots: dict[str, YamlEntry] = {}
        self._done: dict[Path, str] = {}  # folders to ids
        self._open: list[tuple[Path, Span]] = []  # the packs whose bases are being gathered
        self._lost: list[MootError] = []
        self._under = ""  # the pack that mods are loaded on top of, once it is gathered

    def run(self, name: str | Path, mods: Sequence[str | Path]) -> Gathered:
        root = self._pack(find_pack(name), NOWHERE)
        self._under = root
        for mod in mods:
            try:
                self._pack(find_pack(mod), NOWHERE)
            except MootError as error:
                self._lose(error)
        if self._lost:
            raise MootError(self.report.diagnostics)
        files = {one.id: files_of(Path(one.folder), self.report) for one in self.manifests}
        for pack in [one.id for one in self.manifests if not self.documents[one.id]]:
            self.documents[pack] = self._edition(pack)
        return Gathered(root, self.manifests, self.lineage, self.roots, files, self.documents, _digest(root, files))

    def _pack(self, folder: Path, at: Span) -> str:
        """Gathers the pack in the folder after its bases; gives its id."""
        place = folder.resolve()
        if place in self._done:
            return self._done[place]
        manifest, root = read_manifest(folder, self.report)
        self._open.append((place, at))
        bases = [self._under] if self._under else []
        for entry in extends_of(root):
            try:
                base = self._base(folder, str(entry.value), entry.at)
            except MootError as error:
                self._lose(error)
                continue
            if base and base in bases and base != self._under:
                self.report.error(
                    "duplicate-base", f"`{entry.value}` is listed twice", entry.at, "remove one of the two"
                )
            elif base and base not in bases:
                bases.append(base)
        self._open.pop()
        for other in self.manifests:
            if other.id == manifest.id:
                message = f"two packs have the id `{manifest.id}`"
                notes = [(other.at, f"the other one is in {other.folder}")]
                self.report.error("duplicate-pack", message, root.value["id"].at, "change one of the ids", notes)
                raise MootError(self.report.diagnostics)
        self._done[place] = manifest.id
        self.manifests.append(manifest)
        self.roots[manifest.id] = root
        self.lineage.add(manifest.id, set(bases))
        inherited = (self.documents[base] for base in reversed(bases) if self.documents.get(base))
        self.documents[manifest.id] = manifest.document or next(inherited, "")
        return manifest.id

    def _edition(self, pack: str) -> str:
        """Code that editions share cites the document of the edition in play (the nearest pack that extends it)."""
        above = (one.document for one in self.manifests if one.document and self.lineage.extends(one.id, pack))
        return next(above, "")

    def _base(self, folder: Path, name: str, at: Span) -> str:
        found = find_pack(name, at, folder)
        place = found.resolve()
        if place not in self._done:
            # a mod that extends a game without naming an edition takes the edition that is there already
            game = found.parent.resolve()
            if (game / GAME).is_file() and Path(name).name == game.name:
                for other in reversed(self.manifests):
                    if Path(other.folder).resolve().parent == game:
                        return other.id
        opened = [one for one, _ in self._open]
        if place in opened:
            circle = [one.name for one in opened[opened.index(place) :]]
            message = f"packs extend each other in a cycle: {' → '.join([*circle, circle[0]])}"
            notes = [(where, "part of the cycle") for _, where in self._open[opened.index(place) + 1 :]]
            self.report.error("extends-circle", message, at, "remove one of the `extends` lines", notes)
            return ""
        return self._pack(found, at)

    def _lose(self, error: MootError) -> None:
        for diagnostic in error.diagnostics:
            self.report.add(diagnostic)
        self._lost.append(error)


def _digest(root: str, files: dict[str, list[tuple[str, bytes]]], version: str = VERSION) -> str:
    made = hashlib.sha256(f"moot {version}\0{root}\0".encode())
    for pack, contents in files.items():
        for name, data in contents:
            if name.split("/")[0] == CASES and not name.endswith((".moot", ".csv")):
                continue  # tests: they change nothing of how a game goes
            made.update(f"{pack}\0{name}\0{len(data)}\0".encode())
            made.update(data)
    return made.hexdigest()
