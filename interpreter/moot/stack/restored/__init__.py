"""Positions that come from files: whether they are sound."""
