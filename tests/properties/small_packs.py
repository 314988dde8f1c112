"""A strategy of small packs with varied rules that are sound and come to an end, whatever is chosen in play."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from hypothesis import strategies as st
from small_actions import Actions
from small_world import SPOTS, TYPES, Hand, Procedure, Scope, State, World

from moot.code.pipeline import compile_bundle
from moot.pack.load import load
from moot.stack.game import Game

Files = tuple[tuple[str, str], ...]  # name, text
MIXED = {"pile", "mate", "held", "lain", "nests"}  # states of packs that mix everything alone
TITLES = ["fern", "moss", "reed", "sage", "iris"]

HEAD = """\
game trial "Trial"
players {players}
kind tint : red, green, blue
kind rune
  power  : number
  hue    : tint = green
kind card
  tint   : tint
  worth  : number
  text   : steps{with_args} or none = none
{more}  effect : standing or none = none
"""
MIXED_HEAD = "  calc   : formula(t: token): number = 1\n"
BOARD = [
    "kind spot",
    "  rough : number = 1",
    "  state fire : bool",
    "kind way",
    "  toll : number = 0",
    "board land : {shape} of spot, way",
    "zone at(h: spot) : pool of card, seen by all",
    "state lit(h: spot) : 0..3",
    "state post : spot = hill",
]
SORTS_OF_CARDS = [
    "kind bloom is card",
    "  scent : number = 2",
    "kind weed is card",
    "  scent : number = 0",
    "  state depth : 0..3 = 1",
]
MATCH = """
phase match
  shuffle(deck)
{tokens}  for each p in player
    draw({dealt}, deck, hand(p))
    draw(1, deck, field(p))
  for each round in 1..{rounds}
    for each p in player
      turn(p)
  for each p in player where energy(p) > tally % 4
    win p by energy "the greater tally, {{tally}}"
  if tally % 3 = 0
    win by energy
  win each p in player where energy(p) > 0
"""


def pack_files(hand: Hand, mixed: int = 0) -> Files:
    """The files of a pack, by name. `mixed`: in how many of a hundred values of all sorts are in all places, none too:
    then some games end with a fault of the rules.
    """
    world = World(["ann", "bob", "cal"][: 3 if hand.perhaps(25) else 2], mixed=hand.perhaps(mixed))
    world.board = world.mixed and hand.perhaps(40)
    world.squares = world.board and hand.perhaps(40)
    steps = Actions(hand, world)
    lines = declared(hand, world)
    lines += callables(hand, world, steps)
    decks = {title: hand.number(1, 3) for title in TITLES[: hand.number(2, 5)]}
    return (
        ("pack.yaml", "id: trial\ntitle: Trial\n"),
        ("rules.moot", head(world) + "\n".join(lines) + "\n"),
        ("cards.yaml", cards(hand, world, steps, list(decks))),
        ("decks.yaml", "decks:\n  pack:\n    zone: deck\n    cards: " + str(decks).replace("'", "") + "\n"),
        ("tables.yaml", tables(hand, world, steps)),
        *(squared(hand) if world.squares else drawn(hand) if world.board else ()),
    )


def drawn(hand: Hand) -> Files:
    """The board's places, and the links between them."""
    things = ", ".join(f"{spot}: {{rough: {hand.number(0, 2)}}}" for spot in SPOTS)
    links: list[tuple[str, str, str, str]] = []
    for _ in range(hand.number(2, 5)):
        one, other = hand.among(SPOTS), hand.among(SPOTS)
        if one != other and not any({one, other} == set(link[:2]) for link in links):
            links.append((one, other, hand.among(["", ", one_way: yes"]), hand.among(["", ", fields: {toll: 1}"])))
    shown = "".join(f"      - {{between: [{a}, {b}]{way}{toll}}}\n" for a, b, way, toll in links)
    whole = f"maps:\n  land:\n    links:\n{shown or '      - {between: [hill, lake]}'}\n"
    return (("spots.yaml", f"kind: spot\nthings: {{{things}}}\n"), ("maps.yaml", whole))


def squared(hand: Hand) -> Files:
    """A board of squares, some of which have the names of the spots."""
    squares = [f"{column}{row}" for column in "ijk" for row in (1, 2)]
    fields = ", ".join(f"{square}: {{rough: {hand.number(0, 2)}}}" for square in squares)
    sides = ["i1/i2", "j1/k1", *(["i1/j2", "j2/k1"] if (diagonal := hand.perhaps(50)) else [])]
    names = ", ".join(f"{spot}: {square}" for spot, square in zip(SPOTS, ("i1", "j2", "k1", "i2"), strict=True))
    beside, one = 8 if diagonal else 4, hand.among(["north", "west"])
    grid = f"{{columns: 3, rows: 2, neighbours: {beside}, first: i1, one: {one}}}"
    walls = f'[{{fields: {{toll: 1}}, between: "{" ".join(sides)}"}}]'
    whole = f"maps:\n  land:\n    grid: {grid}\n    fields: {{{fields}}}\n    sides: {walls}\n    names: {{{names}}}\n"
    return (("maps.yaml", whole),)


def head(world: World) -> str:
    with_args = "(z0: place, m0: card or none)" if world.mixed else ""
    more = MIXED_HEAD if world.mixed else ""
    return HEAD.format(players=", ".join(world.players), with_args=with_args, more=more)


def declared(hand: Hand, world: World) -> list[str]:
    """States, zones, options; the states of cards come first, since they belong to the kind above."""
    lines = []
    until = hand.among(["", " until end of turn", " until start of turn"])
    if hand.perhaps(60):
        lines.append(f"  state marks : 0..3{until}")
        world.states.append(State("marks", "number", ("this card",)))
    if hand.perhaps(40):
        lines.append("  state bent : bool")
        world.states.append(State("bent", "bool", ("this card",)))
    lines += SORTS_OF_CARDS
    if world.mixed or hand.perhaps(50):
        world.rows = True
        lines += ["kind token", "  owner : player", "  state height : 0..4"]
        if world.mixed:
            lines += ["  bearer : card or none = none", "  state near : token or none", "  state spot : place or none"]
            world.states += [State("height", "number", ("this token",)), State("near", "stray", ("this token",))]
        world.pouch = hand.among(["all", "t.owner", "none"])
        lines.append(f"zone pouch(t: token) : pool of card, seen by {world.pouch}")
        lines += ["zone ring(t: token) : row of token, seen by all"] if world.mixed else []
    if world.board:
        lines += [line.format(shape="squares" if world.squares else "graph") for line in BOARD]
        world.states += [State("lit", "number", ("spot",)), State("post", "spot")]
    seen = hand.among(["p", "p", "p", "all", *(["opponent(p)"] if len(world.players) == 2 else [])])
    zones = [
        ("deck", False, "pile", "none", False),
        ("hand", True, hand.among(["pool", "row"]), seen, False),
        ("field", True, hand.among(["row", "pool"]), "all", True),
        ("heap", False, hand.among(["pile", "pool"]), hand.among(["all", "none"]), False),
        ("dark", False, hand.among(["pile", "row", "pool"]), hand.among(["none", "ann", "lead"]), hand.perhaps(25)),
    ]
    for name, owned, sort, by, play in zones:
        params = "(p: player)" if owned else ""
        lines.append(f"zone {name}{params} : {sort} of card, seen by {by}{', in play' if play else ''}")
        world.zones.append((name, owned, by))
        world.pools |= {name} if sort == "pool" else set()
    lines += ["zone waiting : stack of call, seen by all", "option limit : 1..3 = 2", "state tally : number"]
    lines += ["state energy(p: player) : 0..limit = 1", "state lead : player or none"]
    world.states.append(State("lead", "player"))
    world.states.append(State("energy", "number", ("player",)))
    for name, kind, state in (
        ("height", "0..2 = 1", State("height", "number")),
        ("plan(p: player)", f"-1..2{until} seen by p", State("plan", "number", ("player",))),
        ("night", f"bool{until}", State("night", "bool")),
        ("luck(p: player, t: tint)", "0..limit", State("luck", "number", ("player", "tint"))),
        ("liked(c: card)", "0..2", State("liked", "number", ("card",))),
        ("kept", hand.among(["card or none", "card or none seen by ann"]), State("kept", "card")),
        ("pile", "list of card", State("pile", "cards")),
        ("mate", "token or none", State("mate", "stray")),
        ("held(t: token)", "0..3", State("held", "number", ("token",))),
        ("lain(l: list of card)", "0..3", State("lain", "number", ("cards",))),
        ("nests", "number", State("nests", "")),
        ("worn", "tint = green", State("worn", "tint")),
        ("tints", "set of tint", State("tints", "tints")),
    ):
        if world.mixed if state.name in MIXED else hand.perhaps(40) or (world.mixed and state.name == "kept"):
            lines.append(f"state {name} : {kind}")
            world.states += [state] if state.sort else []
    lines.append("table yield_of(die: 1d6, t: tint) : number")
    world.storm = hand.perhaps(40)
    if world.storm:
        lines.append(f"table storm(die: 1..3) : steps(p: player{', z0: place' if world.mixed else ''})")
    return lines


def callables(hand: Hand, world: World, steps: Actions) -> list[str]:
    lines: list[str] = []
    world.functions = [(f"f{n}", hand.among(["player", "card"])) for n in range(hand.number(0, 2))]
    for n, (name, sort) in enumerate(world.functions):
        x = hand.fresh("x")
        scope = Scope((x,) if sort == "player" else (), (x,) if sort == "card" else (), function=n + 1)
        lines.append(f"function {name}({x}: {sort}) : number = {steps.number(scope)}")
    if world.board:
        scope = Scope(("p",), function=99).knowing("h", "spot").knowing("g", "spot")
        lines += ["function stride(p: player, h: spot, g: spot) : number or none ="]
        lines += [
            f"  none if {steps.truth(scope)}",
            "  g.rough + between(h, g).toll if between(h, g) != none",
            "  1 otherwise",
        ]
    lines += makers(hand, world, steps) if world.mixed else []
    for level in range(hand.number(1, 3)):
        params = tuple(
            (hand.fresh("a"), hand.among(world.sorts)) for _ in range(hand.number(0, 3 if world.mixed else 2))
        )
        gives = hand.among(world.sorts) if world.mixed and hand.perhaps(50) else "number"
        world.procedures.append(Procedure(f"deed{level}", level, params, gives if hand.perhaps(25) else ""))
    world.lull = world.mixed and hand.perhaps(40)
    made = steps.tree() if world.mixed and hand.perhaps(80) else []
    if not made:
        world.lull = False
        world.offers = ["work", "spend", "brace"][: hand.among([3, 0, 2])]
    tokens = "  for each p in player\n    let born = new token(owner: p)\n" if world.mixed else ""
    lines += MATCH.format(rounds=hand.number(1, 3), dealt=hand.number(1, 3), tokens=tokens).split("\n")
    lines += turn(hand, world, steps)
    for procedure in world.procedures:
        lines += body_of(hand, steps, procedure)
    lines += [*made, *TOLL] if made else actions(hand, world, steps)
    for _ in range(hand.number(0, 3)):
        lines += steps.rule(Scope(deep=1))
    for _ in range(hand.number(0, 2)):
        once = hand.perhaps(60)
        scope = Scope(level=len(world.procedures) - 2 if once else 99, deep=2, runs=False)
        body = steps.block(scope, 1) if once else ["  raise tally by 1"]
        lines += [f"when {steps.truth(replace(scope, level=99))}{', once' if once else ''}", *body]
    return lines


def makers(hand: Hand, world: World, steps: Actions) -> list[str]:
    """Functions that give places, cards, rows, and what may be none."""
    lines = []
    for n in range(hand.number(0, 3)):
        of, param = hand.among(["place", "cards", "maybe", "stray", "perhaps"]), hand.among(world.sorts)
        x = hand.fresh("x")
        scope = Scope(function=99).knowing(x, param)
        first = steps.fresh_value(scope, of)
        head = f"function g{n}({x}: {TYPES[param]}) : {TYPES[of]} ="
        if hand.perhaps(50):
            second = steps.fresh_value(scope, of)
            lines += [head, f"  {first} if {steps.truth(scope)}", f"  {second} otherwise"]
        else:
            lines.append(f"{head} {first}")
        world.makers.append((f"g{n}", param, of))
    return lines


TOLL = ["procedure toll(p: player)", '  require energy(p) > 0 "too tired"', "  raise tally by 1"]


def turn(hand: Hand, world: World, steps: Actions) -> list[str]:
    scope = Scope(("p",), level=-1, turn=True)
    lines = ["phase turn(p: player)", "  set energy(p) to limit", *steps.block(scope, 3), *steps.block(scope)]
    for procedure in world.procedures:
        if procedure.level == 0 or hand.perhaps(30):
            lines += (f"  {line}" for line in steps.surely(scope, procedure))
    if world.offers:
        end = hand.among(["", " until done", " until taken"])
        to = hand.among(
            ["p", "p", "player", f"[{', '.join(['p', *world.players])}]", "(each q in player where q != p)"]
        )
        lines.append(f"  offer {hand.among(['actions', ', '.join(world.offers[:2])])} to {to}{end}")
        if world.mixed and end != " until taken" and hand.perhaps(25):
            lines.append(f'    require {steps.truth(scope)} "not yet"')
        if hand.perhaps(30):
            lines += ["    none", *(f"    {line}" for line in steps.block(replace(scope, deep=2, turn=False), 1))]
        if hand.perhaps(40):
            lines += ["    chosen c", "      pay(c)", "      move c to waiting"]
    if world.lull:
        lines.append("  offer actions to p in lull")
    return [
        *lines,
        "  while size(waiting) > 0",
        "    let next = top(waiting)",
        "    if legal(next)",
        "      resolve(next)",
        "    else",
        "      remove next",
    ]


def body_of(hand: Hand, steps: Actions, procedure: Procedure) -> list[str]:
    scope = Scope(level=procedure.level)
    for name, sort in procedure.params:
        scope = scope.knowing(name, sort)
    params = ", ".join(f"{name}: {TYPES[sort]}" for name, sort in procedure.params)
    of = f" : {TYPES[procedure.gives]}" if procedure.gives else ""
    lines = [f"procedure {procedure.name}" + (f"({params})" if params else "") + of, *steps.block(scope)]
    if not procedure.gives:
        return lines
    if not scope.can(procedure.gives):
        given = f"last({'token' if procedure.gives == 'token' else 'deck'})"
        return [*lines, f"  return {given}"]
    return [*lines, f"  return {steps.value(scope, procedure.gives)}"]


def actions(hand: Hand, world: World, steps: Actions) -> list[str]:
    """Each costs energy, which is given at the beginning of a turn, or may be done once in a turn."""
    if not world.offers:
        return []
    sees_hand = any(name == "hand" and by == "p" for name, _, by in world.zones)
    scope = Scope(("p",), ("c",), level=0, turn=True)
    where = hand.among(["field(p)", "hand(p)" if sees_hand else "field(p)"])
    lines = ["action work(p: player)", "  cost lower energy(p) by 1"]
    if hand.perhaps(60):
        lines += ["  do", *(f"  {line}" for line in steps.block(replace(scope, cards=(), deep=1), 1))]
        lines += ["    set energy(p) to 0", "    proceed"] if hand.perhaps(50) else ["    proceed"]
    lines.append(f"action use(c: card in {where}) as work(p) by p in turn(p)")
    if hand.perhaps(50):
        lines.append(f'  require {steps.truth(scope)} "it is not so"')
    lines += ["  do", *(f"  {line}" for line in steps.block(replace(scope, deep=1)))]
    if "spend" in world.offers:
        lines.append("action spend(p: player, q: player in player) by p in turn(p) once in turn")
        lines += [f"  cost {hand.among(['lower energy(p) by 1', 'raise tally by 2', 'toll(p)'])}", "  do"]
        lines += [f"  {line}" for line in steps.block(replace(scope, players=("p", "q"), cards=(), deep=1), 1)]
        lines += TOLL
    if "brace" in world.offers:
        lines.append("action brace(p: player) as work(p) by p in turn(p)")
        lines += ["  do", "    raise tally by 1"]
    return lines


def cards(hand: Hand, world: World, steps: Actions, titles: list[str]) -> str:
    lines = ["kind: card", "cards:"]
    for title in titles:
        lines += [f"  {title}:", f"    tint: {hand.among(['red', 'green', 'blue'])}", f"    worth: {hand.number(0, 3)}"]
        lines += [f"    kind: {hand.among(['bloom', 'weed'])}"] if hand.perhaps(60) else []
        if world.mixed and hand.perhaps(30):
            lines.append(f"    calc: {steps.number(Scope(cards=('this',), function=99).knowing('t', 'token'), 1)}")
        if hand.perhaps(40):
            scope = Scope(cards=("this",), level=99, deep=1, runs=False)
            if world.mixed:
                scope = scope.knowing("z0", "place").knowing("m0", "maybe")
            lines += ["    text: |", *(f"    {line}" for line in steps.block(scope))]
        if hand.perhaps(50):
            lines += ["    effect: |", *(f"      {line}" for line in effect(hand, world, steps))]
    return "\n".join(lines) + "\n"


def effect(hand: Hand, world: World, steps: Actions) -> list[str]:
    scope = Scope(cards=("this",), deep=2, runs=False)
    lines = []
    if hand.perhaps(25):
        lines += ["state stings : 0..2", "function pain = 1 + this.stings"]
        lines += ["procedure sting(v: player)", "  raise this.stings by 1", "  lower energy(v) by pain"]
        head = hand.among(["from hand or field ", "from field ", ""])
        if world.offers:
            over = steps.member_of(world.acts[0], Scope(("v",))) if world.acts else "work(v)"
            lines += [f"action buzz(v: player) as {over} {head}by v in turn(v) once in turn"]
            lines += ["  do", f"    sting({hand.among(['v', *world.players])})"]
        else:
            lines += ["after turn(v)", "  sting(v)"]
    if hand.perhaps(20):
        return [*lines, f"when {steps.truth(scope)}", "  raise tally by 1"]
    return [*lines, *steps.rule(scope)]


def tables(hand: Hand, world: World, steps: Actions) -> str:
    lines = ["tables:", "  yield_of:", "    columns: red green blue", "    rows:"]
    for span in ("1..2", "3..5", "6"):
        lines.append(f"      {span}: {' '.join(str(hand.number(-1, 3)) for _ in range(3))}")
    if world.storm:
        scope = Scope(("p",), level=99, deep=1, runs=False)
        scope = scope.knowing("z0", "place") if world.mixed else scope
        lines.append("  storm:")
        for span in ("1", "2..3"):
            lines += [f"    {span}: |", *(f"    {line}" for line in steps.block(scope))]
    return "\n".join(lines) + "\n"


@st.composite
def small_packs(draw: Callable[[st.SearchStrategy[Any]], Any]) -> Files:
    return pack_files(Hand(draw))


@lru_cache(400)
def game_of(files: Files) -> Game:
    """The game of these files. Raises MootError if they are not sound."""
    with TemporaryDirectory() as folder:
        for name, text in files:
            (Path(folder) / name).write_text(text, encoding="utf-8")
        bundle = load(folder, cases=False)
        program = compile_bundle(bundle)
    return Game(program)
