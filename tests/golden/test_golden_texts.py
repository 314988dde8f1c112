"""The texts of all cards of the games that moot ships, as they are written now.

`python -m pytest tests/golden --rewrite` writes them; read the diff as a player would.
"""

import re
from pathlib import Path

import pytest

from moot.pack.load import load
from moot.tools.text.write import card_texts

HERE = Path(__file__).parent / "texts"
GAMES = [("duel", "english"), ("duel", "german"), ("gondolin", "english"), ("gondor", "english")]
GAMES += [("gondor/learning", "english"), ("balrog", "english")]
# Signs of code, places of a phrase that nothing filled, and slips of spacing.
NEVER = re.compile(r"_|:=|!=|[{}\[\]|•]|\w\(|  | [,.;:]|\.\.|\bNone\b|\ba [aeio]|, and ,|,,")


@pytest.mark.parametrize(("game", "language"), GAMES)
def test_texts_of_cards(game, language, request):
    bundle = load(game, cases=False)
    bundle.report.raise_if_failed()
    found = card_texts(bundle, language)
    made = ""
    for one in found.values():
        if one.paragraphs:
            made += f"{one.name} ({one.id})\n" + "".join(f"  {part.text}\n" for part in one.paragraphs) + "\n"
    strange = [
        (one.id, part.text)
        for one in found.values()
        for part in one.paragraphs
        if NEVER.search(part.text) or not re.match(r"[A-ZÄÖÜ+\-\d]", part.text) or not part.text.endswith(".")
    ]
    assert not strange
    path = HERE / f"{game.replace('/', '_')}_{language}.txt"
    if request.config.getoption("--rewrite", default=False):
        path.write_text(made, encoding="utf-8")
    assert path.read_text(encoding="utf-8") == made
