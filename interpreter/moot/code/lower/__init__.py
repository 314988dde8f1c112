"""From typed trees to the intermediate form: the only room that knows the meaning of the language's constructs.

`Stage` holds the data for lowering a whole game, `Lowering` those for one unit while its blocks are built. Each file
has one subject: types of formulas, steps, choices, actions, procedures, rules. Plan and numbering are read, never
changed.
"""
