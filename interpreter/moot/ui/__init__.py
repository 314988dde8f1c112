"""The command line: a folder for each job that has a command, named like the room of `tools` behind it.

`command` is the entry point. All commands share `options`, `output`, `errors`, `console` and `progress`; `page` fills
the templates in `pages`.
"""
