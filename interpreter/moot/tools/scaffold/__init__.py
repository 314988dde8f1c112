"""What `moot new` writes: packs, cards, cases, stories, maps, overlays, documents. All of it passes `moot check`."""
