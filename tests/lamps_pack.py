"""A small game with a rulebook of its own, for what is told of rulebooks."""

from pathlib import Path

PACK = {
    "pack.yaml": 'id: lamps\ntitle: Lamps\nversion: "1"\nlicence: MIT\ndocument: card\n',
    "card.yaml": """document:
  id: card
  title: Lamps, how to play
  clauses:
    lamps: {place: "Start 1", lines: [1, 1], kind: component, gist: "Six lamps lie in a row."}
    row: {place: "Start 2", kind: rule, gist: "All see the row."}
    turn: {place: "Turns 1", kind: rule, gist: "In turn each player lights a lamp."}
    two: {place: "Turns 2", kind: rule, gist: "A bright lamp counts two."}
    one: {place: "Turns 3", kind: rule, gist: "Any other lamp counts one."}
    three: {place: "Turns 4", kind: rule, gist: "With the long game it counts three."}
    bonus: {place: "Turns 5", kind: card_text, gist: "The beacon gives a point more."}
    glow: {place: "Turns 6", kind: rule, gist: "While the glow worm lies lit, all lamps count one more."}
    polish: {place: "Turns 7", kind: rule, left_out: "Nothing here gets dirty.", gist: "Lamps are kept clean."}
    example: {place: "Turns 8", kind: example, gist: "Two bright lamps count four."}
    end: {place: "End 1", kind: rule, gist: "Most points win."}
    even: {place: "End 2", kind: rule, gist: "At the same number nobody wins."}
    bow: {place: "End 3", kind: rule, gist: "The players bow."}
""",
    "rules.moot": """game lamps "Lamps"
players ann, bob
kind lamp
  bright : bool
  text   : steps or none = none
  effect : standing or none = none
zone row_of_lamps : row of lamp, seen by all  @row
zone lit          : row of lamp, seen by all, in play
option long       : bool = no
state points(p: player) : 0..40

function worth(l: lamp) : 0..9 =
  3 if long      @three
  2 if l.bright  @two
  1 otherwise    @one

phase evening
  repeat
    for each p in player where size(row_of_lamps) > 0
      light(p)
  until size(row_of_lamps) = 0
  if points(ann) > points(bob)  @end
    win ann "more light"
  if points(bob) > points(ann)  @end
    win bob "more light"
  win none "as much light"      @even

procedure light(p: player)      @turn
  choose l in row_of_lamps by p "light a lamp"
    move l to lit
    raise points(p) by worth(l)
    if l.text != none
      run l.text

procedure dust                  @polish
  nothing
""",
    "lamps.yaml": """kind: lamp
cards:
  candle: {bright: no}
  torch: {bright: yes}
  beacon:
    bright: yes
    text: |
      raise points(ann) by 1    @bonus
  worm:
    bright: no
    effect: |
      modify worth(l) by 1      @glow
""",
    "decks.yaml": "decks:\n  all: {zone: row_of_lamps, cards: {candle: 3, torch: 1, beacon: 1, worm: 1}}\n",
    "cases/first.yaml": """cases:
  - name: a torch counts two
    cites: [turn, two, example]
    given: {phase: light(ann)}
    when: [{ann: torch}]
    then: {points(ann): 2}
  - name: the worm makes the next lamp brighter
    cites: [glow, one, two]
    given: {phase: light(bob), row_of_lamps: [candle, candle], lit: [worm]}
    when: [{bob: candle}]
    then: {points(bob): 2}
  - name: in the long game each counts three
    cites: [three, row]
    options: {long: yes}
    given: {phase: light(ann)}
    when: [{ann: torch}]
    then: {points(ann): 3}
  - name: this is not so
    cites: [bonus]
    given: {phase: light(ann)}
    when: [{ann: beacon}]
    then: {points(ann): 7}
""",
}


def write_lamps(folder: Path) -> Path:
    """The pack in a folder `lamps` of this one."""
    for name, text in PACK.items():
        path = folder / "lamps" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return folder / "lamps"
