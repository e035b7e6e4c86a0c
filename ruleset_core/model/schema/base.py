"""Base types of the file models: names, texts in two languages, ranges, expressions, entries."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Annotated, Any, Final, Literal, NamedTuple, Self, TypeVar, get_args

from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    GetJsonSchemaHandler,
    ModelWrapValidatorHandler,
    PlainSerializer,
    PlainValidator,
    PrivateAttr,
    StringConstraints,
    WithJsonSchema,
    model_validator,
)
from pydantic.json_schema import JsonSchemaValue
from pydantic_core import CoreSchema, PydanticCustomError

from ruleset_core.messages import FILE_LANGUAGES, LANGUAGES
from ruleset_core.values import (
    CARD_SIZES,
    LANGUAGE_CODE,
    LONGEST_PLACE,
    MOST_PLAYERS,
    NAME_PATTERN,
    VERSION_PATTERN,
    as_range,
    is_language,
    is_player_range,
)

T = TypeVar("T")

WORD_PATTERN = r"^[a-z][a-z0-9_-]*( [a-z][a-z0-9_-]*)*$"
MOMENT_PATTERN = r"^((begin|end) )?[a-z][a-z0-9_]*$"
LINE_PATTERN = r"^[^\t\n\r]*$"

DECLARED_PATTERN = r"^[a-z][a-z0-9_]*(\.[a-z][a-z0-9_]*)*$"
REVIEW_PATTERN = r"^[a-z]{8}$"

ART_PATTERN: Final = r"^([A-Za-z0-9_-]+/){0,3}([A-Za-z0-9_-]+|[A-Za-z0-9_-]*\{[^{}/]+\}[A-Za-z0-9_-]*)\.svg$"
FILE_PATTERN: Final = r"^([A-Za-z0-9_-]+/){0,3}[A-Za-z0-9_-]+\.svg$"
_LENGTH: Final = r"\d{1,3}(\.\d{1,2})?"
SIZE_PATTERN: Final = rf"^({'|'.join(CARD_SIZES)}|{_LENGTH}x{_LENGTH})$"
FONT_PATTERN: Final = r"^([A-Za-z0-9_-]+/){0,3}[A-Za-z0-9_-]+\.(ttf|otf)$"
PLACE_PATTERN: Final = rf"^({_LENGTH}%? ){{3}}{_LENGTH}%?$"
PATTERNS: Mapping[str, str] = {
    VERSION_PATTERN: 'a version: numbers with dots, such as "1.2"',
    NAME_PATTERN: "a name: small letters, digits and `_`, beginning with a letter",
    WORD_PATTERN: "words of small letters, digits, `_` and `-`, with one space between them",
    LINE_PATTERN: "a text on one line; a long one may go on over several after `>-`",
    DECLARED_PATTERN: "a name of the data, or one behind its section, such as `decisions.event`",
    REVIEW_PATTERN: "the eight letters that `ruleset rules GAME --review` writes",
    MOMENT_PATTERN: "the name of an event, or `begin PHASE` or `end PHASE`",
    ART_PATTERN: "an SVG file beside the look: such as `lamp.svg` or `art/{this}.svg`",
    FILE_PATTERN: "an SVG file beside the look: such as `art/lamp.svg`",
    FONT_PATTERN: "a font file beside the look: such as `fonts/title.ttf`",
    PLACE_PATTERN: "a place on a card: left, top, width and height in millimetres or `%`, such as `5 5 53 10` or `0% 0% 100% 12%`",
    SIZE_PATTERN: f"a size of cards: {', '.join(CARD_SIZES)}, or millimetres such as `35x35`",
}
"""What each pattern asks for, in words."""


def number_as_name(text: str) -> str:
    """What to write for a name that begins with a digit, as the rank `10` of a card; empty for others."""
    if not text[:1].isdigit():
        return ""
    return (
        f'names begin with a letter: write `n{text}`, with `name: {{en: "{text}", es: "{text}"}}` for players; '
        "where there are numbers alone, a range such as `2..10` does"
    )


class FileModel(BaseModel):
    """Base of all file models: immutable, nothing converted silently, unknown keys are errors."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True, defer_build=True)


class Goes(NamedTuple):
    """Marks a key that is still read and goes: `old: Annotated[Opt[Text], Goes("0.4.0", "new")] = Field(None)`.

    `ruleset check` warns of it (W542) until the release `release`, which does not read it. `instead` is the key to write in its
    place with the same value, which `ruleset upgrade` does; empty where people have to write something else.
    """

    release: str
    instead: str = ""

    def __get_pydantic_json_schema__(self, schema: CoreSchema, handler: GetJsonSchemaHandler) -> JsonSchemaValue:
        """Editors strike out a key that goes."""
        return handler(schema) | {"deprecated": True}


def shape_error(
    code: str, message: str, *, at: tuple[str | int, ...] = (), advice: str = "", swap: str = ""
) -> PydanticCustomError:
    """An error for a validator to raise; `at` is relative to the value being validated, `swap` what was meant."""
    return PydanticCustomError(code, "{text}", {"text": message, "at": at, "help": advice, "swap": swap})


def describe_value(value: Any) -> str:
    """A value in words, for "found ..."."""
    if value is None:
        return "nothing"
    if isinstance(value, bool):
        return f"`{str(value).lower()}`"
    if isinstance(value, int):
        return f"the number {value}"
    if isinstance(value, str):
        return f"the text `{value}`" if value and len(value) <= 30 and "\n" not in value else "text"
    return "a list" if isinstance(value, (list, tuple)) else "a mapping"


def _not_nothing(value: Any) -> Any:
    """A key without a value is never taken for a key left out."""
    if value is None:
        raise PydanticCustomError("nothing", "no value")
    return value


def _as_text(value: Any) -> Any:
    if isinstance(value, (bool, int)):
        return str(value).lower()
    return value


def _as_list(value: Any) -> Any:
    return [value] if isinstance(value, Mapping) else value


def _scalar(value: Any) -> str | int | bool:
    if isinstance(value, (str, int)):
        return value
    raise shape_error("E103", f"expected a single value, found {describe_value(value)}")


def _fact(value: Any) -> str | int | bool | tuple[str | int | bool, ...]:
    if not isinstance(value, (list, tuple)):
        if value is None:
            raise shape_error("E103", "this fact has no value", advice="write `none` when there is none")
        return _scalar(value)
    for index, item in enumerate(value):
        if not isinstance(item, (str, int)):
            raise shape_error("E103", f"expected a single value, found {describe_value(item)}", at=(index,))
    return tuple(value)


def _one_or_many_schema(schema: dict[str, Any]) -> None:
    """`if`/`then` rather than `anyOf`: a checker then tells what is wrong instead of "fits none of these"."""
    many = {"type": schema.pop("type"), "items": schema.pop("items")}
    schema.update({"if": {"type": "array"}, "then": many, "else": many["items"]})


class IntRange(NamedTuple):
    """Whole numbers from `low` to `high`, both included."""

    low: int
    high: int


def _range(value: Any) -> IntRange:
    ends = as_range(value)
    if ends is None:
        parts = value if isinstance(value, list) else re.findall(r"[0-9]+", value) if isinstance(value, str) else []
        meant = "..".join(map(str, parts)) if len(parts) == 2 else ""
        swap = meant if as_range(meant) is not None else ""
        advice = f"write `{swap}`" if swap else "write `2` or `1..4`"
        raise shape_error(
            "E106", f"expected a number or a range, found {describe_value(value)}", advice=advice, swap=swap
        )
    low, high = ends
    if low > high:
        raise shape_error("E106", f"the range {value} is empty", advice=f"write `{high}..{low}`", swap=f"{high}..{low}")
    return IntRange(low, high)


def _length(value: Any) -> IntRange:
    length = _range(value)
    if length.low < 0:
        raise shape_error("E106", "a list has no fewer than 0 values")
    return length


def _players(value: Any) -> IntRange:
    players = _range(value)
    if not is_player_range(*players):
        raise shape_error("E106", f"a game is for 1 to {MOST_PLAYERS} players")
    return players


_LANGUAGE = {"type": ["string", "integer", "boolean"]}
_SCALAR = {"type": ["string", "integer", "boolean"]}
_FACT = {"type": ["string", "integer", "boolean", "array"], "items": _SCALAR}

Name = Annotated[str, StringConstraints(pattern=NAME_PATTERN)]
Words = Annotated[str, StringConstraints(pattern=WORD_PATTERN)]
Text = Annotated[str, StringConstraints(min_length=1)]
Line = Annotated[str, StringConstraints(min_length=1, pattern=LINE_PATTERN)]
Version = Annotated[str, StringConstraints(pattern=VERSION_PATTERN)]
Place = Annotated[str, StringConstraints(min_length=1, max_length=LONGEST_PLACE, pattern=LINE_PATTERN)]
"""A name, or a path as seen from the file."""
TypeText = Annotated[str, StringConstraints(min_length=1)]
Expr = Annotated[Text, BeforeValidator(_as_text), WithJsonSchema(_LANGUAGE)]
Cond = Expr
Effect = Annotated[Text, WithJsonSchema({"type": "string", "minLength": 1})]
Scalar = Annotated[str | int | bool, PlainValidator(_scalar), WithJsonSchema(_SCALAR)]
ValueOrExpr = Annotated[str | int | bool, PlainValidator(_scalar), WithJsonSchema({**_SCALAR})]
"""A value, or an amount to work out."""
Fact = Annotated[str | int | bool | tuple[str | int | bool, ...], PlainValidator(_fact), WithJsonSchema(_FACT)]
Players = Annotated[
    IntRange,
    PlainValidator(_players),
    PlainSerializer(lambda value: f"{value.low}..{value.high}", return_type=str),
    WithJsonSchema({"type": ["string", "integer"], "pattern": r"^[0-9]+ *\.\. *[0-9]+$", "minimum": 1}),
]
Length = Annotated[
    IntRange,
    PlainValidator(_length),
    PlainSerializer(lambda value: f"{value.low}..{value.high}", return_type=str),
    WithJsonSchema({"type": ["string", "integer"], "pattern": r"^[0-9]+ *\.\. *[0-9]+$", "minimum": 0}),
]
Many = Annotated[tuple[T, ...], Field(strict=False)]
"""A list in the file, a tuple in the model."""
Opt = Annotated[T | None, BeforeValidator(_not_nothing)]
"""A key that may be left out, but not be left empty."""
OneOrMany = Annotated[
    tuple[T, ...], Field(strict=False, json_schema_extra=_one_or_many_schema), BeforeValidator(_as_list)
]
"""A list of mappings, or a single one."""

Provenance = Literal["published", "inferred", "house"]


def is_expression(annotation: Any) -> bool:
    """Whether a value of this annotation is text that may be written as a number or a truth."""
    before = (each.func for each in getattr(annotation, "__metadata__", ()) if isinstance(each, BeforeValidator))
    return _as_text in before or any(is_expression(each) for each in get_args(annotation))


_TRANSLATED: Final = tuple(lang for lang in LANGUAGES if lang not in FILE_LANGUAGES)


def without_translations(given: Any) -> tuple[Any, dict[str, str]]:
    """What a file says, without texts in languages of the program which are no languages of files, and these texts."""
    if not isinstance(given, Mapping):
        return given, {}
    found = {lang: text for lang in _TRANSLATED if isinstance(text := given.get(lang), str) and text}
    return ({key: each for key, each in given.items() if key not in found} if found else given), found


class TranslatedModel(FileModel):
    """A text in the languages of files, and in others of the program."""

    _translated: Mapping[str, str] = PrivateAttr(default_factory=dict)

    @model_validator(mode="wrap")
    @classmethod
    def _in_other_languages(cls, given: Any, handler: ModelWrapValidatorHandler[Self]) -> Self:
        own, translated = without_translations(given)
        if isinstance(given, Mapping) and not given.keys() & {*FILE_LANGUAGES}:
            own = cls.in_another_language_alone(given)
        return handler(own)._keep(translated) if translated else handler(own)  # noqa: SLF001 - it is one of these

    @classmethod
    def in_another_language_alone(cls, given: Mapping[Any, Any]) -> Mapping[Any, Any]:
        """What is read of a mapping that holds no text in a language of files: its first text in another stands for the English one."""
        raise NotImplementedError

    def _keep(self, translated: Mapping[str, str]) -> Self:
        self._translated = translated
        return self

    @property
    def translated(self) -> Mapping[str, str]:
        """The text in other languages of the program."""
        return self._translated


class LocalizedText(TranslatedModel):
    """A text in the languages of files, and in any other under its code: these are read as translations.

    `{en: lamp}` is enough: who plays in Spanish reads "lamp", and `given` is `("en",)`. So is `{fr: lampe}`, which everybody reads.
    """

    en: Annotated[Line, Field(description="English", examples=["Merchant"])] = ""
    es: Annotated[Line, Field(description="Spanish", examples=["Mercader"])] = ""

    @classmethod
    def in_another_language_alone(cls, given: Mapping[Any, Any]) -> Mapping[Any, Any]:
        """`{fr: lampe}` is `{en: lampe}`."""
        return {FILE_LANGUAGES[0]: next(iter(given.values()))} if given and all(map(is_language, given)) else given

    @model_validator(mode="after")
    def _in_one_language_at_least(self) -> Self:
        if not self.en or not self.es:
            if self.en == self.es:
                raise shape_error(
                    "E102", "a text is missing here", advice="for example: `{en: Merchant, es: Mercader}`"
                )
            self.__dict__["en" if self.es else "es"] = self.es or self.en
        return self

    def get(self, lang: str) -> str:
        """The text in a language; English when there is none."""
        return self.es if lang == "es" else self._translated.get(lang) or self.en

    @property
    def texts(self) -> dict[str, str]:
        """The text by language of the program."""
        return {lang: self.get(lang) for lang in LANGUAGES}

    @property
    def given(self) -> tuple[str, ...]:
        """The languages of the program that it is written in."""
        return (*(lang for lang in FILE_LANGUAGES if lang in self.model_fields_set), *self._translated)

    @classmethod
    def __get_pydantic_json_schema__(cls, core: CoreSchema, handler: GetJsonSchemaHandler) -> JsonSchemaValue:
        """With texts in other languages, one of all at least."""
        return {**with_languages(handler.resolve_ref_schema(handler(core)), ["string"]), "minProperties": 1}


def with_languages(made: JsonSchemaValue, types: list[str]) -> JsonSchemaValue:
    """A schema of a text that may hold others under the codes of their languages."""
    return {**made, "patternProperties": {f"^{LANGUAGE_CODE}$": {"type": types}}}


def short_facts(value: Any) -> Any:
    """The short form of a fact, its type alone, is a fact without a name for players."""
    if not isinstance(value, Mapping):
        return value
    return {name: {"is": each} if isinstance(each, str) else each for name, each in value.items()}


class FactType(FileModel):
    """A fact that members have: its type, and what players call it."""

    is_: Annotated[TypeText, Field(alias="is", description="The type of the fact.", examples=["int"])]
    name: Annotated[Opt[LocalizedText], Field(description="The name for players.")] = None
    none: Annotated[
        Opt[LocalizedText],
        Field(description="What players read for no value.", examples=["{en: any, es: cualquiera}"]),
    ] = None
    length: Annotated[
        Opt[Length],
        Field(description="For `list of`: how many values.", examples=["3"]),
    ] = None

    @model_validator(mode="after")
    def _lists_are_long(self) -> Self:
        if self.length is not None and not self.is_.startswith("list of "):
            advice = f"write `is: list of {self.is_}`, or delete `length`"
            raise shape_error("E107", "only a list has a `length`", at=("length",), advice=advice)
        return self

    @classmethod
    def __get_pydantic_json_schema__(cls, core: CoreSchema, handler: GetJsonSchemaHandler) -> JsonSchemaValue:
        """As it is written: a type, or a mapping with the type under `is`."""
        made = handler.resolve_ref_schema(handler(core))
        return {**made, "type": ["string", "object"]}


FactTypes = Annotated[dict[Name, FactType], BeforeValidator(short_facts)]


CALLED = Field(None, description="The name for players.", examples=["{en: Red, es: Rojo}"])
BECAUSE = Field(
    None,
    description="What `why` calls the source of its gains and losses.",
    examples=["{en: dice bought, es: dados comprados}"],
)
"""What accounts of amounts call a rule or a definition."""


class SectionEntry(FileModel):
    """Common to everything defined in a section."""

    provenance: Annotated[
        Opt[Provenance],
        Field(
            description="Where figures come from, unless an entry says otherwise: published rules, play, or your own choice.",
            examples=["published"],
        ),
    ] = None


class ExtensibleEntry(SectionEntry):
    """An entry that a game may open on purpose, for expansions to go on from there."""

    open: Annotated[
        Opt[LocalizedText],
        Field(
            description="What it is open for; `ruleset show GAME --names` lists it first.",
            examples=["{en: what else a round brings, es: qué más trae una ronda}"],
        ),
    ] = None


class FactEntry(SectionEntry):
    """An entry whose further keys are facts, declared elsewhere by the kind it belongs to."""

    model_config = ConfigDict(extra="allow")
    __pydantic_extra__: dict[str, Fact]

    house: Annotated[
        Many[Name],
        Field(description="Facts and keys whose values are our own choice.", examples=["[price]"]),
    ] = ()
    inferred: Annotated[
        Many[Name],
        Field(description="Facts and keys whose values are inferred.", examples=["[copies]"]),
    ] = ()

    @model_validator(mode="after")
    def _marks_are_of_use(self) -> Self:
        """What is said of single figures is said once, and is not said of the whole already."""
        seen: dict[str, str] = {}
        for mark, listed in (("house", self.house), ("inferred", self.inferred)):
            for place, name in enumerate(listed):
                if name in seen:
                    where = "in this list twice" if seen[name] == mark else f"under `{seen[name]}` too"
                    raise shape_error("E107", f"`{name}` is {where}", at=(mark, place), advice="delete one of the two")
                seen[name] = mark
            if listed and self.provenance == mark:
                said = "a house value" if mark == "house" else "inferred"
                raise shape_error("E107", f"all of this is {said} already", at=(mark,), advice=f"delete `{mark}`")
        return self

    @property
    def figures(self) -> tuple[str, ...]:
        """What `house` and `inferred` may name: the facts given here, and the other keys but those about words."""
        others = (
            self.model_fields_set
            - set(self.facts)
            - {"name", "said", "plural", "provenance", "house", "inferred", "sides"}
        )
        return (*self.facts, *sorted(others))

    @property
    def facts(self) -> Mapping[str, str | int | bool | tuple[str | int | bool, ...]]:
        """The facts given, by name: scalars as written, lists as tuples. Names and types are not checked here."""
        return self.model_extra or {}
