"""The documents of The Duel account for every line of the texts that they are of."""

import pytest

from document_lines import accounts_for, numbers_leave_none_out, stands_in_order
from moot.pack.load import load

# The texts are not ours to print. For the text of each hash: which of its lines have anything on them.
LINES = {
    "english": (
        "c1f5a559e505cfa9892b693554586271fb56d7bb1a2ccad619197bf8c52c3db7",
        "2 4-8 10-12 14-15 17-18 20-22 24-27 29-31 33 35-41 43 45-47 49-50 52-59 61-67 69-70 72-75 77-78 80 82-85 87-91"
        " 93-99 101 103-107 109-111 113-121 123-129 131-132 134-140 142 144-146 148-149 151-157 159-161 163 165-172"
        " 174-178 180-182 184-187 189-199 201-202 204-207 209-210 212-214 216-219 221-224 226-228 230-237 239-251"
        " 253-254 256-278/2 279-343/2 344-414/2 415-479/2 480",
    ),
    "cox": (
        "d722cd043d2224bb9824fd9160af099513ac29731351082fa64c5775af20db2b",
        "1-93/2 94-240/2 242 243-291/2 292",
    ),
}


@pytest.fixture(scope="module")
def documents():
    return load("duel/english", cases=False).documents


@pytest.mark.parametrize("name", LINES)
def test_every_line_belongs_to_a_clause(documents, name):
    accounts_for(documents[name], *LINES[name])


@pytest.mark.parametrize("name", LINES)
def test_clauses_stand_in_the_order_of_the_text(documents, name):
    stands_in_order(documents[name])
    numbers_leave_none_out(documents[name])


def test_the_same_thing_has_the_same_id(documents):
    english, cox = documents["english"].clauses, documents["cox"].clauses
    for one in cox.values():
        assert set(one.about) <= english.keys() - {one.id}, one.id
    told_apart = {
        *("setup.caption", "duel.orientation.frame", "score.empty", "next.example.empty", "next.row.exchange"),
        *("variant.purpose", "variant.points.none"),
    }
    about = {ident for one in cox.values() for ident in one.about}
    assert english.keys() - cox.keys() - about == told_apart, "what only the English edition says"
