"""What packs are made of, before they are put together.

`yaml_text` reads YAML so that each value knows its place, `schema` checks its shape, `fields` reads values by their
declared types; `bundle` is the game as read, `boards` a board as linked, with the words that name its places.
"""
