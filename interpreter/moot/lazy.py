"""Packages hand on their public names when they are asked for: a command does not load what it does not need."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any

from .moved import MODULES, moved


def handed_on(package: str, names: Mapping[str, str]) -> Callable[[str], Any]:
    """The `__getattr__` of a package whose public `names` are in the modules that they are mapped to.

    A name that used to be in the module of the package's name raises an ImportError with its present place.
    """

    def find(name: str) -> Any:
        if name in names:
            value = getattr(import_module(f".{names[name]}", package), name)
            setattr(sys.modules[package], name, value)
            return value
        if not name.startswith("_") and package in MODULES:
            missing = object()
            value = getattr(import_module(MODULES[package]), name, missing)
            if value is not missing and getattr(value, "__module__", MODULES[package]) == MODULES[package]:
                raise moved(f"{package}.{name}", f"{MODULES[package]}.{name}")
        raise AttributeError(f"module {package!r} has no attribute {name!r}")

    return find
