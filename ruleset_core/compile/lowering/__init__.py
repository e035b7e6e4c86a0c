"""Lowering: typed effects in, basic blocks out, cut wherever a player may be asked.

An effect may ask in the middle of a loop, inside a procedure that a card called. To copy or save the game there, what is
still to do must be data, so no Python stack is kept. The stack of a state is a list of frames: the number of a block and
the values of its locals.

>>> from ruleset_core import load
>>> game = load("pig")
>>> state = game.new(players=2, seed=4)
>>> state.stack                            # go on at block 6, whose local `me` is seat 0
[(6, 0)]
>>> block = game.program.blocks[6]         # it begins behind the question `decide`
>>> block.answers.decision.name, block.locals
('decide', ('me',))

`State.apply` stores the answer and runs the block on top. A block either puts a question (it pushes the frame that goes on
with the answer, and stops) or pushes what comes next. Statements that can never ask stay structured within a block, as
`if` and `for`; that is where the speed comes from.

A question with one option is answered at once, unless that would show others something hidden (`forced_choices`). A call
that nothing follows needs no frame. The game is over when the stack is empty.
"""
