"""What leaves the engine as JSON: observations, saved states, records, diagnostics, figures of `bench`.

Programs in other languages read these. Each has a model here, and a JSON Schema made from it in `ruleset_core/schemas`.
`model/outward/published` holds data against these schemas.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Final, Literal

from pydantic import Field, RootModel

from ruleset_core.model.outward.account import AccountFormat
from ruleset_core.model.outward.formats_base import Format, Hash, Seats
from ruleset_core.model.outward.plain import Count, SeatNumber
from ruleset_core.model.outward.scene import Scene
from ruleset_core.model.outward.story import StoryPart

__all__ = ["FORMATS"]


class Shown(RootModel["None | bool | int | str | list[Shown] | dict[str, Shown]"]):
    """A value of the game in names, nested by what it is indexed with; null where it is hidden, or where there is none."""


class Pile(Format):
    """A list of pieces of which not all are seen."""

    count: Count = Field(description="How many pieces lie there.")
    top: str = Field("", description="The last piece, where it alone is seen.")
    seen: list[str | None] = Field(
        [],
        description="By place the piece, null where this seat does not know it: zones with `visible: seen`, and those of "
        "pieces that are remembered.",
    )
    known: list[str] = Field(
        [],
        description="In the hand of another seat, in no order, what this seat knows of it: pieces that are remembered.",
    )
    hints: list[dict[str, list[Shown]]] = Field(
        [],
        description="What this seat knows of pieces that it does not know: by fact the values that are left; by place, of the "
        "hand of another seat in no order: kinds with `hints:`.",
    )
    backs: list[dict[str, Shown]] = Field([], description="What shows of the pieces, sorted: kinds with `back:`.")


class Pieces(RootModel["list[str] | Pile | dict[str, Pieces]"]):
    """The pieces of a zone, the last one on top; by name where the zone has further indices."""


class Observation(Format):
    """What a seat may know of a state: `State.observe(seat)`."""

    game: str = Field(description="The id of the game.")
    seat: int = Field(ge=-1, le=98, description="For whom it is; -1 for somebody who looks on.")
    players: Seats = Field(description="How many play.")
    phase: str = Field(description="The phase in progress, by its name in the data.")
    over: bool = Field(description="Whether the game has ended.")
    to_act: SeatNumber | None = Field(
        description="Who decides; null at the end, and for others while all choose at once."
    )
    fields: dict[str, Shown] = Field(description="The shared fields by name.")
    seats: list[dict[str, Shown]] = Field(description="By seat: resources, fields and zones of that seat by name.")
    zones: dict[str, Pieces] = Field(description="The shared zones by name.")
    pieces: dict[str, dict[str, dict[str, Shown]]] = Field(description="By kind and piece: its fields by name.")
    hints: dict[str, dict[str, dict[str, list[Shown]]]] = Field(
        default={},
        description="By kind and piece: what its owner knows of a piece that all see but the owner, by fact the values that "
        "are left: kinds with `hints:`.",
    )
    options: dict[str, Shown] = Field(default={}, description="The options the game is played with, by name.")
    figures: dict[str, dict[str, dict[str, int | None]]] = Field(
        default={},
        description="By family, member and fact: figures that count for the seat now in the place of what is printed; "
        "null where something hidden decides.",
    )
    amounts: dict[str, Shown] = Field(
        default={},
        description="By name, and by their parameters in turn: amounts and values that the data gives to views, for the seat; "
        "null where something hidden decides.",
    )
    last: dict[str, int] = Field(
        default={}, description="By field that a phase counts with: the number at which it ends."
    )


class Frame(RootModel["list[int | Frame]"]):
    """What is still to be done: the number of a block of the program, then the values it goes on with."""


Zones = list[list[int]]


class SavedState(Format):
    """A state on its way: `State.to_json()`. It fits the same data and the same version of `ruleset` only.

    Numbers are those of the game as it is loaded: places of members, of pieces and of values.
    """

    game: str = Field(description="The id of the game.")
    hash: Hash = Field(description="The hash of the data.")
    code: Hash = Field(description="The hash of the program made from them.")
    n: Seats = Field(description="How many play.")
    seat: int = Field(ge=-1, le=98, description="Who decides; -1 at the end.")
    point: Count = Field(description="The number of the decision that is asked.")
    stage: Count = Field(description="The number of the phase in progress.")
    a: int = Field(description="The option taken last, -1 before the first.")
    ended: Literal[0, 1] = Field(description="Whether the end of the game has been brought about.")
    options: list[Count] = Field(description="What is offered, in ascending order; nothing at the end.")
    settings: list[int] = Field(description="The values of the options the game was begun with.")
    v: list[int] = Field(description="All fields and amounts: the shared ones, then a block for each seat.")
    z: Zones = Field(description="The pieces of all zones: the shared ones, then a block for each seat.")
    stack: list[Frame] = Field(description="What is still to be done, the next last.")
    queue: list[Frame] = Field(description="What was queued by events.")
    streams: list[Count] = Field(description="The random streams.")
    draws: list[int] = Field(description="What was drawn since the last choice: stream, size and outcome in turns.")
    sim: tuple[list[int], Zones] | None = Field(
        description="While all choose at once: `v` and `z` as they were before, which is what others are shown."
    )


Text = Annotated[str, Field(min_length=1, max_length=4096)]
SeatText = Annotated[str, Field(min_length=1, max_length=40)]
Draw = None | bool | int | str | list[Any] | dict[str, Any]


class RecordSeat(Format):
    """Who sits at a place."""

    name: SeatText = Field(description="A name to show.")
    kind: SeatText = Field(description="`human`, or the name of a bot.")


class RecordHeader(Format):
    """The first line of a record: what the game was made of, and who plays."""

    format: Literal["ruleset-record 1", "ruleset-record 2"] = Field(description="The format of the record.")
    ruleset: Text = Field(description="The version of the program.")
    game: Text = Field(description="The id of the game.")
    expansions: list[Text] = Field(description="The ids of the expansions in play, in order.")
    hash: Text = Field(description="The hash of the data.")
    options: dict[Text, bool | int | Text] = Field(description="The values of options that were chosen.")
    players: Seats = Field(description="How many play.")
    seats: list[RecordSeat] = Field(min_length=1, max_length=99, description="Who plays, by seat.")
    seed: int = Field(description="What all randomness comes from.")
    number: int | None = Field(
        None, ge=0, description="Which of the many games of the seed; none if it is the one game of it."
    )
    draws: list[Draw] = Field(description="What was drawn before the first move.")
    roots: list[Text] = Field([], description="Directories in which the game or an expansion was found.")
    entries: dict[Text, dict[Text, Text]] = Field({}, description="Hashes of what the data is made of, by kind and id.")
    in_order: bool = Field(False, description="Whether of what two expansions change the later one had the last word.")
    hints: bool = Field(True, description="Whether players may ask what a bot would do.")
    levels: dict[Text, dict[Text, int | Text]] = Field(
        {},
        description="The figures that bots which think played by, by level; of what was learned a sign that tells it from other such.",
    )
    check: str = Field("", description="The checksum of the line; it may be left out.")


class RecordMove(Format):
    """A decision."""

    n: int = Field(ge=0, description="Its number, from 1; moves taken back are not counted.")
    seat: SeatNumber = Field(description="Who decided.")
    move: str = Field(min_length=1, max_length=400, description="The option taken, in notation.")
    draws: list[Draw] = Field([], description="What was drawn since the decision before.")
    check: str = Field("", description="The checksum of the line; it may be left out.")


class RecordUndo(Format):
    """Moves that were taken back."""

    undo: int = Field(ge=1, description="How many.")
    check: str = Field("", description="The checksum of the line; it may be left out.")


class RecordHint(Format):
    """A player asked what a bot would do."""

    hint: SeatNumber = Field(description="Who asked.")
    check: str = Field("", description="The checksum of the line; it may be left out.")


class RecordOver(Format):
    """The end of the game."""

    over: list[int] = Field(description="The score of every seat.")
    outcomes: list[Annotated[int, Field(ge=-1, le=1)]] = Field(
        default_factory=list, description="For every seat: 1 won, 0 drawn, -1 lost; earlier versions left it out."
    )
    check: str = Field("", description="The checksum of the line; it may be left out.")


class RecordLine(RootModel[RecordHeader | RecordMove | RecordUndo | RecordHint | RecordOver]):
    """A line of a record, which is a file of JSON objects, one a line: a header, then moves, undos, hints that were asked for, and the end."""


class BenchSpeed(Format):
    """Per second of CPU time."""

    games: float = Field(description="Whole games.")
    decisions: float = Field(description="Decisions; forced ones are not counted.")


class BenchCore(Format):
    """What the compiled core of a game made in the same run."""

    speed: BenchSpeed = Field(description="How fast it played.")
    ratio: float = Field(description="Decisions a second, the core's by the yardstick's.")
    gain: float = Field(description="Decisions a second, the core's by those of the same game as Python.")


class BenchRow(Format):
    """What was measured of one game."""

    game: str = Field(description="The id of the game; expansions follow, each after a `+`.")
    players: Seats = Field(description="How many took part.")
    speed: BenchSpeed = Field(description="How fast it was played as Python.")
    core: BenchCore | None = Field(description="The same for its compiled core; null if there is none.")
    no_core: str = Field(description="Why it has no compiled core; empty if it has one.")
    yardstick: str = Field(description="The game written by hand that it is compared with.")
    own_yardstick: bool = Field(description="Whether that is the same game. If not, ratios compare unlike things.")
    yardstick_speed: BenchSpeed = Field(description="What that made in the same run.")
    ratio: float = Field(description="Decisions a second, ours by the yardstick's.")
    clone_us: float = Field(description="Microseconds to clone a state from the middle of a game.")
    deepcopy_us: float = Field(description="Microseconds to copy the same state with `copy.deepcopy`.")
    load_ms: float = Field(description="Milliseconds to load the game.")
    scene_ms: float = Field(description="Milliseconds to make a scene of that state, with its question.")
    scene_json_ms: float = Field(description="Milliseconds to make JSON of the scene.")
    clone_gain: float = Field(description="How many times faster `clone` is than `copy.deepcopy`.")


class BenchFigures(Format):
    """`ruleset bench --format json`."""

    python: str = Field(description="The version of Python.")
    games: list[BenchRow] = Field(description="The games in the order asked for.")


class Place(Format):
    """A stretch of a file. Lines and columns count from 1 in characters; the end is exclusive."""

    file: str = Field(description="The file, with `/` between directories.")
    line: int = Field(ge=1, description="Where it begins.")
    column: int = Field(ge=1, description="Where it begins.")
    end_line: int = Field(ge=1, description="Where it ends.")
    end_column: int = Field(ge=1, description="Where it ends.")


class Repair(Place):
    """A repair: put `replacement` in this place."""

    replacement: str = Field(description="The text to put there.")


class Related(Place):
    """Another place that has to do with a finding."""

    label: str = Field(description="What is there.")


class Finding(Place):
    """One finding of a check."""

    code: str = Field(pattern="^[EW][0-9]{3}$", description="Its code; `ruleset explain CODE` says more.")
    severity: Literal["error", "warning"] = Field(description="With an error the game does not load.")
    message: str = Field(description="What was found.")
    label: str = Field(description="What stands at the place, in a few words; may be empty.")
    notes: list[str] = Field(description="Further remarks.")
    help: str = Field(description="One next step; may be empty.")
    suggestion: Repair | None = Field(description="A repair, where one is known.")
    fixes: list[Repair] = Field(
        description="What `--fix` would try: repairs to be made together; none when it is not sure."
    )
    alike: list[Place] = Field(description="Further places of the same finding.")
    related: list[Related] = Field(description="Other places that have to do with it.")


class TimedFindings(Format):
    """Findings, and where the time went."""

    findings: list[Finding] = Field(description="What was found.")
    seconds: dict[str, dict[str, float]] = Field(description="Seconds of processor time by game and stage.")


class Findings(RootModel[list[Finding] | TimedFindings]):
    """`ruleset check --format json`; an object with `--timings`."""


class SceneFormat(RootModel[Scene]):
    """What a viewer sees of a position: panels with what lies on them. What has its usual value is left out."""


class StoryFormat(RootModel[list[StoryPart]]):
    """What happened in a stretch of a game, in order: `Story.to_json()`."""


FORMATS: Final[Mapping[str, type[Any]]] = {
    "observation": Observation,
    "scene": SceneFormat,
    "state": SavedState,
    "record": RecordLine,
    "diagnostics": Findings,
    "bench": BenchFigures,
    "story": StoryFormat,
    "account": AccountFormat,
}
"""The model of each format, by the name of its schema."""
