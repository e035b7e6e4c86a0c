"""Running WebAssembly: the library `wasmtime`, if it is installed, and what was compiled, kept on disk.

Nothing here knows a game: bytes of a module come in, and something whose functions can be called comes out.

    from ruleset_core.native.loading import load
    from ruleset_core.native.switches import why_not

    reason = why_not()                       # None, or a sentence that says why nothing can be run
    loaded = load("what it is made of", make_bytes)
    instance = loaded.module.instance()      # a memory and globals of its own; one for each thread
    instance.function("add")(2, 3)

`wheel` finds what the package `wasmtime` brings, `binding` names the few functions of it that are used, `engine` and
`machine` make modules and instances with them, `probe` tries whether that works, `calls` calls their functions, `memory` is
what they compute on, `cache` keeps bytes on disk, `keys` says what those depend on, `loading` brings it together, `switches`
reads the environment. Importing `switches` imports none of the others.
"""
