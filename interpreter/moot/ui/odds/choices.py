"""The odds of a choice in a game: at the prompt, or in a saved or logged game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ...lang.spelling import one_of
from ...stack.decision import matching
from ..options import wrong_call
from ..output import emit

if TYPE_CHECKING:
    from ...stack.decision import Decision
    from ...stack.game import State
    from ...stack.journal import Teller
    from ...tools.odds.choices import ChoiceOdds, VisibleChange

LogPlace = tuple[Path, int | None]  # a file, and the number of an entry of the log in it
_LOG = ".log"
_UNMARKED = ("no", "none", "[]", 0, False, None)  # values of a state without a mark


def odds_lines(teller: Teller, found: ChoiceOdds, most: int) -> Iterator[str]:
    """A line for each outcome, the likeliest first, and a last line for all beyond `most`."""
    outcomes = list(found.odds.items())
    always = [one for one in outcomes[0][0] if all(one in changes for changes, _ in outcomes)] if outcomes[1:] else []
    if always:
        yield f"in every case  {told_changes(teller, always)}"
    for changes, share in outcomes[:most]:
        told = told_changes(teller, [one for one in changes if one not in always])
        yield f"{float(share) * 100:5.1f}%  {told or ('nothing else' if always else 'nothing changes')}"
    if len(outcomes) > most:
        rest = float(sum(share for _, share in outcomes[most:])) * 100
        yield f"{rest:5.1f}%  {len(outcomes) - most} other outcomes"
    if found.stand_ins:
        yield stand_in_line(found.stand_ins)


def told_changes(teller: Teller, changes: Sequence[VisibleChange]) -> str:
    """Changes in words, grouped by thing."""
    moved = {one.key for one in changes if one.is_move(teller)}
    found: dict[str, list[str]] = {}
    for one in changes:
        thing, words = one.parts(teller)
        if one.thing in moved and one.key not in moved and one.new in _UNMARKED:
            continue  # a thing that leaves loses its marks
        found.setdefault(thing or words, []).append(words if thing else "")
    return "; ".join(f"{what}: {', '.join(told)}" if told[0] else what for what, told in found.items())


def stand_in_line(cells: tuple[str, ...]) -> str:
    """A note that the odds rely on stand-in cells of tables."""
    return f"these odds rely on stand-ins: {', '.join(cells)}"


def place_in_game(text: str) -> LogPlace | None:
    """The file of a saved or logged game that SAVE, LOG or LOG:N names; None if the text names a game."""
    before, _, after = text.rpartition(":")
    if before and after.isascii() and after.isdecimal() and (Path(before).is_file() or before.endswith(_LOG)):
        return Path(before), int(after)
    return (Path(text), None) if Path(text).is_file() or text.endswith(_LOG) else None


def _names(decision: Decision) -> list[str]:
    """The text to type for each option: its name, or its key if several have the same name."""
    count = Counter(one.text for one in decision.options)
    return [one.text if count[one.text] == 1 else one.key for one in decision.options]


def choice_odds(place: LogPlace, choice: str | None, mods: tuple[str, ...]) -> int:
    """Print the odds of a choice as its player may know them; without a choice, the available ones. Raises
    MootError.
    """
    from ...tools.odds.choices import odds_of_choice

    state = _state(place, mods)
    decision = state.decision
    if decision is None:
        raise wrong_call("game-over", "the game is over and offers no choices")
    told = {"player": decision.player, "prompt": decision.prompt}
    if choice is None:
        keys = [one.key for one in decision.options]
        return emit("odds choices", told | {"choices": keys}, lambda: _tell_choices(decision))
    option = matching(decision, choice)
    if option is None:
        message = f"`{choice}` is not a choice of {decision.player} at “{decision.prompt}”"
        raise wrong_call("not-offered", message, one_of(choice, _names(decision)))
    found = odds_of_choice(state, decision.player, option)
    outcomes = [
        {"changes": list(map(str, changes)), "exact": str(share), "probability": float(share)}
        for changes, share in found.odds.items()
    ]

    def text() -> None:
        click.echo(f"{decision.player}, prompted “{decision.prompt}”, chooses {option.text}:")
        for line in odds_lines(state.game.teller, found, len(found.odds)):
            click.echo(line)

    more = {"choice": option.key, "outcomes": outcomes, "stand_ins": list(found.stand_ins)}
    return emit("odds choice", told | more, text)


def _tell_choices(decision: Decision) -> None:
    click.echo(f"{decision.player} is prompted “{decision.prompt}”. Available choices:")
    for name in _names(decision):
        click.echo(f"  {name}")


def _state(place: LogPlace, mods: tuple[str, ...]) -> State:
    """The game in the save or the log. Raises MootError."""
    from ...tools.logs.entries import asked_at
    from ...tools.logs.log import read_log
    from ...tools.logs.save import read_save

    path, number = place
    if number is None and path.is_file():
        with path.open(encoding="utf-8", errors="replace") as file:
            saved = file.read(16).startswith('{"moot save"')
        if saved:
            if mods:
                raise wrong_call("usage", "--with cannot be used with a save", "remove it: a save names its own packs")
            return read_save(path)[0]
    return asked_at(read_log(path), number, mods)
