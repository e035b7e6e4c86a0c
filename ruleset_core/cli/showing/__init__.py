"""What `ruleset show` prints of a game besides its cards: boards, looks, names. And a card to start from."""
