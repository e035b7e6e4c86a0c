"""Fields, zones and score sheets of any game as lines of text."""
