"""Searches: what was found is a list in memory that all states share, with a byte for each number that may be found."""

from __future__ import annotations

from collections.abc import Callable

from ruleset_core.lang import ways
from ruleset_core.lang.code import nodes as n
from ruleset_core.lang.wasm import encode as e
from ruleset_core.lang.wasm.calls import call
from ruleset_core.lang.wasm.exprs import WRITERS as EXPRS
from ruleset_core.lang.wasm.exprs import widened, word
from ruleset_core.lang.wasm.loops import LOOPS, along, counting, reading
from ruleset_core.lang.wasm.statements import WRITERS, take
from ruleset_core.lang.wasm.unit import I32, Body, Search


def _begin(b: Body, node: n.BeginSearch) -> None:
    found, marks = b.unit.search(b.title, node.size)
    b.search = Search(found, marks, b.fresh())
    b.const(0)
    b.set(b.search.taken)
    b.const(marks)
    b.const(0)
    b.const(node.size)
    b.out += e.MEMORY_FILL


def _find(b: Body, node: n.Find) -> None:
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


def _begin_ways(b: Body, node: n.BeginWays) -> None:
    size = 4 * ways.size_of(node.places, node.things, node.leads)
    at = b.unit.ways.setdefault(b.title, b.unit.room(size))
    b.ways = (at, at + 4 * ways.best_of(node.places, node.things, node.leads))
    b.const(at)
    b.const(0)
    b.const(size)
    b.out += e.MEMORY_FILL
    for place, number in ((2, node.places), (3, node.things), (4, node.leads)):
        b.const(at)
        b.const(number)
        b.store(4 * place, 4)


def _lead(b: Body, node: n.Lead) -> None:
    b.const(b.ways[0])
    for each in (node.place, node.thing, node.to, node.worth):
        word(b, each)
    b.call("lead")


def _longest(b: Body, node: n.FindLongest) -> None:
    """What was found is written over what the search had found, which is no longer asked for."""
    at, best = b.ways
    b.const(at)
    word(b, node.limit)
    b.call("longest")
    b.const(2)
    b.op("<<")
    b.set(b.search.taken)
    looks = b.fresh()
    b.const(at)
    b.load(4, 4)
    b.set(looks)

    def write() -> None:
        b.get(looks)
        b.out.append(e.EXTEND)

    take(b, write)
    b.const(b.search.found)
    b.const(best)
    b.get(b.search.taken)
    b.out += e.MEMORY_COPY


def _is_found(b: Body, code: n.IsFound) -> None:
    word(b, code.of)
    b.load(b.search.marks, 1)
    widened(b, code, I32)


def _so_far(b: Body, code: n.FoundSoFar) -> None:
    b.get(b.search.taken)
    b.const(2)
    b.op(">>u")
    widened(b, code, I32)


def _return(b: Body, _node: n.ReturnFound) -> None:
    b.get(b.search.taken)
    b.out.append(e.RETURN)


def _growing(b: Body, held: int, _source: n.Growing, body: Callable[[], None]) -> None:
    place = b.fresh()
    b.const(0)
    b.set(place)
    counting(b, place, lambda: b.get(b.search.taken), 4, reading(b, held, place, b.search.found, 4, body), surely=False)


def _found(b: Body, held: int, source: n.Found, body: Callable[[], None]) -> None:
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


EXPRS |= {n.IsFound: _is_found, n.FoundSoFar: _so_far}
LOOPS |= {n.Growing: _growing, n.Found: _found}
WRITERS |= {n.BeginWays: _begin_ways, n.Lead: _lead, n.FindLongest: _longest}
WRITERS |= {n.BeginSearch: _begin, n.Find: _find, n.ReturnFound: _return}
