"""The seats: people and bots, from the command line."""

from __future__ import annotations

from collections.abc import Sequence

from ...lang.spelling import one_of
from ...stack.game import Game
from ...tools.bots.names import make_bot, usual_bot
from ...tools.bots.simple import Bot
from ..options import wrong_call

PERSON = "person"


def named_bots(texts: Sequence[str], game: Game) -> dict[str, str]:
    """`SEAT=NAME` texts as a map. Raises MootError."""
    found: dict[str, str] = {}
    for text in texts:
        seat, equals, name = text.partition("=")
        if not equals or not name:
            raise wrong_call(
                "bad-bot", f"`{text}` is not SEAT=NAME", f"for example, write --bot {game.players[-1]}=greedy"
            )
        _known(seat, game)
        if seat in found:
            raise wrong_call("bad-bot", f"`{seat}` has two bots", "name one")
        found[seat] = name
    return found


def seats_of(game: Game, seat: str | None, bot: Sequence[str], bots: bool, hotseat: bool) -> dict[str, str]:
    """For each player the bot that plays it, or "person". Raises MootError for impossible combinations."""
    named = named_bots(bot, game)
    if bots and (seat or hotseat):
        raise wrong_call(
            "bad-seats", f"--bots leaves no seat for {'--seat' if seat else '--hotseat'}", "remove one of them"
        )
    if seat and hotseat:
        raise wrong_call("bad-seats", "--seat is for one player, --hotseat for several", "remove one of them")
    if seat:
        _known(seat, game)
        if seat in named:
            raise wrong_call("bad-seats", f"`{seat}` cannot be both yours and a bot's", f"remove --bot {seat}=…")
    if bots:
        return {player: named.get(player, usual_bot(game)) for player in game.players}
    if hotseat:
        people = [player for player in game.players if player not in named]
        if len(people) < 2:
            raise wrong_call("bad-seats", "--hotseat needs two seats without bots", "remove a --bot")
        return {player: named.get(player, PERSON) for player in game.players}
    free = [player for player in game.players if player not in named]
    if not free:
        return named
    mine = seat or free[0]
    return {player: PERSON if player == mine else named.get(player, usual_bot(game)) for player in game.players}


def bots_at(game: Game, seats: dict[str, str], seed: int) -> dict[str, Bot]:
    """The bots of the seats that have one. Raises MootError for an unknown bot."""
    return {
        player: make_bot(seats[player], game, number, seed * 31 + number)
        for number, player in enumerate(game.players)
        if seats[player] != PERSON
    }


def _known(seat: str, game: Game) -> None:
    if seat not in game.players:
        hint = one_of(seat, game.players)
        raise wrong_call("unknown-seat", f"`{game.id}` has no player `{seat}`", hint)
