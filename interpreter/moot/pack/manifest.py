"""Reads `pack.yaml`."""

from __future__ import annotations

from pathlib import Path

from ..lang.diagnostic import MootError, Report, fail
from ..lang.source import shown_path
from ..lang.visible import visible_line
from .find import MANIFEST, rules_folder, unreadable
from .model.bundle import Manifest, Setting, YamlEntry
from .model.schema import check_shape
from .model.yaml_text import Scalar, parse_yaml, read_text
from .version import VERSION, met


def read_manifest(folder: Path, report: Report) -> tuple[Manifest, YamlEntry]:
    """The manifest of a pack's folder, and its tree.

    Raises MootError, with the whole report, if the file cannot be used at all.
    """
    path = folder / MANIFEST
    try:
        data = path.read_bytes()
    except OSError as error:
        report.add(unreadable(path, error))
        raise MootError(report.diagnostics) from None
    mine = Report()
    source = read_text(data, shown_path(path), mine)
    root = parse_yaml(source, mine) if source else None
    usable = root is not None and check_shape(root, "pack", mine) and not mine.failed
    for diagnostic in mine:
        report.add(diagnostic)
    if root is None or not usable:
        raise MootError(report.diagnostics)
    keys: dict[str, YamlEntry] = root.value
    about: dict[str, YamlEntry] = keys["about"].value if "about" in keys else {}
    manifest = Manifest(
        id=_text(keys, "id"),
        title=_text(keys, "title"),
        version=_text(keys, "version"),
        licence=_text(keys, "licence"),
        needs=_text(keys, "moot"),
        extends=[str(entry.value) for entry in extends_of(root)],
        options=[],
        document=_text(keys, "document"),
        stand_in=[str(entry.value) for entry in _list(keys, "stand_in")],
        folder=str(folder),
        at=root.at,
        needs_words=_text(keys, "words") == "required",
        report=dict(keys["report"].value) if "report" in keys else {},
        about={name: " ".join(str(entry.value).split()) for name, entry in about.items() if name != "for"},
        about_for=about["for"].value if "for" in about else {},
    )
    if "options" in keys:
        given: dict[str, YamlEntry] = keys["options"].value
        manifest.options = [setting_of(name, entry, manifest.id) for name, entry in given.items()]
    _check_id(folder, manifest, keys["id"], report)
    _check_version(manifest, keys, report)
    return manifest, root


def extends_of(root: YamlEntry) -> list[YamlEntry]:
    """The entries that name what a manifest extends, one or several."""
    entry = root.value.get("extends")
    if entry is None:
        return []
    return list(entry.value) if isinstance(entry.value, list) else [entry]


def setting_of(name: str, entry: YamlEntry, by: str) -> Setting:
    """A setting of an option as written; `yes` and `no` are bools, `none` is None."""
    words = {"yes": True, "no": False, "none": None}
    value = entry.value
    if isinstance(entry, Scalar) and not entry.style and isinstance(value, str):
        value = words.get(value, value)
    return Setting(name, value, entry.at, by, entry.key_at)


def _check_id(folder: Path, manifest: Manifest, entry: YamlEntry, report: Report) -> None:
    try:
        place = folder.resolve().relative_to(rules_folder().resolve()).as_posix()
    except ValueError:
        return  # a user's own pack may be anywhere
    if place != manifest.id:
        report.error("pack-id", f"the id is `{manifest.id}`, but the pack is in `{place}`", entry.at, f"write {place}")


def _check_version(manifest: Manifest, keys: dict[str, YamlEntry], report: Report) -> None:
    fits = met(manifest.needs)
    if fits is None:
        message = f"`{manifest.needs}` is not a version requirement"
        report.error("bad-version", message, keys["moot"].at, 'for example, write ">=0.1"')
    elif not fits:
        message = f"`{manifest.id}` needs moot {manifest.needs}, but this is {VERSION}"
        error = fail("moot-version", message, keys["moot"].at, "install the required version of moot")
        raise MootError([*report.diagnostics, *error.diagnostics])


def _text(keys: dict[str, YamlEntry], name: str) -> str:
    return visible_line(str(keys[name].value).strip()) if name in keys else ""


def _list(keys: dict[str, YamlEntry], name: str) -> list[YamlEntry]:
    return list(keys[name].value) if name in keys else []
