"""Scenes: what a seat sees of a game, as a tree of a few kinds of things. Terminals and pages draw it.

>>> from ruleset_core import load
>>> from ruleset_core.view.scene.scene_builder import scene
>>> game = load("pig")
>>> state = game.new(players=2, seed=4)
>>> seen = scene(game, state.masked(0), "en", options=state.options)
>>> [panel.id for panel in seen.panels]
['table', 'seats']
>>> ["".join(span.text for span in part) for part in seen.panels[0].show[0].parts]
['die 4', 'pot 4']
>>> seen.panels[1].show[0].rows[0].stand.identity
'seat:seat_0'

In goes the masked state, so a scene cannot show what is hidden. Each thing has an identity that stays the same while it
moves, and the options that it stands for: so a page can animate it, and a click on it is an answer.
"""
