"""HTML pages, each a single file without external scripts, fonts or pictures; for the screen and for paper."""

from __future__ import annotations

from typing import Any

from ..lang.name_folding import count_phrase


def page(template: str, **data: Any) -> str:
    """Fill a template of the folder `pages` with the data; text is escaped.

    A template begins with `{% extends "base.html.jinja" %}`, fills its blocks `title`, `lead` and `content`, and may
    use `parts.html.jinja`. A name missing from the data is an error (jinja2.UndefinedError).
    """
    from jinja2 import Environment, PackageLoader, StrictUndefined

    pages = Environment(
        loader=PackageLoader(__package__, "pages"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    pages.filters["anchor"] = anchor
    pages.filters["count_phrase"] = count_phrase
    return pages.get_template(f"{template}.html.jinja").render(data)


def anchor(name: str) -> str:
    """The id of a clause or a difference as the id of an element: any character but letters, digits, `.` or `-`
    becomes `-`.
    """
    return "".join(c if c.isalnum() or c in ".-" else "-" for c in name)
