"""How deep the stack can become, and which procedures lead back to themselves: known when a game is linked.

A frame is its block's number and its locals; a list that a local holds is its length and so many values as the longest has.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

from ruleset_core.lang import program as p
from ruleset_core.lang.lower.circles import circles
from ruleset_core.lang.lower.liveness import successors
from ruleset_core.lang.runtime import FRAMES


def recursive(program: p.Program) -> frozenset[str]:
    """Procedures that may ask and lead back to themselves: when one is called, there may be `FRAMES` frames."""
    return frozenset(_Stack(program, {}).recursive)


def stack_words(program: p.Program, lists: Mapping[str, int]) -> int:
    """The most numbers that lie on the stack; `lists`: the longest length of every list that a local holds.

    Where procedures lead back to themselves: in the frames that are allowed, and in what may be added.
    """
    return _Stack(program, lists).words()


class _Stack:
    def __init__(self, program: p.Program, lists: Mapping[str, int]) -> None:
        self.program = program
        self.lists = lists
        self._known: dict[str, int] = {}

    def words(self) -> int:
        """See `stack_words`."""
        most = max((self._deepest(name) for name in self.called), default=1)
        if self.recursive:
            most += (FRAMES + 1) * max(self._size(node) for node in self.program.blocks)
        return most

    def _size(self, node: p.Node) -> int:
        return 1 + sum(1 + self.lists.get(name, 0) for name in node.locals)

    @cached_property
    def called(self) -> dict[str, list[tuple[int, str]]]:
        """What each procedure that may ask calls, with the block that goes on afterwards."""
        queued = [each.procedure for all_ in self.program.vocabulary.listeners.values() for each in all_ if each.queued]
        return {
            name: [call for number in self._blocks_of(procedure.entry) for call in self._calls(number, queued)]
            for name, procedure in self.program.procedures.items()
            if procedure.entry >= 0
        }

    def _blocks_of(self, entry: int) -> list[int]:
        found, rest = {entry: None}, [entry]
        while rest:
            more = [each for each in successors(self.program.blocks[rest.pop()]) if each not in found]
            found.update(dict.fromkeys(more))
            rest += more
        return [*found]

    def _calls(self, number: int, queued: list[str]) -> list[tuple[int, str]]:
        end = self.program.blocks[number].end
        match end:
            case p.Call():
                names, then = [end.procedure], end.then
            case p.CallCard():
                names, then = [name for name in dict.fromkeys(end.procedures) if name], end.then
            case p.Empty():
                names, then = queued, number
            case _:
                return []
        return [(then, name) for name in names if self.program.procedures[name].entry >= 0]

    @cached_property
    def recursive(self) -> set[str]:
        """Procedures that lead back to themselves."""
        graph = {name: [other for _, other in calls] for name, calls in self.called.items()}
        return {name for circle in circles(graph) for name in circle}

    def _deepest(self, name: str) -> int:
        """The most words of a procedure and of what it calls, circles left out; names are at most some hundreds deep."""
        if name not in self._known:
            words = max(
                self._size(self.program.blocks[each]) for each in self._blocks_of(self.program.procedures[name].entry)
            )
            for then, other in self.called[name]:
                if other not in self.recursive:
                    words = max(words, self._size(self.program.blocks[then]) + self._deepest(other))
            self._known[name] = words
        return self._known[name]
