"""What is not lowered yet."""

from __future__ import annotations


class NotYet(Exception):
    """The construct, in words."""
