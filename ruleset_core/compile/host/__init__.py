"""Running WebAssembly: `wasmtime`, if it is installed, and what was compiled, kept on disk. Knows no game.

    from ruleset_core.compile.host.executor_choice import why_not
    from ruleset_core.compile.host.wasm_modules import load_module

    reason = why_not()                               # None, or a sentence that says why nothing can be run
    loaded = load_module("what it is made of", make_bytes)
    instance = loaded.module.instance()              # a memory and globals of its own; one for each thread
    instance.function("add")(2, 3)

`executor_choice` reads the environment and finds the library, `wasmtime_binding` names the few functions of it that are
used, `wasm_modules` makes modules and instances, `selftest` tries a version that nobody
knows. `HostModule` in `wasm_modules` says what any host must do (a JavaScript engine is another one). A hook of a game is an import: it is
given the state as it lies in memory. Importing `executor_choice` imports none of the others.
"""
