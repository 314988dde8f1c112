"""From Lark's trees to nodes: the statements of a block."""

from __future__ import annotations

from typing import Any

from . import tree
from .build_formula import FormulaBuilder


class StepBuilder(FormulaBuilder):
    """Makes the nodes of statements. Those of the rules under `until` come from the builder of declarations."""

    def block(self, node: Any) -> tree.Block:
        return [self.build(step) for step in node.children]

    def _some_text(self, token: Any) -> tree.Text:
        text = self.text(token)
        assert text is not None
        return text

    def make_set(self, node: Any) -> tree.Set:
        target, value, cites = node.children
        return tree.Set(self.at(node), self.build(target), self.build(value), cites=self.cites(cites))

    def make_raise(self, node: Any) -> tree.Raise:
        target, by, cites = node.children
        return tree.Raise(self.at(node), self.build(target), self.build(by), cites=self.cites(cites))

    def make_lower(self, node: Any) -> tree.Lower:
        target, by, cites = node.children
        return tree.Lower(self.at(node), self.build(target), self.build(by), cites=self.cites(cites))

    def make_move(self, node: Any) -> tree.Move:
        thing, place, to, cites = node.children
        word = None if place is None else place.split()[0]
        return tree.Move(self.at(node), self.build(thing), self.build(to), word, cites=self.cites(cites))

    def make_move_before(self, node: Any) -> tree.MoveBefore:
        thing, before, cites = node.children
        return tree.MoveBefore(self.at(node), self.build(thing), self.build(before), cites=self.cites(cites))

    def make_remove(self, node: Any) -> tree.Remove:
        thing, cites = node.children
        return tree.Remove(self.at(node), self.build(thing), cites=self.cites(cites))

    def make_let(self, node: Any) -> tree.Let:
        name, value, cites = node.children
        return tree.Let(self.at(node), str(name), self.build(value), cites=self.cites(cites))

    def make_require(self, node: Any) -> tree.Require:
        condition, reason, cites = node.children
        return tree.Require(self.at(node), self.build(condition), self.text(reason), cites=self.cites(cites))

    def make_call(self, node: Any) -> tree.CallStatement:
        callee, cites = node.children
        return tree.CallStatement(self.at(node), self.build(callee), cites=self.cites(cites))

    def make_run(self, node: Any) -> tree.Run:
        code, args, cites = node.children
        return tree.Run(self.at(node), self.build(code), self.args(args), cites=self.cites(cites))

    def make_if(self, node: Any) -> tree.If:
        branches = []
        otherwise, otherwise_cites = None, []
        for part in node.children:
            if part is None:
                continue
            if part.data == "else":
                cites, block = part.children
                otherwise, otherwise_cites = self.block(block), self.cites(cites)
            else:
                condition, cites, block = part.children
                made = tree.Branch(self.at(part), self.build(condition), self.cites(cites), self.block(block))
                branches.append(made)
        return tree.If(self.at(node), branches, otherwise, otherwise_cites)

    def make_for_each(self, node: Any) -> tree.ForEach:
        name, over, where, cites, block = node.children
        span, condition = self.build(over), self.maybe(where)
        return tree.ForEach(self.at(node), str(name), span, condition, self.block(block), cites=self.cites(cites))

    def make_while(self, node: Any) -> tree.While:
        condition, cites, block = node.children
        return tree.While(self.at(node), self.build(condition), self.block(block), cites=self.cites(cites))

    def make_repeat(self, node: Any) -> tree.Repeat:
        block, until, cites = node.children
        return tree.Repeat(self.at(node), self.block(block), self.build(until), cites=self.cites(cites))

    def make_return(self, node: Any) -> tree.Return:
        value, cites = node.children
        return tree.Return(self.at(node), self.maybe(value), cites=self.cites(cites))

    def make_proceed_line(self, node: Any) -> tree.ProceedStatement:
        proceed, cites = node.children
        return tree.ProceedStatement(self.at(node), self.build(proceed), cites=self.cites(cites))

    def make_win(self, node: Any) -> tree.Win:
        player, reason, cites = node.children
        return tree.Win(self.at(node), self.build(player), self.text(reason), cites=self.cites(cites))

    def make_nothing(self, node: Any) -> tree.Nothing:
        return tree.Nothing(self.at(node), cites=self.cites(node.children[0]))

    # ---------------------------------------------------------------------------------------- choices

    def _then(self, node: Any) -> tuple[tree.Block, tree.Block | None, list[tree.Cite]]:
        """What is done for each that was taken, and what if none was."""
        if node is None:
            return [], None, []
        *steps, last = node.children
        return [self.build(step) for step in steps], *self._else_none(last)

    def _else_none(self, node: Any) -> tuple[tree.Block | None, list[tree.Cite]]:
        if node is None:
            return None, []
        cites, block = node.children
        return self.block(block), self.cites(cites)

    def make_choose(self, node: Any) -> tree.Choose:
        how_many, *rest = node.children
        if how_many is None:
            return self._choose(node, None, None, False, rest)
        if how_many.data == "range":
            low, high = how_many.children
            return self._choose(node, self.build(low), self.build(high), False, rest)
        return self._choose(node, self.build(how_many), self.build(how_many), False, rest)

    def make_choose_or_none(self, node: Any) -> tree.Choose:
        return self._choose(node, None, None, True, node.children)

    def _choose(
        self, node: Any, low: tree.Formula | None, high: tree.Formula | None, or_none: bool, rest: list[Any]
    ) -> tree.Choose:
        name, over, where, by, prompt, cites, then = rest
        return tree.Choose(
            self.at(node),
            str(name),
            low,
            high,
            or_none,
            self.build(over),
            self.maybe(where),
            self.build(by),
            self._some_text(prompt),
            *self._then(then),
            cites=self.cites(cites),
        )

    def make_choose_one(self, node: Any) -> tree.ChooseOne:
        by, prompt, cites, *branches, last = node.children
        alternatives = [self._alternative(branch) for branch in branches]
        otherwise = self._else_none(last)
        asked = self._some_text(prompt)
        return tree.ChooseOne(self.at(node), self.build(by), asked, alternatives, *otherwise, cites=self.cites(cites))

    def _alternative(self, node: Any) -> tree.Alternative:
        label, where, cites, block = node.children
        text = self._some_text(label)
        return tree.Alternative(self.at(node), text, self.maybe(where), self.cites(cites), self.block(block))

    def make_pick(self, node: Any) -> tree.Pick:
        how_many, name, over, where, cites, then = node.children
        return tree.Pick(
            self.at(node),
            str(name),
            self.maybe(how_many),
            self.build(over),
            self.maybe(where),
            *self._then(then),
            cites=self.cites(cites),
        )

    def make_offer(self, node: Any) -> tree.Offer:
        families, to, occasion, until_done, cites, lines = node.children
        requires: list[tree.Require] = []
        on_none = chosen = on_chosen = None
        if lines is not None:
            *conditions, none, taken = lines.children
            requires = [self.build(line) for line in conditions]
            on_none = None if none is None else self.block(none.children[0])
            if taken is not None:
                chosen, on_chosen = str(taken.children[0]), self.block(taken.children[1])
        return tree.Offer(
            self.at(node),
            self.names(families),
            self.build(to),
            None if occasion is None else str(occasion),
            until_done is not None,
            requires,
            on_none,
            chosen,
            on_chosen,
            cites=self.cites(cites),
        )

    def make_lasting(self, node: Any) -> tree.Lasting:
        point, phase, once, cites, *rules = node.children
        made = [self.build(rule) for rule in rules]
        word = point.split()[0]
        return tree.Lasting(self.at(node), word, str(phase), once is not None, made, cites=self.cites(cites))
