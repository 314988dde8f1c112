"""A player's line of input: with editing, history and completion at a terminal, plain elsewhere."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

from rich.console import Console
from rich.text import Text

from ...lang.visible import visible_line

if TYPE_CHECKING:
    from prompt_toolkit import PromptSession
    from prompt_toolkit.history import History


_ANSWERS = ("y", "n", "yes", "no", "")


def _history() -> History:
    """The lines a player has typed, without answers to yes or no."""
    from prompt_toolkit.history import InMemoryHistory

    class Typed(InMemoryHistory):
        def append_string(self, string: str) -> None:
            if string.strip().casefold() not in _ANSWERS:
                super().append_string(string)

    return Typed()


class LineReader:
    """Each player has a history of their own, so that players who share a terminal cannot see each other's input."""

    def __init__(self, out: Console) -> None:
        self.out = out
        self._sessions: dict[str, PromptSession[str]] = {}

    def read(self, prompt: str, player: str, words: Sequence[str] = ()) -> str:
        """A typed line; `words` can be completed. Raises EOFError at the end of the input, KeyboardInterrupt on
        Ctrl-C.
        """
        if self.out.is_terminal and sys.stdin.isatty():
            return self._edited(prompt, player, words)
        self.out.print(Text(prompt, style="bold"), end="")
        self.out.file.flush()
        line = sys.stdin.readline()
        if not line:
            raise EOFError
        line = visible_line(line.rstrip("\n"))
        if not sys.stdin.isatty():  # characters that no terminal shows
            self.out.print(Text(line), soft_wrap=True)
        return line

    def _edited(self, prompt: str, player: str, words: Sequence[str]) -> str:
        from prompt_toolkit import PromptSession
        from prompt_toolkit.completion import WordCompleter
        from prompt_toolkit.formatted_text import FormattedText

        session = self._sessions.get(player)
        if session is None:
            session = self._sessions[player] = PromptSession(history=_history())
        completer = WordCompleter(list(words), ignore_case=True, sentence=True)
        shown = FormattedText([("bold", prompt)])
        return visible_line(session.prompt(shown, completer=completer, complete_while_typing=False))
