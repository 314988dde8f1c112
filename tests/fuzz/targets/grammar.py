"""Rules: those of the bases with tokens and lines changed, or with declarations made from the grammar."""

from __future__ import annotations

import random

from ..bases import BASES, GAMES, base_files
from ..call import Call
from ..changes import changed_text
from ..pieces import generated, names_in, rule_lines, rule_tokens

ENTRIES = (
    "_named",
    "_standing_rule",
    "action",
    "law",
    "override",
    "option",
    "procedure",
    "_function",
    "kind_extension",
)
STATEMENTS = (
    "_statement",
    "choose",
    "offer",
    "lasting",
    "pick",
    "win",
    "if",
    "for_each",
    "let",
    "set",
    "raise",
    "move",
)


def grammar(rng: random.Random) -> Call:
    base = rng.choice([one for one in BASES if f"{one}/rules.moot" in base_files(one)])
    name = f"{base}/rules.moot"
    text = base_files(base)[name].decode()
    names = names_in(text)
    match rng.randrange(4):
        case 0:
            text += "\n" + generated(rng.choice(ENTRIES), names, rng)
        case 1:
            text = _with_statement(text, generated(rng.choice(STATEMENTS), names, rng), rng)
        case 2:
            text = changed_text(text, rng, (*names, *rule_lines()))
        case _:
            text = changed_text(text, rng, (*names, *names, *rule_tokens()))
    return Call(_words(base, rng), bases_of(base), {name: text.encode("utf-8", "surrogateescape")}, b"1\n" * 8)


def _with_statement(text: str, statement: str, rng: random.Random) -> str:
    """The statement below a line that is further in than the left edge."""
    lines = text.split("\n")
    at = rng.choice([n for n, line in enumerate(lines) if line.startswith("  ")] or [len(lines) - 1])
    space = lines[at][: len(lines[at]) - len(lines[at].lstrip())]
    lines[at + 1 : at + 1] = [space + line for line in statement.rstrip().split("\n")]
    return "\n".join(lines)


def bases_of(base: str) -> tuple[str, ...]:
    return (base, "land") if base == "market" else (base,)


def _words(base: str, rng: random.Random) -> tuple[str, ...]:
    more = [("check", base, "--ir"), ("text", base), ("words", base), ("check", base, "--json")]
    if base in GAMES:
        more += [*played(base), ("test", base), ("show", base, "options")]
    return rng.choice([("check", base)] * len(more) + more)


def played(base: str) -> list[tuple[str, ...]]:
    """Calls that play a game, with bots that do not think for long."""
    return [
        ("play", base, "--hotseat", "--seed", "1", "--anyway"),
        ("sim", base, "--games", "1", "--seed", "2", "--bot", "random", "--anyway"),
    ]
