"""Search for a counterexample: a position and choices after which two rule sets differ.

`impact` finds what a difference affects. `position_generator` makes positions from `sampled_calls`, `seeker` plays both
sides in `lockstep` with `common_random` luck, and `shrink` reduces the result. `equivalence` proves by enumerating all
values (`formula_eval`) that there is nothing to find. `option_readings` tries other options, and `behaviour` runs the
whole search.
"""
