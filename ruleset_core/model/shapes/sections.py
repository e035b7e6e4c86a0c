"""Models of the sections of a game that declare its vocabulary: options, sets, resources, pieces, state, events."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal, Self

from pydantic import BeforeValidator, ConfigDict, Field, model_validator

from ruleset_core.model.shapes.common import (
    CALLED,
    L10N,
    Cond,
    Effect,
    Entry,
    Fact,
    FactEntry,
    FactTypes,
    Line,
    Many,
    Model,
    Name,
    Opened,
    Opt,
    Scalar,
    Text,
    TypeText,
    ValueOrExpr,
    Words,
    found,
    problem,
)
from ruleset_core.model.shapes.grids import COMBINE, Axes, Combinations, Copies, GridShape, one_source, some_combined
from ruleset_core.model.words import NAME_PATTERN

_NAME = CALLED
_SAID = Field(
    None,
    description="What it is called within a sentence, with its article, where that is not the name.",
    examples=["{en: the Palace, es: el Palacio}"],
)
_PLURAL = Field(
    None, description="Several of it, where the usual plural is wrong.", examples=["{en: oxen, es: bueyes}"]
)
_FACTS: Any = Field(default_factory=dict, description="Facts every member has, with their types.")


class Option(Entry):
    """A choice made before the game begins; `option.NAME` in expressions."""

    name: L10N = Field(description="The name players read.", examples=["{en: Numbering, es: Numeración}"])
    of: TypeText = Field(description="The values: a set, `bool`, or a range.", examples=["bool"])
    default: Scalar = Field(description="The value when nothing is said.", examples=["false"])


class Member(FactEntry):
    """A member of a set; further keys are facts."""

    name: Opt[L10N] = _NAME
    said: Opt[L10N] = _SAID
    plural: Opt[L10N] = _PLURAL


def members_of(value: Any) -> Any:
    """The short form, a list of names, is the long form without facts."""
    if not isinstance(value, list):
        return value
    seen = set()
    for index, item in enumerate(value):
        if not isinstance(item, str):
            raise problem("E103", f"expected a name, found {found(item)}", at=(index,))
        if item in seen:
            raise problem("E107", f"`{item}` is in this list twice", at=(index,), advice="delete one of the two")
        seen.add(item)
    return {item: {} for item in value}


def members_schema(schema: dict[str, Any]) -> None:
    """The short form beside the long one."""
    schema.update(type=["array", "object"], items={"type": "string", "pattern": NAME_PATTERN}, uniqueItems=True)


def _rewards_schema(schema: dict[str, Any]) -> None:
    """Keys are numbers in YAML, but text in JSON."""
    schema["propertyNames"] = {"pattern": "^[1-9][0-9]*$"}


class SetDef(Entry):
    """A closed family of names."""

    name: Opt[L10N] = _NAME
    facts: FactTypes = _FACTS
    adjectives: bool = Field(
        False, description="Whether the names of its members are adjectives, as colours are: `red dice`, `dados rojos`."
    )
    seats: bool = Field(False, description="Whether the seats are members too, before the others: for neutral players.")
    members: Annotated[dict[Name, Member], BeforeValidator(members_of)] = Field(
        default_factory=dict,
        description="A list of names, or names with their facts.",
        examples=["[red, blue]"],
        json_schema_extra=members_schema,
    )
    grid: Opt[GridShape] = Field(
        None,
        description="The cells of a board as members: `[8, 8]` has `a1` to `h8`. Their facts: `x`, `y`, `near` (those that "
        "share a side), `around` (on squares: those that share a corner, too), `rim`, and with `directions` `next`.",
        examples=["[8, 8]"],
    )
    product: Axes = Field(
        default_factory=dict,
        description="All combinations of values as members; each part is a fact.",
        examples=["{left: 0..6, right: 0..6}"],
    )
    combine: Combinations = Field("all", description=COMBINE, examples=["in_order"])

    @model_validator(mode="after")
    def _made_once(self) -> Self:
        one_source(self.grid, self.product, seats=self.seats)
        some_combined(self.combine, self.product)
        return self


AMOUNT = (1 << 31) - 1
"""The most there can be of anything: an amount has 32 bits."""


class Resource(FactEntry):
    """A resource of a seat; further keys are facts."""

    name: Opt[L10N] = _NAME
    said: Opt[L10N] = _SAID
    plural: Opt[L10N] = _PLURAL

    start: int = Field(0, ge=0, le=AMOUNT, description="What a seat begins with.")
    max: Opt[int] = Field(None, ge=0, le=AMOUNT, description="The most a seat can hold; the rest is lost.")
    spaces: Opt[int] = Field(
        None, ge=1, description="How many can be gained in the whole game, starting ones included."
    )
    overflow: Opt[Effect] = Field(
        None, description="`lost`, or an effect run once for each unit that does not fit.", examples=["lost"]
    )
    visible: Literal["all", "owner", "nobody"] = Field("all", description="Who sees how much of it a seat has.")
    note: bool = Field(True, description="Whether the log tells when a seat has more or less of it.")
    rewards: dict[Annotated[int, Field(ge=1)], Effect] = Field(
        default_factory=dict,
        description="Effects of filling the space of that number.",
        json_schema_extra=_rewards_schema,
    )
    resolve: Literal["at_once", "queued"] = Field(
        "queued", description="When rewards are carried out: `at_once` before the gain goes on, `queued` after it."
    )

    @model_validator(mode="after")
    def _start_fits(self) -> Self:
        for key, bound in (("max", self.max), ("spaces", self.spaces)):
            if bound is not None and self.start > bound:
                raise problem("E106", f"`start` is {self.start}, more than `{key}`, which is {bound}", at=("start",))
        return self


class Resources(Entry):
    """The resources of the game: the built-in set `resource`."""

    facts: FactTypes = _FACTS
    members: dict[Name, Resource] = Field(default_factory=dict, description="The resources by name.")


class Side(Model):
    """A side of a piece."""

    name: Opt[L10N] = _NAME


class PieceKind(Entry):
    """A kind of pieces: anonymous ones (`count`), or cards from files with this `kind`."""

    name: Opt[L10N] = _NAME
    named: bool = Field(True, description="Whether cards of this kind must have a name.")
    count: Opt[int] = Field(None, ge=1, le=1000, description="Number of anonymous pieces, such as dice.")
    product: Axes = Field(
        default_factory=dict,
        description="All combinations of values as pieces, as in a pack of cards; each part is a fact.",
        examples=["{suit: suit, rank: 1..9}"],
    )
    copies: Copies = Field(
        1,
        description="With `product`: how many there are of each, or of each value of a part, in order.",
        examples=["{rank: [3, 2, 2, 2, 1]}"],
    )
    combine: Combinations = Field("all", description=COMBINE, examples=["in_order"])
    total: Opt[int] = Field(
        None, ge=1, description="Expected number of pieces, copies included, without those that others add; checked."
    )
    facts: FactTypes = Field(default_factory=dict, description="Facts of each piece, with their types.")
    back: Many[Name] = Field(
        (), description="The facts that show even where the piece lies face down.", examples=["[colour]"]
    )
    remembered: bool = Field(
        False,
        description="Whether a seat that saw a piece goes on knowing it where it lies hidden, as long as it can follow it; "
        "needed for `show`.",
    )
    hints: Many[Name] = Field(
        (),
        description="Facts that a seat may get to know without the piece: what `show PIECE.FACT to SEAT` tells stays known "
        "like the piece itself.",
        examples=["[colour, value]"],
    )
    values: dict[Name, Many[Fact]] = Field(
        default_factory=dict,
        description="Facts of the anonymous pieces, in order.",
        examples=["{black: [true, false]}"],
    )
    sides: Annotated[dict[Name, Side], BeforeValidator(members_of)] = Field(
        default_factory=dict,
        description="The sides of the piece, by name or as a list; the field `side` says which one is up.",
        examples=["[front, back]"],
        json_schema_extra=members_schema,
    )
    side_facts: FactTypes = Field(default_factory=dict, description="Facts given for each side, with their types.")
    in_play: Opt[Cond] = Field(None, description="When the behaviours of `this` piece work.")

    @model_validator(mode="after")
    def _consistent(self) -> Self:
        if self.count is not None and self.product:
            raise problem("E107", "`product` says how many pieces there are", at=("count",), advice="delete `count`")
        some_combined(self.combine, self.product)
        if self.copies != 1 and not self.product:
            what = "`copies` are of a `product`"
            raise problem("E107", what, at=("copies",), advice="say `count`, or how many `copies` each card has")
        for key in ("facts", "side_facts"):
            if self.product and getattr(self, key):
                what = "the facts of a `product` are its parts"
                raise problem("E107", what, at=(key,), advice="say what else is known of a piece in a `define`")
        for fact, values in self.values.items():
            if self.count is None:
                raise problem("E107", "`values` are for pieces that are counted", at=("values",), advice="add `count`")
            if len(values) != self.count:
                message = f"values: {len(values)}, pieces: {self.count}"
                raise problem("E107", message, at=("values", fact))
        if len(self.sides) == 1:
            raise problem("E107", "a piece has at least two sides", at=("sides",), advice="delete `sides`, or add one")
        if self.side_facts and not self.sides:
            raise problem(
                "E102", "`side_facts` needs `sides`", at=("side_facts",), advice="for example: `sides: [a, b]`"
            )
        return self


class StateField(Entry):
    """A field of the state of the game."""

    by: Many[TypeText] = Field((), description="Index types; with `seat` first there is one for each seat.")
    is_: TypeText = Field(alias="is", description="The type of the value.", examples=["int"])
    start: Opt[ValueOrExpr] = Field(
        None,
        description="The first value: a number, a member, `true`, or an expression; by default the lowest one, or none. "
        "An expression may use `at`, `at2`, `at3`, which of several, and of a field by seat `me`.",
        examples=["if at.y <= 2 then seat_0 else none"],
    )
    visible: Literal["all", "owner", "nobody"] = Field("all", description="Who sees it.")
    out: bool = Field(
        False,
        description="Of one `bool` by seat: a seat for which it holds is out of the game, gets no turns and is asked nothing.",
    )
    name: Opt[L10N] = _NAME
    note: Opt[bool] = Field(
        None,
        description="Whether players are told when it changes; by default a single value that all share is, and one with `tell`.",
    )
    tell: Opt[L10N] = Field(
        None,
        description="What players are told when it becomes something (neither none, false nor 0); `{EXPR}` may use `it`, "
        "the value, and `at`, `at2`, `at3`, which of several.",
        examples=["{en: 'a {it} tower on {at}', es: 'una torre {it} en {at}'}"],
    )


class Position(Entry):
    """A position of the game, to know whether it was there before."""

    of: Many[Name] = Field(
        min_length=1,
        description="The fields and zones it is made of, all of them seen by all; of a zone, which cards lie in it.",
        examples=["[stone, to_play]"],
    )
    last: int = Field(ge=1, le=1000, description="How many are remembered: the last ones.", examples=[8])
    name: Opt[L10N] = _NAME


class Zone(Entry):
    """An ordered list of pieces."""

    of: Name = Field(description="The kind of pieces it holds.", examples=["card"])
    by: Many[TypeText] = Field((), description="Index types; with `seat` first there is one for each seat.")
    start: Literal["all", "none"] = Field("none", description="`all`: begins with all pieces of the kind.")
    visible: Literal["all", "owner", "others", "nobody", "top", "seen"] = Field(
        "all", description="Who sees the pieces; `others`: all but the owner; `seen`: who saw them go in."
    )
    name: Opt[L10N] = _NAME
    note: bool = Field(
        True, description="Whether players are told when pieces come here from where that is not told either."
    )
    tell: Opt[L10N] = Field(
        None,
        description="What players are told when a piece comes here that they may see; `{EXPR}` may use `it`, the piece, and "
        "`at`, `at2`, `at3`, which of several lists.",
        examples=["{en: '{it} joins the queue', es: '{it} entra en la cola'}"],
    )


class Event(Opened):
    """Something that happens and that behaviours can follow."""

    fields: dict[Name, TypeText] = Field(default_factory=dict, description="What the event tells, with types.")
    name: Opt[L10N] = _NAME
    tell: Opt[L10N] = Field(
        None,
        description="A sentence players read when it happens; `{EXPR}` may use its fields.",
        examples=["{en: Bust!, es: ¡Pinchazo!}"],
    )
    resolve: Literal["at_once", "queued"] = Field("at_once", description="When what follows it is carried out.")
    order: Opt[Name] = Field(
        None,
        description="A decision about pieces: the acting seat says which of those that react is next.",
        examples=["reaction"],
    )


class Why(Model):
    """Why an option is not offered."""

    unless: Cond = Field(description="Without this the option is not offered.", examples=["pot > 0"])
    say: L10N = Field(
        description="What players are told; `{EXPR}` may use `it`.", examples=["{en: Too dear., es: Demasiado caro.}"]
    )


class Told(Model):
    """What is said of answers: one text for all of them, texts for single ones under their names, or both."""

    model_config = ConfigDict(extra="allow")
    __pydantic_extra__: dict[str, L10N]

    en: Annotated[Opt[Line], Field(description="English, for all answers.", examples=["uses the die {it}"])] = None
    es: Annotated[Opt[Line], Field(description="Spanish, for all answers.", examples=["usa el dado {it}"])] = None

    @model_validator(mode="after")
    def _in_both_languages(self) -> Self:
        if (self.en is None) != (self.es is None):
            lacking = "en" if self.en is None else "es"
            raise problem("E102", f"`{lacking}` is missing", advice="a text is given in English and in Spanish")
        if self.en is None and not self.each:
            raise problem("E102", "nothing is told here", advice="for example: `{en: plays {it}, es: juega {it}}`")
        return self

    @property
    def whole(self) -> L10N | None:
        """The text for all answers that have none of their own."""
        return None if self.en is None or self.es is None else L10N(en=self.en, es=self.es)

    @property
    def each(self) -> Mapping[str, L10N]:
        """The texts for single answers."""
        return self.model_extra or {}


class Decision(Opened):
    """A question players are asked."""

    of: TypeText | dict[Name, TypeText] = Field(
        description="The possible answers: a set, a range, a kind, `seat`, `bool`; or two of them with names, where an answer "
        "is a pair: from here to there.",
        examples=["bool", "{man: cell, goal: cell}"],
    )
    word: Opt[Words] = Field(None, description="First words of the notation; by default the name of the decision.")
    notation: Opt[Text] = Field(
        None,
        description="What tells options apart, as `{EXPR}` over `it`: pieces that show the same are one option.",
        examples=["{it.colour} {pips[it]}"],
    )
    ask: L10N = Field(
        description="The question; `{EXPR}` is worked out for who is asked.",
        examples=["{en: Which die?, es: ¿Qué dado?}"],
    )
    label: Opt[Told] = Field(
        None,
        description="Text of an option in menus; `{EXPR}` may use `it`. An answer may have its own under its name.",
        examples=['{en: "a die that shows {it}", es: "un dado que muestra {it}"}'],
    )
    told: Opt[Told] = Field(
        None,
        description="What others are told that a player did, behind the name; `{EXPR}` may use `it`. "
        "An answer may have its own under its name.",
        examples=['{en: "uses the die {it}", es: "usa el dado {it}"}'],
    )
    note: bool = Field(
        True, description="Whether the log tells the answer; if not, what comes of it says enough, or it stands alone."
    )
    done: Opt[L10N] = Field(
        None,
        description="Text of the option that picks no value: it ends `choose up to`, or is the other one of `choose ... or`; `{EXPR}` is worked out.",
    )
    default: Opt[Cond] = Field(
        None,
        description="Which option is the usual one, a condition over `it`: in a terminal Enter takes it.",
        examples=["it == hue[chosen]"],
    )
    secret: bool = Field(False, description="Others do not see which option was taken.")
    why: Many[Why] = Field((), description="Why options are not offered; conditions over `it`.")
