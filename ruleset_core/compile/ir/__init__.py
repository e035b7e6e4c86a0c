"""The intermediate representation (IR): a game as expressions and statements over whole numbers with ranges.

`ir_nodes` and `ir_expressions` are the expressions, `ir_statements` the statements. `ir_builder` makes expressions: it
folds what is known, keeps ranges, and gives the same object for the same expression. `1 + 2` becomes 3; the sum of a
face (1 to 6) and 1 has the range 2 to 7, so nothing has to check whether it fits.
"""
