"""Troyes Dice: its rules are data, found under the game's name in the data roots; Python only draws it."""

from ruleset_core.plugin import GamePlugin

GAME = GamePlugin(name="troyes_dice", view="games.troyes_dice.view")
