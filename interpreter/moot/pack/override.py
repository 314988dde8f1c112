"""Merge the declarations of packs: an extending pack may replace a base's declaration with `override`.

A replacement takes the place of the original, so that it has the same age.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import assert_never

from ..lang import tree
from ..lang.diagnostic import Report
from ..lang.formula_text import params_text
from ..lang.rule_names import label_of, sort_of
from ..lang.source import Span
from ..lang.spelling import nearest
from .model.bundle import CodeText, Setting, Thing
from .model.kinds import needed
from .model.lineage import Claims, Lineage

DeclarationKey = tuple[str, ...]


class Merger:
    """Takes the packs one after another, bases first."""

    def __init__(self, lineage: Lineage, report: Report, homes: dict[int, str], complete: bool = True) -> None:
        """`complete`: whether all rules could be read. If not, the target of an override may be among the lost ones."""
        self.complete = complete
        self.report = report
        self.homes = homes
        self.lineage = lineage
        self.claims = Claims(lineage, report)
        self.declarations: list[tree.Declared] = []
        self._places: dict[DeclarationKey, int] = {}
        self._late: list[tuple[str, tree.OverrideDecl, tree.Standing]] = []

    def add(self, pack: str, declarations: list[tree.Declared]) -> list[Setting]:
        """Merges the declarations of one pack; gives the options that it overrides."""
        settings: list[Setting] = []
        extensions = [decl for decl in declarations if isinstance(decl, tree.KindExtension)]
        for decl in [*(one for one in declarations if one not in extensions), *extensions]:
            of = decl.of if isinstance(decl, tree.OverrideDecl) else decl
            if isinstance(of, tree.DefaultDecl):
                settings += self._default(pack, of)
            elif isinstance(decl, tree.KindExtension):
                self._extend(pack, decl)
            elif not isinstance(decl, tree.OverrideDecl):
                self._declare(pack, decl)
            elif isinstance(of, tree.StandingRule):
                self._late.append((pack, decl, of))
            else:
                self._override(pack, of, decl.cites)
        return settings

    def override_standing(self, things: dict[str, Thing], documents: dict[str, str]) -> None:
        """Apply the overrides of standing rules, once all rules and things are known.

        `documents` gives for each pack the document of a citation without `/`.
        """
        for pack, decl, rule in self._late:
            self._standing(pack, decl, rule, things, documents)

    # ------------------------------------------------------------------------------------------ named declarations

    def _declare(self, pack: str, decl: tree.Declared) -> None:
        self.homes[id(decl)] = pack
        keys = _keys(decl)
        for key in keys:
            place = self._places.get(key)
            if place is None:
                continue
            other = self.declarations[place]
            home = self.homes[id(other)]
            shown = described(decl)
            notes = [(other.at, f"declared here, in `{home}`" if home != pack else "first occurrence")]
            if home == pack:
                message = (
                    f"{shown} is declared twice" if _same_sort(other, decl) else f"{described(other)} has this name"
                )
                self.report.error("duplicate-name", message, decl.at, "rename one of them", notes)
            elif not self.lineage.extends(pack, home):
                message = f"`{home}` and `{pack}` both declare {shown}, and neither extends the other"
                self.report.error("duplicate-name", message, decl.at, "use only one of them", notes)
            elif isinstance(decl, tree.GameDecl | tree.PlayersDecl):
                message = f"`{home}` already declares {shown}"
                self.report.error("base-name", message, decl.at, "remove this line", notes)
            else:
                message = f"the base `{home}` already declares {shown}" if _same_sort(other, decl) else (
                    f"the base `{home}` has {described(other)} with this name"
                )  # fmt: skip
                hint = f"write `override {sort_of(decl)} …`, or choose another name"
                self.report.error("base-name", message, decl.at, hint, notes)
            return
        for key in keys:
            self._places[key] = len(self.declarations)
        self.declarations.append(decl)

    def _override(self, pack: str, decl: tree.Declared, cites: list[tree.Cite]) -> None:
        verb, shown = sort_of(decl), described(decl)
        key = _keys(decl)[0]
        place = self._places.get(key)
        if place is None:
            known = {k[1]: k for k in self._places if k[0] == key[0]}
            hint = nearest(key[1], known) if len(key) == 2 else nearest(key[-1], [k[-1] for k in known.values()])
            self._nothing(f"no base pack declares {shown}", decl, hint or "remove `override`")
            return
        base = self.declarations[place]
        notes = [(base.at, "declared here in the base")]
        if not _same_sort(base, decl):
            message = f"the base declares {described(base)}, not a {verb}"
            self.report.error("override-sort", message, decl.at, f"write `override {sort_of(base)}`", notes)
            return
        if _params(base) != _params(decl):
            message = (
                f"the parameters of {shown} differ from the base's: ({_params(decl)}) instead of ({_params(base)})"
            )
            hint = f"write ({_params(base)})" if _params(base) else "remove the parameters"
            self.report.error("override-parameters", message, decl.at, hint, notes)
            return
        if isinstance(base, tree.KindDecl) and isinstance(decl, tree.KindDecl):
            self._left_out(base, decl, notes)
        if self.claims.allowed(key, shown, self.homes[id(base)], base.at, pack, decl.at):
            decl.cites = decl.cites or cites
            self._keep_words(base, decl)
            self._replace(place, decl, pack)

    def _left_out(self, base: tree.KindDecl, decl: tree.KindDecl, notes: Sequence[tuple[Span, str]]) -> None:
        """Reports fields of the base's kind that its override lacks, and adds them: each use would be an error more."""
        own = {field.name for field in decl.fields} | {state.name for state in decl.states}
        fields = [line for line in base.fields if line.name not in own]
        states = [line for line in base.states if line.name not in own]
        lost = [f"`{field.name}`" for field in fields] + [f"`{state.name}`" for state in states]
        if base.base is not None and decl.base is None:
            lost.insert(0, f"`is {base.base}`")
            decl.base = base.base
        if lost:
            decl.fields, decl.states = [*fields, *decl.fields], [*states, *decl.states]
            message = f"this replaces all of {described(base)}, but omits {', '.join(lost)}"
            self.report.error("override-fields", message, decl.at, "repeat everything that the base's kind has", notes)

    @staticmethod
    def _keep_words(base: tree.Declared, decl: tree.Declared) -> None:
        """Parts that an override leaves out keep the words of the base."""
        decl.doc = decl.doc or base.doc
        if isinstance(base, tree.KindDecl) and isinstance(decl, tree.KindDecl):
            old: list[tree.FieldDecl | tree.StateDecl] = [*base.fields, *base.states]
            new: list[tree.FieldDecl | tree.StateDecl] = [*decl.fields, *decl.states]
            said = {line.name: line.doc for line in old}
            for line in new:
                line.doc = line.doc or said.get(line.name)

    def _replace(self, place: int, decl: tree.Declared, pack: str) -> None:
        del self.homes[id(self.declarations[place])]
        self.declarations[place] = decl
        self.homes[id(decl)] = pack

    # ------------------------------------------------------------------------------------------ kinds that grow

    def _extend(self, pack: str, decl: tree.KindExtension) -> None:
        """The kind with more fields and states, in place of the original."""
        place = self._places.get(("kind", decl.name))
        base = None if place is None else self.declarations[place]
        if place is None or base is None:
            self._nothing(f"no base pack declares {described(decl)}", decl, nearest(decl.name, self._kinds()))
            return
        home = self.homes[id(base)]
        if not isinstance(base, tree.KindDecl):
            message = f"`{decl.name}` is a kind of names, which have no fields"
            self.report.error("override-sort", message, decl.at, "", [(base.at, "declared here")])
        elif home != pack and not self.lineage.extends(pack, home):
            message = f"{described(base)} belongs to `{home}`, which `{pack}` does not extend"
            hint = f"write `extends: {home}` in {pack}"
            self.report.error("override-stranger", message, decl.at, hint, [(base.at, "declared here")])
        else:
            fresh = [line for line in decl.fields if self._is_fresh(pack, base, line)]
            fields = [line for line in fresh if home == pack or self._has_value(line, home)]
            states = [line for line in decl.states if self._is_fresh(pack, base, line)]
            self._replace(place, replace(base, fields=base.fields + fields, states=base.states + states), home)

    def _has_value(self, line: tree.FieldDecl, home: str) -> bool:
        if not needed(line):
            return True
        message = f"`{line.name}` needs an initial value: things of `{home}` do not set it"
        self.report.error("missing-default", message, line.at, f"write `{line.name} : … = …`")
        self.report.lost.add(line.name)
        return False

    def _kinds(self) -> list[str]:
        return [decl.name for decl in self.declarations if isinstance(decl, tree.KindDecl)]

    def _is_fresh(self, pack: str, base: tree.KindDecl, line: tree.FieldDecl | tree.StateDecl) -> bool:
        """Whether the kind has no such field or state yet. If it has, an error is reported."""
        self.homes[id(line)] = pack
        lines: list[tree.FieldDecl | tree.StateDecl] = [*base.fields, *base.states]
        other = next((one for one in lines if one.name == line.name), None)
        if other is None:
            return True
        home = self.homes.get(id(other), self.homes[id(base)])
        message = f"{described(base)} of `{home}` already has `{line.name}`"
        if home != pack and not self.lineage.extends(pack, home):
            message = f"`{home}` and `{pack}` both add a field `{line.name}` to {described(base)}"
        notes = [(other.at, f"declared here, in `{home}`" if home != pack else "first occurrence")]
        self.report.error("duplicate-name", message, line.at, "rename it", notes)
        return False

    def _default(self, pack: str, decl: tree.DefaultDecl) -> list[Setting]:
        place = self._places.get(("option", decl.name))
        shown = f"the option `{decl.name}`"
        if place is None:
            known = [key[1] for key in self._places if key[0] == "option"]
            hint = nearest(decl.name, known) or "remove `override`"
            self._nothing(f"no base pack declares {shown}", decl, hint)
            return []
        base = self.declarations[place]
        if not self.claims.allowed(("default", decl.name), shown, self.homes[id(base)], base.at, pack, decl.at):
            return []
        return [Setting(decl.name, _literal(decl.value), decl.at, pack, decl=decl)]

    # ---------------------------------------------------------------------------------------------- standing rules

    def _standing(
        self,
        pack: str,
        decl: tree.OverrideDecl,
        rule: tree.Standing,
        things: dict[str, Thing],
        documents: dict[str, str],
    ) -> None:
        shown = described(rule)
        cites = _cited([*decl.cites, *rule.cites], documents.get(pack, ""))
        alike: list[tuple[list[tree.Declared], int]] = []
        for nodes in self._with_rules(things):
            for place, other in enumerate(nodes):
                if isinstance(other, tree.StandingRule) and described(other) == shown and other is not rule:
                    alike.append((nodes, place))
        found = [
            (nodes, place)
            for nodes, place in alike
            if not cites or cites & _cited(nodes[place].cites, documents.get(self._home(nodes[place]), ""))
        ]
        notes = [(nodes[place].at, "one of them") for nodes, place in (found or alike)[:4]]
        if not found:
            what = f"{shown} with this citation" if alike else shown
            hint = (
                "cite the clause that the base's rule cites" if alike else "match its verb, its target and its citation"
            )
            self._nothing(f"no base pack has a rule {what}", decl, hint, notes)
        elif len(found) > 1:
            hint = "cite a clause that only one of them cites"
            message = f"{len(found)} rules are {shown}, so the override is ambiguous"
            self.report.error("override-unclear", message, decl.at, hint, notes)
        else:
            nodes, place = found[0]
            base = nodes[place]
            key = (shown, id(nodes), place)
            if self.claims.allowed(key, f"the rule {shown}", self._home(base), base.at, pack, decl.at):
                rule.cites = rule.cites or decl.cites
                self.homes.pop(id(base), None)
                nodes[place] = rule
                self.homes[id(rule)] = pack

    def _nothing(self, message: str, decl: tree.Declared, hint: str, notes: Sequence[tuple[Span, str]] = ()) -> None:
        if self.complete:
            self.report.error("override-nothing", message, decl.at, hint, notes)

    def _home(self, decl: tree.Declared) -> str:
        return self.homes.get(id(decl), "")

    def _with_rules(self, things: dict[str, Thing]) -> Iterator[list[tree.Declared]]:
        yield self.declarations
        for thing in things.values():
            for entry in thing.fields.values():
                if isinstance(entry.value, CodeText) and entry.value.entry == "standing":
                    yield entry.value.nodes


def described(decl: tree.Declared) -> str:
    """A declaration as a message names it: "the function `limit`", "`after score`"."""
    match decl:
        case tree.GameDecl():
            return "the game"
        case tree.PlayersDecl():
            return "the line of players"
        case tree.LawDecl():
            return f"the law {decl.section} “{decl.title}”"
        case tree.StandingRule():
            return f"`{label_of(decl)}`"
        case tree.OverrideDecl():
            return described(decl.of)
        case _:
            return f"the {sort_of(decl)} `{decl.name}`"


def _same_sort(one: tree.Declared, other: tree.Declared) -> bool:
    return type(one) is type(other) and sort_of(one) == sort_of(other)


def _keys(decl: tree.Declared) -> list[DeclarationKey]:
    """The keys under which a declaration is known: two declarations with the same key share a name. None for standing
    rules.

    Kinds, options and tables have namespaces of their own here, as do values without and with parameters. The linker
    reports names that clash across namespaces.
    """
    match decl:
        case tree.GameDecl() | tree.PlayersDecl():
            return [(sort_of(decl),)]
        case tree.LawDecl():
            return [("law", decl.section, decl.title)]
        case tree.FunctionDecl() | tree.ProcedureDecl() | tree.ActionDecl():
            return [("call", decl.name)]
        case tree.StandingRule() | tree.DefaultDecl() | tree.OverrideDecl() | tree.KindExtension():
            return []
        case _:
            return [(sort_of(decl), decl.name)]


def _params(decl: tree.Declared) -> str:
    match decl:
        case tree.StateDecl() | tree.ZoneDecl() | tree.TableDecl() | tree.FunctionDecl() | tree.ProcedureDecl():
            return params_text(decl.params)
        case tree.ActionDecl():
            return params_text(decl.params)
        case tree.StandingRule() | tree.DefaultDecl() | tree.OverrideDecl() | tree.LawDecl():
            return ""
        case tree.GameDecl() | tree.PlayersDecl() | tree.KindDecl() | tree.NamesDecl() | tree.KindExtension():
            return ""
        case tree.BoardDecl() | tree.OptionDecl():
            return ""
        case _:
            assert_never(decl)


def _cited(cites: list[tree.Cite], document: str) -> set[str]:
    return {cite.clause if "/" in cite.clause else f"{document}/{cite.clause}" for cite in cites}


def _literal(value: tree.Formula) -> int | str | bool | None:
    match value:
        case tree.Number() | tree.Bool():
            return value.value
        case tree.Minus(of=tree.Number(value=number)):
            return -number
        case tree.Name():
            return value.name
    return None
