"""A small game of blows with a table, and the questions it answers."""

from pathlib import Path

RULES = """\
game brawl "Brawl"
players red, blue
kind strength : C, B, A
kind grade : Y, X
kind unit
  owner  : player
  attack : strength
  armour : 1..3
  morale : grade
  state hurt : bool
zone field : pool of unit, seen by all
zone reserve : pool of unit, seen by none
zone dead  : pool of unit, seen by all
option lucky : bool = no
table hits(attack: strength, armour: 1..3) : set of 2d6
table harm(die: 1d6, morale: grade) : steps(u: unit)
phase brawl
  move guard to field
  move orc to field
  repeat
    choose by red "what now"
      "strike"
        strike(guard, orc)
      "call up"
        pick u in reserve
          move u to field
  until orc in dead
  win red "over"
procedure strike(a: unit, d: unit)
  if roll 2d6 in hits[a.attack, d.armour]
    let die = roll 1d6
    run harm[die, d.morale] with d
procedure strikes(them: list of unit, d: unit)
  for each a in them where d in field
    strike(a, d)
procedure yielding(a: unit, d: unit)
  if d.owner may "stand"
    strike(a, d)
modify hits_more(u) by 1 where lucky
function hits_more(u: unit) = 0
procedure wound(u: unit)
  if u.hurt or hits_more(u) > 0
    move u to dead
  else
    set u.hurt to yes
"""
TABLES = """\
tables:
  hits:
    columns: 1 2 3
    rows:
      C: ["2..5", "2..4", "2..3"]
      B: ["2..7", "2..5", "2..4"]
      A: ["2..9", "2..7", "2..5"]
  harm:
    columns: Y X
    rows:
      1: ["move u to dead", "wound(u)"]
      2..3: ["wound(u)", "wound(u)"]
      4..6: ["wound(u)", "nothing"]
"""
UNITS = """\
units:
  guard: {owner: red, attack: B, armour: 2, morale: X}
  orc: {owner: blue, attack: C, armour: 1, morale: Y}

"""
ODDS = """\
odds:
  melee:
    title: Blows against one unit
    asks:
      attack: list of strength
      armour: 1..3
      morale: {of: grade, default: Y}
      hurt: {of: bool, default: no}
    things:
      striker: {kind: unit, owner: red, attack: attack, armour: 1, morale: Y}
      target: {kind: unit, owner: blue, attack: C, armour: armour, morale: morale}
    given:
      phase: strikes(striker, target)
      field: [striker, target]
      target.hurt: hurt
    outcomes:
      eliminated: target in dead
      hurt: target.hurt
      unharmed: yes
  lucky_blow:
    title: One blow at the orc, with luck
    options: {lucky: yes}
    asks: {striker: unit}
    given:
      phase: yielding(striker, orc)
      field: [striker, orc]
    choices: {stand: yes}
    outcomes: {eliminated: orc in dead}
"""


def write(folder: Path, odds: str = ODDS) -> Path:
    (folder / "pack.yaml").write_text("id: brawl\ntitle: Brawl\n")
    (folder / "rules.moot").write_text(RULES)
    (folder / "tables.yaml").write_text(TABLES)
    (folder / "units.yaml").write_text(UNITS)
    (folder / "odds.yaml").write_text(odds)
    return folder
