"""Cutting a rulebook's text into headings and sentences."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from moot.tools.documents.text_parts import HEADING, NOISE, SENTENCE, split_lines, text_parts
from rulebook import TEXT

PARTS = text_parts(split_lines(TEXT))


def sentences(text):
    return [part.text for part in text_parts(split_lines(text)) if part.sort == SENTENCE]


def test_headings_of_every_sort_are_found():
    assert [(part.number, part.text) for part in PARTS if part.sort == HEADING] == [
        ("", "Lantern Night"),
        ("", "A GAME OF LAMPS"),
        ("", "OVERVIEW"),
        ("", "CONTENTS"),
        ("", "SETTING UP"),
        ("", "THE EVENING"),
        ("", "lighting a lamp"),
        ("", "The beacon"),
        ("7.0", "SPECIAL LAMPS"),
        ("", "CASES"),
        ("7.1", "LAMPS OF THE WATCH"),
    ]


def test_sentences_have_their_lines():
    found = {part.text: (part.first, part.last) for part in PARTS if part.sort == SENTENCE}
    assert found["Two neighbours light lamps along a dark lane."] == (7, 7)
    assert found["Whoever makes more light, e.g. with a torch, has won."] == (7, 8)
    assert found["\u2022 Lay the lamps in a row, so that both neighbours can reach every one of them."] == (14, 16)
    assert found["It cannot be put out."] == (23, 24)
    assert found["[7.11] The watch lights no lamp."] == (42, 42)


def test_remarks_in_brackets_are_one_piece():
    texts = [part.text for part in PARTS]
    assert "[I am not sure whether Bob gains one as well. Presumably he does.]" in texts
    assert "(Nobody has to be older than ten.)" in texts


def test_labels_hold_for_their_paragraph_and_alone_until_the_next_heading():
    labels = {part.text: part.label for part in PARTS if part.sort == SENTENCE}
    assert labels["Note: a torch counts as two lamps."] == "note"
    assert labels["Tip: light the torch at once."] == "tip"
    assert labels["Bob lights a candle."] == "example" == labels["She has two points."]
    assert labels["[Card text: Ann gains a point.]"] == "" == labels["In turn each neighbour lights a lamp."]


def test_numbered_cases_keep_their_numbers():
    numbers = {part.text: part.number for part in PARTS if part.sort == SENTENCE}
    assert numbers["It may look at one (see Case 7.12)."] == "7.11"
    assert numbers['[7.12] A lamp that was looked at is called "known".'] == "7.12"


def test_marks_of_pages_are_neither():
    assert [part.text for part in PARTS if part.sort == NOISE] == ["- 3 -"]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Take 1. A card is laid.", ["Take 1.", "A card is laid."]),
        ("1. Shuffle the cards.\n2. Deal them.", ["1. Shuffle the cards.", "2. Deal them."]),
        ("See Fig. 3 for it. Go on!", ["See Fig. 3 for it.", "Go on!"]),
        (
            "He (cf. Rule 3) draws \u201ctwo.\u201d Then he stops.",
            ["He (cf. Rule 3) draws \u201ctwo.\u201d", "Then he stops."],
        ),
        ("<|MARK|>All begin at once.", ["All begin at once."]),
    ],
)
def test_sentences_end_where_they_end(text, found):
    assert sentences(text) == found


@given(st.text(alphabet="ab A.\n[]7:\u2022#*-\f\r1", max_size=300))
def test_no_line_is_left_out_of_any_text(text):
    lines = split_lines(text)
    covered = {n for part in text_parts(lines) for n in range(part.first, part.last + 1)}
    assert {n for n, line in enumerate(lines, 1) if line.strip()} <= covered
    assert all(1 <= part.first <= part.last <= len(lines) for part in text_parts(lines))
