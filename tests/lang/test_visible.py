"""Signs take the place of characters that control a terminal or change the reading order."""

import pytest

from moot.lang.visible import visible, visible_data, visible_line


@pytest.mark.parametrize(
    ("text", "several", "line"),
    [
        ("plain é \u202ex", "plain é ␦x", "plain é ␦x"),
        ("\x1b[2J\x07\x7f\x9b\x00", "␛[2J␇␡␦␀", "␛[2J␇␡␦␀"),
        ("a\r\nb\rc\td\n", "a\r\nb␍c\td\n", "a␍␊b␍c␉d␊"),
        ("\u200d\u200f", "\u200d\u200f", "\u200d\u200f"),  # joiners and marks belong to real words
        ("\ud800\u2066\U000e0041", "␦␦␦", "␦␦␦"),
    ],
)
def test_signs(text: str, several: str, line: str) -> None:
    assert (visible(text), visible_line(text)) == (several, line)
    assert len(visible(text)) == len(text)


def test_signs_in_data() -> None:
    assert visible_data({"a\x1b": ["\x1b", ("\x07", 3)], 4: None}) == {"a␛": ["␛", ["␇", 3]], 4: None}
