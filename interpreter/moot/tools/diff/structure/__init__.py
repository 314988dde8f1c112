"""The texts of two rule sets: clauses side by side, rules that differ, and rule sets between the two.

`side` loads one of them. `documents` aligns clauses, `rule_texts` lists all items, `rules` compares them as trees, and
`hybrid` applies some differences of one to the other. `shared_names` holds the names that both use.
"""
