"""What blocks lead to, written out where it is reached: a call of a block costs Python more than most of what blocks do.

Three things are changed, none of which changes what is done or what it costs in steps:

- A frame that is pushed only to be taken off again at once becomes a call, unless calls would lead back here.
- A call of a block that is short becomes that block.
- A way back to a short block becomes that block too; all its own ways on go over the stack, so nobody's own stack grows
  with the game.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ruleset_core.lang.code import nodes as n
from ruleset_core.lang.code.parts import parts_of

SHORT = 30
"""Blocks of at most so many statements are written out where they are called."""
LARGEST = 160
"""Nothing more is written out in a block that has so many statements."""
BACK = 30
"""Blocks of at most so many statements are written out on the way back to them."""
NESTED = 6
"""How many loops may stand one inside the other; Python allows 20."""
Body = list[Any]
"""Statements, and `Rounds` at their end."""


@dataclass(slots=True, eq=False)
class Rounds:
    """A block that is a loop, written out within another."""

    block: int
    body: Body


ENDS = (n.GoOn, n.Continue, n.ContinueAt, n.Again, n.Ask, n.Return, n.ReturnFound, Rounds)
"""Statements after which nothing of the same list runs."""


def onward(blocks: dict[int, n.Block]) -> dict[int, n.Block]:
    """The same blocks, with what they lead to written out."""
    return _Onward(blocks).all()


class _Onward:
    def __init__(self, blocks: dict[int, n.Block]) -> None:
        self.blocks = blocks
        self.calls = {number: called(block.body) for number, block in blocks.items()}
        self.tails: dict[int, Body] = {}
        self.done: dict[int, tuple[Body, int, int]] = {}
        self.open: set[int] = set()

    def all(self) -> dict[int, n.Block]:
        for loops in (False, True):  # ways back lead to loops: what only looks like one comes first
            for number, block in self.blocks.items():
                self.tails[number] = self._direct(number, self.tails.get(number, block.body), loops=loops)
        return {number: self._block(block) for number, block in self.blocks.items()}

    def _block(self, block: n.Block) -> n.Block:
        body, size, _ = self._whole(block.number)
        body = self._back(body, block.number if block.loop else -1, [LARGEST - size])
        body = [Rounds(block.number, body)] if block.loop else body
        return n.Block(block.number, block.params, body, block.loop, block.title)

    # -- frames that are taken off at once ------------------------------------------------------------------------

    def _direct(self, number: int, body: Body, *, loops: bool) -> Body:
        """A body whose pushed frames are calls where they may be."""
        if not body:
            return body
        last = body[-1]
        if isinstance(last, n.If):
            then, otherwise = (self._direct(number, way, loops=loops) for way in (last.then, last.otherwise))
            return [*body[:-1], n.If(last.condition, then, otherwise)]
        if not (isinstance(last, n.GoOn) and len(body) > 1 and isinstance(frame := body[-2], n.Push)):
            return body
        if self.blocks[frame.block].loop > loops or self._leads(frame.block, number):
            return body
        self.calls[number].add(frame.block)
        return [*body[:-2], n.Continue(frame.block, frame.values)]

    def _leads(self, number: int, there: int) -> bool:
        """Whether calls lead from a block to another."""
        seen, rest = {number}, [number]
        while rest:
            each = rest.pop()
            if each == there:
                return True
            more = self.calls[each] - seen
            seen |= more
            rest += more
        return False

    # -- writing out ----------------------------------------------------------------------------------------------

    def _whole(self, number: int) -> tuple[Body, int, int]:
        """The body of a block with what it calls, its statements, and its loops one inside the other."""
        if number not in self.done:
            body = self.tails[number]
            self.open.add(number)
            body, loops = self._written(body, [LARGEST - size_of(body)])
            self.open.discard(number)
            self.done[number] = (body, size_of(body), loops + self.blocks[number].loop)
        return self.done[number]

    def _written(self, body: Body, room: list[int]) -> tuple[Body, int]:
        """A body with what it calls written out while there is room, and its loops one inside the other."""
        last = body[-1] if body else None
        if isinstance(last, n.If):
            then, one = self._written(last.then, room)
            otherwise, other = self._written(last.otherwise, room)
            return [*body[:-1], n.If(last.condition, then, otherwise)], max(one, other)
        if not isinstance(last, n.Continue) or last.block in self.open:
            return body, 0
        found, size, loops = self._whole(last.block)
        block = self.blocks[last.block]
        head = _given(block, last.values)
        if size > min(SHORT, room[0]) or loops > NESTED or head is None:
            return body, 0
        room[0] -= size
        return [*body[:-1], *head, *([Rounds(last.block, found)] if block.loop else found)], loops

    def _back(self, body: Body, loop: int, room: list[int]) -> Body:
        """A body whose ways back are written out, within the loop of a block."""
        last = body[-1] if body else None
        if isinstance(last, n.If):
            then, otherwise = (self._back(way, loop, room) for way in (last.then, last.otherwise))
            return [*body[:-1], n.If(last.condition, then, otherwise)]
        if isinstance(last, Rounds):
            return [*body[:-1], Rounds(last.block, self._back(last.body, last.block, room))]
        if not (isinstance(last, n.GoOn) and len(body) > 1 and isinstance(frame := body[-2], n.Push)):
            return body
        block = self.blocks[frame.block]
        head = _given(block, frame.values)
        if head is None:
            return body
        if frame.block == loop:
            return [*body[:-2], *head, n.Again()]
        size = size_of(block.body)
        if size > min(BACK, room[0]) or _elsewhere(block.body):
            return body
        room[0] -= size
        return [*body[:-2], *head, *_over_the_stack(block, block.body)]


def _given(block: n.Block, values: tuple[n.Expr | str, ...]) -> Body | None:
    """What puts the values of a frame into the locals of its block; None if that cannot be said."""
    pairs: list[tuple[n.Local, n.Expr]] = []
    for param, value in zip(block.params, values, strict=True):
        if isinstance(param, str) or isinstance(value, str):
            if param != value:
                return None
        elif not (isinstance(value, n.Local) and value.name == param.name):
            pairs.append((param, value))
    set_ = {param.name for param, _ in pairs}
    if not any(_reads(value, set_) for _, value in pairs[1:]):
        return [n.SetLocal(param, value) for param, value in pairs]
    held = [n.Local(param.low, param.high, 1, 1, f"_{place}_") for place, (param, _) in enumerate(pairs)]
    return [
        *(n.SetLocal(one, value) for one, (_, value) in zip(held, pairs, strict=True)),
        *(n.SetLocal(param, one) for one, (param, _) in zip(held, pairs, strict=True)),
    ]


def _reads(code: n.Expr, names: set[str]) -> bool:
    if isinstance(code, int):
        return False
    if isinstance(code, n.Local):
        return code.name in names
    return any(_reads(part, names) for part in parts_of(code))


def _over_the_stack(block: n.Block, body: Body) -> Body:
    """A body whose ways on to other blocks are frames."""
    last = body[-1]
    if isinstance(last, n.If):
        then, otherwise = (_over_the_stack(block, way) for way in (last.then, last.otherwise))
        return [*body[:-1], n.If(last.condition, then, otherwise)]
    if isinstance(last, n.Continue):
        return [*body[:-1], n.Push(last.block, last.values), n.GoOn()]
    if isinstance(last, n.Again):
        return [*body[:-1], n.Push(block.number, block.params), n.GoOn()]
    return body


def _elsewhere(body: Body) -> bool:
    """Whether a block leads to one that is known only in play."""
    last = body[-1] if body else None
    if isinstance(last, n.If):
        return _elsewhere(last.then) or _elsewhere(last.otherwise)
    return isinstance(last, n.ContinueAt)


def called(body: Body) -> set[int]:
    """The blocks that a body calls."""
    last = body[-1] if body else None
    match last:
        case n.If():
            return called(last.then) | called(last.otherwise)
        case n.Continue():
            return {last.block}
        case n.ContinueAt():
            return set(last.among)
    return set()


def size_of(body: Body) -> int:
    """How many statements there are, those inside of others too."""
    found = len(body)
    for each in body:
        if isinstance(each, n.If):
            found += size_of(each.then) + size_of(each.otherwise)
        elif isinstance(each, (n.Loop, Rounds)):
            found += size_of(each.body)
    return found


def ends(statements: Body) -> bool:
    """Whether nothing that follows a list of statements runs after it."""
    last = statements[-1] if statements else None
    if isinstance(last, n.If):
        return ends(last.then) and ends(last.otherwise)
    return isinstance(last, ENDS)


def again(statements: Body) -> bool:
    """Whether a way through a block leads back to its beginning."""
    return any(
        again(each.then) or again(each.otherwise) if isinstance(each, n.If) else isinstance(each, n.Again)
        for each in statements
    )
