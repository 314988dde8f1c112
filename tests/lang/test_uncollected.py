"""Bots think without the garbage collector, and leave it as they found it."""

import gc

import pytest

from moot.lang.without_gc import uncollected


@pytest.fixture(autouse=True)
def collector():
    was = gc.isenabled()
    yield
    (gc.enable if was else gc.disable)()


@pytest.mark.parametrize("at_work", [True, False])
def test_it_rests_within_and_is_as_before_afterwards(at_work):
    (gc.enable if at_work else gc.disable)()
    with uncollected():
        assert not gc.isenabled()
    assert gc.isenabled() == at_work


def test_after_an_error_too():
    gc.enable()
    with pytest.raises(ValueError), uncollected():
        raise ValueError
    assert gc.isenabled()
