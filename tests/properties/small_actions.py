"""Actions and families of every shape for small packs: with `do` and without, `proceed` and `until` in it, families
within families, parameters of all sorts out of all sorts of sets.

Whatever can be done again and again is paid with energy, or may be done once in a turn.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from small_rules import Rules
from small_world import TYPES, Act, Scope

_IN_FAMILY = ["number", "card", "place", "token", "maybe", "cards", "perhaps"]


@dataclass(frozen=True, slots=True)
class _Family:
    act: Act
    has_do: bool


class Actions(Rules):
    def tree(self) -> list[str]:
        """One family with its members, which may be of another too, and some actions that stand alone."""
        hand, world = self.hand, self.world
        root = self.family("work", None)
        lines = root[1]
        other = self.family("duty", None) if hand.perhaps(40) else None
        lines += other[1] if other is not None else []
        for n in range(hand.number(1, 3)):
            if hand.perhaps(30):
                inner = self.family(f"kin{n}", root[0])
                lines += inner[1]
                for m in range(hand.number(1, 2)):
                    lines += self.leaf(f"use{n}{m}", inner[0])
            elif other is not None:
                lines += self.leaf(f"use{n}", root[0], other[0])
            else:
                lines += self.leaf(f"use{n}", root[0])
        for n in range(hand.number(0, 2)):
            lines += self.leaf(f"act{n}")
        world.offers = [act.name for act in world.acts]
        return lines

    def family(self, name: str, parent: _Family | None) -> tuple[_Family, list[str]]:
        params = [("p", "player")]
        if self.hand.perhaps(40):
            params.append((self.hand.fresh("y"), self.hand.among(_IN_FAMILY)))
        act = Act(name, tuple(params), False)
        s = self.scope(params)
        over = f" as {self.member_of(parent.act, s)}" if parent is not None else ""
        lines = [f"action {name}({', '.join(f'{x}: {TYPES[sort]}' for x, sort in params)}){over}"]
        lines += ["  cost lower energy(p) by 1"] if parent is None else []
        lines += self.conditions(s)
        has_do = self.hand.perhaps(60)
        if has_do:
            body = [f"  {line}" for line in self.simple(s)]
            inner = self.around(["proceed"], body, replace(s, deep=2, turn=True))
            lines += ["  do", *(f"  {line}" for line in inner)]
        self.world.acts.append(act)
        return _Family(act, has_do), lines

    def leaf(self, name: str, *families: _Family) -> list[str]:
        hand = self.hand
        own = hand.perhaps(50)  # p is a parameter; else the phase binds it
        params = [("p", "player")] if own else []
        shown = ["p: player"] if own else []
        for _ in range(hand.number(0, 2)):
            x, (sort, domain) = hand.fresh("y"), self.domain(params)
            params.append((x, sort))
            shown.append(f"{x}: {TYPES[sort]}{domain}")
        s = self.scope([*params, *([] if own else [("p", "player")])])
        over = f" as {', '.join(self.member_of(one.act, s) for one in families)}" if families else ""
        occasion = " in turn(p)"
        if self.world.lull and hand.perhaps(30):
            occasion = hand.among([" in turn(p) or lull", " in lull"]) if own else occasion
        once = hand.among([" once in turn", " once in match"]) if not families or hand.perhaps(15) else ""
        head = f"action {name}({', '.join(shown)})" if shown else f"action {name}"
        lines = [f"{head}{over} by p{occasion}{once}", *self.conditions(s), *self.costs(s)]
        if not any(one.has_do for one in families) or hand.perhaps(80):
            lines += ["  do", *(f"  {line}" for line in self.block(replace(s, deep=1)))]
            if hand.perhaps(25):
                lines += [f"    {line}" for line in self.lasting(replace(s, turn=hand.perhaps(60)))]
        self.world.acts.append(Act(name, tuple(params), True))
        return lines

    def scope(self, params: list[tuple[str, str]]) -> Scope:
        s = Scope(level=0, turn=True)
        for name, sort in params:
            s = s.knowing(name, sort)
        return s

    def member_of(self, family: Act, s: Scope) -> str:
        """The family's call, with values for its parameters that are there."""
        given = [s.players[0]]
        for _, sort in family.params[1:]:
            if not s.can(sort):  # a card or token where the member has none
                given.append(f"first({self.zone(s)})" if sort == "card" else "last(token)")
            else:
                given.append(self.value(replace(s, function=99), sort))
        return f"{family.name}({', '.join(given)})"

    def domain(self, before: list[tuple[str, str]]) -> tuple[str, str]:
        """The sort of a parameter and the set that it comes out of, which may use those to its left."""
        tokens = [name for name, sort in before if sort == "token" and self.world.pouch == "all"]
        sees_hand = any(name == "hand" and by == "p" for name, _, by in self.world.zones)
        cards = ["field(p)", *(["hand(p)"] if sees_hand else []), *(f"pouch({t})" for t in tokens)]
        if self.world.board and self.hand.perhaps(25):
            spots = ["neighbours(post)", "reachable(stride, p, hill, 2)", "within(lake, 1)"]
            return "spot", f" in {self.hand.among(spots)}"
        match self.hand.number(0, 6):
            case 0 | 1:
                return "card", f" in {self.hand.among(cards)}"
            case 2:
                own = f"(each {(t := self.hand.fresh('t'))} in token where {t}.owner = p)"
                return "token", f" in {self.hand.among(['token', own])}"
            case 3:
                return "number", " in 0..2"
            case 4:
                return "player", " in player"
            case 5:
                return "place", f" in [{', '.join([*cards[:2], 'heap'])}]"
            case _:
                return "maybe", f" in {self.hand.among(cards)}"

    def conditions(self, s: Scope) -> list[str]:
        lines = []
        if self.hand.perhaps(25):
            n = self.hand.fresh("n")
            lines.append(f"  let {n} = {self.number(s, 1)}")
            s = s.knowing(n, "number")
        if self.hand.perhaps(40):
            lines.append(f'  require {self.truth(s)} "it is not so"')
        return lines

    def costs(self, s: Scope) -> list[str]:
        costs = [
            "raise tally by 2",
            "lower tally by 1",
            "toll(p)",
            f"set kept to {self.value(s, 'maybe')}",
            "lower energy(p) by 1",
        ]
        costs += [f"move {self.hand.among(s.cards)} to {self.value(s, 'place')}"] if s.cards else []
        count = self.hand.number(1, 3) if self.hand.perhaps(30) else 0
        return [f"  cost {self.hand.among(costs)}" for _ in range(count)]
