"""From folders of YAML and rules to one `Bundle`: a game as read, its packs merged, nothing typed yet.

`find` and `gather` choose the packs, `read` parses their files and `override` merges their declarations. The kinds that
the rules declare say how to read things, tables and documents. `load` does it all, and `cache` keeps expensive results.
"""
