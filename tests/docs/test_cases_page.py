"""The cases page names every key that a case may have. (Its example is played with the tests of cases.)"""

from __future__ import annotations

from page_examples import DOCS

from moot.pack.model.schema import schema


def test_every_key_of_the_schema_stands_on_the_page() -> None:
    text = (DOCS / "cases.md").read_text(encoding="utf-8")
    shape = schema("cases")
    case = shape["properties"]["cases"]["items"]["properties"]
    for key in [*case, *shape["$defs"]["given"]["properties"], *shape["$defs"]["then"]["properties"]]:
        assert f"`{key}" in text, key
