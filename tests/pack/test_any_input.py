"""Whatever stands in the files of a pack, loading it ends with diagnostics, never with a fault of ours."""

from __future__ import annotations

import random

import pytest
from pack_texts import RULES

from moot.lang.diagnostic import MootError
from moot.pack.load import load

FILES = {
    "pack.yaml": "id: base\ntitle: Base\nversion: '1'\nextends: []\noptions: {long: yes}\ndocument: d\nstand_in: [x]\n",
    "cards.yaml": (
        "kind: hero\nstand_in: [price]\ncards:\n  one:\n    owner: ann\n    rows: 'x..x'\n    text: |\n"
        "      score(this)\n  two: {kind: card, owner: bob}\noverride:\n  three: {price: 1}\n"
    ),
    "hero.csv": (
        'id,owner,rows,hidden,worth,text\nfour,ann,x..x,yes,5,"score(this)\nnothing"\nfive,bob,"[1, 2]",,,"nothing"\n'
    ),
    "decks.yaml": "decks:\n  first:\n    zone: supply(ann)\n    fields: {owner: ann}\n    cards: {one: 2, two: 1}\n",
    "tables.yaml": (
        "tables:\n  losses:\n    by: c die\n    columns: 1 2..3\n    rows:\n      red..blue: 1 2\n"
        "  one:\n    1..2: nothing\n    3, 4: |\n      nothing\n"
    ),
    "document.yaml": "document: {id: d, title: D, clauses: {'1': {gist: g, kind: rule, lines: [1, 2], terms: [a]}}}\n",
    "terms.yaml": "terms: {ann: Anna}\n",
    "map.yaml": (
        "maps:\n  land:\n    grid: {columns: 3, rows: 2, first: 0101}\n    legend: {'.': {soil: sand}, '-': none}\n"
        "    hexes: |\n      . . -\n      . . .\n    fields: {0101..0201: {height: 1}, 0302: {near: 0101}}\n"
        "    sides:\n      - {fields: {gate: yes}, between: 0101/0102}\n"
        "      - {along: '0101 0201', around: {height: 1}}\n"
        "    names: {door: 0101/0102, well: 0102}\n    areas: {hill: 0101..0201}\n    connected: [hill, all]\n"
        "    stand_in: [soil]\n    drawing: {places: [{if: h.height = 1, colour: '#aabbcc'}]}\n"
        "  ways:\n    links:\n      - {between: [north, south], one_way: yes, name: lane}\n      - along: south north\n"
    ),
    "towns.yaml": "kind: town\nthings: {north: {}, south: {}}\n",
    "cases/a.yaml": "game: base\ncases:\n  - {name: x, given: {a: 1}, when: [], then: {}}\n",
}
BOARDS = (
    "kind soil : sand, loam\nkind plot\n  soil : soil\n  height : 0..3 = 0\n  near : plot or none = none\n"
    "kind hedge\n  gate : bool = no\nboard land : hexes of plot, hedge\n"
    "kind town\nkind way\nboard ways : graph of town, way\n"
)
SIGNS = "null ~ [] {} [ ] { } : - ? | > & * ! % @ ' \" # é 𝄞 1.5 -1 99999999999 yes none 2..1 .. x.x ,"
KEYS = "kind: override: stand_in: rows: columns: by: <<: cards: zone: <ann>"
PIECES = [
    *('""', '"', "[1, 2]", *SIGNS.split(" "), *KEYS.split(" ")),
    *("\t", "\n", "\x00", "\u2028", " ", "  ", "\n  ", "\n    "),
]


@pytest.mark.parametrize("seed", range(80))
def test_changed_files(write, seed):
    chance = random.Random(seed)
    files = dict(FILES)
    for _ in range(chance.randint(1, 3)):
        name = chance.choice(list(files))
        text = files[name]
        start = chance.randrange(len(text) + 1)
        end = min(len(text), start + chance.choice((0, 0, 1, 3, 12)))
        files[name] = text[:start] + chance.choice(PIECES) + text[end:]
    write({"base/rules.moot": RULES + BOARDS, **{f"base/{name}": text for name, text in files.items()}})
    try:
        report = load("base").report
    except MootError as error:
        assert error.diagnostics
        report = error.diagnostics
    for diagnostic in report:
        assert diagnostic.render() and diagnostic.message
