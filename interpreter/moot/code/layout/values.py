"""Values known before play: those of the language, with things as their numbers and code as its unit's."""

from __future__ import annotations

from typing import TypeAlias

Value: TypeAlias = bool | int | str | tuple["Value | None", ...]
