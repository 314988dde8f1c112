"""How fast the interpreter is, beside the same games by hand and beside other libraries: `python -m benchmarks`."""
