"""States of games: playing, observing, saving."""
