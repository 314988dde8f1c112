"""Decks of players, in every format, and what a pack says of such files."""

from __future__ import annotations

import json
import random

from camp_pack import PACK

from ..call import Call
from ..changes import ODD, changed_data, changed_text

DECK_FILES = """deck_files:
  code: code
  marks: {H: {height: 3}, ST: {code: "ST-*"}}
  prefer: {tower: [H, ST]}
  sections:
    pile: {called: [Cards, Supply], zone: pile}
    side: {within: pile, title: Side cards}
  groups:
    storms: {called: [Weather], kinds: [storm], section: pile, needed: yes}
    others: {called: [Rest], kinds: [wall, feast], section: pile}
  starred: side
  passed_over: [Notes]
"""
DECKS = {
    "deck.yaml": 'game: camp\nname: Mine\nCards: {fence: 2, "tower [H]": 2, breeze: 2}\nSide cards: {Picnic: 1}\n',
    "deck.txt": "####\nCards\n####\n# Weather\n2 Breeze\n# Rest\n2 Fence [H] (ST)\n1 Tower\n####\nNotes\n####\n3 it\n",
    "deck.edn": '{:name "Mine" :cards [{:qty 2 :card "Fence" :id "[H] (ST)"} {:qty 3 :card "Breeze"}]}\n',
    "deck.json": '{"Cards": [{"name": "Fence", "card": "ST-1", "qty": 2, "favourite": true}, {"name": "Tower"}]}\n',
    "deck.csv": "section,count,card,card_id\nCards,2,Fence,ST-1\nSide cards,1,Tower,\npile,3,breeze,x\n",
    "list.txt": "My deck\n\nCards\n2 Fence\nTower x2\n* 1 Picnic\nWeather:\n3x Breeze (a storm)\nThis is a sentence.\n",
    "deck.o8d": '<?xml version="1.0"?><deck game="x"><section name="Cards"><card qty="2" id="ST-1">Fence</card>'
    '</section><section name="Weather"><card qty="2" id="">Breeze</card></section></deck>\n',
}
RULES = PACK["rules.moot"].replace("kind card\n", 'kind card\n  code : string = "ST-1"\n')
PIECES = (
    *(
        "fence",
        "Tower",
        "Cards",
        "Weather",
        "pile",
        "2",
        "0",
        "-1",
        "99999999999999999999",
        "x2",
        "*",
        "#",
        "####",
        ",",
    ),
    *(
        "<!DOCTYPE a [<!ENTITY b 'c'>]>",
        "&b;",
        "<![CDATA[",
        "</deck>",
        "{:qty",
        "]",
        "[H]",
        "(ST)",
        "[B] [H]",
        "game:",
        "\n",
    ),
)


def decks(rng: random.Random) -> Call:
    name = rng.choice([*DECKS])
    text = DECKS[name]
    described = DECK_FILES
    if rng.random() < 0.25:
        described = changed_text(described, rng, (*PIECES, *ODD))
    elif name == "deck.json" and rng.random() < 0.5:
        text = json.dumps(changed_data(json.loads(text), rng, PIECES))
    else:
        text = changed_text(text, rng, (*PIECES, *ODD, *DECKS.values()), 6)
    data = text.encode(rng.choice(("utf-8", "utf-8", "utf-8", "utf-16", "cp1252")), "replace")
    if rng.random() < 0.1:
        data = data[: rng.randrange(len(data) + 1)]
    files = {"camp/rules.moot": RULES.encode(), "camp/deck_files.yaml": described.encode("utf-8", "surrogateescape")}
    return Call(_words(name, rng), ("camp",), files | {name: data})


def _words(name: str, rng: random.Random) -> tuple[str, ...]:
    formats = ("yaml", "text", "edn", "json", "csv", "list", "o8d", "x")
    return rng.choice(
        (
            ("check", name, "--game", "camp"),
            ("check", name, "--game", "camp", "--json"),
            ("check", name, "--game", "camp", "--prefer", "H"),
            ("deck", "convert", name, "--game", "camp", "--to", rng.choice(formats)),
            ("deck", "convert", name, "--game", "camp", "--to", rng.choice(formats), "--out", "out.txt"),
            ("sim", "camp", "--games", "1", "--seed", "1", "--bot", "random", "--deck", f"keeper={name}"),
            ("deck", "build", "camp", "--games", "100", "--seed", "1", "--pool", name),
        )
    )
