"""Look-up of cards, rules, fields and words of a game by name."""
