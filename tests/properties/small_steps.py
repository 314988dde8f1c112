"""Steps and rules for small packs: whatever is written here is sound, asks no more than a few questions, and ends.

Every procedure has a level, and steps call those of a higher level only.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from small_formulas import Formulas, Procedure, Scope

DEEPEST = 2  # blocks in blocks


class Steps(Formulas):
    def block(self, s: Scope, most: int = 2) -> list[str]:
        """One step or some, each a line or more, further in by two."""
        inner = replace(s, deep=s.deep + 1)
        lines: list[str] = []
        for _ in range(self.hand.number(1, most)):
            given, inner = self.step(inner)
            lines += given
        return [f"  {line}" for line in lines]

    def step(self, s: Scope) -> tuple[list[str], Scope]:
        """A step, and the scope after it."""
        sorts: list[Callable[[Scope], list[str]]] = [self.mark, self.change, self.moving, self.built_in]
        if s.deep <= DEEPEST:
            sorts += [self.branching, self.looping, self.picking, *[self.choosing] * 4, *[self.calling] * 3]
            sorts += [self.lasting] if s.turn else [self.running]
            sorts += [self.running, self.making] if self.world.rows else [self.running]
        if self.hand.perhaps(15):
            return self.naming(s)
        return self.hand.among(sorts)(s), s

    def simple(self, s: Scope) -> list[str]:
        """A step that calls nothing and asks nobody."""
        return self.hand.among([self.mark, self.change, self.moving])(s)

    def naming(self, s: Scope) -> tuple[list[str], Scope]:
        n = self.hand.fresh("n")
        giving = [p for p in self.fitting(s) if p.gives]
        match self.hand.number(0, 2):
            case 0:
                source = self.number(s)
            case 1 if giving:
                source = self.call_of(s, self.hand.among(giving))
            case _:
                source = f"roll {self.hand.among(['1d6', '2d3', '1d2'])}"
        return [f"let {n} = {source}"], replace(s, numbers=(*s.numbers, n))

    def mark(self, s: Scope) -> list[str]:
        return [f"raise tally by {self.hand.number(1, 5)}"]

    def change(self, s: Scope) -> list[str]:
        if self.hand.perhaps(50):
            target = self.reading(s, ["number"]) or "tally"
            return [f"{self.hand.among(['raise', 'lower'])} {target} by {self.number(s)}"]
        state = self.hand.among([x for x in self.world.states if s.cards or "card" not in " ".join((x.sort, *x.of))])
        owner = self.hand.among(s.cards) if s.cards else ""
        name = f"{owner}.{state.name}" if "this card" in state.of else self.called(s, state.name, state.of)
        if state.sort == "tints":
            return [f"set {name} to [{self.tint(s)}]"]
        if state.sort in ("card", "player") and self.hand.perhaps(20):
            return [f"set {name} to none"]
        return [f"set {name} to {self.value(s, state.sort)}"]

    def moving(self, s: Scope) -> list[str]:
        if s.cards and self.hand.perhaps(60):
            goal = self.zone(s)
            end = "" if goal.partition("(")[0] in self.world.pools else self.hand.among(["", "", "bottom of "])
            return [f"move {self.hand.among(s.cards)} to {end}{goal}"]
        if self.hand.perhaps(30):
            return [f"move {self.zone(s)} to {self.zone(s)}"]
        source = self.zone(s)
        end = self.hand.among(["last", "first"])
        return [f"if size({source}) > 0", f"  move {end}({source}) to {self.zone(s)}"]

    def built_in(self, s: Scope) -> list[str]:
        match self.hand.number(0, 3):
            case 0:
                return [f"draw({self.number(s, 1)}, {self.zone(s)}, {self.zone(s)})"]
            case 1:
                return [f"shuffle({self.zone(s)})"]
            case 2:
                what = self.hand.among([*s.cards, self.zone(s)])
                return [f"show({what}, {self.hand.among(['all', self.player(s), self.player(s)])})"]
            case _:
                return [f"swap({self.hand.among(s.cards)}, {self.hand.among(s.cards)})"] if s.cards else self.mark(s)

    def branching(self, s: Scope) -> list[str]:
        lines = [f"if {self.truth(s)}", *self.block(s)]
        if self.hand.perhaps(40):
            lines += ["else", *self.block(s)]
        return lines

    def looping(self, s: Scope) -> list[str]:
        match self.hand.number(0, 2):
            case 0:
                q = self.hand.fresh("q")
                return [f"for each {q} in player", *self.block(replace(s, players=(*s.players, q)))]
            case 1:
                c = self.hand.fresh("c")
                inner = replace(s, cards=(*s.cards, c), deep=DEEPEST)
                where = f" where {self.truth(inner)}" if self.hand.perhaps(40) else ""
                return [f"for each {c} in {self.zone(s)}{where}", *self.block(inner)]
            case _:
                n = self.hand.fresh("n")
                inner = self.block(replace(s, numbers=(*s.numbers, n), deep=DEEPEST))
                counted = f"  set {n} to {n} + 1"
                if self.hand.perhaps(50):
                    return [f"let {n} = 0", f"while {n} < 2", *inner, counted]
                return [f"let {n} = 0", "repeat", *inner, counted, f"until {n} > 1"]

    def choosing(self, s: Scope) -> list[str]:
        who = self.player(s)
        match self.hand.number(0, 5):
            case 0:
                return [f'if {who} may "do so"', *self.block(s)]
            case 1:
                n = self.hand.fresh("n")
                inner = replace(s, numbers=(*s.numbers, n))
                return [f'choose {n} in 0..{self.hand.number(1, 3)} by {who} "how many"', *self.block(inner)]
            case 2:
                first, second = self.block(s), self.block(s)
                where = f" where {self.truth(s)}" if self.hand.perhaps(40) else ""
                lines = [f'choose by {who} "which"', '  "one"', *_in(first), f'  "other"{where}', *_in(second)]
                return [*lines, "  otherwise", "    nothing"] if self.hand.perhaps(30) else lines
            case _:
                c = self.hand.fresh("c")
                zone = self.zone(s, "open")
                if self.hand.perhaps(40) and any(z[0] == "hand" and z[2] == "p" for z in self.world.zones):
                    zone = f"hand({who})"
                inner = replace(s, cards=(*s.cards, c))
                where = f" where {self.truth(inner)}" if self.hand.perhaps(30) else ""
                many = self.hand.among(["", "", "0..2 ", "1..2 ", "2 "])
                return [
                    f'choose {many}{c} in {zone}{where} by {who} "a card"',
                    *self.block(inner),
                    *self.otherwise(s),
                ]

    def picking(self, s: Scope) -> list[str]:
        c = self.hand.fresh("c")
        inner = replace(s, cards=(*s.cards, c))
        where = f" where {self.truth(inner)}" if self.hand.perhaps(30) else ""
        many = self.hand.among(["", "", "2 "])
        return [f"pick {many}{c} in {self.zone(s)}{where}", *self.block(inner), *self.otherwise(s)]

    def otherwise(self, s: Scope) -> list[str]:
        return ["  otherwise", f"    {self.mark(s)[0]}"] if self.hand.perhaps(25) else []

    def fitting(self, s: Scope) -> list[Procedure]:
        return [
            p for p in self.world.procedures if p.level > s.level and (s.cards or all(x[1] != "card" for x in p.params))
        ]

    def call_of(self, s: Scope, procedure: Procedure) -> str:
        return f"{procedure.name}({', '.join(self.value(s, sort) for _, sort in procedure.params)})"

    def calling(self, s: Scope) -> list[str]:
        found = self.fitting(s)
        if not found:
            return self.mark(s)
        procedure = self.hand.among(found)
        if self.hand.perhaps(12) and not procedure.gives:
            return [f"move pending {self.call_of(s, procedure)} to waiting"]
        return [self.call_of(s, procedure)]

    def surely(self, s: Scope, procedure: Procedure) -> list[str]:
        """A call, with cards picked for it where there are none."""
        if s.cards or all(sort != "card" for _, sort in procedure.params):
            return [self.call_of(s, procedure)]
        c = self.hand.fresh("c")
        return [f"pick {c} in {self.zone(s)}", *_in([self.call_of(replace(s, cards=(c,)), procedure)])]

    def running(self, s: Scope) -> list[str]:
        if self.world.storm and s.runs and self.hand.perhaps(40):
            return [f"run storm[{self.number(s, 2)}] with {self.player(s)}"]
        if not s.runs or not s.cards:
            return self.mark(s)
        return [f"run {self.hand.among(s.cards)}.text"]

    def making(self, s: Scope) -> list[str]:
        t = self.hand.fresh("t")
        lines = [f"let {t} = new token(owner: {self.player(s)})", f"raise {t}.height by {self.number(s)}"]
        if s.cards and self.hand.perhaps(50):
            lines.append(f"move {self.hand.among(s.cards)} to pouch({t})")
        inner = replace(s, numbers=(*s.numbers, f"{t}.height", f"size(pouch({t}))"))
        lines += [line[2:] for line in self.block(replace(inner, deep=DEEPEST + 1))]
        return [*lines, f"move pouch({t}) to heap", f"remove {t}"] if self.hand.perhaps(50) else lines

    def lasting(self, s: Scope) -> list[str]:
        point = self.hand.among(["end of turn", "end of turn", "end of match", "start of turn"])
        once = ", once" if self.hand.perhaps(30) else ""
        inner = replace(s, deep=DEEPEST, turn=False)
        rules = [line for _ in range(self.hand.number(1, 2)) for line in self.rule(inner)]
        return [f"until {point}{once}", *_in(rules)]

    # ------------------------------------------------------------------------------------------- rules

    def rule(self, s: Scope) -> list[str]:
        """A hook, a modifier or a ban, for a rules file, an effect, or under `until`."""
        sort = self.hand.number(0, 4)
        if sort == 0 and self.world.functions:
            return self.modifier(s)
        if sort == 1 and self.world.offers:
            action = self.hand.among(self.world.offers)
            return [f'forbid {action} where {self.truth(s)} "it is forbidden"']
        return self.hook(s)

    def modifier(self, s: Scope) -> list[str]:
        at = self.hand.number(0, len(self.world.functions) - 1)
        name, sort = self.world.functions[at]
        x = self.hand.fresh("x")
        inner = replace(s, function=at + 1, players=s.players + ((x,) if sort == "player" else ()))
        inner = replace(inner, cards=s.cards + ((x,) if sort == "card" else ()))
        where = f" where {self.truth(inner)}" if self.hand.perhaps(60) else ""
        if self.hand.perhaps(30):
            return [f"modify {name}({x}) becomes value {self.hand.among(['/ 2', '+ 1', '* 2'])}{where}"]
        limit = self.hand.among(["", "", " up to 4", " down to 1", " up to 5 down to 0"])
        return [f"modify {name}({x}) by {self.number(inner, 1)}{limit}{where}"]

    def hook(self, s: Scope) -> list[str]:
        procedures = [p for p in self.world.procedures if p.level >= s.level]
        if not procedures or self.hand.perhaps(15):
            return self.built_in_hook(s)
        procedure = self.hand.among(procedures)
        names = [(self.hand.fresh("x"), sort) for _, sort in procedure.params]
        inner = s
        for name, sort in names:
            inner = {
                "player": replace(inner, players=(*inner.players, name)),
                "card": replace(inner, cards=(*inner.cards, name)),
            }.get(sort, replace(inner, numbers=(*inner.numbers, name)))
        inner = replace(inner, level=max(s.level, procedure.level), runs=False, turn=False)
        head = f"{procedure.name}({', '.join(name for name, _ in names)})" if names else procedure.name
        where = f" where {self.truth(inner)}" if self.hand.perhaps(50) else ""
        verb = self.hand.among(["before", "after", "instead of"])
        body = self.block(inner, 1) if self.hand.perhaps(60) else _in(self.simple(inner))
        if verb == "after" and self.hand.perhaps(20):
            body.append("  raise tally by was(tally) % 7")
        if verb == "instead of":
            body = self.instead(inner, procedure, [name for name, _ in names], body)
        return [f"{verb} {head}{where}", *body]

    def instead(self, s: Scope, procedure: Procedure, names: list[str], body: list[str]) -> list[str]:
        given = "proceed" if self.hand.perhaps(70) or not names else f"proceed({', '.join(names)})"
        if procedure.gives:
            result = self.hand.fresh("r")
            return [f"  let {result} = {given}", *body, f"  return {result} + 1"]
        match self.hand.number(0, 3):
            case 0:
                return [f"  {given}", *body]
            case 1:
                return [*body, f"  {given}"]
            case 2:
                return [f"  if {self.truth(s)}", f"    {given}", "  else", *_in(body)]
            case _:
                return body

    def built_in_hook(self, s: Scope) -> list[str]:
        head, extra = self.hand.among([("shuffle(z9)", []), ("draw(n9, z9, g9)", ["n9"]), ("show(w9, q9)", [])])
        verb = self.hand.among(["before", "after", "instead of"])
        inner = replace(s, numbers=(*s.numbers, *extra), level=99, turn=False, runs=False)
        body = _in(self.simple(inner))
        if self.hand.perhaps(30):
            body = [f'  if {self.player(s)} may "watch"', *_in(body)]
        if verb == "instead of" and self.hand.perhaps(70):
            body.append("  proceed")
        return [f"{verb} {head}", *body]


def _in(lines: Sequence[str]) -> list[str]:
    return [f"  {line}" for line in lines]
