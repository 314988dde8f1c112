"""Options kept open: one compiled game plays cases that set them in different ways.

An option is fixed before a game is compiled, so each set of options needs a compilation of its own. For cases most
options become states with the same values; a case then sets them as it sets any state. Options that must be known
before play stay options: the number of players, things or decks, and options read by the limits of ranges or by initial
values.
"""

from __future__ import annotations

from ...lang import tree
from ...lang.walk import walk
from ...pack.model.bundle import Bundle, YamlEntry
from ...pack.model.yaml_text import raw
from ..setup.played_names import all_names_read, named_codes

PLAIN = ("bool", "number")
PLAYERS = "players"  # the option that says how many play


class OpenOptions:
    """The options of a pack that may become states, by name: options with plain values that have not been set."""

    def __init__(self, bundle: Bundle) -> None:
        settled = {PLAYERS, *(setting.option for setting in bundle.settings)}
        before = _read_before_play(bundle)
        self.names = {decl.name: decl.names for decl in bundle.declarations if isinstance(decl, tree.NamesDecl)}
        options = [decl for decl in bundle.declarations if isinstance(decl, tree.OptionDecl)]
        self.declared = {
            decl.name: decl.declared
            for decl in options
            if decl.name not in settled | before and self._holds_plain_values(decl.declared)
        }
        self.closed = {PLAYERS, *(decl.name for decl in options)} - self.declared.keys()

    def may_be(self, name: str, entry: YamlEntry) -> bool:
        """Whether an open option can have the value in a case; for others, whether the value exists. If not, the
        compiler reports the reason.
        """
        declared = self.declared.get(name)
        match declared:
            case tree.RangeType(low=int() as low, high=int() as high):
                return type(entry.value) is int and low <= entry.value <= high
            case tree.WordsType(names=names):
                return raw(entry) in names
            case tree.NamedType(name="number"):
                return type(entry.value) is int
            case tree.NamedType(name="bool"):
                return raw(entry) in ("yes", "no")
            case tree.NamedType(name=named):
                return raw(entry) in self.names[named]
        return name in self.closed

    def _holds_plain_values(self, declared: tree.WrittenType) -> bool:
        match declared:
            case tree.RangeType(low=low, high=high):
                return isinstance(low, int) and isinstance(high, int)
            case tree.NamedType(name=name):
                return name in PLAIN or name in self.names
        return isinstance(declared, tree.WordsType)


def open_options(bundle: Bundle) -> None:
    """Turn them into states, in a bundle that has not been typed yet."""
    opened = OpenOptions(bundle).declared
    for place, decl in enumerate(bundle.declarations):
        if isinstance(decl, tree.OptionDecl) and decl.name in opened:
            state = tree.StateDecl(decl.at, decl.name, [], decl.declared, decl.default, None, None, None)
            bundle.declarations[place] = state
            if id(decl) in bundle.home:
                bundle.home[id(state)] = bundle.home[id(decl)]


def _read_before_play(bundle: Bundle) -> set[str]:
    """The options read by the limits of ranges and the initial values of states and fields."""
    ends: set[str] = set()
    first: list[tree.Node] = []
    for node in walk([*bundle.declarations, *(node for _, code in named_codes(bundle) for node in code.nodes)]):
        match node:
            case tree.RangeType(low=low, high=high):
                ends |= {end for end in (low, high) if isinstance(end, str)}
            case tree.StateDecl(initial=formula) | tree.FieldDecl(default=formula) if formula is not None:
                first.append(formula)
    functions = [decl for decl in bundle.declarations if isinstance(decl, tree.FunctionDecl) and decl.name in ends]
    return ends | all_names_read(bundle, [*first, *functions])
