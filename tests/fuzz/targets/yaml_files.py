"""The YAML files of packs: values, keys, types, nesting, anchors and characters changed."""

from __future__ import annotations

import random

import yaml

from ..bases import BASES, GAMES, base_files
from ..call import Call
from ..changes import ODD, changed_data, changed_text
from ..pieces import names_in
from .grammar import bases_of, played

MARKS = (
    *("&a ", "*a", "<<: *a", "!!python/object:os.system x", "!!binary x", "!!set {a, b}", "!x ", "? ", "--- ", "...\n"),
    *("|\n", ">\n", "|2-\n", "- ", ": ", "{", "}", "[", "]", '"', "'", "#", "%YAML 1.1\n", "~", "null", "yes", "\n  "),
    *("override: {x: 1}", "kind: x", "stand_in: [x]", "cards: {}", "a: &a [*a, *a]", "&a [&b [*a, *b], *b]"),
    *(
        '"\\u202e\\e[2J"',
        '"\\0"',
        '"\\ud800"',
        "2024-01-01 10:00:00",
        "0o17",
        "1:30",
        "1e400",
        ".inf",
        ".nan",
        "=",
        "<<",
    ),
)
_LAUGHS = "a: &a [x,x,x,x,x,x,x,x,x]\n" + "".join(
    f"{new}: &{new} [{','.join([f'*{old}'] * 9)}]\n" for old, new in zip("abcdefgh", "bcdefghi", strict=True)
)


def yaml_files(rng: random.Random) -> Call:
    base = rng.choice(BASES)
    files = {name: data for name, data in base_files(base).items() if name.endswith(".yaml")}
    name = rng.choice([*files])
    text = files[name].decode()
    words = (*names_in(text), *ODD)
    match rng.randrange(5):
        case 0 | 1:
            made = yaml.safe_dump(
                changed_data(yaml.safe_load(text), rng, words), allow_unicode=True, sort_keys=False, width=200
            )
        case 2 | 3:
            made = changed_text(text, rng, (*words, *MARKS))
        case _:
            other = base_files(rng.choice(BASES))
            made = text + rng.choice(
                [_LAUGHS, *(data.decode() for name, data in other.items() if name.endswith("yaml"))]
            )
    return Call(_words(base, rng), bases_of(base), {name: made.encode("utf-8", "surrogateescape")}, b"1\n" * 8)


def _words(base: str, rng: random.Random) -> tuple[str, ...]:
    more = [("show", base), ("show", base, "clauses"), ("show", base, "cards"), ("show", base, "map"), ("text", base)]
    more += [("check", base, "--json"), ("coverage", base, "--games", "1"), ("explain", base, "the"), ("words", base)]
    more += [
        ("show", base, "map", "--svg", "map.svg"),
        ("show", base, "layout"),
        ("sheet", base, "--html", "sheet.html"),
    ]
    if base in GAMES:
        more += [*played(base), ("test", base), ("test", base, "--json")]
    return rng.choice([("check", base)] * len(more) + more)
