"""Players of the Balrog who are curious: of what is offered they like best what has been taken least in any game.

They know nothing but what whoever plays knows, and choose among what is legal: rare actions of cards first, then rare
actions of the rules. They keep a card for that of its actions that has been taken least, seldom discard such a card,
and fetch it where they may; they go to sites where they have been least, and into them.
"""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

from moot.stack.game import Game
from moot.state.position import Options, Position
from moot.tools.coverage.deeds import own_deeds

Named = tuple[str, str]  # the title of a thing, and the name of an action that it brings

REST = 0.2  # how much they like to do nothing more, beside 1 for what has never been done
ACTIONS = {  # how much they like actions of the rules, where that is not 0.3
    "set_out": 1.0,
    "play_character": 0.6,
    "play_follower": 0.3,
    "attack_company": 2.0,
    "influence_away": 0.3,
    "influence_showing": 0.5,
    "play_item": 0.8,
    "play_ally": 0.8,
    "influence_faction": 0.8,
    "transfer": 0.05,
    "store": 0.1,
    "remove_character": 0.01,
    "split_company": 0.05,
    "join_company": 0.1,
    "free_follower": 0.05,
    "follow": 0.05,
    "call_the_end": 0.02,
    "cancel_at_home": 0.1,
}
LEADERS = ("the_balrog", "some_wizard", "the_witch_king")  # who lets others meet strikes
KEPT = ("discard", "exchange with your sideboard")  # prompts of choices in which a card is lost
FOUND = ("into your play deck", "fetch", "take from your sideboard", "shuffle it in", "back to your hand")


class Curious:
    """What has been offered and taken so far, in how many decisions; who chooses by it in a game is made by `chooser`.

    Of all games of a run there is one, so that what one game has done others need not do.
    """

    def __init__(self) -> None:
        self.offered: Counter[Named] = Counter()
        self.taken: Counter[Named] = Counter()
        self.ruled: Counter[tuple[str, ...]] = Counter()  # actions of the rules, and the things that they are about
        self.visited: Counter[tuple[int, int]] = Counter()
        self.brought: dict[str, dict[str, None]] = {}  # by title of a thing: the actions that it brings

    def meet(self, game: Game) -> None:
        for deed in own_deeds(game):
            self.brought.setdefault(deed.thing, {})[deed.action] = None

    def rarity(self, title: str) -> float:
        """How rare the rarest action of a thing is: 1 if it has never been taken; 0 if the thing brings none."""
        return max((1 / (1 + self.taken[title, action]) for action in self.brought.get(title, ())), default=0.0)

    def chooser(self, game: Game, seed: int) -> Chooser:
        return Chooser(self, game, seed)


class Chooser:
    """Who chooses for all players of one game. `offered`, `taken`: what cards have brought in it."""

    def __init__(self, curious: Curious, game: Game, seed: int) -> None:
        self.offered: set[Named] = set()
        self.taken: set[Named] = set()
        self.of = curious
        self.draw = random.Random(seed)
        self.sites = game.program.sites
        self.things = game.program.layout.things
        self.actions = game.program.index.actions

    def choose(self, S: Position, player: int, values: Options) -> int:
        assert S.ask is not None
        site = self.sites[S.ask[0]]
        if site.tag == "call":
            return self.call(values)
        if site.tag == "thing":
            return self.thing(player, site.prompt, values)
        if site.tag == "number" and site.prompt.startswith("how many cards"):
            return len(values) - 1
        if site.tag == "bool" and site.prompt.startswith(("enter the site", "stay untapped")):
            return list(values).index(self.draw.random() < 0.8)
        return int(self.draw.random() * len(values))

    def any_of(self, weights: list[float]) -> int:
        return self.draw.choices(range(len(weights)), weights)[0]

    # ---- what to do
    def call(self, values: Options) -> int:
        groups: dict[Named, list[int]] = {}
        rest = -1
        for place, value in enumerate(values):
            if not isinstance(value, tuple) or value[0] < 0:
                rest = place
                continue
            groups.setdefault(self.named(value), []).append(place)
        of_cards = [one for one in groups if one[0]]
        self.of.offered.update(of_cards)
        self.offered.update(of_cards)
        names: list[Named | None] = list(groups)
        weights = [self.liking(one) for one in groups]
        if rest >= 0:
            names.append(None)
            weights.append(REST)
        name = names[self.any_of(weights)]
        if name is None:
            return rest
        places = groups[name]
        if name[0]:
            self.of.taken[name] += 1
            self.taken.add(name)
            return self.draw.choice(places)
        about = [self.about(values[place]) for place in places]
        if name[1] == "lay_on_guard":  # a card with an action that it has only there
            weights = [self.of.rarity(one[-1]) + 0.02 for one in about]
        else:
            weights = [1 / (1 + self.of.ruled[one]) + 0.02 for one in about]
        place = self.any_of(weights)
        self.of.ruled[about[place]] += 1
        return places[place]

    def named(self, value: tuple[Any, ...]) -> Named:
        number, _, this, _ = value
        return (self.things[this].title if this is not None and this < len(self.things) else "", self.actions[number].name)

    def liking(self, name: Named) -> float:
        title, action = name
        if not title:
            return ACTIONS.get(action, 0.3)
        times = self.of.taken[name]
        liking = 1 / (1 + times) + 0.03
        if self.of.rarity(title) > 2 / (1 + times):
            liking *= 0.2
        return liking

    def about(self, value: tuple[Any, ...]) -> tuple[str, ...]:
        """The action's name, and the card that it is about most of all: the last one."""
        number, _, _, args = value
        row = self.actions[number]
        named = [
            self.things[one].title
            for tag, one in zip(row.tags, args, strict=False)
            if tag == "thing" and isinstance(one, int) and 0 <= one < len(self.things)
        ]
        return (row.name, *named[-1:])

    # ---- which thing
    def thing(self, player: int, prompt: str, values: Options) -> int:
        if prompt.startswith("which site card"):
            places = [self.of.visited[player, one] if isinstance(one, int) else 0 for one in values]
            place = self.any_of([1 / (1 + times) for times in places])
            self.of.visited[player, values[place]] += 1
            return place
        if prompt.startswith("which character to start with"):
            return self.draw.choice([place for place, one in enumerate(values) if one is not None] or [0])
        if prompt.startswith("who meets a strike"):
            return self.any_of([0.1 if self.leads(one) else 1.0 for one in values])
        if any(word in prompt for word in KEPT):
            return self.any_of([1.03 - min(1.0, 2 * rarity) if rarity >= 0 else 1.0 for rarity in self.rarities(values)])
        if any(word in prompt for word in FOUND):
            return self.any_of([rarity + 0.03 if rarity >= 0 else 0.03 for rarity in self.rarities(values)])
        return int(self.draw.random() * len(values))

    def leads(self, thing: Any) -> bool:
        return isinstance(thing, int) and self.things[thing].title in LEADERS

    def rarities(self, values: Options) -> list[float]:
        """Of each thing how rare its rarest action is; -1 for nothing."""
        known = range(len(self.things))
        return [self.of.rarity(self.things[one].title) if isinstance(one, int) and one in known else -1.0 for one in values]
