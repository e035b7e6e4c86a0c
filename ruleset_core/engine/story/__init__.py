"""Stories: what happened in a step of a game, in order, each thing with its cause; told to a seat, and in sentences."""
