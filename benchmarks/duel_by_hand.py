"""The Duel, English edition, by hand in plain Python for speed, as the standard for the interpreter.

A class that stops at each decision. `legal()` gives the answers to the open question, `apply(answer)` takes one of
them, `winner` is -1 until the game is over. A question with one answer is skipped. All options of the rules have
their defaults. Cards are numbers: those below `FIRST_OF_BALROG` are Gandalf's. Steps between two questions are calls.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Protocol

GANDALF, BALROG = 0, 1

# Attack and defence of each card, row by row.
BOTH = {
    "sweep": ("x.xx", "x..x"),
    "parry": ("..xx", ".xx."),
    "counterstroke": ("x..x", ".x.."),
    "thrust": ("xx..", "...x"),
    "ward": ("x...", "xxx."),
    "lunge": ("xxxx", "...."),
    "bulwark": ("....", "xxxx"),
    "flare": (".xx.", "x..x"),
    "surge": ("xx.x", ".x.x"),
    "shroud": ("..x.", ".xxx"),
    "spark": ("x...", "..x."),
    "gust": (".x.x", "x.x."),
    "hammer_blow": (".xxx", "x..."),
    "grip": ("x.x.", "xx.."),
    "glare": ("...x", "x.xx"),
    "sidestep": (".x..", "..xx"),
    "blaze": ("x.xx", ".xx."),
    "rumble": ("..xx", "xx.x"),
    "onset": ("xx.x", "..x."),
    "stagger": (".x..", ".x.."),
    "trance": ("....", "...."),
}
GANDALFS = {
    "gandalfs_balance": (".xx.", "x..x"),
    "gandalfs_list": ("xxxx", "...."),
    "gandalfs_magic": ("xxxx", "...."),
    "gandalfs_mirror": ("....", "...."),
    "gandalfs_rage": ("x.xx", ".x.."),
    "gandalfs_enchantment": ("x...", ".xx."),
}
BALROGS = {
    "balrogs_whip": ("....", "...."),
    "balrogs_strength": ("x..x", "..x."),
    "balrogs_power": ("xxx.", "...."),
    "balrogs_trick": ("..xx", ".x.."),
    "balrogs_defence": ("xx.x", "...."),
    "fire_and_shadow": ("xxxx", "xxxx"),
}
PRINTED = [*(BOTH | GANDALFS).items(), *(BOTH | BALROGS).items()]
TITLES = [title for title, _ in PRINTED]
CARDS, FIRST_OF_BALROG = len(PRINTED), len(BOTH) + len(GANDALFS)
BALANCE, LIST, MAGIC, MIRROR, RAGE, ENCHANTMENT = range(len(BOTH), FIRST_OF_BALROG)
WHIP, STRENGTH, POWER, TRICK, DEFENCE, FIRE_AND_SHADOW = range(FIRST_OF_BALROG + len(BOTH), CARDS)
SPECIAL_OF_BALROG = (WHIP, STRENGTH, POWER, TRICK, DEFENCE)
HAS_TEXT = [c in (BALANCE, LIST, MAGIC, RAGE, ENCHANTMENT, STRENGTH, POWER, TRICK, DEFENCE) for c in range(CARDS)]


def _losses() -> tuple[list[int], list[int]]:
    """What Gandalf and the Balrog lose when card `c` answers the attack of card `a`, at `a * CARDS + c`."""
    gandalf, balrog = [], []
    for _, (attack, _) in PRINTED:
        for c, (_, (_, defence)) in enumerate(PRINTED):
            rows = list(zip(attack, defence, strict=True))
            answering, attacking = rows.count(("x", ".")), rows.count((".", "x"))
            gandalf.append(answering if c < FIRST_OF_BALROG else attacking)
            balrog.append(attacking if c < FIRST_OF_BALROG else answering)
    return gandalf, balrog


LOSS_G, LOSS_B = _losses()
PRELIMINARY, FINAL, LOWEST, TOP = 15, 20, -20, 5

# What is asked.
CARD, LOOK, LOOK_BEFORE_GAP, KEEP, STARTER, ENCHANTED, TAKE, AGAIN, GAP = range(9)
YES_NO = (True, False)
PLAYERS = (GANDALF, BALROG)


class Chance(Protocol):
    """The source of shuffles and picks."""

    def shuffle(self, cards: list[int]) -> None: ...

    def pick(self, cards: list[int]) -> int: ...


class Sampled:
    """Chance from a seed."""

    __slots__ = ("random",)

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed).random

    def shuffle(self, cards: list[int]) -> None:
        draw = self.random
        for n in range(len(cards) - 1, 0, -1):
            k = int(draw() * (n + 1))
            cards[n], cards[k] = cards[k], cards[n]

    def pick(self, cards: list[int]) -> int:
        return cards[int(self.random() * len(cards))]


class Duel:
    """A game in progress: `player` is asked `question`."""

    __slots__ = (
        "answers",
        "aside_b",
        "aside_g",
        "chance",
        "display",
        "enchanted",
        "energy_b",
        "energy_g",
        "forced",
        "hand_b",
        "hand_g",
        "kept_b",
        "kept_g",
        "laid",
        "left_b",
        "left_g",
        "loser",
        "missing",
        "open",
        "player",
        "question",
        "raging",
        "reflected",
        "round",
        "stair_b",
        "stair_g",
        "starter",
        "supply_b",
        "supply_g",
        "taking",
        "winner",
    )
    answers: Sequence[int]
    question: int
    left_b: int

    def __init__(self, chance: Chance) -> None:
        self.chance = chance
        self.supply_g = list(range(FIRST_OF_BALROG))
        self.supply_b = list(range(FIRST_OF_BALROG, CARDS))
        chance.shuffle(self.supply_g)
        chance.shuffle(self.supply_b)
        self.kept_g: list[int] = []
        self.kept_b: list[int] = []
        self.round = self.stair_g = self.stair_b = 0
        self.loser = GANDALF
        self.winner = -1
        self.laid = -1  # the card that Magic may take
        self.missing = 0  # cards still to be kept by `player`
        self.new_duel()

    def legal(self) -> Sequence[int]:
        """The answers to the open question. To be read before the next `apply`: a hand is not copied."""
        return self.answers

    def apply(self, answer: int) -> None:
        """Continue with one of the legal answers, to the next question or the end of the game."""
        question = self.question
        if question == CARD:
            if answer < FIRST_OF_BALROG:
                self.play_of_gandalf(answer)
            else:
                self.play_of_balrog(answer)
        elif question == LOOK:
            c = self.display[-1]
            if not HAS_TEXT[c] or not self.use_text(c):
                self.next_turn()
        elif question == KEEP:
            self.keep_one(answer)
        elif question == ENCHANTED:
            if answer:
                self.play_of_balrog(self.enchanted)
            else:
                self.ask_card_of_balrog()
        elif question == TAKE:
            if answer:
                self.taking = False
                self.kept_b.append(self.laid)
                self.aside_b += 1
                self.turn_of_balrog()
            else:
                self.left_b -= 1
                self.lay(self.laid)
        elif question == STARTER:
            self.begin(answer)
        elif question == AGAIN:
            self.play_again(answer)
        elif question == GAP:
            self.fill_gap(answer)
            self.next_turn()
        elif not self.ask_gap():  # LOOK_BEFORE_GAP
            self.next_turn()

    def copy(self) -> Duel:
        """An independent position. Chance is shared."""
        new = Duel.__new__(Duel)
        new.chance, new.question, new.player, new.winner = self.chance, self.question, self.player, self.winner
        new.supply_g, new.supply_b = self.supply_g, self.supply_b
        new.hand_g, new.hand_b = self.hand_g[:], self.hand_b[:]
        new.kept_g, new.kept_b, new.display = self.kept_g[:], self.kept_b[:], self.display[:]
        new.energy_g, new.energy_b, new.stair_g, new.stair_b = self.energy_g, self.energy_b, self.stair_g, self.stair_b
        new.left_g, new.left_b, new.round = self.left_g, self.left_b, self.round
        new.starter, new.loser, new.laid, new.missing = self.starter, self.loser, self.laid, self.missing
        new.enchanted, new.reflected, new.forced = self.enchanted, self.reflected, self.forced
        new.aside_g, new.aside_b = self.aside_g, self.aside_b
        new.open, new.taking, new.raging = self.open, self.taking, self.raging
        answers = self.answers
        new.answers = new.hand_g if answers is self.hand_g else new.hand_b if answers is self.hand_b else answers
        return new

    # ---- duels ----

    def new_duel(self) -> None:
        self.round = number = self.round + 1
        self.display: list[int] = []
        self.enchanted = -1
        self.reflected = MIRROR  # whose attack the Mirror has: at first its own
        self.aside_g = self.aside_b = 0  # cards of this duel that are among the three already
        self.forced = self.open = self.taking = self.raging = False
        if number == 4:
            self.hand_g, self.hand_b = self.kept_g, self.kept_b
            self.kept_g, self.kept_b = [], []
            self.left_g = self.left_b = 9
            self.energy_g = self.energy_b = FINAL
        else:
            lowest = 27 - 9 * number
            self.hand_g, self.hand_b = self.supply_g[lowest : lowest + 9], self.supply_b[lowest : lowest + 9]
            self.left_g = self.left_b = 6
            self.energy_g = self.energy_b = PRELIMINARY
        if number == 1:
            self.begin(GANDALF)
            return
        if number < 4 or self.stair_g == self.stair_b:
            self.player = self.loser
        else:
            self.player = GANDALF if self.stair_g < self.stair_b else BALROG
        self.question = STARTER
        self.answers = PLAYERS

    def begin(self, starter: int) -> None:
        self.starter = starter
        if starter == GANDALF:
            self.turn_of_gandalf()
        else:
            self.turn_of_balrog()

    def next_turn(self) -> None:
        """After a card and its text: the next player's card, or the end of the duel."""
        g, b = self.energy_g, self.energy_b
        if (self.left_g <= 0 and self.left_b <= 0) or ((g < 0 or b < 0) and g != b):
            self.end_duel()
        elif self.display[-1] < FIRST_OF_BALROG:
            self.turn_of_balrog()
        else:
            self.turn_of_gandalf()

    def end_duel(self) -> None:
        if self.enchanted >= 0:
            self.hand_b.append(self.enchanted)
        if self.round == 4 or not (self.keep(GANDALF) or self.keep(BALROG)):
            self.climb()

    def keep(self, player: int) -> bool:
        """Three cards of a duel are kept for the final, with those set aside before. True if a choice is open."""
        hand, kept = (self.hand_b, self.kept_b) if player else (self.hand_g, self.kept_g)
        missing = 3 - (self.aside_b if player else self.aside_g)
        if len(hand) <= missing:
            kept += hand
            hand.clear()
            return False
        self.question, self.player, self.answers, self.missing = KEEP, player, hand, missing
        return True

    def keep_one(self, card: int) -> None:
        player = self.player
        hand, kept = (self.hand_b, self.kept_b) if player else (self.hand_g, self.kept_g)
        hand.remove(card)
        kept.append(card)
        self.missing -= 1
        if self.missing == 0:
            hand.clear()
            if player == BALROG or not self.keep(BALROG):
                self.climb()

    def climb(self) -> None:
        g, b = self.energy_g, self.energy_b
        winner = 1 - self.starter if g == b else GANDALF if g > b else BALROG
        apart = abs(g - b)
        steps = 1 if apart <= 3 else 2 if apart <= 5 else 3
        if winner == GANDALF:
            self.stair_g = height = min(self.stair_g + steps, TOP)
        else:
            self.stair_b = height = min(self.stair_b + steps, TOP)
        self.loser = 1 - winner
        if self.round == 4:
            g, b = self.stair_g, self.stair_b
            self.winner = winner if g == b else GANDALF if g > b else BALROG
        elif height == TOP and self.round > 1:
            self.winner = winner
        else:
            self.new_duel()

    # ---- turns ----

    def turn_of_gandalf(self) -> None:
        hand = self.hand_g
        if self.forced:
            self.forced = False
            self.play_of_gandalf(self.chance.pick(hand))
        elif len(hand) == 1:
            self.play_of_gandalf(hand[0])
        else:
            self.question, self.player, self.answers = CARD, GANDALF, hand

    def turn_of_balrog(self) -> None:
        if self.enchanted < 0:
            self.ask_card_of_balrog()
        elif self.hand_b:
            self.question, self.player, self.answers = ENCHANTED, GANDALF, YES_NO
        else:
            self.play_of_balrog(self.enchanted)

    def ask_card_of_balrog(self) -> None:
        hand = self.hand_b
        if len(hand) == 1:
            self.play_of_balrog(hand[0])
        else:
            self.question, self.player, self.answers = CARD, BALROG, hand

    def play_of_gandalf(self, card: int) -> None:
        self.hand_g.remove(card)
        self.left_g -= 1
        self.lay(card)

    def play_of_balrog(self, card: int) -> None:
        hand = self.hand_b
        others = len(hand) - 1
        if card == self.enchanted:
            others += 1
            self.enchanted = -1
        else:
            hand.remove(card)
            if self.enchanted >= 0:
                others += 1
        if self.taking and others > 0:
            self.laid = card
            self.question, self.player, self.answers = TAKE, GANDALF, YES_NO
        else:
            self.left_b -= 1
            self.lay(card)

    def lay(self, card: int) -> None:
        """A card is added to the display. It answers the card to its left, then its text is used."""
        display = self.display
        if card == WHIP:
            again = [c for c in display if c >= FIRST_OF_BALROG and c not in SPECIAL_OF_BALROG]
            if len(again) == 1:
                self.play_again(again[0])
                return
            if again:
                self.question, self.player, self.answers = AGAIN, BALROG, again
                return
        display.append(card)
        if len(display) > 1 and card != MIRROR:
            if self.score(display[-2], card):
                self.question = LOOK
                return
        elif card == MIRROR and len(display) > 1:
            self.reflected = display[-2]
        if not HAS_TEXT[card] or not self.use_text(card):
            self.next_turn()

    def score(self, attacker: int, answer: int) -> bool:
        """An exchange. True if the other hand may be looked at: who may choose it is `player`."""
        pair = (self.reflected if attacker == MIRROR else attacker) * CARDS + answer
        self.energy_g = g = max(self.energy_g - LOSS_G[pair], LOWEST)
        self.energy_b = b = max(self.energy_b - LOSS_B[pair], LOWEST)
        if g - b > 3:
            if self.open or not self.hand_b:
                return False
            self.player = GANDALF
        elif b - g > 3 and self.hand_g:
            self.player = BALROG
        else:
            return False
        self.answers = YES_NO
        return True

    # ---- special cards ----

    def use_text(self, card: int) -> bool:
        """The text of a card at the right end of the display. True if a choice is open then."""
        g, b = self.energy_g, self.energy_b
        if (g < 0 or b < 0) and (g != b or (self.left_g <= 0 and self.left_b <= 0)):
            return False
        if card >= FIRST_OF_BALROG:
            display = self.display
            if card != DEFENCE and len(display) > 1 and display[-2] == MIRROR:
                return False
            if card == TRICK and self.round == 4:
                return False
            if self.raging:
                self.raging = False
            elif card == DEFENCE:
                return self.defend()
            elif card == STRENGTH:
                self.forced = True
            elif card == TRICK:
                taken = self.chance.pick(self.hand_g)
                self.hand_g.remove(taken)
                self.kept_g.append(taken)
                self.aside_g += 1
            elif self.stair_b < self.stair_g:  # POWER
                self.adjust(-1, 2)
            else:
                self.adjust(-1 if self.stair_b == self.stair_g else 0, 1)
        elif card == BALANCE:
            if g < b:
                self.adjust(2, -1)
            else:
                self.adjust(1, -1 if g == b else 0)
        elif card == LIST:
            self.open = True
        elif card == RAGE:
            self.raging = True
        elif card == MAGIC:
            self.taking = self.round != 4
        elif self.hand_b:  # ENCHANTMENT
            self.enchanted = self.chance.pick(self.hand_b)
            self.hand_b.remove(self.enchanted)
        return False

    def adjust(self, g: int, b: int) -> None:
        start = FINAL if self.round == 4 else PRELIMINARY
        self.energy_g = max(min(self.energy_g + g, start), LOWEST)
        self.energy_b = max(min(self.energy_b + b, start), LOWEST)

    def play_again(self, again: int) -> None:
        """The Whip replaces a card, which is played again."""
        display = self.display
        display[display.index(again)] = WHIP
        attacker = display[-1]
        display.append(again)
        if self.score(attacker, again):
            self.question = LOOK
        else:
            self.next_turn()

    def defend(self) -> bool:
        """Gandalf's last card answers the Defence, and another of his fills the gap. True if a choice is open."""
        display = self.display
        if len(display) == 1:
            return False
        again = display[-2]
        display[-2:] = DEFENCE, again
        if again == MIRROR:
            self.reflected = DEFENCE
        elif self.score(DEFENCE, again):
            self.question = LOOK_BEFORE_GAP
            return True
        return self.ask_gap()

    def ask_gap(self) -> bool:
        hand = self.hand_g
        if self.left_g <= 0:
            return False
        if len(hand) == 1:
            self.fill_gap(hand[0])
            return False
        self.question, self.player, self.answers = GAP, GANDALF, hand
        return True

    def fill_gap(self, card: int) -> None:
        self.hand_g.remove(card)
        self.left_g -= 1
        display = self.display
        display.insert(display.index(DEFENCE), card)
