"""What every command writes with --json, held against the schema of its format; and each format has a schema."""

import hashlib
import json
import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner
from jsonschema import Draft202012Validator

from camp_pack import camp
from lamps_pack import write_lamps
from moot.lang import data
from moot.pack.model.schema import schema
from moot.ui.command import cli
from moot.ui.output import FORMATS
from odds_pack import write

ROOT = Path(__file__).parents[2]
OF_FILES = ("log", "save")  # which begin with a name and a version of their own
BOOK = "Six lamps lie side by side in the lane.\n"
BAD = 'game bad "Bad"\nplayers one, two\n\nphase p\n  lower x by 1\n'
MELEE = ("odds", "brawl", "melee", "--attack", "B")
# Calls by the format of what they write, in every mode that has another shape.
CALLS = {
    "check": [
        ("check", "bad"),
        ("check", "duel"),
        ("check", "deck.txt", "--game", "balrog"),
        ("check", "deck.txt", "camp"),
    ],
    "coverage": [
        ("coverage", "lamps", "--games", "3", "--also", "long=yes"),
        ("coverage", "lamps", "--games", "0", "--source", "book.txt"),
    ],
    "deck build": [
        ("deck", "build", "camp", "--story", "winter", "--games", "100", "--seed", "2"),
        ("deck", "build", "camp", "--story", "winter", "--games", "100", "--goal", "score", "--pool", "owned.yaml"),
    ],
    "diagnostics": [("show", "duell"), ("chek",), ("check", "--sed"), ("replay", "broken.log"), ("play", "bad")],
    "diff": [
        ("diff", "lamps", "dim", "--seconds", "1", "--positions", "100"),
        ("diff", "lamps", "lamps", "--b-option", "long=yes", "--only", "structure"),
    ],
    "explain clause": [("explain", "duel:english/look.gap"), ("explain", "lamps:lamps", "--source", "book.txt")],
    "explain entry": [("explain", f"duel.log:{number}") for number in (20, 41, 44)] + [("explain", "brawl.log:5")],
    "explain name": [("explain", "duel:early_win"), ("explain", "duel:option look")],
    "explain refusal": [
        ("explain", "duel.log:48", "--not", "gandalfs_mirror"),
        ("explain", "brawl.log:3", "--not", "yes"),
    ],
    "explain words": [("explain", "duel", "three", "kept", "back"), ("explain", "duel:The trances")],
    "explain thing": [("explain", "duel:sweep"), ("explain", "duel:gandalfs_mirror")],
    "odds": [
        MELEE,
        (*MELEE, "--armour", "3", "--samples", "50"),
        ("odds", "brawl", "melee", "--attack", "C"),
        ("odds", "brawl", "lucky_blow", "--striker", "guard"),
    ],
    "odds choice": [("odds", "brawl.log", "strike"), ("odds", "brawl.save", "strike")],
    "odds choices": [("odds", "brawl.save")],
    "odds paths": [
        ("odds", "balrog", "path", "the_under_gates", "the_pukel_deeps", "--turns", "3", "--samples", "9"),
        ("odds", "balrog", "path", "moria", "the_wind_throne", "--turns", "3", "--version", "hero"),
    ],
    "odds questions": [("odds", "brawl"), ("odds", "balrog"), ("odds", "duel")],
    "show clauses": [("show", "duel", "clauses", "english"), ("show", "lamps", "clauses", "--source", "book.txt")],
    "show game": [("show", "duel"), ("show", "gondolin"), ("show", "brawl")],
    "show games": [("show",)],
    "show decks": [("show", "duel", "decks"), ("show", "duel", "decks", "balrog")],
    "show layout": [("show", "duel", "layout")],
    "show namesakes": [("show", "balrog", "site", "moria")],
    "show options": [("show", "duel", "options")],
    "show readings": [("show", "duel", "readings", "look"), ("show", "lamps", "readings", "--measure", "2")],
    "show tables": [
        ("show", "brawl", "tables"),
        ("show", "duel", "tables"),
        ("show", "skirmish", "tables"),
    ],
    "show thing": [("show", "duel", "card", "sweep"), ("show", "march", "town", "bree")],
    "show things": [("show", "duel", "things"), ("show", "gondolin", "enemies")],
    "sim": [
        ("sim", "duel", "--games", "3", "--seed", "1"),
        ("sim", "camp", "--story", "winter", "--games", "20", "--seed", "1", "--bot", "greedy:1"),
        ("sim", "camp", "--story", "winter", "--games", "1", "--seed", "1"),
    ],
    "sim options": [
        ("sim", "camp", "--every-option", "--games", "9"),
        ("sim", "brawl", "--every-option", "--games", "2"),
    ],
    "sim samples": [
        ("sim", "camp", "--games", "5", "--seed", "1"),
        ("sim", "camp", "--games", "9", "--bot", "greedy:1"),
    ],
    "test": [("test", "lamps"), ("test", "broken.yaml")],
    "test mutate": [
        ("test", "lamps", "--mutate", "all", "--games", "5"),
        ("test", "lamps", "broken.yaml", "--mutate", "5", "--seed", "1", "--jobs", "2"),
    ],
    "text": [("text", "duel"), ("text", "duel", "--code"), ("text", "march", "bree")],
    "used": [("used", "duel.log"), ("used", "brawl.log"), ("used", "camp_logs")],
    "verify": [("verify", "duel.log")],
    "words": [("words", "duel", "card"), ("words", "gondolin", "--find", "draw"), ("show", "duel", "zones")],
}
REPLAYED = [("duel.log",), ("duel.log", "--seat", "gandalf"), ("brawl.log",), ("camp.log",)]


def moot(*args: str, typed: str | None = None):
    result = CliRunner().invoke(cli, args, input=typed)
    assert "Traceback" not in result.output
    return result


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    """Packs, decks, logs and saves for all calls."""
    folder = tmp_path_factory.mktemp("json")
    with pytest.MonkeyPatch.context() as here:
        here.chdir(folder)
        here.setenv("MOOT_STATE", str(folder / "state"))
        for name in ("brawl", "bad"):
            Path(name).mkdir()
        tables = write(Path("brawl")) / "tables.yaml"
        tables.write_text(tables.read_text().replace("1 2 3\n", "1 2 3\n    stand_in: [C]\n", 1))
        Path("bad/pack.yaml").write_text("id: my/bad\ntitle: bad\n")
        Path("bad/rules.moot").write_text(BAD)
        camp(Path("camp"))
        write_lamps(folder)
        card = Path("lamps/card.yaml")
        for name in ("march", "skirmish"):
            shutil.copytree(ROOT / "tests/packs" / name, name)
        shutil.copytree("lamps", "dim")
        rules = Path("dim/rules.moot")
        rules.write_text(
            rules.read_text()
            .replace("2 if l.bright  @two", "1 if l.bright  @two")
            .replace("points(bob) > points(ann)", "points(ann) < points(bob)")
        )
        digest = hashlib.sha256(BOOK.encode()).hexdigest()
        card.write_text(card.read_text().replace("  clauses:", f"  sha256: {digest}\n  clauses:"))
        for name, text in {
            "deck.txt": "Deck\n3 The Balrog\n1 Strider\n1 Nobody Knows\n",
            "owned.yaml": "cards: {tower: 3, breeze: 3, gale: 3, picnic: 3}\n",
            "broken.log": '{"moot log": 2}\n[]\n',
            "broken.yaml": "cases: [\n",
            "book.txt": BOOK,
            "other.txt": "not the book\n",
        }.items():
            Path(name).write_text(text)
        made = [
            moot("play", "duel", "--bots", "--seed", "7", "--log", "duel.log"),
            moot("play", "camp", "--bots", "--seed", "7", "--log", "camp.log"),
            moot("sim", "camp", "--story", "winter", "--games", "2", "--seed", "1", "--logs", "camp_logs"),
            moot("play", "brawl", "--seat", "red", "--seed", "1", "--log", "brawl.log",
                 typed="strike\nsave brawl.save\nquit\n"),
            moot("play", "brawl", "--hotseat", "--log", "sealed.log", typed="\n2\nsave sealed.save\ngive up\nyes\n"),
        ]  # fmt: skip
        assert [one.exit_code for one in made] == [0] * 5, made
    return folder


@pytest.fixture(autouse=True)
def among(files, monkeypatch):
    monkeypatch.chdir(files)


def fits(name: str, value: object) -> None:
    faults = Draft202012Validator(schema(f"output/{name.replace(' ', '_')}")).iter_errors(value)
    assert [f"{'/'.join(map(str, one.absolute_path))}: {one.message[:300]}" for one in faults] == []


def head(value) -> list[tuple[str, object]]:
    return list(value.items())[:2]


@pytest.mark.parametrize(("name", "call"), [(name, call) for name, calls in CALLS.items() for call in calls])
def test_what_a_command_writes_fits_its_schema(name, call):
    result = moot(*call, "--json")
    text = result.stderr if name == "diagnostics" else result.stdout
    if name != "diagnostics":
        assert result.stderr == ""
    told = json.loads(text)
    assert head(told) == [("format", f"moot {name}"), ("version", FORMATS[name])]
    fits(name, told)


@pytest.mark.parametrize("call", REPLAYED)
def test_lines_begin_with_the_format(call):
    first, *rows = map(json.loads, moot("replay", *call, "--json").stdout.splitlines())
    assert head(first) == [("format", "moot replay"), ("version", FORMATS["replay"])]
    assert rows
    for row in (first, *rows):
        fits("replay", row)


def test_warnings_beside_a_result_are_diagnostics():
    result = moot("show", "lamps", "clauses", "--source", "card=other.txt", "--json")
    fits("show clauses", json.loads(result.stdout))
    fits("diagnostics", json.loads(result.stderr))


def test_logs_and_saves_fit_their_schemas():
    for log in ("duel.log", "brawl.log", "camp.log", "sealed.log", *map(str, Path("camp_logs").glob("*.log"))):
        for line in Path(log).read_text().splitlines():
            fits("log", json.loads(line))
    for save in ("brawl.save", "sealed.save"):
        fits("save", json.loads(Path(save).read_text()))
    assert "salt" in Path("sealed.log").read_text() and "salt" in Path("sealed.save").read_text()


def test_each_format_has_a_schema_and_a_call():
    names = [path.name.removesuffix(".schema.json") for path in (data.data_folder("schemas") / "output").iterdir()]
    assert sorted(names) == sorted(name.replace(" ", "_") for name in (*FORMATS, *OF_FILES))
    assert sorted(FORMATS) == sorted([*CALLS, "replay"])


@pytest.mark.parametrize("name", [*FORMATS, *OF_FILES])
def test_each_schema_names_its_format_and_describes_every_key(name):
    rules = schema(f"output/{name.replace(' ', '_')}")
    Draft202012Validator.check_schema(rules)
    assert rules["title"] == f"moot {name}" and rules["description"]
    if name in FORMATS:
        texts = json.dumps(rules)
        assert f'"format": {{"const": "moot {name}"}}' in texts
    assert list(undescribed(rules)) == []


def undescribed(rules, inside=()):
    for key, value in rules.items() if isinstance(rules, dict) else enumerate(rules):
        if key == "properties":
            for name, inner in value.items():
                if not ("description" in inner or "const" in inner or "$ref" in inner):
                    yield (*inside, name)
        if isinstance(value, dict | list):
            yield from undescribed(value, (*inside, key))
