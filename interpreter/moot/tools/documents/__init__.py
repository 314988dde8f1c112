"""Clauses of rulebooks: the rules that cite them, the names by which people ask for them, and the owner's own text.

`citations` reads them from the rules, `clause_lookup` finds a clause by its name, `text_parts` splits a rulebook's text
into sentences, and `owner_text` finds the sentences of each clause.
"""
