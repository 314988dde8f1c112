"""The journal: every change with the rule and the clauses that caused it, as data and as lines to read."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ..code.program import Program
from ..state.layout import argument_key, state_keys, zone_key
from .decision import said


@dataclass(frozen=True, slots=True)
class Entry:
    """One thing that happened.

    `what`: does, set, move, choice, chance, shuffle, show, begins, win, new, remove, fault. `facts` are plain data by name;
    `rule` and `clauses` (document/id) say why. `hidden`: facts left out for the reader it was made for.
    """

    number: int
    what: str
    facts: dict[str, Any]
    rule: str
    clauses: tuple[str, ...]
    file: str
    line: int
    hidden: bool = False

    def as_json(self) -> dict[str, Any]:
        """For JSON Lines; places in files are left out, so that the same game gives the same bytes anywhere."""
        return {"n": self.number, "what": self.what, **self.facts, "rule": self.rule, "clauses": list(self.clauses)}


class Teller:
    """Makes entries of one game readable."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.states: dict[int, tuple[str, str]] = {}  # cell: its name, the tag of its values
        for row in program.layout.states:
            if row.first >= 0:
                for offset, key in enumerate(state_keys(program.layout, row)):
                    self.states[row.first + offset] = (key, row.tag)

    def entry(self, number: int, raw: tuple[Any, ...], seat: int | None = None) -> Entry | None:
        """For all to read, or for one player: then with what he may not know left out; None if all of it is hidden from him."""
        facts, hidden = getattr(self, f"_{raw[0]}")(raw, seat)
        if facts is None:
            return None
        rule = raw[1]
        label, file, line, clauses = self.program.rules[rule] if rule >= 0 else ("", "", 0, ())
        return Entry(number, raw[0], facts, label, clauses, file, line, hidden)

    def _thing(self, number: Any) -> str:
        return argument_key(self.program.layout, "thing", number)

    def _does(self, raw: tuple[Any, ...], seat: int | None) -> tuple[dict[str, Any] | None, bool]:
        if seat is not None:
            return None, True  # arguments may name what lies hidden; its outcome is told by other entries
        _, _, args, tags = raw
        return {"args": [argument_key(self.program.layout, t, a) for t, a in zip(tags, args, strict=True)]}, False

    def _set(self, raw: tuple[Any, ...], seat: int | None) -> tuple[dict[str, Any] | None, bool]:
        _, _, index, old, new = raw
        name, tag = self.states[index]
        if seat is not None and not self._state_seen(name, seat):
            return None, True
        lay = self.program.layout
        if tag == "number" and not isinstance(old, bool):
            return {"state": name, "from": old, "to": new}, False
        return {"state": name, "from": argument_key(lay, tag, old), "to": argument_key(lay, tag, new)}, False

    def _state_seen(self, name: str, seat: int) -> bool:
        by = self.program.names["seen_states"].get(name.split("(")[0].split(".")[-1], "all")
        if by == "all":
            return True
        player = self.program.layout.players[seat]
        if by.startswith("param "):
            return name.rstrip(")").split("(")[1].split(", ")[int(by[6:])] == player
        return bool(by == player)

    def _field(self, raw: tuple[Any, ...], seat: int | None) -> tuple[dict[str, Any] | None, bool]:
        _, _, row, name, old, new = raw
        return {"row": f"row {row}", "field": name, "from": _plain(old), "to": _plain(new)}, False

    def _sparse(self, raw: tuple[Any, ...], seat: int | None) -> tuple[dict[str, Any] | None, bool]:
        _, _, key, old, new = raw
        name = next(s.name for s in self.program.layout.states if s.first < 0 and s.place == key[0])
        return {"state": f"{name}({', '.join(map(str, key[1:]))})", "from": _plain(old), "to": _plain(new)}, False

    def _move(self, raw: tuple[Any, ...], seat: int | None) -> tuple[dict[str, Any] | None, bool]:
        _, _, thing, source, goal, seen, knowers = raw
        if seat is not None and not seen >> seat & 1:
            return None, True
        known = seat is None or knowers >> seat & 1 == 1
        lay = self.program.layout
        name = self._thing(thing) if known else "something"
        return {"thing": name, "from": zone_key(lay, source), "to": zone_key(lay, goal)}, not known

    def _choice(self, raw: tuple[Any, ...], seat: int | None) -> tuple[dict[str, Any] | None, bool]:
        _, _, site, player, value, forced, seen = raw
        prompt, _, tag, none = self.program.sites[site]
        known = seat is None or seat == player or seen >> seat & 1 == 1
        facts = {"player": self.program.layout.players[player], "asked": prompt, "forced": forced}
        facts["chosen"] = self._value(tag, none, value) if known else "something"
        return facts, not known

    def _value(self, tag: str, none: str, value: Any) -> str:
        if value is None:
            return none
        if tag.startswith("labels "):
            return str(tag[7:].split("|")[value])
        if tag == "call":
            from .actions import call_key

            return call_key(self.program, value)
        return argument_key(self.program.layout, "number" if tag.startswith("roll ") else tag, value)

    def _chance(self, raw: tuple[Any, ...], seat: int | None) -> tuple[dict[str, Any] | None, bool]:
        _, _, site, value, dice, seen = raw
        _, _, tag, none = self.program.sites[site]
        known = seat is None or seen >> seat & 1 == 1
        facts: dict[str, Any] = {"asked": tag if tag.startswith("roll ") else "at random"}
        facts["came"] = self._value(tag, none, value) if known else "something"
        if dice:
            facts["dice"] = list(dice)
        return facts, not known

    def _shuffle(self, raw: tuple[Any, ...], seat: int | None) -> tuple[dict[str, Any] | None, bool]:
        return {"zone": zone_key(self.program.layout, raw[2])}, False

    def _show(self, raw: tuple[Any, ...], seat: int | None) -> tuple[dict[str, Any] | None, bool]:
        _, _, things, player = raw
        known = seat is None or seat == player
        shown = [self._thing(t) for t in things] if known else []
        return {"player": self.program.layout.players[player], "things": shown, "count": len(things)}, not known

    def _begins(self, raw: tuple[Any, ...], seat: int | None) -> tuple[dict[str, Any] | None, bool]:
        return {"once": raw[3]}, False

    def _win(self, raw: tuple[Any, ...], seat: int | None) -> tuple[dict[str, Any] | None, bool]:
        return {"winner": "none" if raw[2] is None else self.program.layout.players[raw[2]], "reason": raw[3]}, False

    def _new(self, raw: tuple[Any, ...], seat: int | None) -> tuple[dict[str, Any] | None, bool]:
        return {"row": f"row {raw[2]}", "kind": raw[3]}, False

    def _fault(self, raw: tuple[Any, ...], seat: int | None) -> tuple[dict[str, Any] | None, bool]:
        return {"reason": raw[2]}, False

    def _remove(self, raw: tuple[Any, ...], seat: int | None) -> tuple[dict[str, Any] | None, bool]:
        return {"row": f"row {raw[2]}"}, False

    # -------------------------------------------------------------------------------------------- lines to read

    def line(self, entry: Entry) -> str:
        """The entry as one sentence, in the edition's words; empty for calls without an outcome of their own."""
        f = entry.facts

        def name(key: str) -> str:
            return said(self.program, _short(key))

        match entry.what:
            case "set":
                return f"{self.state_words(f['state'])}: {name(str(f['from']))} → {name(str(f['to']))}"
            case "field" | "sparse":
                return f"{f.get('state') or f['field']}: {f['from']} → {f['to']}"
            case "move":
                return f"{name(f['thing'])}: {self.zone_words(f['from'])} → {self.zone_words(f['to'])}"
            case "choice":
                only = " (the only choice)" if f["forced"] else ""
                return f"{name(f['player'])}, asked “{f['asked']}”: {name(f['chosen'])}{only}"
            case "chance":
                dice = f" ({', '.join(map(str, f['dice']))})" if "dice" in f and len(f["dice"]) > 1 else ""
                return f"{f['asked']}: {name(f['came'])}{dice}"
            case "shuffle":
                return f"{self.zone_words(f['zone'])} is shuffled"
            case "show":
                things = ", ".join(name(t) for t in f["things"]) if f["things"] else f"{f['count']} hidden from you"
                return f"{name(f['player'])} sees: {things}" if f["count"] else ""
            case "begins":
                return f"{entry.rule.split(':')[0].replace('_', ' ')}: what its text says begins to hold"
            case "win":
                return f"{name(f['winner'])} wins: {f['reason']}" if f["winner"] != "none" else f"nobody wins: {f['reason']}"
            case "fault":
                return f"nothing can bring about any more: {f['reason']}"
            case "new":
                return f"a new {f['kind']}"
            case "remove":
                return f"{f['row']} goes"
        return ""

    def state_words(self, key: str) -> str:
        head, _, inside = key.partition("(")
        words = said(self.program, head)
        if not inside:
            return words
        return f"{words} of {', '.join(said(self.program, _short(a)) for a in inside.rstrip(')').split(', '))}"

    def zone_words(self, key: str) -> str:
        return self.state_words(key)


def _short(key: str) -> str:
    """A copy's name without its deck: `gandalf.sweep` is read as `sweep`."""
    parts = key.split(".")
    return parts[1] if len(parts) > 1 and not parts[1].isdigit() else key


def _plain(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else value
