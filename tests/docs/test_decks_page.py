"""The page about players' decks: its tables and samples are what moot does."""

from __future__ import annotations

import re
from pathlib import Path

from moot.lang.diagnostic import Report
from moot.lang.source import Source
from moot.pack.load import load
from moot.pack.model.schema import check_shape
from moot.pack.model.yaml_text import parse_yaml
from moot.tools.decks.file import FORMATS, read_deck
from moot.tools.decks.game_format import DeckGame
from moot.tools.decks.match_cards import deck_cards
from moot.tools.decks.write import WRITTEN

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "decks.md").read_text(encoding="utf-8")
SAMPLES = re.findall(r"```yaml\n(.*?)```", PAGE, re.DOTALL)


def rows(title: str) -> dict[str, list[str]]:
    """The table below a heading: by the code in its first column the other cells."""
    found = {}
    for line in PAGE.split(f"## {title}\n")[1].split("\n## ")[0].splitlines():
        if line.startswith("| `"):
            first, *others = [cell.strip() for cell in line.strip("|").split(" | ")]
            found[first.strip("` ")] = others
    return found


def test_formats() -> None:
    table = rows("Formats")
    assert set(table) == set(FORMATS)
    assert {name for name, cells in table.items() if cells[-1].strip("| ") == "yes"} == set(WRITTEN)


def test_codes() -> None:
    said = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "interpreter").rglob("decks/*.py"))
    assert not [code for code in rows("What is reported") if f'"{code}"' not in said]


def test_the_sample_of_a_deck_is_read() -> None:
    game, report = DeckGame(load("balrog", cases=False)), Report()
    deck = read_deck(Source("deck.yaml", SAMPLES[0]), game, report)
    assert deck is not None
    cards = deck_cards(deck, game, report)
    assert not report.diagnostics
    assert not cards.unknown
    assert {card.section for card in cards.cards} == {"starting_at_moria", "pool", "deck", "sites"}


def test_the_samples_of_descriptions_have_their_shape() -> None:
    assert len(SAMPLES) == 3
    for sample in SAMPLES[1:]:
        report = Report()
        root = parse_yaml(Source("deck_files.yaml", sample), report)
        assert root is not None
        assert check_shape(root, "deck_files", report), [one.render() for one in report]
