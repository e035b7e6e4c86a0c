"""The effect language: grammar, syntax tree, types, vocabulary, proof, lowering, reference interpreter, deciding step, two printers, texts.

The way of a text through it: `syntax`, `resolve`, `link`, `prove`, `lower`; then `evaluate` runs it, or `decide` makes the
intermediate program (`code`) of it, which `spell` prints as Python and `wasm` as WebAssembly.
"""
