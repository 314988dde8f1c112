"""Things of a pack that no deck in use holds: a case says in which deck they are missing."""

from pathlib import Path

from moot.tools.cases import run_cases

PACK = 'id: my/mod\ntitle: Mod\nversion: "1"\nlicence: MIT\nmoot: ">=0.1"\nextends: [{}]\n'
FERRYMAN = "kind: defender\ncards:\n  ferryman: {price: 1, defence: 2}\n"
DECK = (
    "decks:\n  crossing:\n    zone: draw_pile\n    choice: deck\n"
    "    for: {story: first_winter}\n    cards: {ferryman: 1}\n"
)


def message(folder: Path, files: dict[str, str], game: str, given: str) -> str:
    case = f"cases:\n  - name: one\n    options: {{}}\n    given: {given}\n    then: {{asked: none}}\n"
    for name, text in (files | {"pack.yaml": PACK.format(game), "cases/one.yaml": case}).items():
        path = folder / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
    (result,) = run_cases([folder])
    assert result.status == "error"
    return result.message


def test_a_card_of_no_deck(tmp_path: Path) -> None:
    said = message(tmp_path, {"cards.yaml": FERRYMAN}, "gondolin", "{hand: [ferryman]}")
    assert "the deck `wagoners` holds no `ferryman`" in said
    assert "add it to the deck, or set the option `deck` to one that holds it" in said


def test_a_card_of_another_deck(tmp_path: Path) -> None:
    lesson = {"options.moot": "override option story = lesson\n"}
    files = {"cards.yaml": FERRYMAN, "decks.yaml": DECK} | lesson
    said = message(tmp_path, files, "gondolin", "{hand: [ferryman]}")
    assert "the deck `lesson_deck` holds no `ferryman`" in said
    assert "set options: {story: first_winter, deck: crossing}" in said


def test_a_copy_that_one_side_has_not(tmp_path: Path) -> None:
    deck = {"decks.yaml": "override:\n  gandalf: {cards: {surge: 0, sweep: 2}}\n"}
    said = message(tmp_path, deck, "duel/english", "{hand(gandalf): [gandalf.surge]}")
    assert "the deck `gandalf` holds no `surge`" in said and "did you mean" not in said
