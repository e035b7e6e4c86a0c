"""Models of the sections that declare a game's vocabulary: options, sets, resources, pieces, state, zones, events, decisions.

Models of `rulebook:` stand here too: the rules of a game as players read them: paragraphs, each in a part of the book.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Final, Literal, Self

from pydantic import BeforeValidator, ConfigDict, Field, GetJsonSchemaHandler, StringConstraints, model_validator
from pydantic.json_schema import JsonSchemaValue
from pydantic_core import CoreSchema

from ruleset_core.messages import FILE_LANGUAGES
from ruleset_core.model.schema.base import (
    CALLED,
    DECLARED_PATTERN,
    REVIEW_PATTERN,
    Cond,
    Effect,
    ExtensibleEntry,
    Fact,
    FactEntry,
    FactTypes,
    FileModel,
    Line,
    LocalizedText,
    Many,
    Name,
    Opt,
    Scalar,
    SectionEntry,
    Text,
    TranslatedModel,
    TypeText,
    ValueOrExpr,
    Words,
    describe_value,
    number_as_name,
    shape_error,
    with_languages,
)
from ruleset_core.model.schema.layouts import (
    COMBINE,
    Axes,
    Combinations,
    Copies,
    GridShape,
    ShapesModel,
    require_one_source,
    require_product,
    require_subset,
)
from ruleset_core.values import NAME_PATTERN, is_language

PARTS: Final = ("about", "components", "setup", "course", "end", "score", "rulings", "credits")
"""The parts of a rulebook, in the order in which they are read."""
RulebookPart = Literal["about", "components", "setup", "course", "end", "score", "rulings", "credits"]

DeclaredName = Annotated[str, StringConstraints(pattern=DECLARED_PATTERN)]
"""A name of the data; one that several things have stands behind its section: `decisions.event`."""
Review = Annotated[str, StringConstraints(pattern=REVIEW_PATTERN)]
"""A hash of letters alone: YAML reads some numbers as something else."""


class LongText(LocalizedText):
    """A text of several lines in the languages of the program, and in any other under its code."""

    en: Annotated[Text, Field(description="English", examples=["Roll the die."])] = ""
    es: Annotated[Text, Field(description="Spanish", examples=["Tira el dado."])] = ""


class ParagraphModel(FileModel):
    """A paragraph of the rulebook, or several that belong together under one title."""

    paragraph: Name = Field(description="Its id.", examples=["income"])
    part: RulebookPart = Field(description="Its part of the rulebook.", examples=["course"])
    after: Opt[Name] = Field(
        None,
        description="The paragraph behind which it stands, by default the last of its part.",
        examples=["setup"],
    )
    title: LocalizedText = Field(description="What stands above it.", examples=["{en: Income, es: Ingresos}"])
    explains: Many[DeclaredName] = Field(
        (),
        description="The phases, questions, resources, cards and so on that it explains; with the section (`decisions.event`) where several have the name.",
        examples=["[income, decisions.event]"],
    )
    text: LongText = Field(
        description="What it says: `- ` before items of a list, `| a | b |` for a row of a table, `**bold**`; `{NAME}` and `{EXPR}` come from the data.",
        examples=["{en: 'You gain {gain coin in income}.', es: 'Ganas {gain coin in income}.'}"],
    )
    picture: Opt[Line] = Field(
        None,
        description="A scenario whose position is drawn beside it; `NAME@3`: after three steps.",
        examples=["a market costs one coin"],
    )
    aid: bool = Field(False, description="It stands on the one-page aid, too.")
    reviewed: Opt[Review] = Field(
        None,
        description="What it explains as it was at the last comparison: `ruleset rules GAME --review` writes it.",
        examples=["kfgpmbna"],
    )


_NAME = CALLED
_SAID = Field(
    None,
    description="Its name within a sentence, with article.",
    examples=["{en: the Palace, es: el Palacio}"],
)
_PLURAL = Field(None, description="The plural, if irregular.", examples=["{en: oxen, es: bueyes}"])
_FACTS: Any = Field(default_factory=dict, description="Their facts.")


_NAMES = Field(
    None,
    description="With `product`: what each is called, its parts in braces.",
    examples=["{en: '{rank} of {suit}', es: '{rank} de {suit}'}"],
)


class OptionModel(SectionEntry):
    """A choice made before the game begins; `option.NAME` in expressions."""

    name: LocalizedText = Field(description="The name for players.", examples=["{en: Numbering, es: Numeración}"])
    of: TypeText = Field(description="The values: a set, `bool`, or a range.", examples=["bool"])
    default: Scalar = Field(description="The default value.", examples=["false"])


class MemberModel(FactEntry):
    """A member of a set; further keys are facts."""

    name: Opt[LocalizedText] = _NAME
    said: Opt[LocalizedText] = _SAID
    plural: Opt[LocalizedText] = _PLURAL


def members_of(value: Any) -> Any:
    """The short form, a list of names, is the long form without facts."""
    if not isinstance(value, list):
        return value
    seen = set()
    for index, item in enumerate(value):
        if type(item) is int and item >= 0:
            raise shape_error("E105", f"`{item}` is not a name", at=(index,), advice=number_as_name(str(item)))
        if not isinstance(item, str):
            raise shape_error("E103", f"expected a name, found {describe_value(item)}", at=(index,))
        if item in seen:
            raise shape_error("E107", f"`{item}` is in this list twice", at=(index,), advice="delete one of the two")
        seen.add(item)
    return {item: {} for item in value}


def members_schema(schema: dict[str, Any]) -> None:
    """The short form beside the long one."""
    schema.update(type=["array", "object"], items={"type": "string", "pattern": NAME_PATTERN}, uniqueItems=True)


def _rewards_schema(schema: dict[str, Any]) -> None:
    """Keys are numbers in YAML, but text in JSON."""
    schema["propertyNames"] = {"pattern": "^[1-9][0-9]*$"}


class RangeModel(SectionEntry):
    """A range of numbers with a name, which stands wherever a type may."""

    is_: TypeText = Field(alias="is", description="From one number to another.", examples=["1..4"])

    @classmethod
    def __get_pydantic_json_schema__(cls, core: CoreSchema, handler: GetJsonSchemaHandler) -> JsonSchemaValue:
        """As it is written: a range, or a mapping with it under `is`."""
        return {**handler.resolve_ref_schema(handler(core)), "type": ["string", "object"]}


class SetModel(SectionEntry):
    """A closed family of names."""

    name: Opt[LocalizedText] = _NAME
    facts: FactTypes = _FACTS
    adjectives: bool = Field(False, description="Members are adjectives: `red dice`, `dados rojos`.")
    seats: bool = Field(False, description="The seats are members too, before the others.")
    members: Annotated[dict[Name, MemberModel], BeforeValidator(members_of)] = Field(
        default_factory=dict,
        description="Names, or names with facts.",
        examples=["[red, blue]"],
        json_schema_extra=members_schema,
    )
    of: Opt[Name] = Field(
        None,
        description="The set, or `resource`, of which this has the `members` listed, or all `except` some.",
        examples=["colour"],
    )
    except_: Many[Name] = Field(
        (), alias="except", description="With `product` or `of`: those that are left out.", examples=["[white]"]
    )
    grid: Opt[GridShape] = Field(
        None,
        description="The cells of a board as members, `a1` to `h8`.",
        examples=["[8, 8]"],
    )
    product: Axes = Field(
        default_factory=dict,
        description="All combinations of values; each part is a fact.",
        examples=["{left: 0..6, right: 0..6}"],
    )
    names: Opt[LocalizedText] = _NAMES
    combine: Combinations = Field("all", description=COMBINE, examples=["in_order"])
    shapes: Opt[ShapesModel] = Field(
        None,
        description="Shapes of squares or hexes as members, such as polyominoes.",
        examples=["{on: cell, forms: form, pictures: {boot: ['##.', '.##']}}"],
    )

    @model_validator(mode="after")
    def _made_once(self) -> Self:
        require_one_source(self.grid, self.product, self.shapes, seats=self.seats)
        require_subset(self.of, self.except_, self.product, members=bool(self.members))
        for key, given in (
            ("grid", self.grid), ("product", self.product), ("shapes", self.shapes), ("seats", self.seats)
        ):  # fmt: skip
            if self.of is not None and given:
                raise shape_error("E107", f"a set `of` another has no `{key}`", at=(key,), advice="make two sets")
        require_product(self.combine, self.names, self.product)
        return self


AMOUNT = (1 << 31) - 1
"""The most there can be of anything: an amount has 32 bits."""


class ResourceModel(FactEntry):
    """A resource of a seat; further keys are facts."""

    name: Opt[LocalizedText] = _NAME
    said: Opt[LocalizedText] = _SAID
    plural: Opt[LocalizedText] = _PLURAL

    start: int = Field(0, ge=0, le=AMOUNT, description="The amount at the start.")
    max: Opt[int] = Field(None, ge=0, le=AMOUNT, description="The most a seat can hold; more is lost.")
    spaces: Opt[int] = Field(None, ge=1, description="How many can be gained in a game, `start` included.")
    overflow: Opt[Effect] = Field(
        None, description="`lost`, or an effect for each unit that does not fit.", examples=["lost"]
    )
    visible: Literal["all", "owner", "nobody"] = Field("all", description="Who sees the amount.")
    note: bool = Field(True, description="The log tells changes.")
    rewards: dict[Annotated[int, Field(ge=1)], Effect] = Field(
        default_factory=dict,
        description="Effects of filling these spaces.",
        json_schema_extra=_rewards_schema,
    )
    resolve: Literal["at_once", "queued"] = Field(
        "queued", description="When rewards are given: before the gain goes on, or after it."
    )

    @model_validator(mode="after")
    def _start_fits(self) -> Self:
        for key, bound in (("max", self.max), ("spaces", self.spaces)):
            if bound is not None and self.start > bound:
                raise shape_error(
                    "E106", f"`start` is {self.start}, more than `{key}`, which is {bound}", at=("start",)
                )
        return self


class ResourcesModel(SectionEntry):
    """The resources of the game: the built-in set `resource`."""

    facts: FactTypes = _FACTS
    members: dict[Name, ResourceModel] = Field(default_factory=dict, description="The resources.")


class SideModel(FileModel):
    """A side of a piece."""

    name: Opt[LocalizedText] = _NAME


class PieceKindModel(SectionEntry):
    """A kind of pieces: anonymous ones (`count`), or cards from files with this `kind`."""

    name: Opt[LocalizedText] = _NAME
    named: bool = Field(True, description="Cards must have a name.")
    count: Opt[int] = Field(None, ge=1, le=1000, description="Number of pieces without names, such as dice.")
    product: Axes = Field(
        default_factory=dict,
        description="All combinations of values; each part is a fact.",
        examples=["{suit: suit, rank: 1..9}"],
    )
    names: Opt[LocalizedText] = _NAMES
    copies: Copies = Field(
        1,
        description="With `product`: how many of each, or of each value of a part.",
        examples=["{rank: [3, 2, 2, 2, 1]}"],
    )
    combine: Combinations = Field("all", description=COMBINE, examples=["in_order"])
    except_: Many[Name] = Field(
        (), alias="except", description="With `product` or `of`: those that are left out.", examples=["[red_1, red_2]"]
    )
    total: Opt[int] = Field(None, ge=1, description="Number of pieces with copies, without those of expansions.")
    facts: FactTypes = Field(default_factory=dict, description="Their facts.")
    back: Many[Name] = Field((), description="Facts that show when face down.", examples=["[colour]"])
    remembered: bool = Field(
        False,
        description="Seats know hidden pieces that they saw, as long as they can follow them; `show` needs it.",
    )
    hints: Many[Name] = Field(
        (),
        description="Facts that `show PIECE.FACT to SEAT` may tell.",
        examples=["[colour, value]"],
    )
    values: dict[Name, Many[Fact]] = Field(
        default_factory=dict,
        description="Facts of pieces without names, in order.",
        examples=["{black: [true, false]}"],
    )
    sides: Annotated[dict[Name, SideModel], BeforeValidator(members_of)] = Field(
        default_factory=dict,
        description="The sides; the field `side` is the one that is up.",
        examples=["[front, back]"],
        json_schema_extra=members_schema,
    )
    side_facts: FactTypes = Field(default_factory=dict, description="Facts of each side.")
    in_play: Opt[Cond] = Field(None, description="When behaviours of `this` piece work.")

    @model_validator(mode="after")
    def _consistent(self) -> Self:
        if self.count is not None and self.product:
            raise shape_error(
                "E107", "`product` says how many pieces there are", at=("count",), advice="delete `count`"
            )
        require_product(self.combine, self.names, self.product)
        require_subset(None, self.except_, self.product, members=False)
        if self.copies != 1 and not self.product:
            what = "`copies` are of a `product`"
            raise shape_error("E107", what, at=("copies",), advice="say `count`, or how many `copies` each card has")
        for key in ("facts", "side_facts"):
            if self.product and getattr(self, key):
                what = "the facts of a `product` are its parts"
                raise shape_error("E107", what, at=(key,), advice="say what else is known of a piece in a `define`")
        for fact, values in self.values.items():
            if self.count is None:
                raise shape_error(
                    "E107", "`values` are for pieces that are counted", at=("values",), advice="add `count`"
                )
            if len(values) != self.count:
                message = f"values: {len(values)}, pieces: {self.count}"
                raise shape_error("E107", message, at=("values", fact))
        if len(self.sides) == 1:
            raise shape_error(
                "E107", "a piece has at least two sides", at=("sides",), advice="delete `sides`, or add one"
            )
        if self.side_facts and not self.sides:
            raise shape_error(
                "E102", "`side_facts` needs `sides`", at=("side_facts",), advice="for example: `sides: [a, b]`"
            )
        return self


class StateFieldModel(SectionEntry):
    """A field of the state of the game."""

    by: Many[TypeText] = Field((), description="Index types; `seat` first: one for each seat.")
    is_: TypeText = Field(alias="is", description="The type of the value.", examples=["int"])
    start: Opt[ValueOrExpr] = Field(
        None,
        description="The first value, by default the lowest or none; over the indices `at`, `at2`, `at3`, by seat `me`.",
        examples=["if at.y <= 2 then seat_0 else none"],
    )
    visible: Literal["all", "owner", "piece", "nobody"] = Field(
        "all", description="Who sees it; `piece`: who sees the zone in which the piece lies."
    )
    out: bool = Field(
        False,
        description="Of a `bool` by seat: while true, the seat is out of the game.",
    )
    name: Opt[LocalizedText] = _NAME
    note: Opt[bool] = Field(
        None,
        description="The log tells changes; by default of a shared single value, and with `tell`.",
    )
    tell: Opt[LocalizedText] = Field(
        None,
        description="What the log says of a value other than none, false or 0; `{EXPR}` may use `it` and the indices.",
        examples=["{en: 'a {it} tower on {at}', es: 'una torre {it} en {at}'}"],
    )
    shown: bool = Field(
        True,
        description="`false`: no default look and no log shows it.",
        examples=["false"],
    )

    @model_validator(mode="after")
    def _log_text_only_if_shown(self) -> Self:
        for key, value in (("note", self.note), ("tell", self.tell)):
            if value and not self.shown:
                message = f"`{key}` tells of a field that `shown: false` keeps to the rules"
                raise shape_error("E107", message, at=(key,), advice="delete one of them")
        return self


class PositionModel(SectionEntry):
    """A position of the game, to know whether it was there before."""

    of: Many[Name] = Field(
        min_length=1,
        description="Its fields and zones, visible to all.",
        examples=["[stone, to_play]"],
    )
    last: int = Field(ge=1, le=1000, description="How many of the last ones are remembered.", examples=[8])
    name: Opt[LocalizedText] = _NAME


class ZoneModel(SectionEntry):
    """An ordered list of pieces."""

    of: Name = Field(description="The kind of pieces.", examples=["card"])
    by: Many[TypeText] = Field((), description="Index types; `seat` first: one for each seat.")
    start: Literal["all", "none"] = Field("none", description="`all`: starts with all pieces of the kind.")
    visible: Literal["all", "owner", "others", "nobody", "top", "seen"] = Field(
        "all", description="Who sees the pieces; `others`: not the owner; `seen`: who saw them go in."
    )
    name: Opt[LocalizedText] = _NAME
    note: bool = Field(True, description="The log tells moves between zones unless both have `false`.")
    tell: Opt[LocalizedText] = Field(
        None,
        description="What the log says when a visible piece comes here; `{EXPR}` may use `it` and the indices.",
        examples=["{en: '{it} joins the queue', es: '{it} entra en la cola'}"],
    )


class EventModel(ExtensibleEntry):
    """Something that happens and that behaviours can follow."""

    fields: dict[Name, TypeText] = Field(default_factory=dict, description="What it carries.")
    name: Opt[LocalizedText] = _NAME
    tell: Opt[LocalizedText] = Field(
        None,
        description="What the log says; `{EXPR}` may use its fields.",
        examples=["{en: Bust!, es: ¡Pinchazo!}"],
    )
    resolve: Literal["at_once", "queued"] = Field("at_once", description="When its consequences are run.")
    order: Opt[Name] = Field(
        None,
        description="A decision by which the acting seat picks the next piece that reacts.",
        examples=["reaction"],
    )


class RefusalTextModel(FileModel):
    """Why an option is not offered."""

    unless: Cond = Field(description="The option is offered only if this holds.", examples=["pot > 0"])
    say: LocalizedText = Field(
        description="The reason; `{EXPR}` may use `it`.", examples=["{en: Too dear., es: Demasiado caro.}"]
    )


class AnswerTextModel(TranslatedModel):
    """What is said of answers: one text for all of them, texts for single ones under their names, or both."""

    model_config = ConfigDict(extra="allow")
    __pydantic_extra__: dict[str, LocalizedText]

    en: Annotated[Opt[Line], Field(description="English, for all answers.", examples=["uses the die {it}"])] = None
    es: Annotated[Opt[Line], Field(description="Spanish, for all answers.", examples=["usa el dado {it}"])] = None

    @classmethod
    def in_another_language_alone(cls, given: Mapping[Any, Any]) -> Mapping[Any, Any]:
        """`{fr: text, yes: {fr: oui}}` is `{en: text, yes: {fr: oui}}`."""
        texts = [key for key, text in given.items() if is_language(key) and isinstance(text, str)]
        rest = {key: each for key, each in given.items() if key not in texts}
        return {**rest, FILE_LANGUAGES[0]: given[texts[0]]} if texts else given

    @model_validator(mode="after")
    def _for_an_answer_at_least(self) -> Self:
        if self.en is None and self.es is None and not self.each:
            raise shape_error("E102", "nothing is told here", advice="for example: `{en: plays {it}, es: juega {it}}`")
        return self

    @classmethod
    def __get_pydantic_json_schema__(cls, core: CoreSchema, handler: GetJsonSchemaHandler) -> JsonSchemaValue:
        """With texts in other languages; an answer may be called as a language is."""
        return with_languages(handler.resolve_ref_schema(handler(core)), ["string", "object"])

    @property
    def whole(self) -> LocalizedText | None:
        """The text for all answers that have none of their own."""
        given = {lang: text for lang, text in (("en", self.en), ("es", self.es)) if text is not None}
        return LocalizedText.model_validate({**given, **self.translated}) if given else None

    @property
    def each(self) -> Mapping[str, LocalizedText]:
        """The texts for single answers."""
        return self.model_extra or {}


class DecisionModel(ExtensibleEntry):
    """A question players are asked."""

    of: TypeText | dict[Name, TypeText] | Many[Name] = Field(
        description="The answers: a type of at most 10,000 values; types by name, for answers of several parts; or a list of decisions.",
        examples=["bool", "{man: cell, goal: cell}", "[step, wall]"],
    )
    name: Opt[LocalizedText] = Field(
        None,
        description="Its name where a decision lists it under `of`.",
        examples=["{en: put up a hurdle, es: poner una valla}"],
    )
    most: Opt[int] = Field(
        None,
        ge=1,
        le=20,
        description="An answer is a set of things: so many at most.",
        examples=[3],
    )
    word: Opt[Words] = Field(None, description="First words of the notation, by default the decision's name.")
    notation: Opt[Text] = Field(
        None,
        description="How an answer is written, `{EXPR}` over `it`; pieces written alike are one option.",
        examples=["{it.colour} {pips[it]}", "{it.give} for {it.take}"],
    )
    ask: LocalizedText = Field(
        description="The question; `{EXPR}` as the seat asked sees it.",
        examples=["{en: Which die?, es: ¿Qué dado?}"],
    )
    label: Opt[AnswerTextModel] = Field(
        None,
        description="Text of an option; `{EXPR}` may use `it`. Single answers may have their own.",
        examples=['{en: "a die that shows {it}", es: "un dado que muestra {it}"}'],
    )
    told: Opt[AnswerTextModel] = Field(
        None,
        description="What the log says after the player's name, likewise.",
        examples=['{en: "uses the die {it}", es: "usa el dado {it}"}'],
    )
    note: bool = Field(True, description="The log tells the answer.")
    done: Opt[LocalizedText] = Field(
        None,
        description="Text of the option without a value.",
    )
    default: Opt[Cond] = Field(
        None,
        description="The usual option, over `it`: Enter takes it.",
        examples=["it == hue[chosen]"],
    )
    secret: bool = Field(False, description="Others do not see the answer.")
    why: Many[RefusalTextModel] = Field((), description="Reasons why an option is not offered.")
