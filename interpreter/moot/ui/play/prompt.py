"""A person's turn: shows the seat's view, reads a line and acts on it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from rich.text import Text

from ...lang.diagnostic import MootError
from ...lang.spelling import nearest
from ...stack.decision import Decision, matching, options_called
from ...stack.game import Option
from ...stack.words import name_words
from ...tools.documents.clause_lookup import clause_named
from .about import no_goal, tell_about
from .choices import choice_rows, draw_choices, goals, mark_words, pieces_in
from .helping import explained, print_commands
from .looking import look_at
from .menu import Menu, MenuLine, menu_of
from .names import explain_name, explain_question
from .narrated import cited
from .refused import lines_of_refused
from .session import Play
from .vocabulary import explain_value, nearest_names, only_name


class Quit(Exception):
    """The person left the table."""


class GivenUp(Exception):
    """The player gave up the game."""


OUTCOMES = 12  # the most outcomes of a choice that `odds` lists

LEAST = 3  # the fewest letters of a word that select a whole name


class Turn:
    """One decision of one person."""

    def __init__(self, play: Play, decision: Decision, read: Callable[[str, Sequence[str]], str]) -> None:
        self.play = play
        self.decision = decision
        self.player = decision.player
        self.read = read
        self.beside: dict[Any, str] | None = None  # the notes on choices, once they are needed
        self.rows: list[tuple[str, str]] | None = None  # the names of the choices, once they are needed
        self.opened: MenuLine | None = None  # the line of the menu whose choices are listed
        self.commands: dict[str, Callable[[str], None]] = {
            "help": self._help,
            "?": self._help,
            "why": self._why,
            "odds": self._odds,
            "look": self._look,
            "code": self._code,
            "map": self._map,
            "log": self._log,
            "goal": self._goal,
            "clause": self._clause,
            "rules": self._rules,
            "save": self._save,
            "give": self._give_up,
            "quit": self._quit,
        }

    def take(self) -> None:
        """Prompt until something is chosen or undone. Raises Quit, GivenUp or EOFError if the person leaves."""
        self.show()
        if self.player not in self.play.greeted:
            self.play.greeted.add(self.player)
            self.play.drawing.put(Text("(type a number or a name, or help)", style="dim"))
        while True:
            typed = " ".join(self.read(self._prompt(), self._words()).split())
            word, _, rest = typed.partition(" ")
            word = word.casefold()
            if self._opens(typed):
                continue
            option = self._option(typed) if typed else None
            if option is None and word not in self.commands and word != "undo":
                option = self._begun(typed)
            if option is not None:
                try:
                    self.play.choose(self.decision, option)
                except MootError as error:
                    self._say(error.diagnostics[0].render())
                    continue
                return
            if word == "undo":
                reason = self.play.undo(self.player)
                if not reason:
                    self._say("Undone.")
                    return
                self._say(f"Cannot undo: {reason}.")
            elif word in self.commands:
                self.commands[word](rest)
            elif typed:
                self._not(typed)

    def _prompt(self) -> str:
        return f"{name_words(self.play.game.program, self.player)}> "

    def _words(self) -> list[str]:
        """The completions: the choices as shown, and the commands."""
        spoken = (option.spoken(self.player) for option in self.decision.options)
        commands = [word for word in self.commands if word not in ("?", "give")]
        return list(dict.fromkeys([*spoken, *commands, "give up", "undo"]))

    def _begun(self, typed: str) -> Option | None:
        """The choice whose name in the menu equals the typed text, or uniquely starts with it, up to interchangeable
        ones."""
        begun = self._all_begun(typed)
        return self._first_alike(begun) if begun else None

    def _all_begun(self, typed: str) -> list[Option]:
        low = typed.casefold()
        if not low or typed.isdecimal():
            return []
        called = [(option, {row[0].casefold(), option.key.casefold()}) for option, row in self._with_rows()]
        exact = [option for option, names in called if low in names]
        begun = exact or [option for option, names in called if any(name.startswith(low) for name in names)]
        if begun or len(low) < LEAST:
            return begun
        return [option for option, row in self._with_rows() if f" {low}" in row[0].casefold()]

    def _with_rows(self) -> list[tuple[Option, tuple[str, str]]]:
        return list(zip(self.decision.options, self._rows(), strict=True))

    def show(self) -> None:
        """Print the news, the changes on the table and the choices; at the start of a turn, the whole table."""
        news = self.play.news(self.player)
        self.play.drawing.lines(news)
        whose, drawn = self.play.drawn
        turned = any(line.heading == 1 for line in news)
        self._table(() if whose != self.player or turned else drawn)

    def _option(self, typed: str) -> Option | None:
        options = self.decision.options
        line = self._menu().line(typed)
        if line is not None:  # a number means the line it labels
            return None if line.folded else options[line.options[0]]
        if typed.isascii() and typed.isdecimal():
            return self.decision.option(typed)  # a hex, or another name of digits
        if typed[:1] == "=":  # a value that a line's number would hide
            return self._option_called(typed[1:].strip())
        return self._option_called(typed)

    def _opens(self, typed: str) -> bool:
        """Whether the typed text opens or closes a line of the menu; if so, the menu is drawn."""
        if self.opened is not None and typed.casefold() == "back":
            self.opened = None
        else:
            line = self._menu().line(typed)
            if line is None and typed and self._option(typed) is None:
                begun = {self.decision.options.index(option) for option in self._all_begun(typed)}
                folded = [one for one in self._menu().lines if one.folded and begun <= set(one.options)]
                line = folded[0] if begun and folded else None
            if line is None or not line.folded:
                return False
            self.opened = line
        self._draw_choices()
        return True

    def _menu(self) -> Menu:
        inside = self.opened.options if self.opened is not None else ()
        return menu_of(self.play.drawing, self.decision, self._rows(), inside)

    def _option_called(self, typed: str) -> Option | None:
        options = self.decision.options
        meant = self._meant(typed)
        if len(meant) == 1:
            return meant[0]
        spoken = typed.casefold()
        shown = [one for one in options if one.spoken(self.player).casefold() == spoken]
        found = shown[0] if shown else matching(self.decision, typed)
        return found or (self._first_alike(meant) if meant else None)

    def _rows(self) -> list[tuple[str, str]]:
        """The choices in the menu, each with its name and its note."""
        if self.rows is None:
            view = self.play.state.view(self.player)
            self.rows = choice_rows(self.play.drawing, self.decision, view, self.beside or {})
        return self.rows

    def _first_alike(self, meant: list[Option]) -> Option | None:
        """The first of several interchangeable choices."""
        rows = self._rows()
        rows_meant = {rows[n] for n, option in enumerate(self.decision.options) if option in meant}
        return meant[0] if len(rows_meant) == 1 else None

    def _meant(self, typed: str) -> list[Option]:
        """The choices with things of that name: by title, or in full."""
        return options_called(self.play.game.program, self.decision, typed)

    # ---------------------------------------------------------------------------------------------- commands

    def _not(self, typed: str) -> None:
        from ...tools.explain.refusal import spoken_call

        options = self.decision.options
        thing = self.play.drawing.facts.find(typed)  # a hex is a number, too
        if typed.isascii() and typed.isdecimal() and thing is None:
            self._say(f"unknown choice {typed}: {self._menu().how_numbered}")
        elif several := self._meant(typed) or self._all_begun(typed):
            menu = self._menu()
            told = menu.labelled({options.index(one): one.spoken(self.player) for one in several})
            self._say(f"`{typed}` may mean several choices: {told}")
        elif "(" in typed or thing is not None or spoken_call(self.play.game.program, typed):
            self._refused(typed)
        else:
            words = [option.text for option in options]
            near = nearest(typed, [*words, *self.commands, "undo"])
            self._say(f"unknown choice `{typed}`{f'; {near}' if near else ''}")
        self._say("(type help for the commands)")

    def _help(self, rest: str) -> None:
        if rest:
            option = self._chosen(rest)
            if not explained(self.play, self.decision, rest, option, self._thing_behind(option)):
                near = nearest_names(self.play, rest)
                self._say(f"no description of `{rest}`" + (f"; {near}" if near else ""))
            return
        explain_question(self.play.drawing, self.decision)
        print_commands(self.play.drawing)

    def _chosen(self, typed: str) -> Option | None:
        """The choice of that number or name, or the only one with a name that begins so."""
        return (self._option(typed) or self._begun(typed)) if typed else None

    def _thing_behind(self, option: Option | None) -> str:
        """The key of the only thing in a choice; otherwise empty."""
        if option is None:
            return ""
        drawing = self.play.drawing
        pieces = [drawing.thing_of(option)] if drawing.thing_of(option) else pieces_in(drawing, option)
        return pieces[0] if len(pieces) == 1 else ""

    def _why(self, rest: str) -> None:
        rest = f"{rest} ".removeprefix("not ").strip() if self._option(rest) is None else rest  # as people say it
        if not rest:
            self._say("write: why NAME")
        elif self._chosen(rest) is not None or self._meant(rest):
            self._say(f"`{rest}` is available{_behind(self.decision.clauses)}")
        else:
            self._refused(rest)

    def _refused(self, typed: str) -> None:
        """Print every reason this player may know; for a card also when it can be used, and its effect."""
        try:
            lines = list(lines_of_refused(self.play.state, typed, self.player))
        except MootError as error:
            self._failed(error)
            return
        for line in lines:
            self._say(line)

    def _odds(self, rest: str) -> None:
        """Print the exact odds of the results of a choice, as far as this player may know them."""
        from ...tools.odds.choices import odds_of_choice
        from ..odds.choices import odds_lines

        option = self._chosen(rest)
        if option is None:
            self._say(f"`{rest}` is not one of the choices" if rest else "write: odds NAME")
            return
        try:
            found = odds_of_choice(self.play.state, self.player, option)
        except MootError as error:
            self._failed(error)
            return
        for line in odds_lines(self.play.drawing.teller, found, OUTCOMES):
            self._say(line)

    def _look(self, rest: str) -> None:
        name = rest.removesuffix("--code").strip()
        if rest:
            if not name:
                self._say("write: look NAME --code")
            elif not self._known(name, name != rest):
                near = nearest_names(self.play, name)
                self._say(f"unknown thing `{name}`" + (f"; {near}" if near else ""))
            return
        self.play.drawing.named.clear()
        self._table(())

    def _known(self, name: str, code: bool) -> bool:
        """Print a description of a thing, a zone, a name of the rules or a printed value; False for an unknown name."""
        thing = look_at(self.play, self.player, name, code=code)
        number = name.isdecimal() and self._thing_behind(self._option(name))
        meant = "" if thing else number or only_name(self.play, name)
        thing = thing or (bool(meant) and look_at(self.play, self.player, meant, code=code))
        named = not thing and explain_name(self.play.drawing, name)
        return thing or explain_value(self.play, self.player, name) or named

    def _code(self, rest: str) -> None:
        self._look(f"{rest} --code".strip())

    def _table(self, seen: tuple[str, ...]) -> None:
        view = self.play.state.view(self.player)
        told = self.play.told_beside(self.player)
        self.play.drawn = self.player, self.play.drawing.view(view, self.player, self.decision, *told, seen=seen)
        self.play.out.print()
        self._draw_choices()

    def _draw_choices(self) -> None:
        if self.beside is None:
            self.beside, self.rows = self._told_beside(), None
        inside = self.opened.words if self.opened is not None else ""
        draw_choices(self.play.drawing, self.decision, self._menu(), inside)

    def _told_beside(self) -> dict[Any, str]:
        """The notes on choices: the cost of moving to a place, and the pack's report on a thing."""
        found = goals(self.play.state, self.decision)
        program, facts = self.play.game.program, self.play.drawing.facts
        drawing, keys = self.play.drawing, dict[str, None]()
        for option in self.decision.options:
            thing = drawing.thing_of(option)
            keys.update(dict.fromkeys([thing] if thing else pieces_in(drawing, option)))
        things = [number for key in keys if (number := facts.number(key)) is not None]
        for key, marks in self.play.notes_on(self.player, things).items():
            number = facts.number(key)
            words = [found.get(number, ""), *(mark_words(program, name, value) for name, value in marks)]
            found[number] = "  ".join(one for one in words if one)
        return found

    def _map(self, rest: str) -> None:
        """The board, or the one of several that is named."""
        from ..maps.map_command import board_in_play
        from ..maps.text import show_map

        try:
            picture = board_in_play(self.play.state, self.play.kept.game_folder, self.player, rest or None)
        except MootError as error:
            self._failed(error)
        else:
            show_map(self.play.out, picture)

    def _log(self, rest: str) -> None:
        self.play.drawing.lines(self.play.story(self.player))

    def _goal(self, rest: str) -> None:
        if not tell_about(self.play.drawing, ("goal", "length")):
            self._say(no_goal(self.play.drawing))

    def _rules(self, rest: str) -> None:
        """The game in a few lines; with an id, that clause."""
        if rest:
            self._clause(rest)
        elif not tell_about(self.play.drawing):
            self._say("the packs of this game have no introduction (write: clause ID)")

    def _clause(self, rest: str) -> None:
        if not rest:
            self._say("write: clause ID")
            return
        program = self.play.game.program
        try:
            ident = clause_named(program, rest)
        except MootError as error:
            self._failed(error)
            return
        gist, place, kind = program.clauses[ident]
        self._say(f"{ident} ({place}, {kind}): {gist}")

    def _save(self, rest: str) -> None:
        try:
            self.play.save(rest)
        except MootError as error:
            self._failed(error)
        else:
            self._say(f"Saved. Resume with: moot play --resume {rest}")

    def _give_up(self, rest: str) -> None:
        if rest != "up":
            self._say("write: give up")
            return
        sure = self.read("Give up the game? You cannot resume it (yes or no): ", ("yes", "no"))
        if sure.strip().casefold() in ("yes", "y"):
            raise GivenUp(self.player)

    def _quit(self, rest: str) -> None:
        raise Quit

    def _failed(self, error: MootError) -> None:
        first = error.diagnostics[0]
        self._say(first.message + (f"; {first.hint}" if first.hint else ""))

    def _say(self, text: str) -> None:
        self.play.drawing.put(Text(text), hang=2)


def _behind(clauses: tuple[str, ...]) -> str:
    return f"  [{cited(clauses)}]" if clauses else ""
