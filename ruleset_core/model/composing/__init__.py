"""Expansions laid on a game: what they replace, take out and add is put into its data, and each change keeps its place."""
