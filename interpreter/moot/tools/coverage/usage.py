"""The things, cells of tables and rules that logged games used, and those that none of them used."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from pathlib import Path
from typing import Any

from ...code.compiled import Compiled
from ...code.pipeline import compiled, program_of
from ...code.plan.tables import numbered
from ...code.typing.typed import typed
from ...lang.arguments import PlayerDecks
from ...lang.diagnostic import fail
from ...lang.source import shown_path
from ...pack.load import load
from ...pack.model.bundle import Bundle, Table
from ...pack.model.yaml_text import plain_text
from ...stack.game import Game
from ..documents.citations import lines_in
from ..logs.log import Log, game_of, read_log
from ..show.tables import spans
from ..simulate.series import LIMIT, tallies
from .deeds import Deed, own_deeds, roots_of
from .effects import Reached, effect_uses, reached_by_cases
from .usage_series import TableCell, UsageTally, UsedSeries

WAYS = ("used", "chosen", "moved", "changed")  # in which a thing may be used; the first is any of the others


@dataclass(frozen=True, slots=True)
class PrintedCell:
    """A printed cell: one for all keys of a span. `empty`: it contains `none`."""

    table: str
    row: str
    column: str
    empty: bool


@dataclass(slots=True)
class Usage:
    """The number of games that used each thing (by kind and title, by way), action, printed cell, and rule line.

    Unused ones are included, with none. `ended`: how each game ended. `deeds` and `deed_games`: by deed and stage, how
    often, and in how many games. `brought`: the deeds that things carry. `rule_games`: by label and file of a rule.
    `reached`: the rules that cases reach, if they were run. `roots`: the base of each kind.
    """

    title: str = ""
    things: dict[tuple[str, str], Counter[str]] = field(default_factory=dict)
    actions: Counter[str] = field(default_factory=Counter)
    cells: Counter[PrintedCell] = field(default_factory=Counter)
    rules: dict[tuple[str, str], Counter[int]] = field(default_factory=dict)  # by label and file: by line
    ended: list[dict[str, Any]] = field(default_factory=list)
    deeds: Counter[tuple[Deed, str]] = field(default_factory=Counter)
    deed_games: Counter[tuple[Deed, str]] = field(default_factory=Counter)
    brought: dict[Deed, None] = field(default_factory=dict)
    rule_games: Counter[tuple[str, str]] = field(default_factory=Counter)
    reached: Reached | None = None
    roots: dict[str, str] = field(default_factory=dict)
    named: dict[str, str] = field(default_factory=dict)  # by title what people call a thing

    @property
    def choices(self) -> int:
        return sum(one["choices"] for one in self.ended)

    @property
    def ends(self) -> list[dict[str, Any]]:
        """The ends by winner and cause, most frequent first."""
        found: dict[tuple[str, str], list[dict[str, Any]]] = {}
        for one in self.ended:
            cause = (one["reason"] or "the last phase ended") if one["over"] else "the log is incomplete"
            winner = one["winner"] or "none"
            won = ", ".join(winner) if isinstance(winner, list) else winner
            found.setdefault((won, cause), []).append(one)
        return [
            {
                "winner": winner,
                "cause": cause,
                "games": len(ones),
                "choices": sum(one["choices"] for one in ones),
                "times": sorted(one["time"] for one in ones if "time" in one),
            }
            for (winner, cause), ones in sorted(found.items(), key=lambda item: (-len(item[1]), item[0]))
        ]

    @property
    def tables(self) -> dict[str, list[PrintedCell]]:
        return {table: list(cells) for table, cells in groupby(self.cells, lambda cell: cell.table)}

    def as_json(self) -> dict[str, Any]:
        return {
            "games": len(self.ended),
            "choices": self.choices,
            "ends": self.ends,
            "things": [
                {"kind": kind, "thing": thing}
                | {way: ways[way] for way in WAYS}
                | {"called": {way: ways[way] for way in sorted(ways) if way not in WAYS}}
                for (kind, thing), ways in self.things.items()
            ],
            "effects": [one.as_json() for one in effect_uses(self)],
            "actions": dict(self.actions),
            "tables": {
                table: [
                    {"row": cell.row, "column": cell.column, "none": cell.empty, "games": self.cells[cell]}
                    for cell in cells
                ]
                for table, cells in self.tables.items()
            },
            "rules": [
                {"rule": rule, "file": shown_path(Path(file)), "games_by_line": dict(sorted(lines.items()))}
                for (rule, file), lines in self.rules.items()
            ],
            "logs": self.ended,
        }


def used(
    places: Iterable[Path],
    *,
    mods: Sequence[str] = (),
    jobs: int = 1,
    cases: bool = False,
    on_progress: Callable[[str, int, int], None] | None = None,
) -> Usage:
    """Replay logs, and record what they use. `places`: logs, or folders of files `*.log`.

    `mods` replace those that the logs name, if given. `cases`: also run the game's cases, to record what they reach.
    `on_progress` gets "games" or "cases", the number done, and the total. Raises MootError if there is no log, or one
    cannot be replayed exactly.
    """
    paths = list(_logs(places))
    found = Usage()
    done = 0
    bundles: dict[str, Bundle] = {}
    for log, alike in _by_rules(paths):
        rules = _Rules(log, mods)
        found.title = rules.game.title
        rules.all_unused(found)
        found.roots |= rules.roots
        bundles[rules.game.id] = rules.bundle
        series = UsedSeries(rules.game, rules.game.id, 0, {}, LIMIT, alike, rules.roots)
        for tally in tallies(series, len(alike), jobs):
            assert isinstance(tally, UsageTally)
            rules.add(found, tally)
            done += tally.games
            if on_progress is not None:
                on_progress("games", done, len(paths))
    for bundle in bundles.values() if cases else ():
        reached = reached_by_cases(bundle, found.roots, mods, on_progress)
        found.reached = reached if found.reached is None else found.reached | reached
    return found


def _logs(places: Iterable[Path]) -> Iterator[Path]:
    for place in places:
        below = sorted(place.glob("*.log")) if place.is_dir() else [place]
        if not below:
            hint = "write logs with moot sim --logs DIR or moot play --log FILE"
            raise fail("no-logs", f"no logs in `{shown_path(place)}`", hint=hint)
        yield from below


def _by_rules(paths: Iterable[Path]) -> Iterator[tuple[Log, list[Path]]]:
    """The logs, those together whose games have the same rules and options, below the first of them."""
    found: dict[str, tuple[Log, list[Path]]] = {}
    for path in paths:
        log = read_log(path)
        header = log.header
        rules = repr([header.get(name) for name in ("game", "digest", "options", "mods", "decks", "folder")])
        found.setdefault(rules, (log, []))[1].append(path)
    yield from found.values()


class _Rules:
    """The rules behind some logs: everything that their games could use."""

    def __init__(self, log: Log, mods: Sequence[str]) -> None:
        self.bundle: Bundle
        self.compiled: Compiled
        self.game = game_of(log, mods, self._made)
        self.roots = roots_of(self.compiled.game.kinds.values())
        self.cells: dict[TableCell, PrintedCell] = {}
        for name, cells in self.compiled.game.cells.items():
            for key, cell in zip(cells, _printed(self.bundle.tables[name]), strict=True):
                self.cells |= {(name, one): cell for one in numbered(self.compiled.numbering, key)}

    def _made(
        self,
        name: str | Path,
        *,
        options: Any = (),
        mods: Sequence[str | Path] = (),
        decks: PlayerDecks | None = None,
    ) -> Game:
        self.bundle = load(name, mods, options, cases=False, decks=decks)
        game = typed(self.bundle)
        self.bundle.report.raise_if_failed()
        self.compiled = compiled(game, self.bundle)
        program = program_of(self.compiled, self.bundle, traced_alone=True, covering=True)
        return Game(program, [str(mod) for mod in mods])

    def all_unused(self, found: Usage) -> None:
        program = self.game.program
        for thing in program.layout.things:
            found.things.setdefault((thing.kind, thing.title), Counter())
            found.named[thing.title] = program.terms.get(thing.title, thing.title.replace("_", " "))
        found.brought |= dict.fromkeys(own_deeds(self.game))
        for action in program.index.actions.values():
            found.actions[action.name] += 0
        for cell in self.cells.values():
            found.cells[cell] += 0
        dead = lines_in(rule.node for rule in self.compiled.plan.rules if rule.number in self.compiled.plan.dead)
        for rule in self.game.machine.traced.coverable:
            label, file, line, _ = program.rules[rule]
            if (file, line) not in dead:  # as the options are set, those cannot run
                found.rules.setdefault((label, file), Counter())[line] += 0

    def add(self, found: Usage, tally: UsageTally) -> None:
        for (kind, title, way), games in tally.things.items():
            found.things[kind, title][way] += games
        found.actions.update(tally.actions)
        for read in tally.cells:
            found.cells.update({self.cells[cell] for cell in read})
        for (label, file, line), games in tally.lines.items():
            found.rules[label, file][line] += games
        found.rule_games.update(tally.rules)
        found.deeds.update(tally.deeds)
        found.deed_games.update(tally.deed_games)
        found.ended += tally.ended


def _printed(table: Table) -> Iterator[PrintedCell]:
    """For each cell of a table that which is printed: one where a span of keys has one entry."""
    printed: dict[int, list[tuple[Any, ...]]] = {}
    for key, entry in table.cells.items():
        printed.setdefault(id(entry), []).append(key)
    named: dict[int, tuple[str, str]] = {}
    for ident, keys in printed.items():
        parts = [_keys(key[place] for key in keys) for place in table.order]
        named[ident] = (parts[0], " ".join(parts[1:])) if parts else ("", "")
    for entry in table.cells.values():
        yield PrintedCell(table.id, *named[id(entry)], entry.value is None or entry.value == [])


def _keys(values: Iterable[Any]) -> str:
    """Keys as they are written; numbers as spans."""
    each = list(dict.fromkeys(values))
    if all(type(one) is int for one in each):
        return spans(each)
    return ", ".join(map(plain_text, each))
