"""`python -m tests.rooms` draws the rooms of the package and their imports into docs/architecture.svg."""

from __future__ import annotations

import sys
from pathlib import Path

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE))

from drawn_rooms import PICTURE, drawn_rooms  # noqa: E402

PICTURE.write_text(drawn_rooms(), encoding="utf-8")
print(PICTURE.relative_to(HERE.parents[1]))
