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


def test_a_loop_is_left_to_the_function_of_all_parts() -> None:
    parts = [(1, ["a()", "pc = 2"]), (2, ["b()", "pc = 1", "continue"])]
    assert straight_on(1, parts, [], leave) == ["a()", "b()", "return on(1)"]


def test_turns_are_not_counted() -> None:
    counted = ["if turned:", "    S.fuel -= 1", "    if S.fuel < 0:", "        out_of_fuel(S, 1)", "turned = True"]
    assert straight_on(1, [(1, [*counted, "return a"])], [], leave) == ["return a"]


def test_a_long_part_is_left() -> None:
    parts = [(1, ["if x:", "    pc = 2", "    continue", "return a"]), (2, ["b()"] * 100)]
    assert straight_on(1, parts, [], leave) == ["if x:", "    return on(2)", "return a"]
