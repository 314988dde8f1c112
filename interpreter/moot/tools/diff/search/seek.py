"""The search for one entry: games and generated positions, until a short counterexample is found."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Protocol

from ...setup.named_position import name_in
from ..structure.entries import DifferenceEntry
from ..structure.hybrid import Hybrids
from ..structure.rules import Difference
from ..structure.side import CompiledRules, OptionValue, Side
from .counterexample import Counterexample, counterexample_of
from .equivalence import Proof, proved
from .impact import Impact, ReferenceGraph
from .lockstep import Faulty
from .position_generator import PositionGenerator
from .reached import ReachedSearch, last_decisions
from .sampled_calls import Samples
from .seeker import Match, Seeker, restarted
from .shrink import Trial, shrunk
from .turning import turns_on

FINDS = 6  # the most partings to compare, to shrink the smallest
FEW = 3  # the most games to compare
SHORT = 6  # a counterexample with at most this many choices is short enough
LATER = 60  # positions after the first parting
WALKS = 4  # whole games per generated position
NEAR = 1  # the distance in calls from the rule within which states are shown if no game leads to the position
PLAINER = 2  # additional choices allowed for a counterexample that begins with a turn


class SharedSearch(Protocol):
    """The part of a search that all entries share."""

    a: Side
    b: Side
    whole: Match
    hybrids: Hybrids
    graphs: tuple[ReferenceGraph, ReferenceGraph]
    samples: Samples
    differences: Sequence[Difference]
    limits: Any


class Seek:
    """Compares side a with a version that has only this entry's rules exchanged, so that no other difference takes
    part.
    """

    def __init__(self, of: SharedSearch, entry: DifferenceEntry) -> None:
        self.of = of
        self.entry = entry
        closures = (of.hybrids.closure_of(one) for one in entry.heads)
        self.group: tuple[str, ...] = tuple(sorted(set().union(*closures)))
        self.seeker: Seeker | None = None
        self.games: ReachedSearch | None = None
        self.alone: Match | None = None
        self.impact = Impact()
        for one in entry.rules:
            for graph, letter, side in zip(of.graphs, "ab", (of.a, of.b), strict=True):
                self.impact.merge(graph.impact_of(one, letter, side.game.options))
        self.best: Trial | None = None
        self.game: Trial | None = None  # the whole game that reached the best one
        self.proof: Proof | None = None

    def prove(self) -> None:
        """Look for a proof that the entry makes no difference."""
        others = [one for one in self.of.differences if one not in self.entry.heads]
        proofs = [proved(self.of.a, self.of.b, one, others) for one in self.entry.heads]
        if None not in proofs:
            total = sum(proof.combinations for proof in proofs if proof)
            self.proof = Proof(total, tuple(dict.fromkeys(read for proof in proofs if proof for read in proof.reads)))

    @property
    def searched(self) -> dict[str, Any]:
        return {} if self.seeker is None else self.seeker.searched.as_json()

    @property
    def done(self) -> bool:
        """Whether a game has led to a counterexample that is short enough to read."""
        return self.best is not None and self.game is not None and len(self.best.choices) <= SHORT

    @property
    def positions(self) -> int:
        return 0 if self.seeker is None else self.seeker.searched.positions

    @property
    def seconds(self) -> float:
        return 0.0 if self.seeker is None else self.seeker.searched.seconds

    @property
    def _walks_left(self) -> int:
        most: int = self.of.limits.walks
        return most if self.seeker is None else most - self.seeker.searched.walks

    def _begin(self) -> Seeker:
        of = self.of
        rules = of.hybrids.rules(frozenset(self.group))
        if rules is not None and rules is not of.b.rules:
            self.alone = Match(of.a.rules, rules)
        match = self.alone or of.whole
        seed = f"{of.limits.seed} {self.entry.id}"
        generator = PositionGenerator((match.a, match.b), of.samples, self.impact, random.Random(seed))
        seeker = Seeker(match, generator, self.impact.labels, seed)
        self.games = ReachedSearch(match, seeker, self.impact, seed)
        return seeker

    def alone_under(self, reading: OptionValue) -> CompiledRules | None:
        """Side a with this entry and an option's other value; None if the option belongs to another entry."""
        if reading[0] not in self.of.a.game.options and f"option {reading[0]}" not in self.group:
            return None
        rules = self.of.hybrids.rules(frozenset(self.group), reading)
        return rules if rules is not None or self.alone is not None else self.of.b.reading(*reading)

    def go_on(self, positions: int, seconds: float) -> None:
        """Continue: games first, and generated positions only as long as nothing is found."""
        if self.seeker is None:
            self.seeker = self._begin()
        assert self.games is not None
        spent = self.seconds
        if self.game is None:
            self._play_games(min(positions * WALKS, self._walks_left), seconds * (0.6 if self.best is None else 1.0))
        if self.best is None:
            left = min(positions, self.of.limits.positions - self.positions)
            self._pose(left, seconds - (self.seconds - spent))

    def _play_games(self, walks: int, seconds: float) -> None:
        finds: list[tuple[Trial, Trial]] = []
        assert self.games is not None
        for game in self.games.seek(walks, seconds):
            found = self._from_last_decision(game)
            if found is not None:
                finds.append((found, game))
                if len(finds) >= FEW or len(found.choices) == 1:
                    break
        if finds:
            self.best, self.game = min(finds, key=lambda pair: (len(pair[0].choices), len(pair[0].chance)))

    def _from_last_decision(self, game: Trial) -> Trial | None:
        """The parting from a decision shortly before; prefer this entry alone, and the beginning of a phase."""
        found: list[tuple[tuple[bool, bool, int], Trial]] = []
        phases = self.of.a.rules.game.program.index.scopes
        for later in last_decisions(self.of.a.rules, game):
            if found and len(later.choices) > len(found[0][1].choices) + PLAINER:
                break
            kept = self._confirmed(later)
            if kept is not None and kept.choices and kept.given.phase is not None:
                name, args = kept.given.phase
                plain = name in phases and not args
                found.append(((not self._isolated(kept), not plain, len(kept.choices)), kept))
                if not any(found[-1][0][:2]):
                    break
        if found:
            return min(found, key=lambda pair: pair[0])[1]
        return self._confirmed(game) if len(game.choices) <= SHORT else None

    def _pose(self, positions: int, seconds: float) -> None:
        assert self.seeker is not None
        finds: list[Trial] = []
        last = self.positions + positions
        for trial in self.seeker.seek(positions, seconds):
            kept = self._confirmed(trial)
            if kept is not None:
                finds.append(kept)
                if len(finds) == 1:
                    last = min(last, self.positions + LATER)
            if finds and (len(finds) >= FINDS or self.positions >= last):
                break
        if finds:
            self.best = self._smaller(min(finds, key=lambda trial: (not trial.choices, trial.size)))
            if self.best.given.phase is None:
                self.game = self.best

    def _confirmed(self, trial: Trial) -> Trial | None:
        """A parting of the two whole rule sets that this entry causes."""
        whole = self.of.whole.play(trial)
        if whole is None:
            return None
        if self.alone is None:
            return whole if self._ran(whole) else None
        alone = self.alone.play(trial)
        return whole if alone is not None and alone.choices == whole.choices else None

    def _isolated(self, trial: Trial) -> bool:
        """Whether this entry alone makes the whole difference."""
        if self.alone is None:
            return self._only()
        try:
            one, other = counterexample_of(self.of.whole, trial), counterexample_of(self.alone, trial)
        except Faulty:
            return False
        return one.parting == other.parting

    def _only(self) -> bool:
        return len(self.of.differences) == 1 or len(self.group) == len(self.of.differences)

    def _ran(self, trial: Trial) -> bool:
        """Whether the differing rule ran after the last choice, if no rule set between the two could be made."""
        if self._only():
            return True
        found = counterexample_of(self.of.whole, trial)
        return any(line.rule in self.impact.labels for line in (*found.a.journal, *found.b.journal))

    def _smaller(self, trial: Trial) -> Trial:
        best = shrunk(trial, self._confirmed)
        for later in restarted(self.of.whole, best) if len(best.choices) > 1 or best.given.phase is None else ():
            found = self._confirmed(later)
            if found is not None and len(found.choices) < len(best.choices):
                best = min(best, shrunk(found, self._confirmed), key=lambda one: one.size)
                break
        return best

    # -------------------------------------------------------------------------------------------- what is reported

    def counterexample(self) -> Counterexample | None:
        """The best one found, with the lines that matter."""
        if self.best is None:
            return None
        best = self._with_states(self.best)
        found = counterexample_of(self.of.whole, best)
        if self.game is None:
            walks = 0 if self.seeker is None else self.seeker.searched.walks
            return replace(
                found,
                shown=(*best.given.zones, *best.given.states),
                posed=f"no game reached this difference in {walks:,} stretches of play",
                isolated=self._isolated(best),
            )
        before = len(self.game.choices) - len(best.choices) if best.given.phase is not None else 0
        reached = Trial(self.game.given, self.game.chance, self.game.choices[:before])
        shown = turns_on(self.of.whole, best, found.parting, self.impact)
        return replace(found, shown=shown, reached=reached, isolated=self._isolated(best))

    def play_on(self, seconds: float) -> None:
        """Play more games for a counterexample that no game has reached yet."""
        if self.best is not None and self.game is None and seconds > 0:
            self._play_games(self._walks_left, seconds)

    def _with_states(self, trial: Trial) -> Trial:
        """The trial with the states near the rule written out, including those at their initial values."""
        if trial.given.phase is None:
            return trial
        setup = self.of.a.rules.setup
        S, name, args = setup.set_up(trial.given)
        all_states = setup.position_by_name(S, name, args).states
        after = {part.name for part in counterexample_of(self.of.whole, trial).parting}
        wanted = [k for k in all_states if k in after or self.impact.states.get(name_in(k), 9) <= NEAR]
        states = {key: all_states[key] for key in wanted} | trial.given.states
        fuller = replace(trial, given=replace(trial.given, states=states))
        return fuller if self._confirmed(fuller) is not None else trial
