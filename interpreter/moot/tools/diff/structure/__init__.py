"""What two rule sets say: clauses side by side, rules that differ, and rule sets between the two.

`side` loads one of them; `documents` aligns clauses, `rule_texts` lists all items, `rules` compares them as trees,
`hybrid` puts some differences of one into the other, `shared_names` is what both name.
"""
