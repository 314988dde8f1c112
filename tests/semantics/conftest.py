"""Small games whose rules stand inside the tests.

`play(rules, …)` plays one with the choices given, in the fast and in the traced form side by side, and holds the
machine to what must be so for every game: both forms agree; a position can be saved, restored, copied and undone at
every decision.
`refused(rules, …)` gives the codes and messages of a game that is not sound, or that comes to a fault.
"""

from __future__ import annotations

import copy
import json
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from moot.code.pipeline import compile_bundle
from moot.lang.diagnostic import Diagnostic, MootError
from moot.pack.load import load
from moot.stack.game import Game, State
from moot.state.layout import argument_key, state_keys, zone_key

HEAD = """\
game trial "Trial"
players ann, bob
state trace : number
procedure mark(n: number)
  set trace to trace * 10 + n
"""


class Played:
    """A game played as far as the choices went. What it holds can be asked by name, as the rules write it."""

    def __init__(self, state: State, warnings: list[str], asked: list[tuple[str, str, list[str]]]) -> None:
        self.state = state
        self.warnings = warnings  # "code: message" of every warning
        self.asked = asked  # who was asked what among which keys, oldest first; with what is asked now

    @property
    def trace(self) -> str:
        """What `mark` has noted, in order: "" or digits."""
        return str(self["trace"] or "")

    @property
    def options(self) -> list[str]:
        """The keys that may be chosen now; empty when the game is over."""
        decision = self.state.decision
        return [] if decision is None else [o.key for o in decision.options]

    @property
    def won(self) -> tuple[str | None, str] | None:
        """Who has won and why; None while the game goes on."""
        result = self.state.result
        return None if result is None else (result.winner, result.reason)

    def __getitem__(self, name: str) -> Any:
        """A state (`"gold(ann)"`, `"page.tapped"`): a number as such, all else as written. A zone: the keys in it."""
        layout, S = self.state.game.program.layout, self.state.position
        for row in layout.states:
            if row.first >= 0 and name in (keys := state_keys(layout, row)):
                value = S.cells[row.first + keys.index(name)]
                return value if row.tag == "number" and value is not None else argument_key(layout, row.tag, value)
        for number in range(len(layout.zones)):
            if zone_key(layout, number) == name:
                return [argument_key(layout, "thing", thing) for thing in S.zones[number]]
        raise KeyError(name)


Play = Callable[..., Played]


def written(
    folder: Path, rules: str, things: str = "", decks: str = "", tables: str = "", more: Mapping[str, str] | None = None
) -> Path:
    """Write a pack. The head above is put before rules that do not begin with `game`; `more`: further files by name."""
    folder.mkdir(exist_ok=True)
    files = {
        "pack.yaml": "id: trial\ntitle: Trial\n",
        "rules.moot": rules if rules.lstrip().startswith("game ") else HEAD + rules,
        "things.yaml": things,
        "decks.yaml": decks,
        "tables.yaml": tables,
        **(more or {}),
    }
    for name, text in files.items():
        if text:
            (folder / name).write_text(text, encoding="utf-8")
    return folder


def played(game: Game, choices: Sequence[str | int], chance: Sequence[str | int] | None, seed: int) -> State:
    """The traced form's state. Raises MootError for a fault, AssertionError where the two forms or a copy disagree."""
    states: list[State | MootError] = []
    for journal in (True, False):
        try:
            states.append(game.start(seed, journal=journal, nature=chance is not None))
        except MootError as error:
            states.append(error)
    if isinstance(states[0], MootError) or isinstance(states[1], MootError):
        assert str(states[0]) == str(states[1])
        raise states[0] if isinstance(states[0], MootError) else AssertionError(states)
    traced, fast = states[0], states[1]
    restored = game.restore(json.loads(json.dumps(fast.save())))
    root = traced.position.key()
    rolls, wishes = list(chance or []), list(choices)
    while True:
        key = traced.position.key()
        assert alike(traced, fast), "the fast and the traced form come to different positions"
        assert fast.position.key() == restored.position.key(), "a restored game plays on differently"
        assert traced.decision == fast.decision == restored.decision
        assert traced.result == fast.result == restored.result
        decision = traced.decision
        queue = rolls if decision is not None and decision.player == "nature" else wishes
        if decision is None or not queue:
            break
        choice = queue.pop(0)
        copied = traced.copy()
        restored = game.restore(json.loads(json.dumps(fast.save())))
        again = game.restore(json.loads(json.dumps(traced.save())))
        assert again.position.key() == key and again.journal == traced.journal
        errors = [applied(state, choice) for state in (traced, fast, restored, copied)]
        if errors[0] is not None:
            assert len(set(map(str, errors))) == 1, errors
            assert traced.position.key() == key, "a fault must leave the position as it was"
            raise errors[0]
        assert errors == [None] * 4
        assert copied.position.key() == traced.position.key(), "a copy plays on differently"
        copied.undo()
        assert copied.position.key() == key
    assert not wishes and not rolls, f"left over: {wishes or rolls}; now {traced.decision or traced.result}"
    end = traced.position.key()
    undone = traced.copy()
    undone._history = copy.copy(traced._history)
    undone._history.steps, undone._history._snapshots = traced._history.steps[:], dict(traced._history._snapshots)
    while undone._history.steps:
        undone.undo()
    assert undone.position.key() == root, "undoing everything does not lead back to the start"
    assert traced.position.key() == end
    return traced


def alike(traced: State, fast: State) -> bool:
    """Equal positions, frames included: a game can be gone on with in the other form."""
    return traced.position.key() == fast.position.key()


def applied(state: State, choice: str | int) -> MootError | None:
    try:
        state.apply(choice)
    except MootError as error:
        return error
    return None


@pytest.fixture
def play(tmp_path: Path) -> Play:
    """play(rules, things="", decks="", tables="", choices=(), chance=None, options={}, seed=0) -> Played.

    With `chance` (keys or places, in order) nature is asked; without it chance is sampled. Choices may stop before the
    game ends; choices left over are an error.
    """

    def do(
        rules: str,
        things: str = "",
        decks: str = "",
        tables: str = "",
        *,
        choices: Sequence[str | int] = (),
        chance: Sequence[str | int] | None = None,
        options: Mapping[str, Any] | None = None,
        seed: int = 0,
        more: Mapping[str, str] | None = None,
    ) -> Played:
        folder = written(tmp_path / "trial", rules, things, decks, tables, more)
        bundle = load(folder, (), list((options or {}).items()), cases=False)
        program = compile_bundle(bundle)
        warnings = [f"{d.code}: {d.message}" for d in bundle.report]
        state = played(Game(program), choices, chance, seed)
        return Played(state, warnings, asked_in(state))

    return do


def asked_in(state: State) -> list[tuple[str, str, list[str]]]:
    found = []
    for decision in [*(step[0] for step in state._history.steps), state.decision]:
        if decision is not None:
            found.append((decision.player, decision.prompt, [o.key for o in decision.options]))
    return found


@pytest.fixture
def refused(play: Play) -> Callable[..., list[str]]:
    """Takes what `play` takes; gives "code: message" of each diagnostic of the error, or fails if there was none."""

    def do(*args: Any, **kwargs: Any) -> list[str]:
        with pytest.raises(MootError) as caught:
            play(*args, **kwargs)
        return [told(d) for d in caught.value.diagnostics if d.severity == "error"]

    return do


def told(diagnostic: Diagnostic) -> str:
    return f"{diagnostic.code}: {diagnostic.message}"
