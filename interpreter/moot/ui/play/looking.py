"""`look NAME` at the table: shows a thing with its printed facts, a record made in play, or the contents of a zone."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from rich.text import Text

from ...lang.diagnostic import MootError
from ...lang.name_folding import ids_named
from ...stack.scoreboard import Marks
from ...stack.words import name_words
from ...tools.documents.clause_lookup import clauses_of_thing
from .screen import NOTHING, Screen
from .session import Play


def look_at(play: Play, player: str, name: str, code: bool = False) -> bool:
    """Describe everything of that name, things also with their code if wanted; False if there is none."""
    look = _Look(play, player, code)
    low = " ".join(name.replace("_", " ").casefold().split())
    things, made, zones = look.things(name, low), look.rows(low), list(look.zones(low))
    players = [one for one in play.game.players if low in (one.casefold(), play.name(one).casefold())]
    for number in things:
        look.thing(number)
    for key in made:
        look.made(key)
    for key, zone in zones:
        look.zone(key, zone)
    for one in players if not (things or made or zones) else ():
        look.seat(one)
    return bool(things or made or zones or players)


class _Look:
    def __init__(self, play: Play, player: str, code: bool) -> None:
        self.play = play
        self.player = player
        self.code = code
        self.drawing = play.drawing
        self.facts = play.drawing.facts
        self.program = play.game.program
        self.view: Mapping[str, Any] = play.state.view(player)
        _, marks, _ = play.told_beside(player)
        self.screen = Screen(self.drawing, self.view, self.drawing.marks(self.view["states"], marks), set())

    # ---------------------------------------------------------------------------------------------- what is meant

    def things(self, name: str, low: str) -> list[int]:
        """One thing per title of that name; if there are several titles, only those with something to show."""
        exact = self.facts.numbers.get(name)
        if exact is not None:
            return [exact]
        titles = self.facts.by_title
        named = ids_named(name, [(title, word) for title in titles for word in (title, self.facts.name(title))])
        found = [titles[title] for title in named]
        telling = [n for n in found if self.facts.of(n) or self._neighbours(n)]
        return telling or found[:1]

    def rows(self, low: str) -> list[str]:
        return [key for key in self.view["rows"] if low in (key.casefold(), name_words(self.program, key).casefold())]

    def zones(self, low: str) -> Iterator[tuple[str, Mapping[str, Any]]]:
        """By the words of the zone, with or without its owner."""
        for key, zone in self.view["zones"].items():
            head = name_words(self.program, key.partition("(")[0]).casefold()
            if low in (head, self.drawing.teller.zone_words(key).casefold()):
                yield key, zone

    # ---------------------------------------------------------------------------------------------- what is told

    def thing(self, number: int) -> None:
        title = self.program.layout.things[number].title
        name = self.facts.name(title)
        facts = [(words, value) for words, value in self.facts.of(number) if value not in (name, "0")]
        told = "  ".join(words if value == "yes" else f"{words} {value}" for words, value in facts)
        near = self._neighbours(number)
        if told or not near:
            self._say(f"{name}: {told or 'nothing printed'}")
        self._what_it_does(title, 2)
        if self.code:
            self._its_code(title)
        for ident in clauses_of_thing(self.program, title):
            gist, place, _ = self.program.clauses.get(ident, ("", "", ""))
            if gist:
                self._say(f"  {gist}  [{ident}, {place}]")
        if near:
            self._say(f"  next to {name}: {near}")
        key = self.program.layout.things[number].key
        self._where(key, title)
        for words, value in self._notes([key]).get(key, ()):
            self._say(f"  {words} {value}")
        for head, zone in self.screen.inside.get(key, ()):
            self.zone(f"{head}({key})", zone)

    def _where(self, key: str, title: str) -> None:
        """The zone of a thing that there is once, and its states."""
        told = [words if value == "yes" else f"{words} {value}" for words, value in self.screen.beside.get(key, ())]
        if self.program.layout.things[self.facts.numbers[key]].key == title:
            zones = self.view["zones"].items()
            told[:0] = [self.drawing.teller.zone_words(at) for at, zone in zones if key in self._known(zone)]
        if told:
            self._say(f"  now: {', '.join(told)}")

    @staticmethod
    def _known(zone: Mapping[str, Any]) -> Sequence[str]:
        known: Sequence[str] = zone.get("things", zone.get("known", ()))
        return known

    def _notes(self, keys: Sequence[str]) -> Marks:
        """The report's `looks` for things, in words."""
        notes = self.play.notes_on(self.player, [self.facts.numbers[key] for key in keys], "looks")
        told = self.drawing.marks({}, notes).items()
        return {key: [(words, text.strip("[]")) for words, text in pairs if text not in NOTHING] for key, pairs in told}

    def made(self, key: str) -> None:
        if not self.screen.row(key):
            self._say(f"{name_words(self.program, key)}: no information")

    def zone(self, key: str, zone: Mapping[str, Any]) -> None:
        known = self._known(zone)
        words = self.drawing.teller.zone_words(key)
        if not known:
            self._say(f"{words}: {zone['count']}{' that you cannot see' if zone['count'] else ''}")
        else:
            self.screen.zone(key, zone)
            together: dict[str, list[str]] = {}
            for thing, told in self._notes([one for one in known if one in self.facts.numbers]).items():
                notes = ", ".join(f"{name} {value}" for name, value in told)
                together.setdefault(notes, []).append(self.facts.name(thing))
            for notes, names in together.items():
                if notes:
                    self._say(f"  {names[0]}{f' and {len(names) - 1} more' if names[1:] else ''}: {notes}")
            for title in dict.fromkeys(self.program.titles.get(thing, thing) for thing in known):
                if texts := self._text(title):
                    self._say(f"  {self.facts.name(title)}: {' '.join(texts)}")

    def seat(self, player: str) -> None:
        """A player's states and the number of things in each of their zones, as far as they are on the table."""
        untold = self.program.report.get("untold", ())
        told = []
        for key, value in [*self.view["states"].items(), *self.view["zones"].items()]:
            head, _, inside = key.partition("(")
            if inside == f"{player})" and head not in untold and "." not in head:
                shown = value["count"] if isinstance(value, Mapping) else name_words(self.program, str(value))
                told.append(f"{name_words(self.program, head)} {shown}")
        self._say(f"{name_words(self.program, player)}, a player{': ' if told else ''}{', '.join(told)}")

    def _what_it_does(self, title: str, indent: int) -> None:
        for text in self._text(title):
            self._say(f"{' ' * indent}{text}")

    def _its_code(self, title: str) -> None:
        from ...tools.show.facts import code_of_thing

        game = self.play.game
        try:
            found = code_of_thing(self.play.kept.game_folder or game.id, game.mods, title)
        except MootError:
            found = {}
        for field, code in found.items():
            self.drawing.out.print(Text(f"  {name_words(self.program, field)}:", style="dim"))
            for line in code.splitlines():
                self.drawing.out.print(Text(f"    {line}"), soft_wrap=True)
        if not found:
            self._say("  no code")

    def _text(self, title: str) -> list[str]:
        """The effects of a thing; empty if its pack is no longer loaded."""
        from ...tools.show.facts import option_values
        from ...tools.text.texts import texts_of

        game = self.play.game
        try:
            found = texts_of(self.play.kept.game_folder or game.id, game.mods, option_values(game.program))
        except MootError:
            return []
        return [part.text for part in found[title].paragraphs] if title in found else []

    def _neighbours(self, number: int) -> str:
        """The neighbours of a place, each with the facts and states of the side between the two. On a grid, neighbours
        without facts or states are left out.
        """
        things, told = self.program.layout.things, []
        for board in self.program.layout.boards:
            if number not in board.places:
                continue
            sides = {(one, other): side for one, other, side in board.links}
            for other in board.around[number - board.first]:
                side = sides.get((number, other))
                pairs = [] if side is None else [*self.facts.of(side), *self.screen.beside.get(things[side].key, ())]
                between = ", ".join(words if value == "yes" else f"{words} {value}" for words, value in pairs)
                if between or board.grid is None:
                    told.append(f"{self.facts.name(things[other].title)}{f' ({between})' if between else ''}")
        return "; ".join(told)

    def _say(self, text: str) -> None:
        self.drawing.put(Text(text), hang=4)
