"""The intermediate program: what a game does, decided to the last place in the state, and not yet spelled in any language.

`lang/decide` makes it out of a lowered program, `lang/spell` prints it as Python, `lang/wasm` as WebAssembly. Whoever
changes one of the three needs to know this package and not the others.
"""
