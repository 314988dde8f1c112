"""Random numbers that cannot be foretold, for sealed games: a keyed stream of BLAKE2b, from Python's `hashlib`.

BLAKE2b with a key (RFC 7693) is a pseudorandom function: without the key, any number of its values says nothing about
the others. It comes with Python, and gives the same numbers on every computer, so a log can be replayed. Python's
`random` can be reconstructed from 624 of its numbers. The operating system's generator (`os.urandom`) cannot be
replayed: it makes the salt, and the fresh bits that change the key at each choice.
"""

from __future__ import annotations

import os
from hashlib import blake2b, sha256
from typing import NamedTuple

KEY_BYTES = 32
_FRESH_BYTES = 16
_DRAWN_BYTES = 64  # of one value of the function; far more than a number of the rules needs


class SealedChance(NamedTuple):
    """A generator as part of a position: it is never changed. `used`: the values taken since the key changed."""

    key: bytes
    used: int = 0

    @staticmethod
    def of(seed: int, salt: str) -> SealedChance:
        return SealedChance(blake2b(_opening(seed, salt), digest_size=KEY_BYTES, person=b"moot key").digest())

    def draw(self, count: int) -> tuple[int, SealedChance]:
        """A number below `count`, and the generator after it. Each number is equally likely: a value of the function
        that is too large is dropped.
        """
        if count < 2:
            return 0, self
        key, used = self
        unused = 8 * _DRAWN_BYTES - (count - 1).bit_length()
        while True:
            value = blake2b(used.to_bytes(8, "big"), digest_size=_DRAWN_BYTES, key=key, person=b"moot draw")
            used += 1
            number = int.from_bytes(value.digest(), "big") >> unused
            if number < count:
                return number, SealedChance(key, used)

    def stir(self, fresh: str) -> SealedChance:
        """The generator with another key, made from this one and fresh bits. It does not lead back to this one."""
        return SealedChance(blake2b(fresh.encode(), digest_size=KEY_BYTES, key=self.key, person=b"moot stir").digest())


def seal_of(seed: int, salt: str) -> str:
    """The seal of a game, made public when it starts: the SHA-256 of the text `SEED SALT`."""
    return sha256(_opening(seed, salt)).hexdigest()


def fresh_bits() -> str:
    """128 bits from the operating system, as hexadecimal digits: for a salt, or to be stirred in at a choice."""
    return os.urandom(_FRESH_BYTES).hex()


def _opening(seed: int, salt: str) -> bytes:
    return f"{seed} {salt}".encode()
