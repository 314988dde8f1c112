"""A game in progress: choose until it is over, look, undo, copy, save."""

from __future__ import annotations

import json
import random
from collections.abc import Iterable
from typing import TYPE_CHECKING

from ..lang import arguments
from ..lang.diagnostic import MootError, fail
from ..state.position import NATURE, Args, Position, RawQuestion, Value
from ..state.sealed_chance import SealedChance, fresh_bits, seal_of
from ..state.view import Data
from .at_once import waiting_questions
from .chance import stir_in
from .decision import Decision, Option, decision_of, not_offered, option_called
from .history import APART, History
from .journal import Entry
from .result import IllegalChoice, Result
from .saves.damage import DAMAGED, OF_DAMAGE
from .saves.serialize import FORMAT, position_as_json, save_sum
from .words import name_words

if TYPE_CHECKING:
    from .game import Game

EARLIER = -1  # before anything that can be undone
REASONS = 3  # guesses that must all give a reason before a player gets it


class State:
    """A game in progress. Only `apply` and `undo` change it."""

    def __init__(
        self,
        game: Game,
        position: Position,
        seed: int,
        choices: Iterable[tuple[str, str]] = (),
        salt: str = "",
        fresh: Iterable[str] = (),
    ) -> None:
        """`choices`: the earlier choices, which cannot be undone. A sealed game has a `salt`, and `fresh` bits
        for each of these choices.
        """
        self.game = game
        self.seed = seed
        self.salt = salt
        self._position: Position | None = position  # None: recomputed on demand
        self._journal = position.journal  # of the position that is made again
        self._left: RawQuestion | None = None  # the outcome of the last choice
        self._decision: Decision | None = None
        self._asked: RawQuestion | None = None  # the question whose decision is kept
        self._history = History()
        self._choices = [*choices]  # player and key, as far as somebody has looked
        self._fresh = [*fresh]  # of the choices outside the history
        self._restored = False  # from a save, or continued from one
        self._earlier = len(self._choices)  # choices outside the history
        # For players who choose at once, the answers given before their turn: the key, and the number of steps then.
        self._ahead: dict[str, tuple[str, int]] = {}
        self._kept: dict[int, tuple[str, tuple[str, int]]] = {}  # the steps that were such answers, and the players
        # Where play began, if not at the game's start: a position with nothing under way, a procedure, its arguments.
        self.begun: tuple[Position, str, Args] | None = None

    @property
    def position(self) -> Position:
        """The position. It belongs to the state, which replays from it to undo."""
        return self._position or self._made_again()

    def _made_again(self) -> Position:
        S = self._history.before(self.game.machine, len(self._history.steps))
        S.journal = self._journal
        self._left, self._position = S.ask, S
        return S

    @property
    def choices(self) -> list[tuple[str, str]]:
        """The choices so far: player, key."""
        for decision, place, *_ in self._history.steps[len(self._choices) - self._earlier :]:
            self._choices.append((decision.player, decision.options[place].key))
        return self._choices

    @property
    def fresh(self) -> list[str]:
        """The bits that each choice stirred into the chance of a sealed game, as hexadecimal digits."""
        return [*self._fresh, *(step[3] for step in self._history.steps)] if self.salt else []

    @property
    def seal(self) -> str:
        """The hash of a sealed game's seed and salt, which players may know from the start. Otherwise empty."""
        return seal_of(self.seed, self.salt) if self.salt else ""

    @property
    def over(self) -> bool:
        return (self._position or self._made_again()).ask is None

    @property
    def result(self) -> Result | None:
        """None while the game is running."""
        if not self.over or self.position.result is None:
            return None
        end, players = self.position.result, self.game.players
        line = self.game.program.rule(end.rule)
        scores = None if end.scores is None else dict(zip(players, end.scores, strict=True))
        return Result(end.names(players), scores, end.reason, line.label, line.clauses)

    @property
    def decision(self) -> Decision | None:
        """The current decision; None when the game is over. It is read once for each question."""
        S = self._position or self._made_again()
        if S.ask is not self._asked:
            self._asked, self._decision = S.ask, decision_of(self.game.program, S)
        return self._decision

    @property
    def decisions(self) -> list[Decision]:
        """The current decisions: of one player, or of each player who chooses at once and has not answered; none
        at the end.
        """
        if self.decision is None:
            return []
        S = self.position
        answered = self._ahead.keys()
        found = [self.decision]
        for question in waiting_questions(self.game.program.index, S):
            asked = S.copy()
            asked.ask = question
            one = decision_of(self.game.program, asked)
            found += [one] if one is not None and one.player not in answered else []
        return found

    @property
    def journal(self) -> list[Entry]:
        """All events so far, with their rules and clauses. Empty if the game was started without a journal."""
        tell = self.game.teller.entry
        found = [tell(n, raw) for n, raw in enumerate(self.position.journal or [])]
        return [entry for entry in found if entry is not None]

    def seen_journal(self, player: str) -> list[Entry]:
        """The journal as one player may read it."""
        seat = self.game._seat(player)
        found = [self.game.teller.entry(n, raw, seat) for n, raw in enumerate(self.position.journal or [])]
        return [entry for entry in found if entry is not None]

    def _blame_save(self, error: BaseException) -> None:
        """Raise MootError if the rules of a restored game failed at a value that they never make."""
        if self._restored and isinstance(error, OF_DAMAGE) and not isinstance(error, IllegalChoice | MootError):
            raise fail("save-damaged", DAMAGED) from None

    def _look(self) -> None:
        """Read everything that players may read."""
        for decision in self.decisions:
            repr(decision)
        for player in self.game.players:
            self.view(player)
            self.seen_journal(player)
        _ = self.result, self.journal

    def apply(self, choice: Option | str | int, player: str | None = None, fresh: str = "") -> None:
        """Choose: an option, its key, or its index among the options.

        `player`: the choosing player, if several choose at once; an early answer is stored until its turn. `fresh`: the
        bits to stir in when a sealed game is played again. By default they are new. Raises IllegalChoice for a choice
        that is not available, MootError for a runtime error of the rules, TypeError for any other type. The
        state is then unchanged.
        """
        S, decision = self._position or self._made_again(), self.decision
        if decision is None:
            raise IllegalChoice(str(choice), "the game is over")
        if player is not None and player != decision.player:
            self._answer_ahead(choice, player)
            return
        options = decision.options
        place = choice._place if isinstance(choice, Option) and choice._of is options else self._place(decision, choice)
        value = options.values[place]
        history = self._history
        number, journal = len(history.steps), S.journal
        length = 0 if journal is None else len(journal)
        if number % APART == 0 or S.ask is not self._left:  # somebody else may have played on from there
            history.keep(S)
        try:
            if not fresh and isinstance(S.rng, SealedChance):
                fresh = fresh_bits()
            history.steps.append((decision, place, length, fresh))
            if journal is not None:
                self._record(S, value)
            stir_in(S, fresh)
            self.game.machine.advance(S, value)
            self._left = S.ask
        except BaseException as error:  # an interruption too must leave nothing half done
            self._position, self._journal = None, None if journal is None else journal[:length]
            del history.steps[number:]
            self._blame_save(error)
            raise
        if self._ahead:
            self._go_on_ahead()

    def _answer_ahead(self, choice: Option | str | int, player: str) -> None:
        """An answer of somebody whose turn has not come, while several choose at once."""
        self.game._seat(player)
        decision = next((one for one in self.decisions if one.player == player), None)
        if decision is None:
            who = ", ".join(one.player for one in self.decisions)
            raise IllegalChoice(str(choice), f"it is not `{player}`'s choice, but {who}'s")
        key = decision.options[self._place(decision, choice)].key
        self._ahead[player] = key, len(self._history.steps)

    def _go_on_ahead(self) -> None:
        """Those whose turn has come now may have answered already."""
        if self.decision is None or self.decision.player not in self._ahead:
            return
        ahead, player, number = dict(self._ahead), self.decision.player, len(self._history.steps)
        self._kept[number] = player, self._ahead.pop(player)
        try:
            self.apply(ahead[player][0])
        except BaseException:  # the choices that led here are undone too
            del self._kept[number]
            self._take_back()
            self._ahead = ahead
            raise

    def _place(self, decision: Decision, choice: Option | str | int) -> int:
        if isinstance(choice, int) and not isinstance(choice, bool):
            if 0 <= choice < len(decision.options):
                return choice
            raise IllegalChoice(str(choice), f"the options are numbered from 0 to {len(decision.options) - 1}")
        arguments.expect(isinstance(choice, Option | str), "choice", "an option, its key or its place", choice)
        key = choice.key if isinstance(choice, Option) else str(choice)
        option = option_called(self.game.program, decision, key)
        if option is None:
            raise IllegalChoice(key, *self._why_not(decision, key, listed=True))
        return option._place

    def why_not(self, key: str, spoken: bool = False, player: str | None = None) -> tuple[str, tuple[str, ...]]:
        """Why a key is not available now, and the clauses behind it. For an available key, a note that it is available.

        `spoken`: use the words of menus, not keys. The answer uses the view of `player` alone. Without
        a player it is for the choosing one, but does not list their options.
        """
        arguments.expect(isinstance(key, str), "key", "the key of an option, a text", key)
        decision = self.decision
        if decision is None:
            return "the game is over", ()
        if player is not None:
            self.game._seat(player)
            own = next((one for one in self.decisions if one.player == player), None)
            if own is None:
                names = [name_words(self.game.program, one) if spoken else one for one in (player, decision.player)]
                return f"it is not {names[0]}'s choice, but {names[1]}'s", ()
            decision = own
        if option_called(self.game.program, decision, key) is not None:
            return f"`{key}` is available", ()
        return self._why_not(decision, key, spoken, player)

    def _why_not(
        self, decision: Decision, key: str, spoken: bool = False, reader: str | None = None, listed: bool = False
    ) -> tuple[str, tuple[str, ...]]:
        """Why a key is not among the options of a decision. With `reader`, the answer uses that player's
        view alone. `listed`: add the options, as for a reader.
        """
        from .actions import why_not_call

        program, fast = self.game.program, self.game.machine.fast
        if reader is None:
            told = why_not_call(program, fast, self.position, key)
        else:  # a reason that holds whatever the hidden things are
            rng, seat = random.Random(0), self.game.players.index(reader)
            guesses = (self.game.determinizer.guess(self.position, seat, rng) for _ in range(REASONS))
            reasons = [why_not_call(program, fast, guess, key) for guess in guesses]
            told = reasons[0] if all(one == reasons[0] for one in reasons) else None
        if told is not None:
            return told
        listed = listed or reader is not None or program.index.all_open
        return not_offered(program, decision, key, spoken, listed), decision.clauses

    def _record(self, S: Position, value: Value) -> None:
        assert S.ask is not None
        site, player, _, words = S.ask
        if S.journal is None:
            return
        program = self.game.program
        prompt, rule, _, _ = program.sites[site]
        if player == NATURE:
            if prompt != "shuffle":
                seen = self.game.machine.traced.onlookers(S, site, value, -1)
                S.journal.append(("chance", rule, site, value, (), seen))
        else:
            seen = self.game.machine.traced.onlookers(S, site, value, player)
            asked = words if isinstance(words, str) else prompt
            S.journal.append(("choice", rule, site, player, value, False, seen, asked))

    def undo(self) -> None:
        """Undo the last choice. Raises IllegalChoice at the start."""
        steps = self._history.steps
        if self._ahead and [*self._ahead.values()][-1][1] == len(steps):
            self._ahead.popitem()
            return
        if len(steps) == self._history.floor:
            since = "since this was copied or loaded" if self._history.floor or self._earlier else "yet"
            raise IllegalChoice("undo", f"no choice has been made {since}")
        while (kept := self._kept.pop(self._take_back(), None)) is not None:
            self._ahead = dict([kept], **self._ahead)

    def _take_back(self) -> int:
        """Back to before the last step, whose number it gives."""
        steps = self._history.steps
        journal = self._journal if self._position is None else self._position.journal
        self._position, self._journal = None, journal
        length = self._history.pop()
        if journal is not None:
            self._journal = journal[:length]
        del self._choices[self._earlier + len(steps) :]
        return len(steps)

    def before_last(self) -> tuple[Position, Value] | None:
        """A copy of the position before the last choice, with the fresh bits of that choice, and the value that was
        chosen; None if none can be undone.
        """
        steps = self._history.steps
        if len(steps) == self._history.floor:
            return None
        decision, place, _, fresh = steps[-1]
        S = self._history.before(self.game.machine, len(steps) - 1)
        stir_in(S, fresh)
        return S, decision.options.values[place]

    def copy(self) -> State:
        """An independent state that continues identically, or with chance of its own if the game is sealed. It can be
        undone only to this point.
        """
        S = self.position.copy()
        S.journal = None if self.position.journal is None else self.position.journal[:]
        new = State(self.game, S, self.seed, self._choices, self.salt, self._fresh)
        new._earlier, new._history = self._earlier, History(self._history.steps)
        new._restored = self._restored
        new.begun, new._ahead = self.begun, {name: (key, EARLIER) for name, (key, _) in self._ahead.items()}
        new._asked, new._decision = S.ask, self.decision
        return new

    def view(self, player: str) -> Data:
        """The player's view, as plain data: zones, states, whose choice it is, and that player's own options."""
        seat = self.game._seat(player)
        data = self.game.machine.view(self.position, seat)
        decision = next((one for one in self.decisions if one.player == player), self.decision)
        data["asked"] = decision.player if decision else None
        if decision is not None and decision.player == player:
            data["prompt"] = decision.prompt
            data["options"] = [option.key for option in decision.options]
        result = self.result
        data["result"] = None if result is None else result.as_json()
        return data

    def guess(self, player: str, rng: random.Random) -> State:
        """A state that looks the same to a player, with everything unknown to them dealt at random, and without a
        journal. Its chance comes from `rng`.
        """
        arguments.expect(isinstance(rng, random.Random), "rng", "a random.Random", rng)
        seat = self.game._seat(player)
        try:
            found = self.game.determinizer.guess(self.position, seat, rng)
        except OF_DAMAGE as error:
            self._blame_save(error)
            raise
        guessed = State(self.game, found, 0 if self.salt else self.seed)  # a sealed game keeps its seed
        guessed._restored = self._restored
        guessed._ahead = {name: (key, EARLIER) for name, (key, _) in self._ahead.items() if name == player}
        return guessed

    def save(self) -> Data:
        """Everything needed to resume the game, as JSON data."""
        program = self.game.program
        data = {
            "moot save": FORMAT,
            "game": program.id,
            "digest": program.digest,
            "frames": program.index.frames_sum,
            "versions": program.versions,
            "options": program.options,
            "mods": list(self.game.mods),
            "seed": self.seed,
            "choices": [list(choice) for choice in self.choices],
            "position": position_as_json(self.position),
            "journal": self.position.journal,
            **({"salt": self.salt, "fresh": self.fresh} if self.salt else {}),
            **({"decks": program.player_decks} if program.player_decks else {}),
            **({"anyway": list(self.game.anyway)} if self.game.anyway else {}),
            **({"ahead": {name: key for name, (key, _) in self._ahead.items()}} if self._ahead else {}),
        }
        plain: Data = json.loads(json.dumps(data))  # nothing in it changes with the game
        return plain | {"sum": save_sum(plain)}
