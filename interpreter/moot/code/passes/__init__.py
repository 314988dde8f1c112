"""Transformations of units, and analyses before they are printed."""
