"""Small but whole games at random: both forms agree, saves and copies go on alike, views tell nothing hidden."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

from moot.code.pipeline import compile_bundle
from moot.lang.diagnostic import MootError
from moot.pack.load import load
from moot.stack.game import Game, IllegalChoice, State
from moot.stack.saves.serialize import save_sum

PACKS = Path(__file__).parent.parent / "packs"
GAMES = 200
LONGEST = 600  # decisions


@pytest.fixture(scope="module", params=["chain", "march", "settlement", "skirmish"])
def game(request: pytest.FixtureRequest) -> Game:
    bundle = load(PACKS / request.param, cases=False)
    program = compile_bundle(bundle)
    assert [d.message for d in bundle.report] == []
    return Game(program)


def test_random_games_go_alike_in_both_forms(game: Game) -> None:
    ended = set()
    for seed in range(GAMES):
        rng = random.Random(seed)
        traced, fast = game.start(seed), game.start(seed, journal=False)
        for _ in range(LONGEST):
            if traced.over:
                break
            assert traced.decision == fast.decision
            place = rng.randrange(len(traced.decision.options))
            if rng.random() < 0.02:
                looked_at(game, traced, rng)
                fast = game.restore(json.loads(json.dumps(fast.save())))
            if rng.random() < 0.05:
                before = traced.position.key()
                copy = traced.copy()
                copy.apply(place)
                copy.undo()
                assert copy.position.key() == before == traced.position.key()
            traced.apply(place)
            fast.apply(place)
        assert traced.over, f"game {seed} has not ended after {LONGEST} choices"
        assert traced.position.key() == fast.position.key() and traced.result == fast.result
        ended.add((traced.result.winner, traced.result.reason.partition(",")[0]))
    assert len(ended) > 1


def looked_at(game: Game, state: State, rng: random.Random) -> None:
    """A guess looks the same to its player, and what he may not know is not in his view."""
    layout, sees = game.program.layout, game.machine.fast.sees_now
    S = state.position
    for seat, player in enumerate(game.players):
        view = state.view(player)
        json.dumps(view)
        for _ in range(2):
            guessed = state.guess(player, rng)
            assert guessed.view(player) == view
        told = [name for zone in view["zones"].values() for name in zone.get("things", zone.get("known", ()))]
        for number, things in enumerate(S.zones):
            if things and not sees(S, number) >> seat & 1:
                for thing in things:
                    if thing < len(layout.things) and not S.told.get(thing, 0) >> seat & 1:
                        assert layout.things[thing].key not in told
        for entry in state.seen_journal(player)[-20:]:
            game.teller.line(entry)
    wrong = "nothing_like_this(1)"
    with pytest.raises(IllegalChoice):
        state.apply(wrong)
    assert state.position is S


def test_views_differ_only_by_what_is_hidden(game: Game) -> None:
    """The journal as a player may read it is that of everybody with entries left out or names put out."""
    state = game.start(3)
    rng = random.Random(3)
    while not state.over:
        state.apply(rng.randrange(len(state.decision.options)))
    whole = {entry.number: entry for entry in state.journal}
    for player in game.players:
        for entry in state.seen_journal(player):
            full = whole[entry.number]
            assert entry.what == full.what and entry.facts.keys() == full.facts.keys()
            for name, value in entry.facts.items():
                same = value == full.facts[name]
                assert same or "something" in str(value) or value == [] or name == "forced", (entry, full)


def test_every_option_not_offered_has_a_reason(game: Game) -> None:
    """A call that was legal once and is no longer is refused with a reason of its own rules."""
    state = game.start(5)
    rng = random.Random(5)
    reasons = set()
    seen: set[str] = set()
    for _ in range(LONGEST):
        if state.over:
            break
        options = [o.key for o in state.decision.options]
        for key in sorted(seen - set(options)):
            reason, _ = state.why_not(key)
            assert reason
            reasons.add(reason)
        if "(" in "".join(options):
            seen.update(o for o in options if "(" in o)
        state.apply(rng.randrange(len(options)))
    assert reasons


def test_a_save_with_other_frames_is_played_again(game: Game) -> None:
    """As another version of moot lays frames out otherwise: what they hold is not read, the choices are made again."""
    state = game.start(3)
    for _ in range(12):
        if state.over:
            break
        state.apply(len(state.decision.options) - 1)
    data = state.save()
    other = data | {"frames": "of another version", "position": data["position"] | {"stack": [[99, 0]]}}
    other["sum"] = save_sum(other)
    again = game.restore(other)
    assert again.save() == data
    elsewhere = other | {"choices": other["choices"][:-1]}
    elsewhere["sum"] = save_sum(elsewhere)
    with pytest.raises(MootError) as refused:
        game.restore(elsewhere)
    assert refused.value.diagnostics[0].code == "save-version"
