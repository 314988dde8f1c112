"""Functions that bots look up by name, but that are written so that no bot can use them."""

from __future__ import annotations

from ...code.program import Program
from ...lang import tree
from ...lang.diagnostic import Diagnostic
from ...pack.model.bundle import Bundle
from ...state.tags import Tag

_PLAYER = "names player"
_READ = {  # by name, the parameters, their text, and the possible results (if they matter), in tags and in words
    "promise": ((_PLAYER,), "p: player", ("number",), ", which gives a number"),
    "promise_of": (("thing", _PLAYER), "x: piece, p: player", ("number",), ", which gives a number"),
    "promise_beside": ((_PLAYER,), "p: player", ("number",), ", which gives a number"),
    "team": ((_PLAYER,), "p: player", (), ""),
    "contradictions": ((_PLAYER,), "p: player", ("number", "list", "mask"), ", which gives a list, a set or a number"),
}


def check_bot_functions(bundle: Bundle, program: Program) -> list[Diagnostic]:
    """A warning for each function with a name that bots look up, but with other parameters or results."""
    found = []
    for decl in bundle.declarations:
        function = program.index.functions.get(decl.name) if isinstance(decl, tree.FunctionDecl) else None
        if not isinstance(decl, tree.FunctionDecl) or function is None or decl.name not in _READ:
            continue
        params, written, sorts, gives = _READ[decl.name]
        if function.tags != params or (sorts and Tag.read(function.tag).sort not in sorts):
            message = f"`{decl.name}` does not have the form that bots expect, so they ignore it"
            hint = f"write `function {decl.name}({written})`{gives}; or rename it"
            found.append(Diagnostic("unread-function", message, decl.at, hint, "warning"))
    return found
