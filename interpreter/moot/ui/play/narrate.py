"""Narrates a game: turns journal entries into readable lines, each with its clauses."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from ...code.program import Program
from ...stack.journal import Entry, Teller
from ...stack.words import choice_words, name_words, row_words
from ...state.view import UNKNOWN
from ...tools.explain.open_calls import OpenCalls
from .narrated import NarratedLine, is_same_question, merged_lines, only_leads_to, tallied, together, without_secrets

_MADE = re.compile(r"\b[a-z]\w* \d+\b")  # a call, or something else made in play, by its number


class Narrator:
    """Turns entries into lines. It accepts a journal piece by piece, each piece from the end of the last.

    `known` is for a narrator to one seat: whether the seat knows where a thing is. That narrator names
    only those of a rule's arguments that are players, public records or things whose place the seat knows.
    """

    def __init__(self, program: Program, known: Callable[[str], bool] | None = None, steps: bool = False) -> None:
        """`steps`: print each step over a board on its own line."""
        self.known = known
        self.steps = steps
        self.program = program
        self.untold = frozenset(program.report.get("untold", ()))
        self.teller = Teller(program)
        self.titles = program.titles
        self._cards = frozenset(program.titles.values())
        layout = program.layout
        self._places = {layout.things[n].key for board in layout.boards for n in board.places}
        self._on_the_way: dict[str, str] = {}  # changes that the report leaves untold, while a thing moves over a board
        self._phases: dict[str, int] = {}  # how often each phase has begun
        self._clock = program.report["time"][0] if "time" in program.report else ""  # the state that counts turns
        self._now = ""  # its current value, and whether that has just changed
        self._ticked = False
        self._turn = ""  # the phase that begins when it changes
        self._calls = OpenCalls(program)
        self._straight = True  # no call began since the last thing that happened
        self._inside: dict[str, Entry] = {}  # the last `does` of each rule
        self._waiting: dict[str, str] = {}  # for a call, the words of its choice; for other records, a term
        self._lies: dict[str, str] = {}  # the zones that things are known to have moved to
        self._copies: dict[str, list[str]] = {}  # those things by title, in order of arrival
        self._held: list[NarratedLine] = []  # a choice that a move over a board may complete
        self._chose = ""  # the words of the call that was chosen last
        self._begun: list[NarratedLine] = []  # headings of phases in which nothing has happened yet

    def lines(self, entries: Iterable[Entry], whole: bool = True) -> list[NarratedLine]:
        """The lines for the next entries, in order. A phase without events has no heading, except an outermost phase
        and, if `whole`, the latest phases: somebody is about to be asked in them.
        """
        told: list[NarratedLine] = []
        made = [*self._held, *self._every_line(entries)]
        self._held = []
        lines = made if self.steps else merged_lines(made, whole and self.known is not None)
        if not whole and not self.steps and lines and self._may_lead_on(lines[-1]):
            self._held = [lines.pop()]
        for line in lines:
            if line.heading > 1:
                self._begun = [one for one in self._begun if one.heading < line.heading]
                self._begun.append(line)
                continue
            if line.heading:
                self._begun.clear()
            told += self._begun
            self._begun.clear()
            told.append(line)
        if whole:
            told += self._begun
            self._begun.clear()
        return told

    def _may_lead_on(self, line: NarratedLine) -> bool:
        """Whether it is a choice that a move may follow: the move joins the same line."""
        if line.about is None or line.about.what != "choice":
            return False
        chosen = str(line.about.facts["chosen"])
        return chosen in self._places or chosen.partition("(")[2].rstrip(")") in self.titles

    def _every_line(self, entries: Iterable[Entry]) -> list[NarratedLine]:
        found: list[NarratedLine] = []
        group: list[Entry] = []
        at_once = False  # several players chose in turn: the next event does not belong to the last choice
        for entry in entries:
            if entry.what == "does":
                heading = self._heading(entry)
                if heading:
                    found += [] if only_leads_to(group, entry) else self._group_lines(group)
                    group = []
                    found.append(heading)
                self._calls.add(entry)
                self._straight = False
                self._inside[entry.rule] = entry
                continue
            if entry.what == "set" and entry.facts["state"] == self._clock:
                self._now, self._ticked = str(entry.facts["to"]), True
            if entry.what == "move" and entry.facts["thing"] in self.titles:
                self._see(entry.facts["thing"], self._zone(entry, "to"))
            if entry.what == "choice" and self._is_call(entry.facts["chosen"]):
                self._chose = choice_words(self.program, entry.facts["chosen"], entry.facts["player"])
            elif entry.what == "new" and entry.facts["kind"] == "call":
                says = entry.facts.get("says", UNKNOWN)
                said = choice_words(self.program, says) if says != UNKNOWN else ""
                self._waiting[entry.facts["row"]] = f"“{self._chose or said or entry.facts['row']}”"
                self._chose = ""
            elif entry.what == "new" and "called" in entry.facts:
                self._waiting[entry.facts["row"]] = self._made_words(entry)
            if self._is_spent_on_the_way(group, entry):
                continue
            hidden = at_once and group and group[0].what == "choice" and group[0].facts["chosen"] == UNKNOWN
            goes_on = not self.steps and self._goes_on(group, entry)
            if group and not goes_on and (hidden or not together(group, entry, self._straight)):
                at_once = is_same_question(group[0], entry)
                found += self._group_lines(group)
                group = []
            group.append(self._with_clauses(entry))
            self._straight = True
        found += self._group_lines(group)
        return found

    # ---------------------------------------------------------------------------------------------- headings

    def _heading(self, entry: Entry) -> NarratedLine | None:
        sort, _, name = entry.rule.partition(" ")
        index = self.program.index
        if sort != "phase" or name == index.main or name in self.untold:
            return None
        self._phases[name] = self._phases.get(name, 0) + 1
        args = ", ".join(self._name(str(arg)) for arg in entry.facts["args"] if self._may_tell(arg))
        words = name_words(self.program, name)
        depth = len([phase for phase in index.within.get(name, ()) if phase != index.main]) + 1
        count = self._count(name) if depth == 1 else ""  # inside a turn the number of a phase says nothing
        called = self.program.terms.get(f"{name}({self._phases[name]})") or f"{words}{count}"
        text = f"{called[:1].upper()}{called[1:]}" + (f": {args}" if args else "")
        return NarratedLine(text, self._own(entry.clauses), entry.number, entry.number, depth)

    def _count(self, name: str) -> str:
        """The ordinal of an outermost phase of its kind. If the report names a clock, show its value; the phase that
        begins when it changes gets no other number.
        """
        if not self._clock:
            return f" {self._phases[name]}"
        if not self._now:
            return ""
        if self._ticked:
            self._turn, self._ticked = name, False
        return f" {self._now}" if name == self._turn else f", {name_words(self.program, self._clock)} {self._now}"

    # ---------------------------------------------------------------------------------------------- clauses

    def _with_clauses(self, entry: Entry) -> Entry:
        """A line without a clause takes that of the nearest surrounding call."""
        self._calls.add(entry)
        if entry.clauses or self._card(entry):
            return entry
        around = reversed(self._calls.outermost_first())
        return dataclasses.replace(entry, clauses=next((call.clauses for call in around if call.clauses), ()))

    def _card(self, entry: Entry) -> str:
        """The name of the thing whose code an entry comes from, if that cites nothing: `leap: text`."""
        title, mark, _ = entry.rule.partition(": ")
        return self._name(title) if mark and not entry.clauses and title in self._cards else ""

    def _own(self, clauses: tuple[str, ...]) -> tuple[str, ...]:
        """The clauses from the document of the edition in play; if it has none, all of them."""
        own = f"{self.program.document}/"
        return tuple(clause for clause in clauses if clause.startswith(own)) or clauses

    # ---------------------------------------------------------------------------------------------- lines

    def _group_lines(self, group: Sequence[Entry]) -> list[NarratedLine]:
        group = [entry for entry in group if not self._goes_unsaid(entry)]
        if not group:
            return []
        text = self._words(group)
        if not text:
            return []
        cause = self._cause(group[0])
        text = text if not cause or cause in text else f"{cause}: {text}"
        card = self._card(group[0])
        clauses = () if card else self._own(tuple(dict.fromkeys(clause for one in group for clause in one.clauses)))
        first = group[0]
        final = first.what == "win"
        if final:
            text = text[:1].upper() + text[1:]
        way = first.what == "move" and self._is_way(group)
        about = first if way or first.what == "choice" else None
        new = first.what == "move" and first.facts["from"] == "nowhere" and self._place(first.facts["to"])
        placed = len(group) if new else 0
        return [NarratedLine(text, clauses, first.number, group[-1].number, 0, final, about, way, card, placed)]

    def _words(self, group: Sequence[Entry]) -> str:
        first = group[0]
        if first.what in ("choice", "chance"):
            return self._chosen(group)
        if first.what == "move":
            return self._moved(group)
        if first.what in ("set", "sparse", "field"):
            return self._about(first) + self._changes(group)
        if first.what == "shuffle":
            zones = [self.teller.zone_words(entry.facts["zone"]) for entry in group]
            return f"shuffled: {', '.join(zones)}"
        if first.what == "say":
            return self.with_calls(str(first.facts["text"]))
        if first.what == "begins":
            return f"{self._name(first.rule.split(':')[0])}: its text is active from now on"
        return ", ".join(filter(None, (self.teller.line(entry) for entry in group)))

    def _chosen(self, group: Sequence[Entry]) -> str:
        f = group[0].facts
        if group[0].what == "chance":
            text = self.teller.line(group[0])
        else:
            only = " (the only choice)" if f["forced"] else ""
            # the following lines may reveal something hidden
            words = self.with_calls(choice_words(self.program, f["chosen"], f["player"]))
            chosen = "" if f["chosen"] == UNKNOWN else f": {words}"
            # the player's action says it all
            asked = "" if self._is_call(f["chosen"]) else f", {self.with_calls(without_secrets(f['asked']))}"
            text = f"{self._name(f['player'])}{asked}{chosen}{only}"
        if len(group) > 1 and group[1].what == "say":
            text += f", {group[1].facts['text']}"
        elif len(group) > 1 and self._zone(group[1], "to") not in self.untold:
            if f.get("chosen") == UNKNOWN:  # the choice itself goes without saying, too
                text += f": {'one' if group[1].hidden else self._name(group[1].facts['thing'])}"
            text += f" → {self.teller.zone_words(group[1].facts['to'])}"
        return text

    def with_calls(self, text: str) -> str:
        """Replace the numbers of pending calls, as in `call 7`, by their texts, and records made in play by the terms
        of their kinds.
        """
        return _MADE.sub(lambda made: self._waiting.get(made[0], made[0]), text)

    def _made_words(self, entry: Entry) -> str:
        told = {
            name: self._name(key) if self._may_tell(key) else UNKNOWN for name, key in entry.facts["called"].items()
        }
        return row_words(self.program, entry.facts["row"], told)

    # ---------------------------------------------------------------------------------------------- over a board

    def _place(self, zone: str) -> str:
        """The place of a board that a zone belongs to; empty if there is none."""
        place = zone.partition("(")[2].rstrip(")")
        return place if place in self._places else ""

    def _is_way(self, group: Sequence[Entry]) -> bool:
        """Whether one thing moves from place to place."""
        if any(entry.what != "move" for entry in group):
            return False
        ends = [self._place(entry.facts[end]) for entry in group for end in ("from", "to")]
        return len({entry.facts["thing"] for entry in group}) == 1 and all(ends) and not group[0].hidden

    def _goes_on(self, group: Sequence[Entry], entry: Entry) -> bool:
        """Whether the thing that moved last takes its next step."""
        if not group or entry.what != "move" or group[-1].what != "move":
            return False
        return group[-1].facts["to"] == entry.facts["from"] and self._is_way([*group, entry])

    def _is_spent_on_the_way(self, group: Sequence[Entry], entry: Entry) -> bool:
        """Whether this changes a state of the moving thing that the report leaves untold; if so, keep the change."""
        if self.steps or not group or group[-1].what != "move" or entry.what != "set":
            return False
        thing, _, state = entry.facts["state"].partition("(")[0].rpartition(".")
        if thing != group[-1].facts["thing"] or state not in self.untold or not self._is_way(group):
            return False
        if isinstance(entry.facts["to"], int):
            self._on_the_way[state] = f"{name_words(self.program, state)} {entry.facts['to']}"
        self._straight = True
        return True

    def _way(self, group: Sequence[Entry]) -> str:
        places = [self._place(group[0].facts["from"]), *(self._place(entry.facts["to"]) for entry in group)]
        spent = f" ({', '.join(self._on_the_way.values())})" if self._on_the_way else ""
        self._on_the_way.clear()
        return f"{self._name(group[0].facts['thing'])}: {' → '.join(map(self._name, places))}{spent}"

    def _moved(self, group: Sequence[Entry]) -> str:
        if not self.steps and self._is_way(group):
            return self._way(group)
        f = group[0].facts
        plain = (*self.untold, "nowhere")
        before = f"{self.teller.zone_words(f['from'])} " if self._zone(group[0], "from") not in plain else ""
        way = f"{before}→ {self.teller.zone_words(f['to'])}"
        if f["from"] == f["to"]:
            way = f"moved within {self.teller.zone_words(f['to'])}"
        known = [self._name(entry.facts["thing"]) for entry in group if not entry.hidden]
        if len(group) == 1 and known and not before:
            return f"{known[0]} {way}"
        if len(group) == 1:
            return f"{way}: {known[0] if known else 'one'}"
        return f"{way}: {tallied(known, len(group))}"

    def _changes(self, group: Sequence[Entry]) -> str:
        """A change of state: from one number to another, or what is now true of someone or something."""
        told: dict[str, list[str]] = {}
        for entry in group:
            f = entry.facts
            words, of = self.teller.state_parts(f["state"]) if entry.what != "field" else self._field_parts(f)
            of += self._which(f["state"].partition("(")[0].rpartition(".")[0]) if entry.what != "field" else ""
            before, now = (self._name(key) + self._which(key) for key in (str(f["from"]), str(f["to"])))
            if not of and "none" in (f["from"], f["to"]):
                told[f"{words}: {now}" if f["from"] == "none" else f"{words}: no longer {before}"] = []
            elif not of or "," in of or isinstance(f["to"], int) or isinstance(f["from"], int):
                mark = ":" if of[-1:].isdigit() else ""  # before a number that is another's name
                told[f"{words}{f' of {of}' if of else ''}{mark} {before} → {now}"] = []
            elif f["to"] in ("yes", "no"):
                told.setdefault(f"{of}: ", []).append(self._so_told(f, words))
            elif f["to"] in ("none", "[]"):
                told.setdefault(f"{of}: ", []).append(f"no longer {words} {before}")
            else:
                lately = "" if f["from"] in ("none", "[]") else f"{before} → "
                told.setdefault(f"{of}: ", []).append(f"{words} {lately}{now}")
        lines = [f"{whose}{', '.join(changes)}" for whose, changes in told.items()]
        return ("; " if any(told.values()) else ", ").join(lines)

    def _see(self, thing: str, zone: str) -> None:
        self._lies[thing] = zone
        copies = self._copies.setdefault(self.titles[thing], [])
        if thing not in copies:
            copies.append(thing)

    def _which(self, thing: str) -> str:
        """The number of a thing if a copy of it is in the same zone; otherwise empty."""
        copies = self._copies.get(self.titles.get(thing, ""), [])
        alike = thing in copies and any(one != thing and self._lies[one] == self._lies[thing] for one in copies)
        return f" {copies.index(thing) + 1}" if alike else ""

    def _so_told(self, facts: Mapping[str, Any], words: str) -> str:
        """That something is now true or no longer true of it, in the term of the state with that value, such as
        `wet(no)`."""
        state = facts["field"] if "field" in facts else facts["state"].partition("(")[0].rpartition(".")[2]
        plain = words if facts["to"] == "yes" else f"no longer {words}"
        return self.program.terms.get(f"{state}({facts['to']})", plain)

    def _field_parts(self, facts: Mapping[str, Any]) -> tuple[str, str]:
        return self._name(facts["field"]), self._name(facts["row"])

    def _about(self, entry: Entry) -> str:
        """The arguments of the rule that changed something, if they are more than what the line names anyway."""
        call = self._inside.get(entry.rule)
        sort, _, name = entry.rule.partition(" ")
        if call is None or sort != "procedure" or len(call.facts["args"]) < 2:
            return ""
        args = call.facts["args"]
        if not all(map(self._may_tell, args)) or self._changed(entry) in args or any("[" in str(arg) for arg in args):
            return ""
        if "{" in self.program.terms.get(name, ""):  # it gives the places of its parameters
            return choice_words(self.program, f"{name}({', '.join(map(str, call.facts['args']))})") + ": "
        args = ", ".join(self._name(str(arg)) for arg in call.facts["args"])
        return f"{name_words(self.program, name)} {args}: "

    def _changed(self, entry: Entry) -> str:
        """The thing or the row that an entry changes; empty if the change is of the whole game."""
        if entry.what == "field":
            return str(entry.facts["row"])
        return str(entry.facts["state"]).partition("(")[0].rpartition(".")[0]

    def _cause(self, entry: Entry) -> str:
        """The name of the thing whose text does this, if the seat knows a copy. A choice and a start name it anyway."""
        title, colon, _ = entry.rule.partition(":")
        if not colon or entry.what in ("choice", "begins", "win"):
            return ""
        copies = [key for key, one in self.titles.items() if one == title]
        return self._name(title) if copies and any(map(self._may_tell, copies)) else ""

    def _goes_unsaid(self, entry: Entry) -> bool:
        """Whether an entry needs no line: whose turn it is (the next choice shows it), a player passing, pending calls
        (named when they were chosen), and states that the report leaves untold.
        """
        f = entry.facts
        players = self.program.layout.players
        match entry.what:
            case "set" | "sparse" | "field":
                name = f["field"] if entry.what == "field" else f["state"].partition("(")[0].rpartition(".")[2]
                return name in self.untold or (f["to"] in players and f["from"] in players and entry.what == "set")
            case "move":
                return f["thing"].startswith("call ") or self._zone(entry, "to") in self.untold
            case "new" | "remove":
                return f["row"].partition(" ")[0] in self.untold
            case "choice":
                return bool(f["chosen"] == "done")
            case "begins":  # the rules' own setup is not news
                return entry.rule.partition(":")[0] not in self.titles.values()
        return False

    def _is_call(self, chosen: str) -> bool:
        return chosen.partition("(")[0].rpartition(".")[2] in self.program.index.called

    def _zone(self, entry: Entry, side: str) -> str:
        return str(entry.facts[side]).partition("(")[0]

    def _may_tell(self, argument: str) -> bool:
        """Whether the seat may read it: a player, a public record, or a thing whose place it knows."""
        made = str(argument).partition(" ")[0] in self.program.index.row_fields
        return self.known is None or argument in self.program.layout.players or made or self.known(argument)

    def _name(self, key: str) -> str:
        return self._waiting.get(key) or name_words(self.program, self.titles.get(key, key))
