"""The evaluator (reference interpreter): what every expression, selection and effect means.

It makes a closure of each node when the node is first needed, and runs that as often as wanted:

>>> from ruleset_core import load
>>> game = load("pig")
>>> state = game.new(players=2, seed=4)
>>> (row,) = game.program.scores                 # score: {points: {amount: points}}
>>> points = game.interpreter.value(row.amount)  # a function of a state and of the values of locals
>>> points(state, {"me": 0}) == state.scores()[0]
True

What is known when the game is linked (offsets, members, numbers of rounds) is looked up when the closure is built.
`evaluator` keeps the closures and runs blocks; `expressions`, `selections`, `statements` and `blocks` have a function for each
kind of node. The evaluator is the specification: the core has to do what it does, and a broken rule is what it refuses.

What differs between uses is no part of the nodes. An `access_policies.AccessPolicy` says how a state is read: as it is,
as far as a seat knows (looks), up to chance and secrets (lookahead), or facts alone (constant folding). An
`EvaluationTracer` wraps closures while they are built: the recorder of stories and the profiler are such.
"""
