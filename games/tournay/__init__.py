"""Tournay: its rules are data, found under the game's name in the data roots; Python only draws it."""

from ruleset_core.plugin import GamePlugin

GAME = GamePlugin(name="tournay", view="games.tournay.view")
