"""What expressions and statements share: nothing but that they are nodes, by which walks know them."""

from __future__ import annotations


class AnyNode:
    """An expression or a statement. The unions `Expr` and `Stmt` name all there are."""

    __slots__ = ()


class AnyExpr(AnyNode):
    __slots__ = ()


class AnyStmt(AnyNode):
    __slots__ = ()
