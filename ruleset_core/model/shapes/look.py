"""Models of `look:`: how a game is shown. What is shown are expressions, worked out on what a seat may know."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Annotated, Any, Final, Literal, Self, TypeAlias

from pydantic import BeforeValidator, Field, GetJsonSchemaHandler, model_validator
from pydantic.json_schema import JsonSchemaValue
from pydantic_core import CoreSchema

from ruleset_core.model.shapes.common import L10N, Cond, Expr, Many, Model, Name, Opt, Text, found, problem

Colour: TypeAlias = Literal[
    "red", "yellow", "white", "blue", "green", "black", "pink", "purple", "orange", "brown", "grey", "gold"
]
Sign: TypeAlias = Literal[
    "die", "cube", "citizen", "tower", "house", "palace", "wall", "coin", "shield", "card", "back", "stone", "ring", "star",
    "banner", "heart", "leaf", "drop", "wheat", "wood", "brick", "ore", "cross", "check", "box", "dot", "arrow", "road",
]  # fmt: skip
"""Simple signs: a terminal has a character for each, a page a drawing."""
Lies: TypeAlias = Literal["row", "pile", "fan", "list", "market"]
"""How pieces lie: side by side, on each other, overlapping, one below the other with all they say, in numbered places."""

ART_PATTERN: Final = r"^([A-Za-z0-9_-]+/){0,3}([A-Za-z0-9_-]+|[A-Za-z0-9_-]*\{[^{}/]+\}[A-Za-z0-9_-]*)\.svg$"
EACH_PATTERN: Final = r"^[a-z][a-z0-9_]* in .+$"
Each = Annotated[
    Text,
    Field(
        pattern=EACH_PATTERN,
        description="What is gone through, and what one of them is called below.",
        examples=["r in row"],
    ),
]

Answers: TypeAlias = dict[Name, Expr]
ANSWERS: Final = "Answers it stands for, by question: for those that are about no thing, such as numbers."


_SPOKEN: Final = re.compile(r"'((?:[^{}']|\{[^{}]*\})*)'(?=\s*(?:else\b|\}))")
_PLACE: Final = re.compile(r"\{[^{}]*\}")
_WORD: Final = re.compile(r"(?![IVX]+\b)[^\W\d_]{2,}")
"""Two letters or more, unless they are a Roman number."""


def _words(text: str) -> list[str]:
    """What is said in a language: all but the values in braces, and the words that depend on a condition."""
    parts = [*_SPOKEN.findall(text), _SPOKEN.sub("", text)]
    return [word for part in parts for word in _WORD.findall(_PLACE.sub(" ", part))]


class Said(L10N):
    """A text in every language, or, where it has no words, one that is the same in all: `{pot}/{goal}`."""

    @model_validator(mode="before")
    @classmethod
    def _same_in_all(cls, value: Any) -> Any:
        if isinstance(value, int):
            raise problem("E103", f"expected a text, found {found(value)}", advice=f'put it into quotes: "{value}"')
        if not isinstance(value, str):
            return value
        if not value:
            raise problem("E103", "this text is empty", advice="give it something to say, or delete the key")
        if words := _words(value):
            advice = f"write it in both languages: {{en: {value}, es: ...}}"
            raise problem("E103", f"`{words[0]}` is a word, and in which language is not said", advice=advice)
        return {"en": value, "es": value}

    @classmethod
    def __get_pydantic_json_schema__(cls, core: CoreSchema, handler: GetJsonSchemaHandler) -> JsonSchemaValue:
        """As it is written: a text, or one for each language."""
        made = handler.resolve_ref_schema(handler(core))
        return {**made, "type": ["string", "object"]}


def _short_part(value: Any) -> Any:
    """A part that is an expression alone."""
    return (
        {"value": str(value).lower() if isinstance(value, bool) else str(value)}
        if isinstance(value, str | int)
        else value
    )


def _short_parts(value: Any) -> Any:
    return [value] if isinstance(value, str | int | Mapping) else value


class Part(Model):
    """The smallest thing that is shown: a value, a text, a sign, or pieces. Alone, an expression is its value."""

    value: Opt[Expr] = Field(None, description="A number, member, seat, piece or condition; its name is shown.")
    text: Opt[Said] = Field(None, description="A text; `{EXPR}` is worked out.")
    sign: Opt[Sign] = Field(None, description="A simple sign.")
    pieces: Opt[Each] = Field(None, description="Pieces, each by its pips, sign or name.", examples=["c in stall[s]"])
    says: Opt[Expr] = Field(None, description="A card: its text, where there is room for texts.", examples=["c"])
    score: Opt[Expr] = Field(
        None, description="A seat: its score if the game ended now, `?` where that may not be known.", examples=["p"]
    )
    team: Opt[Expr] = Field(None, description="A seat: the letter of its team, where there are teams.", examples=["p"])
    show: Opt[PartList] = Field(None, description="Parts close to each other, as often as `each` says.")
    each: Opt[Each] = Field(None, description="With `show`: so often; the place in a list of pieces is `at`.")
    between: Opt[Text] = Field(None, description="With `show` and `each`: what stands between.", examples=["/"])
    by: Opt[Expr] = Field(None, description="With `pieces` or `each`: in this order, the least first.")
    label: Opt[Said] = Field(None, description="What stands before it.")
    colour: Opt[Expr] = Field(
        None, description="A colour, or an expression: a member that has a colour.", examples=["this.colour"]
    )
    when: Opt[Cond] = Field(None, description="Without this it is not shown.")
    times: Opt[Expr] = Field(None, description="How often it is shown.", examples=["coins[e]"])
    of: Opt[Expr] = Field(
        None,
        description="With `sign` or `pieces`: how many there could be; the rest is shown as empty.",
        examples=["6"],
    )
    style: Opt[Literal["bold", "dim", "text"]] = Field(
        None, description="Whether it stands out, stands back, or belongs to what a card says, which goes first."
    )
    mark: bool = Field(
        False,
        description="With `value`: one sign for a name: that of `signs`, the number of a seat or the first letters; before an amount the sign of its resource.",
    )
    stands: Opt[Expr] = Field(
        None, description="With `value`, `sign` or `text`: what it stands for, if not what it names.", examples=["s"]
    )
    answers: Answers = Field(default_factory=dict, description=ANSWERS, examples=["{die: s}"])
    turned: Opt[Expr] = Field(
        None, description="A piece: values and colours are worked out as if its next side lay up.", examples=["t"]
    )
    said: Opt[Said] = Field(None, description="With `sign`: what it is called where it is read aloud.")
    below: bool = Field(False, description="On places of boards: on a line of its own.")
    zero: bool = Field(True, description="Whether 0 is shown; otherwise a dot stands for it.")

    @model_validator(mode="after")
    def _one_thing(self) -> Self:
        _one_of(self, ("value", "text", "sign", "pieces", "says", "score", "team", "show"))
        needs = {
            "each": ("show",),
            "between": ("each",),
            "by": ("pieces", "each"),
            "mark": ("value",),
            "stands": ("value", "sign", "text"),
            "said": ("sign",),
            "times": ("sign",),
            "of": ("sign", "pieces"),
            "zero": ("value",),
            "style": ("value", "text", "sign", "pieces", "score", "team"),
            "colour": ("value", "text", "sign", "pieces", "says", "score", "team"),
        }
        _read_by(self, needs)
        return self


def _one_of(model: Model, keys: tuple[str, ...]) -> None:
    """Refuse what says several things at once, or nothing."""
    given = [each for each in keys if getattr(model, each) is not None]
    if len(given) == 1 and getattr(model, given[0]) == ():
        raise problem("E107", f"nothing stands in this `{given[0]}`", at=(given[0],), advice="list what is shown")
    if len(given) != 1:
        listed = ", ".join(f"`{each}`" for each in keys)
        said = "says nothing" if not given else f"says {' and '.join(f'`{each}`' for each in given)}"
        at = (given[1],) if given else ()
        raise problem("E107", f"this {said}", at=at, advice=f"give one of {listed}")


def _read_by(model: Model, needs: Mapping[str, tuple[str, ...]]) -> None:
    """Refuse keys that are read only together with one of others."""
    for key, others in needs.items():
        if key in model.model_fields_set and all(getattr(model, each) is None for each in others):
            without = " or ".join(f"`{each}`" for each in others)
            raise problem("E107", f"nothing reads `{key}` without {without}", at=(key,), advice="take it out")


def _list_schema(schema: dict[str, Any]) -> None:
    """A list of parts, or one alone; a part is a mapping, or a value that is an expression."""
    part = schema.pop("items")
    one = {"if": {"type": "object"}, "then": part, "else": {"type": ["string", "integer", "boolean"]}}
    many = {"type": schema.pop("type"), "items": one}
    schema.update({"if": {"type": "array"}, "then": many, "else": one})


PartList = Annotated[
    tuple[Annotated[Part, BeforeValidator(_short_part)], ...],
    Field(strict=False, json_schema_extra=_list_schema),
    BeforeValidator(_short_parts),
]
"""Parts side by side: a list, or one alone."""


class LookFace(Model):
    """How a piece of a kind is shown; `this` is the piece."""

    name: Opt[Said] = Field(None, description="What stands on it, if not its name.")
    sign: Opt[Sign] = Field(None, description="The sign for it where there is no room for more.")
    colour: Opt[Expr] = Field(None, description="Its colour.", examples=["this.colour"])
    pips: Opt[Expr] = Field(None, description="The number it shows, as a die does.", examples=["pips[this]"])
    facts: PartList = Field((), description="What is told of it, in order.")
    text: bool = Field(True, description="Whether its text is shown where there is room.")
    provenance: bool = Field(
        False, description="Whether `*` behind its name says that it is of the house, `°` that some of its figures are."
    )
    art: Opt[Annotated[Text, Field(pattern=ART_PATTERN)]] = Field(
        None,
        description="An SVG file beside the look, shapes only, or with `{this}` one for each; terminals use the sign.",
        examples=["cube.svg"],
    )


class LookColumn(Model):
    """A column of a table."""

    title: Opt[Said] = Field(None, description="Its head; `{EXPR}` may use what `each` goes through.")
    cell: PartList = Field(description="What stands there.")
    each: Opt[Each] = Field(None, description="So many columns of the kind.", examples=["c in colour"])
    colour: Opt[Expr] = Field(None, description="The colour of the head.")
    wide: bool = Field(False, description="Whether it takes the room that is left: texts.")
    rank: int = Field(1, ge=1, le=9, description="Where there is too little room, columns of a higher rank go first.")
    when: Opt[Cond] = Field(None, description="Without this the column is left out.")

    @model_validator(mode="after")
    def _something(self) -> Self:
        _one_of(self, ("cell",))
        return self


class LookTable(Model):
    """Rows with columns."""

    each: Each
    by: Opt[Expr] = Field(None, description="In this order, the least first.", examples=["r.colour"])
    name: PartList = Field((), description="What stands before a row: by default its name.")
    colour: Opt[Expr] = Field(None, description="The colour of the name.")
    columns: Many[LookColumn] = Field((), description="The columns, in order.")
    answers: Answers = Field(default_factory=dict, description=ANSWERS, examples=["{city: k}"])


class LookTrack(Model):
    """A value on a track: how far it is, and what lies on the way."""

    value: Expr = Field(description="How far it is.", examples=["filled[r]"])
    to: Opt[Expr] = Field(None, description="Where the track ends.", examples=["18"])
    held: Opt[Expr] = Field(
        None, description="How many of these are still there; the others are used.", examples=["held[r]"]
    )
    groups: Many[int] = Field((), description="How many spaces stand together, in order.", examples=["[6, 6, 6]"])
    name: Opt[Said] = Field(None, description="What it is called.")
    colour: Opt[Expr] = Field(None, description="Its colour.")
    after: PartList = Field((), description="What stands behind it.")


class LookBoard(Model):
    """A grid, a product, or a planar board, with what lies on its places; the place is `it`."""

    of: Name = Field(description="The set of places, or the planar board.", examples=["cell"])
    crop: bool = Field(False, description="Only as far as something lies there or can be put there.")
    place: PartList = Field((), description="What lies on a place.")
    colour: Opt[Expr] = Field(None, description="The colour of a place.")
    shaded: Opt[Cond] = Field(
        None, description="Places that are shaded: closed, used up, out of reach.", examples=["city[it] > 0"]
    )
    line: PartList = Field((), description="Of a planar board, or a grid with `sides`: what lies on a line.")
    crossing: PartList = Field(
        (), description="Of a planar board, or a grid with `corners`: what stands on a crossing."
    )
    legend: PartList = Field((), description="What the signs mean.")


class Element(Model):
    """Something on a panel."""

    line: Opt[PartList] = Field(None, description="PartList on a line, more lines where they do not fit.")
    text: Opt[Said] = Field(None, description="A text of its own; `{EXPR}` is worked out.")
    table: Opt[LookTable] = Field(None, description="A table: a row for each of something.")
    pieces: Opt[Each] = Field(None, description="Pieces as they lie.", examples=["c in market"])
    track: Opt[LookTrack] = Field(None, description="How far something is.")
    board: Opt[LookBoard] = Field(None, description="Places, and what lies on them.")
    beside: Opt[Many[Element]] = Field(None, description="Elements side by side where they fit.")
    show: Opt[Many[Element]] = Field(None, description="Elements one below the other, as often as `each` says.")
    each: Opt[Each] = Field(None, description="With `show` or `beside`: so often.")
    title: Opt[Said] = Field(None, description="What stands above it.")
    when: Opt[Cond] = Field(None, description="Without this it is not shown.")
    lies: Lies = Field("row", description="With `pieces`: how they lie.")
    under: PartList = Field((), description="With `pieces`: what stands below each; its place is `at`.")
    by: Opt[Expr] = Field(None, description="With `pieces` or `each`: in this order, the least first.")
    room: Opt[Expr] = Field(None, description="With `pieces`: how many places there are.", examples=["4"])
    answers: Answers = Field(default_factory=dict, description=f"With `pieces`: {ANSWERS[0].lower()}{ANSWERS[1:]}")
    rank: int = Field(1, ge=1, le=9, description="Where there is too little room, what has a higher rank goes first.")

    @model_validator(mode="after")
    def _one_thing(self) -> Self:
        _one_of(self, ELEMENTS)
        _read_by(
            self,
            {
                "each": ("show", "beside"),
                "lies": ("pieces",),
                "under": ("pieces",),
                "room": ("pieces",),
                "answers": ("pieces",),
                "by": ("pieces", "each"),
            },
        )
        return self


ELEMENTS: Final = ("line", "text", "table", "pieces", "track", "board", "beside", "show")


class Panel(Model):
    """A part of the screen with a title."""

    title: Opt[Said] = Field(None, description="What stands above it; `{EXPR}` is worked out.")
    of: Literal["table", "seat", "own", "others"] = Field(
        "table",
        description="Whose it is: one for all, one for each seat, for the seat that looks, for each other one; `seat` is whose.",
    )
    rank: int = Field(5, ge=1, le=9, description="How important it is: 1 is shown first, 9 goes first.")
    when: Opt[Cond] = Field(None, description="Without this it is not shown.")
    about: Many[Name] = Field((), description="Questions it is about: then it comes first.", examples=["[wall]"])
    show: Many[Element] = Field(description="What stands on it.")
    short: Opt[Many[Element]] = Field(None, description="What stands on it where there is little room.")
    note: Opt[Said] = Field(None, description="A line at its lower edge.")

    @model_validator(mode="after")
    def _something(self) -> Self:
        if not self.show:
            raise problem("E107", "this panel shows nothing", at=("show",), advice="list what stands on it")
        return self


class Look(Model):
    """How a game is shown."""

    colours: dict[Name, dict[str, Colour]] = Field(
        default_factory=dict,
        description="Colours of members and pieces, by family.",
        examples=["{colour: {ruby: red}}"],
    )
    signs: dict[Name, Sign] = Field(
        default_factory=dict, description="Signs of resources and pieces, by family or name."
    )
    faces: dict[Name, LookFace] = Field(default_factory=dict, description="How pieces are shown, by kind.")
    panels: dict[Name, Panel] = Field(default_factory=dict, description="The parts of the screen.")


__all__ = [
    "Colour",
    "Element",
    "Look",
    "LookBoard",
    "LookColumn",
    "LookFace",
    "LookTable",
    "LookTrack",
    "Panel",
    "Part",
    "PartList",
    "Sign",
]
