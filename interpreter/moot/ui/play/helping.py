"""`help` at the table: lists the commands, and explains a command, a choice, the present question or another name."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text

from ...stack.decision import Decision, Option
from .drawing import Drawing
from .looking import look_at
from .names import explain_name, explain_question
from .session import Play
from .vocabulary import explain_value

_COMMANDS = (
    ("a number or a name", "choose it; the start of a name, or one of its words, is enough if it is unique"),
    ("help NAME", "explain a name: a choice, a command, an option of the rules or a value on the table"),
    ("why NAME", "explain why it is not available, with its clauses"),
    ("odds NAME", "show the possible results of a choice and their probabilities"),
    ("look", "draw the table again"),
    ("look NAME", "show a card, a piece or a place with its rules, or the contents of a zone, such as your hand"),
    ("code NAME", "show the code behind a card's text"),
    ("map", "show the board, if the game has one"),
    ("log", "show everything that your seat has seen so far"),
    ("goal", "show how the game is won and how long it is"),
    ("rules", "show the introduction to the game"),
    ("clause ID", "show a clause, such as one in brackets"),
    ("undo", "undo your last choice, unless you have learnt hidden information or another player has chosen since"),
    ("save FILE", "save the game to a file, for moot play --resume FILE"),
    ("give up", "end the game here"),
    ("quit", "leave; the game is saved"),
)

_CHOICES = {
    "done": "end your choices here; play continues",
    "stop": "choose no more",
    "none": "choose nothing",
    "yes": "do it",
    "no": "do not do it",
}


def print_commands(drawing: Drawing, lines: Sequence[tuple[str, str]] = _COMMANDS) -> None:
    """Print the commands of the prompt, or some of them."""
    width = max(len(usage) for usage, _ in _COMMANDS)
    for usage, told in lines:
        drawing.put(Text.assemble("  ", (usage.ljust(width), "bold"), f"  {told}"), hang=width + 4)


def explained(play: Play, decision: Decision, name: str, option: Option | None, thing: str) -> bool:
    """Print the words for everything of that name. `option`: the choice it means. `thing`: the thing in that choice.

    False if there are none.
    """
    low = name.casefold()
    commands = [one for one in _COMMANDS[1:] if low in (one[0], one[0].split()[0])]
    print_commands(play.drawing, commands)
    asked = low == decision.prompt.casefold() and explain_question(play.drawing, decision)
    plain = option is not None and option.key in _CHOICES
    if plain and option is not None:
        play.drawing.put(Text(f"{option.spoken(decision.player)}: {_CHOICES[option.key]}"), hang=2)
    found = bool(commands or asked or plain)
    found = explain_name(play.drawing, name, option) or found
    found = look_at(play, decision.player, thing or name) or found
    return found or explain_value(play, decision.player, name)
