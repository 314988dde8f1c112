"""What the typing stage says of mistakes, in full: each case adds lines to a small sound pack."""

from __future__ import annotations

from pathlib import Path

import pytest
from typing_packs import CARDS, RULES, told, typed_pack

ACTS_ONLY = "use it in `let`, `set` or `return`, or as the condition of `if`, `while` or `repeat`"
LAST_RETURN = "return a value on the last line and in each branch that ends it"
HIDES = "rename it: a name cannot hide another"

MISTAKES: dict[str, tuple[str, list[str]]] = {
    "a name of nothing": (
        "function f = rounds + 1\n",
        ["unknown-name: unknown name `rounds` -> did you mean `round`?"],
    ),
    "a call of nothing": (
        "function f = energi(ann)\n",
        ["unknown-name: unknown name `energi` -> did you mean `energy`?"],
    ),
    "a field of nothing": (
        "function f(c: card) = c.prise\n",
        ["unknown-field: a card has no field `prise` -> did you mean `price`?"],
    ),
    "too few arguments": (
        "function f = energy()\n",
        ["wrong-arity: `energy` takes 1 argument, but 0 given -> write `energy(p: player)`"],
    ),
    "too many arguments": (
        "function f = opponent(ann, bob)\n",
        [
            "wrong-arity: `opponent` takes 1 argument, but 2 given"
            " -> write `opponent(p: player)`: the other player of two"
        ],
    ),
    "a call without arguments": (
        "function f = energy > 0\n",
        ["call-without-arguments: `energy` is a state: call it with its arguments, `energy(p: player)`"],
    ),
    "arguments for what has none": (
        "function f = round()\n",
        ["not-callable: `round` is a state without parameters -> write `round` alone"],
    ),
    "adding a player": (
        "function f = round + ann\n",
        ["wrong-type: expected a number, found a player"],
    ),
    "taking one thing away": (
        "function f = field - squire\n",
        ["wrong-type: cannot subtract these types: a row of card and an ally"],
    ),
    "now this, now that": (
        "function f = (1 if round = 1 otherwise ann if level otherwise bob)\n",
        ["wrong-type: expected the same type in both branches, found a number and a player"],
    ),
    "a member of a set is set": (
        "state tints : set of colour\nprocedure p\n  set tints[1] to red\n",
        [
            "not-settable: the members of a set of colour have no order, so they cannot be set by number"
            " -> set the whole set, as in `set x to x + [y]`"
        ],
    ),
    "a member of what is printed": (
        "procedure p\n  set squire.tints[1] to red\n",
        [
            "not-settable: `tints` is printed, so it cannot be set"
            " -> declare it as a state, or modify a function that reads it"
        ],
    ),
    "a member of another sort": (
        "state trail : list of number\nprocedure p\n  set trail[1] to red\n",
        ["wrong-type: expected a number, found a colour"],
    ),
    "things by things": (
        "function f = each c in field ordered by c\n",
        ["wrong-type: expected a number, found a card"],
    ),
    "a list of nothing": (
        "function f = each p in player of shuffle(deck(p))\n",
        ["no-effects-here: `shuffle` is a procedure: a formula without effects cannot call it -> " + ACTS_ONLY],
    ),
    "unlike things": (
        "function f = ann = 3\n",
        ["unlike-types: these types are never equal: a player and a number"],
    ),
    "no order": (
        "function f(c: card, d: card) = c > d\n",
        ["unlike-types: `>` compares two numbers or two names of one kind: this is a card and a card"],
    ),
    "setting what is printed": (
        "procedure p(c: card)\n  set c.price to 3\n",
        [
            "not-settable: `price` is printed, so it cannot be set"
            " -> declare it as a state, or modify a function that reads it"
        ],
    ),
    "setting a function": (
        "procedure p\n  set level to yes\n",
        ["not-settable: `level` is a function and cannot be set -> modify it, or declare it as a state"],
    ),
    "setting a parameter": (
        "procedure p(c: card)\n  set c to c\n",
        ["not-settable: `c` cannot be set -> set only names made by `let`: copy it with `let` first"],
    ),
    "a let of another type": (
        'procedure p\n  let n = 3\n  set n to "three"\n',
        ["wrong-type: `n` holds a number, but this is a text -> use another name"],
    ),
    "a hidden state": (
        "procedure p(round: number)\n  nothing\n",
        [f"name-taken: `round` is already a state -> {HIDES}"],
    ),
    "a hidden name of a kind": (
        "procedure p\n  let red = 3\n",
        [f"name-taken: `red` is already a name of a kind -> {HIDES}"],
    ),
    "a hidden local": (
        "procedure p\n  let x = 1\n  for each x in 1..3\n    nothing\n",
        [f"name-taken: `x` is already a name known here -> {HIDES}"],
    ),
    "a taken word": (
        "procedure size\n  nothing\n",
        ["name-taken: `size` is a built-in name: the number of members of a set, list or zone -> rename it"],
    ),
    "two sorts of one name": (
        "function round = 3\n",
        ["name-taken: `round` is already a state -> rename one of them: a name cannot hide another"],
    ),
    "a function that rolls": (
        "function f = roll 1d6\n",
        [f"no-effects-here: a formula cannot roll dice here -> {ACTS_ONLY}"],
    ),
    "a function that calls a procedure": (
        "function f = choose_card(ann)\n",
        [f"no-effects-here: `choose_card` is a procedure: a formula without effects cannot call it -> {ACTS_ONLY}"],
    ),
    "a choice inside a call": (
        "procedure p\n  let n = abs(roll 1d6)\n",
        [f"no-effects-here: a formula cannot roll dice here -> {ACTS_ONLY}"],
    ),
    "a law that asks": (
        'law deck "no choice is pending"\n  ann may "do it"\n',
        [f"no-effects-here: a formula cannot prompt a player here -> {ACTS_ONLY}"],
    ),
    "a name of another kind": (
        "function f = mode = easyy\n",
        ["unknown-name: `easyy` is not one of hard, easy -> did you mean `easy`?"],
    ),
    "a name of two kinds": (
        "kind shade : red, pink\nfunction f = red\n",
        [
            "ambiguous-name: `red` is ambiguous here"
            " -> it belongs to `colour` and `shade`: use it where one of these is expected"
        ],
    ),
    "never none": (
        "function f(c: card) = c.price = none\n",
        ["never-none: this is a number, which is never none"],
    ),
    "none where it may not be": (
        "function f : player = none\n",
        ["wrong-type: expected a player, found none -> add `or none` to its type"],
    ),
    "lines of two types": (
        "function f(c: card) =\n  1 if c.tapped\n  ann otherwise\n",
        [
            "wrong-type: this is a player, but another line of `f` is a number -> give the function its type",
        ],
    ),
    "no last line": (
        "function f(c: card) =\n  1 if c.tapped\n",
        ["no-otherwise: `f` has no value if none of its lines applies -> add a last line `… otherwise`"],
    ),
    "a line after otherwise": (
        "function f(c: card) =\n  1 otherwise\n  2 if c.tapped\n",
        ["unreachable: this line is never reached: the line above always applies -> put `otherwise` last"],
    ),
    "a line after return": (
        "procedure p\n  return\n  nothing\n",
        ["unreachable: this line is never reached: the line above ends the block"],
    ),
    "a function that reads itself alone": (
        "function f(n: number) = f(n - 1)\n",
        [
            "type-not-found: cannot infer the type of `f`, because it reads itself"
            " -> declare it: `function f(n: number) : …`"
        ],
    ),
    "a missing return": (
        "procedure p : card\n  for each c in field\n    return c\n",
        [f"no-return: `p` must give a card, but may end without `return` -> {LAST_RETURN}"],
    ),
    "a return of nothing due": (
        "procedure p\n  return 3\n",
        ["return-of-value: a procedure cannot return a value -> declare a type: `procedure name(…) : type`"],
    ),
    "a return without the value": (
        "procedure p : number\n  return\n",
        ["return-without-value: expected a number to be returned"],
    ),
    "an answer without a value": (
        "instead of choose_card(p)\n  nothing\n",
        [
            "no-return: this hook of `choose_card` must give a card, but may end without `return` or `proceed`"
            f" -> {LAST_RETURN}"
        ],
    ),
    "an answer to a function": (
        "before price(c)\n  nothing\n",
        [
            "wrong-target: `price` is a function: only a procedure, phase or action can be hooked"
            " -> write `modify price(…) by …` or `becomes …`"
        ],
    ),
    "a modified procedure": (
        "modify lay(c) by 1\n",
        [
            "wrong-target: `lay` is a procedure: only a function can be modified"
            " -> write `before`, `instead of` or `after lay(…)`"
        ],
    ),
    "an answer to nothing": (
        "after layy(c)\n  nothing\n",
        ["unknown-name: expected a procedure, phase or action, found the unknown name `layy` -> did you mean `lay`?"],
    ),
    "too many names in a head": (
        "after lay(c, d)\n  nothing\n",
        ["wrong-arity: `lay` takes 1 argument, but 2 are named -> write `lay(c: card)`"],
    ),
    "proceed outside": (
        "procedure p\n  proceed\n",
        [
            "proceed-of-nothing: use `proceed` only in `instead of` and in the `do` of a family of actions",
        ],
    ),
    "was outside": (
        "function f = was(round)\n",
        ["was-outside-after: `was` is only available in the `where` and body of an `after` hook"],
    ),
    "adding to yes and no": (
        "modify level by 1\n",
        ["wrong-type: cannot add to yes or no -> write `becomes yes` or `becomes no`"],
    ),
    "this in a rules file": (
        "function f = this\n",
        [
            "no-this: `this` is not available here"
            " -> use `this` only in code in a thing's field, not in a rules file or table cell"
        ],
    ),
    "a scope that is no phase": (
        "procedure p\n  until end of lay\n    modify price(c) by 1\n",
        ["unknown-phase: `lay` is a procedure, not a phase"],
    ),
    "a state until nothing": (
        "state s : bool until end of trun\n",
        ["unknown-phase: unknown phase `trun` -> did you mean `turn`?"],
    ),
    "an occasion that never is": (
        "action act as other() by ann in answerin\n  do\n    nothing\n",
        [
            "unknown-occasion: `answerin` is neither a phase nor the word of an offer -> did you mean `answering`?",
        ],
    ),
    "an action called": (
        "procedure p\n  play(first(field))\n",
        [
            "action-called: `play` is an action, which cannot be called"
            " -> offer the action, or make a pending call with `pending play(…)`"
        ],
    ),
    "a read that does nothing": (
        "procedure p\n  price(first(field))\n",
        [
            "no-effect: `price` is a function: reading it has no effect"
            " -> name its value with `let`, or call a procedure"
        ],
    ),
    "a choice among unseen cards": (
        'procedure p\n  choose c in deck(ann) by ann "look"\n    lay(c)\n',
        ["choose-unseen: the choosing player cannot see the things in `deck` -> use `pick` to take one at random"],
    ),
    "a choice in the other's hand": (
        'procedure p(q: player)\n  choose c in hand(opponent(q)) by q "look"\n    lay(c)\n',
        ["choose-unseen: the choosing player cannot see the things in `hand` -> use `pick` to take one at random"],
    ),
    "a lossy division": (
        "function f = 7 / 2\n",
        ["division-loses: 7 / 2 is 3: division rounds down -> write 3 if you mean that"],
    ),
    "a first value out of range": (
        "state low : 3..5 = 1\n",
        ["out-of-range: the initial value 1 of `low` is outside 3..5"],
    ),
    "a range of nothing": (
        "state low : 0..steps_upp\n",
        [
            "unknown-name: the limit of a range must be a number, an option or a function without parameters,"
            " not `steps_upp` -> did you mean `steps_up`?"
        ],
    ),
    "an unused zone": (
        "zone attic : pool of card, seen by all\n",
        ["unused-zone: unused zone `attic` -> remove it, or move something there"],
    ),
    "a call of nothing by is": (
        "function f(c: card) = c is squir\n",
        ["unknown-name: unknown kind or thing `squir` -> did you mean `squire`?"],
    ),
    "never of that kind": (
        "function f(s: strike) = s is squire\n",
        ["unlike-types: a strike is never an ally"],
    ),
    "a sort of nothing": (
        "kind hero is alley\n",
        ["unknown-kind: unknown kind or type `alley` -> did you mean `ally`?"],
    ),
    "a sort of itself": (
        "kind hero is knight\nkind knight is hero\n",
        ["circle: `knight` is a subtype of itself"],
    ),
    "a field of the base again": (
        "kind hero is card\n  price : number\n",
        ["name-taken: `price` is already a field of `card`, and `hero` has all its fields -> rename it"],
    ),
    "an answer to what nobody calls": (
        "procedure lonely\n  nothing\nbefore lonely\n  nothing\n",
        ["never-listens: this rule never applies: `lonely` is never called"],
    ),
    "a table without its keys": (
        "function f = losses[1]\n",
        ["wrong-arity: `losses` takes 2 arguments, but 1 given -> write `losses[die: 1..2, tint: colour]`"],
    ),
    "a move to a player": (
        "procedure p(c: card)\n  move c to ann\n",
        ["wrong-type: expected a place, found a player"],
    ),
    "a move into a zone of others": (
        "procedure p(c: card)\n  move c to chain\n",
        ["wrong-type: expected a pending call for this zone, found a card"],
    ),
    "the top of a pool": (
        "procedure p(c: card)\n  move c to top of hand(ann)\n",
        ["no-order: a pool has no top -> make the zone a pile, row or stack"],
    ),
    "a change lost inside until": (
        "procedure p\n  let n = 3\n  until end of turn\n    after lay(c)\n      raise n by 1\n",
        [
            "not-settable: `n` keeps its present value: setting it inside `until` has no effect outside"
            " -> use a state for values that change"
        ],
    ),
    "a row without what it needs": (
        "procedure p\n  let s = new strike(spent: 3)\n",
        ["missing-field: `new strike` does not set `hitter`, which cannot be none -> write `hitter: …`"],
    ),
    "an action that nobody is offered": (
        "action idle\n  do\n    nothing\n",
        [
            "never-offered: action `idle` is never offered -> name it, or its family, in an `offer`",
        ],
    ),
    "a cost that asks too late": (
        """\
procedure tally(c: card)
  if c in hand(ann)
    raise round by 1
action act(c: card) as other()
  cost lay(c)
  cost tally(c)
""",
        [
            "moved-before: the cost reads the place of `c`, but an earlier cost has already moved it"
            " -> read it in a `let` above the costs, and use that"
        ],
    ),
    "a clause of no document": (
        "procedure p @3.1\n  nothing\n",
        ["unknown-document: this pack has no document to cite -> write `@document/clause`, or add a document"],
    ),
}


@pytest.mark.parametrize("name", MISTAKES)
def test_says(name: str, tmp_path: Path) -> None:
    more, expected = MISTAKES[name]
    _, report = typed_pack(tmp_path / "small", more=more)
    assert told(report) == expected


def test_shows_where_it_is_declared(tmp_path: Path) -> None:
    _, report = typed_pack(tmp_path / "small", more="function f = energi(ann)\n")
    (diagnostic,) = report
    assert diagnostic.at.line == RULES.count("\n") + 1
    (where, what), *_ = diagnostic.notes
    assert where.text.startswith("state energy(p: player)")
    assert what == "`energy` is declared here"


def test_tells_one_mistake_once(tmp_path: Path) -> None:
    more = "function f = rounds + 1\nfunction g = f * 2 > ann\nprocedure p\n  set round to g\n"
    _, report = typed_pack(tmp_path / "small", more=more)
    assert [d.code for d in report] == ["unknown-name", "unlike-types", "wrong-type"]


# ------------------------------------------------------------------------------------------------ mistakes in YAML


def test_values_of_things(tmp_path: Path) -> None:
    cards = (
        CARDS
        + """\
  monk: {kind: ally, skill: runner}
  witch: {tints: [red, pink]}
  giant: {rows: [1, 5]}
"""
    )
    _, report = typed_pack(tmp_path / "small", cards=cards)
    assert told(report) == [
        "unknown-name: `skill` must be one of warrior, scout, not `runner`",
        "unknown-name: `tints` must be one of red, green, blue, not `pink`",
        "out-of-range: `rows` must be a number of 1..4, not 5",
    ]


def test_code_of_things(tmp_path: Path) -> None:
    cards = (
        CARDS
        + """\
  monk:
    worth: n + q
    text: |
      lay(thiss)
    effect: |
      state awake : bool
      modify price(c) by awake where c = this
"""
    )
    _, report = typed_pack(tmp_path / "small", cards=cards)
    assert told(report) == [
        "wrong-type: expected a number, found yes or no",
        "unknown-name: unknown name `q`",
        "unknown-name: unknown name `thiss` -> did you mean `this`?",
    ]
    assert [d.at.text.strip() for d in report] == [
        "modify price(c) by awake where c = this",
        "worth: n + q",
        "lay(thiss)",
    ]


def test_effect_on_own_laying(tmp_path: Path) -> None:
    cards = (
        CARDS
        + """\
  ghost:
    effect: |
      instead of lay(c) where c = this
        nothing
"""
    )
    _, report = typed_pack(tmp_path / "small", cards=cards)
    assert told(report) == [
        "never-listens: `lay` itself brings this thing into play, so its effect is not active before that"
        " -> hook it with `after`, or put it in a field of the thing that the rules read"
    ]


def test_effect_of_what_is_never_in_play(tmp_path: Path) -> None:
    more = "kind omen\n  effect : standing or none = none\nzone omens : pool of omen, seen by all\n"
    cards = (
        CARDS
        + """\
  comet:
    kind: omen
    effect: |
      modify price(c) by 1
"""
    )
    _, report = typed_pack(tmp_path / "small", more=more, cards=cards)
    assert told(report) == [
        "unused-zone: unused zone `omens` -> remove it, or move something there",
        "never-listens: `comet` can never be in a zone in play, so this rule never applies",
    ]


def test_decks(tmp_path: Path) -> None:
    decks = """\
decks:
  a: {zone: "deck(anne)", cards: {page: 1}}
  b: {zone: deck, cards: {page: 1}}
  c: {zone: "dek(ann)", cards: {page: 1}}
"""
    _, report = typed_pack(tmp_path / "small", decks=decks)
    assert told(report) == [
        "unknown-name: `p` must be one of ann, bob, not `anne` -> did you mean `ann`?",
        "wrong-arity: `deck` takes 1 argument, but 0 given -> write `deck(p: player)`",
        "unknown-zone: unknown zone `dek` -> did you mean `deck`?",
    ]


def test_a_title_of_many_copies(tmp_path: Path) -> None:
    decks = 'decks:\n  a: {zone: "deck(ann)", cards: {page: 2}}\n'
    _, report = typed_pack(tmp_path / "small", more="procedure p\n  lay(page)\n", decks=decks)
    assert told(report) == ["many-copies: `page` is ambiguous: there are 2 copies -> test each copy with `c is page`"]


def test_gaps_of_a_table(tmp_path: Path) -> None:
    tables = "tables:\n  losses:\n    1: {red: 1, green: 2}\n    2: {red: 1, green: 2, blue: 3}\n"
    _, report = typed_pack(tmp_path / "small", tables=tables)
    assert "no cell for die 1, tint blue" in " ".join(told(report))


def test_a_table_without_cells(tmp_path: Path) -> None:
    _, report = typed_pack(tmp_path / "small", tables="")
    assert told(report) == [
        "table-empty: missing cells of the table `losses` -> write its cells in YAML, under `tables:`"
    ]


def test_settings(tmp_path: Path) -> None:
    _, report = typed_pack(tmp_path / "small", options="options: {mode: easyy, lenght: 3}\n")
    assert told(report) == [
        "unknown-name: `mode` must be one of hard, easy, not `easyy` -> did you mean `easy`?",
        "unknown-option: unknown option `lenght` -> available: mode, steps_up",
    ]
