"""Two hundred slips that designers make, in the project's own games, and what `ruleset check` says about each."""
