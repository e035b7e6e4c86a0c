"""Models of `look:`: panels and elements that show a game."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Annotated, Any, Final, Literal, Self, TypeAlias

from pydantic import BeforeValidator, Field, GetJsonSchemaHandler, model_validator
from pydantic.json_schema import JsonSchemaValue
from pydantic_core import CoreSchema

from ruleset_core.model.schema.base import (
    ART_PATTERN,
    FILE_PATTERN,
    FONT_PATTERN,
    PLACE_PATTERN,
    SIZE_PATTERN,
    Cond,
    Expr,
    FileModel,
    Line,
    LocalizedText,
    Many,
    Name,
    Opt,
    Text,
    describe_value,
    shape_error,
    with_languages,
)
from ruleset_core.values import CARD_SIZES

Colour: TypeAlias = Literal[
    "red", "yellow", "white", "blue", "green", "black", "pink", "purple", "orange", "brown", "grey", "gold"
]
Sign: TypeAlias = Literal[
    "die", "cube", "citizen", "tower", "house", "palace", "wall", "coin", "shield", "card", "back", "stone", "ring", "star",
    "banner", "heart", "spade", "diamond", "club", "leaf", "drop", "wheat", "wood", "brick", "ore", "cross", "check", "box", "dot", "arrow", "road", "pawn", "disc",
    "king",
]  # fmt: skip
"""Simple signs: a terminal has a character for each, a page a drawing."""
DefaultPanel: TypeAlias = Literal["table", "seats", "own", "others"]
Side: TypeAlias = Literal["north", "east", "south", "west"]
Lies: TypeAlias = Literal["row", "pile", "fan", "list", "market"]
"""How pieces lie: side by side, on each other, overlapping, one below the other with all they say, in numbered places."""

LONGEST_CREDIT: Final = 200
FILES_PATTERN: Final = r"^([A-Za-z0-9_-]+/){0,3}[A-Za-z0-9_*-]+\.svg$"
EACH_PATTERN: Final = r"^[a-z][a-z0-9_]* in .+$"
Each = Annotated[
    Text,
    Field(
        pattern=EACH_PATTERN,
        description="A row for each.",
        examples=["r in row"],
    ),
]

Answers: TypeAlias = dict[Name, Expr]
ANSWERS: Final = "Answers it stands for, such as numbers."


_SPOKEN: Final = re.compile(r"'((?:[^{}']|\{[^{}]*\})*)'(?=\s*(?:else\b|\}))")
_PLACE: Final = re.compile(r"\{[^{}]*\}")
_WORD: Final = re.compile(r"(?![IVX]+\b)[^\W\d_]{2,}")
"""Two letters or more, unless they are a Roman number."""


def _words(text: str) -> list[str]:
    """What is said in a language: all but the values in braces, and the words that depend on a condition."""
    parts = [*_SPOKEN.findall(text), _SPOKEN.sub("", text)]
    return [word for part in parts for word in _WORD.findall(_PLACE.sub(" ", part))]


class LookText(LocalizedText):
    """A text in every language, or, where it has no words, one that is the same in all: `{pot}/{goal}`."""

    @model_validator(mode="before")
    @classmethod
    def _same_in_all(cls, value: Any) -> Any:
        if isinstance(value, int):
            raise shape_error(
                "E103", f"expected a text, found {describe_value(value)}", advice=f'put it into quotes: "{value}"'
            )
        if not isinstance(value, str):
            return value
        if not value:
            raise shape_error("E103", "this text is empty", advice="give it something to say, or delete the key")
        if words := _words(value):
            advice = f"name its language: `{{en: {value}}}`"
            raise shape_error("E103", f"`{words[0]}` is a word, and in which language is not said", advice=advice)
        return {"en": value, "es": value}

    @classmethod
    def __get_pydantic_json_schema__(cls, core: CoreSchema, handler: GetJsonSchemaHandler) -> JsonSchemaValue:
        """As it is written: a text, or one for each language."""
        made = handler.resolve_ref_schema(handler(core))
        return with_languages({**made, "type": ["string", "object"]}, ["string"])


def _short_part(value: Any) -> Any:
    """A part that is an expression alone."""
    return (
        {"value": str(value).lower() if isinstance(value, bool) else str(value)}
        if isinstance(value, str | int)
        else value
    )


def _short_parts(value: Any) -> Any:
    return [value] if isinstance(value, str | int | Mapping) else value


class LookPart(FileModel):
    """The smallest thing that is shown: a value, a text, a sign, or pieces. Alone, an expression is its value."""

    value: Opt[Expr] = Field(None, description="A number, member, seat, piece or condition; its name is shown.")
    text: Opt[LookText] = Field(None, description="A text; `{EXPR}` is computed.")
    sign: Opt[Sign] = Field(None, description="A simple sign.")
    pieces: Opt[Each] = Field(None, description="Pieces by pips, sign or name.", examples=["c in stall[s]"])
    says: Opt[Expr] = Field(None, description="A card: its text, where there is room for texts.", examples=["c"])
    score: Opt[Expr] = Field(None, description="A seat: its score if the game ended now, or `?`.", examples=["p"])
    team: Opt[Expr] = Field(None, description="A seat: the letter of its team.", examples=["p"])
    show: Opt[PartList] = Field(None, description="Parts close to each other, for `each`.")
    each: Opt[Each] = Field(None, description="With `show`: repeats it; `at` is the place in a list of pieces.")
    between: Opt[Text] = Field(None, description="What stands between those of `each`.", examples=["/"])
    by: Opt[Expr] = Field(None, description="Sorts them, least first.")
    label: Opt[LookText] = Field(None, description="What stands before it.")
    colour: Opt[Expr] = Field(None, description="A colour, or a member that has one.", examples=["this.colour"])
    when: Opt[Cond] = Field(None, description="When it is shown.")
    times: Opt[Expr] = Field(None, description="How often it is shown.", examples=["coins[e]"])
    of: Opt[Expr] = Field(
        None,
        description="With `sign` or `pieces`: how many there could be.",
        examples=["6"],
    )
    style: Opt[Literal["bold", "dim", "text", "spent", "heap"]] = Field(
        None,
        description="How it looks; `text` is hidden first, a `spent` sign lies, on boards each sign of a `heap` is drawn.",
    )
    mark: bool = Field(
        False,
        description="With `value`: a sign instead of a name, or before an amount; else the seat's number or first letters.",
    )
    stands: Opt[Expr] = Field(
        None, description="What `value`, `sign` or `text` stands for, if not what it names.", examples=["s"]
    )
    answers: Answers = Field(default_factory=dict, description=ANSWERS, examples=["{die: s}"])
    turned: Opt[Expr] = Field(None, description="A piece: computed as if its next side were up.", examples=["t"])
    said: Opt[LookText] = Field(None, description="With `sign`: its name for screen readers.")
    below: bool = Field(False, description="On a board: on its own line.")
    form: Opt[Sign] = Field(None, description="The piece that a page draws for `value`.", examples=["pawn"])
    zero: bool = Field(True, description="Shows 0; otherwise a dot.")

    @model_validator(mode="after")
    def _one_thing(self) -> Self:
        _one_of(self, ("value", "text", "sign", "pieces", "says", "score", "team", "show"))
        needs = {
            "each": ("show",),
            "between": ("each",),
            "by": ("pieces", "each"),
            "mark": ("value",),
            "form": ("value",),
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


def _one_of(model: FileModel, keys: tuple[str, ...]) -> None:
    """Refuse what says several things at once, or nothing."""
    given = [each for each in keys if getattr(model, each) is not None]
    if len(given) == 1 and getattr(model, given[0]) == ():
        raise shape_error("E107", f"nothing stands in this `{given[0]}`", at=(given[0],), advice="list what is shown")
    if len(given) != 1:
        listed = ", ".join(f"`{each}`" for each in keys)
        said = "says nothing" if not given else f"says {' and '.join(f'`{each}`' for each in given)}"
        at = (given[1],) if given else ()
        raise shape_error("E107", f"this {said}", at=at, advice=f"give one of {listed}")


def _read_by(model: FileModel, needs: Mapping[str, tuple[str, ...]]) -> None:
    """Refuse keys that are read only together with one of others."""
    for key, others in needs.items():
        if key in model.model_fields_set and all(getattr(model, each) is None for each in others):
            without = " or ".join(f"`{each}`" for each in others)
            raise shape_error("E107", f"nothing reads `{key}` without {without}", at=(key,), advice="take it out")


def _list_schema(schema: dict[str, Any]) -> None:
    """A list of parts, or one alone; a part is a mapping, or a value that is an expression."""
    part = schema.pop("items")
    one = {"if": {"type": "object"}, "then": part, "else": {"type": ["string", "integer", "boolean"]}}
    many = {"type": schema.pop("type"), "items": one}
    schema.update({"if": {"type": "array"}, "then": many, "else": one})


PartList = Annotated[
    tuple[Annotated[LookPart, BeforeValidator(_short_part)], ...],
    Field(strict=False, json_schema_extra=_list_schema),
    BeforeValidator(_short_parts),
]
"""Parts side by side: a list, or one alone."""


class LookFace(FileModel):
    """How a piece of a kind is shown; `this` is the piece."""

    name: Opt[LookText] = Field(None, description="Its title, if not its name.")
    sign: Opt[Sign] = Field(None, description="Its sign where room is little.")
    colour: Opt[Expr] = Field(None, description="Its colour.", examples=["this.colour"])
    pips: Opt[Expr] = Field(None, description="The number it shows, like a die.", examples=["pips[this]"])
    halves: Opt[Annotated[Many[Expr], Field(min_length=2, max_length=2)]] = Field(
        None, description="The pips of its two halves, as on a domino.", examples=["[this.low, this.high]"]
    )
    corner: PartList = Field(
        (),
        description="What stands in two corners of a playing card, such as rank and suit; its sign stands in the middle.",
    )
    cost: PartList = Field((), description="What it costs: the top left corner of a card.")
    worth: PartList = Field((), description="What it is worth: the top right corner of a card.")
    facts: PartList = Field((), description="Facts shown, in order.")
    text: bool = Field(True, description="Shows its text where there is room.")
    provenance: bool = Field(False, description="Marks house cards with `*`, some house figures with `°`.")
    art: Opt[Annotated[Text, Field(pattern=ART_PATTERN)]] = Field(
        None,
        description="An SVG file, or with `{this}` one for each; terminals use the sign.",
        examples=["cube.svg"],
    )


CardSize: TypeAlias = Literal["poker", "bridge", "mini", "tarot", "square"]
Millimetres: TypeAlias = Annotated[int, Field(ge=0, le=50)]
Points: TypeAlias = Annotated[int, Field(ge=4, le=200)]
"""Sizes of type."""


class LookArea(FileModel):
    """An area of a printed card, and what stands in it; the later ones lie on the earlier ones."""

    at: Annotated[Text, Field(pattern=PLACE_PATTERN)] = Field(
        description="Left, top, width and height: millimetres, or `%` of the card. What touches an edge goes on into the bleed.",
        examples=["5 5 53 10", "0% 0% 100% 12%"],
    )
    show: PartList = Field((), description="Facts, texts, signs, side by side.", examples=["[this.price]"])
    words: bool = Field(False, description="What the card does, in words.")
    art: Opt[Annotated[Text, Field(pattern=ART_PATTERN)]] = Field(
        None, description="An SVG file, or with `{this}` or a fact one for each.", examples=["art/{this.quality}.svg"]
    )
    picture: bool = Field(False, description="The picture of its face.")
    fill: Opt[Expr] = Field(None, description="The colour of the area.", examples=["this.colour"])
    edge: Opt[Expr] = Field(None, description="The colour of a line around it.")
    round: Millimetres = Field(0, description="How round its corners are, in millimetres.")
    size: Points = Field(9, description="The largest type, in points; it is smaller where there is little room.")
    bold: bool = Field(False, description="Bold type.")
    ink: Opt[Expr] = Field(None, description="The colour of the type.")
    font: Opt[Name] = Field(None, description="One of `fonts`, if not that of the card.")
    across: Literal["left", "middle", "right"] = Field("left", description="Where lines stand.")
    down: Literal["top", "middle", "bottom"] = Field("middle", description="Where they stand in its height.")
    turned: bool = Field(False, description="Upside down, as in the lower corner of a playing card.")
    when: Opt[Cond] = Field(None, description="When it is there.")

    @model_validator(mode="after")
    def _one_thing(self) -> Self:
        given = [each for each in ("show", "words", "art", "picture") if getattr(self, each)]
        if len(given) > 1:
            said = " and ".join(f"`{each}`" for each in given)
            raise shape_error("E107", f"this area holds {said}", at=(given[1],), advice="make an area for each of them")
        if not given and self.fill is None and self.edge is None:
            advice = "give it `show`, `words`, `art`, `picture`, `fill` or `edge`"
            raise shape_error("E107", "nothing stands in this area", advice=advice)
        for key in ("size", "bold", "ink", "font", "across", "down"):
            if key in self.model_fields_set and not (self.show or self.words):
                raise shape_error(
                    "E107", f"nothing reads `{key}` without `show` or `words`", at=(key,), advice="take it out"
                )
        if self.turned and not self.show:
            raise shape_error("E107", "nothing reads `turned` without `show`", at=("turned",), advice="take it out")
        *_, wide, high = corner = [float(each.rstrip("%")) for each in self.at.split()]
        percent = [each.endswith("%") for each in self.at.split()]
        if not (wide and high):
            raise shape_error("E107", "this area has no size", at=("at",), advice="left, top, width, height")
        for side in (0, 1):
            if percent[side] and percent[side + 2] and corner[side] + corner[side + 2] > 100:
                what = ("left and width", "top and height")[side]
                found = f"{what} of this area are {corner[side] + corner[side + 2]:g} % together"
                raise shape_error("E107", found, at=("at",), advice="100 % is the whole card")
        return self


class LookBack(FileModel):
    """The back of printed cards of a kind."""

    colour: Colour = Field(description="The colour of the back.", examples=["blue"])
    pattern: Literal["plain", "stripes", "checks", "dots"] = Field(
        "plain", description="What is drawn over the colour."
    )
    sign: Opt[Sign] = Field(None, description="A sign in the middle.")
    text: Opt[LookText] = Field(None, description="What stands in the middle.", examples=["{en: Bazaar}"])
    art: Opt[Annotated[Text, Field(pattern=FILE_PATTERN)]] = Field(None, description="A picture in the middle.")


class LookPrint(FileModel):
    """How cards of a kind are printed, where their face does not say it."""

    size: Opt[Annotated[Text, Field(pattern=SIZE_PATTERN)]] = Field(
        None,
        description=f"Width and height in millimetres, or {', '.join(f'`{each}`' for each in CARD_SIZES)}.",
        examples=["mini", "35x35"],
    )
    ground: Opt[Expr] = Field(None, description="The colour of the whole card.", examples=["this.colour"])
    frame: Opt[Expr] = Field(None, description="The colour of a frame around it.", examples=["this.colour"])
    font: Opt[Name] = Field(None, description="One of `fonts`, for all areas.")
    areas: Many[LookArea] = Field(
        (), description="The layout of the card, in place of the usual one.", examples=["[{at: 5 5 53 10, show: this}]"]
    )
    back: Opt[LookBack] = Field(None, description="The back of the cards.")

    @model_validator(mode="after")
    def _reads(self) -> Self:
        for key in ("ground", "frame", "font"):
            if getattr(self, key) is not None and not self.areas:
                raise shape_error("E107", f"nothing reads `{key}` without `areas`", at=(key,), advice="lay out `areas`")
        return self


class LookFont(FileModel):
    """A font of the game's own, for printed cards."""

    file: Annotated[Text, Field(pattern=FONT_PATTERN)] = Field(
        description="A TrueType or OpenType file beside the look.", examples=["fonts/title.ttf"]
    )
    by: Annotated[Line, Field(max_length=200)] = Field(description="Who made it.", examples=["Natanael Gama"])
    licence: Annotated[Line, Field(max_length=200)] = Field(
        description="Its licence, which has to allow what you do with the prints.", examples=["SIL OFL 1.1"]
    )


class LookColumn(FileModel):
    """A column of a table."""

    title: Opt[LookText] = Field(None, description="Its title; `{EXPR}` may use `each`.")
    cell: PartList = Field(description="Its content.")
    each: Opt[Each] = Field(None, description="Repeats the column.", examples=["c in colour"])
    colour: Opt[Expr] = Field(None, description="The colour of the head.")
    wide: bool = Field(False, description="Takes the remaining room: for texts.")
    rank: int = Field(1, ge=1, le=9, description="The highest rank is hidden first.")
    when: Opt[Cond] = Field(None, description="When it is shown.")

    @model_validator(mode="after")
    def _something(self) -> Self:
        _one_of(self, ("cell",))
        return self


class LookTable(FileModel):
    """Rows with columns."""

    each: Each
    by: Opt[Expr] = Field(None, description="Sorts them, least first.", examples=["r.colour"])
    name: PartList = Field((), description="The head of a row, by default its name.")
    colour: Opt[Expr] = Field(None, description="The colour of the name.")
    columns: Many[LookColumn] = Field((), description="The columns.")
    answers: Answers = Field(default_factory=dict, description=ANSWERS, examples=["{city: k}"])


class LookTrack(FileModel):
    """A value on a track: how far it is, and what lies on the way."""

    value: Expr = Field(description="How far it is.", examples=["filled[r]"])
    to: Opt[Expr] = Field(None, description="Its end.", examples=["18"])
    held: Opt[Expr] = Field(None, description="How many are still there; the others are used.", examples=["held[r]"])
    groups: Many[int] = Field((), description="Sizes of groups of spaces.", examples=["[6, 6, 6]"])
    name: Opt[LookText] = Field(None, description="Its name.")
    colour: Opt[Expr] = Field(None, description="Its colour.")
    after: PartList = Field((), description="What follows it.")


class LookBoard(FileModel):
    """A grid, a product, or a planar board, with what lies on its places; the place is `it`. With `each`: spaces in rows or a ring."""

    of: Opt[Name] = Field(None, description="The set of places, or the planar board.", examples=["cell"])
    each: Opt[Each] = Field(
        None,
        description="Spaces, in rows of `columns`; `at` is the place of each.",
        examples=["s in space where s.place > 2"],
    )
    by: Opt[Expr] = Field(None, description="Sorts them, least first.")
    columns: Opt[Expr] = Field(None, description="With `each`: spaces in a row, by default all.", examples=["6"])
    ring: bool = Field(False, description="With `each`: the spaces lie in a circle.")
    stacked: bool = Field(
        False,
        description="With `each`: the spaces are long, and what lies there lies in a column, inwards from the edge.",
    )
    pegs: bool = Field(
        False,
        description="With `each`: the spaces are small holes in groups of five, with pegs larger than they; a `shaded` one is no hole.",
    )
    stands: Opt[Expr] = Field(None, description="With `each`: what a space stands for, if not for itself.")
    answers: Answers = Field(default_factory=dict, description=ANSWERS)
    label: Opt[LookText] = Field(None, description="What stands small on a place, if not its name.")
    crop: bool = Field(False, description="Shows only places in use, or that can be chosen.")
    place: PartList = Field((), description="What lies on a place.")
    pieces: Opt[Each] = Field(
        None, description="Pieces with their faces on a place.", examples=["c in seat.garden where bed[c] == it"]
    )
    under: PartList = Field((), description="What lies on each of `pieces`.")
    small: bool = Field(False, description="With `pieces`: draws them small.")
    colour: Opt[Expr] = Field(None, description="The colour of a place.")
    shaded: Opt[Cond] = Field(
        None,
        description="Places to shade: closed, used, out of reach; with `points` they have a dot.",
        examples=["city[it] > 0"],
    )
    line: PartList = Field(
        (),
        description="What lies on a line (planar board, `sides`), with `each` between spaces of a row.",
    )
    crossing: PartList = Field((), description="What stands on a crossing (planar board, `corners`).")
    rim: dict[Side, Expr] = Field(
        default_factory=dict, description="Colours of the edges of a grid.", examples=["{north: seat_0, south: seat_0}"]
    )
    points: bool = Field(False, description="Of a grid of squares: lines cross on its places, as in Go.")
    legend: PartList = Field((), description="What the signs mean.")

    @model_validator(mode="after")
    def _one_kind_of_places(self) -> Self:
        _one_of(self, ("of", "each"))
        _read_by(self, dict.fromkeys(("by", "columns", "ring", "stacked", "pegs", "stands", "answers"), ("each",)))
        _read_by(self, dict.fromkeys(("crop", "crossing", "rim", "points"), ("of",)))
        _read_by(self, dict.fromkeys(("under", "small"), ("pieces",)))
        return self


class LookElement(FileModel):
    """Something on a panel."""

    line: Opt[PartList] = Field(None, description="Parts on a line, continued on the next.")
    text: Opt[LookText] = Field(None, description="A text; `{EXPR}` is computed.")
    table: Opt[LookTable] = Field(None, description="A table.")
    pieces: Opt[Each] = Field(None, description="Pieces as they lie.", examples=["c in market"])
    track: Opt[LookTrack] = Field(None, description="A track.")
    board: Opt[LookBoard] = Field(None, description="A board.")
    beside: Opt[Many[LookElement]] = Field(None, description="Elements side by side, if they fit.")
    show: Opt[Many[LookElement]] = Field(None, description="Elements one below the other, for `each`.")
    each: Opt[Each] = Field(None, description="Repeats `show` or `beside`.")
    colour: Opt[Expr] = Field(None, description="With `show` or `beside`: a mat of this colour lies below it.")
    title: Opt[LookText] = Field(None, description="Its title; `{EXPR}` is computed.")
    when: Opt[Cond] = Field(None, description="When it is shown.")
    lies: Lies = Field("row", description="How `pieces` lie.")
    under: PartList = Field((), description="What stands below each of `pieces`; its place is `at`.")
    by: Opt[Expr] = Field(None, description="Sorts them, least first.")
    room: Opt[Expr] = Field(None, description="Number of places for `pieces`.", examples=["4"])
    answers: Answers = Field(default_factory=dict, description=f"With `pieces`: {ANSWERS[0].lower()}{ANSWERS[1:]}")
    stands: Opt[Expr] = Field(None, description="What `pieces` stand for together, such as a deck that is chosen.")
    small: bool = Field(False, description="With `pieces`: draws them small.")
    rank: int = Field(1, ge=1, le=9, description="The highest rank is hidden first.")

    @model_validator(mode="after")
    def _one_thing(self) -> Self:
        _one_of(self, ELEMENTS)
        _read_by(
            self,
            {
                "each": ("show", "beside"),
                "colour": ("show", "beside"),
                "lies": ("pieces",),
                "under": ("pieces",),
                "room": ("pieces",),
                "answers": ("pieces",),
                "stands": ("pieces",),
                "small": ("pieces",),
                "by": ("pieces", "each"),
            },
        )
        return self


ELEMENTS: Final = ("line", "text", "table", "pieces", "track", "board", "beside", "show")


class LookPanel(FileModel):
    """A part of the screen with a title."""

    title: Opt[LookText] = Field(None, description="Its title; `{EXPR}` is computed.")
    of: Literal["table", "seat", "own", "others"] = Field(
        "table",
        description="Whose it is: of all, of each seat, of the viewer, of each other seat.",
    )
    rank: int = Field(5, ge=1, le=9, description="Importance: 1 is shown first, 9 hidden first.")
    when: Opt[Cond] = Field(None, description="When it is shown.")
    about: Many[Name] = Field((), description="Questions that bring it to the front.", examples=["[wall]"])
    area: Opt[Literal["table", "tray"]] = Field(
        None, description="Where a page shows it; by default `own` in the tray."
    )
    show: Many[LookElement] = Field((), description="Its content.")
    terminal: Opt[Many[LookElement]] = Field(None, description="Its content in a terminal, if another one.")
    short: Opt[Many[LookElement]] = Field(None, description="Its content in a terminal with little room.")
    note: Opt[LookText] = Field(None, description="A line at the bottom; beside `terminal`, of a terminal alone.")
    backs: bool = Field(True, description="Is there even if it holds backs alone.")

    @model_validator(mode="after")
    def _something(self) -> Self:
        if not self.show and not self.terminal:
            raise shape_error("E107", "this panel shows nothing", at=("show",), advice="list what stands on it")
        return self


AREAS_PATTERN: Final = r"^[a-z][a-z0-9_]*( [a-z][a-z0-9_]*)*$"
Areas: TypeAlias = Annotated[Text, Field(pattern=AREAS_PATTERN)]


class LookLayout(FileModel):
    """Where the panels of the table lie on a page: rows of names, a name as often as it is wide."""

    wide: Many[Areas] = Field((), description="On wide screens.", examples=['["city city cards", "city city row"]'])
    narrow: Many[Areas] = Field((), description="On narrow screens.", examples=["[row, city, cards]"])

    @model_validator(mode="after")
    def _rectangles(self) -> Self:
        for key in ("wide", "narrow"):
            _check_areas([row.split() for row in getattr(self, key)], key)
        return self


def _check_areas(rows: list[list[str]], key: str) -> None:
    """Refuse rows of different lengths, and names whose places are no rectangle: a page cannot lay these out."""
    for place, row in enumerate(rows):
        if len(row) != len(rows[0]):
            message = f"this row has {len(row)} names, the first has {len(rows[0])}"
            advice = "give each row the same number of names; repeat one that is wider"
            raise shape_error("E107", message, at=(key, place), advice=advice)
    for name in {name: None for row in rows for name in row}:
        cells = [(y, x) for y, row in enumerate(rows) for x, each in enumerate(row) if each == name]
        (top, left), (bottom, right) = map(min, zip(*cells, strict=True)), map(max, zip(*cells, strict=True))
        if len(cells) != (bottom - top + 1) * (right - left + 1):
            advice = "let its places be a rectangle, as in `[city city row, city city cards]`"
            raise shape_error("E107", f"`{name}` does not fill a rectangle", at=(key,), advice=advice)


class LookCredit(FileModel):
    """Who made pictures, and under which licence they may be used."""

    by: Annotated[Line, Field(max_length=LONGEST_CREDIT)] = Field(description="Who made them.", examples=["Delapouite"])
    licence: Annotated[Line, Field(max_length=LONGEST_CREDIT)] = Field(
        description="Their licence.", examples=["CC BY 3.0"]
    )
    source: Annotated[Line, Field(max_length=LONGEST_CREDIT)] = Field(
        description="Where they come from.", examples=["https://game-icons.net"]
    )
    of: Many[Annotated[Text, Field(pattern=FILES_PATTERN)]] = Field(
        min_length=1,
        description="Their files, beside the look; `*` is any part of a name.",
        examples=['["lamp.svg", "art/house-*.svg"]'],
    )


class LookModel(FileModel):
    """How a game is shown."""

    colours: dict[Name, dict[str, Colour]] = Field(
        default_factory=dict,
        description="Colours of members and pieces.",
        examples=["{colour: {ruby: red}}"],
    )
    signs: dict[Name, Sign] = Field(default_factory=dict, description="Signs of resources, pieces, members of sets.")
    faces: dict[Name, LookFace] = Field(default_factory=dict, description="How pieces are shown, by kind.")
    art: dict[Name, dict[Name, Annotated[Text, Field(pattern=FILE_PATTERN)]]] = Field(
        default_factory=dict,
        description="SVG files of single pieces, by kind.",
        examples=["{ware: {lamp: art/lamp.svg}}"],
    )
    print: dict[Name, LookPrint] = Field(
        default_factory=dict,
        description="How cards are printed, by kind.",
        examples=["{ware: {size: mini, back: {colour: blue}}}"],
    )
    fonts: dict[Name, LookFont] = Field(default_factory=dict, description="Fonts of the game's own, for `print`.")
    credits: Many[LookCredit] = Field((), description="Who made the pictures of `art`.")
    panels: dict[Name, LookPanel] = Field(default_factory=dict, description="The parts of the screen.")
    keep: Opt[Many[DefaultPanel]] = Field(
        None,
        description="Panels of the default look that stay beside `panels`, by default all.",
        examples=["[seats]", "[]"],
    )
    layout: Opt[LookLayout] = Field(None, description="Where panels lie on a page.")
    strip: PartList = Field((), description="What stands beside the name of each `seat`.")
