"""Commands that play many games: `simulate`, `compare`, `tournament`, `learn` and `check --play`."""
