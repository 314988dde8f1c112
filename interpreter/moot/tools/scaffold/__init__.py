"""The files that `moot new` writes: packs, cards, cases, stories, maps, overlays, documents. They pass
`moot check`.
"""
