"""The hand-over screen between players who share a terminal, and the input of their text."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text

from .line import LineReader
from .session import Play


class Curtain:
    """Remembers who looked at the screen last, and hides it before another person looks."""

    def __init__(self, play: Play) -> None:
        self.play = play
        self.looking: str | None = None
        self._lines = LineReader(play.out)

    def before(self, player: str) -> None:
        """From now on, show only this player's screen."""
        if self.looking == player or len(self.play.people) < 2:
            self.looking = player
            return
        self._clear()
        self.looking = None  # at the hand-over screen, other players' input is out of reach
        name = self.play.name(player)
        self.play.out.print(Text(f"Pass the screen to {name}.", style="bold"))
        self.read(f"{name}, press Enter when no other player is looking: ")
        self._clear()
        self.looking = player

    def read(self, prompt: str, words: Sequence[str] = ()) -> str:
        """A typed line of the player who looks; `words` can be completed. Raises EOFError at the end of the input."""
        return self._lines.read(prompt, self.looking or "", words)

    def _clear(self) -> None:
        """Clear the screen and its scroll-back buffer; without a terminal, print a line."""
        out = self.play.out
        if out.is_terminal:
            out.file.write("\x1b[H\x1b[2J\x1b[3J")
            out.file.flush()
        else:
            out.print("=" * 20)
