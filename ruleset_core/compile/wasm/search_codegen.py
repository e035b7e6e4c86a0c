"""Code generation for searches: what was found is a list in memory that all states share, with a byte for each number that may be found.

Nodes of the IR, and what is written for them:

    IrBeginSearch(49)            the bytes are cleared: seven times `i64.store` of 0
    IrMarkFound(x)               i32.store8 1 at the byte of x, i32.store x at the end of the list, which grows by 4 bytes
    not IrIsFound(x)             the byte of x · i32.eqz
    IrReaches(f, args, x)        call of f · drop · the byte of x
"""

from __future__ import annotations

from collections.abc import Callable

from ruleset_core.compile import ir
from ruleset_core.compile.wasm import module_builder as e
from ruleset_core.compile.wasm.expression_codegen import WRITERS as EXPRS
from ruleset_core.compile.wasm.expression_codegen import outside, widened, word
from ruleset_core.compile.wasm.loop_codegen import LOOPS, along, counting, reading
from ruleset_core.compile.wasm.module_builder import I32, I64, FunctionBody, SearchMemory
from ruleset_core.compile.wasm.statement_codegen import WRITERS, call, take
from ruleset_core.lang import runtime

FEW_MARKS = 256
"""So many marks are cleared by stores; for more the machine is called."""


def _begin(b: FunctionBody, node: ir.IrBeginSearch) -> None:
    found, marks = b.unit.search(b.title, node.size)
    b.search = SearchMemory(found, marks, b.fresh())
    b.const(0)
    b.set(b.search.taken)
    if b.title in b.unit.kept_searches:
        _forget_search(b, ir.IrForgetSearch(b.title))
    if node.size <= FEW_MARKS:
        for place in range(0, node.size, 8):  # room is made in steps of 8 bytes
            b.const(marks + place)
            b.const(0, I64)
            b.store(0, 8)
        return
    b.const(marks)
    b.const(0)
    b.const(node.size)
    b.out += e.MEMORY_FILL


def _find(b: FunctionBody, node: ir.IrMarkFound) -> None:
    value = b.fresh()
    word(b, node.value)
    b.tee(value)
    b.const(1)
    b.store(b.search.marks, 1)
    b.get(b.search.taken)
    b.get(value)
    b.store(b.search.found, 4)
    b.get(b.search.taken)
    b.const(4)
    b.op("+")
    b.set(b.search.taken)


def _begin_ways(b: FunctionBody, node: ir.IrBeginGraph) -> None:
    size = 4 * runtime.graph_size(node.places, node.things, node.leads)
    at = b.unit.ways.setdefault(b.title, b.unit.room(size))
    b.ways = (at, at + 4 * runtime.best_path_offset(node.places, node.things, node.leads))
    b.const(at)
    b.const(0)
    b.const(size)
    b.out += e.MEMORY_FILL
    for place, number in ((2, node.places), (3, node.things), (4, node.leads)):
        b.const(at)
        b.const(number)
        b.store(4 * place, 4)


def _lead(b: FunctionBody, node: ir.IrAddEdge) -> None:
    b.const(b.ways[0])
    for each in (node.place, node.thing, node.to, node.worth):
        word(b, each)
    b.call("lead")


def _longest(b: FunctionBody, node: ir.IrFindLongestPath) -> None:
    _best_way(b, "longest", node.limit)
    looks = b.fresh()
    b.const(b.ways[0])
    b.load(4, 4)
    b.set(looks)

    def write() -> None:
        b.get(looks)
        b.out.append(e.EXTEND)

    take(b, write)


def _way_back(b: FunctionBody, node: ir.IrFindWayBack) -> None:
    _best_way(b, "way_back", node.place)


def _best_way(b: FunctionBody, function: str, argument: ir.IrExpr) -> None:
    """What a function of graphs finds is written over what the search had found, which is no longer asked for."""
    at, best = b.ways
    b.const(at)
    word(b, argument)
    b.call(function)
    b.const(2)
    b.op("<<")
    b.set(b.search.taken)
    b.const(b.search.found)
    b.const(best)
    b.get(b.search.taken)
    b.out += e.MEMORY_COPY


def _is_found(b: FunctionBody, code: ir.IrIsFound) -> None:
    word(b, code.of)
    b.load(b.search.marks, 1)
    widened(b, code, I32)


def _reaches(b: FunctionBody, code: ir.IrReaches) -> None:
    """Whether a search finds a number: what it found is not gone through, its marks tell."""
    size = b.unit.function(code.function).high
    _, marks = b.unit.search(code.function, size)
    of = b.fresh()
    word(b, code.of)
    b.set(of)
    if code.kept:
        _search_once(b, code)
    else:
        call(b, code.function, code.args)
        b.out.append(e.DROP)
    sure = not outside(code.of, size)
    if not sure:
        b.get(of)
        b.const(size)
        b.op("<u")
        b.begin(e.IF, I32)
    b.get(of)
    b.load(marks, 1)
    if not sure:
        b.otherwise()
        b.const(0)
        b.end()
    widened(b, code, I32)


def _search_once(b: FunctionBody, code: ir.IrReaches) -> None:
    """Run a search, unless it has run since it was forgotten; then as many steps are taken as it took."""
    kept, steps, before = b.unit.kept_search(code.function), e.unsigned(b.unit.steps), b.fresh(I64)
    b.const(kept)
    b.load(0, 4)
    b.begin(e.IF)
    take(b, lambda: _load_long(b, kept + 8))
    b.otherwise()
    b.out.append(e.GLOBAL_GET)
    b.out += steps
    b.set(before)
    call(b, code.function, code.args)
    b.out.append(e.DROP)
    b.const(kept)
    b.get(before)
    b.out.append(e.GLOBAL_GET)
    b.out += steps
    b.op("-", I64)
    b.store(8, 8)
    b.const(kept)
    b.const(1)
    b.store(0, 4)
    b.end()


def _load_long(b: FunctionBody, at: int) -> None:
    b.const(at)
    b.load(0, 8)


def _forget_search(b: FunctionBody, node: ir.IrForgetSearch) -> None:
    b.const(b.unit.kept_search(node.function))
    b.const(0)
    b.store(0, 4)


def _so_far(b: FunctionBody, code: ir.IrFoundCount) -> None:
    b.get(b.search.taken)
    b.const(2)
    b.op(">>u")
    widened(b, code, I32)


def _return(b: FunctionBody, _node: ir.IrReturnFound) -> None:
    b.get(b.search.taken)
    b.out.append(e.RETURN)


def _growing(b: FunctionBody, held: int, _source: ir.IrFrontierSource, body: Callable[[], None]) -> None:
    place = b.fresh()
    b.const(0)
    b.set(place)
    counting(b, place, lambda: b.get(b.search.taken), 4, reading(b, held, place, b.search.found, 4, body), surely=False)


def _search_loop(b: FunctionBody, held: int, source: ir.IrFoundSource, body: Callable[[], None]) -> None:
    """What was found is copied, since the body may search again."""
    size = b.unit.function(source.function).high
    at, (found, _) = b.unit.room(4 * size), b.unit.search(source.function, size)
    place, last = b.fresh(), b.fresh()
    call(b, source.function, source.args)
    b.set(last)
    b.const(at)
    b.const(found)
    b.get(last)
    b.out += e.MEMORY_COPY
    b.const(0)
    b.set(place)
    along(b, held, place, last, at, 4, body)


EXPRS |= {ir.IrReaches: _reaches, ir.IrIsFound: _is_found, ir.IrFoundCount: _so_far}
LOOPS |= {ir.IrFrontierSource: _growing, ir.IrFoundSource: _search_loop}
WRITERS |= {
    ir.IrBeginGraph: _begin_ways,
    ir.IrAddEdge: _lead,
    ir.IrFindLongestPath: _longest,
    ir.IrFindWayBack: _way_back,
}
WRITERS |= {
    ir.IrForgetSearch: _forget_search,
    ir.IrBeginSearch: _begin,
    ir.IrMarkFound: _find,
    ir.IrReturnFound: _return,
}
