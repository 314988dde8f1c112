"""The tree of a rules text: what the parser makes, names the checker resolves and the compiler reads.

Every node has `at`, its place. Expressions also have `type` and `ref`, which the typing stage fills in.
Statements and declarations carry `cites`: the clauses that the line carries out.
"""

from .declarations import *  # noqa: F403
from .formulas import *  # noqa: F403
from .statements import *  # noqa: F403
