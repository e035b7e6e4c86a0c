"""The whole intermediate program as the source of one Python module.

A block is a function of a state, its frame and the steps taken before; it gives the steps taken when it is over, as a
negative number if a seat must decide. Other functions take what they refer to of the state, then their parameters.
"""

from __future__ import annotations

from ruleset_core.lang.code import nodes as n
from ruleset_core.lang.spell.expressions import STATE, VALUES, ZONES, Expressions, given, name_of
from ruleset_core.lang.spell.held import Holding
from ruleset_core.lang.spell.onward import onward
from ruleset_core.lang.spell.statements import Lines


def spell(code: n.Code) -> tuple[str, dict[str, object]]:
    """The source, and the tables it refers to. It defines `BLOCKS`, and the functions named in `scores` and `ties`.

    Those of the score and of the tie-breaks take the state, its values and the seat (and the item). Blocks that only imagined worlds run are left
    to the interpreter (`Game.step`); functions that only these call are never called.
    """
    expressions = Expressions(_Refers())
    asked = {name for name, _, listed in code.scores for name in (name, listed) if name} | set(code.ties)
    lines: list[str] = []
    holding = Holding()
    for function in code.functions.values():
        lines += _function(function, holding.body(function.body), expressions, asked=function.name in asked)
    blocks = {number: block for number, block in code.blocks.items() if number not in code.alone}
    for block in onward(blocks).values():
        lines += _block(block, holding.body(block.body), expressions)
    last = max(blocks, default=-1)
    listed = "".join(f"b{number}, " if number in blocks else "None, " for number in range(last + 1))
    lines.append(f"BLOCKS = ({listed})")
    tables = {**expressions.tables, "BOARD": code.board, "SIGHTS": code.sights}
    return "\n".join([*lines, ""]), tables


class _Refers(dict[str, int]):
    """What functions refer to. One that is called before it is spelled, since it leads back to itself, takes everything."""

    def __missing__(self, name: str) -> int:
        self[name] = STATE | VALUES | ZONES
        return self[name]


def _function(
    function: n.Function, statements: list[n.Statement], expressions: Expressions, *, asked: bool
) -> list[str]:
    body = Lines(expressions, block=False)
    body.body(statements, 1)
    refers = body.refers
    taken = (STATE | VALUES) if asked else expressions.functions.get(function.name, refers)
    expressions.functions[function.name] = taken
    params = "".join(f", {name_of(each.name)}" for each in function.params)
    title = f"  # {function.title}" if function.title else ""
    head = [f"def {function.name}({given(taken, params)}):{title}"]
    if asked and refers & ZONES:
        head.append("    z = s.z")
    return head + body.lines


def _block(block: n.Block, statements: list[n.Statement], expressions: Expressions) -> list[str]:
    body = Lines(expressions, block=True)
    body.body(statements, 1)
    head = [f"def b{block.number}(s, f, k=0):{f'  # {block.title}' if block.title else ''}"]
    if block.params:
        names = (name_of(each if isinstance(each, str) else each.name) for each in block.params)
        head.append(f"    _, {', '.join(names)} = f")
    head += [f"    {name} = s.{name}" for bit, name in ((VALUES, "v"), (ZONES, "z")) if body.refers & bit]
    return head + body.lines
