"""The compiler: from a bundle to a program of Python code.

`pipeline` runs the stages, a folder each: typing (what trees mean), layout (numbers), plan (what is to be compiled),
lower (to the intermediate form, `ir`), passes (from form to form), emit (form to text). `program` is what comes out:
plain data and code objects that a cache can keep. The other files hand stages what earlier ones have made.
"""
