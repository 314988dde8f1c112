"""What a check has found is told again while nothing changes, and never when something has."""

from __future__ import annotations

import os
from pathlib import Path
from shutil import copytree

import pytest
from click.testing import CliRunner

from moot.lang import cache, data
from moot.lang.diagnostic import Diagnostic
from moot.lang.source import NOWHERE, Source, Span
from moot.tools.check.findings import PackChecked, keep_findings, kept_findings
from moot.tools.check.packs import Checked, check
from moot.tools.check.terms import EditionTerms
from moot.tools.setup import compiled as games
from moot.ui.command import cli

EXAMPLES = Path(__file__).resolve().parents[3] / "examples"
UNUSED = "zone shed : pile of card, seen by all\n"  # is warned of
OVER = "id: over\ntitle: Over\nextends: ../mine\n"


@pytest.fixture
def made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The ids of the packs that are checked anew from here on, with a cache and a working folder of their own."""
    monkeypatch.setenv("MOOT_CACHE", str(tmp_path / "cache"))
    monkeypatch.chdir(tmp_path)
    ids: list[str] = []
    typed = games.typed_world

    def noted(bundle: object) -> object:
        ids.append(bundle.id)  # type: ignore[attr-defined]
        return typed(bundle)  # type: ignore[arg-type]

    monkeypatch.setattr(games, "typed_world", noted)
    copytree(EXAMPLES / "leduc", tmp_path / "mine")
    write(tmp_path / "mine" / "pack.yaml", "id: mine\ntitle: Mine\n")
    write(tmp_path / "mine" / "shed.moot", UNUSED)
    return ids


def write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def codes(found: Checked) -> list[str]:
    return [one.code for one in found.diagnostics]


def test_it_is_checked_once_while_nothing_changes(made: list[str], tmp_path: Path) -> None:
    first, again, by_file = check(["mine"]), check([tmp_path / "mine"]), check(["mine/cards.yaml"])
    assert made == ["mine"]
    assert codes(first) == ["unused-zone"]
    for found in (again, by_file):
        assert [one.render() for one in found.diagnostics] == [one.render() for one in first.diagnostics]
        assert [one.as_json() for one in found.diagnostics] == [one.as_json() for one in first.diagnostics]
        assert found.packs == ["mine"]


@pytest.mark.parametrize("options", [[], ["--json"], ["--stand-in", "--terms"]])
def test_the_command_says_the_same_again(made: list[str], options: list[str]) -> None:
    said = [CliRunner().invoke(cli, ["check", "mine", *options], color=colour) for colour in (False, False, True, True)]
    assert made == ["mine"]
    assert len({(one.exit_code, one.output) for one in said}) == 1
    assert "unused-zone" in said[0].output


def test_any_file_that_changes_comes_or_goes_is_seen(made: list[str], tmp_path: Path) -> None:
    shed, case = tmp_path / "mine" / "shed.moot", tmp_path / "mine" / "cases" / "more.yaml"
    assert codes(check(["mine"])) == ["unused-zone"]
    write(shed, "# nothing\n")
    assert codes(check(["mine"])) == []
    write(tmp_path / "mine" / "below" / "attic.moot", UNUSED.replace("shed", "attic"))
    assert ["`attic`" in one.message for one in check(["mine"]).diagnostics] == [True]
    (tmp_path / "mine" / "below" / "attic.moot").unlink()
    assert codes(check(["mine"])) == []
    write(case, "cases: 3\n")
    assert codes(check(["mine"])) == ["wrong-type"]
    case.unlink()
    shed.rename(tmp_path / "mine" / "barn.moot")
    assert codes(check(["mine"])) == []
    os.utime(tmp_path / "mine" / "barn.moot", (1, 1))  # is no change
    checked = len(made)
    assert codes(check(["mine"])) == [] and len(made) == checked


def test_a_file_of_the_same_size_and_age_is_read(made: list[str], tmp_path: Path) -> None:
    path = tmp_path / "mine" / "shed.moot"
    check(["mine"])
    status = path.stat()
    path.write_bytes(path.read_bytes().replace(b"zone shed", b"zone tent"))
    os.utime(path, ns=(status.st_atime_ns, status.st_mtime_ns))
    assert "`tent`" in check(["mine"]).diagnostics[0].message


def test_what_is_laid_over_and_what_extends_are_seen(made: list[str], tmp_path: Path) -> None:
    write(tmp_path / "over" / "pack.yaml", OVER)
    assert codes(check(["mine"], mods=["over"])) == ["unused-zone"]
    assert codes(check(["over"])) == ["unused-zone"]
    write(tmp_path / "over" / "tent.moot", UNUSED.replace("shed", "tent"))
    assert codes(check(["mine"], mods=["over"])) == codes(check(["over"])) == ["unused-zone", "unused-zone"]
    assert codes(check(["mine"])) == ["unused-zone"]
    write(tmp_path / "mine" / "shed.moot", "# nothing\n")  # of the base
    assert codes(check(["mine"], mods=["over"])) == codes(check(["over"])) == ["unused-zone"]
    copytree(tmp_path / "mine", tmp_path / "other")
    write(tmp_path / "other" / "pack.yaml", "id: other\ntitle: Other\n")
    write(tmp_path / "other" / "barn.moot", UNUSED)
    write(tmp_path / "over" / "pack.yaml", OVER.replace("mine", "other"))  # another base
    assert codes(check(["over"])) == ["unused-zone", "unused-zone"]


def test_options_are_another_check(made: list[str], tmp_path: Path) -> None:
    write(tmp_path / "mine" / "shed.moot", "option pace : 1..9 = 3\n")
    assert codes(check(["mine"], settings=[("pace", 4)])) == []
    assert codes(check(["mine"], settings=[("pace", 10)])) != []
    assert codes(check(["mine"], settings=[("pace", 4)])) == codes(check(["mine"])) == []


def test_paths_are_shown_from_where_one_stands(
    made: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert check(["mine"]).diagnostics[0].at.source.path == "mine/shed.moot"
    monkeypatch.chdir(tmp_path / "mine")
    assert check(["."]).diagnostics[0].at.source.path == "shed.moot"


def test_another_moot_checks_anew(made: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    check(["mine"])
    monkeypatch.setattr(data, "interpreter_digest", lambda: "another")
    check(["mine"])
    assert made == ["mine", "mine"]


def test_moot_is_its_modules_its_grammar_and_its_schemas(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("lang/parser.py", "grammar/moot.lark", "schemas/pack.schema.json"):
        write(tmp_path / "moot" / name, "1")
    monkeypatch.setattr(data, "_PACKAGE", tmp_path / "moot")
    marks = []
    for name in ("", "lang/parser.py", "grammar/moot.lark", "schemas/pack.schema.json", "lang/more.py"):
        if name:
            write(tmp_path / "moot" / name, "22")
        marks.append(data.interpreter_digest.__wrapped__())
    assert len(set(marks)) == len(marks)


def test_a_damaged_entry_is_made_again(made: list[str], tmp_path: Path) -> None:
    first = check(["mine"]).diagnostics[0].render()
    (entry,) = (tmp_path / "cache").glob("*-check.kept")
    whole = entry.read_bytes()
    for spoilt in (b"", whole[:-3], whole[:80] + b"?" + whole[81:]):
        entry.write_bytes(spoilt)
        assert check(["mine"]).diagnostics[0].render() == first
        assert entry.read_bytes() == whole
    assert made == ["mine"] * 4


def test_without_a_cache_it_is_checked_each_time(made: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MOOT_CACHE", "off")
    assert codes(check(["mine"])) == codes(check(["mine"])) == ["unused-zone"]
    assert made == ["mine", "mine"]


def test_what_cannot_be_read_is_not_kept(made: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    own = Path.open

    def refused(path: Path, *more: object, **named: object) -> object:
        if path.name == "shed.moot":
            raise PermissionError(13, "Permission denied", str(path))
        return own(path, *more, **named)  # type: ignore[call-overload]

    with monkeypatch.context() as patch:
        patch.setattr(Path, "open", refused)
        assert codes(check(["mine"])) == ["unreadable"]
    assert codes(check(["mine"])) == ["unused-zone"]
    (tmp_path / "mine" / "shed.moot").unlink()
    with monkeypatch.context() as patch:
        patch.setattr(Path, "open", refused)
        assert codes(check(["mine"])) == []


def test_editions_are_held_together_each_time(made: list[str], tmp_path: Path) -> None:
    write(tmp_path / "all" / "game.yaml", "title: All\ndefault: one\neditions: [one, two]\n")
    for name, terms in (("one", "{deck: stock, shared: board}"), ("two", "{deck: pile}")):
        write(tmp_path / "all" / name / "pack.yaml", f"id: all/{name}\ntitle: All\nextends: ../../mine\n")
        write(tmp_path / "all" / name / "terms.yaml", f"terms: {terms}\n")
    first, again = check(["all"]), check(["all"])
    assert made == ["all/one", "all/two"]
    assert codes(first) == codes(again) == ["unused-zone", "term-gap"]
    assert first.glossary == again.glossary and len(first.glossary) == 2
    write(tmp_path / "all" / "two" / "terms.yaml", "terms: {deck: pile, shared: table}\n")
    assert codes(check(["all"])) == ["unused-zone"]
    assert made == ["all/one", "all/two", "all/two"]


def test_all_that_is_found_of_a_pack_is_kept(made: list[str]) -> None:
    text = Source("a/b.yaml", "one: 1\ntwo: 2\n")
    at = Span(text, 2, 1, 2, 4)
    told = Diagnostic(
        "law", "so not", at, "do so", "error", ((Span(Source("c", "x"), 1, 1, 1, 2), "here"), (at, "too"))
    )
    words = EditionTerms("p", ["deck"], {"deck": "stock"}, {"deck": at}, "terms.yaml")
    found = PackChecked("p", [told, Diagnostic("usage", "nowhere", hint="“é”", severity="warning")], words=words)
    found.stand_in, found.stand_in_fields = {"p": ["all"]}, {("cost", "mind"): ["x"]}
    found.stand_in_map, found.stand_in_cells = {("code", "region"): ["y"]}, {"t": ["1"]}
    found.legal = {"d": ["s"]}
    keep_findings("ab" * 32, found)
    back = kept_findings("ab" * 32)
    assert back is not None and back.words is not None
    assert [one.render() for one in back.diagnostics] == [one.render() for one in found.diagnostics]
    assert back.diagnostics[1].at == NOWHERE
    assert back.diagnostics[0].at.source is back.diagnostics[0].notes[1][0].source is back.words.places["deck"].source
    for name in ("name", "stand_in", "stand_in_fields", "stand_in_map", "stand_in_cells", "legal"):
        assert getattr(back, name) == getattr(found, name)
    assert (back.words.id, back.words.names, back.words.terms, back.words.file) == (
        "p",
        ["deck"],
        {"deck": "stock"},
        "terms.yaml",
    )
    assert cache.get("cd" * 32, "check") is None
