"""Maps: the boards that rules declare, from the grids and lists of YAML files.

`grids` (with `letters` for the ground) and `graphs` read the two types of maps. `link` connects the declarations with
the maps of all packs.
"""

from __future__ import annotations

from ...lazy import handed_on

__getattr__ = handed_on(__name__, {})  # names that were in the module of this name
