"""Typing: the meaning of a bundle's trees, found before any code is written.

It turns trees of text into typed trees: every name is bound to its symbol, every formula has a type, and the game is
described by its symbols. All errors in names, types and values are reported here. This room knows nothing of layout, or
of the generated code, and imports nothing else from `code`.
"""
