"""From typed trees to the intermediate form: the only room that knows what a construct of the language means.

`Stage` holds what lowering a whole game needs, `Lowering` what one unit needs while its blocks are made. A file has one
subject: formulas by their sort, steps, choices, actions, procedures, rules. Plan and numbering are read, never changed.
"""
