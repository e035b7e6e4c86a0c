"""Scenes in a terminal: text with styles, fitted to the columns and lines there are. Knows scenes, but no game."""
