"""Things of a kind, written as values in formulas."""

RULES = """\
game trial "Trial"
players ann, bob
kind race : orcs, men
kind attack
  strikes : 1..9
  prowess : number = 3
  race    : race = orcs
  also    : list of number = []
kind site
  first : attack
state last : attack or none
option few : number = 2
function one : attack = attack(strikes: 2, race: men)
function strong(a: attack) = a.strikes * a.prowess
phase match
  set last to attack(strikes: 4, prowess: -7, also: [1, 2])
  mark_all()
procedure mark_all
  let same = attack(also: [1, 2], race: orcs, strikes: 4, prowess: -7)
  require last = same and last != one and strong(one) = 6
  require strong(last) = -28 and last.also = [1, 2] and attack(strikes: few) = attack(strikes: 2)
  require size(attack) = 4 and strong(moria.first) = 15
  win ann
"""
THINGS = "kind: site\nsites:\n  moria: {first: {strikes: 5}}\n"


def test_115_the_same_values_are_the_same_thing(play):
    assert play(RULES, THINGS).won == ("ann", "")
