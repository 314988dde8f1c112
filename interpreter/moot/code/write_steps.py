"""What a step over a board costs, as text that stands in a search: most of it is found out before the step is taken."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from ..lang import tree
from ..lang.walk import walk
from ..state.boards import BoardRow
from .build import Build
from .cells_read import Reach, Span, cells_read, reads_cells
from .kept_functions import kept_function
from .place_constants import holders
from .printed_facts import Fact, FactReader, Facts, Known
from .typing import symbols, types
from .typing.types import bare, may_be_none
from .write_expression import ExpressionWriter
from .write_names import is_number_text, is_simple, is_unit

_PLACES = ("here", "there")
SHORT = 12  # a text so short is as fast as a name


class StepWriter(ExpressionWriter):
    """Writes what a step costs, and puts names for what is known before the step is looked at or was asked before."""

    def __init__(self, build: Build, step: symbols.Function, board: BoardRow) -> None:
        super().__init__(build)
        self.board = board
        self.reader = FactReader(build, board.place, board.side)
        self.known: Known = {}
        self.columns: dict[str, str] = {}  # by text: the name that it has in a row of steps
        self.once: dict[str, str] = {}  # by text: the name of what depends on the movers alone and is printed
        self.late: dict[str, str] = {}  # by text: the name of what depends on the movers alone
        self.of_here: dict[str, str] = {}  # the same of the place that is left
        self.memos: dict[tuple[str, ...], str] = {}  # by function and arguments: what was asked of places
        self.kept: list[str] = []
        self.held: dict[str, tuple[str, list[Span]]] = {}  # what is kept from search to search, and as long as what
        self.used: set[Fact] = set()  # the printed facts of the movers that rows of steps depend on
        self.places: dict[int, frozenset[str]] = {}  # by id of a local: the places on which it depends
        self.lifting = False
        self.leaving = False
        self.looping = False
        self.plain = ExpressionWriter(build)
        self.params = [f"{param.name}_{n}" for n, param in enumerate(step.params[:-2])]
        for n, (param, text) in enumerate(zip(step.params, [*self.params, *_PLACES], strict=True)):
            self.names[id(param)] = self.plain.names[id(param)] = text
            if text in _PLACES:
                self.known[id(param)] = frozenset({text})
                self.places[id(param)] = frozenset({text})
                self.reader.offs[id(param)] = _PLACES.index(text)
            else:
                thing = not isinstance(bare(param.type), types.Names) and param.type != types.BOOL
                self.known[id(param)] = frozenset({("thing" if thing else "name", n)})
                self.places[id(param)] = frozenset()
                if thing and isinstance(bare(param.type), types.Thing) and not may_be_none(param.type):
                    self.reader.things[id(param)] = n

    def expr(self, node: tree.Formula) -> str:
        return self.before(node, super().expr) or super().expr(node)

    def test(self, node: tree.Formula) -> str:
        return self.before(node, self.plainly_tested) or self.plainly_tested(node)

    def plainly_tested(self, node: tree.Formula) -> str:
        """Most places are empty, which is quickly seen."""
        text = super().test(node)
        if isinstance(node, tree.Quantified) and node.quantifier == "any" and self.is_zone(node.over):
            return f"({self.collection(node.over)} and {text})"
        return text

    def told_at_once(self, node: tree.Formula, leaving: bool = False) -> str:
        """A condition of which nothing need be kept: it is asked once at a place, or in a loop of its own. `leaving`:
        it is asked before the row of the place is there.
        """
        self.lifting, self.leaving = True, leaving
        text = self.plainly_tested(node)
        self.lifting = self.leaving = False
        return text

    def with_printed_lets(self, ref: symbols.Function, args: list[tree.Formula], tested: bool) -> str:
        """The body of a small function all of whose `let` depend on printed facts; nothing of another."""
        target, decl = self.plan.target(ref), ref.decl
        if target.rules or target.moving or ref.owner or ref in self.inlining:
            return ""
        if (
            not isinstance(decl, tree.FunctionDecl)
            or not decl.lets
            or len(decl.lines) > 3
            or isinstance(bare(ref.type), types.Bounded)
        ):
            return ""
        shown = [self.expr(arg) for arg in args]
        if not all(map(is_simple, shown)):
            return ""
        for let in decl.lets:
            if self.reader.facts(let.value, self.known) is None:
                return ""
            self.let(let)
        self.names.update({id(param): text for param, text in zip(ref.params, shown, strict=True)})
        self.inlining.append(ref)
        text = self.guarded_text(decl.lines, tested)
        self.inlining.pop()
        return f"({text})"

    def call_function(self, ref: symbols.Function, args: list[tree.Formula], tested: bool = False) -> str:
        seen = self.asked_of_place(ref, args)
        if seen:
            return seen
        reader = self.reader
        saved = self.known.copy(), self.places.copy(), reader.things.copy(), reader.offs.copy(), self.plain.names.copy()
        self.open(ref, args)
        text = self.with_printed_lets(ref, args, tested) or super().call_function(ref, args, tested)
        self.known, self.places, reader.things, reader.offs, self.plain.names = saved
        return text

    def write_quantified(self, node: tree.Quantified) -> str:
        saved, self.lifting, self.looping = (self.lifting, self.looping), True, True
        text = super().write_quantified(node)  # Python gives no names in what a loop runs over
        self.lifting, self.looping = saved
        return text

    # -------------------------------------------------------------------------------------------- what is known before

    def before(self, node: tree.Formula, write: Callable[[tree.Formula], str]) -> str:
        """A name for what a formula comes to, where that is known before the step is looked at; else nothing."""
        if isinstance(node, tree.Number | tree.Bool | tree.NoneValue):
            return ""
        facts = self.reader.facts(node, self.known)
        if facts is not None:
            return self._printed(node, facts)
        if isinstance(node, tree.Quantified | tree.And | tree.Or | tree.Compare | tree.Not | tree.Field | tree.Call):
            return self._asked_before(node, write)
        return ""

    def _printed(self, node: tree.Formula, facts: Facts) -> str:
        if isinstance(node, tree.Name) and isinstance(node.ref, symbols.Local):
            text = self.plain.names.get(id(node.ref), "")
            if text in _PLACES or text in self.params or not facts:
                return text
        if not facts or (isinstance(node, tree.ListOf) and not facts & {*_PLACES}):
            return ""
        text = self.plain.expr(node)
        if not facts & {*_PLACES}:
            return text if is_number_text(text) or text in ("True", "False") else self._named(self.once, text, "k")
        return text if self.leaving else self.column(text, facts)

    def column(self, text: str, facts: Facts) -> str:
        """The name that a value has in a row of steps."""
        self.used |= {fact for fact in facts if fact not in _PLACES}
        return self._named(self.columns, text, "k")

    def _named(self, names: dict[str, str], text: str, letter: str) -> str:
        if text not in names:
            count = sum(len(made) for made in (self.columns, self.once, self.late, self.of_here))
            names[text] = f"{letter}{count}"
        return names[text]

    def _asked_before(self, node: tree.Formula, write: Callable[[tree.Formula], str]) -> str:
        """What depends on the movers, or on the place that is left, is found out when it is first asked for; before all
        steps where it is only cells that are read.
        """
        places = self.places_of(node)
        if places == frozenset() and reads_cells(self.build, node):
            text = self.plain.expr(node)
            if len(text) >= SHORT and "(S" not in text and " for " not in text:
                return self._named(self.once, text, "k")
        if self.lifting or places is None or "there" in places:
            return ""
        name, text = self.lifted(node, write)
        return text if not name else f"({name} if {name} is not UNKNOWN else ({name} := {text}))"

    def lifted(self, node: tree.Formula, write: Callable[[tree.Formula], str]) -> tuple[str, str]:
        """The name for what such a formula comes to, and its text; no name where the text is as short as a name."""
        places = self.places_of(node)
        self.lifting = True
        text = write(node)
        self.lifting = False
        if len(text) < SHORT:
            return "", text
        return self._named(self.of_here if places else self.late, text, "h"), text

    def places_of(self, node: tree.Formula) -> frozenset[str] | None:
        """On which of the two places a formula depends; None where it depends on more than them and the movers."""
        found: set[str] = set()
        bound = {id(inner.ref) for inner in walk(node) if isinstance(inner, tree.Quantified)}
        for inner in walk(node):
            ref = getattr(inner, "ref", None)
            if isinstance(inner, tree.Name) and isinstance(ref, symbols.Local) and id(ref) not in bound:
                if id(ref) not in self.places:
                    return None
                found |= self.places[id(ref)]
        return frozenset(found)

    # -------------------------------------------------------------------------------------------- asked of one place

    def asked_of_place(self, ref: symbols.Function, args: list[tree.Formula]) -> str:
        """A call that depends on one place is made once for each place; nothing where it is too small for that."""
        places = [arg for arg in args if self.places_of(arg)]
        if len(places) != 1 or len(self.places_of(places[0]) or ()) != 1:
            return ""
        place = self.expr(places[0])
        if place not in _PLACES or None in [self.places_of(arg) for arg in args]:
            return ""
        shown = [self.expr(arg) for arg in args]
        target = self.build.plan.target(ref)
        if not target.moving and (self._is_small(ref, args) or self._asks_movers(ref, args)):
            return ""
        others = tuple("@" if arg is places[0] else text for arg, text in zip(args, shown, strict=True))
        key = (target.python, *others)
        if key not in self.memos:
            name = self.memos[key] = f"seen{len(self.memos)}"
            self.kept += self._memo(name, ref, [text for text in others if text != "@"], others.index("@"))
        seen = self.memos[key]
        python = target.python if kept_function(self.build, ref) is None else f"plain_{target.python}"
        called = f"keep({seen}, {place}, {python}({', '.join(['S', *shown])}))"
        if self.looping:
            return f"({seen}[{place}] if {seen}[{place}] is not None else {called})"
        return f"(known if (known := {seen}[{place}]) is not None else {called})"

    def _is_small(self, ref: symbols.Function, args: list[tree.Formula]) -> bool:
        shown = [f"a{n}" for n in range(len(args))]
        text = self.plain.inlined(ref, shown)
        return text is not None and " for " not in text and "(S" not in text

    def _asks_movers(self, ref: symbols.Function, args: list[tree.Formula]) -> bool:
        """Whether part of what is asked of the place depends on the movers alone, and is better found out once."""
        decl = ref.decl
        if not isinstance(decl, tree.FunctionDecl) or decl.lets or len(decl.lines) > 1 or decl.lines[0].condition:
            return False
        whole = decl.lines[0].value
        if not isinstance(whole, tree.And | tree.Or) or ref.owner:
            return False
        saved = self.places.copy()
        for param, arg in zip(ref.params, args, strict=True):
            self.places[id(param)] = self.places_of(arg) or frozenset()
        found = any(self.places_of(item) == frozenset() for item in whole.items)
        self.places = saved
        return found

    def _memo(self, name: str, ref: symbols.Function, others: list[str], at: int) -> list[str]:
        """Kept for the next searches where it is known what it reads, and the other arguments are printed facts."""
        spans = cells_read(self.build, ref, self.board.place, self.board.side)
        ready = all(text in self.params or text in self.once.values() or text.isdigit() for text in others)
        if spans is None or not ready:
            return [f"{name} = [None] * {self.board.places.stop}"]
        reach = Reach(self.build)
        far = reach.far if reach.function(ref, {id(ref.params[at]): 0}) else None
        kept = f"KEPT_{ref.name}_{at}"
        whose = [(low, end, "all" if low in reach.anywhere else of, less) for low, end, of, less in spans]
        self.hold(kept, whose, far)
        return [f"{name} = {kept}.of(({''.join(f'{text}, ' for text in others)}))"]

    def hold(self, kept: str, spans: Iterable[Span], far: int | None) -> None:
        """Values of places are kept as long as no cell changes of those that are read for them."""
        board = self.board
        roots = all(self.build.root(kind) == kind for kind in (board.place, board.side) if kind)
        tables = f"W_{board.name}, E_{board.name}, {holders(self.build, types.Thing(board.place))}"
        made = f"Kept({far if roots else None}, {tables}, {board.places.stop})"
        self.held[kept] = made, sorted({span for span in spans if span[0] < span[1]})

    def open(self, ref: symbols.Function, args: list[tree.Formula]) -> None:
        """While a function's body is written in place of its call, its parameters are what its arguments are."""
        for param, arg in zip(ref.params, args, strict=True):
            facts, places = self.reader.raw(arg, self.known), self.places_of(arg)
            if facts is not None:
                self.known[id(param)] = facts
                self.plain.names[id(param)] = enclosed(self.plain.expr(arg))
            if places is not None:
                self.places[id(param)] = places
            self.reader.stand_for(param, arg)

    def let(self, node: tree.Let) -> str:
        """The line that a `let` needs for each step; nothing where it depends on printed facts alone."""
        facts, places = self.reader.facts(node.value, self.known), self.places_of(node.value)
        self.reader.stand_for(node.local, node.value)
        if places is not None:
            self.places[id(node.local)] = places
        if facts is not None:
            self.known[id(node.local)] = facts
            self.plain.names[id(node.local)] = enclosed(self.plain.expr(node.value))
            return ""
        text = self.kept_text(node.value)
        return f"{self.bind(node.local)} = {text}"


def enclosed(text: str) -> str:
    return text if is_unit(text) or is_number_text(text) else f"({text})"
