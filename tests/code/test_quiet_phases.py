"""Phases that leave no entry while they run, and that all the same is told of them."""

from pathlib import Path

import pytest

from moot.code.layout import number_game
from moot.code.plan import make_plan
from moot.code.typing.typed import typed
from moot.pack.load import load as load_bundle
from moot.stack.game import Game
from moot.stack.load import load
from moot.state.position import Position
from moot.tools.setup.named_position import NamedPosition, PositionSetup

HEAD = """\
game mill "Mill"
players ann, bob
option strict : bool = no
state flour : 0..99 = 3
function worth = 1
"""
RULES = (
    HEAD
    + """\
state ground : bool until end of day
state sacks(p: player) : 0..9 = 2 until end of day
action grind by ann in morning once in day
  require not strict or in_phase(day)    "not now"
  do
    set ground to yes
    until end of day
      modify worth by 4
action rest by ann in morning or evening
  do
    lower sacks(ann) by 1
phase week
  for each i in 1..2
    day()
  set flour to 9
phase day
  morning()
  set flour to worth
  if ground
    evening()
phase morning
  offer actions to ann
phase evening
  tidy()
procedure tidy
  choose n in 1..2 by ann "shelf"
  set flour to n
after evening
  sweep()
procedure sweep
  choose n in 3..4 by ann "broom"
  set flour to n
"""
)
MORNING = "phase morning\n  offer actions to ann\n"


def written(folder: Path, rules: str) -> Path:
    folder.mkdir(exist_ok=True)
    (folder / "pack.yaml").write_text("id: mill\ntitle: Mill\n")
    (folder / "rules.moot").write_text(rules)
    return folder


def quiet(folder: Path, rules: str) -> set[str]:
    bundle = load_bundle(written(folder, rules))
    game = typed(bundle)
    bundle.report.raise_if_failed()
    return set(make_plan(number_game(game), bundle).quiet)


@pytest.fixture
def mill(tmp_path: Path) -> Game:
    return load(written(tmp_path / "mill", RULES))


def running(game: Game, S: Position) -> list[str]:
    """The phases that run, as tools are told."""
    return [name for name, n in game.program.index.scopes.items() if game.machine.fast.in_phase(S, n)]


def test_what_is_known_where_it_is_asked_leaves_no_entry(tmp_path: Path) -> None:
    assert quiet(tmp_path, RULES) == {"day", "morning", "evening"}


@pytest.mark.parametrize(
    ("old", "new", "noisy"),
    [
        ("set flour to 9", "set ground to yes", "day"),  # outside it
        ("set flour to 9", "until end of day\n    modify worth by 1", "day"),
        ("set flour to worth", "if flour > 50\n    day()", "day"),  # inside itself
        ("until end of day\nstate sacks", "= flour > 1 until end of day\nstate sacks", "day"),  # always another value
        ("not strict or in_phase(day)", "strict or in_phase(day)", "day"),
        ("not strict or in_phase(day)", "in_phase(evening)", "evening"),
        ("if ground\n", 'if ground and ann may "wait" and in_phase(day)\n', "day"),
        ("  sweep()\n", "  if was(flour) > 1 and in_phase(day)\n    sweep()\n", "day"),
        ("until end of day\naction", "until end of day seen by (each q in player where in_phase(day))\naction", "day"),
        (
            "phase week\n",
            "zone bin : pool of call, seen by (each q in player where in_phase(day))\nphase week\n",
            "day",
        ),
        ("set flour to n\nafter", "set flour to n\n  offer actions to ann\nafter", ""),
        ("  set flour to 9", "  tidy()\n  set flour to 9\n  offer actions to ann", ""),
        ("procedure sweep\n", "procedure sweep\n  offer actions to ann\n", ""),
        ("set flour to 9", "tidy()\nbefore tidy\n  offer actions to ann", "evening"),  # perhaps inside it
    ],
)
def test_what_has_to_be_asked_leaves_one(tmp_path: Path, old: str, new: str, noisy: str) -> None:
    rules = RULES.replace(old, new, 1)
    assert rules != RULES
    assert quiet(tmp_path, rules) == {"day", "morning", "evening"} - {noisy}
    assert load(tmp_path).start(1).decision is not None


def test_a_phase_with_arguments_leaves_one(tmp_path: Path) -> None:
    rules = RULES.replace("phase morning", "phase morning(p: player)").replace("  morning()", "  morning(ann)")
    assert quiet(tmp_path, rules) == {"day", "evening"}


def test_frames_tell_which_run(mill: Game) -> None:
    state = mill.start(1)
    assert not state.position.scopes
    assert running(mill, state.position) == ["day", "morning"]
    state.apply("grind")
    assert running(mill, state.position) == ["day", "evening"]  # the choice that ends it
    state.apply("2")
    assert running(mill, state.position) == ["day", "evening"]  # its hook stands inside
    state.apply("4")
    assert running(mill, state.position) == ["day", "morning"]
    state.apply("rest")
    assert state.result is not None and not state.position.scopes


def test_each_begins_as_if_it_were_the_first(mill: Game) -> None:
    state = mill.start(1)
    state.apply("grind")
    state.apply("2")
    state.apply("3")
    S, layout = state.position, mill.program.layout
    cells = {row.name: S.cells[row.first] for row in layout.states}
    assert cells["ground"] is False and cells["sacks"] == 2
    assert not S.once and not S.lasting and not any(S.live)
    assert mill.machine.fast.functions["worth"](S) == 1
    assert [option.key for option in state.decision.options] == ["grind", "rest", "done"]  # it may be done once a day


def test_a_position_that_is_posed_inside_one_has_an_entry(mill: Game) -> None:
    setup = PositionSetup(mill)
    S, name, args = setup.set_up(NamedPosition(("morning", ()), states={"ground": "yes"}))
    assert running(mill, S) == ["day"] and S.cells[setup.cells["ground"][0]] is True
    mill.machine.call(S, name, args)
    assert running(mill, S) == ["day", "morning"]
    assert setup.position_by_name(S, "tidy", ()).within == ()


def test_what_begins_anew_is_not_given_before(mill: Game) -> None:
    setup = PositionSetup(mill)
    for begun, kept in ((("day", ()), False), (("tidy", ()), True)):
        S, _, _ = setup.set_up(NamedPosition(begun, states={"ground": "yes"}))
        assert S.cells[setup.cells["ground"][0]] is kept


def test_calls_that_wait_may_be_done_anywhere(tmp_path: Path) -> None:
    waiting = "phase week\n  move pending rest() to chest\n"
    rules = RULES.replace("phase week\n", "zone chest : pool of call, seen by all\n" + waiting)
    assert quiet(tmp_path, rules) == {"morning", "evening"}


def test_frames_resume_where_nothing_is_left_to_do(tmp_path: Path) -> None:
    """Nothing is done as the phase ends, so that behind its last question stands the mark of its rule alone."""
    body = "  until end of day, once\n    after evening where oil < 6\n      set wick to 3\n  evening()\n"
    states = "state oil : 0..9 = 4 until end of dusk\nstate wick : 0..9 until start of evening\n"
    phases = "phase dusk\n  lower wick by 1\nphase evening\n  offer light to ann until done\n"
    light = "action light by ann in evening\n  do\n    raise flour by 1\n"
    rules = HEAD + states + "phase day\n" + body + phases + light
    assert quiet(tmp_path, rules) >= {"day", "evening"}
    for journal in (False, True):
        state = load(tmp_path).start(1, journal=journal)
        for choice in ("light", "light", "done"):
            state.apply(choice)
        assert state.over and state.view("ann")["states"]["flour"] == 5
