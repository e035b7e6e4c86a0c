"""How bots think, in restricted Python: Python runs it, and the core has it as WebAssembly.

A search of 200 simulations for seat 0, asked `roll` or `hold` in Pig:

    1. 16 play-outs measure how far final margins lie apart.
    2. Each simulation draws a world: the true state with what seat 0 may not know drawn anew (`world_plans`).
    3. It tries the options in turn, all with the same worlds, so that luck favours none.
    4. Deeper down UCB1 picks options; a play-out ends when its seat is asked again, and the margin counts.
    5. Round by round the worse half of the options is left out (sequential halving), until one is left.

Each seat has a tree of its own and moves in it by what it sees: what is chosen in secret leads nowhere in the trees of
others. What differs from world to world is not told apart within a tree (open loop).

`heuristics` judges positions and plays on, `turn_graph` looks through all draws of a turn, `tree_search` is the search, `game_runs` plays whole games. All work on an
`arena.SearchArena`: states by number, and lists of numbers. `engine.core.interpreted_arenas` is one in Python and the
specification, `engine.core.compiled_arenas` one in the memory of the core. Both choose the same to the last bit, which is
why only whole numbers decide.
"""
