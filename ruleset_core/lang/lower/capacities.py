"""How much of everything there can be while a game is played: known when it is linked, or a bound that is kept in play."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from ruleset_core.lang import program as p
from ruleset_core.lang import tree as t
from ruleset_core.lang.lower.circles import circles
from ruleset_core.lang.lower.liveness import successors
from ruleset_core.lang.lower.steps import Steps
from ruleset_core.lang.runtime import FRAMES, QUEUE


@dataclass(frozen=True, slots=True)
class Capacities:
    """The most there can be.

    Attributes:
        pieces: of every kind; a zone of the kind holds no more, and all its zones together hold no more.
        gathered: values of a list that is gone through with questions on the way.
        options: options of a question, `done` included.
        queue: what waits for the effect in progress to be over (kept in play).
        frames: frames on the stack. Where procedures lead back to themselves, what is kept in play and what may be added.
        words: numbers in these frames; a frame is its block's number and its locals, a gathered list is its length and
            so many values as the longest has.
        recursive: procedures that may ask and lead back to themselves: when one is called, there may be `FRAMES` frames.
    """

    pieces: Mapping[str, int]
    gathered: int
    options: int
    queue: int
    frames: int
    words: int
    recursive: frozenset[str]


def capacities(program: p.Program) -> Capacities:
    """How much a program needs."""
    return _Measured(program).all()


def leading_back(program: p.Program) -> frozenset[str]:
    """Procedures that may ask and lead back to themselves, as soon as a program is cut into blocks."""
    return frozenset(_Measured(program).recursive)


class _Measured:
    def __init__(self, program: p.Program) -> None:
        self.program = program
        self.v = program.vocabulary

    @cached_property
    def steps(self) -> Steps:
        """What is charged for what."""
        return self.program.steps

    def all(self) -> Capacities:
        v, deepest = self.v, [self._deepest(name) for name in self.called]
        frames, words = (max((each[place] for each in deepest), default=1) for place in (0, 1))
        if self.recursive:
            frames += FRAMES + 1
            words += (FRAMES + 1) * max(self._size(node) for node in self.program.blocks)
        return Capacities(
            pieces={zone.kind: v.domains[zone.kind].size for zone in v.zones.values()},
            gathered=self.gathered,
            options=max((each.size + int(each.stops) for each in v.decisions.values()), default=0),
            queue=QUEUE,
            frames=frames,
            words=words,
            recursive=frozenset(self.recursive),
        )

    @cached_property
    def gathered(self) -> int:
        """The longest list that a local holds."""
        lists = [
            self._longest(each.value.selection)
            for node in self.program.blocks
            for each in node.statements
            if isinstance(each, t.Let) and isinstance(each.value, t.Gather)
        ]
        return max(lists, default=0)

    def _longest(self, selection: t.Selection) -> int:
        if selection.search is not None:
            return self.program.vocabulary.domains[selection.type.domain].size
        return self.steps.bound(selection) or 0

    def _size(self, node: p.Node) -> int:
        return 1 + sum(1 + self.gathered if name.startswith("_list") else 1 for name in node.locals)

    @cached_property
    def called(self) -> dict[str, list[tuple[int, str]]]:
        """What each procedure that may ask calls, with the block that goes on afterwards."""
        queued = [each.procedure for all_ in self.v.listeners.values() for each in all_ if each.queued]
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

    def _deepest(self, name: str) -> tuple[int, int]:
        """The most frames and words of a procedure and of what it calls, circles left out; names are at most some hundreds deep."""
        if name not in self._known:
            blocks = self._blocks_of(self.program.procedures[name].entry)
            frames, words = 1, max(self._size(self.program.blocks[number]) for number in blocks)
            for then, other in self.called[name]:
                if other not in self.recursive:
                    more = self._deepest(other)
                    frames = max(frames, 1 + more[0])
                    words = max(words, self._size(self.program.blocks[then]) + more[1])
            self._known[name] = (frames, words)
        return self._known[name]

    @cached_property
    def _known(self) -> dict[str, tuple[int, int]]:
        return {}
