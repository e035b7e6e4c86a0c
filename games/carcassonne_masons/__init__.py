"""Masons: its rules and how it is shown are data, found under the game's name in the data roots."""

from ruleset_core.plugin import GamePlugin

GAME = GamePlugin(name="carcassonne_masons")
