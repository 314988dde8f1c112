"""The owner's text beside its document: sentences, and what no longer matches."""

import hashlib

import pytest

from moot.lang.diagnostic import MootError, Report
from moot.pack.load import load
from moot.tools.documents.owner_text import mark_of, read_sources, sentences_for

TEXT = """GARDENS
Two people plant. Each has a
garden! The finer one wins.

THE STALL
What is left is thrown away. (Nobody minds.)

Nobody knows why.
"""
LINES = TEXT.split("\n")


def clause(name, place, first, last, mark=""):
    mark = f', mark: "{mark}"' if mark else ""
    return f'    {name}: {{place: "{place}", lines: [{first}, {last}], kind: rule, gist: "It is so."{mark}}}\n'


CLAUSES = (
    clause("two", "Gardens 1", 2, 2)
    + clause("each", "Gardens 2", 2, 3)
    + clause("wins", "Gardens 3", 3, 3)
    + clause("thrown", "The stall 1", 6, 6)
    + clause("minds", "The stall 2", 6, 6)
    + clause("why", "The stall 3", 8, 8)
)


@pytest.fixture
def game(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "gardens.txt").write_text(TEXT)

    def write(clauses=CLAUSES, text=TEXT, *more):
        folder = tmp_path / "pack"
        folder.mkdir(exist_ok=True)
        (folder / "pack.yaml").write_text('id: gardens\ntitle: G\nversion: "1"\nlicence: MIT\ndocument: leaf\n')
        digest = hashlib.sha256(text.encode()).hexdigest()
        head = f"document:\n  id: leaf\n  title: L\n  sha256: {digest}\n  clauses:\n"
        (folder / "leaf.yaml").write_text(head + clauses)
        for name in more:
            (folder / f"{name}.yaml").write_text(f"document:\n  id: {name}\n  title: M\n  clauses:\n{clauses}")
        return folder

    return write


def told(folder, *given):
    report = Report()
    texts = read_sources(given or ("gardens.txt",), list(load(folder).documents.values()), report)
    return texts, [(d.code, d.severity, d.at.line) for d in report], list(report)


def test_each_clause_gets_its_sentence(game):
    texts, wrong, _ = told(game())
    assert wrong == []
    assert texts["leaf"].sentences == {
        "two": "Two people plant.",
        "each": "Each has a garden!",
        "wins": "The finer one wins.",
        "thrown": "What is left is thrown away.",
        "minds": "(Nobody minds.)",
        "why": "Nobody knows why.",
    }


def test_a_clause_of_parts_of_sentences_gets_its_lines_whole(game):
    texts, _, _ = told(game(clause("end", "Gardens 1", 3, 3) + clause("two", "Gardens 2", 2, 2)))
    assert texts["leaf"].sentences["end"] == "The finer one wins."
    assert texts["leaf"].sentences["two"] == "Two people plant. Each has a"
    texts, _, _ = told(game(clause("half", "Gardens 1", 2, 2) + clause("rest", "Gardens 2", 6, 8)))
    assert texts["leaf"].sentences == {
        "half": "Two people plant. Each has a",
        "rest": "What is left is thrown away. (Nobody minds.) Nobody knows why.",
    }


def test_lines_in_no_clause_are_told_but_no_headings(game):
    _, wrong, diagnostics = told(game(clause("two", "Gardens 1", 2, 3) + clause("why", "The stall 3", 8, 8)))
    assert wrong == [("lines-uncovered", "warning", 6)]
    assert diagnostics[0].message == "line 6 is in no clause of `leaf`" and "gardens.txt:6" in diagnostics[0].render()


def test_a_text_may_have_several_documents_each_of_a_part_of_it(game):
    folder = game(clause("two", "Gardens 1", 2, 3) + clause("thrown", "The stall 1", 6, 6))
    digest = hashlib.sha256(TEXT.encode()).hexdigest()
    head = f"document:\n  id: rest\n  title: R\n  sha256: {digest}\n  clauses:\n"
    (folder / "rest.yaml").write_text(head + clause("why", "The stall 3", 8, 8))
    texts, wrong, _ = told(folder)
    assert wrong == [] and texts["rest"].sentences == {"why": "Nobody knows why."}
    assert texts["leaf"].sentences["thrown"] == "What is left is thrown away. (Nobody minds.)"
    (folder / "rest.yaml").write_text(head + clause("two", "Gardens 1", 2, 3))
    _, wrong, diagnostics = told(folder)
    assert wrong == [("lines-uncovered", "warning", 8)]
    assert diagnostics[0].message == "line 8 is in no clause of `leaf` or `rest`"


def test_lines_outside_and_blank_lines_are_told(game):
    _, wrong, _ = told(game(CLAUSES + clause("far", "X 1", 40, 41) + clause("empty", "X 2", 4, 4)))
    assert wrong == [("lines-outside", "error", 12), ("lines-blank", "error", 13)]


def test_a_changed_text_makes_all_lines_doubtful_where_none_is_marked(game):
    texts, wrong, diagnostics = told(game(text="another"))
    assert wrong == [("stale-source", "error", 1)]
    assert "check the lines of all of its 6 clauses" in diagnostics[0].message
    assert hashlib.sha256(TEXT.encode()).hexdigest() in diagnostics[0].hint
    assert texts["leaf"].sentences == {}


def test_marks_tell_which_clauses_have_changed_and_where_they_are_now(game):
    marked = (
        clause("two", "Gardens 1", 2, 3, mark_of(LINES[1:3]))
        + clause("stall", "The stall 1", 5, 5, mark_of(["What is left is thrown away. (Nobody minds.)"]))
        + clause("why", "The stall 3", 8, 8, mark_of(["Everybody knows why."]))
    )
    texts, wrong, (diagnostic,) = told(game(marked, text="another"))
    assert wrong == [("stale-source", "error", 1)]
    assert diagnostic.message.endswith("these clauses need new lines: stall, why")
    assert diagnostic.hint.startswith("moved: stall now [6, 6]; ")
    assert texts["leaf"].sentences == {"two": "Two people plant. Each has a garden! The finer one wins."}


def test_a_mark_takes_no_notice_of_breaks():
    assert mark_of(["Two  people", "plant."]) == mark_of(["two people plant"]) != mark_of(["two people planted"])


def test_a_wrong_mark_is_told_with_the_right_one(game):
    _, wrong, diagnostics = told(game(clause("all", "Gardens 1", 2, 8, "00000000")))
    assert wrong == [("stale-mark", "error", 6)] and mark_of(LINES[1:8]) in diagnostics[0].hint


def test_of_several_documents_the_hash_tells_which(game):
    folder = game(CLAUSES, TEXT, "more")
    assert list(told(folder)[0]) == ["leaf"]
    (folder.parent / "other.txt").write_text("Something else.\n")
    with pytest.raises(MootError) as error:
        told(folder, "other.txt")
    assert "`other.txt` is not the text of any of these: leaf, more" in str(error.value)
    texts, wrong, _ = told(folder, "gardens.txt", "more=other.txt")
    assert list(texts) == ["leaf", "more"] and wrong[0] == ("stale-source", "error", 1)


@pytest.mark.parametrize(
    ("given", "code"),
    [("nowhere.txt", "unreadable"), ("pack", "unreadable"), ("lif=gardens.txt", "unknown-document")],
)
def test_what_is_no_source(game, given, code):
    with pytest.raises(MootError) as error:
        told(game(), given)
    assert error.value.diagnostics[0].code == code


def test_what_is_no_text(game, tmp_path):
    (tmp_path / "picture.txt").write_bytes(b"\x89PNG\xff\xfe\x00\x00")
    with pytest.raises(MootError) as error:
        told(game(), "picture.txt")
    assert "picture.txt" in str(error.value)


def test_of_a_game_by_document_and_clause(game):
    sentences, wrong = sentences_for(game(), (), ["gardens.txt"])
    assert sentences["leaf/why"] == "Nobody knows why." and wrong == []
    assert sentences_for("nowhere", (), []) == ({}, [])
