"""The version of moot."""

__version__ = "0.1.0"
