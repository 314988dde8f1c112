"""The tree of a rules text. The parser makes it, the checker resolves its names and the compiler reads it.

Every node has `at`, its place. Expressions also have `type` and `ref`, which the typing stage fills in. Statements and
declarations carry `cites`: the clauses that the line implements.
"""

from .declarations import *  # noqa: F403
from .formulas import *  # noqa: F403
from .statements import *  # noqa: F403
