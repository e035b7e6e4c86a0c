"""Masons: its rules and its look are data, found under the game's name in the data roots; Python says what a picture of the board shows."""

from ruleset_core.plugin import GamePlugin

GAME = GamePlugin(name="carcassonne_masons", view="games.carcassonne_masons.view")
