"""Text from outside, made safe to show: no character in it controls a terminal or changes the reading order.

Files, logs, saves, arguments and typed lines pass here before anything shows them. A sign takes the place of one
character, so that columns stay the same.
"""

from __future__ import annotations

import re
from typing import Any

# Controls except tabs and line breaks, overrides and isolates of the direction of writing, lone surrogates, tags.
_HIDDEN = re.compile(
    "\r(?!\n)|"
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u206f\ud800-\udfff\ufff9-\ufffb\U000e0000-\U000e007f]"
)
_OTHER = "\u2426"  # ␦


def visible(text: str) -> str:
    """The text with a sign for each control character: `␛` for escape. Tabs and line breaks stay."""
    return text if text.isprintable() else _HIDDEN.sub(_sign, text)


def visible_line(text: str) -> str:
    """Like `visible`, for a text on one line: tabs and line breaks become signs too."""
    return text if text.isprintable() else re.sub("[\t\n\r]", _sign, _HIDDEN.sub(_sign, text))


def visible_data(value: Any) -> Any:
    """JSON data with all its texts made visible."""
    if isinstance(value, str):
        return visible(value)
    if isinstance(value, list | tuple):
        return [visible_data(one) for one in value]
    if isinstance(value, dict):
        return {visible_line(key) if isinstance(key, str) else key: visible_data(one) for key, one in value.items()}
    return value


def _sign(found: re.Match[str]) -> str:
    code = ord(found[0])
    return chr(0x2400 + code) if code < 0x20 else "\u2421" if code == 0x7F else _OTHER
