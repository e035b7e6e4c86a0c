"""Models of everything the engine writes as JSON, and JSON Schemas (Draft 2020-12) of these and of the game files."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Final, Literal

from pydantic import BaseModel, ConfigDict, Field, RootModel, TypeAdapter
from pydantic.json_schema import GenerateJsonSchema, JsonSchemaValue
from pydantic_core import core_schema

from ruleset_core.files import replace_file
from ruleset_core.formats.scene_format import Scene
from ruleset_core.formats.story_format import AccountFormat, StoryPart
from ruleset_core.model.schema.documents import (
    BoardFile,
    CardsFile,
    ExpansionFile,
    ExpansionPart,
    GameFile,
    PartFile,
    VariantFile,
    with_override_model,
)
from ruleset_core.model.schema.levels_file import LevelsFile
from ruleset_core.model.schema.scenario_files import LessonFile, ScenarioFile
from ruleset_core.model.yaml_documents import load_text
from ruleset_core.values import NonNegative, SeatNumber

# What leaves the engine as JSON: observations, saved states, records, diagnostics, figures of `bench`.
#
# Programs in other languages read these. Each has a model here, and a JSON Schema made from it in
# `ruleset_core/schemas`. `values` holds data against these schemas.

PlayerCount = Annotated[int, Field(ge=1, le=99)]
Hash = Annotated[str, Field(min_length=1)]


class OutputFormat(BaseModel):
    """Base of all: no key but those named."""

    model_config = ConfigDict(extra="forbid", frozen=True)


# -- What leaves the engine as JSON ------------------------------------------------------------------------------------


class ObservedValue(RootModel["None | bool | int | str | list[ObservedValue] | dict[str, ObservedValue]"]):
    """A value of the game in names, nested by what it is indexed with; null where it is hidden, or where there is none."""


class ObservedPile(OutputFormat):
    """A list of pieces of which not all are seen."""

    count: NonNegative = Field(description="How many pieces lie there.")
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
    hints: list[dict[str, list[ObservedValue]]] = Field(
        [],
        description="What this seat knows of pieces that it does not know: by fact the values that are left; by place, of the "
        "hand of another seat in no order: kinds with `hints:`.",
    )
    backs: list[dict[str, ObservedValue]] = Field(
        [], description="What shows of the pieces, sorted: kinds with `back:`."
    )


class ObservedPieces(RootModel["list[str] | ObservedPile | dict[str, ObservedPieces]"]):
    """The pieces of a zone, the last one on top; by name where the zone has further indices."""


class Observation(OutputFormat):
    """What a seat may know of a state: `State.observe(seat)`."""

    game: str = Field(description="The id of the game.")
    seat: int = Field(ge=-1, le=98, description="For whom it is; -1 for somebody who looks on.")
    players: PlayerCount = Field(description="How many play.")
    phase: str = Field(description="The phase in progress, by its name in the data.")
    over: bool = Field(description="Whether the game has ended.")
    to_act: SeatNumber | None = Field(
        description="Who decides; null at the end, and for others while all choose at once."
    )
    fields: dict[str, ObservedValue] = Field(description="The shared fields by name.")
    seats: list[dict[str, ObservedValue]] = Field(
        description="By seat: resources, fields and zones of that seat by name."
    )
    zones: dict[str, ObservedPieces] = Field(description="The shared zones by name.")
    pieces: dict[str, dict[str, dict[str, ObservedValue]]] = Field(description="By kind and piece: its fields by name.")
    hints: dict[str, dict[str, dict[str, list[ObservedValue]]]] = Field(
        default={},
        description="By kind and piece: what its owner knows of a piece that all see but the owner, by fact the values that "
        "are left: kinds with `hints:`.",
    )
    options: dict[str, ObservedValue] = Field(default={}, description="The options the game is played with, by name.")
    figures: dict[str, dict[str, dict[str, int | None]]] = Field(
        default={},
        description="By family, member and fact: figures that count for the seat now in the place of what is printed; "
        "null where something hidden decides.",
    )
    amounts: dict[str, ObservedValue] = Field(
        default={},
        description="By name, and by their parameters in turn: amounts and values that the data gives to views, for the seat; "
        "null where something hidden decides.",
    )
    last: dict[str, int] = Field(
        default={}, description="By field that a phase counts with: the number at which it ends."
    )


class SavedFrame(RootModel["list[int | SavedFrame]"]):
    """What is still to be done: the number of a block of the program, then the values it goes on with."""


Zones = list[list[int]]


class SavedState(OutputFormat):
    """A state on its way: `State.to_json()`. It fits the same data and the same version of `ruleset` only.

    Numbers are those of the game as it is loaded: places of members, of pieces and of values.
    """

    game: str = Field(description="The id of the game.")
    hash: Hash = Field(description="The hash of the data.")
    layout: Hash = Field(
        description="The hash of how states are laid out, which another version of `ruleset` may do otherwise."
    )
    n: PlayerCount = Field(description="How many play.")
    seat: int = Field(ge=-1, le=98, description="Who decides; -1 at the end.")
    point: NonNegative = Field(description="The number of the decision that is asked.")
    stage: NonNegative = Field(description="The number of the phase in progress.")
    a: int = Field(description="The option taken last, -1 before the first.")
    ended: Literal[0, 1] = Field(description="Whether the end of the game has been brought about.")
    options: list[NonNegative] = Field(description="What is offered, in ascending order; nothing at the end.")
    settings: list[int] = Field(description="The values of the options the game was begun with.")
    v: list[int] = Field(description="All fields and amounts: the shared ones, then a block for each seat.")
    z: Zones = Field(description="The pieces of all zones: the shared ones, then a block for each seat.")
    stack: list[SavedFrame] = Field(description="What is still to be done, the next last.")
    queue: list[SavedFrame] = Field(description="What was queued by events.")
    streams: list[NonNegative] = Field(description="The random streams.")
    draws: list[int] = Field(description="What was drawn since the last choice: stream, size and outcome in turns.")
    sim: tuple[list[int], Zones] | None = Field(
        description="While all choose at once: `v` and `z` as they were before, which is what others are shown."
    )


RecordText = Annotated[str, Field(min_length=1, max_length=4096)]
SeatText = Annotated[str, Field(min_length=1, max_length=40)]
Draw = None | bool | int | str | list[Any] | dict[str, Any]


class RecordSeatFormat(OutputFormat):
    """Who sits at a place."""

    name: SeatText = Field(description="A name to show.")
    kind: SeatText = Field(description="`human`, or the name of a bot.")


class RecordStartFormat(OutputFormat):
    """The position that a game began from, in the words of a scenario."""

    name: RecordText = Field(description="What it is called.")
    at: str = Field("", max_length=4096, description="The phase to begin with; empty for the first one.")
    given: dict[RecordText, Any] = Field({}, description="The situation, as under `given` of a scenario.")
    dice: dict[RecordText, list[Draw]] = Field({}, description="What is drawn first, by random stream.")
    lesson: str = Field("", max_length=4096, description="The id of the lesson that is played; empty for none.")
    state: dict[RecordText, Any] = Field({}, description="The whole state, where somebody has edited the position.")


class RecordHeaderFormat(OutputFormat):
    """The first line of a record: what the game was made of, and who plays."""

    format: Literal["ruleset-record 1", "ruleset-record 2", "ruleset-record 3"] = Field(
        description="The format of the record: 3 where the game began from a position."
    )
    ruleset: RecordText = Field(description="The version of the program.")
    game: RecordText = Field(description="The id of the game.")
    expansions: list[RecordText] = Field(description="The ids of the expansions in play, in order.")
    hash: RecordText = Field(description="The hash of the data.")
    options: dict[RecordText, bool | int | RecordText] = Field(description="The values of options that were chosen.")
    players: PlayerCount = Field(description="How many play.")
    seats: list[RecordSeatFormat] = Field(min_length=1, max_length=99, description="Who plays, by seat.")
    seed: int = Field(description="What all randomness comes from.")
    number: int | None = Field(
        None, ge=0, description="Which of the many games of the seed; none if it is the one game of it."
    )
    draws: list[Draw] = Field(description="What was drawn before the first move.")
    roots: list[RecordText] = Field([], description="Directories in which the game or an expansion was found.")
    versions: dict[RecordText, RecordText] = Field(
        {}, description="The versions of the game and of expansions that were added, by id: `inn`, `inn/winter`."
    )
    entries: dict[RecordText, dict[RecordText, RecordText]] = Field(
        {}, description="Hashes of what the data is made of, by kind and id."
    )
    in_order: bool = Field(False, description="Whether of what two expansions change the later one had the last word.")
    hints: bool = Field(True, description="Whether players may ask what a bot would do.")
    levels: dict[RecordText, dict[RecordText, int | RecordText]] = Field(
        {},
        description="The figures that bots which think played by, by level; of what was learned a sign that tells it from other such.",
    )
    start: RecordStartFormat | None = Field(
        None, description="The position it began from, if that is not the beginning."
    )
    check: str = Field("", description="The checksum of the line; it may be left out.")


class RecordMoveFormat(OutputFormat):
    """A decision."""

    n: int = Field(ge=0, description="Its number, from 1; moves taken back are not counted.")
    seat: SeatNumber = Field(description="Who decided.")
    move: str = Field(min_length=1, max_length=400, description="The option taken, in notation.")
    draws: list[Draw] = Field([], description="What was drawn since the decision before.")
    standing: bool = Field(False, description="Whether it was said in advance.")
    check: str = Field("", description="The checksum of the line; it may be left out.")


class RecordUndoFormat(OutputFormat):
    """Moves that were taken back."""

    undo: int = Field(ge=1, description="How many.")
    check: str = Field("", description="The checksum of the line; it may be left out.")


class RecordHintFormat(OutputFormat):
    """A player asked what a bot would do."""

    hint: SeatNumber = Field(description="Who asked.")
    check: str = Field("", description="The checksum of the line; it may be left out.")


class RecordResignFormat(OutputFormat):
    """Who sat on a seat gave up: of two players the other won, else a bot played on there."""

    resign: SeatNumber = Field(description="Whose seat it was.")
    check: str = Field("", description="The checksum of the line; it may be left out.")


class RecordAgreedFormat(OutputFormat):
    """All persons agreed to end the game as it stood."""

    agreed: list[SeatNumber] = Field(min_length=1, description="Their seats.")
    check: str = Field("", description="The checksum of the line; it may be left out.")


class RecordTableFormat(OutputFormat):
    """How the table was set at which the game was played, in a file that somebody took with them."""

    table: dict[str, Any] = Field(description="Who sits where, who may watch, how long moves may take.")
    check: str = Field("", description="The checksum of the line; it may be left out.")


class RecordOverFormat(OutputFormat):
    """The end of the game."""

    over: list[int] = Field(description="The score of every seat.")
    outcomes: list[Annotated[int, Field(ge=-1, le=1)]] = Field(
        default_factory=list, description="For every seat: 1 won, 0 drawn, -1 lost; earlier versions left it out."
    )
    check: str = Field("", description="The checksum of the line; it may be left out.")


class RecordLine(
    RootModel[
        RecordHeaderFormat
        | RecordMoveFormat
        | RecordUndoFormat
        | RecordHintFormat
        | RecordResignFormat
        | RecordAgreedFormat
        | RecordTableFormat
        | RecordOverFormat
    ]
):
    """A line of a record, which is a file of JSON objects, one a line: a header, then moves, undos, hints that were asked for, resignations, and the end."""


class PlaytestHeaderFormat(OutputFormat):
    """The first line of notes of a play-test: which game, and which seats."""

    format: Literal["ruleset-playtest 1"] = Field(description="The format of the notes.")
    ruleset: RecordText = Field(description="The version of the program.")
    game: RecordText = Field(description="The id of the game.")
    version: str = Field(max_length=200, description="The version of the game, if it says one.")
    hash: RecordText = Field(description="The hash of the data.")
    expansions: list[RecordText] = Field(max_length=99, description="The ids of the expansions in play, in order.")
    options: dict[RecordText, bool | int | RecordText] = Field(description="The values of options that were chosen.")
    seat: SeatNumber = Field(description="Whose notes these are.")
    seats: list[RecordText] = Field(
        min_length=1, max_length=99, description="Who plays, by seat: `human`, or the level of a bot."
    )


class PlaytestEntryFormat(OutputFormat):
    """Something that was noted."""

    kind: Literal["answer", "note", "lookup", "refused", "undo", "hint", "rules"] = Field(description="What it is.")
    at: int = Field(ge=0, le=10**6, description="How many moves the seat had been told of.")
    seconds: float = Field(ge=0, le=10**8, description="How long the page had been seen since the notes began.")
    question: str = Field("", max_length=200, description="What the seat was asked, as data writes it.")
    given: int = Field(0, ge=0, le=10**6, description="How many answers the seat had given.")
    what: str = Field(
        "", max_length=2000, description="The note, what was looked up, or why something could not be chosen."
    )
    took: float = Field(0, ge=0, le=10**8, description="Of an answer, how many seconds the question was seen.")


class PlaytestLine(RootModel[PlaytestHeaderFormat | PlaytestEntryFormat]):
    """A line of play-test notes, a file of JSON objects, one a line; the lines of the record of the game may follow."""


class BenchSpeed(OutputFormat):
    """Per second of CPU time."""

    games: float = Field(description="Whole games.")
    decisions: float = Field(description="Decisions; forced ones are not counted.")


class BenchCore(OutputFormat):
    """What the compiled core of a game made in the same run."""

    speed: BenchSpeed = Field(description="How fast it played.")
    ratio: float = Field(description="Decisions a second, the core's by the yardstick's.")
    gain: float = Field(description="Decisions a second, the core's by those of single games.")


class BenchRow(OutputFormat):
    """What was measured of one game."""

    game: str = Field(description="The id of the game; expansions follow, each after a `+`.")
    players: PlayerCount = Field(description="How many took part.")
    speed: BenchSpeed = Field(description="How fast single games were played.")
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


class BenchFigures(OutputFormat):
    """`ruleset bench --format json`."""

    python: str = Field(description="The version of Python.")
    games: list[BenchRow] = Field(description="The games in the order asked for.")


class FilePlace(OutputFormat):
    """A stretch of a file. Lines and columns count from 1 in characters; the end is exclusive."""

    file: str = Field(description="The file, with `/` between directories.")
    line: int = Field(ge=1, description="Where it begins.")
    column: int = Field(ge=1, description="Where it begins.")
    end_line: int = Field(ge=1, description="Where it ends.")
    end_column: int = Field(ge=1, description="Where it ends.")


class FileRepair(FilePlace):
    """A repair: put `replacement` in this place."""

    replacement: str = Field(description="The text to put there.")


class RelatedPlace(FilePlace):
    """Another place that has to do with a finding."""

    label: str = Field(description="What is there.")


class DiagnosticFormat(FilePlace):
    """One finding of a check."""

    code: str = Field(pattern="^[EW][0-9]{3}$", description="Its code; `ruleset explain CODE` says more.")
    severity: Literal["error", "warning"] = Field(description="With an error the game does not load.")
    message: str = Field(description="What was found.")
    label: str = Field(description="What stands at the place, in a few words; may be empty.")
    notes: list[str] = Field(description="Further remarks.")
    help: str = Field(description="One next step; may be empty.")
    suggestion: FileRepair | None = Field(description="A repair, where one is known.")
    fixes: list[FileRepair] = Field(
        description="What `--fix` would try: repairs to be made together; none when it is not sure."
    )
    alike: list[FilePlace] = Field(description="Further places of the same finding.")
    related: list[RelatedPlace] = Field(description="Other places that have to do with it.")


class TimedDiagnosticsFormat(OutputFormat):
    """Findings, and where the time went."""

    findings: list[DiagnosticFormat] = Field(description="What was found.")
    seconds: dict[str, dict[str, float]] = Field(description="Seconds of processor time by game and stage.")


class DiagnosticsFormat(RootModel[list[DiagnosticFormat] | TimedDiagnosticsFormat]):
    """`ruleset check --format json`; an object with `--timings`."""


class SceneFormat(RootModel[Scene]):
    """What a viewer sees of a position: panels with what lies on them. What has its usual value is left out."""


class StoryFormat(RootModel[list[StoryPart]]):
    """What happened in a stretch of a game, in order: `Story.to_json()`."""


OUTPUT_FORMATS: Final[Mapping[str, type[Any]]] = {
    "observation": Observation,
    "scene": SceneFormat,
    "state": SavedState,
    "record": RecordLine,
    "playtest": PlaytestLine,
    "diagnostics": DiagnosticsFormat,
    "bench": BenchFigures,
    "story": StoryFormat,
    "account": AccountFormat,
}
"""The model of each format, by the name of its schema."""


# JSON Schemas (Draft 2020-12) of the files and of what leaves the engine, made from their models.
#
# With those of the files, editors complete and check while one types; with the others, programs read what they get.
#
# They say what the models say about shape, as far as a schema can. Those of the files are made when `ruleset schema`
# asks for them. Those of what leaves the engine lie in `ruleset_core/schemas`, so that data is held against them
# without the models; `python -m tests.docs` writes them, and a test compares.

WIDTH = 120
"""What fits on a line of this width is not broken into several."""

FILE_MODELS: Mapping[str, type[BaseModel]] = {
    "game": GameFile,
    "part": PartFile,
    "expansion": ExpansionFile,
    "boards": BoardFile,
    "cards": CardsFile,
    "scenarios": ScenarioFile,
    "lessons": LessonFile,
    "levels": LevelsFile,
}
"""The model of each kind of file that has a schema."""


def json_schemas() -> dict[str, dict[str, Any]]:
    """The schemas by name: those of the kinds of files, then those of what leaves the engine."""
    files = {kind: _schema(_whole(model), _Generator) for kind, model in FILE_MODELS.items()}
    files["game"] = _game_or_variant(files["game"], _schema(_whole(VariantFile), _Generator))
    return files | published()


def published() -> dict[str, dict[str, Any]]:
    """The schemas of what leaves the engine, by name."""
    return {name: _schema(model, GenerateJsonSchema) for name, model in OUTPUT_FORMATS.items()}


def schema_text(schema: Mapping[str, Any]) -> str:
    """A schema as it is written to a file."""
    return _laid_out(schema, "\n") + "\n"


def _laid_out(node: Any, start: str) -> str:
    """JSON with what fits on one line on one line: `{"type": "array", "items": {"type": "integer"}}`."""
    line = json.dumps(node, ensure_ascii=False)
    if len(start) + len(line) < WIDTH or not isinstance(node, Mapping | list):
        return line
    inner = start + "  "
    if isinstance(node, Mapping):
        parts = [
            f"{json.dumps(str(key), ensure_ascii=False)}: {_laid_out(value, inner)}" for key, value in node.items()
        ]
    else:
        parts = [_laid_out(value, inner) for value in node]
    first, last = "{}" if isinstance(node, Mapping) else "[]"
    return first + ",".join(inner + part for part in parts) + start + last


def write_schemas(directory: Path, found: Mapping[str, Mapping[str, Any]]) -> list[Path]:
    """Write schemas to `directory`/NAME.schema.json; returns the paths."""
    directory.mkdir(parents=True, exist_ok=True)
    written = []
    for kind, schema in found.items():
        path = directory / f"{kind}.schema.json"
        replace_file(path, schema_text(schema).encode())
        written.append(path)
    return written


def _game_or_variant(game: dict[str, Any], variant: dict[str, Any]) -> dict[str, Any]:
    """What a `game.yaml` may be: `like` tells a variant from a game that is written out."""
    named = {**game.pop("$defs"), **variant.pop("$defs")}
    dialect = {"$schema": game.pop("$schema")}
    del variant["$schema"]
    choice = {
        "if": {"type": "object", "required": ["like"]},
        "then": {"$ref": "#/$defs/VariantFile"},
        "else": {"$ref": "#/$defs/GameFile"},
    }
    return {**dialect, "$defs": {**named, "GameFile": game, "VariantFile": variant}, **choice}


def _whole(model: type[BaseModel]) -> type[BaseModel]:
    """A model with the shape of what it replaces, if it may."""
    return with_override_model(model) if issubclass(model, ExpansionPart) else model


def _schema(model: type[Any], generator: type[GenerateJsonSchema]) -> dict[str, Any]:
    schema = TypeAdapter(model).json_schema(schema_generator=generator)
    _read_examples(schema)
    return {"$schema": GenerateJsonSchema.schema_dialect, **schema}


def _read_examples(node: Any) -> None:
    """Examples are written as YAML in the models; a schema holds the values themselves."""
    if isinstance(node, list):
        for item in node:
            _read_examples(item)
    elif isinstance(node, dict):
        if isinstance(node.get("examples"), list):
            node["examples"] = [_example(example) for example in node["examples"]]
        for item in node.values():
            _read_examples(item)


def _example(text: Any) -> Any:
    document, _ = load_text(str(text), "example")
    return text if document is None else document.data


class _Generator(GenerateJsonSchema):
    """A key without a value is a mistake, so null is nowhere allowed; titles of keys would only repeat the keys."""

    def nullable_schema(self, schema: core_schema.NullableSchema) -> JsonSchemaValue:
        return self.generate_inner(schema["schema"])

    def dict_schema(self, schema: core_schema.DictSchema) -> JsonSchemaValue:
        made = super().dict_schema(schema)
        if "patternProperties" in made:
            made.setdefault("additionalProperties", False)
        return made

    def default_schema(self, schema: core_schema.WithDefaultSchema) -> JsonSchemaValue:
        made = super().default_schema(schema)
        if made.get("default", ...) is None:
            del made["default"]
        return made

    def field_title_should_be_set(self, schema: Any) -> bool:
        del schema
        return False
