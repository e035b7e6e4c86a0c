"""The intermediate representation (IR): a game as expressions and statements over whole numbers with ranges. All nodes under one name, `ir`.

`ir_expressions` are the expressions, `ir_statements` the statements and programs. `ir_builder` makes expressions: it
folds what is known, keeps ranges, and gives the same object for the same expression. `1 + 2` becomes 3; the sum of a
face (1 to 6) and 1 has the range 2 to 7, so nothing has to check whether it fits.

Code generation decides nothing, so a node says all that there is to know: where a value lies, in which range it is, whether
something has to be checked. Expressions with their ranges, and statements, of Sheaves:

    c.rank                     IrTableEntry(table 1, 2, ... 8, 1, ..., IrLocal("c"))                  1..8
    hand[0]                    IrConditional(IrCompare(">", IrZoneLength(2 * me + 1), 0), IrZoneEntry(2 * me + 1, 0), -1)    -1..31
    roll trump                 IrSetValue(2, IrRandom(stream 2, 4 sides))
    set bid = bid + 1          IrSetValue(_b + 2, IrRangeCheck(IrAdd(IrStateValue(_b + 2), 1)))       may leave 0..8
    for each c in hand { ... } IrLoop(IrLocal("c"), IrPiecesSource(2 * me + 1, copied=True), [...])

`_b` is a local: where the values of the acting seat begin. Zone 0 is the pack, 1 the hand of seat 0, 2 what it played.

Example: `set pot = pot + face` of Pig is `IrSetValue(1, IrRangeCheck(IrAdd(IrStateValue(1), IrStateValue(0)), low, high))`.
"""

from ruleset_core.compile.ir.ir_expressions import *  # noqa: F403 - all nodes, and nothing else
from ruleset_core.compile.ir.ir_statements import *  # noqa: F403
