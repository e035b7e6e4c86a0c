"""Stories: what happened in a step, with causes, as a seat may know it, in names and in sentences.

`trace_step` plays a step once more, on a copy, in an interpreter that records every change (`eval.recorder`). Nothing that plays
pays for it. `story_of` leaves out what a viewer may not know:

>>> from ruleset_core import load, story_of, trace_step
>>> game = load("pig")
>>> state = game.new(players=2, seed=4)
>>> story = story_of(game, 2, [trace_step(state, state.options[0])], viewer=1)
>>> for _, part in story.events:
...     print(type(part).__name__, [getattr(part, end) for end in ("before", "after") if hasattr(part, end)])
OptionChosen []
ValueChanged [4, 6]
ValueChanged [4, 10]

The parts of a trace lead from one state to the next (`Story.apply_to`). `story_sentences` makes sentences of them,
`accounts` adds up where an amount came from, `foresee` tells what an option certainly brings: it stops before chance, and
before what the seat does not know.
"""
