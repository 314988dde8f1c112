"""From Lark's trees to nodes: declarations and standing rules. The builder of whole texts."""

from __future__ import annotations

from typing import Any

from . import tree
from .build_steps import StepBuilder
from .source import Span


class DeclarationBuilder(StepBuilder):
    """Makes all nodes. A line that declares several names (`state a, b : bool`) becomes a list of declarations."""

    def declarations(self, nodes: list[Any]) -> list[Any]:
        """The nodes of the parts of an entry point, in order, lists flattened."""
        made: list[Any] = []
        for node in nodes:
            built = self.build(node)
            made += built if isinstance(built, list) else [built]
        return made

    def make_game(self, node: Any) -> tree.GameDecl:
        name, title, cites = node.children
        return tree.GameDecl(self.at(node), str(name), str(title)[1:-1], cites=self.cites(cites))

    def make_players(self, node: Any) -> tree.PlayersDecl:
        names, cites = node.children
        return tree.PlayersDecl(self.at(node), self.names(names), cites=self.cites(cites))

    def make_kind(self, node: Any) -> tree.KindDecl:
        name, base, cites, *lines = node.children
        made = self.declarations([line for line in lines if line is not None])
        fields = [line for line in made if isinstance(line, tree.FieldDecl)]
        states = [line for line in made if isinstance(line, tree.StateDecl)]
        of = None if base is None else str(base)
        return tree.KindDecl(self.at(node), str(name), of, fields, states, cites=self.cites(cites))

    def make_kind_of_names(self, node: Any) -> tree.NamesDecl:
        name, names, cites = node.children
        return tree.NamesDecl(self.at(node), str(name), self.names(names), cites=self.cites(cites))

    def _places(self, node: Any, names: Any) -> list[tuple[str, Span]]:
        """One name has the whole line for its place, several have each their own."""
        if len(names.children) == 1:
            return [(str(names.children[0]), self.at(node))]
        return [(str(token), self.at(token)) for token in names.children]

    def make_field(self, node: Any) -> list[tree.FieldDecl]:
        names, declared, default, seen_by, cites = node.children
        # Everything is built anew for each name: the typing stage writes into formulas.
        return [
            tree.FieldDecl(
                at, name, self.build(declared), self.maybe(default), self._seen_by(seen_by), cites=self.cites(cites)
            )
            for name, at in self._places(node, names)
        ]

    def make_state(self, node: Any) -> list[tree.StateDecl]:
        names, params, declared, initial, lasts, seen_by, cites = node.children
        point, phase = (None, None) if lasts is None else (lasts.children[0].split()[0], str(lasts.children[1]))
        return [
            tree.StateDecl(
                at,
                name,
                self.params(params),
                self.build(declared),
                self.maybe(initial),
                point,
                phase,
                self._seen_by(seen_by),
                cites=self.cites(cites),
            )
            for name, at in self._places(node, names)
        ]

    def _seen_by(self, node: Any) -> tree.Formula | None:
        return None if node is None else self.build(node.children[0])

    def make_zone(self, node: Any) -> tree.ZoneDecl:
        name, params, sort, item, seen_by, in_play, cites = node.children
        if sort not in ("pile", "pool", "row", "stack"):
            message = f"`{sort}` is no sort of zone"
            self.report.error("zone-sort", message, self.at(sort), "a zone is a `pile`, `pool`, `row` or `stack`")
        return tree.ZoneDecl(
            self.at(node),
            str(name),
            self.params(params),
            str(sort),
            str(item),
            self.build(seen_by.children[0]),
            in_play is not None,
            cites=self.cites(cites),
        )

    def make_board(self, node: Any) -> tree.BoardDecl:
        name, shape, place, side, cites = node.children
        if shape not in ("hexes", "graph"):
            message = f"`{shape}` is no shape of a board"
            self.report.error("board-shape", message, self.at(shape), "a board is of `hexes`, or a `graph`")
        kinds = str(place), "" if side is None else str(side)
        return tree.BoardDecl(self.at(node), str(name), str(shape), *kinds, cites=self.cites(cites))

    def make_option(self, node: Any) -> tree.OptionDecl:
        name, declared, default, cites = node.children
        made = self.build(declared), self.build(default)
        return tree.OptionDecl(self.at(node), str(name), *made, cites=self.cites(cites))

    def make_table(self, node: Any) -> tree.TableDecl:
        name, params, declared, cites = node.children
        made = self.params(params), self.build(declared)
        return tree.TableDecl(self.at(node), str(name), *made, cites=self.cites(cites))

    def make_function(self, node: Any) -> tree.FunctionDecl:
        name, params, result, formula, cites = node.children
        value = self.build(formula)
        line = tree.Guarded(value.at, value, None, [])
        head = str(name), self.params(params), self.maybe(result)
        return tree.FunctionDecl(self.at(node), *head, [], [line], cites=self.cites(cites))

    def make_function_lines(self, node: Any) -> tree.FunctionDecl:
        name, params, result, cites, *lines = node.children
        lets = [self.build(line) for line in lines if line.data == "let"]
        guarded = [self._guarded(line) for line in lines if line.data == "guarded"]
        head = str(name), self.params(params), self.maybe(result)
        return tree.FunctionDecl(self.at(node), *head, lets, guarded, cites=self.cites(cites))

    def _guarded(self, node: Any) -> tree.Guarded:
        value, condition, cites = node.children
        if condition is not None and condition.data == "otherwise":
            condition = None
        return tree.Guarded(self.at(node), self.build(value), self.maybe(condition), self.cites(cites))

    def make_law(self, node: Any) -> tree.LawDecl:
        section, title, cites, *lines = node.children
        made = [self.build(line) for line in lines]
        return tree.LawDecl(self.at(node), str(section), str(title)[1:-1], made, cites=self.cites(cites))

    def make_claim(self, node: Any) -> tree.Claim:
        condition, cites = node.children
        return tree.Claim(self.at(node), self.build(condition), self.cites(cites))

    def make_law_each(self, node: Any) -> tree.LawEach:
        name, over, where, *lines = node.children
        made = [self.build(line) for line in lines]
        return tree.LawEach(self.at(node), str(name), self.build(over), self.maybe(where), made)

    def make_procedure(self, node: Any) -> tree.ProcedureDecl:
        name, params, result, cites, block = node.children
        head = str(name), self.params(params), self.maybe(result)
        return tree.ProcedureDecl(self.at(node), *head, False, self.block(block), cites=self.cites(cites))

    def make_phase(self, node: Any) -> tree.ProcedureDecl:
        name, params, cites, block = node.children
        head = str(name), self.params(params), None
        return tree.ProcedureDecl(self.at(node), *head, True, self.block(block), cites=self.cites(cites))

    # ---------------------------------------------------------------------------------------- actions

    def make_action(self, node: Any) -> tree.ActionDecl:
        name, domains, family, zones, actor, occasions, limit, cites, body = node.children
        lines, do = self._action_lines(body)
        return tree.ActionDecl(
            self.at(node),
            str(name),
            [] if domains is None else [self._domain(domain) for domain in domains.children],
            None if family is None else self.build(family.children[0]),
            self.names(zones),
            None if actor is None else self.build(actor.children[0]),
            [] if occasions is None else [self.head(head) for head in occasions.children],
            None if limit is None else str(limit.children[0]),
            lines,
            do,
            cites=self.cites(cites),
        )

    def _domain(self, node: Any) -> tree.Domain:
        name, declared, within = node.children
        return tree.Domain(self.at(node), str(name), self.build(declared), self.maybe(within))

    def _action_lines(self, node: Any) -> tuple[list[tree.Let | tree.Cost | tree.Require], tree.Block | None]:
        if node is None:
            return [], None
        *lines, does = node.children
        return [self.build(line) for line in lines], None if does is None else self.block(does.children[0])

    def make_cost(self, node: Any) -> tree.Cost:
        statement = self.build(node.children[0])
        return tree.Cost(self.at(node), statement, cites=statement.cites)

    # ---------------------------------------------------------------------------------------- standing rules

    def _hook(self, node: Any, when: str) -> tree.Hook:
        head, where, cites, block = node.children
        pattern = self.head(head), self.maybe(where)
        return tree.Hook(self.at(node), *pattern, when, self.block(block), cites=self.cites(cites))

    def make_before(self, node: Any) -> tree.Hook:
        return self._hook(node, "before")

    def make_instead(self, node: Any) -> tree.Hook:
        return self._hook(node, "instead")

    def make_after(self, node: Any) -> tree.Hook:
        return self._hook(node, "after")

    def make_modify(self, node: Any) -> tree.Modify:
        head, how, where, cites = node.children
        amounts = [self.maybe(part) for part in how.children]
        becomes, limits = (amounts[0], [None, None, None]) if how.data == "becomes" else (None, amounts)
        pattern = self.head(head), self.maybe(where)
        return tree.Modify(self.at(node), *pattern, becomes, *limits, cites=self.cites(cites))

    def make_forbid(self, node: Any) -> tree.Forbid:
        head, where, reason, cites = node.children
        pattern = self.head(head), self.maybe(where)
        return tree.Forbid(self.at(node), *pattern, self._some_text(reason), cites=self.cites(cites))

    def make_when(self, node: Any) -> tree.When:
        condition, once, cites, block = node.children
        at = self.at(node)
        head = tree.Head(at, "", [])
        made = self.build(condition)
        return tree.When(at, head, made, once is not None, self.block(block), cites=self.cites(cites))

    def make_default(self, node: Any) -> tree.DefaultDecl:
        name, value, cites = node.children
        return tree.DefaultDecl(self.at(node), str(name), self.build(value), cites=self.cites(cites))

    def make_override(self, node: Any) -> list[tree.OverrideDecl]:
        return [tree.OverrideDecl(self.at(node), made) for made in self.declarations(node.children)]
