"""Why something is not available at a decision: every reason at once, its line, and the missing condition."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from ...code.plan.actions import offered
from ...code.plan.units import Flat
from ...code.program import Program
from ...code.typing import types
from ...lang import tree
from ...lang.arguments import expect
from ...lang.diagnostic import fail
from ...lang.spelling import nearest
from ...pack.model.place_words import no_such_place
from ...stack.decision import Decision, option_called
from ...stack.game import State, seat_number
from ...stack.words import call_spoken, choice_words, name_words
from ...state.layout import argument_key, row_number
from ...state.tags import Tag
from ..setup.compiled import CompiledGame
from .context import DecisionContext, RefusalReason, asking_line
from .instrumented import InstrumentedGame, NotedStep, instrument_again
from .why_not_action import bound_by_phase, call_reasons
from .why_not_value import choice_reasons

_ANSWERS = ("yes", "no", "none", "done", "stop")


@dataclass(frozen=True, slots=True)
class Refusal:
    """The decision, and why an option is not among its choices. Without reasons, it is (`allowed`)."""

    player: str  # empty where the game is over
    prompt: str
    options: tuple[str, ...]
    option: str
    reasons: tuple[RefusalReason, ...]

    @property
    def allowed(self) -> bool:
        return not self.reasons

    def as_json(self) -> dict[str, Any]:
        return {
            "player": self.player or None,
            "prompt": self.prompt,
            "options": list(self.options),
            "option": self.option,
            "allowed": self.allowed,
            "reasons": [one.as_json() for one in self.reasons],
        }


def why_not(state: State, text: str, seat: str | None = None) -> Refusal:
    """Why a choice is not available now in a loaded game; its packs are read again for that.

    `text` and `seat` (a player's name) as in `refusal`. Raises MootError, also if the packs have changed since.
    """
    expect(isinstance(text, str), "text", "an option as written in logs or on screen", text)
    number = seat_number(state.game, seat) if seat is not None else None
    return refusal(instrument_again(state.game), state, text, number)


def refusal(instrumented: InstrumentedGame, state: State, text: str, seat: int | None = None) -> Refusal:
    """Why a choice is not available. `text` is an option as written in logs or on screen, with the choosing player
    before it if you like: `ann: fern`.

    `seat`: show nothing that this player may not know. Raises MootError for a name that is unknown in the game.
    """
    decision = state.decision
    who, key = _split_player(instrumented.made, text)
    own = decision if decision is None or seat is None or state.game.players[seat] == decision.player else None
    if key.casefold() not in {one.casefold() for one in choosable(instrumented.made, own)}:
        key = spoken_call(instrumented.made.game.program, key) or key
    check_known(instrumented.made, own, key)
    if decision is None:
        over = state.result
        what = f"the game is over: {over.reason}" if over is not None and over.reason else "the game is over"
        return Refusal("", "", (), key, (RefusalReason(what, clauses=over.clauses if over is not None else ()),))
    options = tuple(option.key for option in decision.options)
    reasons: list[RefusalReason] = []
    program = instrumented.made.game.program
    mine = who or (state.game.players[seat] if seat is not None else decision.player)
    later = next((one for one in state.decisions[1:] if one.player == mine != decision.player), None)
    hidden = seat is not None and state.game.players[seat] != (later or decision).player
    if later is not None and not hidden:  # a later one of the players who choose at the same time
        if not _among(instrumented.made, later, key):
            what, clauses = state.why_not(key, spoken=True, player=later.player)
            reasons.append(RefusalReason(what, clauses=clauses))
        return Refusal(mine, later.prompt, tuple(option.key for option in later.options), key, tuple(reasons))

    def name(player: str) -> str:
        return name_words(program, player)

    if hidden or mine != decision.player:
        one = name(state.game.players[seat] if seat is not None and mine == decision.player else mine)
        what = f"it is not {one}'s choice, but {name(decision.player)}'s: “{decision.prompt}”"
        needed = f"it must be {one}'s choice"
        reasons.append(RefusalReason(what, needed, (), *asking_line(instrumented, state)))
    if hidden:  # another player's choices are not shown
        return Refusal(decision.player, decision.prompt, (), key, tuple(reasons))
    if not _among(instrumented.made, decision, key):
        reasons += _reasons(DecisionContext(instrumented, state, decision, seat), key)
    return Refusal(decision.player, decision.prompt, options, key, tuple(reasons))


def spoken_call(program: Program, text: str) -> str:
    """The call of an action as written in logs, from the words that players read: `march orcs 1` means `march(orcs 1)`.
    Empty if no action has that name.
    """
    low = text.casefold()
    if low in {name_words(program, title).casefold() for title in program.titles.values()}:
        return ""
    for label, tags in program.index.actions.values():
        for word in (name_words(program, label).casefold() + " ", f"{label} "):
            given = text[len(word) :].split(",")
            if low.startswith(word) and len(given) == len(tags):
                return f"{label}({', '.join(one.strip() for one in given)})"
    return call_spoken(program, text) or _begins_so(program, low)


def _begins_so(program: Program, low: str) -> str:
    """The only action whose name begins with these whole words; empty if there is none, or several."""
    labels = {label for label, _ in program.index.actions.values()}
    begun = [one for one in labels if f"{name_words(program, one, gap='…')} ".casefold().startswith(f"{low} ")]
    return begun[0] if len(begun) == 1 else ""


def choosable(made: CompiledGame, decision: Decision | None) -> set[str]:
    """Every word that some prompt of a game may offer, with the arguments of calls left out."""
    program = made.game.program
    found = {*made.things, *program.layout.players, *_ANSWERS, *made.world.game.actions}
    for names in program.layout.names.values():
        found.update(names)
    for site in program.sites:
        found.update(Tag.read(site.tag).names)
    offered = decision.options if decision is not None else ()
    return found | {name for option in offered for name in (option.key, option.text)}


def _split_player(made: CompiledGame, text: str) -> tuple[str, str]:
    """The player of the choice, if the text names one, and the choice."""
    who, colon, rest = text.partition(":")
    for player in made.game.players if colon else ():
        if who.strip().casefold() in (player.casefold(), name_words(made.game.program, player).casefold()):
            return player, rest.strip()
    return "", text.strip()


def check_known(made: CompiledGame, decision: Decision | None, key: str) -> None:
    """Raises MootError if the choice, or an argument of it, is a word that the game does not have. `decision`: the one
    in which it would be chosen.
    """
    known = choosable(made, decision)
    calls = [action.name for action in made.game.program.index.actions.values()]
    head, _, inside = key.partition("(")
    parts = [part.strip() for part in (inside.rstrip(")") or head).split(",") if part.strip()]
    for word in [head, *parts] if inside else parts or [head]:
        _check_label(made, decision, word)
        if word == head and "(" in key and word in made.things and word not in calls:
            raise fail(
                "unknown-choice", f"`{word}` is not an action", hint=nearest(word, calls) or "write it without ()"
            )
        fine = key in known or word in known or word in calls or word.lstrip("-").isdigit()
        if fine or row_number(made.layout, word) is not None or (word == head and word.rpartition(".")[2] in calls):
            continue
        spoken = [name_words(made.game.program, one, gap="…") for one in known]
        if word.casefold() in {one.casefold() for one in (*known, *spoken, *calls)}:
            continue
        keys = [one for one in (*known, *calls) if "_" in word or "_" not in one]
        hint = nearest(word, spoken) or nearest(word, keys)
        raise fail("unknown-choice", f"`{word}` is not a choice in this game", hint=hint)


def _check_label(made: CompiledGame, decision: Decision | None, word: str) -> None:
    """Raises MootError for a label of no place, unless numbers are offered."""
    rows = made.layout.boards
    for option in decision.options if decision is not None else ():
        if option.key.isdecimal() and not any(option.value in row.places for row in rows):
            return
    grids = [(board, board.grid) for board in made.world.game.boards.values() if board.grid is not None]
    meant = [(board, grid) for board, grid in grids if (spot := grid.spot_of(word)) and grid.label(spot) == word]
    if meant and not any(board.labelled(word) for board, _ in meant):
        board, grid = meant[0]
        code, message, hint = no_such_place(board.id, grid, word, board.spots)
        raise fail(code, message, hint=hint)


def _among(made: CompiledGame, decision: Decision, key: str) -> bool:
    program = made.game.program
    if option_called(program, decision, key) is not None:
        return True
    things = program.layout.things
    full = [things[o.value].key for o in decision.options if type(o.value) is int and 0 <= o.value < len(things)]
    return key in full or key.casefold() in [text.casefold() for o in decision.options for text in (o.key, o.text)]


def _reasons(context: DecisionContext, key: str) -> list[RefusalReason]:
    """All reasons against a choice that a decision does not offer."""
    step = context.instrumented.step_asked(context.state)
    node = step.note.node if step is not None else None
    found: list[RefusalReason] = []
    if step is not None and isinstance(node, tree.Offer):
        found = list(dict.fromkeys(call_reasons(context, node, step, key)))  # several copies may have the same reason
        found = found or _done_with(context, node, step, key)
    elif step is not None and isinstance(node, tree.Choose | tree.ChooseTogether | tree.Pick | tree.ChooseOne):
        found = list(dict.fromkeys(choice_reasons(context, node, step, key)))
    if found:
        return found
    who = context.decision.player
    reason, clauses = context.state.why_not(key, spoken=True, player=who if who in context.state.game.players else None)
    label, file, line, _ = context.place
    words = [option.text for option in context.decision.options]
    offered = ", ".join(words[:12]) + (" …" if len(words) > 12 else "")
    told = all(one in reason for one in words[:12])
    needed = "" if told else f"it must be one of: {offered}"  # shown once
    return [RefusalReason(reason, needed, (), label, file, line, clauses, listing=True)]


def _call_with(context: DecisionContext, flat: Flat, thing: str, values: list[Any]) -> str:
    """The call of an action with that thing, if only one parameter can take it and the running phase binds the
    others; otherwise empty.
    """
    bound = bound_by_phase(context, flat) if len(flat.symbol.params) > 1 else {}
    fitting, texts = 0, []
    for at, param in enumerate(flat.symbol.params):
        of = types.bare(param.type)
        low, high = context.made.numbering.ranges.get(of.kind, (0, 0)) if isinstance(of, types.Thing) else (0, 0)
        if at in bound:
            tag = context.made.game.program.index.actions[flat.number].tags[at]
            texts.append(argument_key(context.made.layout, tag, bound[at]))
        elif any(low <= value < high for value in values):
            fitting += 1
            texts.append(thing)
        else:
            return ""
    return f"{flat.symbol.name}({', '.join(texts)})" if fitting == 1 else ""


def _done_with(context: DecisionContext, node: tree.Offer, step: NotedStep, thing: str) -> list[RefusalReason]:
    """For a thing alone: the reasons against the actions of just that thing, limited to those with the fewest."""
    program, made = context.made.game.program, context.made
    values = context.candidates("thing", thing)
    found: list[list[RefusalReason]] = []
    for flat in sorted(offered(made.plan, node), key=lambda one: one.number):
        call = "" if flat.symbol.owner else _call_with(context, flat, thing, values)
        if not call or _among(made, context.decision, call):
            continue
        against = dict.fromkeys(call_reasons(context, node, step, call))
        words = choice_words(program, call)
        found.append([replace(reason, what=f"{words}: {reason.what}") for reason in against])
    least = min(map(len, found), default=0)
    return [reason for against in found if len(against) == least for reason in against]
