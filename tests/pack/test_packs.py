"""Finding packs, their manifests, their files, documents, terms, cases and the digest."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from pack_texts import RULES, said

from moot.lang import data
from moot.lang.diagnostic import MootError
from moot.pack import find as finding
from moot.pack.load import load
from moot.pack.version import VERSION, met


@pytest.fixture
def shipped(write, tmp_path, monkeypatch):
    """A rules folder with a game of two editions."""
    folder = data.data_folder
    write({
        "rules/chess/game.yaml": "title: Chess\ndefault: english\neditions: [english, french]\n",
        "rules/chess/common/pack.yaml": "id: chess/common\ntitle: Common\n",
        "rules/chess/common/a.moot": RULES,
        "rules/chess/english/pack.yaml": "id: chess/english\ntitle: English\nextends: chess/common\n",
        "rules/chess/french/pack.yaml": "id: chess/french\ntitle: French\nextends: [chess/common]\n",
        "rules/pack.yaml": "",
    })  # fmt: skip
    (tmp_path / "rules" / "pack.yaml").unlink()
    monkeypatch.setattr(data, "data_folder", lambda name: tmp_path / "rules" if name == "rules" else folder(name))
    return tmp_path


def test_a_game_means_its_default_edition(shipped):
    assert finding.find_pack("chess") == shipped / "rules/chess/english"
    assert finding.find_pack("chess/french") == shipped / "rules/chess/french"
    assert finding.find_pack("rules/chess/french").resolve() == shipped / "rules/chess/french"
    assert finding.find_pack("./rules/chess/french/pack.yaml").resolve() == shipped / "rules/chess/french"
    assert finding.game_ids() == ["chess"]
    assert [one.id for one in load("chess").manifests] == ["chess/common", "chess/english"]


@pytest.mark.parametrize(
    ("name", "code", "message", "hint"),
    [
        ("chesss", "unknown-pack", "unknown pack `chesss`", "did you mean `chess`?"),
        ("chess/frensh", "unknown-pack", "unknown pack `chess/frensh`", "did you mean `chess/french`?"),
        ("./nowhere", "unknown-pack", "unknown pack `./nowhere`",
         "available: chess, chess/common, chess/english, chess/french"),
        ("rules", "no-manifest", "the folder `rules` is not a pack: missing pack.yaml",
         "name a pack's folder, or add pack.yaml"),
    ],
)  # fmt: skip
def test_what_is_not_found(shipped, name, code, message, hint):
    with pytest.raises(MootError) as error:
        load(name)
    assert [(one.code, one.message, one.hint) for one in error.value.diagnostics] == [(code, message, hint)]


def test_a_default_that_is_not_there(shipped):
    (shipped / "rules/chess/game.yaml").write_text("title: Chess\ndefault: englisch\n")
    with pytest.raises(MootError) as error:
        load("chess")
    assert said(error.value) == [("unknown-pack", 2, "missing pack.yaml in the default edition `englisch`")]


def test_a_mod_may_extend_a_game_in_whatever_edition(shipped, write):
    write({"mod/pack.yaml": "id: mod\ntitle: Mod\nextends: chess\n"})
    assert [one.id for one in load("chess/french", ["mod"]).manifests] == ["chess/common", "chess/french", "mod"]
    assert [one.id for one in load("mod").manifests] == ["chess/common", "chess/english", "mod"]


def test_the_id_is_the_folder(shipped):
    (shipped / "rules/chess/french/pack.yaml").write_text("id: french\ntitle: F\nextends: chess/common\n")
    assert said(load("chess/french").report) == [
        ("pack-id", 1, "the id is `french`, but the pack is in `chess/french`")
    ]


@pytest.mark.parametrize(
    ("text", "code", "line", "message"),
    [
        ("title: T\n", "missing-key", 1, "`id` is missing"),
        ("id: base\ntitel: T\ntitle: T\n", "unknown-key", 2, "unknown key `titel`"),
        ("id: Base\ntitle: T\n", "bad-name", 1,
         "`Base`: an id has only lower-case letters, digits and `_`, with `/` between its parts"),
        ("id: base\ntitle: 5\n", "wrong-type", 2, "`title` must be text, not `5`"),
        ("id: base\ntitle: ''\n", "wrong-value", 2, "`title` must not be empty"),
        ("id: base\ntitle: T\nstand_in: x\n", "wrong-type", 3, "`stand_in` must be a list, not `x`"),
        ("id: base\ntitle: T\noptions: {a: [1]}\n", "wrong-type", 3,
         "`a` must be text or a whole number or true or false or nothing, not a list"),
        ("id: base\ntitle: T\nmoot: '>=9'\n", "moot-version", 3, f"`base` needs moot >=9, but this is {VERSION}"),
        ("id: base\ntitle: T\nextends: [../gone]\n", "unknown-pack", 3, "unknown pack `../gone`"),
        ("id: base\ntitle: T\nextends: {a: 1}\n", "wrong-type", 3, "`extends` must be text or a list, not a map"),
        ("id: [\n", "bad-yaml", 1, "the file ends inside a list or a map"),
    ],
)  # fmt: skip
def test_manifests_that_cannot_be_used(write, text, code, line, message):
    write({"base/pack.yaml": text})
    with pytest.raises(MootError) as error:
        load("base")
    assert (code, line, message) in said(error.value)
    assert error.value.diagnostics[0].at.source.path == "base/pack.yaml"


@pytest.mark.parametrize(
    ("need", "fits"),
    [("", True), (">=0.1", True), (">=0.1, <1", True), ("0.1", True), (">0.1.0", False), ("==0.1", True),
     ("<0.1", False), (">=0.2", False), ("new", None), (">=", None)],
)  # fmt: skip
def test_needed_versions(need, fits):
    assert met(need, "0.1.0") is fits


def test_the_version_is_that_of_the_project():
    text = (Path(__file__).parents[2] / "pyproject.toml").read_text(encoding="utf-8")
    assert f'version = "{VERSION}"' in text


def test_an_unreadable_need_is_told(write):
    write({"base/pack.yaml": "id: base\ntitle: T\nmoot: new\n"})
    assert said(load("base").report) == [("bad-version", 3, "`new` is not a version requirement")]


def test_circles_and_twins(write):
    write({"a/pack.yaml": "id: a\ntitle: A\nextends: ../b\n", "b/pack.yaml": "id: b\ntitle: B\nextends: [../a]\n"})
    report = load("a").report
    assert said(report) == [("extends-circle", 3, "packs extend each other in a cycle: a → b → a")]
    assert report.diagnostics[0].at.source.path == "b/pack.yaml"
    assert report.diagnostics[0].notes[0][0].source.path == "a/pack.yaml"
    write({"b/pack.yaml": "id: a\ntitle: B\n"})
    with pytest.raises(MootError) as error:
        load("a")
    assert said(error.value) == [("duplicate-pack", 1, "two packs have the id `a`")]


def test_all_lost_bases_are_told_at_once(write):
    write({"a/pack.yaml": "id: a\ntitle: A\nextends: [../x, ../y]\n"})
    with pytest.raises(MootError) as error:
        load("a", ["./z"])
    assert [one.message[-5:] for one in error.value.diagnostics] == ["../x`", "../y`", "`./z`"]


# ---------------------------------------------------------------------------------------------------- files


@pytest.mark.parametrize(
    ("text", "code", "line", "message", "hint"),
    [
        ("card:\n  one: {}\n", "unknown-file", 1, "unknown kind of file: its top-level keys match no schema",
         "did you mean `cards`?"),
        ("decks: {}\ntables: {}\n", "mixed-file", 2, "`decks` and `tables` cannot be in one file",
         "move each to its own file"),
        ("[1, 2]\n", "unknown-file", 1, "unknown kind of file: its top-level keys match no schema", None),
        ("cards: {1a: {}}\n", "bad-name", 1,
         "`1a`: an id has only letters, digits and `_`, and does not start with a digit", ""),
        ("cards: {a: 5}\n", "wrong-type", 1, "`a` must be a map of keys and values, not `5`", ""),
        ("cards: {}\nkinds: x\n", "unknown-key", 2, "unknown key `kinds`", "did you mean `kind`?"),
        ("document: {id: d, title: D, clauses: {'1': {gist: g, kind: ruel}}}\n", "wrong-value", 1,
         "`kind` must be one of: rule, definition, example, component, tip, flavour, card_text, gloss, doubt",
         "did you mean `rule`?"),
        ("document: {id: d, title: D, clauses: {'1': {gist: g, kind: rule, lines: [1]}}}\n", "wrong-value", 1,
         "`lines` needs at least 2 items, but has 1", ""),
        ("document: {id: d, title: D, clauses: {'1': {gist: g, kind: rule, lines: [5, 2]}}}\n", "bad-lines", 1,
         "lines 5 to 2 are in reverse order", "[2, 5]"),
        ("terms: {a: [x]}\n", "wrong-type", 1, "`a` must be text or a whole number, not a list", ""),
        ("cases:\n  - {given: {}}\n", "missing-key", 2, "item 1 of `cases` needs `name`", None),
    ],
)  # fmt: skip
def test_files_of_the_wrong_shape(tiny, text, code, line, message, hint):
    report = tiny({"file.yaml": text}).report
    assert (code, line, message) in said(report)
    if hint is not None:
        assert next(one.hint for one in report if one.message == message) == hint


def test_documents_terms_and_cases(tiny):
    bundle = tiny({
        "pack.yaml": "id: base\ntitle: B\nversion: '1.0'\nlicence: MIT\nmoot: '>=0.1'\ndocument: d\nstand_in: [x]\n",
        "docs/d.yaml": (
            "document:\n  id: d\n  title: D\n  edition: 2\n  date: 2001-02-03\n  sha256: 0123\n  clauses:\n"
            "    8.20: {place: p. 3, lines: [4, 9], gist: one limit, kind: rule, terms: [limit]}\n"
            "    a.b: {gist: two, kind: tip, left_out: advice, about: [8.20]}\n"
        ),
        "terms.yaml": "terms: {ann: Anna, limit: '3'}\n",
        "cases/a.yaml": "game: base\ncases:\n  - {name: x, given: {a: {b: 1}}, when: [{ann: pass}], then: {}}\n",
        "cases/.hidden.yaml": "[",
        ".git/x.yaml": "[",
        "inner/pack.yaml": "id: inner\ntitle: Inner\n",
        "inner/x.yaml": "[",
    })  # fmt: skip
    assert said(bundle.report) == []
    document = bundle.documents["d"]
    assert (document.edition, document.date, document.sha256) == ("2", "2001-02-03", "0123")
    first, second = document.clauses.values()
    assert (first.id, first.place, first.lines, first.terms, first.left_out) == ("8.20", "p. 3", (4, 9), ["limit"], "")
    assert (second.id, second.kind, second.left_out, second.at.line) == ("a.b", "tip", "advice", 9)
    assert (first.about, second.about) == ([], ["8.20"])
    assert bundle.terms == {"ann": "Anna", "limit": "3"}
    assert [(case.path, case.pack) for case in bundle.cases] == [("base/cases/a.yaml", "base")]
    manifest = bundle.manifests[0]
    assert (manifest.version, manifest.licence, manifest.needs, manifest.stand_in) == ("1.0", "MIT", ">=0.1", ["x"])
    assert load("base", cases=False).cases == []


def test_a_document_in_several_files(tiny):
    bundle = tiny(
        {
            "a_later.yaml": "document: {continues: d, clauses: {'3': {gist: three, kind: rule}}}\n",
            "doc.yaml": "document: {id: d, title: D, clauses: {'2': {gist: b, kind: tip}, x: {gist: a, kind: tip}}}\n",
        }
    )
    assert said(bundle.report) == []
    assert list(bundle.documents["d"].clauses) == ["2", "x", "3"]


def test_a_document_that_is_not_there(tiny):
    bundle = tiny({"pack.yaml": "id: base\ntitle: B\ndocument: d\n"})
    assert said(bundle.report) == [("unknown-document", 3, "unknown document `d`")]


def test_mistakes_of_all_files_are_told_at_once(tiny):
    bundle = tiny({"a.moot": "function = 1\n", "b.moot": "phase\n", "c.yaml": "a: [", "d.yaml": "cards: 5\n"})
    assert [one.at.source.path for one in bundle.report] == [f"base/{name}" for name in
                                                             ("a.moot", "b.moot", "c.yaml", "d.yaml")]  # fmt: skip


def test_files_are_read_in_order(tiny):
    bundle = tiny({"b.moot": "function b = 1\n", "a/z.moot": "function z = 1\n", "zz.moot": "function y = 1\n"})
    names = [one.name for one in bundle.declarations if hasattr(one, "name")]
    assert [name for name in names if name in ("z", "b", "match", "y")] == ["z", "b", "match", "y"]


def test_the_digest_is_of_what_was_read(write, tmp_path):
    write({"base/a.moot": RULES, "base/cases/c.yaml": "cases: []\n", "m/pack.yaml": "id: m\ntitle: M\n"})
    before = load("base").digest
    assert before == load("base").digest == load("base", cases=False).digest
    assert before != load("base", ["m"]).digest
    write({"base/a.moot": RULES + "\n"})
    assert load("base").digest != before


def test_a_link_out_of_the_pack_is_not_followed(write, tmp_path):
    write({"base/rules.moot": RULES, "elsewhere.yaml": "secret: [1"})
    (tmp_path / "base/inside.moot").symlink_to(tmp_path / "base/rules.moot")
    (tmp_path / "base/b.yaml").symlink_to(tmp_path / "elsewhere.yaml")
    (tmp_path / "other").mkdir()
    (tmp_path / "base/folder").symlink_to(tmp_path / "other")
    (tmp_path / "base/loop.yaml").symlink_to(tmp_path / "base/loop.yaml")
    told = said(load("base").report)
    assert [one for one in told if one[0] in ("link-out", "unreadable")] == [
        ("link-out", 0, "this is a link to a file outside of the pack"),
    ]
    assert "secret" not in str(load("base").report)


@pytest.mark.skipif(not hasattr(os, "getuid") or os.getuid() == 0, reason="everything can be read by this user")
def test_a_file_that_may_not_be_read(write, tmp_path):
    write({"base/a.moot": RULES})
    (tmp_path / "base/a.moot").chmod(0)
    assert said(load("base").report) == [("unreadable", 0, "cannot read `base/a.moot`: permission denied")]


def test_nothing_is_written(tiny, tmp_path):
    tiny()
    before = sorted(tmp_path.rglob("*"))
    load("base")
    assert sorted(tmp_path.rglob("*")) == before


def test_what_editions_share_cites_the_document_of_the_one_played(shipped, write):
    clauses = "  clauses:\n    '1': {gist: It counts., kind: rule}\n    '2': {gist: It does not., kind: rule}\n"
    write({
        "rules/chess/common/english.yaml": f"document:\n  id: english\n  title: Rules\n{clauses}",
        "rules/chess/common/french.yaml": f"document:\n  id: french\n  title: Règles\n{clauses}",
        "rules/chess/english/pack.yaml": "id: chess/english\ntitle: E\nextends: chess/common\ndocument: english\n",
        "rules/chess/french/pack.yaml": "id: chess/french\ntitle: French\nextends: [chess/common]\ndocument: french\n",
        "mod/pack.yaml": "id: mod\ntitle: A mod\nextends: chess/french\n",
    })  # fmt: skip
    assert load("chess/english").own_documents == {"chess/common": "english", "chess/english": "english"}
    assert load("chess/french").own_documents == {"chess/common": "french", "chess/french": "french"}
    assert set(load(shipped / "mod").own_documents.values()) == {"french"}
