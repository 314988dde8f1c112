"""Saves: positions as data, checked when they are read."""
