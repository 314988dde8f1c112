"""The speed of the interpreter, compared with the same games written by hand and with other libraries: `python -m
benchmarks`.
"""
