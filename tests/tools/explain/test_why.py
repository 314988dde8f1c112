"""Why something happened: the values behind an entry, its conditions, what was chosen before."""

from pathlib import Path

import pytest

import moot
from moot.lang.diagnostic import MootError
from moot.tools.explain.why import Replay
from moot.tools.logs.log import Log, header_of

CHAIN = Path(__file__).parents[2] / "packs" / "chain"


def replay(game, seed, count=10_000, choose=lambda options: options[0], folder=""):
    """A game played by a rule, as a log that is played again."""
    from moot.lang.source import Source

    state = game.start(seed)
    while not state.over and len(state.choices) < count:
        state.apply(choose(state.decision.options))
    log = Log(Source("game.log", ""), header_of(game, seed, folder), state.choices[:], [1] * len(state.choices))
    return Replay(log)


@pytest.fixture(scope="module")
def duel():
    return replay(moot.load("duel"), 8)


def first(replayed, what, rule):
    return next(e.number for e in replayed.state.journal if e.what == what and e.rule == rule)


def flat(told):
    """Every formula with its value, whatever it stands below."""
    found = {}
    for one in told:
        found[one.formula] = one.value
        found |= flat(one.below)
    return found


def test_the_observed_form_plays_the_same_game():
    game = moot.load("duel")
    plain, state = replay(game, 3), game.start(3)
    for player, key in plain.state.choices:
        assert state.decision.player == player
        state.apply(key)
    assert plain.state.position.journal == state.position.journal


def test_values_are_those_before_the_change(duel):
    number = first(duel, "set", "procedure score")
    found = duel.explained(number)
    assert found.values[0].formula.startswith("energy(")
    assert found.values[0].value == str(found.entry.facts["from"])
    assert int(found.values[1].value) == found.entry.facts["from"] - found.entry.facts["to"]


def test_the_line_of_a_function_that_gave_the_value(duel):
    found = duel.explained(first(duel, "set", "procedure climb_bridge"))
    climb = next(one for one in found.values if one.formula == "climb")
    line = climb.below[0]
    assert line.rule == "function climb" and line.file.endswith("values.moot") and line.clauses
    free = int(flat([climb])["free_spaces"])
    assert climb.value == str(1 if free <= 2 else 2 if free <= 4 else 3)
    assert found.entry.facts["to"] - found.entry.facts["from"] == int(climb.value)


def test_the_branch_of_a_win(duel):
    found = duel.explained(first(duel, "win", "procedure settle_game"))
    taken = found.conditions[-1]
    assert taken.text.startswith(("if ", "else if ")) and taken.values[0].value == "yes"
    assert all(one.text.startswith("not ") and one.values[0].value == "no" for one in found.conditions[:-1])


def test_what_was_chosen_before(duel):
    found = duel.explained(first(duel, "set", "procedure score"))
    assert found.chosen and found.chosen[-1].what == "choice"
    assert all(one.number < found.entry.number for one in found.chosen)
    assert [one.rule for one in found.led][:2] == ["phase match", "procedure one_game"]


def test_every_entry_can_be_explained(duel):
    for entry in duel.state.journal[::9]:
        assert duel.explained(entry.number).entry == entry


def test_modifiers_that_took_part(tmp_path):
    (tmp_path / "pack.yaml").write_text("id: my/tax\ntitle: Tax\n")
    (tmp_path / "rules.moot").write_text(
        'game tax "Tax"\nplayers ann, bob\nstate coins(p: player) : 0..20 = 9\nstate war : bool = yes\n'
        "option rate : 1..5 = 2\nfunction tax(p: player) =\n  rate + 1 if coins(p) > 5\n  rate otherwise\n"
        "modify tax(p) by 3 where war\nmodify tax(p) becomes value * 2 where p = bob\n"
        'phase year\n  for each p in player\n    lower coins(p) by tax(p)\n  win none "over"\n'
    )
    found = replay(moot.load(tmp_path), 1, folder=str(tmp_path))
    ann, bob = (found.explained(e.number) for e in found.state.journal if e.what == "set")
    assert [(one.formula, one.value) for one in ann.values[1].below] == [
        ("p", "ann"),
        ("rate + 1 if coins(p) > 5", "3"),
        ("modify tax(p) by 3 where war", "3 → 6"),
    ]
    assert [one.value for one in bob.values[1].below] == ["bob", "3", "3 → 6", "6 → 9"]
    assert [(one.text, one.values[0].value) for one in bob.conditions] == [("for each p in player", "bob")]


def test_an_entry_that_is_not_there(duel):
    with pytest.raises(MootError) as raised:
        duel.explained(10**6)
    assert raised.value.diagnostics[0].code == "unknown-entry"
    with pytest.raises(MootError) as raised:
        duel.decision_at(0)
    assert raised.value.diagnostics[0].code == "not-asked"


def test_calls_that_wait_and_rows_are_told():
    from random import Random

    found = replay(moot.load(CHAIN), 2, 40, Random(2).choice, str(CHAIN))
    told = {}
    for entry in found.state.journal:
        if entry.what != "does":
            told |= flat(found.explained(entry.number).values)
    assert any(value.startswith("band ") for value in told.values())
    assert told["waiting"].startswith("[call ") and told["modify strength(co) by 1 up to 12 where co.moving"] == "6 → 7"
