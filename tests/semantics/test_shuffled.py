"""Many steps of the generator at once give what its single steps give."""

from __future__ import annotations

import pytest

from moot.stack.chance import draw_number, shuffle_list
from moot.state.position import Position


@pytest.mark.parametrize("size", [0, 1, 2, 3, 54, 64, 65, 66, 200])
def test_a_shuffle_draws_a_number_for_each_place(size):
    for seed in (0, 1, 0x9E3779B97F4A7C15, (1 << 64) - 1):
        one, other = Position([], [], [], seed), Position([], [], [], seed)
        things, expected = list(range(size)), list(range(size))
        shuffle_list(one, things)
        for n in range(size - 1, 0, -1):
            k = draw_number(other, n + 1)
            expected[n], expected[k] = expected[k], expected[n]
        assert things == expected and one.rng == other.rng
