"""The file with a case that `moot new case` writes. The case passes even if the pack later adds a default story."""

from __future__ import annotations

from pathlib import Path

from ...lang import tree
from ...pack.load import load as load_bundle
from ...pack.model.kinds import Kinds
from ...pack.model.schema import schema
from ..decks.pool import options_set
from ..files import write_new
from .starters import HEADER, must_be_new, pack_around, write_schema


def new_cases(place: Path) -> list[Path]:
    """A file with a case. `place`: the pack's folder and the file's name. The file goes into the pack's folder of
    cases.
    """
    from ...stack.load import load

    pack = pack_around(place.parent)
    inside = pack / "cases"
    name = place.name.removesuffix(".yaml")
    path = inside / f"{name}.yaml"
    must_be_new(path)
    game = load(pack)
    decision = game.start(0).decision
    asked = decision.player if decision is not None else "none"
    clause = next(iter(game.program.clauses), "document/clause")
    made = write_new(path, _CASE.format(asked=asked, clause=clause, options=_of_things(pack)))
    return [made, write_schema(pack, "cases", schema("cases"))]


def _of_things(pack: Path) -> str:
    """The line that sets the options that name a thing, such as the story, to their present values."""
    bundle = load_bundle(pack)
    kinds, values = Kinds(bundle.declarations).kinds, options_set(bundle)
    set_now = [
        f"{one.name}: {values[one.name]}"
        for one in bundle.declarations
        if isinstance(one, tree.OptionDecl) and isinstance(one.declared, tree.NamedType) and one.declared.name in kinds
    ]
    return f"    options: {{{', '.join(set_now)}}}\n" if set_now else ""


_CASE = (
    HEADER.format(schema="../.moot/cases.schema.json")
    + """# Cases test the rules with positions, choices and expected results. moot test runs them.
cases:
  - name: who is asked first
    # cites: [{clause}]
{options}    # given:                                     # the differences from the start: zones and states by name
    #   hand(somebody): [some_card]
    # when:                                      # the choices, in order
    #   - {asked}: some_card
    then:                                        # the expected results
      asked: {asked}
"""
)
