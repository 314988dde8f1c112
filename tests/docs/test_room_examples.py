"""The examples in what rooms say they are for are run."""

from __future__ import annotations

import doctest
from importlib import import_module
from pathlib import Path

import pytest

import moot.tools

ROOMS = sorted(path.parent.name for path in Path(moot.tools.__file__).parent.glob("*/__init__.py"))


@pytest.mark.parametrize("room", ROOMS)
def test_examples(room: str) -> None:
    package = import_module(f"moot.tools.{room}")
    public = {name: getattr(package, name) for name in getattr(package, "__all__", ())}
    test = doctest.DocTestParser().get_doctest(package.__doc__ or "", public, room, package.__file__, 0)
    told: list[str] = []
    results = doctest.DocTestRunner(verbose=False).run(test, out=told.append)
    assert results.failed == 0, "".join(told)
