"""`?` at the table: what cards, rules, fields and words are and where they lie."""
