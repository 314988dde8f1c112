"""Formulas for small packs, of all sorts of values."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from small_world import SPOTS, Hand, Scope, State, World


class Formulas:
    def __init__(self, hand: Hand, world: World) -> None:
        self.hand = hand
        self.world = world

    # ------------------------------------------------------------------------------------------- formulas

    def player(self, s: Scope) -> str:
        found = self.hand.among([*s.players, *s.players, *self.world.players])
        if len(self.world.players) == 2 and self.hand.perhaps(25):
            return f"opponent({found})"
        return self.hand.among([f"next({found})", f"last(seats({found}))"]) if self.hand.perhaps(20) else found

    def zone(self, s: Scope, seen: str = "") -> str:
        """Any zone of cards; with `seen` one that all see."""
        open_ones = [z for z in self.world.zones if not seen or z[2] == "all"]
        name, owned, _ = self.hand.among(open_ones)
        return f"{name}({self.player(s)})" if owned else name

    def reading(self, s: Scope, sorts: Sequence[str]) -> str | None:
        """A state of one of the sorts."""
        found = [x for x in self.world.states if x.sort in sorts and self.reaches(s, x)]
        return self.state(s, self.hand.among(found)) if found else None

    def reaches(self, s: Scope, state: State) -> bool:
        """Whether there is something to read or set it of."""
        return all(s.can(sort.removeprefix("this ")) for sort in state.of)

    def state(self, s: Scope, state: State) -> str:
        match state.of:
            case ("this card",) | ("this token",):
                return f"{self.hand.among(s.named(state.of[0].removeprefix('this ')))}.{state.name}"
        return self.called(s, state.name, state.of)

    def called(self, s: Scope, name: str, sorts: Sequence[str]) -> str:
        return f"{name}({', '.join(self.value(s, sort) for sort in sorts)})" if sorts else name

    def value(self, s: Scope, sort: str) -> str:
        if sort == "player":
            return self.player(s)
        if sort == "card":
            return self.hand.among(s.cards)
        if sort == "tint":
            return self.tint(s)
        if sort == "bool":
            return self.truth(s)
        if sort == "number":
            return self.number(s)
        named = s.named(sort)
        if named and (sort == "token" or self.hand.perhaps(60)):
            return self.hand.among(named)
        made = [m for m in self.world.makers if m[2] == sort and s.can(m[1])]
        if made and self.hand.perhaps(30) and s.function == 0:
            name, param, _ = self.hand.among(made)
            return f"{name}({self.simple_value(s, param)})"
        return self.fresh_value(s, sort)

    def simple_value(self, s: Scope, sort: str) -> str:
        """A name of the sort, or what needs no other."""
        named = s.named(sort)
        return self.hand.among(named) if named else self.fresh_value(s, sort)

    def fresh_value(self, s: Scope, sort: str) -> str:
        """A value of one of the other sorts, made here."""
        match sort:
            case "place":
                tokens = [*s.named("token"), *s.named("stray")]
                if self.world.board and self.hand.perhaps(30):
                    return f"at({self.spot(s)})"
                return f"pouch({self.hand.among(tokens)})" if tokens and self.hand.perhaps(40) else self.zone(s)
            case "spot":
                return self.spot(s)
            case "wait":
                return self.hand.among(["none", "top(waiting)", "bottom(waiting)"])
            case "cards":
                return self.cards(s)
            case "maybe":
                return self.maybe(s)
            case "stray":
                found = [*s.named("token"), "none", "last(token)", "mate", *(f"{t}.near" for t in s.named("token"))]
                return self.hand.among(found)
            case "perhaps":
                read = [f"{m}.worth" for m in s.named("maybe")] + ["none", "kept.worth", str(self.hand.number(0, 3))]
                return self.hand.among(read)
            case "player":
                return self.player(s)
        return self.number(s, 2)

    def cards(self, s: Scope) -> str:
        """Several cards: what lies in a zone of the rules or of a token, some of them, or a list."""
        match self.hand.number(0, 5):
            case 0:
                return f"at({self.spot(s)})" if self.world.board and self.hand.perhaps(40) else self.zone(s)
            case 1:
                token = [*s.named("token"), *s.named("stray")]
                return f"pouch({self.hand.among(token)})" if token else self.zone(s)
            case 2:
                c = self.hand.fresh("c")
                return f"(each {c} in {self.zone(s)} where {self.truth(replace(s, cards=(*s.cards, c)), 2)})"
            case 3 if self.hand.perhaps(30):
                return f"(({self.ordered(s, self.hand.fresh('c'))}) - {self.zone(s)})"
            case 3:
                return f"({self.ordered(s, self.hand.fresh('c'))})"
            case 4 if s.cards:
                return f"[{', '.join(self.hand.among(s.cards) for _ in range(self.hand.number(1, 2)))}]"
            case _:
                return "pile"

    def ordered(self, s: Scope, c: str) -> str:
        """Cards of a zone by a number, perhaps those that pass a test; each is called `c`."""
        inner = replace(s, cards=(*s.cards, c))
        where = f" where {self.truth(inner, 2)}" if self.hand.perhaps(40) else ""
        keys = [f"{c}.tint", self.number(inner, 2), f"left_of({c}).worth"]
        key = self.hand.among(keys + [f"{c}.calc({token})" for token in s.named("token")[:1]])
        return f"each {c} in {self.zone(s)}{where} ordered by {key}"

    def maybe(self, s: Scope) -> str:
        """A card or none."""
        if self.hand.perhaps(20):
            return f"{self.hand.among(['first', 'last'])}({self.ordered(s, self.hand.fresh('c'))})"
        if self.hand.perhaps(10):
            return f"(kept if {self.truth(s, 2)} otherwise first({self.zone(s)}))"
        found = ["none", "kept", f"first({self.zone(s)})", f"last({self.zone(s)})", *s.cards]
        found += [f"(first({self.zone(s)}) as bloom)", *(f"({c} as card)" for c in s.cards)]
        found += [f"left_of({c})" for c in s.cards] + [f"first({x})" for x in s.named("cards")]
        return self.hand.among(found)

    def tint(self, s: Scope) -> str:
        if s.cards and self.hand.perhaps(50):
            return f"{self.hand.among(s.cards)}.tint"
        return self.hand.among(["red", "green", "blue"])

    def number(self, s: Scope, deep: int = 0) -> str:
        match self.hand.number(0, 9 if deep < 2 else 4):
            case 0 | 1:
                return str(self.hand.number(0, 3))
            case 2:
                return self.reading(s, ["number"]) or "tally"
            case 3:
                if self.hand.perhaps(15):
                    rune = f"rune(power: {self.hand.number(-1, 2)}{self.hand.among(['', ', hue: blue'])})"
                    return self.hand.among(
                        [f"{rune}.power", f"rank({rune}.hue)", "(count r in rune where r.power > 0)"]
                    )
                return f"size({self.zone(s)})"
            case 4:
                if self.world.mixed and self.hand.perhaps(40):
                    return self.mixed_number(s)
                return self.hand.among(s.numbers) if s.numbers else "1"
            case 5:
                fits = [f for f in self.world.functions[s.function :] if f[1] == "player" or s.cards]
                if not fits:
                    return "2"
                name, sort = self.hand.among(fits)
                return f"{name}({self.value(s, sort)})"
            case 6:
                if not s.cards:
                    return "1"
                card = self.hand.among(s.cards)
                if self.hand.perhaps(30):
                    return self.number_of_sort(s, card)
                return self.hand.among([f"{card}.worth", f"rank({card}.tint)"])
            case 7:
                c = self.hand.fresh("c")
                inner = replace(s, cards=(*s.cards, c))
                if self.hand.perhaps(20):
                    n = self.hand.fresh("n")
                    those = self.ordered(s, c) if self.hand.perhaps(50) else f"each {c} in {self.zone(s)}"
                    return f"(sum {n} in ({those} of {self.number(inner, 2)}) of {n} * {self.hand.number(1, 3)})"
                if self.hand.perhaps(50):
                    return f"(count {c} in {self.zone(s)} where {self.truth(inner, 2)})"
                return f"(sum {c} in {self.zone(s)} of {self.number(inner, 2)})"
            case 8:
                if self.hand.perhaps(25):
                    return f"({self.number(s, 2)} if {self.truth(s, 2)} otherwise {self.number(s, 2)})"
                if self.hand.perhaps(10):
                    return f"-({self.number(s, deep + 1)})"
                sign = self.hand.among(["+", "-", "/ 2 +", "% 3 -"])
                return f"({self.number(s, deep + 1)} {sign} {self.number(s, deep + 1)})"
            case _:
                if self.hand.perhaps(40):
                    return f"yield_of[{self.number(s, 2)}, {self.tint(s)}]"
                return f"{self.hand.among(['min', 'max'])}({self.number(s, 2)}, {self.number(s, 2)})"

    def number_of_sort(self, s: Scope, card: str) -> str:
        """What cards of one sort alone have, where a condition tells that they are of it."""
        c = self.hand.fresh("c")
        zone = self.zone(s)
        weeds = f"(each {c}0 in {zone} where {c}0 is weed)"
        other = "" if card == "this" else f" and {c} != {card}"  # a card that is known to be a weed is no bloom
        found = [f"(sum {c} in {zone} where {c} is bloom{other} of {c}.scent + 1)"]
        return self.hand.among([*found, f"(sum {c} in {weeds} of {c}.depth + {c}.scent)"])

    def truth_of_sort(self, s: Scope, card: str) -> str:
        """The same, of one card."""
        few = self.hand.number(0, 2)
        found = [f"({card} is bloom and {card}.scent > {few})", f"(not ({card} is weed) or {card}.depth < {few})"]
        return self.hand.among([*found, f"({card} is weed and {card}.scent < {card}.depth)"])

    def spot(self, s: Scope) -> str:
        """A place of the board; seldom one that may be none."""
        named = s.named("spot")
        if self.hand.perhaps(3):
            beside = [f"neighbour({self.spot(s)}, {self.number(s, 2)})"] if self.world.squares else []
            return self.hand.among([f"first(neighbours({self.spot(s)}))", "post", *beside])
        return self.hand.among([*named, *named, *SPOTS])

    def spots(self, s: Scope) -> str:
        """Several places of the board."""
        if self.world.squares and self.hand.perhaps(40):
            return self.straight(s)
        match self.hand.number(0, 4):
            case 0:
                return f"neighbours({self.spot(s)})"
            case 1:
                return f"within({self.spot(s)}, {self.hand.number(0, 2)})"
            case 2 if s.function == 0:
                return f"reachable(stride, {self.player(s)}, {self.spot(s)}, {self.number(s, 2)})"
            case 3 if s.function == 0:
                return f"path(stride, {self.player(s)}, {self.spot(s)}, {self.spot(s)})"
            case _:
                return "spot"

    def straight(self, s: Scope) -> str:
        """Places of a grid in one direction."""
        h = self.spot(s)
        found = [f"ray({h}, {self.number(s, 2)})", f"line({h}, {self.spot(s)})"]
        if s.function == 0:
            found += [f"slide(stride, {self.player(s)}, {h}, {way})" for way in ("1", "2", self.number(s, 2))]
        return self.hand.among(found)

    def board_number(self, s: Scope) -> str:
        h = self.spot(s)
        found = [f"{h}.rough", f"lit({h})", f"size(at({h}))", f"size({self.spots(s)})"]
        if self.world.squares:
            found += [f"size(crossed({h}, {self.spot(s)}))", f"size({self.straight(s)})", f"size({self.straight(s)})"]
        return self.hand.among(found)

    def board_truth(self, s: Scope) -> str:
        h, g = self.spot(s), self.spot(s)
        found = [f"{h}.fire", f"{h} in {self.spots(s)}", f"between({h}, {g}) != none", f"distance({h}, {g}) < 2"]
        found += [f"cost(stride, {self.player(s)}, {h}, {g}) > 1"] if s.function == 0 else []
        found += [f"holder({self.hand.among(s.cards)}) = {h}"] if s.cards else []
        found += [f"direction({h}, {g}) != none", f"{h} in {self.straight(s)}"] if self.world.squares else []
        return self.hand.among([*found, f"between({h}, {g}).toll > 0", f"{h} = {g}"])

    def mixed_number(self, s: Scope) -> str:
        """A number that asks for values of the other sorts; seldom one that may be none, where that is a fault."""
        if self.world.board and self.hand.perhaps(30):
            return self.board_number(s)
        match self.hand.number(0, 5):
            case 0:
                return f"size({self.fresh_value(s, 'cards')})"
            case 1 if s.named("place"):
                return f"size({self.hand.among(s.named('place'))})"
            case 2 if s.named("token"):
                return f"{self.hand.among(s.named('token'))}.height"
            case 3 if s.named("token") and s.cards:
                return f"{self.hand.among(s.cards)}.calc({self.hand.among(s.named('token'))})"
            case 4 if s.named("perhaps") and self.hand.perhaps(15):
                return self.hand.among(s.named("perhaps"))
            case _:
                return f"(count {(c := self.hand.fresh('c'))} in {self.fresh_value(s, 'cards')} where {c}.worth > 1)"

    def mixed_truth(self, s: Scope) -> str:
        """Whether something holds of values of the other sorts, none among them."""
        sign = self.hand.among(["=", "!="])
        if self.world.board and self.hand.perhaps(30):
            return self.board_truth(s)
        if s.named("wait") and self.hand.perhaps(30):
            c = self.hand.among(s.named("wait"))
            return self.hand.among([f"{c} {sign} none", f"{c}.player {sign} {self.player(s)}", f"{c} in waiting"])
        match self.hand.number(0, 7):
            case 0:
                return f"{self.fresh_value(s, 'maybe')} {sign} {self.fresh_value(s, 'maybe')}"
            case 1:
                return f"{self.value(s, 'place')} {sign} {self.value(s, 'place')}"
            case 2:
                reads = ["kept.worth", f"last({self.zone(s)}).worth", f"(last({self.zone(s)}) as weed).scent"]
                read = self.hand.among([*reads, "(kept as weed).depth", *s.named("perhaps")])
                return f"{read} {self.hand.among(['>', '<=', '=', '!='])} {self.number(s, 2)}"
            case 3:
                return f"{self.value(s, 'stray')} {sign} {self.fresh_value(s, 'stray')}"
            case 4:
                return f"{self.value(s, 'maybe')} in {self.value(s, 'place')}"
            case 5:
                return f"{self.hand.among(['kept', *s.cards, *s.named('maybe')])} in {self.fresh_value(s, 'cards')}"
            case 6 if s.named("stray"):
                return f"{self.hand.among(s.named('stray'))}.owner {sign} {self.player(s)}"
            case _:
                found = ["kept", f"first({self.zone(s)})", *s.named("maybe")]
                return f"{self.hand.among(found)}.tint {sign} {self.tint(s)}"

    def truth(self, s: Scope, deep: int = 0) -> str:
        if self.world.mixed and self.hand.perhaps(25):
            return self.mixed_truth(s)
        match self.hand.number(0, 8 if deep < 2 else 4):
            case 0 | 1:
                return f"{self.number(s, deep + 1)} {self.hand.among(['>=', '<', '!=', '='])} {self.hand.number(0, 3)}"
            case 2:
                if self.hand.perhaps(10):
                    return f"{self.hand.among(['innermost', 'in_phase'])}({self.hand.among(['turn', 'match'])})"
                return self.reading(s, ["bool"]) or "tally > 2"
            case 3:
                if not s.cards:
                    return f"lead {self.hand.among(['=', '!='])} {self.hand.among(['none', self.player(s)])}"
                card = self.hand.among(s.cards)
                found = [f"{card}.tint = {self.tint(s)}", f"{card} in {self.zone(s)}"]
                found += [f"{card} is fern", self.truth_of_sort(s, card)] if card != "this" else []
                return self.hand.among(found)
            case 4:
                a, b = self.player(s), self.player(s)
                return f"{a} = {b}" if not s.cards else f"in_play({self.hand.among(s.cards)})"
            case 5:
                return f"not ({self.truth(s, deep + 1)})"
            case 6:
                return f"({self.truth(s, deep + 1)} {self.hand.among(['and', 'or'])} {self.truth(s, deep + 1)})"
            case 7:
                c = self.hand.fresh("c")
                inner = replace(s, cards=(*s.cards, c))
                return f"(any {c} in {self.zone(s)} where {self.truth(inner, 2)})"
            case _:
                c = self.hand.fresh("c")
                return f"(every {c} in {self.zone(s)} has {self.truth(replace(s, cards=(*s.cards, c)), 2)})"
