"""Statements of the IR, loop sources, functions, blocks, and the whole program.

A block as code generation gets it. Block 5 of Pig asks `decide`, where `hold` is offered if there is something in the pot:

    IrBlock(5, params=[me], body=[
      IrChargeSteps(8), IrSetValue(2, 0), IrBeginOptions(), IrOfferOption(0),
      IrIf(IrCompare(">", IrStateValue(1), 0), [IrOfferOption(1)], []),
      IrIf(IrCompare(">", IrOfferedCount(), 1),
        [IrPushFrame(6, [me]), IrAsk(me, point=0)],                                     two options: wait for the answer
        [IrIf(IrCompare(">", IrOfferedCount(), 0),
          [IrTakeOnlyOption(me), IrContinue(6, [me])],                                  one: take it and go on
          [IrContinue(8, [me])])])])                                                    none: go on behind the question
"""

from __future__ import annotations

from dataclasses import dataclass, field

from ruleset_core.compile.ir.ir_expressions import IrExpr, IrLocal, IrNode, IrTable

# What loops of the intermediate program go through, and its statements.


@dataclass(slots=True, eq=False)
class IrRangeSource:
    """From `low` up to but not including `stop`."""

    low: IrExpr
    stop: IrExpr


@dataclass(slots=True, eq=False)
class IrRowSource:
    """The entries of a table, or of a row of a table of lists (`row`)."""

    table: IrTable
    row: IrExpr | None = None


@dataclass(slots=True, eq=False)
class IrPiecesSource:
    """The pieces of a zone, in order. `copied`: as they lay when the loop began, since its body may move pieces."""

    zone: IrExpr
    copied: bool


@dataclass(slots=True, eq=False)
class IrListSource:
    """The numbers of a gathered list."""

    held: str


@dataclass(slots=True, eq=False)
class IrItemsSource:
    """Numbers worked out one by one, all before the loop begins; with `members` those below 0 are left out."""

    items: tuple[IrExpr, ...]
    members: bool = False


@dataclass(slots=True, eq=False)
class IrAreaSource:
    """The spaces of the area a line closes, nearest first; `field` is where the walls of the lines begin in `v`."""

    field: int
    line: IrExpr


@dataclass(slots=True, eq=False)
class IrFoundSource:
    """What a function that searches has found: one that ends with `IrReturnFound`. The body of the loop may search again."""

    function: str
    args: tuple[IrExpr, ...]


@dataclass(slots=True, eq=False)
class IrFrontierSource:
    """What the search has found, also what is found meanwhile."""


IrSource = (
    IrRangeSource
    | IrRowSource
    | IrPiecesSource
    | IrListSource
    | IrItemsSource
    | IrAreaSource
    | IrFoundSource
    | IrFrontierSource
)


@dataclass(slots=True, eq=False)
class IrBeginSearch:
    """Nothing is found yet of the numbers below `size`. It stands once in a function, outside of loops."""

    size: int


@dataclass(slots=True, eq=False)
class IrMarkFound:
    """A number below the size of the search, at least 0, which was not found yet: now it is the last one found."""

    value: IrExpr


@dataclass(slots=True, eq=False)
class IrForgetSearch:
    """What a function that searches has found is not asked for again (see `IrReaches`)."""

    function: str


@dataclass(slots=True, eq=False)
class IrBeginGraph:
    """A graph without leads; see `lang.runtime`. It stands once in a function that searches, outside of loops."""

    places: int
    things: int
    leads: int


@dataclass(slots=True, eq=False)
class IrAddEdge:
    """From a place (0: the start, else 1 more) one may use a thing (-1: none) and come to another (behind all places: the end).

    What it comes to lies between `lang.runtime.HEAVIEST` and as far below zero. All leads of a place are told in a row.
    """

    place: IrExpr
    thing: IrExpr
    to: IrExpr
    worth: IrExpr


@dataclass(slots=True, eq=False)
class IrFindLongestPath:
    """What was found is now the longest way, of at most so many things. It takes steps, as `lang.runtime.longest_path` says."""

    limit: IrExpr


@dataclass(slots=True, eq=False)
class IrFindWayBack:
    """What was found is now the things that leads back to the start use, from the start on; each place on the way has one lead, to one before it."""

    place: IrExpr


@dataclass(slots=True, eq=False)
class IrReturnFound:
    """The function is over; what it found is what `Found` goes through."""


@dataclass(slots=True, eq=False)
class IrSetLocal:
    """A number into a local."""

    local: IrLocal
    value: IrExpr


@dataclass(slots=True, eq=False)
class IrCollectList:
    """A list into a local; `most` is the longest it can be."""

    held: str
    source: IrSource
    most: int


@dataclass(slots=True, eq=False)
class IrSetValue:
    """`v[place] = value`."""

    place: IrExpr
    value: IrExpr


@dataclass(slots=True, eq=False)
class IrAddValue:
    """`v[place] += value`; what is left must lie from `low` to `high` where `checked`, else it is known to."""

    place: IrExpr
    value: IrExpr
    low: int
    high: int
    checked: bool


@dataclass(slots=True, eq=False)
class IrIf:
    """One of two ways; either may be empty."""

    condition: IrNode
    then: list[IrStatement]
    otherwise: list[IrStatement]


@dataclass(slots=True, eq=False)
class IrLoop:
    """The body once for each number of a source."""

    local: IrLocal
    source: IrSource
    body: list[IrStatement]


@dataclass(slots=True, eq=False)
class IrReturn:
    """What the function gives; nothing of it runs afterwards."""

    value: IrExpr


@dataclass(slots=True, eq=False)
class IrCallProcedure:
    """A call of a procedure, or of a function whose value nobody wants."""

    function: str
    args: tuple[IrExpr, ...]


@dataclass(slots=True, eq=False)
class IrCallHook:
    """A procedure of the game's plugin; the acting seat comes first."""

    hook: str
    args: tuple[IrExpr, ...]


@dataclass(slots=True, eq=False)
class IrRequire:
    """The rule is broken unless the condition holds (0: it always is, here)."""

    condition: IrExpr


@dataclass(slots=True, eq=False)
class IrChargeSteps:
    """Steps: a known number, or an amount known only in play (never below 0). Beyond STEPS the rule is broken."""

    steps: IrExpr


@dataclass(slots=True, eq=False)
class IrShuffle:
    """A zone in random order."""

    stream: int
    zone: IrExpr


@dataclass(slots=True, eq=False)
class IrSort:
    """A zone in ascending order of a key over `local`; equal keys keep their order. Keys are worked out before anything moves."""

    zone: IrExpr
    local: IrLocal
    key: IrExpr


@dataclass(slots=True, eq=False)
class IrMovePiece:
    """A piece (not none) to the end of a zone. `v[at + piece]` tells where it lies, none for nowhere.

    `seen` >= 0: where the bits of those who know the pieces begin in `v`, to be kept as `lang.visibility.record_sight` says, or where
    they are `remembered`, as `lang.visibility.follow` does. `width`: how many words are kept for each piece.
    """

    piece: IrExpr
    at: int
    zone: IrExpr
    seen: int
    remembered: bool = False
    width: int = 1


@dataclass(slots=True, eq=False)
class IrShowPiece:
    """A seat (none: nobody) gets to know a piece, as `lang.visibility.show` says; `bits`: where that stands in `v`."""

    bits: IrExpr
    seat: IrExpr


@dataclass(slots=True, eq=False)
class IrForgetPieces:
    """Nobody knows the pieces of a zone any longer; `seen` and `width` as in `Move`."""

    zone: IrExpr
    seen: int
    width: int = 1


@dataclass(slots=True, eq=False)
class IrKeepState:
    """The values from `first` up to but not including `stop` are put aside; with `zones`, of which `stop` lies behind the last value, all zones as well.

    It begins a function of which `IrPutBackState` with the same numbers is the last statement but an `IrReturn`, or stands with its like within
    such a pair; the function is not called before it is over.
    """

    first: int
    stop: int
    zones: bool


@dataclass(slots=True, eq=False)
class IrPutBackState:
    """What was put aside is as it was."""

    first: int
    stop: int
    zones: bool


@dataclass(slots=True, eq=False)
class IrSetEnded:
    """The game ends when the effect in progress is over."""


@dataclass(slots=True, eq=False)
class IrSetStage:
    """The phase that is named to players from now on."""

    stage: int


@dataclass(slots=True, eq=False)
class IrSetSimultaneous:
    """From here (`on`) until it is switched off, seats see each other's sheets as they are now."""

    on: bool


@dataclass(slots=True, eq=False)
class IrEnqueue:
    """A frame to the end of the queue: a block, and the values of its locals."""

    block: int
    values: tuple[IrExpr, ...]


# -- options, frames and the ends of blocks ---------------------------------------------------------------------------


@dataclass(slots=True, eq=False)
class IrOfferOption:
    """One more option of the question in the making."""

    option: IrExpr


@dataclass(slots=True, eq=False)
class IrSortOptions:
    """Options in ascending order, each once: needed where they were not offered so."""


@dataclass(slots=True, eq=False)
class IrBeginOptions:
    """No option has been offered yet."""


@dataclass(slots=True, eq=False)
class IrPushFrame:
    """A frame on the stack: a block and the values of its parameters. A `str` names a gathered list."""

    block: int
    values: tuple[IrExpr | str, ...]


@dataclass(slots=True, eq=False)
class IrPushQueued:
    """The first frame of the queue moves onto the stack."""


@dataclass(slots=True, eq=False)
class IrClearFrames:
    """Nothing is left to do: stack and queue are emptied."""


@dataclass(slots=True, eq=False)
class IrNextFrame:
    """The block is over; the frame on top of the stack comes next."""


@dataclass(slots=True, eq=False)
class IrContinue:
    """The block is over and another comes next, with the values of its parameters."""

    block: int
    values: tuple[IrExpr | str, ...]


@dataclass(slots=True, eq=False)
class IrContinueAt:
    """As `IrContinue`, with the block known only in play: `block` is one of `among`, all of which take the same parameters."""

    block: IrExpr
    among: tuple[int, ...]
    values: tuple[IrExpr, ...]


@dataclass(slots=True, eq=False)
class IrRestartLoop:
    """Back to the head of the block's loop (only in blocks with `loop`). Its locals hold what the next round begins with."""


@dataclass(slots=True, eq=False)
class IrAsk:
    """The block is over: a seat is asked what was offered. `point` is the number of the decision. A frame was pushed before."""

    seat: IrExpr
    point: int


@dataclass(slots=True, eq=False)
class IrTakeOnlyOption:
    """The only option offered is taken by itself: it becomes the `IrAnswer`, and is noted as forced."""

    seat: IrExpr


IrStatement = (
    IrSetLocal | IrCollectList | IrSetValue | IrAddValue | IrIf | IrLoop | IrReturn | IrCallProcedure | IrCallHook | IrRequire | IrChargeSteps | IrShuffle | IrSort | IrMovePiece | IrShowPiece | IrForgetPieces | IrKeepState | IrPutBackState
    | IrSetEnded | IrSetStage | IrSetSimultaneous | IrEnqueue | IrOfferOption | IrSortOptions | IrBeginOptions | IrPushFrame | IrPushQueued | IrClearFrames | IrNextFrame
    | IrContinue | IrContinueAt | IrRestartLoop | IrAsk | IrTakeOnlyOption | IrBeginSearch | IrMarkFound | IrReturnFound | IrBeginGraph | IrAddEdge | IrFindLongestPath | IrFindWayBack
)  # fmt: skip


# Functions, blocks, and the whole of an intermediate program.


@dataclass(slots=True, eq=False)
class IrFunction:
    """A function over numbers: an amount (`low`..`high` is what it gives) or a procedure that never suspends (`gives` is False).

    Parameters are kept numbers (32 bits). A function whose body is one `IrReturn` is an expression by another name; a printer
    may write it out where it is called. `title` is for readers.
    """

    name: str
    params: tuple[IrLocal, ...]
    body: list[IrStatement]
    gives: bool
    low: int = 0
    high: int = 0
    title: str = ""


@dataclass(slots=True, eq=False)
class IrBlock:
    """The code of a lowered block, with whatever was written out after it. Every way through it ends in an `IrNextFrame`,
    `IrContinue`, `IrContinueAt`, `IrRestartLoop` or `IrAsk`.

    `params` are the locals its frame holds, in the frame's order; a `str` names a gathered list with its longest length
    in `lists`. `loop`: the body is gone through again at `IrRestartLoop`.
    """

    number: int
    params: tuple[IrLocal | str, ...]
    body: list[IrStatement]
    loop: bool
    title: str = ""


@dataclass(slots=True, frozen=True)
class IrStateSizes:
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
class IrOutcome:
    """Who wins.

    Attributes:
        lowest: whether the lowest score does.
        ties: how many of `IrProgram.ties` are tie-breaks.
        wins: which of `IrProgram.ties` says whether a seat can win; -1 if each can.
        team: which of them is the team of a seat; -1 if each plays for itself.
    """

    lowest: bool
    ties: int
    wins: int
    team: int


@dataclass(slots=True)
class IrProgram:
    """The whole intermediate program of a game.

    Attributes:
        functions: by name, each after those it calls.
        blocks: those that a frame or a jump may name, by number.
        tables: all tables the code refers to.
        layout: how large a state is.
        entry: the block with which a game begins (its frame holds `me` = none).
        scores: for each category of the score the function that gives it (parameters `me`, and `it` where it has items),
            the source of its items or None, and the function that says whether an item is listed, or "".
        ties: the functions of the tie-breaks (parameter `me`), and of what decides besides: see `IrOutcome`.
        outcome: what is made of them.
        board: `sides`, `ends`, `around`, `meeting` of the planar board, or None.
        sights: how every zone is seen, for `IrMovePiece` with `seen`: see `lang.visibility.list_sights`.
        hooks: how many parameters the plugin's functions that are called have, by name, the acting seat included.
        invariants: the functions of the conditions that worlds agree with (parameter `me`).
        repeats: by block behind a question or call the one that puts the question again in a world, or works out what the frame holds; whether
            the asked seat needs it too, and the fewest answers that are asked for: see `lang.program.ReaskPlan`.
        restarts: by block of a phase in which all choose at the same time the one that goes back to where the next seat is asked.
        kept: the functions that search of which some `IrReaches` is `kept`.
    """

    functions: dict[str, IrFunction]
    blocks: dict[int, IrBlock]
    tables: list[IrTable]
    layout: IrStateSizes
    entry: int
    scores: list[tuple[str, IrSource | None, str]]
    ties: list[str]
    outcome: IrOutcome
    board: object
    sights: tuple[int, ...]
    hooks: dict[str, int]
    invariants: list[str] = field(default_factory=list)
    repeats: dict[int, tuple[int, bool, int]] = field(default_factory=dict)
    restarts: dict[int, int] = field(default_factory=dict)
    kept: frozenset[str] = frozenset()

    @property
    def alone(self) -> frozenset[int]:
        """The blocks that only imagined worlds run, each by itself."""
        return frozenset((*(block for block, _, _ in self.repeats.values()), *self.restarts.values()))
