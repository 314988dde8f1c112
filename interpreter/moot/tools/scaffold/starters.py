"""Files that `moot new` writes: a starting pack, or a file with a card. All of them pass `moot check`."""

from __future__ import annotations

import json
import re
from pathlib import Path

from ...lang import tree
from ...lang.diagnostic import fail
from ...lang.name_folding import id_hint
from ...lang.source import shown_path
from ...pack.card_schema import card_schema
from ...pack.find import GAME, MANIFEST, find_pack, packs_at
from ...pack.load import load as load_bundle
from ...pack.model.bundle import Bundle
from ...pack.model.schema import schema
from ..files import write_new

SCHEMAS = ".moot"  # the folder of a pack with schemas for editors; moot does not read it
_ID = re.compile(r"[a-z_][a-z0-9_]*")


def must_be_empty(folder: Path) -> None:
    """Raises MootError if the new folder already has contents."""
    if folder.exists() and not folder.is_dir():
        raise fail("file-exists", f"`{shown_path(folder)}` is a file", hint="choose a new folder")
    if folder.exists() and any(folder.iterdir()):
        raise fail("file-exists", f"`{shown_path(folder)}` already exists and is not empty", hint="choose a new folder")


def new_pack(folder: Path, extends: str = "") -> list[Path]:
    """A pack: a small game of its own, or one that changes another game. Returns the files. Raises MootError."""
    name = identifier(folder.resolve().name)
    must_be_empty(folder)
    title = name.replace("_", " ").capitalize()
    if extends:
        editions = "".join(f"#   {edition}\n" for edition in _editions_to_extend(extends))
        about = f"# The editions that a pack may extend, the default first:\n{editions}" if editions else ""
        texts = {MANIFEST: _MOD.format(id=f"my/{name}", title=title, extends=extends, editions=about)}
    else:
        texts = {
            MANIFEST: _GAME.format(id=f"my/{name}", title=title),
            "rules.moot": _RULES.format(name=name, title=title),
        }
        texts |= {"cards.yaml": _CARDS, "decks.yaml": _DECKS, "cases/first.yaml": _CASES}
    files = [write_new(folder / file, text) for file, text in texts.items()]
    files.append(write_schema(folder, "pack", schema("pack")))
    if not extends:
        bundle = load_bundle(folder)
        files.append(write_schema(folder, "cards", own_schema(bundle)))
        files += [write_schema(folder, kind, schema(kind)) for kind in ("decks", "cases")]
    return files


def _editions_to_extend(extends: str) -> list[str]:
    """The editions of the game that a pack will extend, if there are several. Raises MootError for the common pack of
    the editions, which is not a game of its own.
    """
    folder = find_pack(extends)
    around = folder.parent
    if not (around / GAME).is_file():
        return []
    names = [f"{around.name}/{one.name}" for one in packs_at(around)]
    if folder.resolve() not in [one.resolve() for one in packs_at(around)]:
        message = f"`{extends}` is not a whole game, but what the editions of `{around.name}` share"
        raise fail("not-a-game", message, hint=f"extend {', '.join(names)}")
    default = find_pack(around).name
    return sorted(names, key=lambda one: not one.endswith(f"/{default}")) if len(names) > 1 else []


# ------------------------------------------------------------------------------------------------------ parts


def pack_around(folder: Path) -> Path:
    """The folder of the pack that contains a folder. Raises MootError if there is none."""
    for place in (folder, *folder.resolve().parents):
        if (place / MANIFEST).is_file():
            return place
    raise fail(
        "no-manifest",
        f"`{shown_path(folder)}` is not in a pack: missing {MANIFEST}",
        hint="create one: moot new pack DIR, or moot new pack DIR --extends GAME to change a game",
    )


def identifier(name: str) -> str:
    """A file's name as an id. Raises MootError if it cannot be one."""
    ident = name.lower().replace("-", "_").replace(" ", "_")
    if not _ID.fullmatch(ident):
        raise fail(
            "bad-name",
            f"`{name}` is not a valid name",
            hint=id_hint(name) or "use lower-case letters, digits and `_`, with a letter first",
        )
    return ident


def new_place(place: Path) -> tuple[Path, str, Path]:
    """For a new file in a pack: the pack's folder, the file's name as an id, and its path. Raises MootError."""
    pack, ident = pack_around(place.parent), identifier(place.name.removesuffix(".yaml"))
    path = place.parent / f"{ident}.yaml"
    must_be_new(path)
    return pack, ident, path


def schema_line(path: Path, pack: Path, name: str) -> str:
    """The line that shows editors the schema of a file in a pack."""
    up = "../" * (len(path.resolve().relative_to(pack.resolve()).parts) - 1)
    return f"# yaml-language-server: $schema={up}{SCHEMAS}/{name}.schema.json"


def must_be_new(path: Path) -> None:
    """Raises MootError if the file exists."""
    if path.exists():
        raise fail("file-exists", f"`{shown_path(path)}` already exists", hint="choose another name")


def write_schema(pack: Path, name: str, made: dict[str, object]) -> Path:
    """Write a schema where editors find it."""
    return write_new(pack / SCHEMAS / f"{name}.schema.json", json.dumps(made, indent=2, ensure_ascii=False) + "\n")


def own_schema(bundle: Bundle) -> dict[str, object]:
    """The schema of a pack's own cards."""
    kinds = [one for one in bundle.declarations if isinstance(one, tree.KindDecl)]
    names = [one for one in bundle.declarations if isinstance(one, tree.NamesDecl | tree.PlayersDecl)]
    return card_schema(kinds, names)


HEADER = "# yaml-language-server: $schema={schema}\n"

_GAME = (
    "# yaml-language-server: $schema=.moot/pack.schema.json\n"
    """# The manifest of a pack. The rules are in the .moot file next to it.
#
#   moot check .        moot test .        moot play .        moot sim .
id: {id}
title: "{title}"
version: "0.1"
licence: MIT
moot: ">=0.1"
# extends: [its_id]       # to change a game instead of creating one
# options: {{}}             # values for options that the rules declare
# document: my_rules      # the document of citations such as @setup.cards
# stand_in: []            # values without a source, in words for the player
"""
)

_MOD = (
    "# yaml-language-server: $schema=.moot/pack.schema.json\n"
    """# A pack that changes a game. It inherits everything from the game. The files next to this one hold the changes:
#   rules (.moot):   override procedure NAME … replaces the procedure of that name
#   cards (.yaml):   under `override:`, ids with only the changed fields; under `cards:`, new cards
#   decks (.yaml):   under `override:` in a file of their own, decks with only the changed counts
#
#   moot check .        moot play .        moot play {extends} --with .
{editions}id: {id}
title: "{title}"
version: "0.1"
licence: MIT
moot: ">=0.1"
extends: [{extends}]
options: {{}}               # values for options of the game; moot show {extends} lists them
stand_in: []              # values without a source, in words for the player
"""
)

_RULES = """# A small game to start from. Players draw cards, play them in turn, and score the printed strengths.
game {name} "{title}"
players first, second

kind card
  strength : 1..9                                # printed on the card
  text     : steps or none = none                # runs when the card is played

zone deck            : pile of card, seen by none
zone hand(p: player) : pool of card, seen by p
zone laid            : row of card, seen by all, in play

option hand_size : 1..4 = 3

state points(p: player) : number
state to_move           : player = first

phase contest                                    # the first phase is the whole game
  shuffle(deck)
  for each p in player
    draw(hand_size, deck, hand(p))
  repeat
    turn(to_move)
    set to_move to opponent(to_move)
  until size(hand(to_move)) = 0
  settle()

procedure turn(p: player)
  choose c in hand(p) by p "play a card"
    move c to laid
    raise points(p) by c.strength
    if c.text != none
      run c.text

procedure settle
  if points(first) > points(second)
    win first "more points"
  else if points(second) > points(first)
    win second "more points"
  else
    win none "equal points"
"""

_CARDS = (
    HEADER.format(schema=".moot/cards.schema.json")
    + """# The cards. Their fields are those that the rules declare for the kind.
kind: card
cards:
  sparrow:
    strength: 2
  hawk:
    strength: 6
  owl:
    strength: 4
    text: |
      raise points(to_move) by 1
"""
)

_DECKS = (
    HEADER.format(schema=".moot/decks.schema.json")
    + """# The number of copies of each card, and their zone at the start.
decks:
  birds:
    zone: deck
    cards:
      sparrow: 4
      hawk: 2
      owl: 2
"""
)

_CASES = (
    HEADER.format(schema="../.moot/cases.schema.json")
    + """# Cases test the rules with positions, choices and expected results. moot test runs them.
cases:
  - name: three cards are drawn
    then:
      asked: first
      size(hand(first)): 3
  - name: an owl's text gives one more point
    given:                                       # the differences from the start, and the current phase
      hand(first): [owl, hawk]
      phase: turn(first)
    when:                                        # the choices, in order
      - first: owl
    then:
      points(first): 5
"""
)
