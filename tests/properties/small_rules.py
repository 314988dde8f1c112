"""Standing rules for small packs: hooks with `proceed` in every place, modifiers, bans, and all these under `until`.

What lasts until the end of the game, and is made where that may happen again and again, is counted, so that it ends.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from small_steps import DEEPEST, Steps
from small_world import Procedure, Scope

MOST_WITHIN = 3  # rules made by rules, in one game


class Rules(Steps):
    def lasting(self, s: Scope) -> list[str]:
        """Under `until`; where it is not sure that a turn runs, and what runs may be such a rule itself, counted."""
        point = self.hand.among(["end of turn", "end of turn", "end of match", "start of turn"])
        once = ", once" if self.hand.perhaps(30) else ""
        inner = replace(s, deep=DEEPEST, turn=False)
        rules = [line for _ in range(self.hand.number(1, 2)) for line in self.rule(inner)]
        if s.turn:
            return [f"until {point}{once}", *_in(rules)]
        return [f"if nests < {MOST_WITHIN}", "  raise nests by 1", f"  until end of match{once}", *_in(_in(rules))]

    # ------------------------------------------------------------------------------------------- rules

    def rule(self, s: Scope) -> list[str]:
        """A hook, a modifier or a ban, for a rules file, an effect, or under `until`."""
        sort = self.hand.number(0, 6 if self.world.mixed else 4)
        if self.hand.perhaps(8):
            x = self.hand.fresh("x")
            test = self.hand.among([f"{x} in {self.zone(s)}", f"{x}.worth > 1", f"{x}.tint = {self.tint(s)}"])
            return [f"modify blank({x}) becomes {self.hand.among(['yes', 'yes', 'not value'])} where {test}"]
        if sort == 0 and self.world.functions:
            return self.modifier(s)
        if sort == 1 and self.world.offers:
            action = self.hand.among(self.world.offers)
            return [f'forbid {action} where {self.truth(s)} "it is forbidden"']
        if sort == 5 and self.world.board and self.hand.perhaps(40):
            p, h, g = (self.hand.fresh("x") for _ in range(3))
            inner = replace(s, function=99).knowing(p, "player").knowing(h, "spot").knowing(g, "spot")
            change = self.hand.among(["by 1", "becomes none", "becomes 0"])
            return [f"modify stride({p}, {h}, {g}) {change} where {self.truth(inner)}"]
        if sort == 5 and self.world.makers:
            return self.modifier_of_maker(s)
        if sort == 6 and self.world.acts:
            return self.hook_of_action(s)
        return self.hook(s)

    def modifier_of_maker(self, s: Scope) -> list[str]:
        """Of a function that gives a place, cards, a row, or what may be none."""
        name, param, of = self.hand.among(self.world.makers)
        x = self.hand.fresh("x")
        inner = replace(s.knowing(x, param), function=99)
        where = f" where {self.truth(inner)}" if self.hand.perhaps(60) else ""
        if of in ("cards", "perhaps") and self.hand.perhaps(50):
            return [f"modify {name}({x}) by {self.number(inner, 2) if of == 'perhaps' else self.cards(inner)}{where}"]
        became = self.fresh_value(inner, of)
        return [f"modify {name}({x}) becomes {became}{self.hand.among(['', ' at last'])}{where}"]

    def hook_of_action(self, s: Scope) -> list[str]:
        act = self.hand.among(self.world.acts)
        names = [(self.hand.fresh("x"), sort) for _, sort in act.params[: self.hand.number(0, len(act.params))]]
        inner = replace(s, level=99, runs=False, turn=False, deep=DEEPEST)
        for name, sort in names:
            inner = inner.knowing(name, sort)
        head = f"{act.name}({', '.join(name for name, _ in names)})" if names else act.name
        where = f" where {self.truth(inner)}" if self.hand.perhaps(40) else ""
        verb = self.hand.among(["before", "after", "instead of"])
        body = _in(self.simple(inner))
        return [f"{verb} {head}{where}", *(self.around(["proceed"], body, inner) if verb == "instead of" else body)]

    def modifier(self, s: Scope) -> list[str]:
        at = self.hand.number(0, len(self.world.functions) - 1)
        name, sort = self.world.functions[at]
        x = self.hand.fresh("x")
        inner = replace(s, function=at + 1, players=s.players + ((x,) if sort == "player" else ()))
        inner = replace(inner, cards=s.cards + ((x,) if sort == "card" else ()))
        where = f" where {self.truth(inner)}" if self.hand.perhaps(60) else ""
        if self.hand.perhaps(30):
            last = self.hand.among(["", " at last"])
            return [f"modify {name}({x}) becomes value {self.hand.among(['/ 2', '+ 1', '* 2'])}{last}{where}"]
        limit = self.hand.among(["", "", " up to 4", " down to 1", " up to 5 down to 0 at last"])
        return [f"modify {name}({x}) by {self.number(inner, 1)}{limit}{where}"]

    def hook(self, s: Scope) -> list[str]:
        procedures = [p for p in self.world.procedures if p.level >= s.level]
        if not procedures or self.hand.perhaps(15):
            return self.built_in_hook(s)
        procedure = self.hand.among(procedures)
        names = [(self.hand.fresh("x"), sort) for _, sort in procedure.params]
        inner = s
        for name, sort in names:
            inner = inner.knowing(name, sort)
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
        given = self.proceed(s, procedure, names)
        if procedure.gives:
            result = self.hand.fresh("r")
            more = " + 1" if procedure.gives == "number" else ""
            if self.hand.perhaps(25):
                return [*body, f"  return {given}"]
            return [f"  let {result} = {given}", *body, f"  return {result}{more}"]
        match self.hand.number(0, 3):
            case 0:
                return [f"  {given}", *body]
            case 1:
                return [*body, f"  {given}"]
            case 2:
                return [f"  if {self.truth(s)}", f"    {given}", "  else", *_in(body)]
            case _:
                return self.around([given], body, s) if self.world.mixed else body

    def proceed(self, s: Scope, procedure: Procedure, names: list[str]) -> str:
        """With the same arguments, or others, of which the last may be left out."""
        if self.hand.perhaps(70) or not names:
            return "proceed"
        if not self.world.mixed:
            return f"proceed({', '.join(names)})"
        kept = procedure.params[: self.hand.number(1, len(procedure.params))]
        return f"proceed({', '.join(self.value(s, sort) for _, sort in kept)})"

    def around(self, core: list[str], body: list[str], s: Scope, deep: int = 0) -> list[str]:
        """`proceed`, and what is done beside it, inside one another in some way. Lines are further in by two."""
        if deep < DEEPEST and self.hand.perhaps(40):
            core = [line[2:] for line in self.around(core, body, s, deep + 1)]
        inner = _in(core)
        match self.hand.number(0, 9):
            case 0:
                return [*inner, *body]
            case 1:
                return [*body, *inner]
            case 2:
                return [f"  if {self.truth(s)}", *_in(inner), "  else", *_in(body)]
            case 3:
                return [f'  if {self.player(s)} may "go on"', *_in(inner), *body]
            case 4:
                one, other = _in(_in(inner)), _in(_in(body))
                return [f'  choose by {self.player(s)} "which"', '    "on"', *one, '    "off"', *other]
            case 5:
                c, zone = self.hand.fresh("c"), self.zone(s, "open")
                asked = f'  choose {c} in {zone} by {self.player(s)} "a card"'
                return [asked, *_in(inner), "    otherwise", *_in(_in(body))]
            case 6:
                n = self.hand.fresh("n")
                return [f"  let {n} = 0", f"  while {n} < 1", *_in(inner), f"    set {n} to {n} + 1"]
            case 7:
                return [*_in(self.lasting(replace(s, turn=False))), *inner]
            case 8 if len(core) == 1 and deep == 0 and self.hand.perhaps(30):
                return [*inner, *inner]
            case _:
                return body

    def built_in_hook(self, s: Scope) -> list[str]:
        heads: list[tuple[str, list[tuple[str, str]]]] = [
            ("shuffle", [("z9", "place")]),
            ("draw", [("n9", "number"), ("z9", "place"), ("g9", "place")]),
            ("show", [("w9", ""), ("q9", "player" if self.world.mixed else "")]),
        ]
        if self.world.mixed:
            heads += [("swap", [("a9", ""), ("b9", "")]), ("pay", [("c9", "")]), ("resolve", [("c9", "")])]
        name, names = self.hand.among(heads)
        inner = replace(s, level=99, turn=False, runs=False)
        for x, sort in names:
            if sort and (sort != "place" or self.world.mixed):
                inner = inner.knowing(x, sort)
        verb = self.hand.among(["before", "after", "instead of"])
        body = _in(self.simple(inner))
        if self.hand.perhaps(30):
            body = [f'  if {self.player(s)} may "watch"', *_in(body)]
        if verb == "instead of" and (name == "resolve" or self.hand.perhaps(70)):
            other = self.world.mixed and all(sort for _, sort in names) and self.hand.perhaps(30)
            given = f"({', '.join(self.value(inner, sort) for _, sort in names)})" if other else ""
            body.append(f"  proceed{given}")
        return [f"{verb} {name}({', '.join(x for x, _ in names)})", *body]


def _in(lines: Sequence[str]) -> list[str]:
    return [f"  {line}" for line in lines]
