"""Looks: what `look:` says, read against the vocabulary of a game."""
