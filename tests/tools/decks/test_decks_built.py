"""Decks of a pool: laws as limits, a legal deck or why there is none, the search for a better one, files begun."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

import moot
from camp_pack import camp
from moot.lang.diagnostic import MootError
from moot.tools.check.packs import check
from moot.tools.decks.constraints import DeckLaws
from moot.tools.decks.pool import COPIES, load_pool, read_owned
from moot.tools.decks.search import DeckSearch
from moot.tools.scaffold.game_files import new_deck, new_story
from moot.tools.simulate.solo import survival
from moot.ui.command import cli

WINTER = [("story", "winter")]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return camp(tmp_path / "camp")


def code(run: object, *args: object) -> str:
    with pytest.raises(MootError) as raised:
        run(*args)  # type: ignore[operator]
    return " ".join(d.code for d in raised.value.diagnostics)


def test_a_pool_lays_any_deck_and_plays_as_the_deck_itself_would(folder: Path) -> None:
    pool = load_pool(folder, settings=WINTER)
    assert pool.model.id == "heavy" and {deck.id for deck in pool.rivals} == {"light", "spare"}
    assert {title: len(copies) for title, copies in pool.copies.items()} == dict.fromkeys(pool.copies, COPIES)
    cards = ["tower", "tower", "breeze", "breeze", "gale", "picnic"]
    S = pool.laid(cards)
    program = pool.game.program
    home = program.homes[pool.copies["tower"][0]]
    assert [program.layout.things[thing].title for thing in S.zones[home]] == cards
    found = survival(moot.load(folder, options={"story": "winter"}), games=400, seed=1)
    search = DeckSearch(pool, "random")
    values = search._values(search._played(cards).series, 0, 400)
    assert abs(sum(values) / 400 - found["survival"][1]) < 0.08


def test_laws_are_read_as_limits(folder: Path) -> None:
    laws = DeckLaws(load_pool(folder, settings=WINTER))
    most = laws.most_copies()
    assert set(most.values()) == {3}
    limits = {laws.line_text(one.rule): one for one in laws.limits(most)}
    size = limits["size(deck) in 6..8"]
    assert (size.least, size.most, len(size.titles)) == (6, 8, 5)
    storms = limits["(count c in deck where c is storm) >= story.storms"]
    assert (storms.least, storms.most, storms.titles) == (3, None, {"breeze", "gale"})


@pytest.mark.parametrize(("size", "card"), [(0, ""), (7, ""), (0, "picnic"), (8, "gale")])
def test_a_legal_deck_is_found(folder: Path, size: int, card: str) -> None:
    laws = DeckLaws(load_pool(folder, settings=WINTER))
    deck = laws.legal(size, seed=3, with_card=card).deck
    assert deck is not None and not laws.broken(deck)
    assert sum(deck.values()) >= max(size, 6) and deck.get(card or "breeze", 0)


def test_what_clashes_is_told_and_no_more(tmp_path: Path) -> None:
    calm = '"as many storms as the tale asks for"\n  every s in deck where s is storm has s.force < 2\n'
    made = camp(
        tmp_path / "camp", tales=("storms: 3", "storms: 5"), rules=('"as many storms as the tale asks for"\n', calm)
    )
    found = DeckLaws(load_pool(made, settings=WINTER)).legal()
    assert found.deck is None and not found.unread
    assert found.clash == [
        "`every s in deck where s is storm has s.force < 2` requires at most 0 of certain cards (the pool has 3)",
        "`(count c in deck where c is storm) >= story.storms` requires at least 5 of certain cards (the pool has 6)",
    ]


def test_a_law_that_no_deck_meets(tmp_path: Path) -> None:
    made = camp(tmp_path / "camp", tales=("storms: 3", "storms: 30"))
    found = DeckLaws(load_pool(made, settings=WINTER)).legal()
    line = "(count c in deck where c is storm) >= story.storms"
    assert found.clash == [f"no deck tried from the pool satisfies `{line}`"]


def test_laws_that_are_no_limits_are_met_by_trying_or_owned_up_to(tmp_path: Path) -> None:
    even = 'law deck "even"\n  (sum c in deck where c is wall of c.height * c.height + 1) % 7 = 3\nlaw deck "six'
    made = camp(tmp_path / "camp", rules=('law deck "six', even))
    laws = DeckLaws(load_pool(made))
    deck = laws.legal(seed=2).deck
    assert deck is not None and not laws.broken(deck)
    never = even.replace("% 7 = 3", "% 7 = 3\n  size(deck) % 2 = 0\n  size(deck) % 2 = 1")
    found = DeckLaws(load_pool(camp(tmp_path / "other", rules=('law deck "six', never)))).legal()
    assert found.deck is None and (found.unread or found.clash)


def test_the_search_finds_a_better_deck_and_the_same_one_again(folder: Path) -> None:
    one, two = (DeckSearch(load_pool(folder, settings=WINTER), "random", seed=5).run(3000) for _ in range(2))
    assert one == two
    low, mean, high = one.difference
    assert 0 < low < mean < high and one.after[1] > one.before[1] and one.taken
    laws = DeckLaws(load_pool(folder, settings=WINTER))
    assert not laws.broken(one.deck) and one.start == {"tower": 2, "breeze": 2, "gale": 1, "picnic": 1}


def test_where_nobody_survives_a_search_goes_by_how_long_a_game_lasts(tmp_path: Path) -> None:
    last = "function length = story.turns\n\nphase camp"
    harder = ("breeze: {kind: storm, force: 0}", "breeze: {kind: storm, force: 1}")
    made = camp(
        tmp_path / "camp",
        pack=("time: now", "time: now, last: length"),
        rules=("phase camp", last),
        cards=harder,
        decks=("tower: 2, breeze: 2, gale: 1, picnic: 1", "fence: 1, breeze: 3, gale: 3"),
    )
    search = DeckSearch(load_pool(made, settings=WINTER), "random", seed=5)
    lasted = search._values(search._played(["fence", *["breeze"] * 3, *["gale"] * 3]).series, 0, 50)
    assert 0 < min(lasted) <= max(value for value in lasted if value < 1) <= 0.5
    found = search.run(2000)
    assert found.before[1] == 0 < found.after[1] and found.after[1] == round(found.after[1] * 250) / 250


def test_the_search_for_scores(folder: Path) -> None:
    found = DeckSearch(load_pool(folder, settings=WINTER), "random", seed=1, goal="score").run(2000)
    assert found.difference[1] > 0 and found.after[1] > 1


def test_a_search_keeps_to_the_cards_that_are_owned(folder: Path, tmp_path: Path) -> None:
    owned = tmp_path / "owned.yaml"
    owned.write_text("cards: {fence: 2, tower: 1, breeze: 3, picnic: 1, gale: 0}\n")
    found = DeckSearch(load_pool(folder, settings=WINTER, owned=read_owned(owned)), "random", seed=5).run(600)
    assert all(count <= read_owned(owned)[title] for title, count in found.deck.items())


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("cards: {tower: 1, pickle: 2}\n", "unknown-thing"),
        ("cards: {tower: -1}\n", "wrong-value"),
        ("cards: {tower: many}\n", "wrong-type"),
        ("crads: {tower: 1}\n", "unknown-key"),
        ("cards: {tower: 1, summer: 1}\n", "unknown-thing"),
        ("cards: {tower: 8}\n", "no-legal-deck"),
    ],
)
def test_pools_that_will_not_do(folder: Path, tmp_path: Path, text: str, said: str) -> None:
    (tmp_path / "owned.yaml").write_text(text)
    result = CliRunner().invoke(cli, ["deck", "build", str(folder), "--pool", str(tmp_path / "owned.yaml"), "--json"])
    assert result.exit_code and f'"{said}"' in result.stderr, result.output


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["duel"], "no-choice"),
        (["camp", "--goal", "glory"], "bad-goal"),
        (["camp", "--bot", "clever"], "unknown-bot"),
        (["camp", "--pool", "nowhere.yaml"], "unreadable"),
        (["camp", "--out", "camp/decks.yaml"], "file-exists"),
    ],
)
def test_calls_that_will_not_do(folder: Path, monkeypatch: pytest.MonkeyPatch, arguments: list[str], said: str) -> None:
    monkeypatch.chdir(folder.parent)
    result = CliRunner().invoke(cli, ["deck", "build", *arguments, "--json"])
    assert result.exit_code and f'"{said}"' in result.stderr, result.output


def test_the_command_writes_a_deck_that_can_be_played(folder: Path) -> None:
    out = folder / "better.yaml"
    call = ["deck", "build", str(folder), "--story", "winter", "--games", "900", "--seed", "2", "--out", str(out)]
    told = CliRunner().invoke(cli, call)
    assert told.exit_code == 0, told.output
    assert ", from the deck heavy: seed " in told.stdout and "decks tried" in told.stdout
    assert ("\nimprovement " in told.stdout) != ("\nno better deck found" in told.stdout)
    assert "for: {story: winter}" in out.read_text()
    assert not check([folder]).diagnostics
    played = CliRunner().invoke(cli, ["sim", str(folder), "--story", "winter", "--deck", "better", "--games", "5"])
    assert played.exit_code == 0 and "deck better" in played.stdout
    again = CliRunner().invoke(cli, [*call[:-2], "--json"])
    assert set(json.loads(again.stdout)) >= {"deck", "difference", "seed", "bot"}


def test_what_is_begun_passes_the_check_and_plays(folder: Path) -> None:
    story, _ = new_story(folder / "tales" / "spring", flags=("story",))
    text = story.read_text()
    assert (
        "copy of `summer`" in text
        and "score   formula; several lines under `|`; optional" in text
        and "  spring: {turns: 6}" in text
    )
    deck, _ = new_deck(folder / "spring_deck", [("story", "spring")])
    assert deck.read_text().startswith(
        "# yaml-language-server: $schema=.moot/decks.schema.json\n# A legal deck for you to change"
    )
    assert "moot sim camp --story spring" in text and "moot new deck camp/spring_deck --story spring" in text
    assert "#   6 to 8: cards in all\n#   at least 2: of the kind storm\n" in deck.read_text()
    assert "for: {story: spring}" in deck.read_text()
    assert not check([folder]).diagnostics
    found = survival(moot.load(folder, options={"story": "spring"}), games=20)
    assert found["options"] == {"story": "spring", "deck": "none"} and found["cards"]


def test_what_cannot_be_begun(folder: Path) -> None:
    assert code(new_story, folder / "winter") == "duplicate-id"
    assert code(new_deck, folder / "heavy") == "duplicate-id"
    assert code(new_story, folder / "tales") == "file-exists"
    assert code(new_deck, folder / "decks") == "file-exists"
    assert code(new_story, folder / "7th") == "bad-name"
    assert code(new_deck, folder / "more", [("story", "autumn")]) == "unknown-thing"
