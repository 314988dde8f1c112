"""The failures of a law are listed by the values of the numbers in them."""

from moot.tools.laws.broken import natural_order


def test_numbers_are_sorted_by_value() -> None:
    assert sorted(["10, fern", "9, oak", "11", "9, fern", "ash"], key=natural_order) == [
        "9, fern",
        "9, oak",
        "10, fern",
        "11",
        "ash",
    ]
