"""IR generation: a lowered program in, the intermediate program (`compile.ir`) out.

Everything about *how* a game runs is decided here: what is worked out now, what is looked up in a table, which loops are
written out, what becomes a function, where a check is needed. Of Pig:

    roll face                  IrSetValue(0, IrAdd(IrRandom(stream 0, 6 sides), 1))
    set pot = pot + face       IrSetValue(1, IrRangeCheck(IrAdd(IrStateValue(1), IrStateValue(0)), low, high))
    gain pot points            IrAddValue(3 * me + 3, pot, low=0, high=2147483647, checked)

A face is 1 to 6 and needs no check. The pot may be any number, so the sum may leave 32 bits and is checked. Points stand in
a block of three values for each seat, behind the three shared ones: their place is an expression of the seat.

It has four layers, each with all that the one below has:

    generator                 blocks and the whole program
    StatementContext          statements: `statement_generation`, `gain_generation`
    ExpressionContext         expressions: `expression_generation`, `operation_generation`, `quantity_generation`,
                              `selection_generation`, `addresses`, which lead to each other as expressions do
    IrContext                 the program, types, locals and the acting seat (`context`)

`constant_tables` finds what is known beforehand and has the evaluator work it out, `context` makes functions; at the end
`loop_passes` shortens loops. `load("pig").source.ir` is the result.
"""
