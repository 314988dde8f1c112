"""What a choice is called for people."""

from pathlib import Path

import pytest
from click.testing import CliRunner

import moot
from moot.stack.words import choice_words
from moot.ui.command import cli
from moot.ui.play.narrate import Narrator

SKIRMISH = Path(__file__).parents[2] / "packs" / "skirmish"


def test_a_number_is_told_with_the_name_of_its_parameter():
    options = moot.load(SKIRMISH).start(seed=7).decision.options
    words = {option.key: option.text for option in options}
    assert words["march(pikes, 3)"] == "march pikes, goal 3"


def test_a_leader_who_strayed_may_move_until_the_phase_ends():
    """What stands as the question says until when."""
    game = moot.load("gondor/learning")
    said = "before the phase ends each leader must be with a unit they may lead"
    assert any(prompt == said for prompt in _prompts(game))


def _prompts(game):
    state = game.start(seed=1, journal=False)
    for _ in range(400):
        if state.over:
            return
        yield state.decision.prompt
        state.apply(len(state.decision.options) // 2)


def test_many_sets_are_offered_by_their_members(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    (tmp_path / "pack.yaml").write_text("id: many\ntitle: Many\n", encoding="utf-8")
    rules = 'game many "Many"\nplayers ann, bob\nkind card\nzone heap : pool of card, seen by all\nphase match\n'
    rules += '  choose {} c in heap by each p in player "take"\n    move c to heap\n  win none\n'
    cards = "".join(f"  card_{letter}: {{}}\n" for letter in "abcdefgh")
    (tmp_path / "cards.yaml").write_text(f"cards:\n{cards}", encoding="utf-8")
    names = ", ".join(f"card_{letter}" for letter in "abcdefgh")
    decks = f"decks:\n  all: {{zone: heap, cards: {{{names.replace(',', ': 1,')}: 1}}}}\n"
    (tmp_path / "decks.yaml").write_text(decks, encoding="utf-8")
    for span, sizes in (("3", "3"), ("0..2", "0 or 1 or 2")):
        (tmp_path / "rules.moot").write_text(rules.format(span), encoding="utf-8")
        typed = "card h, card_a, card b\n" if span == "3" else "card h\n"
        told = CliRunner().invoke(cli, ["play", ".", "--seat", "ann", "--seed", "1"], input=typed).output
        assert f"(type {sizes} of these, with commas between)" in told and "card a, card b" in told
        assert ("ann, take: card a, card b, card h" if span == "3" else "ann, take: card h") in told


def test_what_follows_hidden_choices_is_not_told_as_the_deed_of_the_last(tmp_path: Path) -> None:
    (tmp_path / "pack.yaml").write_text("id: few\ntitle: Few\n", encoding="utf-8")
    (tmp_path / "rules.moot").write_text(
        'game few "Few"\nplayers ann, bob\nkind card\nzone hand(p: player) : pool of card, seen by p\n'
        'phase match\n  choose c in hand(p) by each p in player "give"\n    move c to hand(opponent(p))\n  win none\n',
        encoding="utf-8",
    )
    (tmp_path / "cards.csv").write_text("id\nant\nbee\ncat\ndog\n", encoding="utf-8")
    decks = "decks:\n  a: {zone: hand(ann), cards: {ant: 1, bee: 1}}\n  b: {zone: hand(bob), cards: {cat: 1, dog: 1}}\n"
    (tmp_path / "decks.yaml").write_text(decks, encoding="utf-8")
    state = moot.load(tmp_path).start(seed=1)
    state.apply("ant")
    state.apply("cat")
    lines = [line.text for line in Narrator(state.game.program).lines(state.seen_journal("ann"))]
    assert [line.strip() for line in lines[:2]] == ["ann, give: ant", "bob, give"], lines


def test_a_thing_without_a_term_is_called_by_the_name_on_it(tmp_path: Path) -> None:
    (tmp_path / "pack.yaml").write_text("id: few\ntitle: Few\n", encoding="utf-8")
    (tmp_path / "rules.moot").write_text(
        'game few "Few"\nplayers ann, bob\nkind card\n  name : string\nzone laid : pool of card, seen by all\n'
        'phase match\n  choose c in card by ann "take"\n    move c to laid\n  win none\n',
        encoding="utf-8",
    )
    (tmp_path / "cards.csv").write_text("id,name\nmumak,Mûmak\nold_troll,Old Troll\n", encoding="utf-8")
    (tmp_path / "terms.yaml").write_text("terms: {old_troll: The Troll}\n", encoding="utf-8")
    state = moot.load(tmp_path).start(seed=1)
    assert [option.text for option in state.decision.options] == ["Mûmak", "The Troll"]


def test_the_term_of_an_action_says_where_its_parameters_stand(tmp_path: Path) -> None:
    (tmp_path / "pack.yaml").write_text("id: few\ntitle: Few\n", encoding="utf-8")
    (tmp_path / "rules.moot").write_text(
        'game few "Few"\nplayers ann, bob\nkind card\nzone hand(p: player) : pool of card, seen by p\n'
        "phase match\n  offer give to ann\n  win none\n"
        "action give(p: player, c: card in hand(p)) by p\n  do\n    move c to hand(opponent(p))\n",
        encoding="utf-8",
    )
    (tmp_path / "cards.csv").write_text("id\nant\n", encoding="utf-8")
    (tmp_path / "decks.yaml").write_text("decks:\n  a: {zone: hand(ann), cards: {ant: 1}}\n", encoding="utf-8")
    for term, shown, warned in (
        ("hand {c} over", "hand ant over", ""),
        ("hand over", "hand over ant", ""),
        ("hand {d} over", "hand {d} over", "`give` has no parameter `d`"),
    ):
        (tmp_path / "terms.yaml").write_text(f'terms: {{give: "{term}"}}\n', encoding="utf-8")
        option = moot.load(tmp_path).start(seed=1).decision.options[0]
        assert (option.key, option.spoken("ann")) == ("give(ann, ant)", shown)
        told = CliRunner().invoke(cli, ["check", str(tmp_path)])
        assert (warned in told.output + told.stderr) and bool(warned) == ("unknown-term" in told.output + told.stderr)


def test_terms_for_actions_of_things_for_arguments_for_states_and_for_what_is_made(tmp_path: Path) -> None:
    (tmp_path / "pack.yaml").write_text("id: few\ntitle: Few\nreport: {untold: [lot]}\n", encoding="utf-8")
    (tmp_path / "rules.moot").write_text(
        'game few "Few"\nplayers ann, bob\nkind card\n  effect : standing or none = none\n'
        "zone laid : pool of card, seen by all\nkind lot\n  buyer : player\nstate wet(c: card) : bool\nphase match\n"
        "  let one = new lot(buyer: bob)\n  sell(one)\n  win none\n"
        'phase sell(x: lot)\n  choose y in lot by ann "which"\n    bid(y)\n'
        "phase bid(x: lot)\n  for each c in card\n    set wet(c) to yes\n    set wet(c) to no\n"
        "action buzz(c: card, loud: bool) by ann\n  do\n    set wet(c) to loud\n",
        encoding="utf-8",
    )
    (tmp_path / "cards.yaml").write_text(
        "cards:\n  ant: {}\n  bee:\n    effect: |\n      action sting as buzz(this, yes)\n", encoding="utf-8"
    )
    (tmp_path / "terms.yaml").write_text(
        'terms: {bee.sting: "sting all", "wet(no)": "dry again", "buzz(ant, no)": "calm it",\n'
        '  lot: "{lot} for {buyer}"}\n',
        encoding="utf-8",
    )
    state = moot.load(tmp_path).start(seed=1)
    while not state.over:
        state.apply(0)
    lines = [line.text.strip() for line in Narrator(state.game.program).lines(state.journal)]
    assert "Bid: lot 1 for bob" in lines and "ant: wet, dry again; bee: wet, dry again" in lines, lines
    words = [choice_words(state.game.program, key) for key in ("bee.sting", "buzz(ant, yes)", "buzz(ant, no)")]
    assert words == ["bee: sting all", "buzz ant, yes", "calm it"], words
    assert not any("which" in line for line in lines), lines  # nothing was left to choose but what comes next
