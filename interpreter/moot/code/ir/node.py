"""The base of expressions and statements: it only marks them as nodes, for walks."""

from __future__ import annotations


class AnyNode:
    """An expression or a statement. The unions `Expr` and `Stmt` name all there are."""

    __slots__ = ()


class AnyExpr(AnyNode):
    __slots__ = ()


class AnyStmt(AnyNode):
    __slots__ = ()
