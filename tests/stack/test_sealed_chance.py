"""The chance of sealed games: even, replayable with its fresh bits, and of no use to somebody who looks ahead."""

import json
import random
from collections import Counter
from itertools import permutations

import pytest

from dice_pack import write_dice
from moot.lang.diagnostic import MootError
from moot.stack.chance import draw_number, shuffle_list
from moot.stack.saves.serialize import save_sum
from moot.state.position import Position
from moot.state.sealed_chance import SealedChance, seal_of
from quick_game import quick_game

SALT = "00112233445566778899aabbccddeeff"


@pytest.fixture(scope="module")
def dice(tmp_path_factory):
    return quick_game(write_dice(tmp_path_factory.mktemp("packs") / "dice"))


def play(state, fresh=()):
    """Every player rolls in every turn; `fresh` bits for the first choices."""
    given = iter(fresh)
    while not state.over:
        state.apply("yes", fresh=next(given, ""))
    return state


def rolls(state):
    return [record[3] for record in state.position.journal if record[0] == "chance"]


def position(seed=1, salt=SALT):
    return Position([], [], [], SealedChance.of(seed, salt))


def is_even(counts, outcomes):
    """A chi-square test: far above the mean of a true one is five of its standard deviations."""
    expected = sum(counts.values()) / outcomes
    squares = sum((counts[n] - expected) ** 2 for n in counts) + expected**2 * (outcomes - len(counts))
    return abs(squares / expected - (outcomes - 1)) < 5 * (2 * (outcomes - 1)) ** 0.5


@pytest.mark.parametrize("count", [2, 6, 7, 52, 100])
def test_numbers_are_even(count):
    S = position()
    assert is_even(Counter(draw_number(S, count) for _ in range(200 * count)), count)


def test_two_numbers_in_a_row_are_even():
    S = position()
    assert is_even(Counter((draw_number(S, 6), draw_number(S, 6)) for _ in range(20_000)), 36)


def test_shuffles_are_even():
    S, counts = position(), Counter()
    for _ in range(9_000):
        things = [0, 1, 2, 3]
        shuffle_list(S, things)
        counts[tuple(things)] += 1
    assert set(counts) == set(permutations(range(4))) and is_even(counts, 24)


def test_an_uneven_generator_would_be_found():
    counts = Counter(min(number, 5) for number in range(7) for _ in range(200))
    assert not is_even(counts, 6)


def test_a_large_number_and_the_only_one():
    S = position()
    assert {draw_number(S, 1) for _ in range(9)} == {0} == {draw_number(S, 0)}
    large = [draw_number(S, 1 << 100) for _ in range(20)]
    assert max(large) < 1 << 100 and max(large) > 1 << 95 and len(set(large)) == 20


def test_the_stream_is_pinned():
    """Another stream would change every sealed log."""
    S = position(7)
    assert [draw_number(S, 6) + 1 for _ in range(12)] == [5, 3, 2, 5, 2, 4, 2, 5, 6, 2, 2, 5]
    S.rng = S.rng.stir("ff")
    assert [draw_number(S, 6) + 1 for _ in range(12)] == [3, 4, 4, 5, 5, 5, 4, 2, 1, 1, 5, 1]


def test_the_seal_is_the_plain_hash_of_seed_and_salt():
    import hashlib

    assert seal_of(7, SALT) == hashlib.sha256(f"7 {SALT}".encode()).hexdigest()


def test_the_same_fresh_bits_give_the_same_game(dice):
    one = play(dice.start(3, sealed=True))
    two = play(dice.start(3, salt=one.salt), one.fresh)
    assert len(one.fresh) == len(one.choices) == 24 and len(set(one.fresh)) == 24
    assert two.position.key() == one.position.key() and two.journal == one.journal and two.seal == one.seal


def test_other_fresh_bits_give_other_dice(dice):
    """Who knows the seed, the salt and all dice so far cannot tell the next: they depend on bits that are not there."""
    one = play(dice.start(3, salt=SALT))
    for known in (0, 9):
        others = [rolls(play(dice.start(3, salt=SALT), one.fresh[:known])) for _ in range(4)]
        assert all(other[:known] == rolls(one)[:known] for other in others)
        ends = [tuple(dice[known:]) for dice in (rolls(one), *others)]
        assert len(set(ends)) == len(ends)


def test_without_a_choice_nothing_changes(dice):
    first, second = (dice.start(3, salt=SALT) for _ in range(2))
    assert first.position.zones == second.position.zones != dice.start(3, sealed=True).position.zones
    assert first.position.zones != dice.start(4, salt=SALT).position.zones


def test_a_copy_does_not_foretell(dice):
    state = dice.start(3, sealed=True)
    copies = [play(state.copy()) for _ in range(4)]
    assert len({tuple(rolls(one)) for one in copies}) == 4


def test_a_guess_has_chance_of_its_own(dice):
    state = dice.start(3, sealed=True)
    state.apply("yes")
    guess, again = (state.guess("north", random.Random(1)) for _ in range(2))
    other = state.guess("north", random.Random(2))
    assert guess.position.rng == again.position.rng != other.position.rng
    assert isinstance(guess.position.rng, int) and (guess.salt, guess.seed, guess.fresh, guess.seal) == ("", 0, [], "")
    assert state.salt not in json.dumps(guess.save())


def test_undone_choices_get_new_bits(dice):
    state = dice.start(3, sealed=True)
    for _ in range(40):
        state.apply("yes") if not state.over else None
    kept, end = state.fresh, state.position.key()
    for _ in range(5):
        state.undo()
    again = dice.start(3, salt=state.salt)
    for fresh in kept[:-5]:
        again.apply("yes", fresh=fresh)
    assert state.position.key() == again.position.key() and state.fresh == kept[:-5]
    assert play(state).position.key() != end and state.fresh[:-5] == kept[:-5] and state.fresh != kept


def test_a_save_goes_on(dice):
    state = dice.start(3, sealed=True)
    for _ in range(5):
        state.apply("yes")
    data = json.loads(json.dumps(state.save()))
    restored = dice.restore(data)
    assert (restored.seal, restored.fresh, restored.choices) == (state.seal, state.fresh, state.choices)
    fresh = [f"{number:02x}" for number in range(1, 20)]
    assert play(restored.copy(), fresh).position.key() == play(state.copy(), fresh).position.key()
    data["frames"] = "of another version"
    data["sum"] = save_sum(data)
    assert dice.restore(data).position.key() == state.position.key()


@pytest.mark.parametrize(
    "change",
    [
        lambda data: data.pop("salt"),
        lambda data: data["fresh"].pop(),
        lambda data: data["position"]["rng"].pop(),
        lambda data: data["position"].update(rng=5),
        lambda data: data["position"].update(rng=["00", 0]),
        lambda data: data["position"].update(rng=["00" * 32, -1]),
    ],
)
def test_a_changed_save_is_refused(dice, change):
    state = dice.start(3, sealed=True)
    state.apply("yes")
    data = json.loads(json.dumps(state.save()))
    change(data)
    with pytest.raises(MootError, match="edited after it was written"):
        dice.restore(data)
    data["sum"] = save_sum(data)
    with pytest.raises(MootError, match="the save is damaged"):
        dice.restore(data)


def test_saves_of_the_format_before_are_read(dice):
    state = dice.start(3)
    state.apply("yes")
    assert dice.restore(state.save() | {"moot save": 3}).position.key() == state.position.key()
    with pytest.raises(MootError, match="cannot read the save"):
        dice.restore(state.save() | {"moot save": 2})


def test_other_games_stay_with_the_fast_generator(dice):
    state = dice.start(3)
    state.apply("yes")
    assert isinstance(state.position.rng, int) and not state.fresh and not {"salt", "fresh"} & state.save().keys()
