"""The compiler: from a bundle to a program of Python code.

`pipeline` runs the stages, a folder each: typing (the meaning of trees), layout (numbers), plan (what to compile),
lower (to the intermediate form, `ir`), passes (from form to form), emit (form to text). The result is a `program`:
plain data and code objects that can be cached. The other files pass the results of earlier stages to later ones.
"""
