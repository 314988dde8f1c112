"""Information-set Monte Carlo tree search for one observer.

Each iteration makes a guess (a determinization), descends one tree common to all guesses with UCB1 over the options of
the guess, adds a node, plays on a little at random, and credits the outcome to each player who chose on the way
(Cowling, Powley and Whitehouse, 2012).
"""

from __future__ import annotations

import math
import random
from time import perf_counter
from typing import Any

from ...lang.diagnostic import MootError
from ...stack.game import Game
from ...state.position import NATURE, Position
from .evaluate import PLAYOUT, WON, Evaluation

EXPLORE = 0.6  # weight of seldom tried options
DEPTH = 4  # random choices between the new node and the reading of the promise
FAULTS = 20  # guesses in a row that cannot be played, after which the search makes do with what it has


class SearchNode:
    """The statistics of an option: its player, how often it was offered and chosen, and its total rewards."""

    __slots__ = ("children", "offered", "player", "total", "visits")

    def __init__(self, player: int) -> None:
        self.player = player
        self.visits = 0
        self.offered = 0
        self.total = 0.0
        self.children: dict[Any, SearchNode] = {}


class SearchBot:
    """The option that was tried most. With `seconds` the choice also depends on how fast the machine is."""

    def __init__(
        self, game: Game, seat: int, seed: int, *, iterations: int = 0, seconds: float = 0.0, depth: int = DEPTH
    ) -> None:
        self.game = game
        self.seat = seat
        self.iterations = iterations
        self.seconds = seconds
        self.rng = random.Random(seed)
        self.evaluation = Evaluation(game)
        self.depth = depth if self.evaluation.promise is not None else PLAYOUT
        self.of_things = [site.tag == "thing" for site in game.program.sites]
        self.scales = [RewardScale() for _ in game.players]

    def choose(self, S: Position) -> int:
        count = len(S.question().options)
        if count == 1:
            return 0
        root = SearchNode(self.seat)
        self.scales = [RewardScale() for _ in self.game.players]
        ends = perf_counter() + self.seconds
        done = faults = 0
        while (done < self.iterations if self.iterations else perf_counter() < ends) and faults < FAULTS:
            done += 1
            guessed = self.game.determinizer.guess(S, self.seat, self.rng)
            guessed.nature = False
            try:
                self.iterate(root, guessed)
                faults = 0
            except MootError:
                faults += 1
        visits = [root.children[place].visits if place in root.children else 0 for place in range(count)]
        return visits.index(max(visits))

    def iterate(self, root: SearchNode, S: Position) -> None:
        """One way down the tree and back; S is changed."""
        advance = self.game.machine.advance
        path = [root]
        node = root
        while S.ask is not None:
            _, player, values, _ = S.ask
            if player == NATURE:
                advance(S, self.game.machine.sample(S))
                continue
            if len(values) == 1:
                advance(S, values[0])
                continue
            keys = range(len(values)) if node is root else self.keys(S)
            child, place, fresh = self.descend(node, keys, player)
            advance(S, values[place])
            path.append(child)
            node = child
            if fresh:
                break
        self.evaluation.play_out(S, self.rng.random, self.depth)
        rewards = [scale.reward(m) for scale, m in zip(self.scales, self.evaluation.margins(S), strict=True)]
        for node in path:
            node.visits += 1
            node.total += rewards[node.player]

    def descend(self, node: SearchNode, keys: Any, player: int) -> tuple[SearchNode, int, bool]:
        """The child to follow, the place of its option, and whether it is new."""
        children = node.children
        fresh: list[int] = []
        best, best_worth, best_place = None, -1.0, -1
        for place, key in enumerate(keys):
            child = children.get(key)
            if child is None:
                fresh.append(place)
                continue
            child.offered += 1
            visits = child.visits or 1  # it has none where the rules came to a fault behind it
            worth = child.total / visits + EXPLORE * math.sqrt(math.log(child.offered) / visits)
            if worth > best_worth:
                best, best_worth, best_place = child, worth, place
        if fresh or best is None:
            place = fresh[int(self.rng.random() * len(fresh))]
            child = children[keys[place]] = SearchNode(player)
            child.offered = 1
            return child, place, True
        return best, best_place, False

    def keys(self, S: Position) -> list[Any]:
        """The names of the options in the tree: options that look the same have the same name in every guess."""
        assert S.ask is not None
        site, player, values, _ = S.ask
        if player != self.seat or not self.of_things[site]:
            return [(site, player, value) for value in values]
        return [(site, player, self.look_of(S, value)) for value in values]

    def look_of(self, S: Position, thing: Any) -> Any:
        """A thing that the seat does not know is identified by its zone alone."""
        layout = self.game.program.layout
        if thing is None or thing >= len(layout.things):
            return thing
        if self.game.machine.fast.knows(S, self.seat, thing):
            return thing
        zone = S.cells[thing]
        return ("at", zone, S.zones[zone].index(thing) if zone >= 0 else -1)


class RewardScale:
    """Scales the margins of one player to 0..1, relative to those met in this search."""

    def __init__(self) -> None:
        self.count = 0
        self.mean = 0.0
        self.squares = 0.0

    def reward(self, margin: float) -> float:
        if margin >= WON:
            return 1.0
        if margin <= -WON:
            return 0.0
        self.count += 1
        step = margin - self.mean
        self.mean += step / self.count
        self.squares += step * (margin - self.mean)
        scale = 2.0 * math.sqrt(self.squares / self.count)
        return 0.5 + 0.5 * math.tanh((margin - self.mean) / scale) if scale > 0 else 0.5
