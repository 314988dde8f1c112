"""What the writers of code share: numbers of things, zones and states, tables of printed facts, sites and rules."""

from __future__ import annotations

import os
from collections.abc import Callable
from math import prod
from typing import Any, TypeVar

from ..lang import tree
from ..lang.diagnostic import fail
from ..lang.source import Span
from ..lang.walk import walk
from ..state.layout import Domain, Layout, StateRow, ThingRow
from .board_rows import board_row
from .old_plan import Plan, Unit
from .program import RuleLine, Site
from .typing import symbols, types
from .typing.in_game import bodies_of, root_kind
from .typing.types import Type, bare

MOST_KEPT = 100_000  # combinations of arguments of one state or zone

N = TypeVar("N", bound=tree.Node)


class Build:
    """Holds the layout and everything that the compiled module will need beside its code."""

    def __init__(self, game: symbols.Game, plan: Plan) -> None:
        self.game = game
        self.plan = plan
        self.layout = Layout(game.players)
        self.ranges: dict[str, tuple[int, int]] = {}  # kind: first thing, and one past the last
        self.row_kinds: dict[str, list[str]] = {}  # kinds of rows: their fields, in the order of the row
        self.row_zones: dict[str, list[str]] = {}  # kinds of rows: zones that each row has
        self.copies: dict[str, list[int]] = {}  # title: its things
        self.homes: list[int] = []  # where each thing lies at the start
        self.state_rows: dict[int, StateRow] = {}  # by id of the symbol
        self.secret_locals: set[int] | None = None
        self.secret_sites: set[int] = set()  # where what is chosen goes into a state that not all see
        self.occasions: dict[int, str] = {}  # the words that offers name, by their sites
        self.sites: list[Site] = []
        self.rules: list[RuleLine] = []
        self._rules: dict[RuleLine, int] = {}
        self._nodes: dict[type, list[Any]] = {}
        self.constants: dict[str, Any] = {}  # tables that the module reads by name
        self.documents: dict[str, str] = {}  # pack: its document
        self.formula_fields: set[tuple[str, str]] = set()
        self.steady: set[str] = set()  # fields of formulas that read nothing which changes in play
        self.entries: dict[int, dict[int, int]] = {}  # by unit and part: the number of the frames that resume there
        self.frames: dict[tuple[int, int], list[str]] = {}  # their number and part: tags of what they hold, where known
        self.target_numbers: dict[int, int] = {}  # by id of the symbol
        self.was_rules: set[int] = set()  # rules that ask what stood before
        self.kept: dict[int, dict[int, set[str]]] = {}  # by unit and part: what its frames keep
        self.movers: dict[str, Any] = {}  # functions for moves between known zones, by name (write_moves.py)
        self.modified: dict[int, str | None] = {}  # by id of a function: what keeps its values (modified_values.py)
        self.running: dict[str, str] = {}  # tables that a module makes when it is loaded, as text, by name
        self.searches: dict[
            str, tuple[str, symbols.Function]
        ] = {}  # functions for ways over boards, by name (write_search.py)
        self.kept_functions: dict[int, Any] | None = None  # by id: how their values are kept (kept_functions.py)
        self.watched: set[tuple[int, int]] | None = None  # cells that searches and kept functions read; None: any
        self.when_cells: set[tuple[int, int]] | None = None  # those that every `when` reads; None: more than cells
        self.dead: set[int] = set()  # rules whose condition cannot hold
        self.in_costs: set[int] = set()  # ids of procedures that costs may call
        self.flat: Any = None  # concrete actions, once they are known
        self.tally: Any = None  # what is counted of what lies in zones (tally.py)
        self.resolved: bool | None = None  # whether rules resolve calls, once that is known
        self.inside: dict[str, set[int]] = {}  # by phase: ids of what runs only while it runs (quiet_phases.py)
        self.quiet: set[str] = set()  # phases that leave no entry while they run
        self.anew: dict[str, str] = {}  # states that hold their first values where such a phase does not run
        self.open: dict[tuple[int, int], tuple[int, ...]] = {}  # of frames, by number and part: quiet phases that run
        self.anywhere: set[int] | None = None  # ids of units that may run in any phase, once they are known
        self.packs: dict[int, str] = {}  # by id of a declaration: its pack
        self.covering = False  # whether the module notes which lines of the rules have run (COVERED)
        self.coverable: set[int] = set()  # those lines that it may note
        self.set_locals = {
            id(node.target.ref) for node in self.nodes(tree.Change) if isinstance(node.target, tree.Name)
        }
        self.resets: list[str] = []  # the lines that set the states of `this` to their first values (write_state.py)
        self.noting: Callable[[Any, tree.Node], None] | None = None  # writes the observed form's notes
        self._number_things()
        self.layout.add_row_kinds(["call", *(k for k in game.kinds if self.is_row_kind(k) and k != "call")])
        self._zones()
        self._states()
        self.layout.boards = [board_row(board, self.copies) for board in game.boards.values()]

    # -------------------------------------------------------------------------------------------- things

    def _number_things(self) -> None:
        game = self.game
        nodes = [
            node
            for p in bodies_of(game, game.carried.values(), game.code)
            for node in walk(p)
            if isinstance(node, tree.New | tree.Pending)
        ]
        made = {node.kind for node in nodes if isinstance(node, tree.New)}
        self.makes_rows = bool(nodes or game.actions or any(c.actions for c in game.carried.values()))
        self.row_roots = {self.root(name) for name in made} | {"call"}
        dealt = {title for deck in game.decks.values() for title, _ in deck.cards}
        counts: dict[str, int] = {}
        for deck in game.decks.values():
            for title, count in deck.cards:
                counts[title] = counts.get(title, 0) + count
        self.deck_values: dict[int, dict[str, Any]] = {}
        for kind in game.kinds.values():
            if kind.base is None and kind.name not in self.row_roots:
                self._number_sort(kind, dealt, counts)
        for names in game.name_kinds.values():
            self.layout.names[names.name] = list(names.names)
        self.layout.close_things()

    def bodies(self) -> list[Any]:
        """All code of what is in the game, but functions."""
        return bodies_of(self.game, self.plan.carried.values(), self.plan.code)

    def nodes(self, kind: type[N]) -> list[N]:
        """The nodes of a kind in these bodies; those of one class in the order of the text."""
        if not self._nodes:
            for node in walk(self.bodies()):
                self._nodes.setdefault(type(node), []).append(node)
        return [node for of, found in self._nodes.items() if issubclass(of, kind) for node in found]

    def root(self, kind: str) -> str:
        return root_kind(self.game, kind)

    def _number_sort(self, kind: symbols.Kind, dealt: set[str], counts: dict[str, int]) -> None:
        first = len(self.layout.things)
        titles = [t for t in self.game.things.values() if t.kind == kind.name]
        for deck in self.game.decks.values():
            for title, count in deck.cards:
                if title in self.game.things and self.game.things[title].kind == kind.name:
                    single = counts[title] == 1
                    for n in range(count):
                        key = title if single else f"{deck.id}.{title}" + (f".{n + 1}" if count > 1 else "")
                        self.deck_values[len(self.layout.things)] = deck.values
                        self._add_thing(key, title, kind.name, deck.id)
        for thing in titles:
            if thing.title not in dealt and thing.title not in self.plan.absent:
                self._add_thing(thing.title, thing.title, kind.name, "")
        for sort in kind.sorts:
            self._number_sort(sort, dealt, counts)
        self.ranges[kind.name] = (first, len(self.layout.things))

    def _add_thing(self, key: str, title: str, kind: str, deck: str) -> None:
        self.copies.setdefault(title, []).append(len(self.layout.things))
        self.layout.things.append(ThingRow(key, title, kind, deck))

    def after_writing(self, low: int, end: int, cell: str = "") -> list[str]:
        """The lines that follow writes to cells that are looked at. `cell`: the one that was written to, if one."""
        lines = []
        if self.when_cells and _touch(low, end, self.when_cells):
            lines.append("S.still = False")
        if self.game.boards and (self.watched is None or _touch(low, end, self.watched)):
            lines.append(f"S.wrote.add({cell})" if cell else "S.wrote = UNSEEN")
        return lines

    def is_row_kind(self, kind: str) -> bool:
        return self.root(kind) in self.row_roots

    # -------------------------------------------------------------------------------------------- zones and states

    def domain(self, of: Type) -> Domain | None:
        """The values of a parameter; None for rows."""
        of = bare(of)
        if isinstance(of, types.Names):
            return Domain(0, len(self.layout.names[of.kind]), f"names {of.kind}")
        if isinstance(of, types.Words):
            return Domain(0, len(of.names), "words " + ",".join(of.names))
        if isinstance(of, types.Thing):
            if self.is_row_kind(of.kind):
                return None
            first, last = self.ranges[of.kind]
            return Domain(first, last - first, "thing")
        if isinstance(of, types.Dice):
            return Domain(of.count, of.count * of.faces - of.count + 1, "number")
        if isinstance(of, types.Bounded):
            low, high = self.bound(of.low), self.bound(of.high)
            if low is not None and high is not None:
                return Domain(low, max(0, high - low + 1), "number")
        if of == types.BOOL:
            return Domain(0, 2, "bool")
        return None

    def bound(self, bound: int | str) -> int | None:
        """A bound of a range, where it is known when compiling."""
        if isinstance(bound, int):
            return bound
        option = self.game.options.get(bound)
        return option.value if option is not None else None

    def tag(self, of: Type) -> str:
        """How values of a type are written for people (state.layout.argument_key)."""
        of = bare(of)
        if isinstance(of, types.Names):
            return f"names {of.kind}"
        if isinstance(of, types.Words):
            return "words " + ",".join(of.names)
        if isinstance(of, types.Thing):
            return "thing"
        if isinstance(of, types.SetOf | types.ListOf):
            return ("mask " if types.is_mask(of) else "list ") + self.tag(of.item)
        if isinstance(of, types.Zone) or of == types.PLACE:
            return "place"
        return {"bool": "bool", "string": "string", "name": "string", "call": "call"}.get(str(of), "number")

    def tuple_tag(self, of: list[Type]) -> str:
        """The tag of a tuple of arguments."""
        return "tuple " + "|".join(self.tag(t) for t in of)

    def _zones(self) -> None:
        self.zone_numbers: dict[str, int] = {}
        players = len(self.game.players)
        everybody = (1 << players) - 1
        for zone in self.game.zones.values():
            node = zone.decl
            assert isinstance(node, tree.ZoneDecl)
            domains = [self.domain(p.type) for p in zone.params]
            if any(d is None for d in domains):
                rows = next(p.type for p in zone.params if self.domain(p.type) is None)
                assert isinstance(rows, types.Thing)
                self.row_zones.setdefault(rows.kind, []).append(zone.name)
                self.zone_numbers[zone.name] = -1
                continue
            known = [d for d in domains if d is not None]
            count = self._counted(zone, known)
            seen: list[int | None] = [None] * count
            by = node.seen_by
            if isinstance(by, tree.Name):
                if by.name == "all":
                    seen = [everybody] * count
                elif by.name == "none" or isinstance(by, tree.NoneValue):
                    seen = [0] * count
                elif by.name in self.game.players:
                    seen = [1 << self.game.players.index(by.name)] * count
                elif (
                    len(zone.params) == 1 and by.ref is zone.params[0] and isinstance(zone.params[0].type, types.Names)
                ):
                    seen = [1 << n for n in range(count)]
            elif isinstance(by, tree.NoneValue):
                seen = [0] * count
            sort = zone.type.sort if isinstance(zone.type, types.Zone) else "pool"
            self.zone_numbers[zone.name] = self.layout.add_zone(zone.name, known, sort, seen, zone.in_play)
        self.homes = [-1] * len(self.layout.things)
        for number, thing in enumerate(self.layout.things):
            if thing.deck:
                deck = self.game.decks[thing.deck]
                if deck.zone is not None:
                    self.homes[number] = self.zone_number(deck.zone.name, deck.args)

    def zone_number(self, name: str, args: tuple[int, ...]) -> int:
        base, domains = self.layout.zone_bases[name]
        number, step = base, 1
        for domain, arg in zip(reversed(domains), reversed(args), strict=True):
            number += (arg - domain.first) * step
            step *= domain.count
        return number

    def _states(self) -> None:
        sparse = 0
        for kind in self.game.kinds.values():
            own = [m for m in kind.fields.values() if m.kind == kind.name]
            if self.is_row_kind(kind.name):
                self.row_kinds[kind.name] = [m.name for m in kind.fields.values()]
                continue
            for member in own:
                if member.is_state:
                    domain = self.domain(types.Thing(kind.name))
                    assert domain is not None
                    self.state_rows[id(member)] = self.layout.add_state(
                        member.name, kind.name, [domain], self.tag(member.type)
                    )
        for title, carried in self.game.carried.items():
            things = self.copies.get(title, [])
            for member in carried.states.values():
                domain = Domain(things[0] if things else 0, (things[-1] - things[0] + 1) if things else 0, "thing")
                self.state_rows[id(member)] = self.layout.add_state(member.name, title, [domain], self.tag(member.type))
        for state in self.game.states.values():
            domains = [self.domain(p.type) for p in state.params]
            if any(d is None for d in domains):
                self.state_rows[id(state)] = self.layout.add_sparse(state.name, "", [], self.tag(state.type), sparse)
                sparse += 1
            else:
                known = [d for d in domains if d is not None]
                self._counted(state, known)
                self.state_rows[id(state)] = self.layout.add_state(state.name, "", known, self.tag(state.type))

    def _counted(self, symbol: symbols.State | symbols.Zone, domains: list[Domain]) -> int:
        """For how many combinations of arguments it is kept. Raises MootError if that would fill the machine."""
        count = prod(d.count for d in domains)
        if count > MOST_KEPT and symbol.decl is not None:
            message = f"`{symbol.name}` would be kept for {count:,} combinations of arguments"
            raise fail("too-many", message, symbol.decl.at, f"narrow its parameters; at most {MOST_KEPT:,} will do")
        return count

    # -------------------------------------------------------------------------------------------- sites, rules, tables

    def covered(self, rule: int) -> list[str]:
        """The line of Python that notes that a line of the rules has run, if that is asked for."""
        if not self.covering:
            return []
        self.coverable.add(rule)
        return [f"COVERED.add({rule})"]

    def rule(self, label: str, at: Span, cites: list[tree.Cite], pack: str) -> int:
        """The number of a line of the rules: what journal entries and choices name."""
        place = os.path.abspath(at.source.path)  # a program is kept for other folders to stand in
        key = RuleLine(label, place, at.line, self.clauses(cites, pack))
        if key not in self._rules:
            self._rules[key] = len(self.rules)
            self.rules.append(key)
        return self._rules[key]

    def clauses(self, cites: list[tree.Cite], pack: str) -> tuple[str, ...]:
        """Citations as document/id."""
        document = self.documents.get(pack, "")
        return tuple(c.clause if "/" in c.clause else f"{document}/{c.clause}" for c in cites)

    def site(self, prompt: str, rule: int, tag: str, none: str = "none") -> int:
        """The number of a place where somebody, or nature, is asked."""
        self.sites.append(Site(prompt, rule, tag, none))
        return len(self.sites) - 1

    def constant(self, name: str, value: Any) -> str:
        self.constants[name] = value
        return name

    def printed(self, field: str, root: str) -> str:
        """The table of a printed field over all things (None where a thing has no such field)."""
        name = f"P_{root}_{field}"
        if name not in self.constants:
            values: list[Any] = []
            for number, row in enumerate(self.layout.things):
                if self.root(row.kind) != root:
                    values.append(None)
                    continue
                given = self.deck_values.get(number, {})
                thing = self.game.things[row.title]
                value = given.get(field, thing.values.get(field, thing.code.get(field)))
                values.append(self.settled(value, number))
            self.constants[name] = tuple(values)
        return name

    def pack_of(self, action: symbols.Action) -> str:
        return self.packs.get(id(action.decl), self.plan.packs.get(action.owner, ""))

    def keeps_secret(self, *nodes: Any) -> bool:
        """Whether these steps set a state that not all see; of a local: whether any steps set one to it."""
        if self.secret_locals is None:
            secret = [n for n in self.nodes(tree.Set) if _hides(n.target)]
            self.secret_locals = {id(n.ref) for s in secret for n in walk(s.value) if isinstance(n, tree.Name)}
        steps = [n for n in nodes if not isinstance(n, symbols.Local)]
        return any(id(n) in self.secret_locals for n in nodes if isinstance(n, symbols.Local)) or any(
            isinstance(n, tree.Change) and _hides(n.target) for n in walk(steps)
        )

    def open_to_all(self, zone: str) -> bool:
        node = self.game.zones[zone].decl
        return isinstance(node, tree.ZoneDecl) and isinstance(node.seen_by, tree.Name) and node.seen_by.name == "all"

    def action_names(self, ref: symbols.Action) -> str:
        return ref.name

    def formula_field(self, root: str, field: str) -> None:
        """Remember that the module needs the table of a field that holds formulas."""
        self.formula_fields.add((root, field))

    def row_sorts(self, kind: symbols.Kind) -> tuple[str, ...]:
        """A kind of rows and all its sorts, by name."""
        found = [kind.name]
        for sort in kind.sorts:
            found += self.row_sorts(sort)
        return tuple(found)

    def settled(self, value: Any, number: int) -> Any:
        """A printed value with references to things as their numbers, and code as the number of its unit."""
        if isinstance(value, symbols.TitleOf):
            things = self.copies.get(value.id, [])
            return things[0] if things else None
        if isinstance(value, tuple):
            return tuple(self.settled(v, number) for v in value)
        if isinstance(value, symbols.CodeUnit):
            unit: Unit | None = self.plan.code_units.get(id(value))
            return unit.number if unit else None
        return value


def _hides(target: tree.Formula) -> bool:
    """Whether this is a state that not all see."""
    node = getattr(target.ref, "decl", None)
    by = node.seen_by if isinstance(node, tree.StateDecl) else None
    return by is not None and not (isinstance(by, tree.Name) and by.name == "all")


def _touch(low: int, end: int, spans: set[tuple[int, int]]) -> bool:
    return any(first < end and low < last for first, last in spans)
