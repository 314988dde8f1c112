"""Exact odds through the rules: numbers reckoned by hand, several blows, options, choices on the way, and samples."""

from fractions import Fraction as F

import pytest

import moot as library
from moot.lang.diagnostic import MootError
from moot.tools.check.packs import check
from moot.tools.odds.choices import odds_of_choice
from moot.tools.odds.question import OTHER, odds, questions
from odds_pack import ODDS, write


@pytest.fixture
def brawl(tmp_path):
    return write(tmp_path)


def one(pack, said, **more):
    (row,) = odds(pack, "melee", {name: value.split() for name, value in said.items()}, **more).rows
    return row.odds


def test_one_blow(brawl):
    # B against 3 hits with 2, 3, 4: 6 of 36; then 1 of 6 eliminates
    assert one(brawl, {"attack": "B", "armour": "3"}) == {
        "eliminated": F(1, 36),
        "hurt": F(5, 36),
        "unharmed": F(30, 36),
    }
    assert one(brawl, {"attack": "B", "armour": "3", "morale": "X"}) == {"hurt": F(1, 12), "unharmed": F(11, 12)}
    assert one(brawl, {"attack": "B", "armour": "3", "hurt": "yes"}) == {"eliminated": F(1, 6), "hurt": F(5, 6)}


def test_several_blows_stop_when_nobody_is_left(brawl):
    found = one(brawl, {"attack": "B A", "armour": "2"})
    first, second = F(10, 36), F(21, 36)  # B and A against 2
    gone = first / 6 + (first * F(5, 6)) * second + (1 - first) * second / 6
    assert found["eliminated"] == gone
    assert found["unharmed"] == (1 - first) * (1 - second)
    assert sum(found.values()) == 1
    assert one(brawl, {"attack": "B B", "armour": "2"})["unharmed"] == (1 - first) ** 2  # two alike are two


COMPANY = """\
odds:
  many:
    title: Blows of several of one sort, and of some that are named
    decks: none
    asks:
      number: {of: 0..4, default: 0}
      named: {of: list of unit, default: []}
      harder: {of: list of 1..3, default: [2]}
    things:
      soldier: {kind: unit, copies: number, owner: red, attack: A, armour: 1, morale: Y}
      target: {kind: unit, owner: blue, attack: C, armour: 1, morale: Y}
    given:
      phase: strikes(blows, target)
      field: [soldier, named, target]
    outcomes:
      unharmed: target in field and not target.hurt
"""


def test_copies_and_lists_that_may_be_empty(tmp_path):
    pack = write(tmp_path, COMPANY.replace("strikes(blows, target)", "strikes(soldier + named, target)"))
    miss = 1 - F(30, 36)  # A against 1

    def unharmed(**said):
        (row,) = odds(pack, "many", said).rows
        return row.odds["unharmed"]

    assert unharmed() == 1
    assert unharmed(number=["3"]) == miss**3
    assert unharmed(number=["1"], named=["guard"]) == miss * (1 - F(21, 36))  # B against 1
    listed = questions(pack)["many"][1]
    assert listed["named"].default == () and listed["harder"].default == ("2",)


@pytest.mark.parametrize(
    ("good", "bad", "code"),
    [
        ("copies: number", "copies: numbr", "bad-copies"),
        ("copies: number", "copies: harder", "bad-copies"),
        ("default: [2]", "default: [2, 4]", "wrong-value"),
        ("of: 0..4, default: 0", "of: 0..4, default: [0, 1]", "wrong-value"),
        ("decks: none", "decks: few", "wrong-value"),
    ],
)
def test_wrong_copies_and_defaults_are_told(tmp_path, good, bad, code):
    right = COMPANY.replace("strikes(blows, target)", "strikes(soldier + named, target)")
    told = check([write(tmp_path, right.replace(good, bad))]).diagnostics
    assert code in {one.code for one in told}, told


def test_without_decks_each_thing_is_there_once(tmp_path):
    questions_text = """\
odds:
  crowd:
    title: How many there are
    decks: none
    given: {phase: "strikes([], orc)"}
    outcomes: {"one": "1 = (count u in unit where u is rat)", "more": "yes"}
"""
    pack = write(tmp_path, questions_text)
    (pack / "decks.yaml").write_text("decks:\n  troop: {zone: reserve, cards: {rat: 3, guard: 1, orc: 1}}\n")
    with (pack / "units.yaml").open("a") as units:
        units.write("  rat: {owner: blue, attack: C, armour: 1, morale: Y}\n")
    assert odds(pack, "crowd").rows[0].odds == {"one": 1}
    (pack / "odds.yaml").write_text(questions_text.replace("    decks: none\n", ""))
    assert odds(pack, "crowd").rows[0].odds == {"more": 1}


def test_what_is_not_said_is_gone_through(brawl):
    found = odds(brawl, "melee", {"morale": ["X"]})
    assert [(*row.said["attack"], *row.said["armour"]) for row in found.rows][:4] == [
        ("C", "1"), ("C", "2"), ("C", "3"), ("B", "1"),
    ]  # fmt: skip
    assert len(found.rows) == 9 and all(sum(row.odds.values()) == 1 for row in found.rows)
    assert found.outcomes == ["hurt", "unharmed"]


def test_options_and_choices_on_the_way(brawl):
    found = odds(brawl, "lucky_blow", {"striker": ["guard"]})
    assert found.rows[0].odds == {"eliminated": F(21, 36), OTHER: F(15, 36)}
    assert found.chosen == {}
    refused = odds(brawl, "lucky_blow", {"striker": ["guard"]}, choices={"stand": "no"})
    assert refused.rows[0].odds == {OTHER: 1}


def test_samples_agree(brawl):
    (row,) = odds(brawl, "melee", {"attack": ["A"], "armour": ["1"]}, samples=4000, seed=5).rows
    assert sum(row.sampled.values()) == 4000 and row.sampled.keys() == row.odds.keys()
    for outcome, share in row.odds.items():
        due = float(share) * 4000
        assert abs(row.sampled[outcome] - due) < 5 * (due * float(1 - share)) ** 0.5


@pytest.mark.parametrize(
    ("said", "message"),
    [
        ({"atack": ["B"]}, "the question has no flag `atack`"),
        ({"attack": ["F"]}, "`attack` cannot be `F`"),
        ({"armour": ["1", "2"]}, "`armour` is set more than once"),
        ({"armour": ["9"]}, "`armour` cannot be `9`"),
    ],
)
def test_what_cannot_be_said(brawl, said, message):
    with pytest.raises(MootError) as error:
        odds(brawl, "melee", said)
    assert error.value.diagnostics[0].message == message


def test_questions_are_listed(brawl):
    assert {name: list(asks) for name, (_, asks) in questions(brawl).items()} == {
        "melee": ["attack", "armour", "morale", "hurt"],
        "lucky_blow": ["striker"],
    }


@pytest.mark.parametrize(
    ("good", "bad", "code"),
    [
        ("1..3", "1..", "bad-ask"),
        ("list of strength", "list of strenght", "unknown-type"),
        ("default: Y}", "default: Z}", "wrong-value"),
        ("strikes(striker", "strike_all(striker", "unknown-phase"),
        ("target in dead", "target in deed", "unknown-name"),
        ("hurt: target.hurt", "hurt: target.hut", "unknown-field"),
        ("attack: attack,", "attack: D,", "unknown-name"),
        ("attack: attack,", "", "missing-field"),
        ("striker: {kind: unit, owner: red", "guard: {kind: unit, owner: red", "duplicate-id"),
        ("field: [striker, target]", "feild: [striker, target]", "unknown-name"),
        ("hurt: {of: bool", "seed: {of: bool", "bad-ask"),
        ("{lucky: yes}", "{luckily: yes}", "unknown-option"),
    ],
)
def test_wrong_questions_are_told_by_check(tmp_path, good, bad, code):
    assert good in ODDS
    told = check([write(tmp_path, ODDS.replace(good, bad))]).diagnostics
    assert code in {one.code for one in told}, told
    assert all(one.at.line for one in told if one.code == code)


def test_the_odds_of_a_choice(brawl):
    state = library.load(str(brawl)).start(seed=1)
    strike = state.decision.option("strike")
    told = odds_of_choice(state, "red", strike)
    found = told.odds
    assert told.stand_ins == ()
    hit = F(21, 36)  # B against armour 1
    assert {tuple(map(str, changes)): share for changes, share in found.items()} == {
        (): 1 - hit,
        ("orc.hurt: no → yes",): hit * F(5, 6),
        ("orc: field → dead", "the game: won by red"): hit / 6,
    }
    assert [one.parts(state.game.teller) for one in next(iter(found))] == [("orc", "hurt")]


def test_the_odds_of_a_choice_name_the_question_that_stops_it(tmp_path):
    folder = write(tmp_path)
    rules = (folder / "rules.moot").read_text(encoding="utf-8")
    asking = rules.replace("    set u.hurt to yes", '    if u.owner may "stand"\n      set u.hurt to yes')
    assert asking != rules
    (folder / "rules.moot").write_text(asking, encoding="utf-8")
    state = library.load(str(folder)).start(seed=1)
    found = odds_of_choice(state, "red", state.decision.option("strike")).odds
    hit = F(21, 36)
    assert {tuple(map(str, changes)): share for changes, share in found.items()} == {
        (): 1 - hit,
        ("next: blue: stand",): hit * F(5, 6),
        ("orc: field → dead", "the game: won by red"): hit / 6,
    }


def test_the_charts_of_the_hex_wargame():
    found = odds("gondor/learning", "melee", {"attack": ["B"], "armour": ["3"], "morale": ["Y"]}).rows[0].odds
    hit = F(21, 36)  # with 2 to 7
    assert found == {
        "eliminated": hit / 3,
        "reduced and driven back": hit / 6,
        "driven back": hit / 2,
        "unharmed": 1 - hit,
    }
    rallied = [row.odds.get("rallied") for row in odds("gondor/learning", "rally").rows]
    assert rallied == [F(n, 36) for n in (7, 11, 14, 18, 21, 25, 29, 32, 34, 35)]


def test_the_chart_of_breaches():
    found = odds("gondor/proving", "breach")
    chances = {(*row.said["weapon"], *row.said["target"]): row.odds for row in found.rows}
    targets = ("turret", "rampart", "portal", "great_gate")
    for weapon, of_36 in {
        "catapult_near": (2, 6, 7, 0),
        "catapult_mid": (1, 4, 5, 0),
        "catapult_far": (0, 2, 3, 0),
        "ram": (1, 3, 32, 24),
    }.items():
        for target, n in zip(targets, of_36, strict=True):
            told = {"breached": F(n, 36), "not breached": F(36 - n, 36)} if n else {"may not be tried": 1}
            assert chances[weapon, target] == told
    several = odds("gondor/proving", "breach", {"weapon": ["catapult_near"] * 2, "target": ["rampart"]}).rows[0].odds
    assert several["not breached"] == F(30, 36) ** 2


def marked(tmp_path, *marks):
    """The game of blows with cells of its table of hits that no source gives."""
    folder = write(tmp_path)
    file = folder / "tables.yaml"
    text = file.read_text(encoding="utf-8")
    columns = "    columns: 1 2 3\n"
    assert columns in text
    file.write_text(text.replace(columns, f"{columns}    stand_in: [{', '.join(marks)}]\n", 1), encoding="utf-8")
    return folder


def test_odds_name_the_stand_ins_on_which_they_rest(tmp_path):
    pack = marked(tmp_path, "B 2..3", "C")
    rows = odds(pack, "melee", {"morale": ["X"]}).rows
    resting = {(*row.said["attack"], *row.said["armour"]): row.stand_ins for row in rows}
    assert {key: cells for key, cells in resting.items() if cells} == {
        ("B", "2"): ("hits: B 2..3",),
        ("B", "3"): ("hits: B 2..3",),
        ("C", "1"): ("hits: C",),
        ("C", "2"): ("hits: C",),
        ("C", "3"): ("hits: C",),
    }
    (row,) = odds(pack, "melee", {"attack": ["C", "B"], "armour": ["3"]}, samples=50).rows
    assert row.stand_ins == ("hits: B 2..3", "hits: C") and sum(row.sampled.values()) == 50


def test_the_odds_of_a_choice_name_them_too(tmp_path):
    state = library.load(str(marked(tmp_path, "B 1"))).start(seed=1)
    told = odds_of_choice(state, "red", state.decision.option("strike"))
    assert told.stand_ins == ("hits: B 1",)


def test_checks_list_the_cells_that_no_source_gives(tmp_path):
    found = check([marked(tmp_path, "B 2..3", "C")])
    assert not found.diagnostics and list(found.stand_in_cells.values()) == [{"hits": ["B 2..3", "C"]}]


def test_a_mod_that_gives_a_cell_takes_its_mark_away(tmp_path):
    pack = marked(tmp_path, "B 2..3")
    mod = tmp_path / "found"
    mod.mkdir()
    (mod / "pack.yaml").write_text(f"id: found\ntitle: Found\nextends: [{pack}]\n", encoding="utf-8")
    (mod / "tables.yaml").write_text("override:\n  hits: {B: {2: [2, 3]}}\n", encoding="utf-8")
    rows = odds(mod, "melee", {"attack": ["B"], "morale": ["X"]}).rows
    assert [bool(row.stand_ins) for row in rows] == [False, False, True]


def test_what_nobody_is_asked_cannot_be_answered(brawl):
    with pytest.raises(MootError) as error:
        odds(brawl, "lucky_blow", {"striker": ["guard"]}, choices={"stnad": "no", "run": "yes"})
    assert [(one.code, one.hint) for one in error.value.diagnostics] == [
        ("never-asked", "did you mean `stand`?"),
        ("never-asked", "available prompts: “stand”"),
    ]
    with pytest.raises(MootError) as error:
        odds(brawl, "melee", {"attack": ["B"], "armour": ["1"]}, choices={"stand": "no"})
    assert error.value.diagnostics[0].hint == "the question has no prompts"


def test_what_is_played_by_chance_is_told_as_it_goes_on(brawl):
    told = []
    odds(brawl, "melee", {"attack": ["B"], "morale": ["X"]}, samples=2500, on_progress=lambda *one: told.append(one))
    assert [of for _, of in told] == [3 * 2501] * len(told)
    assert [done for done, _ in told][:4] == [1000, 2000, 2500, 2501] and told[-1][0] == 3 * 2501
