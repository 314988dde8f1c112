"""From Lark's trees to nodes: declarations and standing rules. The builder of whole texts."""

from __future__ import annotations

from typing import Any, ClassVar

from ..state.grids import GRIDS
from . import tree
from .build_node import NodeMaker, plain_maker
from .build_steps import StepBuilder
from .source import Span

_PLAIN: dict[str, type[tree.Declared | tree.Claim]] = {
    "kind_of_names": tree.NamesDecl,
    "option": tree.OptionDecl,
    "table": tree.TableDecl,
    "claim": tree.Claim,
    "forbid": tree.Forbid,
    "default": tree.DefaultDecl,
}
_DOMAIN = plain_maker(tree.Domain)
MOST_PLAYERS = 24


def _hook(when: str) -> NodeMaker:
    def make(builder: StepBuilder, node: Any) -> tree.Hook:
        head, where, cites, block = node.children
        pattern = builder.head(head), builder.maybe(where)
        return tree.Hook(builder.at(node), *pattern, when, builder.block(block), cites=builder.cites(cites))

    return make


class DeclarationBuilder(StepBuilder):
    """Makes all nodes. A line that declares several names (`state a, b : bool`) becomes a list of declarations."""

    def declarations(self, nodes: list[Any]) -> list[Any]:
        """The nodes of the parts of an entry point, in order, lists flattened."""
        made: list[Any] = []
        for node in nodes:
            built = self.build(node)
            made += built if isinstance(built, list) else [built]
        return made

    def _game(self, node: Any) -> tree.GameDecl:
        name, title, cites = node.children
        return tree.GameDecl(self.at(node), str(name), str(title)[1:-1], cites=self.cites(cites))

    def _players(self, node: Any) -> tree.PlayersDecl:
        names, cites = node.children
        found = self.names(names)
        return tree.PlayersDecl(self.at(node), found, len(found), len(found), cites=self.cites(cites))

    def _players_counted(self, node: Any) -> list[tree.Declared]:
        """The players, and the option that says how many of them take part."""
        seats, names, usual, cites = node.children
        at = self.at(node)
        least, most = (self.number(str(end or seats.children[0]), at) for end in seats.children)
        found = self.names(names) if names is not None else [f"player_{n}" for n in range(1, most + 1)][:MOST_PLAYERS]
        count = self.number(str(usual), self.at(usual)) if usual is not None else least
        wrong = (
            (
                not 0 < least <= most <= MOST_PLAYERS,
                self.at(seats),
                f"expected a range within 1..{MOST_PLAYERS}, the lower limit first",
            ),
            (len(found) != most, at, f"at most {most} can play, but {len(found)} players are named"),
            (not least <= count <= most, at, f"the default of {count} players is not in {least}..{most}"),
        )
        mistake = next(((place, message) for is_wrong, place, message in wrong if is_wrong), None)
        if mistake is not None:
            hint = "for example, write `players 2..4`, or with names `players 2..4 : ann, bob, cid, dee = 3`"
            self.report.error("players", mistake[1], mistake[0], hint)
        players = tree.PlayersDecl(at, found, least, count, names is not None, cites=self.cites(cites))
        if least == most or mistake is not None:
            return [players]
        number = tree.Number(at, count)
        return [
            players,
            tree.OptionDecl(at, "players", tree.RangeType(at, least, most), number, cites=self.cites(cites)),
        ]

    def _kind(self, node: Any) -> tree.KindDecl:
        name, base, cites, *lines = node.children
        of = None if base is None else str(base)
        return tree.KindDecl(self.at(node), str(name), of, *self._members(lines), cites=self.cites(cites))

    def _kind_extension(self, node: Any) -> tree.KindExtension:
        name, cites, *lines = node.children
        return tree.KindExtension(self.at(node), str(name), *self._members(lines), cites=self.cites(cites))

    def _members(self, lines: list[Any]) -> tuple[list[tree.FieldDecl], list[tree.StateDecl]]:
        made = self.declarations([line for line in lines if line is not None])
        fields = [line for line in made if isinstance(line, tree.FieldDecl)]
        return fields, [line for line in made if isinstance(line, tree.StateDecl)]

    def _places(self, node: Any, names: Any) -> list[tuple[str, Span]]:
        """One name has the whole line for its place, several have each their own."""
        if len(names.children) == 1:
            return [(str(names.children[0]), self.at(node))]
        return [(str(token), self.at(token)) for token in names.children]

    def _field(self, node: Any) -> list[tree.FieldDecl]:
        names, declared, default, seen_by, cites = node.children
        # Every node is built again for each name, because the typing stage writes into formulas.
        return [
            tree.FieldDecl(
                at, name, self.build(declared), self.maybe(default), self._seen_by(seen_by), cites=self.cites(cites)
            )
            for name, at in self._places(node, names)
        ]

    def _state(self, node: Any) -> list[tree.StateDecl]:
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

    def _zone(self, node: Any) -> tree.ZoneDecl:
        name, params, sort, item, seen_by, in_play, cites = node.children
        if sort not in ("pile", "pool", "row", "stack"):
            message = f"unknown zone type `{sort}`"
            self.report.error("zone-sort", message, self.at(sort), "write `pile`, `pool`, `row` or `stack`")
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

    def _board(self, node: Any) -> tree.BoardDecl:
        name, shape, place, side, cites = node.children
        if shape not in (*GRIDS, "graph"):
            message = f"unknown board type `{shape}`"
            hint = f"write {', '.join(f'`{one}`' for one in GRIDS)} or `graph`"
            self.report.error("board-shape", message, self.at(shape), hint)
        kinds = str(place), "" if side is None else str(side)
        return tree.BoardDecl(self.at(node), str(name), str(shape), *kinds, cites=self.cites(cites))

    def _function(self, node: Any) -> tree.FunctionDecl:
        name, params, result, formula, cites = node.children
        value = self.build(formula)
        line = tree.Guarded(value.at, value, None, [])
        head = str(name), self.params(params), self.maybe(result)
        return tree.FunctionDecl(self.at(node), *head, [], [line], cites=self.cites(cites))

    def _function_lines(self, node: Any) -> tree.FunctionDecl:
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

    def _law(self, node: Any) -> tree.LawDecl:
        section, title, where, cites, *lines = node.children
        made = [self.build(line) for line in lines]
        return tree.LawDecl(
            self.at(node), str(section), str(title)[1:-1], self.maybe(where), made, cites=self.cites(cites)
        )

    def _law_each(self, node: Any) -> tree.LawEach:
        name, over, where, *lines = node.children
        made = [self.build(line) for line in lines]
        return tree.LawEach(self.at(node), str(name), self.build(over), self.maybe(where), made)

    def _procedure(self, node: Any) -> tree.ProcedureDecl:
        name, params, result, cites, block = node.children
        head = str(name), self.params(params), self.maybe(result)
        return tree.ProcedureDecl(self.at(node), *head, False, self.block(block), cites=self.cites(cites))

    def _phase(self, node: Any) -> tree.ProcedureDecl:
        name, params, cites, block = node.children
        head = str(name), self.params(params), None
        return tree.ProcedureDecl(self.at(node), *head, True, self.block(block), cites=self.cites(cites))

    # ---------------------------------------------------------------------------------------- actions

    def _action(self, node: Any) -> tree.ActionDecl:
        name, domains, families, zones, actor, occasions, limit, cites, body = node.children
        lines, do = self._action_lines(body)
        return tree.ActionDecl(
            self.at(node),
            str(name),
            [] if domains is None else [_DOMAIN(self, domain) for domain in domains.children],
            [] if families is None else [self.build(call) for call in families.children],
            self.names(zones),
            None if actor is None else self.build(actor.children[0]),
            [] if occasions is None else [self.head(head) for head in occasions.children],
            None if limit is None else str(limit.children[0]),
            lines,
            do,
            cites=self.cites(cites),
        )

    def _action_lines(self, node: Any) -> tuple[list[tree.ActionLine], tree.Block | None]:
        if node is None:
            return [], None
        *lines, does = node.children
        return [self.build(line) for line in lines], None if does is None else self.block(does.children[0])

    def _cost(self, node: Any) -> tree.Cost:
        statement = self.build(node.children[0])
        return tree.Cost(self.at(node), statement, cites=statement.cites)

    # ---------------------------------------------------------------------------------------- standing rules

    def _modify(self, node: Any) -> tree.Modify:
        head, how, where, cites = node.children
        *parts, at_last = how.children
        amounts = [self.maybe(part) for part in parts]
        becomes, (by, up_to, down_to) = (amounts[0], [None] * 3) if how.data == "becomes" else (None, amounts)
        pattern = self.head(head), self.maybe(where)
        last = at_last is not None
        return tree.Modify(self.at(node), *pattern, becomes, by, up_to, down_to, last, cites=self.cites(cites))

    def _when(self, node: Any) -> tree.When:
        condition, once, cites, block = node.children
        at = self.at(node)
        head = tree.Head(at, "", [])
        made = self.build(condition)
        return tree.When(at, head, made, once is not None, self.block(block), cites=self.cites(cites))

    def _override(self, node: Any) -> list[tree.OverrideDecl]:
        return [tree.OverrideDecl(self.at(node), made) for made in self.declarations(node.children)]

    makes: ClassVar[dict[str, NodeMaker]] = {
        **StepBuilder.makes,
        **{rule: plain_maker(kind) for rule, kind in _PLAIN.items()},
        **{when: _hook(when) for when in ("before", "instead", "after")},
        "game": _game,
        "players": _players,
        "players_counted": _players_counted,
        "kind": _kind,
        "kind_extension": _kind_extension,
        "field": _field,
        "state": _state,
        "zone": _zone,
        "board": _board,
        "function": _function,
        "function_lines": _function_lines,
        "law": _law,
        "law_each": _law_each,
        "procedure": _procedure,
        "phase": _phase,
        "action": _action,
        "cost": _cost,
        "modify": _modify,
        "when": _when,
        "override": _override,
    }
