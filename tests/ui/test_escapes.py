"""No text of a stranger's reaches a terminal, a picture, a page or JSON with a control character in it."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
import yaml

from camp_pack import PACK

EVIL = "\x1b[2J\x1b]0;X\x07\x9b1m\u202e\u2066\x7f\x00"
HIDDEN = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]")
TEXTS = {
    "pack.yaml": """id: camp
title: "Camp@"
version: "1@"
licence: "MIT@"
document: book
about: {goal: "Hold out.@", turn: "A card.@", first: "Build.@"}
report: {time: now, score: score, columns: [food, shelter]}
""",
    "terms.yaml": """terms:
  fence: "fence@"
  tower: "tower@"
  keeper: "the keeper@"
  food: "bread@"
  story: "tale@"
  picnic: "picnic@"
""",
    "cases/first.yaml": """cases:
  - name: "a fence is built@"
    given: {phase: "comes(fence)", food: 3, yard: [], gone: []}
    when: [{keeper: build}]
    then: {food: 1}
""",
    "book.yaml": """document:
  id: book
  title: "Book@"
  clauses:
    "1": {place: "page 1@", gist: "A wall costs a meal.@", kind: rule}
""",
    "doc.yaml": """doc:
  food: "meals@"
""",
}


def escaped(text: str) -> str:
    """`@` as what an author of a hostile pack writes in quotes."""
    return text.replace("@", r"\e[2J\e]0;X\a\x9b1m\u202e\u2066\x7f\0")


def hostile(folder: Path) -> Path:
    """A sound pack, most of whose texts hold control characters."""
    for name, text in {**PACK, **TEXTS}.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(escaped(text) if name in TEXTS else text, encoding="utf-8")
    rules = folder / "rules.moot"
    said = rules.read_text().replace('"the tale is over"', '"the tale is over\u202e"')
    rules.write_text(said.replace('"build it for a meal"', '"build it\u202e for a meal"'), encoding="utf-8")
    return folder


def clean(result) -> str:
    told = result.stdout + result.stderr
    found = HIDDEN.search(told)
    assert not found, ascii(told[max(0, found.start() - 60) : found.end() + 20])
    return told


COMMANDS = (
    ("check", "camp"),
    ("test", "camp"),
    ("test", "camp", "--mutate", "3", "--seed", "1"),
    ("show",),
    ("show", "camp"),
    ("show", "camp", "options"),
    ("show", "camp", "cards"),
    ("show", "camp", "cards/fence"),
    ("show", "camp", "clauses"),
    ("show", "camp", "layout"),
    ("words", "camp"),
    ("text", "camp"),
    ("explain", "camp:food"),
    ("explain", "camp:book/1"),
    ("explain", "camp:fence"),
    ("explain", "camp:\x1b[2J\n\u202e"),
    ("coverage", "camp"),
    ("coverage", "camp", "--html", "coverage.html"),
    ("diff", "camp", "camp"),
    ("diff", "camp", "camp", "--html", "diff.html"),
    ("sim", "camp", "--games", "3", "--seed", "1"),
    ("deck", "build", "camp", "--seed", "1"),
    ("verify", "game.log"),
    ("replay", "game.log"),
    ("used", "game.log"),
    ("explain", "game.log:3"),
    ("explain", "game.log:9", "--not", "\x1b[2J\n\u202e"),
    ("odds", "game.log:3"),
    ("odds", "game.log:5", "build"),
    ("show", "nothing\x1b[2J"),
    ("play", "camp", "--option", "story=\x1b[2J"),
    ("play", "\x1b[2J\n\u202e"),
    ("check", "\x1b[2J"),
    ("\x1b[2J",),
)


def json_of(told):
    """The data of a command's output, also where it is one piece a line."""
    try:
        return json.loads(told)
    except ValueError:
        return [json.loads(line) for line in told.splitlines()]


def texts(data):
    if isinstance(data, dict):
        yield from data
        data = [*data.values()]
    for one in data if isinstance(data, list) else ():
        yield from texts(one)
    if isinstance(data, str):
        yield data


def test_every_command_shows_signs(moot, tmp_path):
    hostile(tmp_path / "camp")
    assert "Hold out.␛[2J␛]0;X␇␦1m␦␦␡␀" in clean(moot("show", "camp"))
    clean(moot("play", "camp", "--bots", "--seed", "7", "--log", "game.log"))
    for command in COMMANDS:
        for more in ((), ("--json",)):
            told = clean(moot(*command, *more))
            assert "\n␦" not in told
            if more:
                assert not [text for text in texts(json_of(told)) if HIDDEN.search(text)]
    typed = "help\nrules\ngoal\nlook\nlook fence\nwhy fence\nhelp food\nodds\n"
    typed += "\x1b[2J\n\u202e\n1\n1\n1\nsave kept.json\nquit\n"
    for page in tmp_path.glob("*.html"):
        assert not HIDDEN.search(page.read_text(encoding="utf-8")), page
    assert len([*tmp_path.glob("*.html")]) == 2
    told = clean(moot("play", "camp", "--seed", "7", typed=typed))
    assert "bread␛[2J" in told
    clean(moot("play", "--resume", "kept.json", typed="look\nquit\n"))


def scalars(node, path=()):
    if isinstance(node, dict):
        for key, value in node.items():
            yield from scalars(value, (*path, key))
    elif isinstance(node, list):
        for place, value in enumerate(node):
            yield from scalars(value, (*path, place))
    else:
        yield path


@pytest.mark.parametrize("name", [name for name in {**PACK, **TEXTS} if name.endswith(".yaml")])
def test_each_text_of_a_pack_alone(moot, tmp_path, name):
    """Also where the text makes the pack wrong: messages show signs."""
    folder = hostile(tmp_path / "camp")
    text = (folder / name).read_text(encoding="utf-8")
    for path in scalars(yaml.safe_load(text)):
        data = yaml.safe_load(text)
        inside = data
        for step in path[:-1]:
            inside = inside[step]
        inside[path[-1]] = f"{inside[path[-1]]}{EVIL}\n"
        if isinstance(path[-1], str):
            inside[path[-1] + EVIL] = "x"
        (folder / name).write_text(yaml.safe_dump(data, allow_unicode=False), encoding="utf-8")
        clean(moot("check", "camp"))
        clean(moot("show", "camp"))


def test_logs_and_saves(moot, tmp_path):
    hostile(tmp_path / "camp")
    clean(moot("play", "camp", "--seed", "7", "--log", "game.log", typed="1\nsave kept.json\nquit\n"))
    for name, commands in (("game.log", ("replay", "verify")), ("kept.json", ("play --resume",))):
        text = (tmp_path / name).read_text(encoding="utf-8")
        for place, found in enumerate(re.finditer(r'"[^"\\]*"', text)):
            if place > 60:
                break
            changed = text[: found.end() - 1] + json.dumps(EVIL)[1:-1] + text[found.end() - 1 :]
            (tmp_path / "changed").write_text(changed, encoding="utf-8")
            for command in commands:
                clean(moot(*command.split(), "changed", typed="quit\n"))
