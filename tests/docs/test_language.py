"""The language page: its examples make one game that loads, compiles and plays, and they show the whole language."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest
from page_examples import DOCS, Example, examples, market, write

import moot
from moot.code.pipeline import compile_bundle
from moot.code.typing.boards import BOARD_CALLS
from moot.code.typing.builtins import CALL_FIELDS, CALLS, TITLE, VALUES
from moot.lang.diagnostic import Report
from moot.lang.layout import TextPlace
from moot.lang.parse_tables import parser
from moot.lang.parser import _trees, keywords
from moot.lang.source import Source
from moot.pack.load import load
from moot.pack.model.bundle import Bundle
from moot.pack.model.schema import SECTIONS, THINGS, check_shape, schema
from moot.pack.model.yaml_text import parse_yaml, read_text
from moot.stack.game import Game

PAGE = "language.md"
TEXT = (DOCS / PAGE).read_text(encoding="utf-8")
EXAMPLES = examples(PAGE)
PARAMS = "p: player, c: card"  # what an example of steps or formulas may use besides the game's own names
FRAME = "procedure example_{line}({params})\n"
INTERPRETER = Path(moot.__file__).parent


def of(key: str, value: str = "") -> list[Example]:
    return [e for e in EXAMPLES if e.key == key and (not value or e.value == value)]


def at_its_line(text: str, *parts: tuple[int, str]) -> str:
    """Rules at the lines where the page has them, so that a message tells the page's line."""
    lines = [""] * (len(TEXT.splitlines()) + 1)
    for first, part in parts:
        for offset, line in enumerate(part.splitlines()):
            lines[first - 1 + offset] = line
    return text + "\n".join(lines) + "\n"


def framed(example: Example) -> tuple[int, str]:
    """Steps in a procedure of their own, whose head stands in the line of the fence."""
    body = "\n".join("  " + line for line in example.lines)
    return example.line - 1, FRAME.format(line=example.line, params=PARAMS) + body


def of_tables() -> str:
    rules = ""
    for example in EXAMPLES:
        if example.sort == "table":
            for n, (line, code) in enumerate(example.cells()):
                if example.value == "formulas":
                    rules += f"function formula_{line}_{n}({PARAMS}) = {code}\n"
                else:
                    rules += FRAME.format(line=f"{line}_{n}", params=PARAMS) + f"  {code}\n"
    return rules


def whole_game(folder: Path, more: str = "") -> Path:
    """The game of the whole page: all rules and things, and steps and formulas each in a frame."""
    files = {e.value: e.text for e in of("game") + of("yaml")}
    rules = [(e.line, e.text) for e in of("game", "rules.moot") + of("in", "rules")]
    steps = [framed(e) for e in of("in", "steps") if e.sort == "moot"]
    files["rules.moot"] = at_its_line("", *rules, *steps)
    files["tables.moot"] = of_tables()
    files["z_more.moot"] = more
    effects = [(e.line, "\n".join("      " + line for line in e.lines)) for e in of("in", "effect")]
    for line, effect in effects:
        thing = f"thing_{line}:\n    colour: red\n    worth: 1\n    effect: |\n{effect}\n"
        files[f"effect_{line}.yaml"] = f"kind: card\ncards:\n  {thing}"
    return write(folder, files)


def errors(bundle: Bundle) -> list[str]:
    return [d.render() for d in bundle.report if d.severity == "error"]


def compiled(folder: Path, *mods: Path) -> tuple[Bundle, Game]:
    bundle = load(folder, mods)
    assert not errors(bundle), "\n".join(errors(bundle))
    try:
        program = compile_bundle(bundle)
    except moot.MootError as error:
        raise AssertionError(str(error)) from None
    return bundle, Game(program)


def play_to_the_end(game: Game, seed: int) -> moot.State:
    rng = random.Random(seed)
    state = game.start(seed)
    while state.decision is not None:
        assert len(state.choices) < 2000, "the game does not end"
        state.apply(rng.choice(state.decision.options))
    return state


def test_the_first_game_is_sound_and_plays_to_its_end(tmp_path: Path) -> None:
    bundle, game = compiled(market(tmp_path / "market"))
    assert [d.render() for d in bundle.report] == []
    results = [play_to_the_end(game, seed).result for seed in range(40)]
    assert {"ann", "bob"} <= {r.winner for r in results if r is not None}
    assert all(r is not None for r in results)


def test_the_first_game_has_about_the_size_that_a_reader_bears() -> None:
    rules = of("game", "rules.moot")[0].lines
    yaml = [line for e in of("game")[:4] if e.sort == "yaml" for line in e.lines]
    assert len([line for line in rules if line.strip()]) <= 50
    assert len(yaml) <= 32


def test_the_game_of_the_whole_page_compiles_and_plays(tmp_path: Path) -> None:
    bundle, game = compiled(whole_game(tmp_path / "market"))
    assert [d.render() for d in bundle.report] == []
    for seed in range(5):
        assert play_to_the_end(game, seed).over


def test_the_mods_of_the_page_load(tmp_path: Path) -> None:
    base = whole_game(tmp_path / "market")
    mod = write(tmp_path / "hard_times", {e.value: e.text for e in of("mod")})
    bundle, game = compiled(base, mod)
    assert [m.id for m in bundle.manifests] == ["market", "hard_times"]
    assert game.options["weather"] == "dry"
    assert play_to_the_end(game, 1).over
    compiled(mod)


@pytest.mark.parametrize("players", range(2, 6))
def test_the_game_for_several_is_sound_for_any_number(tmp_path: Path, players: int) -> None:
    folder = write(
        tmp_path / "bold", {"pack.yaml": "id: bold\ntitle: Be bold\n"} | {e.value: e.text for e in of("alone")}
    )
    game = moot.load(folder, options={"players": players})
    assert game.program.warnings == [] and len(game.players) == players
    results = [play_to_the_end(game, seed).result for seed in range(60)]
    assert {len(r.winners) for r in results if r is not None} >= {1, 2}


@pytest.mark.parametrize("example", of("schema"), ids=lambda e: e.value)
def test_files_that_no_pack_reads_follow_their_schemas(example: Example) -> None:
    report = Report()
    source = read_text(example.text.encode(), "page.yaml", report)
    root = parse_yaml(source, report) if source else None
    assert root is not None and check_shape(root, example.value, report), list(report)


@pytest.mark.parametrize("example", of("refused"), ids=lambda e: e.value)
def test_mistakes_are_told_as_the_page_says(tmp_path: Path, example: Example) -> None:
    bundle = load(whole_game(tmp_path / "market", example.text))
    with pytest.raises(moot.MootError) as caught:
        compile_bundle(bundle)
    told = [d for d in caught.value.diagnostics if d.code == example.value]
    assert len(told) == 1
    shown = EXAMPLES[EXAMPLES.index(example) + 1]
    assert shown.sort == "text"
    for line in shown.lines:
        assert line in told[0].render()


def test_every_block_is_tested() -> None:
    shown = [EXAMPLES[n + 1] for n, e in enumerate(EXAMPLES) if e.key == "refused"]
    assert [e for e in EXAMPLES if not e.key and e not in shown] == []
    known = {"alone", "game", "in", "yaml", "mod", "schema", "refused"}
    assert {e.key for e in EXAMPLES if e.key} <= known
    assert {e.value for e in of("in")} <= {"rules", "steps", "formulas", "effect"}


def test_every_rule_of_the_grammar_stands_on_the_page() -> None:
    entries = {"steps": "steps", "formulas": "formula", "effect": "standing"}
    used: set[str] = set()
    for example in (e for e in EXAMPLES if e.sort in ("moot", "table")):
        entry = entries.get(example.value, "start")
        for text in [example.text] if example.sort == "moot" else [code + "\n" for _, code in example.cells()]:
            for made in _trees(entry, text, TextPlace(Source("page", text)), Report()):
                used |= {str(part.data) for part in made.iter_subtrees()}
    rules = {str(rule.alias or rule.origin.name) for rule in parser().rules if not rule.options.expand1}
    assert [name for name in sorted(rules - used) if not name.startswith("_")] == []


def test_every_keyword_stands_on_the_page_and_nothing_else() -> None:
    section = TEXT.split("\n## Keywords\n")[1].split("and these pairs")[0]
    assert set(re.findall(r"`([^`]+)`", section)) == set(keywords())
    code = " ".join(e.text for e in EXAMPLES)
    missing = [word for word in keywords() if not re.search(rf"\b{word}\b", code)]
    assert not missing, "no example shows them"


def test_every_built_in_name_stands_on_the_page() -> None:
    section = TEXT.split("\n## Built-in names\n")[1].split("\n## ")[0]
    code = re.findall(r"`([^`]+)`", section)
    named = {re.split(r"[(\s]", one)[0].removeprefix("c.") for one in code}
    assert named >= {*CALLS, *BOARD_CALLS, *VALUES, TITLE.name, *CALL_FIELDS}


def test_every_kind_of_file_stands_on_the_page() -> None:
    section = TEXT.split("\n## Things in YAML\n")[1].split("\n### ")[0]
    assert {*SECTIONS, *THINGS, "override"} <= set(re.findall(r"`([^`]+)`", section))
    clauses = schema("document")["properties"]["document"]["properties"]["clauses"]
    for kind in clauses["additionalProperties"]["properties"]["kind"]["enum"]:
        assert f"`{kind}`" in TEXT


def test_every_code_that_the_page_names_exists() -> None:
    named = set(re.findall(r"\(`([a-z]+(?:-[a-z]+)*)`\)", TEXT))
    assert len(named) > 8
    source = "".join(f.read_text(encoding="utf-8") for f in INTERPRETER.rglob("*.py"))
    assert [code for code in sorted(named) if f'"{code.removeprefix("fault-")}"' not in source] == []


def test_links_lead_somewhere() -> None:
    heads = {re.sub(r"[^\w\- ]", "", head.lower()).replace(" ", "-") for head in re.findall(r"^#+ (.+)$", TEXT, re.M)}
    for target in re.findall(r"\]\(([^)]+)\)", TEXT):
        page, _, anchor = target.partition("#")
        if page:
            assert (DOCS / page).exists(), target
        else:
            assert anchor in heads, target
