"""A document begun from a rulebook's text."""

import os
from hashlib import sha256
from threading import Thread

import pytest

from moot.lang.diagnostic import MootError
from moot.pack.load import load
from moot.tools.check.packs import check
from moot.tools.documents.owner_text import sentences_for
from moot.tools.scaffold.document import new_document
from rulebook import TEXT


@pytest.fixture
def text(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "pack").mkdir()
    manifest = 'id: lane\ntitle: Lane\nversion: "1"\nlicence: MIT\ndocument: night\n'
    (tmp_path / "pack/pack.yaml").write_text(manifest)
    (tmp_path / "Lantern Night.txt").write_text(TEXT)
    return tmp_path / "Lantern Night.txt"


@pytest.fixture
def clauses(text):
    new_document(text, text.parent / "pack/night")
    return load("pack").documents["night"].clauses


def test_ids_and_places_come_from_headings(clauses):
    assert [(one.id, one.place, one.lines) for one in clauses.values()][:4] == [
        ("lantern_night.1", "Lantern Night 1", (1, 1)),
        ("game_lamps.1", "A game of lamps 1", (4, 4)),
        ("overview.1", "Overview 1", (7, 7)),
        ("overview.2", "Overview 2", (7, 8)),
    ]
    assert clauses["evening.lighting_lamp.1"].place == "The evening: lighting a lamp 1"
    assert clauses["7.11"].place == "7.1 Lamps of the watch: 7.11"
    assert (clauses["7.11.2"].place, clauses["7.11.2"].lines) == ("7.1 Lamps of the watch: 7.11, 2", (42, 43))


def test_kinds_are_guessed(clauses):
    kinds = {one.lines: one.kind for one in clauses.values()}
    assert kinds[(4, 4)] == "gloss" and kinds[(7, 7)] == "flavour" and kinds[(11, 11)] == "component"
    assert kinds[(25, 25)] == "rule" and kinds[(26, 26)] == "tip" and kinds[(32, 32)] == "example"
    assert kinds[(35, 35)] == "card_text" and kinds[(36, 36)] == "doubt"
    assert kinds[(44, 44)] == "definition" and clauses["7.11"].kind == "rule"


def test_check_counts_what_is_still_to_write_and_finds_nothing_else(text, clauses):
    found = check(["pack"])
    assert [d.code for d in found.diagnostics if d.code != "no-game"][:1] == ["gists-to-write"]
    bundle = load("pack")
    assert [d.message for d in bundle.report] == [f"{len(clauses)} of {len(clauses)} clauses have no summary yet"]


def test_every_line_is_covered_and_gets_its_sentence(text, clauses):
    sentences, wrong = sentences_for("pack", (), [str(text)])
    assert wrong == []
    assert sentences["night/overview.1"] == "Two neighbours light lamps along a dark lane."
    assert sentences["night/7.11.2"] == "It may look at one (see Case 7.12)."


def test_no_sentence_is_copied_unless_it_is_asked_for(text):
    plain = new_document(text, text.parent / "pack/plain").path.read_text()
    assert "neighbours" not in plain and plain.startswith("# yaml-language-server: $schema=.moot/document.schema.json")
    assert (text.parent / "pack/.moot/document.schema.json").is_file()
    quoted = new_document(text, text.parent / "pack/quoted", quote=True).path.read_text()
    assert "    # Two neighbours light lamps along a dark lane.\n    overview.1:\n" in quoted


def test_without_a_place_it_lies_here_by_the_texts_name(text, tmp_path):
    made = new_document(text)
    assert (made.path, made.id) == (made.path.parent / "lantern_night.yaml", "lantern_night")
    assert (tmp_path / "lantern_night.yaml").is_file() and sum(made.kinds.values()) > 20
    with pytest.raises(MootError) as error:
        new_document(text)
    assert error.value.diagnostics[0].code == "file-exists"


@pytest.mark.parametrize(("data", "code"), [(b"\n \n- 7 -\n", "no-text"), (b"\xff\xfe\x00\x01", None)])
def test_what_is_no_rulebook(tmp_path, data, code):
    path = tmp_path / "empty.txt"
    path.write_bytes(data)
    with pytest.raises(MootError) as error:
        new_document(path, tmp_path / "made")
    assert code is None or error.value.diagnostics[0].code == code
    assert not (tmp_path / "made.yaml").exists()


def test_a_text_that_comes_from_a_pipe_is_read_once(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    os.mkfifo(tmp_path / "rulebook")
    writer = Thread(target=(tmp_path / "rulebook").write_text, args=(TEXT,))
    writer.start()
    new_document(tmp_path / "rulebook", tmp_path / "night")
    writer.join()
    assert f"sha256: {sha256(TEXT.encode()).hexdigest()}" in (tmp_path / "night.yaml").read_text()
