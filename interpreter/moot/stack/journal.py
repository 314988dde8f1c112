"""The journal: every change with the rule and the clauses that caused it, as data and as lines to read."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from ..code.program import Program
from ..state.layout import argument_key, state_keys, zone_key
from ..state.position import Record, one_or_several
from ..state.tags import Tag
from ..state.view import HIDDEN, UNKNOWN, Data, call_key
from .words import choice_words, name_words, removed_words, shortened

SeenFacts = tuple[Data | None, bool]  # the text, or None if there is none; and whether something is omitted


@dataclass(frozen=True, slots=True)
class Entry:
    """One event.

    `what`: does, set, move, choice, chance, shuffle, show, begins, win, new, remove, fault. `facts` are plain data by
    name; `rule` and `clauses` (document/id) say why. `hidden`: facts withheld from the reader of this journal.
    """

    number: int
    what: str
    facts: Data
    rule: str
    clauses: tuple[str, ...]
    file: str
    line: int
    hidden: bool = False

    def as_json(self) -> Data:
        """The entry for JSON Lines, without places in files, so that the same game gives the same bytes everywhere."""
        return {"n": self.number, "what": self.what, **self.facts, "rule": self.rule, "clauses": list(self.clauses)}


def who_wins(winner: str | Sequence[str], name: Callable[[str], str] = str) -> str:
    """The text for the winners that an entry names: "ann wins", "ann and bob win", "nobody wins"."""
    several = [winner] if isinstance(winner, str) else list(winner)
    if several == ["none"]:
        return "nobody wins"
    if len(several) > 1:
        return f"{', '.join(map(name, several[:-1]))} and {name(several[-1])} win"
    return f"{name(several[0])} wins"


class Teller:
    """Makes entries of one game readable."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.titles = program.titles
        self.states: dict[int, tuple[str, str]] = {}  # cell: its name, the tag of its values
        for row in program.layout.states:
            if row.first >= 0:
                for offset, key in enumerate(state_keys(program.layout, row)):
                    self.states[row.first + offset] = (key, row.tag)

    def entry(self, number: int, raw: Record, seat: int | None = None) -> Entry | None:
        """The entry for all readers, or for one player without the parts they may not know; None if all of it is
        hidden from them.
        """
        facts, hidden = getattr(self, f"_{raw[0]}")(raw, seat)
        if facts is None:
            return None
        rule = self.program.rule(raw[1])
        return Entry(number, raw[0], facts, rule.label, rule.clauses, rule.file, rule.line, hidden)

    def _thing(self, number: int | None) -> str:
        return argument_key(self.program.layout, "thing", number)

    def _does(self, raw: Record, seat: int | None) -> SeenFacts:
        if seat is not None:
            return None, True  # arguments may name hidden things; other entries show the outcome
        _, _, args, tags = raw
        return {"args": [argument_key(self.program.layout, t, a) for t, a in zip(tags, args, strict=True)]}, False

    def _set(self, raw: Record, seat: int | None) -> SeenFacts:
        name, tag = self.states[raw[2]]
        if seat is not None and not self._state_seen(name, seat):
            return None, True
        return self._changed({"state": name}, tag, raw[3:], seat)

    def _changed(self, facts: Data, tag: str, raw: Record, seat: int | None) -> SeenFacts:
        """`raw`: old and new value; if things are named, also who knows whose state it is, the old value, and the
        new one.
        """
        old, new, whose, *named = raw if len(raw) > 2 else (*raw, -1, -1, -1)
        if seat is not None and not whose >> seat & 1:
            return None, True
        seen = [seat is None or who >> seat & 1 for who in named]
        for side, value, known in zip(("from", "to"), (old, new), seen, strict=True):
            plain = tag == "number" and not isinstance(value, bool)
            facts[side] = (value if plain else argument_key(self.program.layout, tag, value)) if known else UNKNOWN
        return facts, not all(seen)

    def _state_seen(self, name: str, seat: int) -> bool:
        by = self.program.index.seen_states.get(name.split("(")[0].split(".")[-1], "all")
        if by == "all":
            return True
        player = self.program.layout.players[seat]
        if by.startswith("param "):
            return name.rstrip(")").split("(")[1].split(", ")[int(by[6:])] == player
        return bool(by == player)

    def _field(self, raw: Record, seat: int | None) -> SeenFacts:
        key = self._thing(raw[2])
        tag = self.program.index.row_fields[key.split(" ")[0]][raw[3]]
        return self._changed({"row": key, "field": raw[3]}, tag, raw[4:], seat)

    def _sparse(self, raw: Record, seat: int | None) -> SeenFacts:
        name, tags, tag = self.program.index.sparse_states[raw[2][0]]
        args = [argument_key(self.program.layout, t, a) for t, a in zip(tags, raw[2][1:], strict=True)]
        key = f"{name}({', '.join(args)})"
        if seat is not None and not self._state_seen(key, seat):
            return None, True
        return self._changed({"state": key}, tag, raw[3:], seat)

    def _move(self, raw: Record, seat: int | None) -> SeenFacts:
        _, _, thing, source, goal, seen, knowers = raw
        if seat is not None and not seen >> seat & 1:
            return None, True
        known = seat is None or knowers >> seat & 1 == 1
        lay = self.program.layout
        name = self._thing(thing) if known else UNKNOWN
        return {"thing": name, "from": zone_key(lay, source), "to": zone_key(lay, goal)}, not known

    def _choice(self, raw: Record, seat: int | None) -> SeenFacts:
        _, _, site, player, value, forced, seen, *words = raw
        prompt, _, tag, none = self.program.sites[site]
        if words and seat in (None, player):
            prompt = words[0]  # with what its formulas stood at, which others may not know
        chosen = self._value(tag, none, value, seen, None if seat == player else seat)
        hidden = UNKNOWN in chosen
        facts: Data = {"player": self.program.layout.players[player], "asked": prompt}
        # That there was no other choice gives away what the player has.
        facts["forced"] = forced and not hidden and (seat in (None, player) or self.program.index.all_open)
        facts["chosen"] = chosen
        return facts, hidden

    def _value(self, tag: str, none: str, value: Any, seen: Any, seat: int | None) -> str:
        if seat is not None and isinstance(
            seen, tuple
        ):  # for a call: the players who know its source, and each of its arguments
            number, player, this, args = value
            known = [who >> seat & 1 for who in seen]
            hidden = [a if k else HIDDEN for a, k in zip(args, known[1:], strict=False)]
            call = (number, player, this if known[0] else HIDDEN, (*hidden, *args[len(hidden) :]))
            return call_key(
                self.program.layout, self.program.index, call, lambda t: UNKNOWN if t is HIDDEN else self._thing(t)
            )
        if seat is not None and not seen >> seat & 1:
            return UNKNOWN
        if value is None:
            return none
        if tag == "call" and isinstance(value, tuple):
            return call_key(self.program.layout, self.program.index, value)
        if tag == "call":
            return self._thing(value)
        return argument_key(self.program.layout, tag, value)

    def _chance(self, raw: Record, seat: int | None) -> SeenFacts:
        _, _, site, value, dice, seen = raw
        _, _, tag, none = self.program.sites[site]
        known = seat is None or seen >> seat & 1 == 1
        facts: Data = {"asked": tag if Tag.read(tag).sort == "roll" else "at random"}
        facts["came"] = self._value(tag, none, value, seen, seat)
        if dice and known:
            facts["dice"] = list(dice)
        return facts, not known

    def _shuffle(self, raw: Record, seat: int | None) -> SeenFacts:
        return {"zone": zone_key(self.program.layout, raw[2])}, False

    def _show(self, raw: Record, seat: int | None) -> SeenFacts:
        _, _, things, player = raw
        known = seat is None or seat == player
        shown = sorted(self._thing(t) for t in things) if known else []  # a view does not give their order either
        facts: Data = {"player": self.program.layout.players[player], "things": shown, "count": len(things)}
        facts["cards"] = all(self.program.layout.things[t].deck for t in things if t >= 0)  # they are from decks
        return facts, not known

    def _say(self, raw: Record, seat: int | None) -> SeenFacts:
        return {"text": raw[2]} | ({"of": raw[3]} if len(raw) > 3 else {}), False

    def _begins(self, raw: Record, seat: int | None) -> SeenFacts:
        return {"once": raw[3]}, False

    def _win(self, raw: Record, seat: int | None) -> SeenFacts:
        _, _, who, scores, reason = raw
        players = self.program.layout.players
        won = [name for player, name in enumerate(players) if who >> player & 1]
        scored = {} if scores is None else {"scores": dict(zip(players, scores, strict=True))}
        return {"winner": one_or_several(won) or "none", "reason": reason} | scored, False

    def _new(self, raw: Record, seat: int | None) -> SeenFacts:
        facts: Data = {"row": self._thing(raw[2]), "kind": raw[3]}
        if facts["kind"] == "call":  # a call that the rules trigger; it may name hidden things
            if raw[4:]:
                said = call_key(self.program.layout, self.program.index, raw[4][1])
                facts["says"] = said if seat is None else UNKNOWN
        elif raw[4:]:  # the fields that its words speak of
            tags = self.program.index.row_fields[raw[3]]
            facts["called"] = {
                name: argument_key(self.program.layout, tags[name], value)
                if seat is None or who >> seat & 1
                else UNKNOWN
                for name, value, who in raw[4:]
            }
        return facts, False

    def _fault(self, raw: Record, seat: int | None) -> SeenFacts:
        return {"reason": raw[2]}, False

    def _remove(self, raw: Record, seat: int | None) -> SeenFacts:
        return {"row": self._thing(raw[2])}, False

    # -------------------------------------------------------------------------------------------- lines to read

    def line(self, entry: Entry) -> str:
        """The entry as one sentence, in the edition's words; empty for calls without an outcome of their own."""
        f = entry.facts

        def name(key: str) -> str:
            return name_words(self.program, shortened(self.program, key))

        match entry.what:
            case "set" | "sparse":
                return f"{self.state_words(f['state'])}: {name(str(f['from']))} → {name(str(f['to']))}"
            case "field":
                return f"{name(f['field'])} of {name(f['row'])}: {name(str(f['from']))} → {name(str(f['to']))}"
            case "move":
                return f"{name(f['thing'])}: {self.zone_words(f['from'])} → {self.zone_words(f['to'])}"
            case "choice":
                only = " (the only choice)" if f["forced"] else ""
                return f"{name(f['player'])}, prompted “{f['asked']}”: {choice_words(self.program, f['chosen'])}{only}"
            case "chance":
                dice = f" ({', '.join(map(str, f['dice']))})" if "dice" in f and len(f["dice"]) > 1 else ""
                came = name(f["came"]) if f["came"] != UNKNOWN else "hidden from you"
                return f"{f['asked']}: {came}{dice}" + (f", {f['needed']}" if "needed" in f else "")
            case "shuffle":
                return f"{self.zone_words(f['zone'])} is shuffled"
            case "show":
                if f["things"]:
                    return f"{name(f['player'])} sees: {', '.join(map(name, f['things']))}"
                word = ("card" if f["cards"] else "thing") + ("s" if f["count"] > 1 else "")
                return f"{name(f['player'])} looks at {f['count']} {word}" if f["count"] else ""  # or the reader's own
            case "say":
                return str(f["text"])
            case "begins":
                return f"{entry.rule.split(':')[0].replace('_', ' ')}: its text becomes active"
            case "win":
                scored = [f"{name(player)} {score}" for player, score in f.get("scores", {}).items()]
                why = f": {f['reason']}" if f["reason"] else ""
                return who_wins(f["winner"], name) + why + (f" ({', '.join(scored)})" if scored else "")
            case "fault":
                return f"no longer required: {f['reason']}"
            case "new":
                return "" if f["kind"] == "call" else f"new: {name(f['row'])}"
            case "remove":
                return "" if f["row"].startswith("call ") else removed_words(self.program, f["row"], name(f["row"]))
        return ""

    def state_words(self, key: str) -> str:
        words, of = self.state_parts(key)
        return f"{words} of {of}" if of else words

    def state_parts(self, key: str) -> tuple[str, str]:
        """The name of a state or zone, and its owner; the owner is empty if there is just one."""
        head, _, inside = key.partition("(")
        if not inside:
            thing, _, name = head.rpartition(".")
            if thing in self.titles:  # a state that each thing has
                return name_words(self.program, name), name_words(self.program, self.titles[thing])
        words = name_words(self.program, shortened(self.program, head))
        given = (name_words(self.program, shortened(self.program, one)) for one in inside.rstrip(")").split(", "))
        return words, ", ".join(given) if inside else ""

    def zone_words(self, key: str) -> str:
        return self.state_words(key)
