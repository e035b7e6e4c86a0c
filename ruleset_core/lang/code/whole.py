"""Functions, blocks, and the whole of an intermediate program."""

from __future__ import annotations

from dataclasses import dataclass, field

from ruleset_core.lang.code.expressions import Local, Table
from ruleset_core.lang.code.statements import Source, Statement


@dataclass(slots=True, eq=False)
class Function:
    """A function over numbers: an amount (`low`..`high` is what it gives) or a procedure that never suspends (`gives` is False).

    Parameters are kept numbers (32 bits). A function whose body is one `Return` is an expression by another name; a printer
    may write it out where it is called. `title` is for readers.
    """

    name: str
    params: tuple[Local, ...]
    body: list[Statement]
    gives: bool
    low: int = 0
    high: int = 0
    title: str = ""


@dataclass(slots=True, eq=False)
class Block:
    """The code of a lowered block, with whatever was written out after it. Every way through it ends in a `GoOn`,
    `Continue`, `ContinueAt`, `Again` or `Ask`.

    `params` are the locals its frame holds, in the frame's order; a `str` names a gathered list with its longest length
    in `lists`. `answered`: the first thing it does is to take the `Answer`. `loop`: the body is gone through again at `Again`.
    """

    number: int
    params: tuple[Local | str, ...]
    body: list[Statement]
    loop: bool
    title: str = ""


@dataclass(slots=True, frozen=True)
class Layout:
    """How large a state is.

    Attributes:
        shared: values before those of the first seat.
        seat: values of a seat.
        shared_zones: zones before those of the first seat.
        seat_zones: zones of a seat.
        players: fewest and most seats.
        capacity: for every zone of the shared part, then for every zone of one seat, how many pieces it can hold.
        streams: random streams.
        settings: options of the game.
        options: how many options the game knows; numbers of options are below it.
        most_options: the most that can be offered at once.
        stack_words: the deepest stack in words; a frame is 1 + its values, a gathered list 1 + its longest length.
        queue_entries: most entries of the queue.
        queue_words: the longest frame that can be queued, in words.
        lists: the longest length of every gathered list, by name.
        together: whether seats ever choose at the same time.
    """

    shared: int
    seat: int
    shared_zones: int
    seat_zones: int
    players: tuple[int, int]
    capacity: tuple[int, ...]
    streams: int
    settings: int
    options: int
    most_options: int
    stack_words: int
    queue_entries: int
    queue_words: int
    lists: dict[str, int]
    together: bool


@dataclass(slots=True, frozen=True)
class Outcome:
    """Who wins.

    Attributes:
        lowest: whether the lowest score does.
        ties: how many of `Code.ties` are tie-breaks.
        wins: which of `Code.ties` says whether a seat can win; -1 if each can.
        team: which of them is the team of a seat; -1 if each plays for itself.
    """

    lowest: bool
    ties: int
    wins: int
    team: int


@dataclass(slots=True)
class Code:
    """The whole intermediate program of a game.

    Attributes:
        functions: by name, each after those it calls.
        blocks: those that a frame or a jump may name, by number.
        tables: all tables the code refers to.
        layout: how large a state is.
        entry: the block with which a game begins (its frame holds `me` = none).
        scores: for each category of the score the function that gives it (parameters `me`, and `it` where it has items),
            the source of its items or None, and the function that says whether an item is listed, or "".
        ties: the functions of the tie-breaks (parameter `me`), and of what decides besides: see `Outcome`.
        outcome: what is made of them.
        board: `sides`, `ends`, `around`, `meeting` of the planar board, or None: see `Enclosed`.
        sights: how every zone is seen, for `Move` with `seen`: see `knowledge.sights`.
        hooks: how many parameters the plugin's functions that are called have, by name, the acting seat included.
        repeats: by block behind a question or call the one that puts the question again in a world, or works out what the frame holds; whether
            the asked seat needs it too, and the fewest answers that are asked for: see `program.Again`.
        restarts: by block of a phase in which all choose at the same time the one that goes back to where the next seat is asked.
    """

    functions: dict[str, Function]
    blocks: dict[int, Block]
    tables: list[Table]
    layout: Layout
    entry: int
    scores: list[tuple[str, Source | None, str]]
    ties: list[str]
    outcome: Outcome
    board: object
    sights: tuple[int, ...]
    hooks: dict[str, int]
    repeats: dict[int, tuple[int, bool, int]] = field(default_factory=dict)
    restarts: dict[int, int] = field(default_factory=dict)

    @property
    def alone(self) -> frozenset[int]:
        """The blocks that only imagined worlds run, each by itself."""
        return frozenset((*(block for block, _, _ in self.repeats.values()), *self.restarts.values()))
