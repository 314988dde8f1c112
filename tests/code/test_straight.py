"""The way straight on: the same lines in the same order, with jumps where they are short and calls elsewhere."""

from moot.code.write_straight import longest_way, straight_on


def leave(label: int) -> str:
    return f"return on({label})"


def test_parts_that_follow_are_joined() -> None:
    parts = [(1, ["a()", "pc = 2"]), (2, ["b()"])]
    assert straight_on(1, parts, ["return None"], leave) == ["a()", "b()", "return None"]


def test_what_is_jumped_over_is_a_branch() -> None:
    parts = [(1, ["if not x:", "    pc = 2", "    continue", "a()", "pc = 2"]), (2, ["b()"])]
    assert straight_on(1, parts, ["return None"], leave) == ["if x:", "    a()", "b()", "return None"]


def test_a_branch_that_does_something_before_it_jumps_stands_first() -> None:
    parts = [(1, ["if x:", "    a()", "    pc = 2", "    continue", "b()", "pc = 2"]), (2, ["c()"])]
    lines = straight_on(1, parts, [], leave)
    assert lines == ["if x:", "    a()", "else:", "    b()", "c()"]


def test_what_leads_past_the_other_side_stands_beside_it() -> None:
    parts = [
        (1, ["if not x:", "    pc = 2", "    continue", "a()", "pc = 3", "continue"]),
        (2, ["b()", "pc = 3"]),
        (3, ["c()"]),
    ]
    assert straight_on(1, parts, [], leave) == ["if x:", "    a()", "else:", "    b()", "c()"]


def test_a_branch_with_nothing_in_it_passes() -> None:
    parts = [(1, ["if x:", "    pc = 2", "    continue", "pc = 2"]), (2, ["return a"])]
    assert straight_on(1, parts, [], leave) == ["if not x:", "    pass", "return a"]


def test_a_short_part_stands_in_place_of_a_jump_from_within_a_branch() -> None:
    parts = [(1, ["if x:", "    if y:", "        pc = 2", "        continue", "return a"]), (2, ["b()"])]
    lines = straight_on(1, parts, ["return None"], leave)
    assert lines == ["if x:", "    if y:", "        b()", "        return None", "return a"]


def test_a_way_that_comes_back_is_a_loop() -> None:
    parts = [(1, ["a()", "pc = 2"]), (2, ["if x:", "    pc = 3", "    continue", "b()", "pc = 2", "continue"]), (3, [])]
    lines = straight_on(1, parts, ["return None"], leave)
    assert lines == ["a()", "while True:", "    if x:", "        break", "    b()", "    continue", "return None"]


def test_a_way_from_the_middle_of_a_loop_has_the_whole_loop_behind_it() -> None:
    parts = [
        (1, ["if not x:", "    pc = 3", "    continue", "a()", "pc = 2"]),
        (2, ["b()", "pc = 1", "continue"]),
        (3, ["c()"]),
    ]
    loop = ["while True:", "    if not x:", "        break", "    a()", "    b()", "    continue", "c()"]
    assert straight_on(2, parts, [], leave) == ["b()", *loop]


def test_loops_stand_in_loops() -> None:
    parts = [
        (1, ["if x:", "    pc = 4", "    continue", "pc = 2"]),
        (2, ["if y:", "    pc = 3", "    continue", "a()", "pc = 2", "continue"]),
        (3, ["b()", "pc = 1", "continue"]),
        (4, ["c()"]),
    ]
    inner = ["while True:", "    if y:", "        break", "    a()", "    continue"]
    outer = ["while True:", "    if x:", "        break", *(f"    {line}" for line in inner), "    b()", "    continue"]
    assert straight_on(1, parts, [], leave) == [*outer, "c()"]


def test_turns_are_counted_where_the_way_goes_back() -> None:
    fuel = ["S.fuel -= 1", "if S.fuel < 0:", "    out_of_fuel(S, 1)"]
    counted = ["if turned:", *(f"    {line}" for line in fuel), "turned = True"]
    assert straight_on(1, [(1, [*counted, "return a"])], [], leave) == ["return a"]
    lines = straight_on(1, [(1, [*counted, "a()", "pc = 1", "continue"])], [], leave)
    assert lines == ["while True:", "    a()", *(f"    {line}" for line in fuel), "    continue"]


def test_a_long_part_is_left() -> None:
    assert [longest_way(ways) for ways in (1, 20, 1000)] == [1200, 500, 120]
    parts = [(1, ["a()", "pc = 2"]), (2, ["b()"] * 2000)]
    assert straight_on(1, parts, [], leave) == ["a()", "return on(2)"]
    parts = [(1, ["if x:", "    if y:", "        pc = 2", "        continue", "return a"]), (2, ["b()"] * 100)]
    assert straight_on(1, parts, [], leave) == ["if x:", "    if y:", "        return on(2)", "return a"]
