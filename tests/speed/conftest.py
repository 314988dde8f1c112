"""The benchmarks are no part of the package: their folder is found from the checkout."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))
