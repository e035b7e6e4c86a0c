"""Games and their states: loading, playing, observing, scoring, saving. `load` gives a `Game`, `Game.new` a `State`.

>>> from ruleset_core import load
>>> game = load("pig")
>>> state = game.new(players=2, seed=4)
>>> state.v[:2], state.z, state.stack      # values (face and pot), zones, what is still to be done
([4, 4], [], [(6, 0)])
>>> state.seat, state.options              # who is asked, and the options by number
(0, [0, 1])

A state is lists of numbers, and a clone copies them: that takes a microsecond or two. Most modules here are functions of
any state (`state_data`): `scoring`, `saves`, `observation`, `history`, `determinization`. What such a module derives from a
game once, it keeps with the game (`game_source.memoized`).

The interpreter takes the first decisions of a game. After `game.EARLY` steps the game gets its core, and states that are
played on move into the core (`core`), which is fast but only notices *that* a rule is broken. The interpreter then takes
the same option again and says what is wrong (`history`, `rule_errors`); the state stays as it was.
"""
