"""Code generation: the intermediate program in, WebAssembly modules out. It decides nothing.

    IrSetValue(0, IrAdd(IrRandom(stream 0, 6 sides), 1))
    local.get record · (call of the random function: stream 0, 6 sides) · i32.const 1 · i32.add · i32.store value 0

`game_module` goes through functions and blocks; `statement_codegen`, `loop_codegen`, `vector_codegen`, `search_codegen`,
`expression_codegen` and `memory_access` each say how their nodes become instructions, and `module_builder` is the binary format. A state lies in
memory as one record of fixed size (`state_layout`). Where the IR does not know that an index lies within its list, a check
is written, and a failed check traps.

What is the same in every game is written once, in Python: `lang.runtime`, `lang.visibility` and `compile.search` for both
executors, `core_game`, `core_batch` and `core_search` for the core alone. `restricted_python` compiles these sources:

    def sign(a: int) -> int:         local.get a · i32.const 0 · i32.gt_s
        return (a > 0) - (a < 0)     local.get a · i32.const 0 · i32.lt_s · i32.sub

The search is a second module that imports the functions and the memory of the game, compiled when somebody first thinks.
Only numbers and checked names of the data get into a module.
"""
