"""Typing: what the trees of a bundle mean, found before any code is written.

It turns trees of text into typed trees: every name is tied to its symbol, every formula has a type, and the game
is described by its symbols. All that is wrong with names, types and values is told here.
It knows nothing of layout, or of the code that is written from the trees; it imports nothing else of `code`.
"""
