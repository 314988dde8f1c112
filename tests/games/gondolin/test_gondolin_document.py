"""The document of Gondolin Cards accounts for every line of its text."""

import pytest

from document_lines import accounts_for, numbers_leave_none_out, stands_in_order
from moot.pack.load import load

# The text is not ours to print. Its hash, and which of its lines have anything on them: `188-192` means 188 to 192,
# `98-104/2` every second of them.
DIGEST = "907212c553f1d7d8ce21800e63bf48a9774d634cbe97ad1d1fa13292ada6d112"
LINES = (
    "5 7 9-14 16-84/2 88 92-104/2 108-140/2 144-178/2 182-188/2 189-192 194-280/2 281-282 284-348/2 349-350 352-354/2"
    " 355-363/2 364-365 367-371/2 372-373 375-377/2 378-388/2 389-392 394-402/2"
)


@pytest.fixture(scope="module")
def document():
    return load("gondolin", cases=False).documents["gondolin"]


def test_every_line_belongs_to_a_clause(document):
    accounts_for(document, DIGEST, LINES)


def test_clauses_stand_in_the_order_of_the_text(document):
    stands_in_order(document)
    numbers_leave_none_out(document)


def test_ids_begin_with_the_number_of_their_chapter(document):
    for one in document.clauses.values():
        number = one.place.partition(",")[0].split(" ")[0]
        assert number == "Title" or one.id == number or one.id.startswith((f"{number}.", f"{number.lower()}.")), one.id
