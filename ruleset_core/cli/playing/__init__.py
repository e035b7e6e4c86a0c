"""A game in the terminal: the table and who sits at it, and recorded games gone through again."""
