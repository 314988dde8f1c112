"""The way straight on: the same lines in the same order, with jumps where they are short and calls elsewhere."""

from moot.code.write_straight import straight_on


def leave(label: int) -> str:
    return f"return on({label})"


def test_parts_that_follow_are_joined() -> None:
    parts = [(1, ["a()", "pc = 2"]), (2, ["b()"])]
    assert straight_on(1, parts, ["return None"], leave) == ["a()", "b()", "return None"]


def test_a_short_part_stands_in_place_of_a_jump() -> None:
    parts = [(1, ["if x:", "    pc = 3", "    continue", "a()", "pc = 2"]), (2, ["return b"]), (3, ["c()"])]
    lines = straight_on(1, parts, ["return None"], leave)
    assert lines == ["if x:", "    c()", "    return None", "a()", "return b"]


def test_a_way_that_comes_back_is_a_loop() -> None:
    parts = [(1, ["a()", "pc = 2"]), (2, ["if x:", "    pc = 3", "    continue", "b()", "pc = 2", "continue"]), (3, [])]
    lines = straight_on(1, parts, ["return None"], leave)
    assert lines == ["a()", "while True:", "    if x:", "        return None", "    b()"]


def test_what_comes_back_in_place_of_a_jump_goes_on_with_the_loop() -> None:
    parts = [(1, ["if x:", "    pc = 1", "    continue", "a()", "return b"])]
    assert straight_on(1, parts, [], leave) == [
        "while True:",
        "    if x:",
        "        continue",
        "    a()",
        "    return b",
    ]


def test_a_second_loop_is_left_to_the_function_of_all_parts() -> None:
    back = ["if x:", "    pc = 1", "    continue", "b()", "pc = 2", "continue"]
    lines = straight_on(1, [(1, ["a()", "pc = 2"]), (2, back)], [], leave)
    assert lines == ["a()", "while True:", "    if x:", "        return on(1)", "    b()"]


def test_turns_are_counted_where_the_way_goes_back() -> None:
    fuel = ["S.fuel -= 1", "if S.fuel < 0:", "    out_of_fuel(S, 1)"]
    counted = ["if turned:", *(f"    {line}" for line in fuel), "turned = True"]
    assert straight_on(1, [(1, [*counted, "return a"])], [], leave) == ["return a"]
    lines = straight_on(1, [(1, [*counted, "a()", "pc = 1", "continue"])], [], leave)
    assert lines == ["while True:", "    a()", *(f"    {line}" for line in fuel)]


def test_a_long_part_is_left() -> None:
    parts = [(1, ["if x:", "    pc = 2", "    continue", "return a"]), (2, ["b()"] * 100)]
    assert straight_on(1, parts, [], leave) == ["if x:", "    return on(2)", "return a"]
