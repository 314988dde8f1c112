"""What lies in zones as one number: a bit for each thing.

Rules ask again and again whether anything of some sort lies in a zone, how many do, what they come to together. Where
all that is asked of a thing is printed on it, the answer is the same wherever it lies, and known when compiling: the
question is arithmetic with the number that a position keeps of the zone (`S.tally`), and what any of its things come
to together is found out once (`SUMS`). A thing's share of these numbers never changes (`TALLY`), so whatever moves it
takes that from one of them and adds it to the other.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from ..lang import tree
from ..lang.walk import walk
from .build import Build
from .typing import symbols, types
from .write_names import is_enclosed

MOST_THINGS = 120  # in a game whose zones are tallied; numbers of many digits are slow
OFTEN = 3  # a zone is tallied of which so many formulas ask …
MOST_ZONES = 3  # … if it is one of so many that are asked most

_NEUTRAL = {"any": "False", "every": "True", "count": "0", "sum": "0"}  # what is told, and the answer for no things
ZONE = re.compile(r"Z\[(\d+)\]")
_WORD = re.compile(r"[A-Za-z_]\w*")
_LOGIC = {"and", "or", "not", "in", "is", "if", "else", "None", "True", "False"}
_MODIFIED = re.compile(r"\((?P<now>f_\w+\(S, \w+\)) if (?P<live>S\.live\[\d+\]) else (?P<printed>P_\w+\[\w+\])\)")
_KEPT = re.compile(
    r"\((?P<now>MODIFIED_(?P<name>\w+)\[S\.live\[\d+\]\])"
    r" if (?P<live>S\.live\[\d+\]) else (?P<printed>P_\w+)\)(?P<of>\[\w+\])"
)
_SOME = re.compile(r"\((S\.tally(?: >> \d+)? & \d+) != 0\)")


@dataclass(frozen=True, slots=True)
class Told:
    """What is known of a question about a zone. `text`: the answer; nothing where a loop must find it, over `source`
    where `where`. `unless`: when the loop must find it all the same; `of` is then what it asks of each. `long`: the
    text is better read once.
    """

    text: str
    source: str
    where: str
    of: str
    unless: str = ""
    long: bool = False


class Tally:
    """The zones that are tallied: by number, how far up the bits of their things are. And the tables of sums, by what
    each thing counts for.
    """

    def __init__(self, build: Build) -> None:
        self.build = build
        count = len(build.layout.things)
        often = _often_asked(build) if count <= MOST_THINGS else []
        self.zones = {zone: n * count for n, zone in enumerate(often)}
        self.sums: dict[tuple[int, ...], str] = {}
        self.known: dict[tuple[int, str], dict[int, Any] | None] = {}  # by zone and formula: what it comes to
        self.closed = False

    def close(self) -> None:
        """No more tables are made from here on; the shares of the things are known to the module."""
        self.closed = True
        for zone, bits in self.zones.items():
            shares = [1 << n + bits for n in range(len(self.build.layout.things))]
            self.build.constant(f"TALLY_{zone}", tuple(shares))

    def lying(self, zone: int, things: int) -> str:
        """Those of the things that lie in a zone, as a mask."""
        return f"S.tally >> {self.zones[zone]} & {things}" if self.zones[zone] else f"S.tally & {things}"

    def zones_of(self, kind: str) -> frozenset[int]:
        """Those where things of a kind may lie."""
        first, end = self.build.ranges.get(kind, (0, len(self.build.layout.things)))
        held = {zone: things_held(self.build, zone) for zone in self.zones}
        return frozenset(zone for zone, things in held.items() if things.start < end and first < things.stop)

    def told(self, quantifier: str, name: str, source: str, where: str, of: str) -> Told | None:
        """What the tally of a zone tells of what a quantifier asks; None where it tells nothing."""
        match = ZONE.fullmatch(source)
        zone = int(match[1]) if match else -1
        if zone not in self.zones or quantifier not in _NEUTRAL:
            return None
        things, rest = self.of_which(zone, name, where)
        if things < 0:
            return None
        lying = self.lying(zone, things)
        if quantifier == "every" and not rest:
            failing, _ = self.of_which(zone, name, f"(not {of})")
            if failing < 0:
                return Told("", f"bits({lying})", "", of)
            things &= failing
            lying = self.lying(zone, things)
        if not things:
            return Told(_NEUTRAL[quantifier], source, where, of)
        if rest:
            return Told("", f"bits({lying})", rest, of)
        if quantifier == "sum":
            return self._sum(zone, name, things, of)
        text = {"any": f"({lying} != 0)", "every": f"({lying} == 0)", "count": f"({lying}).bit_count()"}
        return Told(text[quantifier], source, where, of)

    def of_which(self, zone: int, name: str, where: str) -> tuple[int, str]:
        """The things that may lie in the zone and of which so much of a condition is so as asks for what is printed,
        as a mask; the rest of the condition. -1 where it asks first for something else.
        """
        parts = conjuncts(where) or ["True"]
        for printed in range(len(parts), 0, -1):
            found = self._values(zone, name, " and ".join(parts[:printed]))
            if found is not None:
                return sum(1 << n for n, value in found.items() if value), " and ".join(parts[printed:])
        return -1, where

    def _sum(self, zone: int, name: str, things: int, of: str) -> Told:
        """A sum of printed numbers; of such as rules may modify, while none does, or as they modify them."""
        kept = _KEPT.fullmatch(of)
        match = kept or _MODIFIED.fullmatch(of)
        part = match.groupdict("") if match else {"printed": of, "now": of}
        now, printed = (part[word] + part.get("of", "") for word in ("now", "printed"))
        lying = self.lying(zone, things)
        loop = Told("", f"bits({lying})", "", now, part.get("live", ""))
        found = self._values(zone, name, f"({printed}) if {things} >> {name} & 1 else 0")
        if self.closed or found is None or not all(type(value) is int for value in found.values()):
            return replace(loop, of=of)
        values = tuple(found.get(n, 0) for n in range(len(self.build.layout.things)))
        table = self.sums.setdefault(values, f"SUMS_{len(self.sums)}")
        self.build.running[table] = f"Sums({values})"
        if kept is None:
            return replace(loop, text=f"{table}[{lying}]" if any(values) else "0")
        modified = f"SUMS_OF_{kept['name']}"
        self.build.running[modified] = f"ModifiedSums(MODIFIED_{kept['name']})"
        table = f"({modified}[{kept['live']}] if {kept['live']} else {table})"
        return Told(f"{table}[{lying}]", loop.source, "", now, long=True)

    def _values(self, zone: int, name: str, text: str) -> dict[int, Any] | None:
        """What a formula comes to for each thing that may lie in a zone; None where it asks what is not printed."""
        key = zone, re.sub(rf"\b{name}\b", "@", text)
        if key not in self.known:
            self.known[key] = self._found(zone, name, text)
        return self.known[key]

    def _found(self, zone: int, name: str, text: str) -> dict[int, Any] | None:
        words = set(_WORD.findall(text)) - _LOGIC - {name}
        constants = self.build.constants
        if not words <= constants.keys():
            return None
        things = things_held(self.build, zone)
        names = {"__builtins__": {}, "THINGS": things, **{word: constants[word] for word in words}}
        try:
            return dict(zip(things, eval(f"[{text} for {name} in THINGS]", names), strict=True))
        except (TypeError, LookupError, ValueError, ArithmeticError):
            return None


def tested(text: str) -> str:
    """The answer to a question of which only that it is yes is asked."""
    match = _SOME.fullmatch(text)
    return f"({match[1]})" if match else text


def conjuncts(text: str) -> list[str]:
    """The parts of a condition, all of which must hold, in order."""
    if not text:
        return []
    depth, begin, parts = 0, 0, []
    for match in re.finditer(r"[([{]|[)\]}]|\b(?:and|or|if|for|else|lambda)\b|:=|'[^']*'", text):
        depth += (match[0] in "([{") - (match[0] in ")]}")
        if depth == 0 and match[0] == "and":
            parts.append(text[begin : match.start()].strip())
            begin = match.end()
        elif depth == 0 and match[0] not in ")]}" and match[0][0] != "'":
            return [text]
    last = text[begin:].strip()
    if not parts and is_enclosed(last):
        inner = conjuncts(last[1:-1])
        return inner if len(inner) > 1 else [last]
    return [part for whole in [*parts, last] for part in (conjuncts(whole) if parts else [whole])]


# ---------------------------------------------------------------------------------------- which zones


def things_held(build: Build, zone: int) -> range:
    """The things that may lie in a zone; none where such may lie there as have no numbers before play."""
    item = types.item_of(build.game.zones[build.layout.zones[zone].name].type)
    kind = getattr(types.bare(item), "kind", "") if item is not None else ""
    return range(0) if kind not in build.ranges or build.is_row_kind(kind) else range(*build.ranges[kind])


def _often_asked(build: Build) -> list[int]:
    """Zones of things that have numbers, of which formulas of what runs in a game ask often."""
    asked: Counter[int] = Counter()
    for node in _running(build):
        if isinstance(node, tree.Quantified) and node.quantifier in _NEUTRAL:
            zone = _zone_asked(build, node.over)
            if zone is not None:
                asked[zone] += 1
    often = [zone for zone, number in asked.items() if number >= OFTEN and things_held(build, zone)]
    return sorted(often, key=lambda zone: (-asked[zone], zone))[:MOST_ZONES]


def _running(build: Build) -> Iterator[tree.Node]:
    """All nodes of procedures, actions and rules, and of the functions that they call."""
    waiting: list[Any] = build.bodies()
    known: set[int] = set()
    while waiting:
        for node in walk(waiting.pop()):
            yield node
            ref = getattr(node, "ref", None)
            if isinstance(ref, symbols.Function) and id(ref) not in known:
                known.add(id(ref))
                waiting.append(ref.decl)


def _zone_asked(build: Build, over: tree.Formula) -> int | None:
    """The zone without parameters that is gone through, or of which a function gives a part."""
    ref = over.ref
    if isinstance(over, tree.Name) and isinstance(ref, symbols.Zone):
        number = build.zone_numbers[ref.name]
        return number if number >= 0 and not ref.params else None
    if isinstance(over, tree.Name) and isinstance(ref, symbols.Function) and isinstance(ref.decl, tree.FunctionDecl):
        value = ref.decl.lines[-1].value
        if isinstance(value, tree.Quantified) and value.quantifier == "each":
            return _zone_asked(build, value.over)
    return None
