"""The jobs that people do with a game, without a screen: a folder for each.

Each room imports only rooms that come before it in this order: setup, documents, laws, bots, logs, simulate, show,
maps, odds, decks, explain, check, cases, coverage, diff, scaffold. `files` reads and writes whole files for them. The
rooms of `ui` print their results.
"""
