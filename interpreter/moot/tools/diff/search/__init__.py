"""Looks for a counterexample: a position and choices after which two rule sets differ.

`impact` finds what a difference touches, `position_generator` makes positions from `sampled_calls`, `seeker` plays both
in `lockstep` with `common_random` luck, `shrink` makes what it finds small. `equivalence` proves by going through all
values (`formula_eval`) that there is nothing to find; `option_readings` tries other options; `behaviour` leads it all.
"""
