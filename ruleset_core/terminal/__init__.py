"""Scenes drawn in a terminal: as text with styles, into the columns and lines there are. Knows scenes, no game."""
