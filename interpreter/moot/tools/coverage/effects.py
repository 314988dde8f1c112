"""The effects of each thing, and their fate: the cases that reach them, the games that offer, take and resolve them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ...pack.model.bundle import Bundle
from ...state.position import Position
from ..cases.file import Case, cases_below
from ..cases.run import PASSED, CaseRunner
from ..setup.compiled import CompiledGame
from .clauses import with_sisters
from .deeds import STAGES, Deed, DeedNotes

if TYPE_CHECKING:
    from .usage import Usage

MANY = 3  # an action of the rules that is about things of so many kinds says nothing of any of them
Reached = Counter[Deed | str]  # deeds, and labels of rules: in how many cases


@dataclass(slots=True)
class EffectUse:
    """A rule that a thing carries, or an action of the rules about it.

    `effect`: the action's name, or the effect of a standing rule: `modify worth`. `own`: the thing carries it. `cases`:
    the number that reach it; None if no cases were run. `counts` and `games`: by stage, in how many decisions it was
    offered, how often it was taken and resolved, and in how many games; for a standing rule only `games` in which it
    ran. `lines`: its number of lines; `ran`: the number that ran in some game.
    """

    kind: str
    thing: str
    effect: str
    own: bool
    action: bool
    cases: int | None = None
    counts: dict[str, int] = field(default_factory=dict)
    games: dict[str, int] = field(default_factory=dict)
    lines: int = 0
    ran: int = 0

    @property
    def missing(self) -> str:
        """The first stage that no game has reached; empty if some game reached all."""
        stages = STAGES if self.action else ("ran",)
        return next((stage for stage in stages if not self.games.get(stage)), "")

    def as_json(self) -> dict[str, Any]:
        told = {name: getattr(self, name) for name in ("kind", "thing", "effect", "own", "action", "cases")}
        return told | {"counts": self.counts, "games": self.games, "lines": self.lines, "lines_ran": self.ran}


def effect_uses(found: Usage) -> list[EffectUse]:
    """For each thing its own rules, then the actions of the rules about it, in the order of the things.

    An action of the rules is listed under each thing of a kind if games offered it with a thing of that kind.
    """
    kinds: dict[str, set[str]] = {}  # by action of the rules: the kinds of things that it was about
    for deed, _ in found.deed_games:
        if not deed.own:
            kinds.setdefault(deed.action, set()).add(deed.kind)
    brought: dict[tuple[str, str], list[EffectUse]] = {}
    for deed in found.brought:
        brought.setdefault((deed.kind, deed.thing), []).append(_of_deed(found, deed))
    standing = {title: list(rules) for title, rules in _standing(found).items()}
    effects: list[EffectUse] = []
    for kind, thing in found.things:
        effects += brought.get((kind, thing), ())
        effects += [_of_rule(found, kind, thing, *rule) for rule in standing.get(thing, ())]
        about = (Deed(kind, thing, name, False) for name, ones in kinds.items() if kind in ones and len(ones) < MANY)
        effects += [_of_deed(found, deed) for deed in about]
    return effects


def _of_deed(found: Usage, deed: Deed) -> EffectUse:
    use = EffectUse(deed.kind, deed.thing, deed.action, deed.own, True)
    if found.reached is not None:
        use.cases = found.reached[deed]
    for stage in STAGES:
        use.counts[stage], use.games[stage] = found.deeds[deed, stage], found.deed_games[deed, stage]
    for lines in _own_lines(found, f"{deed.thing}: action {deed.action}") if deed.own else ():
        use.lines += len(lines)
        use.ran += sum(1 for games in lines.values() if games)
    return use


def _of_rule(found: Usage, kind: str, thing: str, label: str, file: str) -> EffectUse:
    use = EffectUse(kind, thing, label.partition(": ")[2], True, False)
    if found.reached is not None:
        use.cases = found.reached[label]
    use.games["ran"] = found.rule_games[label, file]
    lines = found.rules[label, file]
    use.lines, use.ran = len(lines), sum(1 for games in lines.values() if games)
    return use


def _own_lines(found: Usage, label: str) -> Iterator[Counter[int]]:
    """Lines of an action that the thing brings; not those of its families, which are in files of rules."""
    return (lines for (one, file), lines in found.rules.items() if one == label and not is_rules_file(file))


def _standing(found: Usage) -> dict[str, dict[tuple[str, str], None]]:
    titles = {thing for _, thing in found.things}
    standing: dict[str, dict[tuple[str, str], None]] = {}
    for label, file in found.rules:
        title, colon, rule = label.partition(": ")
        if colon and title in titles and not is_rules_file(file) and not rule.startswith("action "):
            standing.setdefault(title, {})[label, file] = None
    return standing


def is_rules_file(file: str) -> bool:
    return file.endswith(".moot")


# ---------------------------------------------------------------------------------------------------------- cases


class NotingRunner(CaseRunner):
    """Plays cases and notes what things bring: `reached` after each case are the deeds that it began, and the labels of
    rules that ran.
    """

    def __init__(
        self, roots: Mapping[str, str], options: Iterable[tuple[str, Any]] = (), mods: Sequence[str | Path] = ()
    ):
        super().__init__(options, mods, covering=True)
        self.roots = roots
        self.notes: dict[int, DeedNotes] = {}
        self.played: CompiledGame | None = None

    def prepare(self, game: CompiledGame, position: Position) -> None:
        if id(game) not in self.notes:
            self.notes[id(game)] = DeedNotes(game.game, self.roots)
        self.notes[id(game)].clear()
        self.played = game

    @property
    def reached(self) -> set[Deed | str]:
        if self.played is None:
            return set()
        notes, game = self.notes[id(self.played)], self.played.game
        begun = {deed for call in notes.open for deed in notes.deeds(call)}
        return (
            begun | set(notes.counts["resolved"]) | {game.program.rules[n].label for n in game.machine.traced.covered}
        )


def reached_by_cases(
    bundle: Bundle,
    roots: Mapping[str, str],
    mods: Sequence[str | Path] = (),
    on_progress: Callable[[str, int, int], None] | None = None,
) -> Reached:
    """In how many cases that pass each deed was begun, and each rule ran; of all cases of the packs of a game."""
    folders = dict.fromkeys(with_sisters(Path(manifest.folder).resolve()) for manifest in bundle.manifests)
    below = [folder for folder in folders if not any(other in folder.parents for other in folders)]
    cases = [case for folder in below for case in cases_below(folder) if isinstance(case, Case)]
    runner = NotingRunner(roots, mods=mods)
    found: Reached = Counter()
    for done, case in enumerate(cases, 1):
        runner.played = None
        if runner.run(case).status == PASSED:
            found.update(runner.reached)
        if on_progress is not None:
            on_progress("cases", done, len(cases))
    return found
