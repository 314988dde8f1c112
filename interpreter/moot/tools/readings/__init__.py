"""Readings: the options by which a table settles what a rulebook leaves open, whom each favours, and where two part.

`register` lists them with their clauses, and `parting` finds cases that pass under one value and fail under another.
`measures` plays games between bots with each value, and keeps the results in the game's folder.
"""
