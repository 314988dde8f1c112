"""What is wrong in a file of cases is told with its place and the nearest right spelling."""

from __future__ import annotations

from pathlib import Path

import pytest

from case_pack import run_one, write_pack
from moot.lang.diagnostic import MootError
from moot.tools.cases.run import run_cases


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


ACT = "given: {phase: act(ann), within: [turn(ann)], hand(ann): [nail, lamp]}\n"

# The case, and of each diagnostic: code, message, hint.
MISTAKES: dict[str, list[tuple[str, str, str]]] = {
    "cites: [acts, cellar/crow]": [
        ("unknown-clause", "unknown clause `acts`", "did you mean `act`?"),
        ("unknown-clause", "unknown clause `cellar/crow`", "did you mean `cellar/crown`?"),
    ],
    "given: {phase: akt(ann)}": [
        ("unknown-phase", "unknown phase or procedure `akt`", "did you mean `act`?"),
    ],
    "given: {phase: act}": [
        ("wrong-arity", "`act` needs its arguments: `act(p: player)`", ""),
    ],
    "given: {phase: act(carl)}": [
        ("unknown-name", "`carl` is not one of ann, bob", ""),
    ],
    "given: {phase: act(ann)}": [
        (
            "which-phase",
            "`act` runs in `turn`, which takes arguments",
            "give them, outermost first: within: [turn(p: player)]",
        ),
    ],
    "given: {phase: crown, within: [steal(ann)]}": [
        ("unknown-phase", "`steal` is a procedure, not a phase", ""),
    ],
    "given: {phase: crown, hnad(ann): [nail], hand(anne): [], rond: 2}": [
        ("unknown-name", "unknown name `hnad`", "did you mean `hand`?"),
        ("unknown-name", "`anne` is not one of ann, bob", "did you mean `ann`?"),
        ("unknown-name", "unknown name `rond`", "did you mean `round`?"),
    ],
    "given: {phase: crown, price(lamp): 2, lamp.litt: no, ann.nial.worn: no}": [
        (
            "not-given",
            "`price(lamp)` is a function: a position can set only zones and states",
            "set the zones and states that it reads",
        ),
        ("unknown-field", "a card has no field `litt`", "did you mean `lit`?"),
        ("no-fields", "a player has no fields", "did you mean `ann.nail`?"),
    ],
    "given: {phase: crown, shelf: [nail, naill], hand(ann): lamp}": [
        ("wrong-value", "the things in a zone must be a list", "write [ ] around them"),
    ],
    "given: {phase: crown, shelf: [nail, naill]}": [
        ("many-copies", "`nail` is ambiguous", "write one of: ann.nail, bob.nail"),
        ("unknown-thing", "unknown thing `naill`", "did you mean `nail`?"),
    ],
    "given: {phase: crown, hand(ann): [lamp], shelf: [lamp]}": [
        ("no-copy-left", "`lamp` is already placed: there are no more copies", ""),
    ],
    "given: {phase: crown, coins(ann): 40, coins(bob): lots, round: none, lamp.worn: 3, "
    "temper: crass, last_card: lanp}": [
        ("out-of-range", "40 is not in 0..20", ""),
        ("wrong-value", "expected a number of 0..20, found `lots`", ""),
        ("wrong-value", "expected a number of 0..9, found `none`", ""),
        ("wrong-value", "expected yes or no, found `3`", ""),
        ("unknown-name", "`crass` is not one of calm, cross", "did you mean `cross`?"),
        ("unknown-thing", "unknown thing `lanp`", "did you mean `lamp`?"),
    ],
    "given: {phase: crown, knows: {anna: [lamp], bob: [lmap]}}": [
        ("unknown-player", "unknown player `anna`", "did you mean `ann`?"),
        ("unknown-thing", "unknown thing `lmap`", "did you mean `lamp`?"),
    ],
    "given: {phase: crown, crew 2: {boss: ann}, crew 3: bob, crew 4: {bos: ann}, call 1: {}}": [
        ("wrong-order", "`crew 1` must come first: things of a kind are numbered as they are made", ""),
        ("wrong-value", "missing fields of `crew 3`", "write its fields: crew 3: {…}"),
        ("unknown-field", "`crew` has no field `bos`", "did you mean `boss`?"),
        ("not-given", "a position cannot set a pending call", "make it with a choice"),
    ],
    "given: {phase: crown, field: [crew 1], members(crew 2): [], shelf: [crew 1]}": [
        ("not-made", "unknown thing `crew 1`", "name a thing made in play by its own key"),
        ("not-made", "unknown `members(crew 2)`: its owner has not been made", ""),
        ("not-made", "unknown thing `crew 1`", "name a thing made in play by its own key"),
    ],
    "given: {phase: crown, crew 1: {boss: ann}, shelf: [crew 1], field: [lamp]}": [
        ("wrong-value", "`shelf` holds things of the kind card, but `crew 1` is not one", ""),
        ("wrong-value", "`field` holds things of the kind crew, but `lamp` is not one", ""),
    ],
    ACT + "when: [{bob: nail}]": [
        ("not-asked", "it is not bob's choice, but ann's: “lay a card”", "available choices of ann: nail, lamp"),
    ],
    ACT + "when: [{bobb: nail}]": [
        ("unknown-player", "unknown player `bobb`", "did you mean `bob`?"),
    ],
    ACT + "when: [{ann: nail}, {ann: lamp}]\nchance: [5]": [
        (
            "not-asked",
            "ann has no choice here: the call has ended",
            "remove the extra choices; an only choice is made without a prompt",
        ),
    ],
    ACT + "when: [{ann: nail}]\nchance: [5, 6]": [
        ("chance-left", "`chance` has values left over", "remove the unused values"),
    ],
    ACT + "then: {coin(ann): 3, coins(ann): three, hand(ann): [nial], asked: carl, choices: [nial], winner: dora}": [
        ("unknown-name", "unknown name `coin`", "did you mean `coins`?"),
        ("wrong-value", "expected a number of 0..20, found `three`", ""),
        ("unknown-thing", "unknown thing `nial`", "did you mean `nail`?"),
        ("unknown-player", "unknown player `carl`", "available: ann, bob"),
        ("unknown-choice", "`nial` is not a choice in this game", "did you mean `nail`?"),
        ("unknown-player", "unknown player `dora`", "available: ann, bob"),
    ],
    ACT + "then: {not allowed: {ann: laamp}, nail.worn: no, sees: {ann: [rope]}}": [
        (
            "missing-reason",
            "missing `because`",
            "add `because:` with a clause or words of the reason, or `for any reason: yes`",
        ),
        ("unknown-choice", "`laamp` is not a choice in this game", "did you mean `lamp`?"),
        ("many-copies", "`nail` is ambiguous: there are 2 copies", "name one of them: ann.nail, bob.nail"),
        ("many-copies", "`rope` is ambiguous", "write one of: ann.rope.1, ann.rope.2, bob.rope"),
    ],
    "given: {phase: crown}\noptions: {lng: yes, long: maybe}": [
        ("unknown-option", "unknown option `lng`", "did you mean `long`? available: long, start"),
        ("wrong-type", "`long` is yes or no, but this is `maybe`", ""),
    ],
    "given: {phase: crown}\nthen: {in_phase(match): no, size(hand(ann): 2}": [
        ("not-kept", "cannot test here whether `match` runs: no rule of the game tests it", ""),
        ("unclosed-parenthesis", "`(` is not closed", ""),
    ],
    "given: {phase: crown, coins(opponent(last_card.owner)): 2}": [
        ("fault-none", "expected a value, found none",
         "test for `!= none` first, or give the type `or none`"),
    ],
}  # fmt: skip


def test_a_formula_about_none_is_a_line_that_does_not_hold(folder: Path) -> None:
    result = run_one(folder, "given: {phase: crown}\nthen: {coins(opponent(last_card.owner)): 4}")
    assert result.status == "failed"
    assert "expected  4\n" in result.message and "a runtime error: expected a value, found none" in result.message


def test_states_of_given_rows_may_begin_as_their_fields_say(folder: Path) -> None:
    case = "given: {phase: crown, crew 1: {boss: ann, size_limit: 3}}\nthen: {crew 1.room: 3}"
    assert run_one(folder, case).status == "passed"


def _told(message: str) -> list[tuple[str, str, str]]:
    found = []
    for part in message.split("\n\n"):
        lines = part.split("\n")
        text, _, code = lines[0].removeprefix("error: ").rpartition(" [")
        hint = next((line.strip().removeprefix("hint: ") for line in lines if line.strip().startswith("hint: ")), "")
        assert any(line.strip().startswith("^") or ("| " in line and "^" in line) for line in lines), part
        assert "--> cases/first.yaml:" in part
        found.append((code.rstrip("]"), text, hint))
    return found


@pytest.mark.parametrize("case", MISTAKES)
def test_mistake(case: str, folder: Path) -> None:
    result = run_one(folder, case)
    assert result.status == "error"
    assert _told(result.message) == MISTAKES[case]


RENDERED = """\
error: unknown thing `naill` [unknown-thing]
  --> cases/first.yaml:3:45
 3 |     given: {phase: crown, hand(bob): [rope, naill]}
   |                                             ^^^^^
  hint: did you mean `nail`?"""


def test_rendered(folder: Path) -> None:
    assert run_one(folder, "given: {phase: crown, hand(bob): [rope, naill]}").message == RENDERED


FILES = {
    "cases:\n  - nam: x\n": ["unknown key `nam` in item 1 of `cases`"],
    "cases:\n  - name: x\n    when: [nail]\n": ["item 1 of `when` must be a map of keys and values, not `nail`"],
    "cases:\n  - name: x\n    when: [{ann: a, bob: b}]\n": ["item 1 of `when` can have one key, but has 2"],
    "game: celler\ncases: []\n": ["unknown pack `celler`"],
    "cases: [\n": ["the file ends inside a list or a map"],
    "": ["the file is empty"],
}


@pytest.mark.parametrize("text", FILES)
def test_file_that_cannot_be_used(text: str, folder: Path) -> None:
    path = write_pack(folder, text)
    (result,) = run_cases([path])
    name = "x" if "name: x" in text else ""
    assert (result.status, result.name, result.file) == ("error", name, "cases/first.yaml")
    assert [d.split(" [")[0] for d in result.message.split("error: ")[1:]] == FILES[text]


def test_paths(folder: Path) -> None:
    with pytest.raises(MootError, match="unknown file or pack `nothing`"):
        run_cases(["nothing"])
    write_pack(folder)
    (folder / "cases" / "first.yaml").unlink()
    with pytest.raises(MootError, match="no cases found in"):
        run_cases([folder])


def test_file_outside_a_pack_names_its_game(folder: Path) -> None:
    write_pack(folder / "cellar", "cases: []\n")
    alone = folder / "alone.yaml"
    alone.write_text(
        "game: cellar\ncases:\n  - {name: it, given: {phase: crown}, then: {winner: ann}}\n", encoding="utf-8"
    )
    assert [r.status for r in run_cases([alone])] == ["passed"]
    alone.write_text("cases:\n  - {name: it}\n", encoding="utf-8")
    (result,) = run_cases([alone])
    assert "this file does not name the game it tests" in result.message


def test_the_words_that_players_read_lead_to_the_names_of_the_rules(folder: Path) -> None:
    path = folder / "words.yaml"
    path.write_text(
        "game: duel\ncases:\n  - name: it\n    given: {phase: last_stand, cards played: [], energy of the Balrog: 2}\n"
        "    then: {step on the bridge(gandalf): 1, bridge of the Balrog: 1}\n",
        encoding="utf-8",
    )
    (result,) = run_cases([path])
    hints = [line.strip().removeprefix("hint: ") for line in result.message.splitlines() if "hint: " in line]
    assert hints[0].startswith("available: match, one_game, ")
    assert hints[1:3] == ["write `display`, as rules and cases do", "write `energy(balrog)`, as rules and cases do"]
