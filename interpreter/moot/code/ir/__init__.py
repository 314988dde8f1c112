"""The intermediate form between typed rules and programs.

Expressions read and never write; statements write, pause and nest in blocks; a unit is one function of the program.
Everything is a frozen value. Each expression knows the representation of its value; `verify` checks units against that,
and `text` prints them for people. This room knows nothing of the language (typing, lower) or a target (emit).
"""

from .expressions import *  # noqa: F403
from .operations import *  # noqa: F403
from .statements import *  # noqa: F403
