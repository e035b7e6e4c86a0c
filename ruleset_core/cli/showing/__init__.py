"""What `ruleset show` and `ruleset cards` tell and draw: a game, one thing of it, names, cards, positions."""
