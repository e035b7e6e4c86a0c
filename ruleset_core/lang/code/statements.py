"""What loops of the intermediate program go through, and its statements."""

from __future__ import annotations

from dataclasses import dataclass

from ruleset_core.lang.code.expressions import Expr, Local, Node, Table


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


@dataclass(slots=True, eq=False)
class Found:
    """What a function that searches has found: one that ends with `ReturnFound`. The body of the loop may search again."""

    function: str
    args: tuple[Expr, ...]


@dataclass(slots=True, eq=False)
class Growing:
    """What the search has found, also what is found meanwhile."""


Source = Numbers | Row | Pieces | Held | Items | Enclosed | Found | Growing


@dataclass(slots=True, eq=False)
class BeginSearch:
    """Nothing is found yet of the numbers below `size`. It stands once in a function, outside of loops."""

    size: int


@dataclass(slots=True, eq=False)
class Find:
    """A number below the size of the search, at least 0, which was not found yet: now it is the last one found."""

    value: Expr


@dataclass(slots=True, eq=False)
class BeginWays:
    """A graph without leads; see `lang.ways`. It stands once in a function that searches, outside of loops."""

    places: int
    things: int
    leads: int


@dataclass(slots=True, eq=False)
class Lead:
    """From a place (0: the start, else 1 more) one may use a thing (-1: none) and come to another (behind all places: the end).

    What it comes to lies between `ways.HEAVIEST` and as far below zero. All leads of a place are told in a row.
    """

    place: Expr
    thing: Expr
    to: Expr
    worth: Expr


@dataclass(slots=True, eq=False)
class FindLongest:
    """What was found is now the longest way, of at most so many things. It takes steps, as `ways.found` says."""

    limit: Expr


@dataclass(slots=True, eq=False)
class ReturnFound:
    """The function is over; what it found is what `Found` goes through."""


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

    `seen` >= 0: where the bits of those who know the pieces begin in `v`, to be kept as `knowledge.put_seen` says, or where
    they are `remembered`, as `knowledge.follow` does. `width`: how many words are kept for each piece.
    """

    piece: Expr
    at: int
    zone: Expr
    seen: int
    remembered: bool = False
    width: int = 1


@dataclass(slots=True, eq=False)
class Show:
    """A seat (none: nobody) gets to know a piece, as `knowledge.show` says; `bits`: where that stands in `v`."""

    bits: Expr
    seat: Expr


@dataclass(slots=True, eq=False)
class Forget:
    """Nobody knows the pieces of a zone any longer; `seen` and `width` as in `Move`."""

    zone: Expr
    seen: int
    width: int = 1


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
    SetLocal | Gather | SetValue | AddValue | If | Loop | Return | Do | DoHook | Require | Spend | Shuffle | Sort | Move | Show | Forget
    | SetEnded | SetStage | SetTogether | Enqueue | Offer | SortOffered | BeginOffer | Push | PushQueued | ClearAll | GoOn
    | Continue | ContinueAt | Again | Ask | TakeOnly | BeginSearch | Find | ReturnFound | BeginWays | Lead | FindLongest
)  # fmt: skip
