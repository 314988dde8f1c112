"""Formulas answered from known properties of things or stored values of a position, in place of loops and calls."""
