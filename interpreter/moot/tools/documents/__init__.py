"""Clauses of rulebooks: which rules cite them, by what name people ask for them, and the owner's own text.

`citations` reads them from the rules, `clause_lookup` finds a clause by its name, `rulebook_text` cuts a text into
sentences, `source_text` lays it beside the document.
"""
