"""The parts of packs, before they are merged.

`yaml_text` reads YAML so that each value knows its place. `schema` checks its shape, and `fields` reads values by their
declared types. `bundle` is the game as read; `boards` is a board as linked, with the words that name its places.
"""
