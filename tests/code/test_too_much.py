"""Rules that would fill the machine, or that Python could not run, are refused with their place."""

from __future__ import annotations

import pytest

from moot.code.pipeline import compile_bundle
from moot.lang.diagnostic import MootError
from moot.pack.load import load

HEAD = 'game trial "Trial"\nplayers ann, bob\n'


def refused(folder, rules):
    (folder / "pack.yaml").write_text("id: trial\ntitle: Trial\n")
    (folder / "rules.moot").write_text(HEAD + rules)
    with pytest.raises(MootError) as caught:
        compile_bundle(load(folder, cases=False))
    return [(d.code, d.at.line, d.message) for d in caught.value.diagnostics if d.severity == "error"]


@pytest.mark.parametrize("dice", ["99999d99999", "5001d1", "1d5001"])
def test_dice_of_too_many_faces(tmp_path, dice):
    told = refused(tmp_path, f"state n : number\nphase match\n  set n to roll {dice}\n")
    assert told == [("dice", 5, f"the total of `{dice}` is too large")]


def test_a_state_for_too_many_arguments(tmp_path):
    told = refused(tmp_path, "state n(a: 1..1000, b: 1..1000) : number\nphase match\n  set n(1, 1) to 1\n")
    assert told == [("too-many", 3, "`n` would need a value for 1,000,000 combinations of arguments")]


def test_a_zone_for_too_many_arguments(tmp_path):
    rules = (
        "option wide : number = 900000\nkind card\n  worth : number\nzone z(a: 1..wide) : pile of card, seen by all\n"
    )
    told = refused(tmp_path, rules + "phase match\n  move z(1) to z(2)\n")
    assert told == [("too-many", 6, "`z` would need a value for 900,000 combinations of arguments")]


def test_more_loops_inside_one_another_than_python_runs(tmp_path):
    loops = "".join(f"{'  ' * (n + 1)}for each v{n} in 1..2\n" for n in range(25))
    told = refused(tmp_path, f"state n : number\nphase match\n{loops}{'  ' * 26}raise n by 1\n")
    ((code, line, message),) = told
    assert (code, message) == ("too-deep", "loops and branches are nested too deeply")
    assert 4 < line < 31


def test_more_branches_behind_one_another_than_can_be_compiled(tmp_path):
    branches = "".join(f"  {'else if' if n else 'if'} n = {n}\n    set n to {n + 1}\n" for n in range(400))
    told = refused(tmp_path, f"state n : number\nphase match\n{branches}")
    assert told == [("too-deep", 804, "loops and branches are nested too deeply")]


def test_what_loops_inside_one_another_keep_is_found_in_a_moment(tmp_path):
    depth = 34  # going twice through what is inside at each of them would take days
    lines = [f"for each v{n} in 1..1" if n % 2 else f"if n < {n + 9}" for n in range(depth)]
    inside = "".join(f"{'  ' * (n + 1)}{line}\n" for n, line in enumerate(lines))
    rules = f'state n : number\nphase match\n{inside}{"  " * (depth + 1)}choose k in 1..3 by ann "k"\n'
    (tmp_path / "pack.yaml").write_text("id: trial\ntitle: Trial\n")
    (tmp_path / "rules.moot").write_text(HEAD + rules)
    assert compile_bundle(load(tmp_path, cases=False)).sites[0].prompt == "k"
