"""The effect language: grammar, syntax tree, types, vocabulary, reference interpreter, code generator, text."""
