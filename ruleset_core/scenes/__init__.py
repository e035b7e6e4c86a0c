"""Scenes: what a seat sees of a game, as a tree of a few kinds of things. Terminals and pages draw it; it knows neither."""
