"""Slips that designers make, 200 in the project's own games and 81 in a small one, and what `ruleset check` says about each."""
