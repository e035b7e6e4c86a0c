"""From a linked game to code that runs: lowering, IR generation, WebAssembly, search, and the host.

One statement of Pig, `set pot = pot + face`, on its way (the pot is value 1 of a state, the face value 0):

    lowering   a statement of block 6, which runs when the player has answered
    irgen      IrSetValue(1, IrRangeCheck(IrAdd(IrStateValue(1), IrStateValue(0)), low, high))
    wasm       load 1 · load 0 · add · outside 32 bits? trap · store 1

`linker` calls analysis and lowering in their order, `ir` defines the intermediate program, `search` is how bots think,
`host` runs WebAssembly and knows no game.
"""
