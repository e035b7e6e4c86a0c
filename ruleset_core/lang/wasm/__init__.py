"""The intermediate program as a WebAssembly module.

How it comes about: `module` goes through functions and blocks; `statements`, `loops`, `zones`, `frames` and `calls` write
statements, `exprs`, `reading`, `arithmetic` and `conditions` expressions, each into a `Body` of the `unit` in the making;
`places` are addresses, `calm` says what may be worked out without need, `encode` is the binary format.

What it is about: `record` says where everything of a state lies in memory, `image` turns states into records and back.

What stands `beside` the printed code is the runtime. Functions that Python runs too are read from their own modules
(`lang/runtime`, `lang/knowledge`, `lang/seeds`, `lang/worlds`), those of the core alone from `native`, `native_many` and
`native_areas`; all are written in a small part of Python that `restricted` turns into instructions (`restricted_statements`,
`restricted_exprs`, `restricted_locals`, `restricted_kinds`; `words` names what only the machine does).

What thinks (`lang/search`) is a module of its own, `second`, which imports functions and memory of the game's: `native_room` says how it
gets at states. It is made only when somebody thinks.
"""
