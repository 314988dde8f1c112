"""Files of cases: finds them by path or by the id of a pack, reads them and checks their shape."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from ...lang.diagnostic import Diagnostic, MootError, Report, fail
from ...lang.source import NOWHERE, Span, shown_path
from ...lang.spelling import nearest
from ...lang.visible import visible_line
from ...pack.files import CASES
from ...pack.find import GAME, MANIFEST, find_pack, pack_ids, packs_at, rules_folder
from ...pack.model.bundle import YamlEntry
from ...pack.model.schema import check_shape
from ...pack.model.yaml_text import Scalar, parse_yaml, raw, read_text
from ..files import read_whole

IN_GAMES = ("options in", "given in", "chance in", "when in", "then in")


@dataclass(frozen=True, slots=True, eq=False)
class Case:
    """One case as written, for one of the games that its file names.

    `folder`: the pack whose rules it tests. `game`: the file's name for it. `others`: the folders of the other games in
    the file. `file`: the path as displayed.
    """

    file: str
    name: str
    at: Span
    folder: Path
    game: str
    others: tuple[Path, ...]
    root: YamlEntry

    @property
    def cites(self) -> tuple[str, ...]:
        entry = self.root.value.get("cites")
        return tuple(raw(one) for one in entry.value) if entry is not None else ()

    def part(self, key: str) -> YamlEntry | None:
        """The value of a key in this game: `chance in` replaces `chance` for the games that it names."""
        own = self.root.value.get(f"{key} in")
        found: YamlEntry | None = own.value.get(self.game) if own is not None else None
        return found if found is not None else self.root.value.get(key)

    def items(self, key: str) -> Iterator[tuple[str, YamlEntry]]:
        """The entries of a map for this game, from `then` and from `then in` under the game's name."""
        parts = self.root.value.get(key), self.root.value.get(f"{key} in")
        if parts[0] is not None:
            yield from parts[0].value.items()
        if parts[1] is not None and self.game in parts[1].value:
            yield from parts[1].value[self.game].value.items()


@dataclass(frozen=True, slots=True, eq=False)
class BrokenFile:
    """A file of cases, or one case in it, that cannot be used, with the reason. `name`, `line`: of the case."""

    file: str
    diagnostics: tuple[Diagnostic, ...]
    name: str = ""
    line: int = 0


def files_under(paths: Iterable[str | Path]) -> list[Path]:
    """The files of cases under the given paths and ids: a file itself, all below a folder, or the files of a game or
    pack.

    Without a path, the files of every pack that moot ships. Raises MootError for a path that is neither.
    """
    given = list(paths)
    if not given:
        return _below(rules_folder())
    found: dict[Path, None] = {}
    for one in given:
        for path in _meant(one):
            found.setdefault(path.resolve(), None)
    return list(found)


def _meant(one: str | Path) -> list[Path]:
    path = Path(one)
    if path.is_file():
        return [path]
    shipped = rules_folder() / str(one)
    folder = path if path.is_dir() else shipped
    if not folder.is_dir() or (str(one).startswith("/") and not path.is_dir()):
        hint = nearest(str(one), pack_ids()) or "write a file of cases, a folder, or the id of a pack"
        raise fail("unknown-path", f"unknown file or pack `{one}`", NOWHERE, hint)
    files = _below(folder)
    if not files:
        raise fail(
            "no-cases", f"no cases found in `{shown_path(folder)}`", NOWHERE, f"put cases in folders named `{CASES}`"
        )
    return files


def _below(folder: Path) -> list[Path]:
    """The YAML files in folders named `cases`; if the folder itself is named so or is inside one, its own files."""
    found: list[Path] = []
    inside = _is_of_cases(folder.resolve())
    for path in sorted(folder.rglob("*")):
        parts = path.relative_to(folder).parts
        hidden = any(part.startswith((".", "__")) for part in parts)
        if path.suffix in (".yaml", ".yml") and not hidden and (inside or CASES in parts[:-1]) and path.is_file():
            found.append(path)
    return found


def _is_of_cases(folder: Path) -> bool:
    """Whether a folder is named `cases`, or is inside one of a pack."""
    around = [one for one in folder.parents if one.name == CASES]
    of_packs = [one for one in around if any((above / MANIFEST).is_file() for above in one.parents)]
    return folder.name == CASES or bool(of_packs)


def cases_below(folder: Path) -> Iterator[Case | BrokenFile]:
    """All cases in a pack's folder, file by file; empty if there are none."""
    for path in _below(folder):
        found = read_file(path)
        yield from [found] if isinstance(found, BrokenFile) else found


def read_file(path: Path) -> list[Case | BrokenFile] | BrokenFile:
    """The cases of a file, in order; a case with the wrong shape leaves the others as they are."""
    report = Report()
    shown = shown_path(path)
    try:
        root = parse_yaml(read_whole(path), report)
    except MootError as error:
        return BrokenFile(shown, tuple(error.diagnostics))
    parts: dict[int, Report] = {}
    if root is None or report.failed or not check_shape(root, "cases", report, parts):
        return BrokenFile(shown, tuple(report))
    games = _games(path, root, report)
    entries: list[YamlEntry] = root.value["cases"].value
    owns = [parts.get(number) or Report() for number in range(len(entries))]
    for entry, own in zip(entries, owns, strict=True):
        if not own.failed:
            _check_names(entry, [name for name, _ in games], own)
    if report.failed:
        return BrokenFile(shown, (*report, *(one for own in owns for one in own)))
    cases: list[Case | BrokenFile] = []
    for entry, own in zip(entries, owns, strict=True):
        if own.failed:
            named = entry.value.get("name") if isinstance(entry.value, dict) else None
            name = visible_line(raw(named)) if isinstance(named, Scalar) else ""
            cases.append(BrokenFile(shown, tuple(own), name, entry.at.line))
            continue
        for name, at, whole in rows_of(entry):
            for game, folder in games:
                others = tuple(other for _, other in games if other != folder)
                cases.append(Case(shown, name, at, folder, game, others, _with_shared(root, whole)))
    return cases


def rows_of(case: YamlEntry) -> Iterator[tuple[str, Span, YamlEntry]]:
    """The case itself; or, if it has `each`, one case per row of it, with its name, its place and all its keys.

    Maps of a row come on top of the case's own, and lists follow them.
    """
    name = visible_line(raw(case.value["name"]).strip())
    if "each" not in case.value:
        yield name, case.value["name"].at, case
        return
    shared = {key: entry for key, entry in case.value.items() if key != "each"}
    for number, row in enumerate(case.value["each"].value, 1):
        title = f"{name}: {visible_line(raw(row.value['name'])) if 'name' in row.value else number}"
        merged = dict(shared)
        for key, entry in row.value.items():
            before = shared.get(key)
            if before is not None and isinstance(entry.value, dict):
                entry = replace(entry, value={**before.value, **entry.value})
            elif before is not None and isinstance(entry.value, list):
                entry = replace(entry, value=[*before.value, *entry.value])
            merged[key] = entry
        yield title, row.at, replace(case, value=merged)


def _with_shared(root: YamlEntry, case: YamlEntry) -> YamlEntry:
    """A case with the options at the top of its file, as far as it sets no others."""
    shared = root.value.get("options")
    if shared is None:
        return case
    own = case.value.get("options", replace(shared, value={}))
    return replace(case, value={**case.value, "options": replace(own, value={**shared.value, **own.value})})


def _games(path: Path, root: YamlEntry, report: Report) -> list[tuple[str, Path]]:
    """The packs that the file names, or the pack that contains it: name and folder."""
    around = next((folder for folder in path.resolve().parents if (folder / MANIFEST).is_file()), None)
    own = _id_of(around) if around is not None else ""
    named = root.value.get("game")
    if named is None:
        if around is not None:
            return [(own, around)]
        hint = f"write `game: ID` at the top, or move the file to a pack's folder `{CASES}`"
        report.error("no-game", "this file does not name the game it tests", root.at, hint)
        return []
    found: dict[str, Path] = {}
    for entry in named.value if isinstance(named.value, list) else [named]:
        name = str(entry.value)
        if name in found:
            report.error("duplicate-game", f"`{name}` is listed twice", entry.at, "remove one of the two")
        elif around is not None and name == own:
            found[name] = around
        else:
            try:
                found[name] = find_pack(name, entry.at, path.resolve().parent)
            except MootError as error:
                hint = nearest(name, [own] if own else [])
                for diagnostic in error.diagnostics:
                    report.add(replace(diagnostic, hint=hint or diagnostic.hint))
    return list(found.items())


def _check_names(case: YamlEntry, games: list[str], report: Report) -> None:
    """The games under `then in` and similar keys must be games that the file names."""
    for key in IN_GAMES:
        for name, entry in case.value[key].value.items() if key in case.value else ():
            if games and name not in games:
                hint = nearest(name, games) or f"games it tests: {', '.join(games)}"
                report.error("unknown-game", f"this file does not test `{name}`", entry.key_at, hint)


def _id_of(folder: Path) -> str:
    report = Report()
    source = read_text((folder / MANIFEST).read_bytes(), MANIFEST, report)
    root = parse_yaml(source, report) if source is not None else None
    ident = root.value.get("id") if root is not None and isinstance(root.value, dict) else None
    return raw(ident) if ident is not None else ""


def collect_cases(paths: Sequence[str | Path] = ()) -> Iterator[Case | BrokenFile]:
    """All cases under the given paths and ids, file by file. Raises MootError for a path that is neither.

    For one edition of a game with several, the cases that are played in it, anywhere in the game.
    """
    editions = {one: folder for one in paths if (folder := _edition(one)) is not None}
    rest = [one for one in paths if one not in editions]
    for path in files_under(rest) if rest or not editions else []:
        yield from _read(path)
    for folder in editions.values():
        for path in _below(folder.parent):
            for case in _read(path):
                if case.folder.resolve() == folder if isinstance(case, Case) else folder in path.resolve().parents:
                    yield case


def _read(path: Path) -> list[Case | BrokenFile]:
    found = read_file(path)
    return [found] if isinstance(found, BrokenFile) else found


def _edition(one: str | Path) -> Path | None:
    """The folder of an edition that a path or an id names, if it names one."""
    for folder in (Path(one), rules_folder() / str(one)):
        if (folder / MANIFEST).is_file():
            folder = folder.resolve()
            known = packs_at(folder.parent) if (folder.parent / GAME).is_file() else []
            return folder if folder in [path.resolve() for path in known] else None
    return None
