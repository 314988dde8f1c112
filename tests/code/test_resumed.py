"""What a function that resumes a frame takes from the answer and from the frame."""

import pytest

from moot.code.write_resumed import answered, taken

READ = ["if S.live[3] and wanted(S, c_1):", "    hooked(S, (c_1, ))"]


def test_the_answer_has_at_once_the_name_that_it_gets() -> None:
    assert answered(["#@3", "c_2 = ret", "use(c_2)"], []) == ("c_2", ["#@3", "use(c_2)"])
    for body in (["use(ret)"], ["c_2 = ret", "use(ret)"], ["while True:", "    c_2 = ret"]):
        assert answered(body, []) == ("ret", body)
    again = ["c_2 = ret", "ret = ask(S)", "use(ret)"]
    assert answered(again, []) == ("c_2", again[1:])
    assert answered(again, ["c_2"]) == ("ret", again)


def test_what_is_read_once_or_twice_is_read_from_the_frame() -> None:
    there = ["if S.live[3] and wanted(S, fr[2]):", "    hooked(S, (fr[2], ))"]
    assert taken(["c_1"], READ) == there
    assert taken(["c_1"], [*READ, "c_1 = C[4]", "use(c_1)"]) == [*there, "c_1 = C[4]", "use(c_1)"]


@pytest.mark.parametrize(
    "body",
    [
        [*READ, "use(c_1)"],
        ["while True:", *(f"    {line}" for line in READ)],
        ["for x in (1, 2):", "    use(c_1)"],
        ["use([x for x in c_1])"],
        ["return on(S, c_1=c_1)"],
        ["c_1, x = ret"],
        ["c_1 += 1"],
        ["say('c_1')"],
        ["if x:", "    c_1 = 2", "use(c_1)"],
    ],
)  # fmt: skip
def test_what_is_read_otherwise_gets_its_name(body: list[str]) -> None:
    assert taken(["c_1"], body) == ["c_1 = fr[2]", *body]


def test_several_are_taken_at_once() -> None:
    assert taken(["a", "b"], ["use(a)"]) == ["_, _, a, b = fr", "use(a)"]
    assert taken([], ["use(a)"]) == ["use(a)"]
