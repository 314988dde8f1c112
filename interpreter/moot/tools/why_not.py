"""Why something may not be chosen at a question: every reason at once, its line, and what would have had to be so."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from ..code.plan import Unit
from ..lang import tree
from ..lang.diagnostic import fail, nearest
from ..stack.decision import Decision, option_called, said
from ..stack.game import State
from ..state.layout import argument_key, row_number, zone_key
from ..state.view import known_to
from .case_game import CaseGame
from .observed import Observed, Step, observed_again
from .reading import Lack, Reader, Told, Unread, written
from .travel import Travel, travel_of

Place = tuple[str, str, int, tuple[str, ...]]  # a line of the rules: label, file, line, clauses
_ANSWERS = ("yes", "no", "none", "done", "stop")


@dataclass(frozen=True, slots=True)
class Reason:
    """One thing that stands against a choice. `needed`: what would have to be so; `source`: whose text it is."""

    what: str
    needed: str = ""
    values: tuple[Told, ...] = ()
    rule: str = ""
    file: str = ""
    line: int = 0
    clauses: tuple[str, ...] = ()
    source: str = ""

    def as_json(self) -> dict[str, Any]:
        return {
            "what": self.what,
            "needed": self.needed,
            "values": [one.as_json() for one in self.values],
            "rule": self.rule,
            "clauses": list(self.clauses),
            "source": self.source or None,
        }


@dataclass(frozen=True, slots=True)
class Refusal:
    """What was asked of whom, and why an option is not among those offered; no reasons: it is (`allowed`)."""

    player: str  # empty where the game is over
    prompt: str
    options: tuple[str, ...]
    option: str
    reasons: tuple[Reason, ...]

    @property
    def allowed(self) -> bool:
        return not self.reasons

    def as_json(self) -> dict[str, Any]:
        return {
            "player": self.player or None,
            "prompt": self.prompt,
            "options": list(self.options),
            "option": self.option,
            "allowed": self.allowed,
            "reasons": [one.as_json() for one in self.reasons],
        }


def why_not(state: State, text: str, seat: str | None = None) -> Refusal:
    """Why a choice cannot be made now in a game that was loaded; its packs are read once more for that.

    `text` and `seat` (a player's name) as in `refusal`. Raises MootError, also if the packs have changed since.
    """
    number = state.game.players.index(seat) if seat is not None else None
    return refusal(observed_again(state.game), state, text, number)


def refusal(observed: Observed, state: State, text: str, seat: int | None = None) -> Refusal:
    """Why a choice cannot be made. `text` is an option as logs write it or as players read it; before it may stand
    whose choice it would be: `ann: fern`.

    `seat`: tell nothing that this player may not know. Raises MootError for a name that nothing in the game has.
    """
    decision = state.decision
    who, key = _named(observed.made, text)
    _check_known(observed.made, decision, key)
    if decision is None:
        over = state.result
        what = f"the game is over: {over.reason}" if over is not None and over.reason else "the game is over"
        return Refusal("", "", (), key, (Reason(what, clauses=over.clauses if over is not None else ()),))
    options = tuple(option.key for option in decision.options)
    reasons: list[Reason] = []
    program = observed.made.game.program

    def name(player: str) -> str:
        return said(program, player)

    if who and who != decision.player:
        what = f"{name(who)} is not asked now, but {name(decision.player)}: “{decision.prompt}”"
        reasons.append(Reason(what, f"it would have to be for {name(who)} to choose", (), *_place(observed, state)))
    if not _among(observed.made, decision, key):
        reasons += Asked(observed, state, decision, seat).reasons(key)
    return Refusal(decision.player, decision.prompt, options, key, tuple(reasons))


def choosable(made: CaseGame, decision: Decision | None) -> set[str]:
    """Every word that somebody may be offered somewhere in a game, calls with arguments left out."""
    program = made.game.program
    found = {*made.things, *program.layout.players, *_ANSWERS, *made.world.game.actions}
    for names in program.layout.names.values():
        found.update(names)
    for _, _, tag, _ in program.sites:
        if tag.startswith("labels "):
            found.update(tag[7:].split("|"))
        elif tag.startswith("words "):
            found.update(tag[6:].split(","))
    return found | ({option.key for option in decision.options} if decision is not None else set())


def _named(made: CaseGame, text: str) -> tuple[str, str]:
    """Whose choice it would be, if it is said, and the choice."""
    who, colon, rest = text.partition(":")
    for player in made.game.players if colon else ():
        if who.strip().casefold() in (player.casefold(), said(made.game.program, player).casefold()):
            return player, rest.strip()
    return "", text.strip()


def _check_known(made: CaseGame, decision: Decision | None, key: str) -> None:
    """Raises MootError if the choice, or an argument of it, is a word that nothing in the game has."""
    known = choosable(made, decision)
    spoken = [said(made.game.program, one) for one in known]
    calls = [label for label, _ in made.game.program.names["actions"].values()]
    folded = {one.casefold() for one in (*known, *spoken, *calls)}
    head, _, inside = key.partition("(")
    for word in [head, *(part.strip() for part in inside.rstrip(")").split(",") if part.strip())]:
        fine = key in known or word.casefold() in folded or word.lstrip("-").isdigit()
        if (
            fine
            or row_number(made.build.layout, word) is not None
            or (word == head and word.rpartition(".")[2] in calls)
        ):
            continue
        hint = nearest(word, [*known, *calls]) or nearest(word, spoken)
        raise fail("unknown-choice", f"nothing that can be chosen in this game is called `{word}`", hint=hint)


def _among(made: CaseGame, decision: Decision, key: str) -> bool:
    program = made.game.program
    if option_called(program, decision, key) is not None:
        return True
    things = program.layout.things
    full = [things[o.value].key for o in decision.options if type(o.value) is int and 0 <= o.value < len(things)]
    return key in full or key.casefold() in [text.casefold() for o in decision.options for text in (o.key, o.text)]


def _place(observed: Observed, state: State) -> Place:
    """The line that asks: label, file, line, clauses."""
    ask = state.position.ask
    assert ask is not None
    program = observed.game.program
    return program.rules[program.sites[ask[0]][1]]


class Asked:
    """One question, and what stands against a choice that it does not offer."""

    def __init__(self, observed: Observed, state: State, decision: Decision, seat: int | None) -> None:
        self.observed, self.made = observed, observed.made
        self.state, self.S = state, state.position
        self.decision, self.seat = decision, seat
        self.place = _place(observed, state)

    def reasons(self, key: str) -> list[Reason]:
        step = self.observed.asked(self.state)
        node = step.note.node if step is not None else None
        found: list[Reason] = []
        if isinstance(node, tree.Offer):
            from .why_not_call import call_reasons

            assert step is not None
            found = list(dict.fromkeys(call_reasons(self, node, step, key)))  # several copies may say the same
        elif isinstance(node, tree.Choose | tree.Pick):
            assert step is not None
            found = list(self._choose(node, step, key))
        elif isinstance(node, tree.ChooseOne):
            assert step is not None
            found = self._choose_one(node, step, key)
        if found:
            return found
        reason, clauses = self.state.why_not(key)
        label, file, line, _ = self.place
        offered = self._offered()
        needed = "" if offered in reason else f"it would have to be one of: {offered}"  # told once
        return [Reason(reason, needed, (), label, file, line, clauses)]

    def reason(self, what: str, needed: str = "", values: list[Told] | tuple[Told, ...] = ()) -> Reason:
        """A reason that the line that asks gives."""
        return Reason(what, needed, self.seen(values), *self.place)

    def seen(self, values: list[Told] | tuple[Told, ...]) -> tuple[Told, ...]:
        """Those that are for the reader's eyes."""
        return tuple(one for one in values if not one.hidden)

    def lacks(self, lacks: list[Lack], place: Place | None = None, why: str = "") -> list[Reason]:
        """A reason for each part of a condition that is not so."""
        found = []
        for lack in lacks:
            told = lack.told
            values = () if told.hidden else self.seen(told.below)
            what = f"`{told.formula}` is {told.value}"
            needed = f"`{told.formula}` would have to be {lack.needed}"
            found.append(Reason(f"{why}: {what}" if why else what, needed, values, *(place or self.place)))
        return found

    def _offered(self) -> str:
        keys = [option.key for option in self.decision.options]
        return ", ".join(keys[:12]) + (" …" if len(keys) > 12 else "")

    # -------------------------------------------------------------------------------------------- among values

    def _choose(self, node: tree.Choose | tree.Pick, step: Step, key: str) -> Iterator[Reason]:
        reader = self.observed.reader(step, self.seat)
        over = written(node.over)
        if key in ("none", "stop", "done"):
            yield self._ending(node, reader)
            return
        tag = self.made.game.program.sites[self.S.ask[0]][2] if self.S.ask is not None else ""
        values = self.candidates(tag, key)
        if not values:
            yield self.reason(f"`{key}` is nothing that `{over}` can hold", f"it would have to be one of `{over}`")
            return
        members = reader.members(node.over)
        there = [value for value in values if value in members]
        for value in there or values[:3]:
            name = self.name(tag, value)
            no_goal = list(self._no_goal(travel_of(reader, node.over), value)) if value not in members else []
            if no_goal:
                yield from no_goal
                continue
            if value not in members:
                lies = self.where(tag, value)
                needed = f"it would have to be in `{over}`"
                yield self.reason(f"{name} is not in `{over}`{lies}", needed, reader.told(node.over))
            inside = reader.with_local(node.local, value)
            lacks: list[Lack] = []
            if node.where is not None:
                try:
                    lacks = inside.lacking(node.where)
                except Unread:
                    lacks = []
            yield from self.lacks(lacks)
            if value in members and not lacks:
                yield self.reason(f"{name} has been chosen already", "another would have to be chosen")

    def _no_goal(self, travel: Travel | None, place: int) -> Iterator[Reason]:
        """Why nobody can get to a place over the board; nothing where it is not asked where to go."""
        if travel is None or place not in travel.board.places:
            return
        search = self._function_place(travel.decl)
        name, cost = self.name("thing", place), travel.costs().get(place)
        if cost is None:
            for shut in travel.shut(place):
                gists = [self.made.game.program.clauses.get(clause, ("",))[0] for clause in shut.clauses[:1]]
                why = (
                    "it hangs on what you cannot see"
                    if shut.hidden
                    else " ".join([*filter(None, gists), f"(`{shut.line}`)"])
                )
                what = f"no step leads from {self.name('thing', shut.here)} to {name}: {why}"
                yield Reason(what, "", (), shut.rule, shut.file, shut.at, shut.clauses)
        elif cost > travel.limit:
            needed = f"it would have to cost {travel.limit} at most"
            yield Reason(f"{name} would cost {cost}, and {travel.limit} can be spent", needed, (), *search)
        for lacks, decl in travel.lacking(place):
            yield from self.lacks(lacks, self._function_place(decl))
        if cost is None and not travel.shut(place):
            yield Reason(f"no way leads to {name}", "", (), *search)

    def _function_place(self, decl: tree.FunctionDecl | None) -> Place:
        """Where a function stands; without one the line that asks."""
        if decl is None:
            return self.place
        build = self.made.build
        clauses = build.clauses(decl.cites, build.packs.get(id(decl), ""))
        return f"function {decl.name}", decl.at.source.path, decl.at.line, clauses

    def _ending(self, node: tree.Choose | tree.Pick, reader: Reader) -> Reason:
        low = getattr(node, "low", None)
        if low is not None:
            return self.reason(
                "more must be chosen before it can end", f"`{written(low)}` would have to be chosen", reader.told(low)
            )
        return self.reason("one must be chosen: the line does not say `or none`", "one of these has to be chosen")

    def _choose_one(self, node: tree.ChooseOne, step: Step, key: str) -> list[Reason]:
        tag = self.made.game.program.sites[self.S.ask[0]][2] if self.S.ask is not None else ""
        labels = tag[7:].split("|")
        if key not in labels:
            return []
        one = node.alternatives[labels.index(key)]
        if one.where is None:
            return []
        label, file, _, clauses = self.place
        own = self.made.build.clauses(one.cites, self.pack(step)) or clauses
        try:
            lacks = self.observed.reader(step, self.seat).lacking(one.where)
        except Unread:
            return []
        return self.lacks(lacks, (label, file, one.at.line, own))

    def pack(self, step: Step) -> str:
        """The pack in whose text a step stands."""
        node: tree.Node = step.note.node
        for outer, _ in self.observed.around(node):
            node = outer
        unit: Unit | None = next((u for u in self.made.build.plan.units if any(node is one for one in u.block)), None)
        return unit.pack if unit is not None else ""

    # -------------------------------------------------------------------------------------------- names

    def candidates(self, tag: str, key: str) -> list[Any]:
        """The values that a name may mean where values of this sort are chosen among."""
        program = self.made.game.program
        layout = program.layout
        low = key.casefold()

        def index(names: list[str]) -> list[int]:
            return [n for n, one in enumerate(names) if low in (one.casefold(), said(program, one).casefold())]

        if tag in ("thing", "call"):
            row = row_number(layout, key)
            found = list(self.made.things.get(key, ()))
            found = found or [
                n for n, t in enumerate(layout.things) if low in (t.key, said(program, t.title).casefold())
            ]
            return [row] if row is not None else found
        if tag.startswith("names "):
            return list(index(layout.names[tag[6:]]))
        if tag.startswith("words "):
            return list(index(tag[6:].split(",")))
        if tag == "bool":
            return [key == "yes"] if key in ("yes", "no") else []
        if tag == "place":
            return [n for n in range(len(layout.zones)) if zone_key(layout, n) == key]
        return [int(key)] if key.lstrip("-").isdigit() else []

    def name(self, tag: str, value: Any) -> str:
        """A value as players read it."""
        program = self.made.game.program
        if tag == "thing" and type(value) is int and 0 <= value < len(program.layout.things):
            return said(program, program.layout.things[value].title)
        return said(program, argument_key(program.layout, tag, value))

    def where(self, tag: str, value: Any) -> str:
        """Where a thing lies instead, if the reader may know it."""
        layout = self.made.build.layout
        if tag != "thing" or not 0 <= value < len(layout.things):
            return ""
        sees = self.made.game.machine.fast["sees_now"]
        if self.seat is not None and not known_to(self.S, layout, sees, self.seat, value):
            return ""
        at = self.S.cells[value]
        if any(value in board.places for board in layout.boards):
            return ""
        if at < 0:
            return ": it lies nowhere"
        key = zone_key(layout, at) if at < len(layout.zones) else zone_key(layout, self.S.extra[at])
        return f": it lies in {self.made.game.teller.zone_words(key)}"
