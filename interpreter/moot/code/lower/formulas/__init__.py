"""Formulas, as expressions of the form."""
