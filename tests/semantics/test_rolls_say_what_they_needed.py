"""A roll that is compared with something says in the journal what it needed, and whether it got that."""

import pytest

import moot

RULES = """
game dice "Dice"
players ann
state known : number seen by ann
phase day
  if {formula}
    say("it was so")
"""


def told(tmp_path, formula: str) -> list[str]:
    (tmp_path / "pack.yaml").write_text("id: dice\ntitle: Dice\n", encoding="utf-8")
    (tmp_path / "rules.moot").write_text(RULES.format(formula=formula), encoding="utf-8")
    journal = moot.load(tmp_path).start(1).journal
    return [one.facts["text"] for one in journal if one.what == "say"]


@pytest.mark.parametrize(
    ("formula", "needed"),
    [
        ("roll 2d6 >= 8", "8 or more"),
        ("roll 2d6 > 8", "9 or more"),
        ("roll 1d6 <= 3", "3 or less"),
        ("roll 1d6 in [2, 3, 5]", "2, 3 or 5"),
        ("roll 2d6 in 4..7", "4 to 7"),
        ("roll 1d6 = 4", "4"),
        ("roll 1d6 >= 7", "a result that the dice cannot give"),
        ("roll 1d6 >= 1", "any roll"),
    ],
)
def test_what_was_needed(tmp_path, formula: str, needed: str) -> None:
    first, *rest = told(tmp_path, formula)
    assert first == f"needed {needed}: {'reached' if rest else 'missed'}"


def test_what_is_only_thrown_needs_nothing(tmp_path) -> None:
    assert told(tmp_path, "roll 1d6 + 100 > 3") == ["it was so"]


def test_no_journal_no_line(tmp_path) -> None:
    told(tmp_path, "roll 1d6 >= 3")
    game = moot.load(tmp_path)
    assert game.start(1, journal=False).journal == []
