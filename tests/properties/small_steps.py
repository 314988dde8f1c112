"""Steps and rules for small packs: whatever is written here is sound, asks no more than a few questions, and ends.

Every procedure has a level, and steps call those of a higher level only.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import replace

from small_formulas import Formulas
from small_world import Procedure, Scope

DEEPEST = 2  # blocks in blocks


class Steps(Formulas, ABC):
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
            sorts += [self.lasting] if s.turn or (self.world.mixed and not s.function) else [self.running]
            sorts += [self.running, self.making] if self.world.rows else [self.running]
            sorts += [self.mixing] * 4 if self.world.mixed else []
        if self.hand.perhaps(15):
            return self.naming(s)
        return self.hand.among(sorts)(s), s

    def simple(self, s: Scope) -> list[str]:
        """A step that calls nothing and asks nobody."""
        return self.hand.among([self.mark, self.change, self.moving])(s)

    def naming(self, s: Scope) -> tuple[list[str], Scope]:
        n = self.hand.fresh("n")
        giving = [p for p in self.fitting(s) if p.gives == "number"]
        if self.world.mixed and self.hand.perhaps(60):
            return self.naming_mixed(s, n)
        match self.hand.number(0, 2):
            case 0:
                source = self.number(s)
            case 1 if giving:
                source = self.call_of(s, self.hand.among(giving))
            case _:
                pools = [f"({self.number(s, 2)} % 3)d2", f"each ({self.number(s, 2)} % 3)d3", "each 2d2"]
                source = f"roll {self.hand.among(['1d6', '2d3', '1d2', '1d3', self.hand.among(pools)])}"
                if "each" in source:
                    die = self.hand.fresh("n")
                    return [f"let {n} = {source}", f"for each {die} in {n}", f"  raise tally by {die}"], s
                if self.hand.perhaps(20):
                    source = f"({self.number(s)} if {self.truth(s)} otherwise {source})"
        return [f"let {n} = {source}"], replace(s, numbers=(*s.numbers, n))

    def naming_mixed(self, s: Scope, n: str) -> tuple[list[str], Scope]:
        """A name for a value of another sort, as a formula or a procedure gives it."""
        giving = [p for p in self.fitting(s) if p.gives and p.gives != "number"]
        if giving and self.hand.perhaps(50):
            procedure = self.hand.among(giving)
            return [f"let {n} = {self.call_of(s, procedure)}"], s.knowing(n, procedure.gives)
        sort = self.hand.among(
            [x for x in ("cards", "maybe", "stray", "perhaps", "place") if x != "place" or s.named(x)]
        )
        source = self.hand.among(s.named("place")) if sort == "place" else self.fresh_value(s, sort)
        if source == "none":
            return self.mark(s), s
        if source in s.cards or source in s.named("token"):
            sort = "card" if source in s.cards else "token"
        return [f"let {n} = {source}"], s.knowing(n, sort)

    def mixing(self, s: Scope) -> list[str]:
        """A step with a zone, a row, a place, or none in some place of it."""
        if self.world.board and self.hand.perhaps(25):
            return self.on_board(s)
        match self.hand.number(0, 9):
            case 9:
                return self.in_rings(s)
            case 0 if s.named("maybe"):
                m = self.hand.among(s.named("maybe"))
                move = f"move {m} to {self.value(s, 'place')}"
                return [move] if self.hand.perhaps(10) else [f"if {m} != none", f"  {move}"]
            case 1 if s.cards:
                return [f"move {self.hand.among(s.cards)} to {self.value(s, 'place')}"]
            case 2:
                c = self.hand.fresh("c")
                over = self.hand.among([self.value(s, "cards"), *s.named("place")])
                inner = self.block(replace(s.knowing(c, "card"), deep=DEEPEST))
                return [f"for each {c} in {over}", *inner]
            case 3:
                t = self.hand.fresh("t")
                head = self.hand.among(["for each", "for each", "pick"])
                where = f" where {self.truth(s.knowing(t, 'token'))}" if self.hand.perhaps(40) else ""
                return [f"{head} {t} in token{where}", *self.block(s.knowing(t, "token"), 1)]
            case 4:
                t = self.hand.fresh("t")
                many = self.hand.among(["", "", "0..2 "])
                chosen = [f'choose {many}{t} in token by {self.player(s)} "a token"']
                return [*chosen, *self.block(s.knowing(t, "token")), *self.otherwise(s)]
            case 5:
                return self.set_mixed(s)
            case 6:
                return [f"draw({self.number(s, 3)}, {self.value(s, 'place')}, {self.value(s, 'place')})"]
            case 7:
                return [f"show({self.value(s, 'cards')}, {self.player(s)})"]
            case _:
                return [f"move {self.value(s, 'place')} to {self.value(s, 'place')}"]

    def in_rings(self, s: Scope) -> list[str]:
        """Tokens that lie in the ring of a token, or come there."""
        around, t = self.hand.among([*s.named("token"), *s.named("stray"), "mate"]), self.hand.fresh("t")
        if s.named("token") and self.hand.perhaps(50):
            return [f"move {self.hand.among(s.named('token'))} to ring({around})"]
        return [f"for each {t} in ring({around})", *self.block(replace(s.knowing(t, "token"), deep=DEEPEST + 1), 1)]

    def on_board(self, s: Scope) -> list[str]:
        h = self.hand.fresh("h")
        inner = self.block(replace(s.knowing(h, "spot"), deep=DEEPEST), 1)
        match self.hand.number(0, 4):
            case 0:
                return [f"for each {h} in {self.spots(s)}", *inner]
            case 1:
                return [f'choose {h} in {self.spots(s)} by {self.player(s)} "where"', *inner, *self.otherwise(s)]
            case 2:
                return [f"set {self.spot(s)}.fire to {self.hand.among(['yes', 'no'])}"]
            case 3 if s.cards:
                return [f"move {self.hand.among(s.cards)} to at({self.spot(s)})"]
            case _:
                return [self.hand.among([f"raise lit({self.spot(s)}) by 1", f"set post to {self.spot(s)}"])]

    def set_mixed(self, s: Scope) -> list[str]:
        """A state of another sort, or of a token, is set."""
        tokens = [*s.named("token"), *(s.named("stray") if self.hand.perhaps(10) else ())]
        if tokens and self.hand.perhaps(60):
            t = self.hand.among(tokens)
            steps = [f"raise {t}.height by 1", f"raise held({t}) by {self.number(s, 2)}"]
            steps += [f"set {t}.near to {self.value(s, 'stray')}", f"set {t}.spot to {self.value(s, 'place')}"]
            steps += [f"move {self.hand.among(s.cards)} to pouch({t})"] if s.cards else []
            return [self.hand.among(steps)]
        if s.cards and self.hand.perhaps(20):
            return ["if size(pile) > 0", f"  set pile[size(pile)] to {self.hand.among(s.cards)}"]
        steps = [f"set kept to {self.value(s, 'maybe')}", f"set pile to {self.value(s, 'cards')}"]
        return [self.hand.among([*steps, f"set mate to {self.value(s, 'stray')}"])]

    def mark(self, s: Scope) -> list[str]:
        return [f"raise tally by {self.hand.number(1, 5)}"]

    def change(self, s: Scope) -> list[str]:
        if self.hand.perhaps(50):
            if self.hand.perhaps(15):
                n, at = self.hand.fresh("n"), self.hand.among(["1", "1", "2", f"1 + {self.number(s, 2)} % 2"])
                change = self.hand.among(["set {} to {}", "raise {} by {}", "lower {} by {}"])
                change = change.format(f"{n}[{at}]", self.number(s, 2))
                return [f"let {n} = [{self.number(s, 2)}, 1]", change, f"raise tally by {n}[1] + {n}[2]"]
            target = self.reading(s, ["number"]) or "tally"
            return [f"{self.hand.among(['raise', 'lower'])} {target} by {self.number(s)}"]
        state = self.hand.among([x for x in self.world.states if s.can(x.sort) and self.reaches(s, x)])
        name = self.state(s, state)
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
        source, goal = self.zone(s), self.zone(s)
        end = self.hand.among(["last", "first"])
        if self.hand.perhaps(30):
            beside = f"{self.hand.among(['last', 'first'])}({goal})"
            both = f"if size({source}) > 0 and size({goal}) > 0"
            return [both, f"  move {end}({source}) before {beside}"]
        return [f"if size({source}) > 0", f"  move {end}({source}) to {goal}"]

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
        cards = [card for card in s.cards if card != "this"]
        if cards and self.hand.perhaps(30):
            card = self.hand.among(cards)
            lines = [f"if {card} is weed", f"  raise {card}.depth by {card}.scent + 1"]
            return [*lines, f"else if {card} is bloom", f"  raise tally by {card}.scent"]
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
                lines = self.block(replace(s, numbers=(*s.numbers, n), deep=DEEPEST))
                counted = f"  set {n} to {n} + 1"
                if self.hand.perhaps(50):
                    return [f"let {n} = 0", f"while {n} < 2", *lines, counted]
                return [f"let {n} = 0", "repeat", *lines, counted, f"until {n} > 1"]

    def choosing(self, s: Scope) -> list[str]:
        who = self.player(s)
        match self.hand.number(0, 6):
            case 0:
                return [f'if {who} may "do so"', *self.block(s)]
            case 6:
                return self.choosing_together(s, who)
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
                if not many and self.hand.perhaps(40):
                    return self.choosing_at_once(s, c)
                return [
                    f'choose {many}{c} in {zone}{where} by {who} "a card"',
                    *self.block(inner),
                    *self.otherwise(s),
                ]

    def choosing_together(self, s: Scope, who: str) -> list[str]:
        c, d, q = (self.hand.fresh(x) for x in "cdq")
        inner = replace(s, cards=(*s.cards, c))
        second = self.hand.among([f"{d} in {self.zone(inner, 'open')}", f"{q} in player", f"{d} in card"])
        later = replace(inner, players=(*s.players, q)) if second.startswith(q) else replace(s, cards=(*s.cards, c, d))
        third = f", {self.hand.fresh('n')} in 0..1" if self.hand.perhaps(20) else ""
        where = f" where {self.truth(later)}" if self.hand.perhaps(40) else ""
        head = f'choose {c} in {self.zone(s, "open")}, {second}{third}{where} by {who} "together"'
        return [head, *self.block(later), *self.otherwise(s)]

    def choosing_at_once(self, s: Scope, c: str) -> list[str]:
        q = self.hand.fresh("q")
        of_each = replace(s, players=(*s.players, q))
        own = any(z[0] == "hand" and z[2] == "p" for z in self.world.zones)
        zone = f"hand({q})" if own and self.hand.perhaps(70) else self.zone(of_each, "open")
        inner = replace(of_each, cards=(*s.cards, c))
        where = f" where {self.truth(inner)}" if self.hand.perhaps(30) else ""
        who = self.hand.among(
            [f"each {q} in player", f"each {q} in seats({self.player(s)}) where {self.truth(of_each)}"]
        )
        name = self.hand.among([c, c, f"{c} or none", f"2 {c}", f"0..2 {c}", f"1..{self.number(of_each)} {c}"])
        head = f'choose {name} in {zone}{where} by {who} "a card at once"'
        return [head, *self.block(inner), *self.otherwise(of_each)]

    def picking(self, s: Scope) -> list[str]:
        c = self.hand.fresh("c")
        inner = replace(s, cards=(*s.cards, c))
        where = f" where {self.truth(inner)}" if self.hand.perhaps(30) else ""
        many = self.hand.among(["", "", "2 "])
        if self.hand.perhaps(30):
            where += f" with weight {self.hand.among([f'{c}.worth', f'max({self.number(inner)}, 0)'])}"
        return [f"pick {many}{c} in {self.zone(s)}{where}", *self.block(inner), *self.otherwise(s)]

    def otherwise(self, s: Scope) -> list[str]:
        return ["  otherwise", f"    {self.mark(s)[0]}"] if self.hand.perhaps(25) else []

    def fitting(self, s: Scope) -> list[Procedure]:
        return [p for p in self.world.procedures if p.level > s.level and all(s.can(sort) for _, sort in p.params)]

    def call_of(self, s: Scope, procedure: Procedure) -> str:
        return f"{procedure.name}({', '.join(self.value(s, sort) for _, sort in procedure.params)})"

    def calling(self, s: Scope) -> list[str]:
        found = self.fitting(s)
        acts = [a for a in self.world.acts if a.is_leaf and all(s.can(sort) for _, sort in a.params)]
        if acts and self.hand.perhaps(10):
            act = self.hand.among(acts)
            given = ", ".join(self.value(s, sort) for _, sort in act.params)
            return [f"move pending {act.name}({given}){self.whose(s)} to waiting"]
        if not found:
            return self.mark(s)
        procedure = self.hand.among(found)
        if self.hand.perhaps(12) and not procedure.gives:
            return [f"move pending {self.call_of(s, procedure)}{self.whose(s)} to waiting"]
        return [self.call_of(s, procedure)]

    def whose(self, s: Scope) -> str:
        return f" for {self.player(s)}" if self.hand.perhaps(50) else ""

    def surely(self, s: Scope, procedure: Procedure) -> list[str]:
        """A call, with cards picked for it where there are none."""
        lines: list[str] = []
        for sort, source in (("card", self.zone(s)), ("token", "token")):
            if not s.can(sort) and any(sort == one for _, one in procedure.params):
                c = self.hand.fresh("c")
                lines += ["  " * len(lines) + f"pick {c} in {source}"]
                s = s.knowing(c, sort)
        return [*lines, "  " * len(lines) + self.call_of(s, procedure)]

    def running(self, s: Scope) -> list[str]:
        if self.world.storm and s.runs and self.hand.perhaps(40):
            place = f", {self.value(s, 'place')}" if self.world.mixed else ""
            return [f"run storm[{self.number(s, 2)}] with {self.player(s)}{place}"]
        if not s.runs or not s.cards:
            return self.mark(s)
        card = self.hand.among([*s.cards, *s.named("maybe")])
        given = f" with {self.value(s, 'place')}, {self.value(s, 'maybe')}" if self.world.mixed else ""
        return [f"run {card}.text{given}"]

    def making(self, s: Scope) -> list[str]:
        t = self.hand.fresh("t")
        more = f", bearer: {self.value(s, 'maybe')}" if self.world.mixed and self.hand.perhaps(50) else ""
        lines = [f"let {t} = new token(owner: {self.player(s)}{more})", f"raise {t}.height by {self.number(s)}"]
        if s.cards and self.hand.perhaps(50):
            lines.append(f"move {self.hand.among(s.cards)} to pouch({t})")
        inner = replace(s, numbers=(*s.numbers, f"{t}.height", f"size(pouch({t}))"))
        inner = inner.knowing(t, "token") if self.world.mixed else inner
        lines += [line[2:] for line in self.block(replace(inner, deep=DEEPEST + 1))]
        return [*lines, f"move pouch({t}) to heap", f"remove {t}"] if self.hand.perhaps(50) else lines

    @abstractmethod
    def lasting(self, s: Scope) -> list[str]:
        """Rules under `until`."""


def _in(lines: Sequence[str]) -> list[str]:
    return [f"  {line}" for line in lines]
