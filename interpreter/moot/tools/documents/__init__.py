"""Clauses of rulebooks: which rules cite them, by what name people ask for them, and the owner's own text.

`citations` reads them from the rules, `clause_lookup` finds a clause by its name, `text_parts` cuts a rulebook's
text into sentences, `owner_text` finds those of each clause.
"""
