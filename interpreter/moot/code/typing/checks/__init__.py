"""Checks after typing: blocks that may end early, unread names, constant values, decks."""
