"""Python paths of the layout before this: an import says where a thing is now."""

from __future__ import annotations

import importlib

import pytest

from moot.moved import MODULES


@pytest.mark.parametrize("old", sorted(MODULES))
def test_old_modules_name_their_new_path(old: str) -> None:
    new = importlib.import_module(MODULES[old])
    try:
        package = importlib.import_module(old)
    except ImportError as error:
        assert str(error) == f"`{old}` is now `{MODULES[old]}`"
        return
    names = [name for name, value in vars(new).items() if getattr(value, "__module__", "") == new.__name__]
    public = [name for name in names if not name.startswith("_")]
    assert public
    for name in public:
        if name in getattr(package, "__all__", ()):
            assert getattr(package, name) is getattr(new, name)
        else:
            with pytest.raises(ImportError, match=f"`{old}.{name}` is now `{MODULES[old]}.{name}`"):
                getattr(package, name)


def test_what_never_was_is_not_found() -> None:
    with pytest.raises(ModuleNotFoundError, match=r"moot\.tools\.nowhere"):
        importlib.import_module("moot.tools.nowhere")
    with pytest.raises(AttributeError, match="nothing_like_it"):
        importlib.import_module("moot.tools.check").nothing_like_it  # noqa: B018
