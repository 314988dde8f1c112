"""Options of all tests, and the profiles of those that search for examples."""

import gc
import os
from pathlib import Path

from hypothesis import HealthCheck, settings

from moot.lang.without_gc import SELDOM

TESTS = Path(__file__).parent
gc.set_threshold(*SELDOM)
# In these tests what is compiled is verified after every stage; it takes as long as compiling.
_VERIFIED = ("code", "games", "lang", "oracle", "pack", "properties", "semantics", "speed", "stack")

_SLOW = [HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.large_base_example]
settings.register_profile("long", max_examples=400, deadline=None, suppress_health_check=_SLOW, print_blob=True)
settings.register_profile("quick", settings.get_profile("long"), max_examples=12, derandomize=True, database=None)
settings.load_profile("quick")  # unless pytest is called with --hypothesis-profile=long


def pytest_runtest_setup(item):
    os.environ["MOOT_VERIFY"] = "1" if item.path.relative_to(TESTS).parts[0] in _VERIFIED else ""


def pytest_addoption(parser):
    parser.addoption(
        "--rewrite", action="store_true", help="write what is said now as what is expected; look at the diff afterwards"
    )
    parser.addoption("--slips", type=int, default=16, help="how many slips of the hand tests/bad/test_slips.py makes")
