"""Formulas answered by what is known of things or kept of a position, in place of loops and calls."""
