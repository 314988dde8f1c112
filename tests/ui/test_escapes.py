"""No text of a stranger's reaches a terminal, a picture, a page or JSON with a control character in it.

None begins a line of its own either.
"""

from __future__ import annotations

import json
import os
import pty
import re
import select
import shutil
import signal
import sys
import time
from pathlib import Path

import pytest
import yaml

from camp_pack import PACK
from fuzz.targets.decks import DECK_FILES, DECKS, RULES
from moot.ui.command import cli

LAND = Path(__file__).parents[1] / "bad" / "land"
EVIL = "\x1b[2J\x1b]0;X\x07\x9b1m\u202e\u2066\x7f\x00\nFORGED"
FORGED = re.compile(r"^\W*FORGED", re.MULTILINE)  # a sign before it would be a part of the match
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
    return text.replace("@", r"\e[2J\e]0;X\a\x9b1m\u202e\u2066\x7f\0\nFORGED")


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
    told = result if isinstance(result, str) else result.stdout + result.stderr
    for found in (HIDDEN.search(told), *FORGED.finditer(told)):
        assert not found or "␊" in found[0], ascii(told[max(0, found.start() - 60) : found.end() + 20])
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
    assert "Hold out.␛[2J␛]0;X␇␦1m␦␦␡␀ FORGED" in clean(moot("show", "camp"))
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


def put_in(file, text, path):
    """Write the text of YAML with a hostile value, and a hostile key, at that path."""
    data = yaml.safe_load(text)
    inside = data
    for step in path[:-1]:
        inside = inside[step]
    inside[path[-1]] = f"{inside[path[-1]]}{EVIL}\n"
    if isinstance(path[-1], str):
        inside[path[-1] + EVIL] = "x"
    file.write_text(yaml.safe_dump(data, allow_unicode=False), encoding="utf-8")


@pytest.mark.parametrize("name", [name for name in {**PACK, **TEXTS} if name.endswith(".yaml")])
def test_each_text_of_a_pack_alone(moot, tmp_path, name):
    """Also where the text makes the pack wrong: messages show signs."""
    folder = hostile(tmp_path / "camp")
    text = (folder / name).read_text(encoding="utf-8")
    for path in scalars(yaml.safe_load(text)):
        put_in(folder / name, text, path)
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


def at_a_terminal(*words: str, typed: str = "") -> str:
    """What a terminal gets from the command, without the sequences that moot itself uses."""
    child, terminal = pty.fork()
    if not child:
        os.environ |= {"TERM": "xterm", "COLUMNS": "100"}
        sys.stdin, sys.stdout, sys.stderr = open(0), open(1, "w"), open(2, "w")  # noqa: SIM115
        try:
            cli.main([*words])
        except SystemExit:
            sys.stdout.flush()
            os._exit(0)
        finally:
            os._exit(70)
    told, lines, sent, end = "", typed.splitlines(), 0, time.monotonic() + 60
    while time.monotonic() < end:
        if select.select([terminal], [], [], 0.3)[0]:
            try:
                told += os.read(terminal, 1 << 16).decode("utf-8", "replace")
            except OSError:  # the command has ended
                break
        elif lines and re.search(r">[^\n]*$", told[sent:]):  # it waits for us
            sent = len(told)
            os.write(terminal, lines.pop(0).encode() + b"\r")
    else:
        os.kill(child, signal.SIGKILL)
    os.close(terminal)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0, told[-2000:]
    return OWN.sub("", told).replace("\r\n", "\n").replace("\r", "")


# Colours; and what the line editor does: it moves the cursor, clears to the end, asks for the place and sets modes.
OWN = re.compile(r"\x1b\[[0-9;]*m|\x1b\[\??[0-9;]*[ABCDKhln]|\x1b\[[06]?[Jn]|\x08")


def test_signs_at_a_terminal(moot, tmp_path):
    """Where a terminal changes what is written: colours, widths, the editor of lines."""
    hostile(tmp_path / "camp")
    moot("play", "camp", "--bots", "--seed", "7", "--log", "game.log")
    seen = [clean(at_a_terminal(*words)) for words in COMMANDS if not {"--mutate", "build", "diff"} & {*words}]
    assert sum("␛[2J" in text for text in seen) > 12
    told = at_a_terminal("play", "camp", "--seed", "7", typed="look fence\nhelp food\nlog\n1\nlook\nquit\n")
    assert "bread␛[2J" in clean(told) and "pile → yard" in told


def test_texts_of_a_board(moot, tmp_path):
    """Names of maps, places and areas, and what stands in their fields."""
    for name in ("map.yaml", "things.yaml"):
        shutil.copytree(LAND, tmp_path / "land", dirs_exist_ok=True)
        text = (LAND / name).read_text(encoding="utf-8")
        for path in scalars(yaml.safe_load(text)):
            put_in(tmp_path / "land" / name, text, path)
            clean(moot("check", "land"))
            clean(moot("show", "land", "map"))


@pytest.mark.parametrize("name", DECKS)
def test_texts_of_decks(moot, tmp_path, name):
    folder = hostile(tmp_path / "camp")
    (folder / "rules.moot").write_text(RULES, encoding="utf-8")
    (folder / "deck_files.yaml").write_text(escaped(DECK_FILES.replace("Side cards", '"Side@"')), encoding="utf-8")
    text = DECKS[name]
    words = [*re.finditer(r"[A-Za-z]\w+", text)]
    for found in words[:: max(1, len(words) // 8)]:
        for evil in (EVIL, json.dumps(EVIL)[1:-1], "&#x9b;&#x202e;&#10;FORGED"):
            (tmp_path / name).write_text(text[: found.end()] + evil + text[found.end() :], encoding="utf-8")
            clean(moot("check", name, "--game", "camp"))
            clean(moot("deck", "convert", name, "--game", "camp", "--to", "text"))
