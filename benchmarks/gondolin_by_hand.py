"""The lesson of Gondolin Cards, with its deck, by hand in plain Python for speed, as the standard for the interpreter.

A class that stops at each decision. `legal()` gives the answers to the open question, `apply(answer)` takes one of
them, `outcome` is 0 until the game is over. A question with one answer is skipped. All options of the rules have
their defaults. Cards are numbers. Sums over the settlement are updated as cards are added or removed.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

# Locations: resources, surroundings, maintenance, proficiency.
LOCATIONS = {"first_camp": (6, 8, 0, 0), "river_bend": (3, 9, 1, 1)}
# Defenders: price, maintenance, defence, whether it answers enemies that fly.
DEFENDERS = [
    ("lookout", 1, 1, 2, True),
    ("lookout", 1, 1, 2, True),
    ("lookout", 1, 1, 2, True),
    ("defender_y", 5, 2, 6, True),
    ("defender_y", 5, 2, 6, True),
    ("defender_z", 8, 2, 10, False),
]
# Achievements: price, maintenance, proficiency that is needed.
ACHIEVEMENTS = [("palisade", 2, 1, 1), ("watchfires", 2, 0, 0), ("old_songs", 1, 0, 1)]
OTHER_EVENTS = ["good_harvest", "lean_year", "long_rain"]
# Enemies: attack, siege, whether it flies, proficiency for its defeat. The last one is eminent.
ENEMIES = [
    ("enemy_a", 3, 3, False, 1),
    ("enemy_b", 2, 1, False, 1),
    ("enemy_c", 2, 2, False, 1),
    ("enemy_l", 6, 3, True, 2),
    ("enemy_m", 3, 2, True, 2),
    ("enemy_n", 6, 3, False, 1),
    ("enemy_x", 3, 0, True, 2),
    ("warlord", 6, 4, False, 3),
]
_NAMED = [*DEFENDERS, *ACHIEVEMENTS, *((title,) for title in OTHER_EVENTS), *ENEMIES]
TITLES = [*LOCATIONS, *(str(row[0]) for row in _NAMED)]
CARDS, FIRST_DEFENDER, FIRST_ACHIEVEMENT = len(TITLES), len(LOCATIONS), len(LOCATIONS) + len(DEFENDERS)
FIRST_EVENT = FIRST_ACHIEVEMENT + len(ACHIEVEMENTS)
PALISADE, WATCHFIRES, OLD_SONGS, GOOD_HARVEST, LEAN_YEAR, LONG_RAIN = range(FIRST_ACHIEVEMENT, FIRST_EVENT + 3)
FIRST_ENEMY, WARLORD = LONG_RAIN + 1, CARDS - 1


def _column(at: int, *tables: tuple[int, Sequence[tuple[str | int, ...]]]) -> list[int]:
    """A property of every card, from the rows of the tables that have it; elsewhere 0."""
    found = [0] * CARDS
    for first, rows in tables:
        for card, row in enumerate(rows, first):
            found[card] = int(row[at])
    return found


_DEFENDERS, _ACHIEVEMENTS, _ENEMIES = (
    (FIRST_DEFENDER, DEFENDERS),
    (FIRST_ACHIEVEMENT, ACHIEVEMENTS),
    (FIRST_ENEMY, ENEMIES),
)
PRICE = _column(1, _DEFENDERS, _ACHIEVEMENTS)
UPKEEP = _column(2, _DEFENDERS, _ACHIEVEMENTS)
DEFENCE = _column(3, _DEFENDERS)
NEEDS = _column(3, _ACHIEVEMENTS)
ATTACK = _column(1, _ENEMIES)
SIEGE = _column(2, _ENEMIES)
FLIES = _column(3, _ENEMIES)
ANSWERS = _column(4, _DEFENDERS)
REWARD = _column(4, _ENEMIES)

TURNS, HAND = 16, 3
PLACES = list(range(FIRST_DEFENDER))
DECK = list(range(FIRST_DEFENDER, CARDS))
# Answers other than cards.
MEND, DONE = CARDS, -1
# What is asked.
PLACE, BUILD, DESTROY = range(3)
# How it ends.
SURVIVED, OVERRUN, UNDEFENDED, UNANSWERED = range(1, 5)


class Chance(Protocol):
    """The source of shuffles."""

    def shuffle(self, cards: list[int]) -> None: ...


class Gondolin:
    """A game in progress: `question` is asked."""

    __slots__ = (
        "answering",
        "answers",
        "attack_now",
        "chance",
        "defence",
        "defenders",
        "due",
        "enemies",
        "fixed_maintenance",
        "hand",
        "improvements",
        "mended",
        "outcome",
        "patience",
        "pile",
        "played",
        "proficiency",
        "question",
        "rain",
        "resources",
        "score",
        "surroundings",
        "turn",
        "upkeep",
        "wall",
    )

    def __init__(self, chance: Chance) -> None:
        self.chance = chance
        self.turn = 1  # the place is chosen in it
        self.score = self.outcome = 0
        self.pile: list[int] = []  # the top comes last
        self.hand: list[int] = []
        self.played: list[int] = []
        self.defenders: list[int] = []  # these and the next two are in play
        self.improvements: list[int] = []
        self.enemies: list[int] = []
        self.due: list[int] = []  # for each of the enemies the last turn that it waits for, but for watchfires
        self.upkeep = self.defence = self.answering = 0  # sums over the cards in play
        self.wall = self.mended = self.patience = self.rain = 0  # 1 while there is such a thing
        self.attack_now = False
        self.question = PLACE
        self.answers: Sequence[int] = PLACES

    def legal(self) -> Sequence[int]:
        """The answers to the open question."""
        return self.answers

    def apply(self, answer: int) -> None:
        """Continue with one of the legal answers, to the next question or the end of the game."""
        question = self.question
        if question == BUILD:
            if answer == DONE:
                if self.enemies and self.withstand():
                    return
            else:
                if answer == MEND:
                    self.resources -= 1
                    self.mended = 1
                else:
                    self.build(answer)
                if self.offer() or (self.enemies and self.withstand()):
                    return
        elif question == DESTROY:
            self.destroy(answer)
            if self.maintain() or self.events():
                return
        else:
            self.settle(answer)
            if self.events():
                return
        while self.turn < TURNS:
            self.turn += 1
            self.mended = 0
            if self.maintain() or self.events():
                return
        self.score = self.resources + 2 * self.proficiency + self.defence + self.wall
        self.outcome = SURVIVED

    # ---- the parts of a turn: True if something is asked, or the game is over ----

    def settle(self, place: int) -> None:
        self.resources, self.surroundings, self.fixed_maintenance, self.proficiency = LOCATIONS[TITLES[place]]
        pile, hand = DECK[:], self.hand
        self.chance.shuffle(pile)
        skipped: list[int] = []
        while len(hand) < HAND:
            card = pile.pop()
            (skipped if card >= FIRST_EVENT else hand).append(card)
        pile += skipped
        self.chance.shuffle(pile)
        self.pile = pile

    def maintain(self) -> bool:
        harvest = self.surroundings // 2 - self.fixed_maintenance
        while (resources := self.resources + harvest - self.upkeep) < 0:
            burdens = self.defenders + [c for c in self.improvements if UPKEEP[c] or self.rain]
            if len(burdens) > 1:
                self.question, self.answers = DESTROY, burdens
                return True
            if not burdens:
                resources = 0
                break
            self.destroy(burdens[0])
        self.resources = resources
        return False

    def events(self) -> bool:
        """A card is drawn, and the story goes on; then siege, or the main phase."""
        event, turn = 0, self.turn
        if self.pile:
            card = self.pile.pop()
            if card < FIRST_EVENT:
                self.hand.append(card)
            else:
                event = card
        if turn == 4:
            self.surroundings += 4
        if event:
            if event >= FIRST_ENEMY:
                self.enemies.append(event)
                self.due.append(turn + SIEGE[event])
            if event in ENTERS:
                ENTERS[event](self)
        if not self.enemies:
            return self.offer()
        self.attack_now = min(self.due) + self.patience <= turn
        return self.offer() or self.withstand()

    def offer(self) -> bool:
        resources, proficiency = self.resources, self.proficiency
        answers = [c for c in self.hand if PRICE[c] <= resources and NEEDS[c] <= proficiency]
        if self.wall and self.enemies and resources and not self.mended:
            answers.append(MEND)
        if not answers:
            return False
        answers.append(DONE)
        self.question, self.answers = BUILD, answers
        return True

    def withstand(self) -> bool:
        """The end of a turn of siege: an attack, and the main phase after it."""
        enemies, defenders = self.enemies, self.defenders
        if not defenders:
            self.outcome = UNDEFENDED
            return True
        if not self.attack_now:
            return False
        attack = flying = 0
        for c in enemies:
            attack += ATTACK[c]
            flying += FLIES[c]
        if WARLORD in enemies:
            attack += (self.turn >= 10) + (len(enemies) > 1)
        strength = self.defence + self.wall + self.mended
        if flying and not self.answering:
            self.outcome = UNANSWERED
            return True
        if strength < attack:
            self.outcome = OVERRUN
            return True
        if strength > attack:
            for c in enemies:
                self.proficiency += REWARD[c]
        else:
            for c in defenders[:]:
                self.destroy(c)
        self.played += enemies
        enemies.clear()
        self.due.clear()
        return self.offer()

    # ---- cards that come and go ----

    def build(self, card: int) -> None:
        self.hand.remove(card)
        self.resources -= PRICE[card]
        if card < FIRST_ACHIEVEMENT:
            self.defenders.append(card)
            self.upkeep += UPKEEP[card]
            self.defence += DEFENCE[card]
            self.answering += ANSWERS[card]
        else:
            ENTERS[card](self)

    def improve(self, card: int) -> None:
        self.improvements.append(card)
        self.upkeep += UPKEEP[card] + self.rain

    def destroy(self, card: int) -> None:
        self.played.append(card)
        self.upkeep -= UPKEEP[card]
        if card < FIRST_ACHIEVEMENT:
            self.defenders.remove(card)
            self.defence -= DEFENCE[card]
            self.answering -= ANSWERS[card]
        else:
            self.improvements.remove(card)
            self.upkeep -= self.rain
            if card == PALISADE:
                self.wall = 0
            else:
                self.patience = 0


# ---- what cards do when they enter play ----


def palisade(game: Gondolin) -> None:
    game.improve(PALISADE)
    game.wall = 1


def watchfires(game: Gondolin) -> None:
    game.improve(WATCHFIRES)
    game.patience = 1


def old_songs(game: Gondolin) -> None:
    game.resources += 3
    game.played.append(OLD_SONGS)


def good_harvest(game: Gondolin) -> None:
    game.resources += game.surroundings // 4
    game.played.append(GOOD_HARVEST)


def lean_year(game: Gondolin) -> None:
    game.resources = max(0, game.resources - 4)
    game.played.append(LEAN_YEAR)


def long_rain(game: Gondolin) -> None:
    game.rain = 1
    game.upkeep += len(game.improvements)


def warlord(game: Gondolin) -> None:
    game.surroundings -= 1


ENTERS: dict[int, Callable[[Gondolin], None]] = {
    PALISADE: palisade,
    WATCHFIRES: watchfires,
    OLD_SONGS: old_songs,
    GOOD_HARVEST: good_harvest,
    LEAN_YEAR: lean_year,
    LONG_RAIN: long_rain,
    WARLORD: warlord,
}
