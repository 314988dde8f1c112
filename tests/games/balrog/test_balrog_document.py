"""The document of the rules insert of The Balrog accounts for every line of its text."""

import pytest

from document_lines import accounts_for, stands_in_order
from moot.pack.load import load

# The text is not ours to print. Its hash, and which of its lines have anything on them.
DIGEST = "c823dfc49d95cbf9a981f4f2174232159962259b420a456d52b60e9d18d9c77f"
LINES = (
    "1 3 5 7-25 27 29 31 33 35 37 39 41-43 45-46 48 50 52-53 55 57 59 61 63 65 67 69-74 76 78 80-85 87 89 91 93 95"
    " 97-98 100 102-106 108 110 112 114-118 120 122 124 126 128 130 132 134 136 138 140 142-143 145 147 149 151 153"
    " 155-162 164 166 168 170 172 174 176 178 180 182 184 186 188"
)


@pytest.fixture(scope="module")
def document():
    return load("balrog/under_deeps", cases=False).documents["balrog"]


def test_every_line_belongs_to_a_clause(document):
    accounts_for(document, DIGEST, LINES)


def test_clauses_stand_in_the_order_of_the_text(document):
    stands_in_order(document)
