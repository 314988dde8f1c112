"""Changed saves and logs: each is refused, or plays on, and raises nothing but MootError and IllegalChoice."""

from __future__ import annotations

import copy
import json
import random
import signal
import traceback
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from moot.lang.diagnostic import MootError
from moot.stack.game import Game, IllegalChoice, State
from moot.stack.saves.serialize import save_sum
from moot.tools.logs.log import log_text, read_log, replayed

GAMES = {"duel": 10, "balrog": 4, "gondor": 1, "gondolin": 10}  # how often each: a change of a wargame takes a second
STEPS = 6  # choices made after a restore
SECONDS = 30  # of processor time, for one change
JUNK: tuple[Any, ...] = (
    *(None, True, False, 0, 1, -1, 2, 7, 1000, -1000, 2**40, -(2**70), 1.5, "", "x", "_at", "player", [], [[]], {}),
    *([0], [None], [1, 2, 3], ["x", 1], {"x": 1}, [[0, 0]], [-1], "1", "none", [[], []], float("inf"), "\ud800"),
)


class Tried(NamedTuple):
    """What came of a change: `refused`, `played`, or the traceback of what should not be raised."""

    outcome: str
    told: str = ""


def bases(game: Game, seed: int, count: int, most: int = 150) -> Iterator[dict[str, Any]]:
    """Saves of one game, from different moments."""
    rng = random.Random(seed)
    for number in range(count):
        salt = "ab" if number % 5 == 4 else ""
        state = game.start(seed * 1000 + number, journal=number % 3 > 0, nature=number % 4 == 3, salt=salt)
        for _ in range(rng.randrange(most)):
            decision = state.decision
            if decision is None:
                break
            state.apply(rng.randrange(len(decision.options)), fresh="cd")
        if len(state.decisions) > 1:
            late = state.decisions[-1]
            state.apply(late.options[0].key, late.player)
        yield state.save()


def changed(base: dict[str, Any], rng: random.Random) -> dict[str, Any]:
    """A save with one to three changes, and a sum that fits."""
    data = dict(base)
    for _ in range(rng.choice((1, 1, 1, 2, 3))):
        _change(data, rng)
    data["sum"] = save_sum(data)
    return data


_PARTS = ("position",) * 12 + (
    "choices",
    "journal",
    "seed",
    "ahead",
    "mods",
    "anyway",
    "options",
    "frames",
    "decks",
    "salt",
    "fresh",
)


def _change(data: dict[str, Any], rng: random.Random) -> None:
    part = rng.choice(_PARTS)
    if part not in data and rng.random() < 0.8:
        part = "position"
    if part != "position" or not isinstance(data.get(part), dict):
        data[part] = copy.deepcopy(data.get(part))
        _change_in(data, part, rng)
        return
    inner = data[part] = dict(data[part])
    name = rng.choice([*inner])
    inner[name] = copy.deepcopy(inner[name])
    _change_in(inner, name, rng)


def _change_in(holder: Any, key: Any, rng: random.Random) -> None:
    """Change a value somewhere inside `holder[key]`."""
    while isinstance(holder[key], list | dict) and holder[key] and rng.random() < 0.85:
        holder, key = holder[key], None
        key = rng.choice([*holder] if isinstance(holder, dict) else range(len(holder)))
    value = holder[key]
    match rng.randrange(8):
        case 0 | 1:
            holder[key] = copy.deepcopy(rng.choice(JUNK))
        case 2 if isinstance(value, int):
            holder[key] = value + rng.choice((-1, 1, 2, 100))
        case 3 if isinstance(holder, list):
            del holder[key]
        case 4 if isinstance(holder, list):
            holder.insert(key, copy.deepcopy(rng.choice((value, *JUNK))))
        case 5 if isinstance(holder, list):
            other = rng.randrange(len(holder))
            holder[key], holder[other] = holder[other], holder[key]
        case 6 if isinstance(holder, list):
            holder[key] = copy.deepcopy(holder[rng.randrange(len(holder))])
        case 7 if isinstance(value, list):
            rng.shuffle(value)
        case _:
            holder[key] = rng.randrange(-2, 60)


def try_save(game: Game, data: dict[str, Any], rng: random.Random) -> Tried:
    """Restore a save and play on."""
    return _guarded(lambda: use(game.restore(data), rng))


def use(state: State, rng: random.Random) -> str:
    """Look at everything, choose, undo, save and restore."""
    for _ in range(STEPS):
        state.view(rng.choice(state.game.players))
        repr(state.decisions)
        if state.decision is None:
            break
        state.why_not("nonsense(1)")
        try:
            state.apply(rng.randrange(len(state.decision.options)))
        except (IllegalChoice, MootError):
            break
    for player in state.game.players:
        repr(state.seen_journal(player))
    state.game.machine.view(state.position, None)
    repr((state.result, state.choices, state.journal))
    if state.choices and state._history.steps:
        state.undo()
    repr(state.decision)
    copied = state.copy()
    state.game.restore(copied.save())
    if copied.decision is not None:
        guess = copied.guess(rng.choice(state.game.players), rng)
        if guess.decision is not None:
            guess.apply(0)
    return "played"


def changed_log(lines: list[str], rng: random.Random) -> bytes:
    """A log with one to three changes; its sum is wrong, which a replay does not look at."""
    lines = list(lines)
    for _ in range(rng.choice((1, 1, 2, 3))):
        at = rng.randrange(len(lines)) if rng.random() < 0.6 else 0
        match rng.randrange(5):
            case 0:
                del lines[at]
                lines = lines or [""]
            case 1:
                lines.insert(at, rng.choice(lines))
            case 2:
                cut = rng.randrange(len(lines[at]) + 1)
                lines[at] = lines[at][:cut] + rng.choice(("", '"', "{", "\x00", "\u202e", "9" * 5000)) + lines[at][cut:]
            case _:
                try:
                    told = json.loads(lines[at])
                except (ValueError, RecursionError):
                    continue
                holder = {"line": told}
                _change_in(holder, "line", rng)
                lines[at] = json.dumps(holder["line"])
    data = "\n".join(lines).encode("utf-8", "surrogatepass")
    if rng.random() < 0.1:
        data = data[: rng.randrange(len(data) + 1)]
    return data


def try_log(path: Path, data: bytes) -> Tried:
    path.write_bytes(data)

    def read() -> str:
        state = replayed(read_log(path))
        repr((state.journal, state.decision))
        return "played"

    return _guarded(read)


def log_lines(game: Game, seed: int, salt: str = "") -> list[str]:
    """The lines of a log of a whole game, or of its first hundred choices."""
    from moot.tools.logs.log import end_record, header_of

    state, rng = game.start(seed, salt=salt), random.Random(seed)
    while state.decision is not None and len(state.choices) < 100:
        state.apply(rng.randrange(len(state.decision.options)), fresh="cd")
    header, opening = header_of(game, seed, salt=salt), (seed, salt) if salt else None
    return log_text(header, state.choices, end_record(state), state.fresh, opening).splitlines()


def _guarded(run: Any) -> Tried:
    def too_long(*_: object) -> None:
        raise TimeoutError

    before = signal.signal(signal.SIGVTALRM, too_long)
    signal.setitimer(signal.ITIMER_VIRTUAL, SECONDS)
    try:
        return Tried(run())
    except MootError as error:
        return Tried("refused", error.diagnostics[0].message)
    except Exception as error:  # that is what is looked for
        last = traceback.extract_tb(error.__traceback__)[-1]
        return Tried(f"{type(error).__name__} in {Path(last.filename).name}:{last.lineno}", traceback.format_exc())
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)
