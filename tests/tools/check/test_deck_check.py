"""Decks and stories held together: what a check tells beyond the single mistakes that tests/bad shows."""

from __future__ import annotations

from pathlib import Path

from camp_pack import camp
from moot.tools.check.packs import check


def codes(folder: Path, **options: str) -> list[str]:
    return [d.code for d in check([folder], settings=list(options.items())).diagnostics]


def test_decks_without_a_story_are_told_where_they_are_legal(tmp_path: Path) -> None:
    made = camp(tmp_path / "camp", tales=("storms: 3", "storms: 4"), decks=("breeze: 2, gale: 1", "breeze: 3, gale: 1"))
    found = check([made])
    assert not found.diagnostics and found.legal == {"spare": ["story summer"]}


def test_a_story_that_is_asked_for_alone_tells_why_each_deck_will_not_do(tmp_path: Path) -> None:
    made = camp(tmp_path / "camp", tales=("storms: 3", "storms: 4"), decks=("breeze: 2, gale: 1", "breeze: 3, gale: 1"))
    (told,) = check([made], settings=[("story", "winter")]).diagnostics
    assert told.message.startswith("the deck `spare`, for story winter, breaks the law")
    assert codes(made, story="summer") == []


def test_a_story_without_a_deck_may_be_open_or_closed(tmp_path: Path) -> None:
    more = "summer: {turns: 6}\n  autumn: {turns: 3, storms: 5}"
    assert codes(camp(tmp_path / "open", tales=("summer: {turns: 6}", more))) == []
    closed = more.replace("storms: 5", "storms: 7")
    (told,) = check([camp(tmp_path / "closed", tales=("summer: {turns: 6}", closed))]).diagnostics
    assert (told.code, told.severity, told.at.line) == ("closed-story", "error", 4)


def test_what_cannot_be_decided_is_owned_up_to(tmp_path: Path) -> None:
    high = "size(deck) * size(deck) + (sum c in deck where c is wall of c.height)"
    lines = "".join(f"  story.turns != 3 or ({high}) % 5 = {rest}\n" for rest in (1, 2))
    odd = f'law deck "odd"\n{lines}law deck "six'
    made = camp(
        tmp_path / "camp",
        tales=("summer: {turns: 6}", "summer: {turns: 6}\n  autumn: {turns: 3}"),
        rules=('law deck "six', odd),
    )
    (told,) = check([made]).diagnostics
    assert (told.code, told.severity) == ("undecided-deck", "warning") and "autumn" in told.message
