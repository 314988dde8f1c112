"""What is read again is read from a local, where it is known on every way there; and functions do what they did."""

from __future__ import annotations

from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from moot.code import kept_reads
from moot.code.kept_reads import with_kept_reads
from moot.state.layout import Domain, Layout, StateRow

PLACES = 4

HEAD = """\
def p_turn(S, n_5):
    C = S.cells
    Z = S.zones
    #@1
    #@2
    #@3
"""


def kept(body: str, places: int = PLACES) -> str:
    lines = [f"    {line}" for line in body.strip().split("\n")]
    text = with_kept_reads(HEAD + "\n".join(lines), places)
    return "\n".join(line[4:] for line in text.split("\n")[HEAD.count("\n") :])


def same(body: str) -> None:
    assert kept(body) == body.strip()


def test_what_has_just_been_written_is_known() -> None:
    assert kept("C[39] = n_5\nif C[39] > 1:\n    C[38] = False\nreturn C[38]") == (
        "C[39] = n_5\nif n_5 > 1:\n    C[38] = False\nreturn C[38]"
    )


def test_what_is_reckoned_again_is_kept() -> None:
    assert kept("if S.tally & 252:\n    x_1 = bits(S.tally & 252)") == (
        "if (kept0 := S.tally & 252):\n    x_1 = bits(kept0)"
    )


def test_a_loop_reads_once_what_nothing_in_it_changes() -> None:
    body = "opts = []\nfor c_1 in Z[3]:\n    if P_price[c_1] <= (C[40] + (C[44] - C[43])):\n        opts.append(c_1)"
    table = (
        "for c_1 in Z[3]:\n    if (MODIFIED_price[S.live[0]] if S.live[0] else P_price)[c_1]:\n        opts.append(c_1)"
    )
    assert kept(body) == body  # to reckon it once would help only where there are several
    assert kept(table).startswith("kept0 = MODIFIED_price[S.live[0]] if S.live[0] else P_price\nfor c_1 in Z[3]:")


def test_what_is_known_where_a_loop_is_left_is_known_behind_it() -> None:
    body = (
        "while True:\n    if not (C[40] + (C[44] - C[43])):\n        break\n    p_pay(S)\nx = C[40] + (C[44] - C[43])"
    )
    assert "    if not (kept0 := C[40] + (C[44] - C[43])):\n" in kept(body)
    assert kept(body).endswith("x = kept0")


@pytest.mark.parametrize(
    "between",
    [
        "S.tally += 4",
        "p_pay(S)",
        "code(S, 3)",
        "if C[9]:\n    S.tally = 0",
        "for c_1 in Z[3]:\n    S.tally -= TALLY_5[c_1]",
        "if C[9] and code(S, 3):\n    return None",
        "x_1 = [c_1 for c_1 in Z[3] if code(S, c_1)]",
    ],
)
def test_what_may_have_changed_is_read_again(between: str) -> None:
    same(f"x = S.tally & 252\nx = 1\n{between}\nx = S.tally & 252\nx = x + (2 * x)")


def test_what_is_known_on_one_way_alone_is_read_again() -> None:
    same("if C[9]:\n    x_1 = S.tally & 252\n    x_1 = 1\nx_2 = S.tally & 252")
    same("if C[9] and (S.tally & 252):\n    C[9] = 1\nx_2 = S.tally & 252")


def test_behind_a_test_that_was_passed_all_of_it_is_known() -> None:
    body = "if C[9] and (S.tally & 252):\n    x_2 = bits(S.tally & 252)"
    assert kept(body) == "if C[9] and (kept0 := S.tally & 252):\n    x_2 = bits(kept0)"


def test_a_cell_by_a_number_that_is_not_known_may_be_any() -> None:
    same("C[39] = n_5\nC[i] = 3\nif C[39] > 1:\n    return 1")
    same("C[39] = n_5\nC[n_5 + 7] = 3\nif C[39] > 1:\n    return 1")


def test_where_a_thing_lies_is_no_cell_of_a_state() -> None:
    body = "C[39] = n_5\nC[c_1] = 3\nif C[39] > 1:\n    return 1"
    assert kept(body) != body
    assert kept(body, places=0) == body
    same("C[3] = n_5\nC[c_1] = 3\nif C[3] > 1:\n    return 1")
    same("C[c_1] = n_5\nC[c_2] = 3\nif C[c_1] > 1:\n    return 1")


def test_states_may_have_cells_of_the_numbers_of_their_parameters() -> None:
    layout = Layout(["ann"], cells=4)
    layout.add_state("one", "", [Domain(0, 2, "number")], "number")
    assert layout.places() == 0 == len(layout.things)
    layout.things = [SimpleNamespace() for _ in range(PLACES)]  # type: ignore[misc]
    assert layout.places() == PLACES
    layout.states.append(StateRow("two", "", [Domain(10, 2, "number")], "number", 6))
    assert layout.places() == 0


def test_a_local_with_another_value_holds_it_no_more() -> None:
    same("C[39] = n_5\nn_5 += 1\nif C[39] > 1:\n    return 1")


def test_lines_that_are_not_understood_are_left() -> None:
    same("try:\n    C[39] = n_5\nfinally:\n    x = C[39]")
    same("C[39] = n_5\ndel Z[3][-1]\nx = C[39]")


# -------------------------------------------------------------------------------------------- by chance


class Writer:
    """Writes functions by chance."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)
        self.lines: list[str] = []
        self.loops = 0
        self.count = 0

    def value(self, depth: int = 2) -> str:
        plain = ["C[5]", "C[6]", "C[7]", "C[1]", "C[c_1]", "C[c_1 + 4]", "x", "n_5", "2", "len(Z[0])", "len(Z[1])"]
        plain += [
            "P_cost[c_1]",
            "S.tally",
            "(S.tally & 6)",
            "abs((C[5] - C[6]))",
            "f_sum(S)",
            "(Z[0][-1] if Z[0] else 1)",
        ]
        if depth and self.random.random() < 0.5:
            a, b, c = (self.value(depth - 1) for _ in range(3))
            return self.random.choice([f"({a} + {b})", f"({a} - {b})", f"({a} if {self.test(depth - 1)} else {c})"])
        return self.random.choice(plain)

    def test(self, depth: int = 2) -> str:
        if depth and self.random.random() < 0.6:
            a, b = self.test(depth - 1), self.test(depth - 1)
            return self.random.choice([f"({a} and {b})", f"({a} or {b})", f"(not {a})"])
        a, b, c = (self.value(depth) for _ in range(3))
        return self.random.choice(
            [f"({a} < {b})", f"({a} <= {b} < {c})", f"(y := {a})", f"p_do(S, {a})", f"({a} == 3)"]
        )

    def block(self, depth: int, indent: str) -> None:
        for _ in range(self.random.randrange(1, 5)):
            self.statement(depth, indent)

    def statement(self, depth: int, indent: str) -> None:
        add, value = self.lines.append, self.value()
        sort = self.random.randrange(16 if depth else 10)
        simple = [
            f"x = {value}",
            f"C[{self.random.randrange(5, 8)}] = {value}",
            f"C[{self.random.choice(['c_1', '1', 'i', 'c_1 + 4'])}] = {value}",
            "C[5] = x",
            f"n_5 {self.random.choice('+-')}= {value}",
            f"S.tally {self.random.choice('+-')}= 2",
            f"Z[{self.random.randrange(2)}].append({value})",
            f"Z[{self.random.randrange(2)}] = [{value}]",
            f"p_do(S, {value})",
            f"x = sum([C[5] + c_9 for c_9 in Z[0] if {'p_do(S, c_9)' if self.random.random() < 0.5 else 'c_9'}])",
        ]
        if sort < 10:
            add(indent + simple[sort])
        elif sort < 13:
            add(f"{indent}if {self.test()}:")
            self.block(depth - 1, indent + "    ")
            if self.random.random() < 0.3:
                add(f"{indent}elif {self.test()}:")
                self.block(depth - 1, indent + "    ")
            if self.random.random() < 0.5:
                add(f"{indent}else:")
                self.block(depth - 1, indent + "    ")
        elif sort < 15:
            self.count += 1
            turn = f"t_{self.count}"
            if sort == 13:
                add(f"{indent}for c_1 in [0, 1, 2, 3][: {self.random.randrange(4)}]:")
            else:
                add(f"{indent}{turn} = 0")
                add(indent + self.random.choice(["while True:", f"while {self.test()}:"]))
                add(f"{indent}    {turn} += 1")
                add(f"{indent}    if {turn} > 3:")
                add(f"{indent}        break")
            self.loops += 1
            self.block(depth - 1, indent + "    ")
            self.loops -= 1
        elif self.loops and self.random.random() < 0.7:
            add(f"{indent}if {self.test()}:")
            add(f"{indent}    {self.random.choice(['break', 'continue'])}")
        else:
            add(f"{indent}if {self.test()}:")
            add(f"{indent}    return {value}")


def run(text: str, seed: int) -> Any:
    random = Random(seed)
    S = SimpleNamespace(cells=[random.randrange(4) for _ in range(9)], zones=[[1], []], tally=random.randrange(9))
    log: list[Any] = []

    def p_do(S: Any, value: int) -> int:
        log.append((value, list(S.cells)))
        S.cells[random.randrange(9)] = random.randrange(4)
        S.tally ^= 2
        S.zones[random.randrange(2)].append(value)
        return random.randrange(2)

    names: dict[str, Any] = {"P_cost": (3, 1, 2, 5), "p_do": p_do, "f_sum": lambda S: sum(S.cells)}
    exec(compile(text, "<text>", "exec"), names)
    return names["p_turn"](S, 2), S.cells, S.zones, S.tally, log


@pytest.mark.parametrize("least", [0.1, kept_reads.KEPT])
def test_functions_do_what_they_did(least: float, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kept_reads, "KEPT", least)
    changed = 0
    for seed in range(70):
        writer = Writer(seed)
        writer.lines += ["    c_1 = 2", "    i = 6", "    x = 1"]
        for _ in range(6):
            writer.statement(3, "    ")
        writer.lines.append("    return x")
        text = HEAD + "\n".join(writer.lines)
        written = with_kept_reads(text, PLACES)
        changed += written != text
        for start in range(3):
            assert run(written, start) == run(text, start), f"{seed}\n{text}\n{written}"
    assert changed > 30
