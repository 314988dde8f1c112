"""The limits of a command: its memory, and the work of a step. A pack that needs too much ends with an error."""

from __future__ import annotations

import os
import sys

from ..lang.diagnostic import Diagnostic, MootError
from ..stack.driver import BUDGET, LEAST_BUDGET

NAME = "MOOT_MEMORY"
_MB = 1 << 20


def check_budget() -> None:
    """Raises MootError if the environment names a budget that is too small or not a number."""
    named = os.environ.get(BUDGET, "")
    if named and not (named.isdecimal() and int(named) >= LEAST_BUDGET):
        message = f"{BUDGET} is `{named}`, which is not a number of at least {LEAST_BUDGET:,}"
        raise MootError([Diagnostic("usage", message, hint=f"write a number, such as {BUDGET}=100000000")])


def bound_memory() -> None:
    """Bound this process and those that it starts: three quarters of the machine's memory, or what the environment
    names. A lower bound that is set already stays. Raises MootError for a bound that is not a number.
    """
    named = os.environ.get(NAME, "")
    if named == "off":
        return
    if named and not (named.isdecimal() and int(named)):
        message = f"{NAME} is `{named}`, which is not a number of megabytes"
        raise MootError([Diagnostic("usage", message, hint=f"write a number, such as {NAME}=4000, or {NAME}=off")])
    if sys.platform != "linux":  # elsewhere the system does not keep to it
        return
    import resource

    most = int(named) * _MB if named else os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") * 3 // 4
    soft, hard = resource.getrlimit(resource.RLIMIT_DATA)
    for bound in (soft, hard):
        if bound != resource.RLIM_INFINITY:
            most = min(most, bound)
    resource.setrlimit(resource.RLIMIT_DATA, (most, hard))


def out_of_memory() -> Diagnostic:
    hint = f"use fewer or smaller things, or raise the limit: {NAME}=MEGABYTES"
    return Diagnostic("memory", "not enough memory for this command", hint=hint)
