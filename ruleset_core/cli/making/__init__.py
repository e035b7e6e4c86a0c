"""Files written for those who design: a game or an expansion to start from, a card in it, cards as a table."""
