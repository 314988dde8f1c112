"""What editions of one game call the names of its rules."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner

from case_pack import write_pack
from moot.lang import tree
from moot.tools.check.packs import check
from moot.ui.command import cli


@pytest.fixture
def editions(tmp_path, monkeypatch):
    """A game of two editions with terms of their own."""
    monkeypatch.chdir(tmp_path)

    def make(first: str, second: str) -> None:
        write_pack(tmp_path / "cellar" / "base").unlink()
        (tmp_path / "cellar" / "game.yaml").write_text(
            "title: The Cellar\ndefault: first\neditions: [first, second]\n", encoding="utf-8"
        )
        for name, terms in (("first", first), ("second", second)):
            folder = tmp_path / "cellar" / name
            folder.mkdir()
            text = f"id: cellar/{name}\ntitle: The Cellar\nextends: ../base\n"
            (folder / "pack.yaml").write_text(text, encoding="utf-8")
            if terms:
                (folder / "terms.yaml").write_text(f"terms: {terms}\n", encoding="utf-8")

    return make


def test_a_name_that_one_edition_has_no_term_for_is_told(editions):
    editions("{shelf: board, nail: Nail, calm: quiet}", "{shelf: rack, rope: Rope, calm: quiet}")
    found = check(["cellar"])
    assert found.errors == 0
    gaps = [d for d in found.diagnostics if d.code == "term-gap"]
    assert [(d.code, d.message) for d in gaps] == [
        ("term-gap", "`cellar/second` has no term for `nail`, which `cellar/first` calls “Nail”"),
        ("term-gap", "`cellar/first` has no term for `rope`, which `cellar/second` calls “Rope”"),
    ]
    assert gaps[0].at.source.path == "cellar/first/terms.yaml"
    assert gaps[0].hint == "write `nail: …` in cellar/second/terms.yaml"
    words = {named.name: list(named.words.values()) for named in found.glossary}
    assert words == {
        "calm": ["quiet", "quiet"],
        "shelf": ["board", "rack"],
        "nail": ["Nail", None],
        "rope": [None, "Rope"],
    }


def test_one_edition_alone_has_no_gaps(editions):
    editions("{shelf: board}", "")
    assert "term-gap" not in [d.code for d in check(["cellar/first"]).diagnostics]
    assert [d.code for d in check(["cellar"]).diagnostics].count("term-gap") == 1


def test_the_editions_of_the_duel_have_no_gaps(capsys):
    with pytest.raises(SystemExit) as ended:
        cli.main(["check", "duel", "--json"])
    assert ended.value.code == 0
    assert [d for d in json.loads(capsys.readouterr().out)["diagnostics"] if d["code"] == "term-gap"] == []


def test_the_glossary_is_listed(editions, capsys):
    editions("{shelf: board}", "{shelf: rack, nail: Nail}")
    with pytest.raises(SystemExit):
        cli.main(["check", "cellar", "--terms"])
    out = capsys.readouterr().out
    assert "shelf: board (cellar/first); rack (cellar/second)\n" in out
    assert "nail: no display name (cellar/first); Nail (cellar/second)\n" in out


def test_a_game_of_one_edition_lists_its_terms(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    write_pack(tmp_path / "cellar").unlink()
    folder = tmp_path / "cellar"
    (folder / "terms.yaml").write_text("terms: {shelf: board}\n", encoding="utf-8")
    said = CliRunner().invoke(cli, ["check", "cellar", "--terms"]).stdout
    assert "shelf: board (" in said


def test_a_label_with_a_value_is_never_written_out(tmp_path, monkeypatch):
    """Such a label is no term, and the whole tree around its value would be written out."""

    def write(self: tree.Name) -> str:
        raise AssertionError(f"wrote out {self.name}")

    monkeypatch.setattr(tree.Name, "__repr__", write)
    rules = (
        'game lone "Lone"\nplayers ann\nstate coins : 0..9\nphase match\n  let n = 2\n'
        '  choose by ann "what to do"\n    "take {n}"\n      raise coins by n\n    "stop"\n      win ann\n'
    )
    (tmp_path / "pack.yaml").write_text("id: lone\ntitle: Lone\n", encoding="utf-8")
    (tmp_path / "rules.moot").write_text(rules, encoding="utf-8")
    (tmp_path / "terms.yaml").write_text("terms: {stop: enough}\n", encoding="utf-8")
    assert [one.message for one in check([tmp_path]).diagnostics] == []
