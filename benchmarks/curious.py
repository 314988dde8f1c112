"""Curious players for the Balrog: they prefer the choices that were taken least in any game.

They know no more than whoever plays, and choose among what is legal: rare actions of cards first, then those of the
rules. They keep a card for that of its actions that has been taken least, seldom discard such a card, and fetch it
where they may. They go to sites where they have been least, or where the opponent is, and into them.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

from moot.stack.game import Game
from moot.state.position import Options, Position
from moot.tools.coverage.deeds import own_deeds

Named = tuple[str, str]  # the title of a thing, and the name of an action that it brings; or none, and one of the rules

REST = 0.2  # how much they like to do nothing more, beside 1 for what has never been done
OF_RULES = 0.3  # how much they like actions of the rules, but for these
LIKED = {
    "attack_company": 2.0,
    "set_out": 1.0,
    "play_item": 0.8,
    "play_ally": 0.8,
    "influence_faction": 0.8,
    "play_character": 0.6,
    "influence_showing": 0.5,
    "store": 0.1,
    "join_company": 0.1,
    "cancel_at_home": 0.1,
    "transfer": 0.05,
    "split_company": 0.05,
    "follow": 0.05,
    "free_follower": 0.05,
    "call_the_end": 0.02,
    "remove_character": 0.01,
}
OF_ITEMS = ("store", "transfer")  # actions that are about the first of their things; others about the last
FACTIONS = ("gifts_as_given_of_old", "mine_or_no_ones", "grond", "long_grievous_siege")  # whose actions need one
NEEDED = {  # by a card those with actions that need it
    "great_shadow": ("darkness_wielded", "cloaked_by_darkness"),
    "strangling_coils": ("heart_of_dark_fire", "roam_the_waste"),
    "flame_of_udun": ("scourge_of_fire", "terror_heralds_doom", "breach_the_hold", "invade_their_domain"),
    "breach_the_hold": ("invade_their_domain", "lord_and_usurper"),
    "invade_their_domain": ("lord_and_usurper",),
    "prone_to_violence": ("no_better_use", "going_ever_under_dark"),
    "a_little_gold_ring": ("stinker", "challenge_the_power"),
    "the_one_ring": ("stinker", "challenge_the_power"),
    "some_lesser_ring": ("whispers_of_rings", "rumours_of_rings"),
    "snaga_hai": FACTIONS,
    "orcs_of_moria": FACTIONS,
    "orcs_of_angmar": FACTIONS,
    "orcs_of_gundabad": FACTIONS,
    "goblins_of_goblin_gate": FACTIONS,
}
ELSE = (  # cards that are played for one thing or for another; what others do beside `play` they do in play
    "foolish_words_le",
    "foolish_words_td",
    "heedless_revelry",
    "twilight_le",
    "twilight_tw",
)
GOALS = {  # by a site those whose actions need somebody there
    "shelobs_lair": ("no_better_use",),
    "barad_dur": ("stinker", "challenge_the_power"),
    "moria": FACTIONS,
    "mount_gram": FACTIONS,
    "mount_gundabad": FACTIONS,
    "goblin_gate": FACTIONS,
    "the_rusted_deeps": ("breach_the_hold",),
    "iron_hill_dwarf_hold": ("invade_their_domain", "lord_and_usurper"),
}
LEADERS = ("the_balrog", "some_wizard", "the_witch_king")  # the players who let others face strikes
LOST = ("discard", "with your sideboard")  # prompts at which a card is lost
FOUND = ("into your play deck", "fetch", "from your sideboard", "to your hand", "into your hand")


class Curious:
    """The choices offered and taken in all games of a run, with the number of decisions."""

    def __init__(self) -> None:
        self.offered: Counter[Named] = Counter()
        self.taken: Counter[Named] = Counter()
        self.ruled: Counter[Named] = Counter()  # by action of the rules, and the thing that it is about
        self.visited: Counter[tuple[int, str]] = Counter()  # by player and site
        self.brought: dict[str, dict[str, None]] = {}  # by title of a thing: the actions that it brings

    def meet(self, game: Game) -> None:
        for deed in own_deeds(game):
            self.brought.setdefault(deed.thing, {})[deed.action] = None

    def rarity(self, title: str) -> float:
        """The rarity of the rarest action that a thing brings, or that needs it: 1 if it has never been taken."""
        return max(self.rarity_of(one) for one in (title, *NEEDED.get(title, ())))

    def rarity_at(self, site: str) -> float:
        return max((self.rarity_of(one) for one in GOALS.get(site, ())), default=0.0)

    def rarity_of(self, title: str) -> float:
        return max((1 / (1 + self.taken[title, action]) for action in self.brought.get(title, ())), default=0.0)


class Chooser:
    """Choose for all players of one game. `offered`, `taken`: what cards brought in it; `places`: what was chosen."""

    def __init__(self, curious: Curious, game: Game, seed: int) -> None:
        self.of = curious
        self.draw = random.Random(seed)
        self.sites = game.program.sites
        self.things = game.program.layout.things
        self.actions = game.program.index.actions
        self.offered: set[Named] = set()
        self.taken: set[Named] = set()
        self.places: list[int] = []

    def __call__(self, S: Position, player: int, values: Options) -> int:
        self.places.append(self.place(S, player, values))
        return self.places[-1]

    def place(self, S: Position, player: int, values: Options) -> int:
        assert S.ask is not None
        site = self.sites[S.ask[0]]
        if site.tag == "call":
            return self.call(list(values))
        if site.tag == "thing":
            return self.thing(S, player, site.prompt, [self.title(value) for value in values])
        if site.tag == "number" and site.prompt.startswith("choose the number of cards"):
            return len(values) - 1
        if site.tag == "bool" and site.prompt.startswith(("enter the site", "stay untapped", "with ")):
            return list(values).index(self.draw.random() < 0.8)
        return int(self.draw.random() * len(values))

    def any_of(self, weights: Iterable[float]) -> int:
        each = list(weights)
        return self.draw.choices(range(len(each)), each)[0]

    def title(self, value: object) -> str:
        """Of a thing; rows of the position have none."""
        return self.things[value].title if isinstance(value, int) and 0 <= value < len(self.things) else ""

    # ---- what to do: first which action, then about what
    def call(self, values: Sequence[Any]) -> int:
        groups: dict[Named, list[int]] = {}
        for place, value in enumerate(values):
            groups.setdefault(self.named(value), []).append(place)
        of_cards = {one for one in groups if one[0]}
        self.of.offered.update(of_cards)
        self.offered |= of_cards
        names = list(groups)
        name = names[self.any_of(self.liking(one, [values[place] for place in groups[one]]) for one in names)]
        about = [self.about(values[place]) for place in groups[name]]
        if name[0]:
            self.of.taken[name] += 1
            self.taken.add(name)
        if name[0] or name[1] in ("lay_on_guard", *OF_ITEMS):
            at = self.any_of(self.of.rarity(one) + 0.05 for one in about)
        else:
            at = self.any_of(1 / (1 + self.of.ruled[name[1], one]) + 0.02 for one in about)
            self.of.ruled[name[1], about[at]] += 1
        return groups[name][at]

    def named(self, value: Any) -> Named:
        """The action of an option; two empty texts for doing nothing more."""
        if not isinstance(value, tuple) or value[0] < 0:
            return ("", "")
        return self.title(value[2]), self.actions[value[0]].name

    def about(self, value: Any) -> str:
        """The title of the card that it mainly concerns."""
        if not isinstance(value, tuple) or value[0] < 0:
            return ""
        row = self.actions[value[0]]
        things = [self.title(one) for tag, one in zip(row.tags, value[3], strict=False) if tag == "thing"]
        things = [one for one in things if one]
        return (things[0] if row.name in OF_ITEMS else things[-1]) if things else ""

    def liking(self, name: Named, options: list[Any]) -> float:
        title, action = name
        if not action:
            return REST
        if action in (*OF_ITEMS, "influence_faction"):
            return LIKED[action] + max(self.of.rarity(self.about(one)) for one in options) / 2
        if not title:
            return LIKED.get(action, OF_RULES)
        rarity = 1 / (1 + self.of.taken[name])
        if action == "play" and title not in ELSE:
            return self.of.rarity(title) + 0.03
        if self.of.rarity(title) > 2 * rarity:  # it is kept for a rarer action
            return (rarity + 0.03) / 5
        return rarity + 0.03

    # ---- which thing
    def thing(self, S: Position, player: int, prompt: str, titles: list[str]) -> int:
        if prompt.startswith("choose the new site"):
            others = [row["at"] for row in S.rows.values() if row["_kind"] == "company" and row["player"] != player]
            met = {self.title(one) for one in others}
            wanted = [1 + 3 * self.of.rarity_at(one) + (3 if one in met else 0) for one in titles]
            place = self.any_of(w / (1 + self.of.visited[player, one]) for w, one in zip(wanted, titles, strict=True))
            self.of.visited[player, titles[place]] += 1
            return place
        if prompt.startswith(("draft a starting character", "replace ")):
            return self.any_of(1.0 if one else 0.001 for one in titles)
        if prompt.startswith("assign a strike to"):
            return self.any_of(0.1 if one in LEADERS else 1.0 for one in titles)
        if any(words in prompt for words in LOST):
            return self.any_of(1.03 - min(1.0, 2 * self.of.rarity(one)) for one in titles)
        if any(words in prompt for words in FOUND):
            return self.any_of(self.of.rarity(one) + 0.03 for one in titles)
        return int(self.draw.random() * len(titles))
