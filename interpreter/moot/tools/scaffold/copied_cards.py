"""A card that starts as a copy of another: its lines, under a new id."""

from __future__ import annotations

from ...lang.diagnostic import fail
from ...lang.source import shown_path
from ...lang.spelling import one_of
from ...pack.model.bundle import Bundle, Thing


def copied_card(ident: str, like: str, bundle: Bundle, head: str) -> str:
    """The text of a file with a copy of the thing `like`, called `ident`. `head`: the file's first line. Raises
    MootError if the thing does not exist, or is not in YAML.
    """
    thing = bundle.things.get(like)
    if thing is None:
        raise fail("unknown-thing", f"unknown thing `{like}` in `{bundle.id}`", hint=one_of(like, bundle.things))
    place = thing.at.source.path
    if not place.endswith(".yaml"):
        message = f"`{like}` is in `{shown_path(place)}`, which is not YAML"
        raise fail("unknown-thing", message, hint="create the card without --like")
    first, *more = _lines(thing)
    told = [] if not thing.stand_in or any("stand_in:" in line for line in [first, *more]) else [_stand_in(thing)]
    return "\n".join(
        [
            head,
            f"# A copy of {like} (`{thing.pack}`). First change its name, then everything else that differs.",
            f"kind: {thing.kind}",
            *told,
            "cards:",
            f"  {ident}:{first.split(':', 1)[1]}",
            *more,
            "",
        ]
    )


def _lines(thing: Thing) -> list[str]:
    """The lines of an entry: from its id to the next line with the same or less indentation."""
    lines = thing.at.source.text.splitlines()
    start = thing.at.line - 1
    depth = len(lines[start]) - len(lines[start].lstrip())
    end = start + 1
    while end < len(lines) and (not lines[end].strip() or len(lines[end]) - len(lines[end].lstrip()) > depth):
        end += 1
    found = [line[depth:] if line.strip() else "" for line in lines[start:end]]
    while not found[-1]:
        found.pop()
    return [found[0], *(f"  {line}" if line else "" for line in found[1:])]


def _stand_in(thing: Thing) -> str:
    return f"stand_in: [{', '.join(thing.stand_in)}]    # fields whose values are stand-ins"
