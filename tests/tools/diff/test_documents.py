"""Documents of two rule sets laid side by side."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from case_pack import write_pack
from moot.pack.load import load
from moot.tools.diff.structure.documents import ClausePair, aligned

CLAUSE = '    %s: {place: "%s", lines: [%d, %d], kind: rule, gist: "%s"%s}\n'


def write_document(folder: Path, ident: str, clauses: list[tuple[str, str, str]]) -> None:
    """A document of clauses (id, place, gist with what may follow it), and the pack's own."""
    write_pack(folder)
    head = (folder / "document.yaml").read_text(encoding="utf-8").partition("  clauses:\n")[0]
    text = head.replace("id: cellar", f"id: {ident}") + "  clauses:\n"
    for n, (clause, place, gist) in enumerate(clauses, 1):
        gist, _, more = gist.partition("|")
        text += CLAUSE % (clause, place, n, n, gist, more)
    (folder / "document.yaml").write_text(text, encoding="utf-8")
    for path, old, new in (("pack.yaml", "document: cellar", f"document: {ident}"), ("rules.moot", "@", "#")):
        whole = (folder / path).read_text(encoding="utf-8")
        (folder / path).write_text(whole.replace(old, new), encoding="utf-8")


@pytest.fixture
def pairs(tmp_path):
    def run(ours, theirs, terms=("", ""), names=("first", "second"), sentences=None) -> list[ClausePair]:
        sides = []
        for side, name, clauses, words in zip("ab", names, (ours, theirs), terms, strict=True):
            shutil.rmtree(tmp_path / side, ignore_errors=True)
            write_document(tmp_path / side, name, clauses)
            if words:
                (tmp_path / side / "terms.yaml").write_text(f"terms:\n  deck: {words}\n", encoding="utf-8")
            sides.append(load(tmp_path / side, cases=False))
        return aligned(*sides, sentences)

    return run


def _told(found):
    return [(*(" ".join(x.partition("/")[2] for x in side) for side in (one.a, one.b)), one.status) for one in found]


ABC = [("a", "One 1", "Cards are laid."), ("b", "One 2", "A card is drawn."), ("c", "Two 1", "Whoever has more wins.")]


def test_a_document_beside_itself_is_the_same(pairs):
    found = pairs(ABC, ABC, names=("first", "first"))
    assert found == [ClausePair((f"first/{x}",), (f"first/{x}",), "same", same_gist=True) for x in "abc"]


def test_clauses_are_paired_by_id_and_else_by_words(pairs):
    theirs = [ABC[0], ("x", "One 2", "A card is drawn!"), ("d", "Two 1", "Nobody may look.")]
    assert _told(pairs(ABC, theirs)) == [
        ("a", "a", "same"),
        ("b", "x", "same"),
        ("", "d", "only_in_b"),
        ("c", "", "only_in_a"),
    ]


def test_what_stands_elsewhere_has_moved(pairs):
    theirs = [ABC[1], ABC[2], ABC[0]]
    found = pairs(ABC, theirs)
    assert _told(found) == [("a", "a", "moved"), ("b", "b", "same"), ("c", "c", "same")]
    reworded = pairs(ABC, [ABC[1], ABC[2], ("a", "Three 1", "Put cards down.")])
    assert (reworded[0].status, reworded[0].moved) == ("reworded", True)


def test_terms_of_either_edition_are_one_word(pairs):
    ours = [("a", "One 1", "Shuffle your card supply."), ("b", "One 2", "The supply is open.")]
    theirs = [("a", "One 1", "Shuffle your draw pile."), ("b", "One 2", "The pile is open.")]
    assert _told(pairs(ours, theirs)) == [("a", "a", "reworded"), ("b", "b", "vocabulary")]
    assert _told(pairs(ours, theirs, ("card supply", "draw pile"))) == [("a", "a", "same"), ("b", "b", "reworded")]


def test_words_exchanged_throughout_are_vocabulary_and_counts_are_not(pairs):
    ours = [("a", "One 1", "Move your marker."), ("b", "One 2", "A marker rises."), ("c", "One 3", "Take three cards.")]
    theirs = [("a", "One 1", "Move your token."), ("b", "One 2", "A token rises."), ("c", "One 3", "Take four cards.")]
    assert [one.status for one in pairs(ours, theirs)] == ["vocabulary", "vocabulary", "reworded"]
    once = pairs(ours[:1], theirs[:1])
    assert [one.status for one in once] == ["reworded"]


def test_a_clause_of_one_side_is_under_its_own_heading(pairs):
    theirs = [*ABC[:2], ("name", "Three 1", "It has a German name."), ("c", "Three 2", ABC[2][2])]
    found = pairs(ABC, theirs)
    assert [one.b for one in found] == [("second/a",), ("second/b",), ("second/name",), ("second/c",)]
    first = pairs(ABC, [ABC[0], ("name", "Two 1", "It has a German name."), ("b", "Two 2", ABC[1][2]), ABC[2]])
    assert [one.b[0] for one in first] == ["second/a", "second/name", "second/b", "second/c"]


def test_sentences_are_compared_where_both_are_known(pairs):
    told = {f"{name}/{x}": f"The sentence {x}." for name in ("first", "second") for x in "abc"}
    assert {one.status for one in pairs(ABC, ABC, sentences=told)} == {"same"}
    changed = pairs(ABC, ABC, sentences={**told, "second/b": "Another sentence."})
    assert [one.status for one in changed] == ["same", "reworded", "same"]
    assert changed[1].same_gist
    assert [one.status for one in pairs(ABC, ABC, sentences={"first/a": "Alone."})] == ["same", "same", "same"]


def test_a_mod_is_beside_the_document_of_its_base():
    house = load(Path(__file__).parents[3] / "examples/house_translation", cases=False)
    found = aligned(load("duel/english", cases=False), house)
    assert {one.status for one in found} == {"same", "only_in_b"}
    assert [one.b for one in found if one.status == "only_in_b"] == [
        ("house/words",),
        ("house/planks",),
        ("house/even",),
    ]
