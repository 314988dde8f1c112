"""Random packs are made by the modules of the folder beside this one."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "properties"))
