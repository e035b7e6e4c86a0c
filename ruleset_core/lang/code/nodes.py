"""What the intermediate program is made of: expressions and statements over whole numbers.

An expression is an `int`, when its value is known, or one of the nodes below. Every node knows the least and the greatest
value it can have (`low`, `high`), how large it is (`size`, in nodes) and how deep (`depth`), so that a printer can choose
between words of 32 and of 64 bits and the deciding step can keep to its budgets. Nodes are made by `make.Maker`, which folds what is known and
gives the same object for the same expression: `is` tells whether two expressions are alike.

Expressions change nothing, except `Drawn`, which stands only directly under `SetLocal` and `SetValue`, or under a `Plus` there.

Locals have the names they have in the data; those the deciding step makes begin with `_`, and no local of the data does
(`me` is the acting seat). A local is set once on every way before it is read, and may be set again.

Names of places: `v` holds the values of a state, `z` its zones. Conditions are expressions of which 0 means no and
everything else yes; those with `flag` set are 0 or 1 by meaning, and a printer must make them so where they are kept.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

WORD = (-(2**31), 2**31 - 1)
"""The numbers that may be kept."""
LONG = (-(2**63), 2**63 - 1)
"""The numbers that may stand between."""


@dataclass(slots=True, eq=False)
class Table:
    """Numbers known when the game is loaded: `rows` of ints, or of lists of ints. `number` tells tables apart."""

    number: int
    rows: tuple[int, ...] | tuple[tuple[int, ...], ...]
    low: int
    high: int


@dataclass(slots=True, eq=False)
class Node:
    """Any expression that is not a known number."""

    low: int
    high: int
    size: int
    depth: int
    flag: ClassVar[bool] = False


@dataclass(slots=True, eq=False)
class Local(Node):
    """A local: a parameter, a loop variable, a value kept."""

    name: str


@dataclass(slots=True, eq=False)
class Value(Node):
    """`v[place]`."""

    place: Expr


@dataclass(slots=True, eq=False)
class Entry(Node):
    """`table[place]` of a table of ints; the place is known to lie in it."""

    table: Table
    place: Expr


@dataclass(slots=True, eq=False)
class RowLength(Node):
    """The length of a row of a table of lists."""

    table: Table
    row: Expr


@dataclass(slots=True, eq=False)
class RowAt(Node):
    """A number of a row of a table of lists; the place is known to lie in it."""

    table: Table
    row: Expr
    place: Expr


@dataclass(slots=True, eq=False)
class Players(Node):
    """Number of players."""


@dataclass(slots=True, eq=False)
class Setting(Node):
    """A choice made before the game."""

    place: int


@dataclass(slots=True, eq=False)
class Answer(Node):
    """The number of the option that was taken last."""


@dataclass(slots=True, eq=False)
class ZoneLength(Node):
    """How many pieces lie in a zone."""

    zone: Expr


@dataclass(slots=True, eq=False)
class ZoneAt(Node):
    """The piece at a place of a zone; the place is known to lie in it."""

    zone: Expr
    place: Expr


@dataclass(slots=True, eq=False)
class ListLength(Node):
    """How long a gathered list is."""

    held: str


@dataclass(slots=True, eq=False)
class ListAt(Node):
    """A number of a gathered list; the place is known to lie in it."""

    held: str
    place: Expr


@dataclass(slots=True, eq=False)
class Plus(Node):
    """A sum of two."""

    left: Expr
    right: Expr


@dataclass(slots=True, eq=False)
class Minus(Node):
    """A difference."""

    left: Expr
    right: Expr


@dataclass(slots=True, eq=False)
class Times(Node):
    """A product of two."""

    left: Expr
    right: Expr


@dataclass(slots=True, eq=False)
class Per(Node):
    """A quotient, rounded down. The divisor is known to be above 0."""

    left: Expr
    right: Expr


@dataclass(slots=True, eq=False)
class Mod(Node):
    """What a division leaves, never below 0. The divisor is known to be above 0."""

    left: Expr
    right: Expr


@dataclass(slots=True, eq=False)
class Least(Node):
    """The lesser of two."""

    left: Expr
    right: Expr


@dataclass(slots=True, eq=False)
class Most(Node):
    """The greater of two."""

    left: Expr
    right: Expr


@dataclass(slots=True, eq=False)
class Compare(Node):
    """`sign` is one of == != < <= > >=."""

    sign: str
    left: Expr
    right: Expr
    flag: ClassVar[bool] = True


@dataclass(slots=True, eq=False)
class Among(Node):
    """Whether a number is one of several known ones (ascending, at least two; often without a gap)."""

    of: Expr
    values: tuple[int, ...]
    flag: ClassVar[bool] = True


@dataclass(slots=True, eq=False)
class Not(Node):
    """1 where the part is 0."""

    part: Expr
    flag: ClassVar[bool] = True


@dataclass(slots=True, eq=False)
class All(Node):
    """1 where no part is 0. Every part is 0 or 1; they are looked at in order, and none after the first that is 0."""

    parts: tuple[Node, ...]
    flag: ClassVar[bool] = True


@dataclass(slots=True, eq=False)
class Any(Node):
    """1 where some part is 1. Every part is 0 or 1; they are looked at in order, and none after the first that is 1."""

    parts: tuple[Node, ...]
    flag: ClassVar[bool] = True


@dataclass(slots=True, eq=False)
class Choice(Node):
    """`then` where the condition holds, else `otherwise`; the other one is not looked at."""

    condition: Node
    then: Expr
    otherwise: Expr


@dataclass(slots=True, eq=False)
class Checked(Node):
    """The value of `part`, which must lie from `low` to `high`; else the rule is broken. A known part lies outside: it always is.

    Where the part's own range leaves 64 bits, its outermost operation is what may overflow.
    """

    part: Expr


@dataclass(slots=True, eq=False)
class Called(Node):
    """What a function gives."""

    function: str
    args: tuple[Expr, ...]


@dataclass(slots=True, eq=False)
class Hooked(Node):
    """What a query of the game's plugin gives; the acting seat comes first."""

    hook: str
    args: tuple[Expr, ...]


@dataclass(slots=True, eq=False)
class Drawn(Node):
    """A random number from 0 to `sides` - 1 out of a stream."""

    stream: int
    sides: Expr


@dataclass(slots=True, eq=False)
class Queued(Node):
    """How many triggers wait in the queue."""


@dataclass(slots=True, eq=False)
class Offered(Node):
    """How many options have been offered so far for the question in the making."""


@dataclass(slots=True, eq=False)
class Frames(Node):
    """How many frames lie on the stack."""


Expr = int | Node

# -- what loops go through ---------------------------------------------------------------------------------------------


@dataclass(slots=True, eq=False)
class Numbers:
    """From `low` up to but not including `stop`."""

    low: Expr
    stop: Expr


@dataclass(slots=True, eq=False)
class Row:
    """The entries of a table, or of a row of a table of lists (`row`)."""

    table: Table
    row: Expr | None = None


@dataclass(slots=True, eq=False)
class Pieces:
    """The pieces of a zone, in order. `copied`: as they lay when the loop began, since its body may move pieces."""

    zone: Expr
    copied: bool


@dataclass(slots=True, eq=False)
class Held:
    """The numbers of a gathered list."""

    held: str


@dataclass(slots=True, eq=False)
class Items:
    """Numbers worked out one by one, all before the loop begins."""

    items: tuple[Expr, ...]


@dataclass(slots=True, eq=False)
class Enclosed:
    """The spaces of the area a line closes, nearest first; `field` is where the walls of the lines begin in `v`."""

    field: int
    line: Expr


Source = Numbers | Row | Pieces | Held | Items | Enclosed

# -- statements --------------------------------------------------------------------------------------------------------


@dataclass(slots=True, eq=False)
class SetLocal:
    """A number into a local."""

    local: Local
    value: Expr


@dataclass(slots=True, eq=False)
class Gather:
    """A list into a local; `most` is the longest it can be."""

    held: str
    source: Source
    most: int


@dataclass(slots=True, eq=False)
class SetValue:
    """`v[place] = value`."""

    place: Expr
    value: Expr


@dataclass(slots=True, eq=False)
class AddValue:
    """`v[place] += value`; what is left must lie from `low` to `high` where `checked`, else it is known to."""

    place: Expr
    value: Expr
    low: int
    high: int
    checked: bool


@dataclass(slots=True, eq=False)
class If:
    """One of two ways; either may be empty."""

    condition: Node
    then: list[Statement]
    otherwise: list[Statement]


@dataclass(slots=True, eq=False)
class Loop:
    """The body once for each number of a source."""

    local: Local
    source: Source
    body: list[Statement]


@dataclass(slots=True, eq=False)
class Return:
    """What the function gives; nothing of it runs afterwards."""

    value: Expr


@dataclass(slots=True, eq=False)
class Do:
    """A call of a procedure, or of a function whose value nobody wants."""

    function: str
    args: tuple[Expr, ...]


@dataclass(slots=True, eq=False)
class DoHook:
    """A procedure of the game's plugin; the acting seat comes first."""

    hook: str
    args: tuple[Expr, ...]


@dataclass(slots=True, eq=False)
class Require:
    """The rule is broken unless the condition holds (0: it always is, here)."""

    condition: Expr


@dataclass(slots=True, eq=False)
class Spend:
    """Steps: a known number, or an amount known only in play (never below 0). Beyond STEPS the rule is broken."""

    steps: Expr


@dataclass(slots=True, eq=False)
class Shuffle:
    """A zone in random order."""

    stream: int
    zone: Expr


@dataclass(slots=True, eq=False)
class Sort:
    """A zone in ascending order of a key over `local`; equal keys keep their order. Keys are worked out before anything moves."""

    zone: Expr
    local: Local
    key: Expr


@dataclass(slots=True, eq=False)
class Move:
    """A piece (not none) to the end of a zone. `v[at + piece]` tells where it lies, none for nowhere.

    `seen` >= 0: where the bits of those who know the pieces begin in `v`, to be kept as `knowledge.put_seen` says.
    """

    piece: Expr
    at: int
    zone: Expr
    seen: int


@dataclass(slots=True, eq=False)
class Forget:
    """Nobody knows the pieces of a zone any longer; `seen` as in `Move`."""

    zone: Expr
    seen: int


@dataclass(slots=True, eq=False)
class SetEnded:
    """The game ends when the effect in progress is over."""


@dataclass(slots=True, eq=False)
class SetStage:
    """The phase that is named to players from now on."""

    stage: int


@dataclass(slots=True, eq=False)
class SetTogether:
    """From here (`on`) until it is switched off, seats see each other's sheets as they are now."""

    on: bool


@dataclass(slots=True, eq=False)
class Enqueue:
    """A frame to the end of the queue: a block, and the values of its locals."""

    block: int
    values: tuple[Expr, ...]


# -- options, frames and the ends of blocks ---------------------------------------------------------------------------


@dataclass(slots=True, eq=False)
class Offer:
    """One more option of the question in the making."""

    option: Expr


@dataclass(slots=True, eq=False)
class SortOffered:
    """Options in ascending order, each once: needed where they were not offered so."""


@dataclass(slots=True, eq=False)
class BeginOffer:
    """No option has been offered yet."""


@dataclass(slots=True, eq=False)
class Push:
    """A frame on the stack: a block and the values of its parameters. A `str` names a gathered list."""

    block: int
    values: tuple[Expr | str, ...]


@dataclass(slots=True, eq=False)
class PushQueued:
    """The first frame of the queue moves onto the stack."""


@dataclass(slots=True, eq=False)
class ClearAll:
    """Nothing is left to do: stack and queue are emptied."""


@dataclass(slots=True, eq=False)
class GoOn:
    """The block is over; the frame on top of the stack comes next."""


@dataclass(slots=True, eq=False)
class Continue:
    """The block is over and another comes next, with the values of its parameters."""

    block: int
    values: tuple[Expr | str, ...]


@dataclass(slots=True, eq=False)
class ContinueAt:
    """As `Continue`, with the block known only in play: `block` is one of `among`, all of which take the same parameters."""

    block: Expr
    among: tuple[int, ...]
    values: tuple[Expr, ...]


@dataclass(slots=True, eq=False)
class Again:
    """Back to the head of the block's loop (only in blocks with `loop`). Its locals hold what the next round begins with."""


@dataclass(slots=True, eq=False)
class Ask:
    """The block is over: a seat is asked what was offered. `point` is the number of the decision. A frame was pushed before."""

    seat: Expr
    point: int


@dataclass(slots=True, eq=False)
class TakeOnly:
    """The only option offered is taken by itself: it becomes the `Answer`, and is noted as forced."""

    seat: Expr


Statement = (
    SetLocal | Gather | SetValue | AddValue | If | Loop | Return | Do | DoHook | Require | Spend | Shuffle | Sort | Move | Forget
    | SetEnded | SetStage | SetTogether | Enqueue | Offer | SortOffered | BeginOffer | Push | PushQueued | ClearAll | GoOn
    | Continue | ContinueAt | Again | Ask | TakeOnly
)  # fmt: skip

# -- functions and the whole -------------------------------------------------------------------------------------------


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
        ties: the functions of the tie-breaks (parameter `me`).
        board: `sides`, `ends`, `around`, `meeting` of the planar board, or None: see `Enclosed`.
        sights: how every zone is seen, for `Move` with `seen`: see `knowledge.sights`.
        hooks: names of the plugin's functions that are called; a game with any has no core.
    """

    functions: dict[str, Function]
    blocks: dict[int, Block]
    tables: list[Table]
    layout: Layout
    entry: int
    scores: list[tuple[str, Source | None, str]]
    ties: list[str]
    board: object
    sights: tuple[int, ...]
    hooks: frozenset[str]
