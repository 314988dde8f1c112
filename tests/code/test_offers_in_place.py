"""What is known of an offer where it stands is not asked there: the lines that gather, and what comes of them."""

from pathlib import Path

import pytest

from moot.code import compile as compiler
from moot.stack.game import Game
from moot.stack.load import load

RULES = """\
game stall "Stall"
players ann, bob
kind ware
  price : number
kind tool is ware
  effect : standing or none = none
zone shelf : pool of ware, seen by all
zone bench : row of ware, seen by all, in play
state coins  : 0..99 = 3
state chilly : bool
action buy(w: ware in shelf) by ann in market or fair
  require w.price <= coins
  cost lower coins by w.price
  do
    move w to bench
action wait by ann in market
  do
    set chilly to yes
action beg by bob in fair
  do
    raise coins by 1
action haggle(w: ware in shelf, n: number in 1..2) by ann in fair
  require n < w.price
  do
    nothing
phase day
  market()
  fair()
  stroll()
phase market
  offer actions to ann until done
phase fair
  offer actions to ann
  within_reach()
phase stroll
  within_reach()
procedure within_reach
  offer actions to ann
"""
FILES = {
    "pack.yaml": "id: stall\ntitle: Stall\n",
    "rules.moot": RULES,
    "wares.yaml": "kind: ware\nthings:\n  bowl: {price: 1}\n  jug: {price: 2}\n",
    "tools.yaml": (
        "kind: tool\nthings:\n"
        "  saw:\n    price: 5\n    effect: |\n      action cut(w: ware in shelf) by ann in market once in market\n"
        "        require w.price > 1\n        do\n          move w to bench\n"
    ),
    "decks.yaml": "decks:\n  d: {zone: shelf, cards: {bowl: 1, jug: 1}}\n  t: {zone: bench, cards: {saw: 1}}\n",
}


@pytest.fixture
def stall(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[Game, dict[str, str]]:
    """The game, and by name the functions of its fast form as text."""
    texts = {}
    compiled = compiler._compiled
    monkeypatch.setattr(
        compiler, "_compiled", lambda text, name, *rest: (texts.update({name: text}), compiled(text, name, *rest))[1]
    )
    for name, text in FILES.items():
        (tmp_path / name).write_text(text)
    game = load(tmp_path)
    functions = {part.split("(")[0]: part for part in texts["<fast>"].split("\ndef ")}
    return game, functions


def test_the_phase_and_the_player_are_known_where_the_offer_stands(stall: tuple[Game, dict[str, str]]) -> None:
    _, text = stall
    lines = [line.strip() for line in text["p_market"].splitlines()]
    start = lines.index("opts = []")
    assert lines[start + 1 : start + 5] == [
        "for w_1 in Z[0]:",
        "if (P_ware_price[w_1] <= C[4]):",
        "opts.append(CALLS_0_0[w_1])",
        "opts.append((1, 0, None, ()))",
    ]
    assert "haggle" not in text["p_market"] and "gather3" not in text["p_market"]  # no fair is held around it
    assert "occurs" not in text["p_market"] and "occurs" not in text["p_fair"]


def test_where_it_is_not_known_the_running_phases_are_asked(stall: tuple[Game, dict[str, str]]) -> None:
    _, text = stall
    assert "gather3(S, 0, None)" in text["p_fair"]
    assert "if 1 in running:" in text["p_within_reach"]
    assert "0 in running" not in text["p_within_reach"]  # a market does not lead here
    assert "beg" not in text["p_within_reach"]


def test_what_is_offered(stall: tuple[Game, dict[str, str]]) -> None:
    game, _ = stall

    def keys() -> list[str]:
        return [option.key for option in state.decision.options] if state.decision else []

    for journal in (False, True):
        state = game.start(1, journal=journal)
        assert keys() == ["buy(bowl)", "buy(jug)", "wait", "saw.cut(jug)", "done"]
        state.apply("saw.cut(jug)")
        assert keys() == ["buy(bowl)", "wait", "done"]  # it is used once in a market
        state.apply("buy(bowl)")
        assert keys() == ["wait", "done"]
        state.undo()
        state.apply("done")
        assert keys() == ["buy(bowl)", "done"]
        state.apply("done")
        assert keys() == ["buy(bowl)", "done"]  # within reach, and the fair still runs
        state.apply("done")
        assert state.decision is None  # a stroll is no fair


GIFTS = """\
game gifts "Gifts"
players ann, bob
kind ware
zone shelf : pool of ware, seen by all
zone room(p: player) : pool of ware, seen by all
action take(w: ware in shelf) in day
  do
    move w to room(ann)
forbid take(w) where size(room(ann)) > 0 "one is enough"
phase day
  offer actions to ann
  offer actions to bob
  offer actions to ann
"""


def test_each_is_offered_calls_of_his_own(tmp_path: Path) -> None:
    for name, text in {**FILES, "rules.moot": GIFTS}.items():
        if "tool" not in name:
            (tmp_path / name).write_text(text.replace("  t: {zone: bench, cards: {saw: 1}}\n", ""))
    (tmp_path / "wares.yaml").write_text("kind: ware\nthings:\n  bowl: {}\n  jug: {}\n")
    game = load(tmp_path)
    state = game.start(1)
    assert state.decision is not None and [o.key for o in state.decision.options] == ["take(bowl)", "take(jug)", "done"]
    assert state.position.ask is not None
    calls = [value[:2] for value in state.position.ask[2] if value]
    state.apply("done")
    assert state.position.ask is not None
    calls += [value[:2] for value in state.position.ask[2] if value]
    assert calls == [(0, 0), (0, 0), (0, 1), (0, 1)]  # the action, and whose call it is
    state.apply("take(jug)")
    assert state.decision is None  # it is forbidden now


def test_paying_and_doing_are_one_function(stall: tuple[Game, dict[str, str]]) -> None:
    _, text = stall
    assert "C[4] = x" in text["take0"] and "Z[1].append(w_1)" in text["take0"]


OWN = """\
game own "Own"
players ann, bob
state spent(p: player) : 0..9
action fee(p: player) in day
  do
    if spent(p) < 2
      raise spent(p) by 1
      offer fee to p
      raise spent(p) by 3
phase day
  offer fee to bob
"""


def test_an_action_may_offer_itself(tmp_path: Path) -> None:
    """The arguments of the calls that it gathers are not its own."""
    (tmp_path / "pack.yaml").write_text("id: own\ntitle: Own\n")
    (tmp_path / "rules.moot").write_text(OWN)
    game = load(tmp_path)
    for journal in (False, True):
        state = game.start(1, journal=journal)
        for choice in ("fee(ann)", "fee(bob)", "done"):
            state.apply(choice)
        assert state.over and state.view("ann")["states"] == {"spent(ann)": 4, "spent(bob)": 4}
