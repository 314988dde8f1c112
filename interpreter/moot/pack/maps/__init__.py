"""Maps: the boards that rules declare, from the grids and lists of YAML files.

`grids` (with `letters` for the ground) and `graphs` read the two sorts of maps; `link` brings declarations and the
maps of all packs together.
"""

from __future__ import annotations

from ...lazy import handed_on

__getattr__ = handed_on(__name__, {})  # what was in the module of this name
