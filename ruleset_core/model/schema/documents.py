"""Models of whole files (game, part, expansion, variant, cards, boards), and of `override:`, with every key optional."""

from __future__ import annotations

from functools import cache, reduce
from operator import or_
from types import UnionType
from typing import Annotated, Any, Literal, Self, TypeAlias, TypeVar, Union, get_args, get_origin

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, GetJsonSchemaHandler, create_model, model_validator
from pydantic.fields import FieldInfo
from pydantic.json_schema import JsonSchemaValue
from pydantic_core import CoreSchema

from ruleset_core.model.schema.base import (
    Cond,
    Effect,
    Expr,
    Fact,
    FactEntry,
    FactType,
    FileModel,
    IntRange,
    Line,
    LocalizedText,
    Many,
    Name,
    Opt,
    Place,
    Players,
    Provenance,
    Text,
    Version,
    shape_error,
    short_facts,
    without_translations,
)
from ruleset_core.model.schema.layouts import BoardFile, BoardModel
from ruleset_core.model.schema.look_section import LookModel
from ruleset_core.model.schema.rules import (
    AchievementModel,
    CardFaceModel,
    CardModel,
    CardsFile,
    DefinitionModel,
    ModifierModel,
    OutcomeModel,
    PhaseModel,
    RankModel,
    RuleModel,
    ScoreRowModel,
)
from ruleset_core.model.schema.section_models import (
    AnswerTextModel,
    DecisionModel,
    EventModel,
    MemberModel,
    OptionModel,
    ParagraphModel,
    PieceKindModel,
    PositionModel,
    RangeModel,
    ResourceModel,
    ResourcesModel,
    SetModel,
    StateFieldModel,
    ZoneModel,
    members_of,
    members_schema,
)

__all__ = [
    "PLACES", "AddedBranch", "AddedMembers", "AddedPhase", "BoardFile", "BoardModel", "CardFaceModel", "CardModel",
    "CardsFile", "ExpansionFile", "ExpansionPart", "ExtendModel", "FactEntry", "GameFile", "HeaderModel", "IntRange",
    "LocalizedText", "MemberModel", "ModifierModel", "OverlayFile", "PartFile", "PhaseModel", "PieceKindModel",
    "RemoveModel", "ResourceModel", "SectionsModel", "SetModel", "VariantFile", "annotation_at", "collection_kind",
    "is_typed_fact", "override_model", "with_override_model",
]  # fmt: skip


# Models of what an expansion does to what is there: takes out, adds to; what it replaces is in
# `model/schema/documents`.

PLACES = ("before", "after", "first_in", "last_in")
"""Where a further phase stands, by the phase that is named."""


class RemoveModel(FileModel):
    """What an expansion takes out of the game."""

    cards: Many[Name] = Field((), description="Cards to leave out.", examples=["[mayor]"])
    rulebook: Many[Name] = Field((), description="Paragraphs of the rulebook to leave out.", examples=["[first_game]"])


class AddedMembers(FileModel):
    """Further members of a set."""

    members: Annotated[dict[Name, MemberModel], BeforeValidator(members_of)] = Field(
        description="Further names, or names with facts.",
        examples=["[green]"],
        json_schema_extra=members_schema,
    )


class AddedPhase(PhaseModel):
    """A phase that an expansion adds, and where."""

    before: Opt[Name] = Field(None, description="The phase before which it comes.", examples=["income"])
    after: Opt[Name] = Field(None, description="The phase after which it comes.", examples=["income"])
    first_in: Opt[Name] = Field(None, description="The phase whose first step it is.", examples=["round"])
    last_in: Opt[Name] = Field(None, description="The phase whose last step it is.", examples=["round"])

    @model_validator(mode="after")
    def _stands_somewhere(self) -> Self:
        given = [key for key in PLACES if getattr(self, key) is not None]
        if not given:
            message = "a further phase needs `before`, `after`, `first_in` or `last_in`"
            raise shape_error("E102", message, advice="for example: `after: income`")
        if len(given) > 1:
            message = "a phase has one place"
            raise shape_error("E107", message, at=(given[1],), advice=f"delete `{given[0]}` or `{given[1]}`")
        return self


class AddedBranch(FileModel):
    """A branch that an expansion adds to the choices of a decision."""

    where: Opt[Cond] = Field(None, description="When it is offered.", examples=["coin >= 2"])
    do: Effect = Field(description="What is done.", examples=["lose 2 coin"])


class ExtendModel(FileModel):
    """What an expansion adds to things of the game that hold several."""

    sets: dict[Name, AddedMembers] = Field(default_factory=dict, description="Further members of sets.")
    flow: Many[AddedPhase] = Field((), description="Further phases, each with its place.")
    choices: dict[Name, dict[Name, AddedBranch]] = Field(
        default_factory=dict,
        description="Further branches of a `choose`: decision, member, effect.",
        examples=["{action: {wait: {do: gain 1 coin}}}"],
    )


# Models of the files that a game is made of; scenarios, which check it, have theirs. `validate` turns a document into
# one.


class ViewHints(FileModel):
    """Hints for showing a game that has no look of its own."""

    columns: Many[Name] = Field((), description="Columns of the table of seats, by default all.")
    told: Many[Name] = Field((), description="Shared fields whose changes the log tells, by default all.")
    amounts: Many[Name] = Field(
        (),
        description="Amounts of `define` in observations.",
        examples=["[price]"],
    )


class SectionsModel(FileModel):
    """Sections any part of a game or an expansion may have."""

    options: dict[Name, OptionModel] = Field(default_factory=dict, description="Choices before the game.")
    ranges: Annotated[dict[Name, RangeModel], BeforeValidator(short_facts)] = Field(
        default_factory=dict,
        description="Ranges of numbers with a name.",
        examples=["{level: 1..4}"],
    )
    sets: dict[Name, SetModel] = Field(default_factory=dict, description="Families of names.")
    resources: ResourcesModel = Field(default_factory=ResourcesModel, description="Amounts that seats own.")
    boards: dict[Name, BoardModel] = Field(default_factory=dict, description="Planar boards; one at most.")
    pieces: dict[Name, PieceKindModel] = Field(default_factory=dict, description="Kinds of pieces.")
    state: dict[Name, StateFieldModel] = Field(default_factory=dict, description="Fields of the state of the game.")
    zones: dict[Name, ZoneModel] = Field(default_factory=dict, description="Ordered lists of pieces.")
    positions: dict[Name, PositionModel] = Field(default_factory=dict, description="Positions that may be repeated.")
    events: dict[Name, EventModel] = Field(default_factory=dict, description="What can happen.")
    decisions: dict[Name, DecisionModel] = Field(default_factory=dict, description="Questions to players.")
    define: dict[Name, DefinitionModel] = Field(
        default_factory=dict, description="Named amounts, conditions, values and effects."
    )
    score: dict[Name, ScoreRowModel] = Field(default_factory=dict, description="The final sheet, in order.")
    tie_breaks: Many[Expr] = Field((), description="Amounts that decide between equal scores, in order; higher wins.")
    outcome: OutcomeModel = Field(OutcomeModel.model_validate({}), description="Who wins.")
    invariants: Many[Cond] = Field(
        (),
        description="What holds of every seat `me` at every question, also of hidden things; imagined worlds agree with it.",
    )
    achievements: dict[Name, AchievementModel] = Field(
        default_factory=dict, description="Goals checked when the game is over."
    )
    ranks: Many[RankModel] = Field((), description="Bands of the score of a solo game.")
    rules: Many[RuleModel] = Field((), description="Behaviours that belong to no piece.")
    view: ViewHints = Field(ViewHints.model_validate({}), description="Hints for showing the game.")
    look: LookModel = Field(LookModel.model_validate({}), description="How the game is shown.")
    rulebook: Many[ParagraphModel] = Field((), description="The rules as players read them, in paragraphs.")


class PartFile(SectionsModel):
    """A further part of a game: any sections."""

    flow: Many[PhaseModel] = Field((), description="The phases of the game, in order.")


class RightsModel(FileModel):
    """What others may do with a game, its texts and its pictures."""

    status: Literal["free", "permission", "private"] = Field(
        description="Everybody may publish it (`free`), somebody allowed it (`permission`), or nobody did (`private`).",
    )
    holder: Opt[Line] = Field(None, description="Who holds the rights.", examples=["Ada Lovelace"])
    licence: Opt[Line] = Field(None, description="The licence of a free game.", examples=["CC BY 4.0"])
    notice: Opt[LocalizedText] = Field(None, description="What is shown beside the game.")


class HeaderModel(FileModel):
    """What games and expansions say about themselves."""

    format: int = Field(1, ge=1, description="The format of the files.")
    name: LocalizedText = Field(description="The name for players.", examples=["{en: Pig, es: Cerdo}"])
    about: Opt[LocalizedText] = Field(None, description="The game in a sentence or two.")
    version: Opt[Version] = Field(None, description="The version of the data.", examples=['"1.0"'])
    authors: Many[Text] = Field((), description="Who wrote the data.")
    rights: Opt[RightsModel] = Field(None, description="What others may do with it.")
    provenance: Opt[Provenance] = Field(
        None,
        description="Where figures come from, unless an entry says otherwise: published rules, play, or your own choice.",
    )


class GameFile(PartFile, HeaderModel):
    """`game.yaml`: the header of a game, and any sections."""

    game: Name = Field(description="The id of the game.", examples=["pig"])
    players: Players = Field(description="Number of players.", examples=["1..4"])


class ExpansionPart(SectionsModel):
    """A further part of an expansion: any sections except `flow`, and what it changes of what is there."""

    override: dict[Name, Any] = Field(
        default_factory=dict,
        description="New values for sections, entries and keys, by name.",
        examples=["{cards: {weaver: {hire: 2}}}"],
    )
    remove: RemoveModel = Field(RemoveModel.model_validate({}), description="What leaves the game.")
    extend: ExtendModel = Field(
        ExtendModel.model_validate({}), description="What sets, phases and questions get in addition."
    )

    @property
    def changes_anything(self) -> bool:
        """Whether this changes what is there, besides adding to it."""
        return bool(self.override or self.remove.model_fields_set or self.extend.model_fields_set)


class ExpansionFile(ExpansionPart, HeaderModel):
    """`expansion.yaml`: the header of an expansion, and what any part of it may have."""

    expansion: Name = Field(description="The id of the expansion.", examples=["winter"])
    of: Name = Field(description="The id of the game it belongs to.", examples=["pig"])
    requires: Many[Name] = Field((), description="Expansions that come into play with it, before it.")
    at_least: dict[Name, Version] = Field(
        default_factory=dict,
        description="The oldest versions of the game and of other expansions that it works with.",
        examples=['{pig: "1.1"}'],
    )
    after: Many[Name] = Field(
        (),
        description="Expansions that this one overrides, if they are in play.",
    )


class VariantFile(ExpansionPart, HeaderModel):
    """`game.yaml` of a variant: a game like another one, except for what stands here."""

    game: Name = Field(description="The id of the game.", examples=["rich_pig"])
    like: Place = Field(
        description="The game it is based on.",
        examples=["pig"],
    )
    with_: Many[Place] = Field(
        (),
        alias="with",
        description="Expansions that it always has, in order.",
        examples=["[winter]"],
    )
    players: Opt[Players] = Field(None, description="Number of players, if different.", examples=["2..3"])
    at_least: dict[Name, Version] = Field(
        default_factory=dict,
        description="The oldest versions of the game and of other expansions that it works with.",
        examples=['{pig: "1.1"}'],
    )

    @property
    def expansion(self) -> str:
        """Its id: it is laid on the other game as an expansion is."""
        return self.game

    @property
    def requires(self) -> tuple[str, ...]:
        """What it always has comes before it anyway."""
        return ()

    @property
    def after(self) -> tuple[str, ...]:
        """As for `requires`."""
        return ()


OverlayFile: TypeAlias = ExpansionFile | VariantFile
"""The header of what is laid on a game."""


# The model of `override:`, made from the section models with every key optional.

M = TypeVar("M", bound=BaseModel)
_NAMED: dict[str, tuple[type[BaseModel], tuple[str, ...]]] = {
    "cards": (CardModel, ()), "flow": (PhaseModel, ("phase", "steps")), "rules": (RuleModel, ("id",)), "plans": (BoardFile, ("board",)),
    "rulebook": (ParagraphModel, ("paragraph",)),
}  # fmt: skip
"""Sections whose entries stand in lists or files of their own: the model of an entry, and what of it has no new value."""
_TEXTS = {
    "cards": "Cards by name.",
    "flow": "Phases by name, wherever they stand.",
    "rules": "Rules by `id`.",
    "rulebook": "Paragraphs of the rulebook by name.",
    "plans": "Plans of boards by the name of the board: where crossings and spaces lie, what they are called, their facts.",
}


class _Facts(FileModel):
    """Further keys are facts."""

    model_config = ConfigDict(extra="allow")
    __pydantic_extra__: dict[str, Fact]


class _Translated(FileModel):
    """Texts in other languages of the program are put into the data with the rest."""

    @model_validator(mode="before")
    @classmethod
    def _without_translations(cls, given: Any) -> Any:
        return without_translations(given)[0]


class _Texts(_Translated):
    """Further keys are texts."""

    model_config = ConfigDict(extra="allow")
    __pydantic_extra__: dict[str, LocalizedText]


class _Short(FileModel):
    """A fact may be written as its type alone."""

    @classmethod
    def __get_pydantic_json_schema__(cls, core: CoreSchema, handler: GetJsonSchemaHandler) -> JsonSchemaValue:
        return {**handler.resolve_ref_schema(handler(core)), "type": ["string", "object"]}


@cache
def with_override_model(model: type[M]) -> type[M]:
    """A model of files of expansions, with the shape of what is replaced."""
    info = ExpansionPart.model_fields["override"]
    made = Field(default_factory=override_model(), description=info.description, examples=info.examples)
    fields: Any = {"override": (override_model(), made)}
    return create_model(model.__name__, __base__=model, __doc__=model.__doc__, __module__=__name__, **fields)


@cache
def override_model() -> type[BaseModel]:
    """The model of `override:`."""
    fields: dict[str, Any] = {}
    for name, info in GameFile.model_fields.items():
        if name in ExpansionFile.model_fields and name not in ExpansionPart.model_fields:
            continue  # what the header says of the expansion itself
        if name == "game" or name in _NAMED:
            continue
        fields[name] = _free(info)
    for name, (model, left) in _NAMED.items():
        entry: Any = _phase(_changed(model, left)) if model is PhaseModel else _changed(model, left)
        fields[name] = (dict[Name, entry], Field(default_factory=dict, description=_TEXTS[name]))
    return create_model("Override", __base__=FileModel, __doc__="What takes the place of what is there.", **fields)


def _phase(base: type[BaseModel]) -> type[BaseModel]:
    """A phase whose steps may be put in another order, left out, and stand beside new ones."""
    says = "The phases within this one, in order: those that stay by their names, new ones in full. What is not named is left out."
    steps: Any = Field(None, description=says, examples=["[income, {phase: market, do: gain 1 coin}]"])
    fields: Any = {"steps": (Annotated[tuple[Name | PhaseModel, ...] | None, Field(strict=False)], steps)}
    return create_model(base.__name__, __base__=base, __doc__=base.__doc__, **fields)


@cache
def _changed(model: type[BaseModel], left: tuple[str, ...] = ()) -> type[BaseModel]:
    """A model with the same keys, none of which must be there."""
    base: type[BaseModel] = FileModel
    if issubclass(model, FactEntry):
        base = _Facts
    elif issubclass(model, AnswerTextModel):
        base = _Texts
    elif issubclass(model, LocalizedText):
        base = _Translated
    elif issubclass(model, FactType):
        base = _Short
    fields: Any = {name: _free(info) for name, info in model.model_fields.items() if name not in left}
    says = f"What is replaced of this: {(model.__doc__ or '').strip()}"
    return create_model(f"{model.__name__}Change", __base__=base, __doc__=says, **fields)


def _free(info: FieldInfo) -> tuple[Any, FieldInfo]:
    """A field that may be left out, with the same description."""
    inner = _parts(info.annotation)
    same = inner is info.annotation
    kept = info.metadata if same else [each for each in info.metadata if _reads(each, short_facts)]
    extra: Any = info.json_schema_extra if same else None
    annotation: Any = inner
    for each in kept:
        annotation = Annotated[annotation, each]
    made: Any = Field(
        None,
        alias=info.alias,
        description=info.description,
        examples=info.examples if same else None,
        json_schema_extra=extra,
    )
    return annotation, made


def _reads(mark: Any, function: Any) -> bool:
    return isinstance(mark, BeforeValidator) and mark.func is function


def _parts(annotation: Any) -> Any:
    """An annotation in which the models within mappings have free keys; the same object where there is none."""
    if hasattr(annotation, "__metadata__"):
        inner = _parts(annotation.__origin__)
        if inner is annotation.__origin__:
            return annotation
        kept = [each for each in annotation.__metadata__ if _reads(each, short_facts)]
        for each in kept:
            inner = Annotated[inner, each]
        return inner
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return _changed(annotation)
    if get_origin(annotation) is dict:
        key, value = get_args(annotation)
        inner = _parts(value)
        return annotation if inner is value else dict[key, inner]  # type: ignore[valid-type]
    if get_origin(annotation) in (Union, UnionType):
        parts = [_parts(each) for each in get_args(annotation)]
        if any(new is not old for new, old in zip(parts, get_args(annotation), strict=True)):
            return reduce(or_, parts)
    return annotation


def annotation_at(annotation: Any, key: str | int) -> Any:
    """The annotation of what stands under a key; None for what has none, such as a fact."""
    for each in _plain(annotation):
        if get_origin(each) is dict:
            return get_args(each)[1]
        if isinstance(each, type) and issubclass(each, BaseModel):
            for name, info in each.model_fields.items():
                if key == (info.alias or name):
                    return info.annotation
    return None


def collection_kind(annotation: Any) -> str:
    """Whether what has this annotation holds several values that are replaced one by one: `names`, `keys`, or ""."""
    for each in _plain(annotation):
        if get_origin(each) is dict:
            return "names"
        if isinstance(each, type) and issubclass(each, BaseModel):
            return "keys"
    return ""


def is_typed_fact(annotation: Any) -> bool:
    """Whether it is a fact with its type, which may be written as the type alone."""
    return any(isinstance(each, type) and issubclass(each, _Short) for each in _plain(annotation))


def _plain(annotation: Any) -> list[Any]:
    if hasattr(annotation, "__metadata__"):
        return _plain(annotation.__origin__)
    if get_origin(annotation) in (Union, UnionType):
        return [inner for each in get_args(annotation) for inner in _plain(each)]
    return [annotation]
