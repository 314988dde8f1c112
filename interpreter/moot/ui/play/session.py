"""A game at the table: asks people and bots in turn, shows each person their seat's view, keeps log and save."""

from __future__ import annotations

import dataclasses
import random
import re
from collections.abc import Callable, Iterator, Sequence
from typing import Literal

from rich.console import Console
from rich.text import Text

from ...lang.diagnostic import MootError
from ...stack.decision import Decision
from ...stack.game import Game, Option, State
from ...stack.journal import Entry
from ...stack.scoreboard import Marks, Reported
from ...stack.words import name_words
from ...state.view import UNKNOWN
from ...tools.bots.simple import Bot
from ...tools.logs.log import LogWriter, end_record
from .autosave import Autosave
from .drawing import Drawing
from .narrate import Narrator
from .narrated import NarratedLine
from .seats import PERSON
from .undo_rule import Before, last_asked, placed_things, refused

_PARTS = re.compile(r"([(,)]\s*)")  # between the parts of a call


class Play:
    """One game being played. `watched`: no person plays, and everything is shown."""

    def __init__(
        self,
        state: State,
        seats: dict[str, str],
        bots: dict[str, Bot],
        out: Console,
        log: LogWriter | None,
        kept: Autosave,
        steps: bool = False,
    ) -> None:
        """`steps`: print each step of a thing over a board on its own line."""
        self.state = state
        self.seats = seats
        self.bots = bots
        self.out = out
        self.log = log
        self.kept = kept
        self.steps = steps
        self.people = [player for player, who in seats.items() if who == PERSON]
        self.drawing = Drawing(state.game.program, out, folds=bool(self.people))
        self.watched = not self.people
        # for each person, the length of journal already shown; in a resumed game, all of the past
        begun = len(state.position.journal or ()) if state.choices else 0
        self.told: dict[str, int] = dict.fromkeys(self.people, begun)
        self.given_up = False
        self.past: list[Before] = []  # the moment before each choice
        self.greeted: set[str] = set()  # the players who have seen the hint about input
        self.drawn: tuple[str, tuple[str, ...]] = ("", ())  # whose table was drawn last, and its parts
        self._narrators: dict[str, Narrator] = {}

    @property
    def game(self) -> Game:
        return self.state.game

    def name(self, key: str) -> str:
        return name_words(self.game.program, self.game.program.titles.get(key, key))

    # ---------------------------------------------------------------------------------------------- choices

    def bots_choose(self) -> Iterator[None]:
        """Let bots choose until a person is asked or the game is over; yields after each choice."""
        while (decision := self.state.decision) is not None and decision.player in self.bots:
            place = self.bots[decision.player].choose(self.state.position)
            self.choose(decision, decision.options[place])
            yield

    def unasked(self) -> bool:
        """Take a person's only choice, unless this could give away their hand to another person at the terminal."""
        decision = self.state.decision
        if decision is None or len(self.people) != 1 or decision.player not in self.people or len(decision.options) > 1:
            return False
        self.choose(decision, decision.options[0], unasked=True)
        return True

    def choose(self, decision: Decision, option: Option, unasked: bool = False) -> None:
        """Apply a choice; write it to the log and keep the game."""
        before = Before.of(self.state, unasked) if self.people else None
        self.state.apply(option)
        if before is not None:
            self.past.append(before)
        fresh = self.state.fresh[-1] if self.state.salt else ""
        self.to_log(lambda log: log.choice(decision.player, option.key, fresh))
        self.keep()

    def undo(self, player: str) -> str:
        """Undo a player's last choice; returns the reason if that is not allowed."""
        reason = refused(self.state, self.past, player)
        if reason:
            return reason
        for _ in self.past[last_asked(self.state, self.past, player) :]:
            self.state.undo()
            before = self.past.pop()
            self.to_log(LogWriter.undo)
        for person, told in self.told.items():
            if told > before.entries:
                self.told[person] = before.entries
                self._narrators.pop(person, None)
        self.keep()
        return ""

    def keep(self) -> None:
        """Save the game in case it is interrupted; report a failure once, and its end."""
        if self.watched:
            return
        before = self.kept.trouble
        self.kept.keep(self.state)
        self._report("save the game", before, self.kept.trouble, "The game is saved again.")

    def _report(self, deed: str, before: str, trouble: str, again: str) -> None:
        """Report a new write error, and its end."""
        if trouble and trouble != before:
            self.drawing.put(Text(f"cannot {deed}: {trouble}", style="yellow"))
        elif before and not trouble:
            self.drawing.put(Text(again, style="dim"))

    def to_log(self, write: Callable[[LogWriter], None]) -> None:
        """Change the log, if there is one. After a write error, the next choice tries again."""
        if self.log is not None:
            before = self.log.trouble
            write(self.log)
            self._report("write the log", before, self.log.trouble, "The log is complete again.")

    # ---------------------------------------------------------------------------------------------- what is told

    def told_beside(self, player: str) -> tuple[list[tuple[str, str]], Marks, dict[str, list[str]]]:
        """The values of the report's columns, marks and player table, in words.

        Read on a guess, so that nothing hidden shows.
        """
        report = Reported(self.game)
        sums = [n for n, name in enumerate(report.columns) if name in self.game.program.index.functions]
        if not sums and not {"marks", "table", "totals"} & self.game.program.report.keys():
            return [], {}, {}
        seat = self.game.players.index(player)
        try:
            guess = self.game.determinizer.guess(self.state.position, seat, random.Random(0))
            row, marks, table = report.row(guess), report.marks(guess), report.table(guess)
            totals = report.totals(guess)
        except MootError:
            return [], {}, {}  # a sum that cannot be read now, perhaps by zero
        told = [(self.name(report.columns[n]), row[n]) for n in sums if row[n]]
        for name, values in totals:
            of_things = [self.name(key) + ("" if value == "yes" else f" {value}") for key, value in values]
            told += [(self.name(name), ", ".join(of_things))] if values else []
        return told, marks, table

    def notes_on(self, player: str, things: Sequence[int], key: Literal["choices", "looks"] = "choices") -> Marks:
        """The report's notes on things among the choices, or on those that a player looks at; read on a guess, too."""
        if key not in self.game.program.report or not things:
            return {}
        try:
            guess = self.game.determinizer.guess(self.state.position, self.game.players.index(player), random.Random(0))
            return Reported(self.game).notes(key, guess, things)
        except MootError:
            return {}

    def entries(self, player: str | None, start: int = 0) -> list[tuple[Entry, Entry | None]]:
        """Journal entries from `start`: each in full, and as the player may read it (None if not at all)."""
        tell = self.game.teller.entry
        seat = None if player is None else self.game.players.index(player)
        found = []
        for number, raw in enumerate((self.state.position.journal or [])[start:], start):
            whole = tell(number, raw)
            if whole is not None:
                found.append((whole, tell(number, raw, seat)))
        return found

    def news(self, player: str | None) -> list[NarratedLine]:
        """The events since this person last saw the news; for None, since the watchers did."""
        key = player or ""
        narrator = self._narrators.get(key)
        start = self.told.get(key, 0)
        if narrator is None:
            narrator = self._narrators[key] = self._narrator(player)
            if start:
                narrator.lines(_readable([pair for pair in self.entries(player) if pair[0].number < start], player))
        self.told[key] = len(self.state.position.journal or ())
        self.drawing.with_calls = narrator.with_calls
        return narrator.lines(_readable(self.entries(player, start), player), whole=player is not None)

    def last_news(self) -> list[NarratedLine]:
        """The news of the end for all people at this terminal: with several, only what each of them may read."""
        if len(self.people) == 1:
            return [self._addressed(line) if line.final else line for line in self.news(self.people[0])]
        start = min((self.told.get(person, 0) for person in self.people), default=0)
        narrator = Narrator(
            self.game.program,
            lambda thing: all(thing in placed_things(self.state.view(p)) for p in self.people),
            self.steps,
        )
        shown: list[tuple[Entry, Entry | None]] = []
        for readings in zip(*(self.entries(person) for person in self.people), strict=True):
            seen = [entry for _, entry in readings]
            hidden = next((entry for entry in seen if entry is None or entry.hidden), seen[0])
            shown.append((readings[0][0], None if None in seen else hidden))
        narrator.lines(_readable(shown[:start], self.people[0]))
        return narrator.lines(_readable(shown[start:], self.people[0]))

    def _addressed(self, line: NarratedLine) -> NarratedLine:
        """The end of the game for the only person at the table: you win, or you lose a game for one player."""
        name = self.name(self.people[0])
        words = {f"{name[:1].upper()}{name[1:]} wins": "You win"}
        if len(self.game.players) == 1:
            words["Nobody wins"] = "You lose"
        for whole, own in words.items():
            if line.text.startswith(whole):
                return dataclasses.replace(line, text=own + line.text.removeprefix(whole))
        return line

    def story(self, player: str) -> list[NarratedLine]:
        """Everything that a person may read of the game so far."""
        return self._narrator(player).lines(_readable(self.entries(player), player))

    def _narrator(self, player: str | None) -> Narrator:
        if player is None:
            return Narrator(self.game.program, steps=self.steps)
        return Narrator(self.game.program, lambda thing: thing in placed_things(self.state.view(player)), self.steps)

    def save(self, path: str) -> None:
        """Write a save of a person's own. Raises MootError if the file already exists or cannot be written."""
        from pathlib import Path

        from ...lang.diagnostic import fail
        from ...tools.logs.save import write_save

        if not path:
            raise fail("no-file", "write a file name after save", hint="write: save FILE")
        if Path(path).exists():
            raise fail("file-exists", f"`{path}` already exists", hint="choose another file name")
        write_save(Path(path), self.state, self.kept.game_folder, self.seats)

    def close(self) -> None:
        """Finish the log. Raises MootError if it cannot be written."""
        if self.log is not None:
            if self.state.over:
                self.log.finish(end_record(self.state))
            if self.state.salt and (self.state.over or self.given_up):
                self.log.open_seal(self.state.seed, self.state.salt)
            self.log.close()


def _readable(entries: list[tuple[Entry, Entry | None]], player: str | None) -> Iterator[Entry]:
    """The entries for a narrator: those that the player may read, and calls, whose arguments it names only if the
    player may know them.
    """
    for place, (whole, seen) in enumerate(entries):
        if player is None or whole.what == "does":
            yield whole
        elif seen is not None:
            yield _shown_at_once(whole, seen, entries[place + 1 :]) if seen.what == "choice" and seen.hidden else seen


def _next_move(later: Sequence[tuple[Entry, Entry | None]]) -> tuple[Entry | None, Entry | None]:
    """The first move before the next prompt, ignoring calls: in full, and as the player may read it."""
    for whole, seen in later:
        if whole.what in ("choice", "chance", "say"):
            break
        if whole.what == "move" and not whole.facts["thing"].startswith("call "):
            return whole, seen
    return None, None


def _shown_at_once(whole: Entry, seen: Entry, later: Sequence[tuple[Entry, Entry | None]]) -> Entry:
    """A choice of a hidden thing that moves in plain sight straight afterwards: name the thing in the choice. If the
    move itself is out of sight, the next move is not shown as its result (`apart`).
    """
    moved, happens = _next_move(later)
    if moved is not None and happens is None:
        return dataclasses.replace(seen, facts={**seen.facts, "apart": True})
    if happens is None or happens.hidden:
        return seen
    shown, told = happens.facts["thing"], []
    known, hidden = _PARTS.split(whole.facts["chosen"]), _PARTS.split(seen.facts["chosen"])
    if len(known) != len(hidden) or len(known) < 2:
        return seen
    for real, word in zip(known, hidden, strict=True):
        owner, dot, action = real.rpartition(".")
        if word == UNKNOWN and real == shown:
            told.append(shown)
        elif dot and owner == shown and word == f"{UNKNOWN}.{action}":
            told.append(real)
        else:
            told.append(word)
    return dataclasses.replace(seen, facts={**seen.facts, "chosen": "".join(told)})
