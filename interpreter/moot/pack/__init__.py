"""From folders of YAML and rules to one `Bundle`: a game as read, its packs merged, nothing typed yet.

`find` and `gather` say which packs, `read` parses their files, `override` merges what they declare; things, tables
and documents are read by the kinds that the rules declare; `load` does it all. `cache` keeps what is dear to make.
"""
