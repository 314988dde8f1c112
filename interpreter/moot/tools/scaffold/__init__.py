"""The files that `moot new` writes: packs, cards, cases, stories, maps, overlays, documents. All of them pass
`moot check`.
"""
