"""Many games at once: random games, play-outs, searches and states side by side, compiled or interpreted.

>>> from ruleset_core import core_of, load
>>> games = core_of(load("pig")).play(players=2, games=100, seed=1)
>>> len(games.options_taken), games.scores.shape
(100, (100, 2))

`many_games` is the API, `compiled_runner` does the work in WebAssembly and `interpreted_runner` the same in Python.
"""
