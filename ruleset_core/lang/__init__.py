"""The effect language: grammar and parser, syntax and typed trees, types, vocabulary, programs, formatter.

What verbs, operations (`max`, `+`) and quantities (`sum`, `any`) are stands in tables, one record each: `verbs`,
`operations`, `quantities`. Analysis, both executors, texts of cards, the reference and the tests read them.

A node declares what it reads, writes, binds and leads to (`node_traits`), where its class is written. Walks and folds over
trees (`traversal`) go by these traits:

>>> from ruleset_core import load
>>> from ruleset_core.lang.traversal import all_nodes
>>> program = load("pig").program
>>> body = program.procedures["phase play"].body
>>> "Roll" in {type(node).__name__ for node in all_nodes(body)}
True

Every statement keeps its origin (`origins`): file, line, column, and whose text it is. Lowering hands it on. Nothing that
plays looks at it; stories and broken rules do.
"""
