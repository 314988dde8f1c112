"""Expressions of the form as Python."""
