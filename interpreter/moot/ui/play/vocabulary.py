"""Words that are not things: a value with the things you see that print it, and the nearest names."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rich.text import Text

from ...code.program import words_of
from ...lang.name_folding import fold_name
from ...lang.spelling import nearest
from ...stack.words import name_words
from .printed import TIMES
from .session import Play

_MOST = 12  # things that are listed


def explain_value(play: Play, player: str, name: str) -> bool:
    """Print the visible things that print a value of that name, such as a race; False if no field has it."""
    lines = list(_value_lines(play, player, fold_name(name)))
    for line in lines:
        play.drawing.put(Text(line), hang=4)
    return bool(lines)


def only_name(play: Play, name: str) -> str:
    """The title of the only thing with this word in its name, such as `the old ferry` for `ferry`; otherwise empty."""
    low, facts = fold_name(name), play.drawing.facts
    found = [title for title in facts.by_title if low and low in fold_name(facts.name(title)).split()]
    return found[0] if len(found) == 1 and len(low) > 2 else ""


def nearest_names(play: Play, name: str) -> str:
    """A hint: the names that contain this word, or the closest spelling. Empty if there are none."""
    program, low = play.game.program, fold_name(name)
    values = [value for names in program.layout.names.values() for value in names]
    fields = [key.rpartition(".")[2] for key in program.docs if key.startswith("field ")]
    ids = [*play.drawing.facts.by_title, *play.game.players, *values, *fields]
    known = list(dict.fromkeys(name_words(program, one) for one in ids))
    holding = [one for one in known if low and low in fold_name(one).split()]
    holding = holding or [one for one in known if len(low) > 2 and fold_name(one).startswith(low)]
    if len(holding) > 1:
        rest = " …" if len(holding) > _MOST else ""
        return f"names that contain it: {', '.join(holding[:_MOST])}{rest}"
    return f"did you mean `{holding[0]}`?" if holding else nearest(name, known)


def _value_lines(play: Play, player: str, low: str) -> Iterator[str]:
    program = play.game.program
    for kind, values in program.layout.names.items():
        for value in values:
            if low not in (fold_name(value), fold_name(name_words(program, value))):
                continue
            words = words_of(program, kind, value, "kind")
            yield f"{name_words(program, value)} ({name_words(program, kind)}): {words}".rstrip(": ")
            found = list(_printing(play, player, value))
            if found:
                rest = " …" if len(found) > _MOST else ""
                yield f"  printed on cards and pieces that you see: {', '.join(found[:_MOST])}{rest}"


def _printing(play: Play, player: str, value: str) -> Iterable[str]:
    """The names of the things this player sees that print a value."""
    program, facts = play.game.program, play.drawing.facts
    spoken, found = name_words(program, value), dict[str, None]()
    for zone in play.state.view(player)["zones"].values():
        for key in zone.get("things", zone.get("known", [])):
            number = facts.number(key)
            if number is None:
                continue
            printed = {one.partition(f" {TIMES}")[0] for _, text in facts.of(number) for one in text.split(", ")}
            if spoken in printed:
                found[facts.name(program.layout.things[number].title)] = None
    return found
