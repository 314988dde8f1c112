"""Several who choose at once: what each is asked, what others know of it, and when it is done."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

import moot
from moot.tools.cases import run_cases
from moot.tools.explain import why_not

RULES = """\
game trial "Trial"
players ann, bob, cid
kind card
  worth : number
zone hand(p: player) : pool of card, seen by p
zone laid(p: player) : row of card, seen by all
state tally : number
phase match
  choose x in hand(p) where x.worth > 0 by each p in player where tally = 0 "lay a card"
    move x to laid(p)
    raise tally by x.worth
    otherwise
      raise tally by 100
  choose y or none in hand(p) by each p in seats(bob) "another"
    raise tally by 1000
    move y to laid(p)
    otherwise
      raise tally by 10000
"""
CARDS = "kind: card\ncards:\n" + "".join(f"  {name}: {{worth: {n}}}\n" for n, name in enumerate("abcdef"))
DECKS = """\
decks:
  one: {zone: hand(ann), cards: {a: 1, b: 1, c: 1}}
  two: {zone: hand(bob), cards: {d: 1}}
  three: {zone: hand(cid), cards: {e: 1, f: 1}}
"""


@pytest.fixture
def game(tmp_path: Path) -> moot.Game:
    return written(tmp_path, RULES)


def written(tmp_path: Path, rules: str) -> moot.Game:
    files = {"pack.yaml": "id: trial\ntitle: Trial\n", "rules.moot": rules, "cards.yaml": CARDS, "decks.yaml": DECKS}
    for name, text in files.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    return moot.load(tmp_path)


def asked(state: moot.State) -> dict[str, list[str]]:
    return {one.player: [option.key for option in one.options] for one in state.decisions}


def test_112_all_are_asked_before_anything_is_done(game: moot.Game) -> None:
    state = game.start(1)
    assert asked(state) == {"ann": ["b", "c"], "cid": ["e", "f"]}  # bob has one card, and is not asked
    state.apply("b")
    assert asked(state) == {"cid": ["e", "f"]}
    assert state.view("bob")["states"]["tally"] == 0
    state.apply("e")
    states = state.view("bob")["states"]
    assert states["tally"] == 1 + 3 + 4
    assert state.view("ann")["zones"]["laid(cid)"]["things"] == ["e"]


def test_112_the_block_is_done_in_the_order_of_those_who_choose(game: moot.Game) -> None:
    state = game.start(1)
    for key in ("b", "e", "f", "none"):
        state.apply(key)
    lines = [game.teller.line(entry) for entry in state.journal if entry.what == "move"]
    assert [line.split(":")[0] for line in lines] == ["b", "d", "e", "f"]
    assert state.over and state.view("ann")["states"]["tally"] == 8 + 1000 + 2 * 10000


def test_113_nobody_knows_what_others_have_answered(game: moot.Game) -> None:
    state = game.start(1)
    state.apply("b")
    journals = (state.seen_journal(player) for player in ("ann", "bob"))
    own, other = (next(one.facts["chosen"] for one in some if one.what == "choice") for some in journals)
    assert own == "b" and other != "b"
    found = set()
    for seed in range(40):
        guessed = state.guess("cid", random.Random(seed))
        assert [option.key for option in guessed.decision.options] == ["e", "f"]
        guessed.apply("e")
        found.add(guessed.view("cid")["zones"]["laid(ann)"]["things"][0])
    assert {"b", "c"} <= found <= {"a", "b", "c"}
    known = {state.guess("ann", random.Random(seed)) for seed in range(3)}
    for guessed in known:
        guessed.apply(guessed.decision.options[0])
        assert guessed.view("ann")["zones"]["laid(ann)"]["things"] == ["b"]


def test_113_a_guess_knows_that_others_may_have_chosen_none(game: moot.Game) -> None:
    state = game.start(1)
    for key in ("b", "e", "f"):
        state.apply(key)
    assert state.decision is not None and state.decision.player == "ann"
    laid = set()
    for seed in range(40):
        guessed = state.guess("ann", random.Random(seed))
        guessed.apply("none")
        laid.add(len(guessed.view("ann")["zones"]["laid(cid)"]["things"]))
    assert laid == {1, 2}


def test_114_answers_come_in_any_order(game: moot.Game) -> None:
    state, other = game.start(1), game.start(1)
    state.apply("f", "cid")
    assert asked(state) == {"ann": ["b", "c"]} and state.choices == []
    assert state.view("cid")["asked"] == "ann"
    again = game.restore(state.save())
    for one in (state, again, state.copy()):
        one.apply("c", "ann")
        assert one.choices == [("ann", "c"), ("cid", "f")]
    other.apply("c")
    other.apply("f")
    assert state.view("bob") == other.view("bob") == again.view("bob")


def test_114_an_answer_before_its_turn_is_checked_and_can_be_taken_back(game: moot.Game) -> None:
    state = game.start(1)
    with pytest.raises(moot.IllegalChoice):
        state.apply("b", "cid")
    with pytest.raises(moot.IllegalChoice, match="it is not `bob`'s choice, but ann, cid's"):
        state.apply("d", "bob")
    state.apply("f", "cid")
    with pytest.raises(moot.IllegalChoice, match="it is not `cid`'s choice, but ann's"):
        state.apply("e", "cid")
    state.undo()
    assert asked(state) == {"ann": ["b", "c"], "cid": ["e", "f"]}


def test_both_forms_bots_and_saves_agree(game: moot.Game) -> None:
    for seed in range(30):
        rng = random.Random(seed)
        traced, fast = game.start(seed), game.start(seed, journal=False)
        while traced.decision is not None:
            assert traced.decision == fast.decision
            key = rng.choice(traced.decision.options).key
            traced.apply(key)
            fast.apply(key)
            fast = game.restore(fast.save())
        assert traced.view("ann") == fast.view("ann")


def test_114_undo_takes_back_what_a_choice_has_led_to(game: moot.Game) -> None:
    state = game.start(1)
    state.apply("f", "cid")
    before = state.position.key()
    state.apply("b")  # and so cid's answer is in
    assert state.choices == [("ann", "b"), ("cid", "f")]
    state.undo()
    assert state.position.key() == before and asked(state) == {"ann": ["b", "c"]}
    state.undo()
    assert asked(state) == {"ann": ["b", "c"], "cid": ["e", "f"]}


def test_114_who_has_answered_is_not_asked_in_a_guess(game: moot.Game) -> None:
    state = game.start(1)
    state.apply("f", "cid")
    assert state.guess("cid", random.Random(1)).view("cid") == state.view("cid")
    guessed = state.guess("ann", random.Random(1))
    assert asked(guessed) == {"ann": ["b", "c"], "cid": guessed.view("cid")["options"]}


def test_113_who_answers_wrongly_is_not_told_what_others_may(game: moot.Game) -> None:
    with pytest.raises(moot.IllegalChoice) as caught:
        game.start(1).apply("z", "cid")
    assert caught.value.reason == "`z` is not available where cid is prompted “lay a card”; available: e, f"


def test_114_a_fault_behind_answers_that_were_kept_leaves_all_as_it_was(tmp_path: Path) -> None:
    rules = RULES.replace("    raise tally by x.worth\n", '    require x.worth < 5 "too much"\n')
    state = written(tmp_path, rules).start(1)
    state.apply("f", "cid")
    before = state.save()
    with pytest.raises(moot.MootError, match="too much"):
        state.apply("b")
    assert state.save() == before and asked(state) == {"ann": ["b", "c"]}


def test_112_what_each_may_choose_is_kept_as_it_is_saved(tmp_path: Path) -> None:
    rules = RULES.replace(
        "phase match\n", "phase match\n  for each round in 1..2\n    lay(round)\nprocedure lay(n: number)\n"
    )
    game = written(tmp_path, rules)
    for journal in (True, False):
        state = game.start(1, journal=journal)
        assert game.restore(state.save()).position.key() == state.position.key()


SETS = """\
game trial "Trial"
players ann, bob, cid
kind card
  worth : number
zone hand(p: player) : pool of card, seen by p
zone laid(p: player) : row of card, seen by all
state tally : number
state wanted(p: player) : 0..5 = 2
phase match
  choose 1..wanted(p) x in hand(p) by each p in seats(bob) "lay some"
    move x to laid(p)
    otherwise
      raise tally by 100
  choose 0..1 x in laid(p) by each p in player where p != bob "take one back"
    move x to hand(p)
    otherwise
      raise tally by 1000
"""


def test_112_each_answers_with_a_set(tmp_path: Path) -> None:
    state = written(tmp_path, SETS).start(1)
    assert asked(state) == {
        "cid": ["e", "f", "e, f"],
        "ann": ["a", "b", "c", "a, b", "a, c", "b, c"],
    }  # bob has one card
    state.apply("c, a", "ann")  # in any order of the members, and before cid has answered
    assert asked(state) == {"cid": ["e", "f", "e, f"]}
    seen = state.view("bob")
    assert all(not seen["zones"][f"laid({p})"]["things"] for p in ("ann", "bob", "cid"))
    state.apply("f")
    lines = [state.game.teller.line(entry) for entry in state.journal if entry.what == "move"]
    assert [line.split(":")[0] for line in lines] == ["d", "f", "a", "c"]  # in the order of players, then of the zone
    assert asked(state) == {"ann": ["none", "a", "c"], "cid": ["none", "f"]}
    state.apply("none")
    state.apply("f")
    assert state.over and state.view("ann")["states"]["tally"] == 1000


def test_112_fewer_than_asked_for_are_all_taken(tmp_path: Path) -> None:
    rules = SETS.replace("1..wanted(p) x", "2 x").split("  choose 0..1")[0]
    decks = DECKS.replace("  two: {zone: hand(bob), cards: {d: 1}}\n", "")
    state = written(tmp_path, rules).start(1)
    state.apply("a, b", "ann")
    assert state.over and state.view("ann")["zones"]["laid(bob)"]["things"] == ["d"]
    (tmp_path / "decks.yaml").write_text(decks)
    state = moot.load(tmp_path).start(1)
    state.apply("a, b", "ann")
    assert state.view("ann")["states"]["tally"] == 100


def test_112_a_span_that_holds_nothing_gives_an_empty_set(tmp_path: Path) -> None:
    for span in ("1..0", "2..-1", "0"):
        state = written(tmp_path, SETS.replace("1..wanted(p)", span).split("  choose 0..1")[0]).start(1)
        assert state.over and state.view("ann")["states"]["tally"] == 300


def test_112_sets_are_hidden_saved_and_undone(tmp_path: Path) -> None:
    game = written(tmp_path, SETS)
    for journal in (True, False):
        state = game.start(1, journal=journal)
        state.apply("e, f")
        again = game.restore(state.save())
        assert again.position.key() == state.position.key() and asked(again) == asked(state)
        found = set()
        for seed in range(30):
            guessed = state.guess("ann", random.Random(seed))
            guessed.apply("a")
            found.add(tuple(guessed.view("ann")["zones"]["laid(cid)"]["things"]))
        assert len(found) > 2 and any(len(laid) == 1 for laid in found)
        state.undo()
        assert asked(state)["cid"] == ["e", "f", "e, f"]


def test_112_why_a_set_cannot_be_chosen(tmp_path: Path) -> None:
    state = written(tmp_path, SETS).start(1)
    told = {key: [reason.what for reason in why_not(state, key).reasons] for key in ("e, d", "d, a", "d, e, f")}
    assert all(
        "d is not in `hand(p)`" in reason for reasons in told.values() for reason in reasons if "d" in reason[:2]
    )
    with pytest.raises(moot.stack.game.IllegalChoice):
        state.apply("d, e")


def test_112_too_many_sets_are_a_fault(tmp_path: Path) -> None:
    rules = SETS.replace("1..wanted(p) x in hand(p)", "0..20 x in 1..20").replace(
        "move x to laid(p)", "raise tally by x"
    )
    game = written(tmp_path, rules)
    with pytest.raises(
        moot.MootError, match="the choice would have 1,048,576 sets of 20, but at most 20,000 are supported"
    ):
        game.start(1)


CASES = """\
game: {folder}
cases:
  - name: any order
    when: [{cid: f}, {ann: b}]
    then: {laid(cid): [f], laid(ann): [b]}
  - name: all are asked
    when: [{cid: f}]
    then: {asked: ann, not allowed: {ann: a, for any reason: yes}, laid(cid): []}
  - name: each of them
    then: {asked: cid, not allowed: {cid: d, for any reason: yes}}
  - name: twice
    when: [{cid: f}, {cid: e}]
"""


SET_CASES = """\
game: {folder}
cases:
  - name: sets as lists or texts
    when: [{ann: [c, a]}, {cid: "f, e"}, {ann: []}, {cid: [e]}]
    then: {laid(ann): [a, c], laid(cid): [f], hand(cid): [e]}
  - name: not so
    when: [{ann: [a, d]}]
"""


def test_112_cases_answer_with_sets(tmp_path: Path) -> None:
    written(tmp_path, SETS)
    (tmp_path / "cases").mkdir()
    (tmp_path / "cases" / "sets.yaml").write_text(SET_CASES.replace("{folder}", str(tmp_path)), encoding="utf-8")
    first, second = run_cases([str(tmp_path)])
    assert first.status == "passed", first.message
    assert second.status == "failed" and "`a, d` is not available to ann" in second.message


def test_114_cases_answer_in_any_order(tmp_path: Path) -> None:
    written(tmp_path, RULES)
    (tmp_path / "cases").mkdir()
    (tmp_path / "cases" / "some.yaml").write_text(CASES.replace("{folder}", str(tmp_path)), encoding="utf-8")
    found = run_cases([str(tmp_path)])
    assert [one.status for one in found] == ["passed", "passed", "passed", "error"]
    assert "it is not cid's choice, but ann's: “lay a card”" in found[3].message


def test_75_a_reason_tells_nothing_of_what_others_may_choose(game: moot.Game) -> None:
    state = game.start(1)
    for text in ("ann: b", "bob: b", "b"):
        found = why_not(state, text, "bob")
        assert found.options == () and not found.allowed and found.reasons[0].what.startswith("it is not bob's choice")
    assert why_not(state, "e", "cid").allowed and not why_not(state, "b", "cid").allowed
    assert why_not(state, "cid: e").allowed
    assert why_not(state, "cid: d").reasons[0].what.startswith("`d` is not available where cid is prompted")
