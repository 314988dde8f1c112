"""Two rule sets side by side: the same choices and the same random results, by name, until they part."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from ....lang.diagnostic import MootError
from ....stack.decision import Offered
from ....stack.game import Game
from ....state.position import NATURE, Position
from ....state.view import sees_state
from ..structure.shared_names import SharedNames
from .common_random import Chance, CommonRandom


@dataclass(frozen=True, slots=True)
class Parting:
    """A difference at which two rule sets part.

    `what`: asked, options, zone, state, row, view, result. `name`: of the zone, the state, the player who sees it … `a`
    and `b`: plain data.
    """

    what: str
    name: str
    a: Any
    b: Any


class Faulty(Exception):
    """A rule set cannot continue from here. `sides`: a, b, or both."""

    def __init__(self, sides: str, message: str) -> None:
        super().__init__(message)
        self.sides = sides
        self.message = message


KeyPicker = Callable[[str, list[str]], str]


@dataclass(slots=True)
class Lockstep:
    """One run of two positions. `choices`: player and option of each choice so far, by name."""

    common: SharedNames
    a: Position
    b: Position
    random_a: CommonRandom
    random_b: CommonRandom
    choices: list[tuple[str, str]] = field(default_factory=list)

    @staticmethod
    def of(common: SharedNames, a: Position, b: Position, seed: int | None, script: Sequence[Chance] = ()) -> Lockstep:
        a.nature = b.nature = True
        return Lockstep(common, a, b, CommonRandom(seed, script), CommonRandom(seed, script))

    def begin(self, name: str, args_a: tuple[Any, ...], args_b: tuple[Any, ...]) -> None:
        """Run a procedure up to the first decision or its end. Raises Faulty."""
        machine_a, machine_b = self.common.a.machine, self.common.b.machine
        self._both(lambda: machine_a.call(self.a, name, args_a), lambda: machine_b.call(self.b, name, args_b))

    @property
    def over(self) -> bool:
        return self.a.ask is None or self.b.ask is None

    @property
    def player(self) -> str:
        """The player to choose, before the two have parted."""
        return self.common.a.players[self.a.question().player]

    def offered(self) -> list[str]:
        """The options of side a, by key."""
        return keys_of(self.common.a, self.a)

    def choose(self, key: str) -> None:
        """Both choose the option with that key. Raises Faulty, and ValueError if one of them lacks it."""
        values = [
            S.question().options[keys_of(game, S).index(key)]
            for game, S in ((self.common.a, self.a), (self.common.b, self.b))
            if S.ask is not None
        ]
        self.choices.append((self.player, key))
        self.random_a.next_step()
        self.random_b.next_step()
        machine_a, machine_b = self.common.a.machine, self.common.b.machine
        self._both(lambda: machine_a.advance(self.a, values[0]), lambda: machine_b.advance(self.b, values[1]))

    def _both(self, act_a: Callable[[], None], act_b: Callable[[], None]) -> None:
        wrong = []
        for side, act, game, S, luck in (
            ("a", act_a, self.common.a, self.a, self.random_a),
            ("b", act_b, self.common.b, self.b, self.random_b),
        ):
            try:
                act()
                while S.ask is not None and S.question().player == NATURE:
                    game.machine.advance(S, luck.answer(game, S))
            except MootError as error:
                wrong.append((side, error.diagnostics[0].message))
            except (TypeError, IndexError, KeyError, ValueError, AttributeError, AssertionError) as error:
                # the rules may never reach a generated position
                wrong.append((side, f"{type(error).__name__}: {error}"))
        if wrong:
            raise Faulty("".join(side for side, _ in wrong), wrong[0][1])

    # -------------------------------------------------------------------------------------------- comparing

    def agree(self) -> bool:
        """Whether they agree: a quick test if both have the same layout."""
        if not self._asked_alike():
            return False
        return self.common.surely_same(self.a, self.b) or not self._position_partings()

    def _asked_alike(self) -> bool:
        ask_a, ask_b = self.a.ask, self.b.ask
        if ask_a is None or ask_b is None:
            return ask_a is ask_b and self._winner(self.common.a, self.a) == self._winner(self.common.b, self.b)
        a, b = self.common.a, self.common.b
        if a.players[ask_a[1]] != b.players[ask_b[1]]:
            return False
        same_tag = a.program.sites[ask_a[0]][2:] == b.program.sites[ask_b[0]][2:]
        if self.common.same_layout and same_tag and ask_a[2] == ask_b[2] and self._is_no_call(ask_a):
            return True
        return sorted(keys_of(a, self.a)) == sorted(keys_of(b, self.b))

    def _is_no_call(self, ask: Any) -> bool:
        return bool(self.common.a.program.sites[ask[0]].tag != "call")

    def partings(self) -> list[Parting]:
        """All present differences, the most informative first."""
        return [*self._asked_partings(), *self._position_partings()]

    def _asked_partings(self) -> list[Parting]:
        a, b = self.common.a, self.common.b
        found = []
        who = [None if S.ask is None else game.players[S.question().player] for game, S in ((a, self.a), (b, self.b))]
        if who[0] != who[1]:
            found.append(Parting("asked", "", who[0], who[1]))
        elif who[0] is not None:
            keys_a, keys_b = keys_of(a, self.a), keys_of(b, self.b)
            if sorted(keys_a) != sorted(keys_b):
                found.append(Parting("options", who[0], keys_a, keys_b))
        results = self._winner(a, self.a), self._winner(b, self.b)
        if results[0] != results[1]:
            found.append(Parting("result", "", *results))
        scores = self._scores(a, self.a), self._scores(b, self.b)
        if scores[0] != scores[1] and None not in scores:
            found.append(Parting("scores", "", *scores))
        return found

    @staticmethod
    def _winner(game: Game, S: Position) -> str | None:
        """The winner, if the game is over; the end itself shows in the missing decision."""
        if S.ask is not None or S.result is None:
            return None
        winners = ", ".join(S.result.names(game.players))
        return winners or ("none" if S.result.reason else None)

    @staticmethod
    def _scores(game: Game, S: Position) -> dict[str, int] | None:
        scores = S.result.scores if S.ask is None and S.result is not None else None
        return None if scores is None else dict(zip(game.players, scores, strict=True))

    def _position_partings(self) -> list[Parting]:
        common = self.common
        found = self._view_partings(None)
        seen: list[Parting] = []
        for player in common.players:
            told = {(part.what, part.name) for part in found}
            seen += [
                Parting("view", f"{player}: {part.name}", part.a, part.b)
                for part in self._view_partings(player)
                if (part.what, part.name) not in told
            ]
        return found + seen

    def _view_partings(self, player: str | None) -> list[Parting]:
        views = [self._view(game, S, player) for game, S in ((self.common.a, self.a), (self.common.b, self.b))]
        found = []
        for what, sort in (("zones", "zone"), ("states", "state"), ("rows", "row")):
            one, other = views[0][what], views[1][what]
            for key in [*one, *(k for k in other if k not in one)] if player is not None or what == "rows" else one:
                if not self.common.has(what, key) or (player is None and what != "rows" and key not in other):
                    continue
                in_a, in_b = (
                    self._zone(key, v[key]) if what == "zones" and key in v else v.get(key) for v in (one, other)
                )
                if in_a != in_b:
                    found.append(Parting(sort, key, in_a, in_b))
        return found

    def _view(self, game: Game, S: Position, player: str | None) -> dict[str, Any]:
        seat = None if player is None else game.players.index(player)
        view = game.machine.view(S, seat)
        if player is None:
            return view
        by = game.program.index.seen_states
        view["states"] = {
            key: value
            for key, value in view["states"].items()
            if sees_state(by.get(key.split("(")[0].split(".")[-1], "all"), key, player)
        }
        return view

    def _zone(self, key: str, told: dict[str, Any]) -> dict[str, Any]:
        """The contents of a zone, without things that only one side has; a pool's things are unordered.

        A player who knows everything in a pool sees as much as one who looks into it; the same holds for one thing, and
        for none.
        """
        pool = self.common.sorts.get(key.partition("(")[0]) == "pool"
        listed = told["things"] if "things" in told else told["known"]
        kept = [thing for thing in listed if thing not in self.common.only_one]
        count = told["count"] - len(listed) + len(kept)
        whole = "things" in told or (count == len(kept) and (pool or count < 2))
        return {"count": count, "things" if whole else "known": sorted(kept) if pool else kept}

    # -------------------------------------------------------------------------------------------- playing on

    def play(self, pick: KeyPicker, limit: int) -> bool:
        """Choose until the two part; False if not after `limit` choices or at the end. Raises Faulty."""
        while self.agree():
            if self.over or limit <= 0:
                return False
            limit -= 1
            self.choose(pick(self.player, self.offered()))
        return True

    def replay(self, choices: Sequence[tuple[str, str]]) -> int | None:
        """The number of these choices made until the two part; None if they do not, or if one is not possible."""
        for done, (player, key) in enumerate(choices):
            if not self.agree():
                return done
            if self.over or self.player != player or key not in self.offered():
                return None
            self.choose(key)
        return len(choices) if not self.agree() else None


def keys_of(game: Game, S: Position) -> list[str]:
    """The keys of the current options, in the machine's order."""
    assert S.ask is not None
    return [option.key for option in Offered(game.program, S)]
