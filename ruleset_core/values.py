"""Light building blocks without pydantic: frozen dataclasses, annotations for JSON Schemas, validation against published schemas, names, ranges and the limits of search parameters."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field, fields, is_dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final, Literal, TypeAlias, TypeVar, dataclass_transform, get_args

if TYPE_CHECKING:
    from jsonschema import Draft202012Validator


FORMAT: Final = 1
"""The format of data files: the newest one that is read, and the one that `ruleset upgrade` writes."""


_Value = TypeVar("_Value")


@contextmanager
def set_within(variable: ContextVar[Any], value: _Value) -> Iterator[_Value]:
    """A value for a variable of this thread, as long as the block lasts, which is given it, too."""
    token = variable.set(value)
    try:
        yield value
    finally:
        variable.reset(token)


def with_plain_keys(value: Any) -> Any:
    """Data of YAML that went through JSON, where all keys are texts: no name is a number or `true`, so keys that look like one are."""
    if isinstance(value, list):
        return [with_plain_keys(each) for each in value]
    if not isinstance(value, dict):
        return value
    return {_plain_key(key): with_plain_keys(each) for key, each in value.items()}


def _plain_key(key: str) -> str | int | bool:
    if key in {"true", "false"}:
        return key == "true"
    return int(key) if len(key) < 19 and key.removeprefix("-").isdecimal() else key


# Classes of values that nobody changes once they are made.

C = TypeVar("C")


@dataclass_transform(eq_default=False, frozen_default=True, field_specifiers=(field,))
def frozen(cls: type[C]) -> type[C]:
    """A dataclass with slots that the type checker refuses to change; two of them are equal only if they are one.

    A dataclass that is frozen while it runs, too, sets each field by a call. A game is made of tens of thousands of these.
    """
    cls.__repr__ = _repr  # type: ignore[method-assign]
    return dataclass(slots=True, eq=False, repr=False)(cls)


@dataclass_transform(eq_default=True, frozen_default=True, field_specifiers=(field,))
def frozen_value(cls: type[C]) -> type[C]:
    """The same, but two are equal if what they hold is."""
    cls.__repr__ = _repr  # type: ignore[method-assign]
    return dataclass(slots=True, unsafe_hash=True, repr=False)(cls)


@dataclass_transform(eq_default=True, frozen_default=True, kw_only_default=True, field_specifiers=(field,))
def frozen_keyword(cls: type[C]) -> type[C]:
    """The same, made with the names of all fields: so a class may add fields to those of another that have usual values."""
    cls.__repr__ = _repr  # type: ignore[method-assign]
    return dataclass(slots=True, unsafe_hash=True, repr=False, kw_only=True)(cls)


def _repr(self: Any) -> str:
    """As dataclasses show themselves. One function for all: what is made for each class by itself makes every start slower."""
    shown = (f"{each.name}={getattr(self, each.name)!r}" for each in fields(self) if each.repr)
    return f"{type(self).__qualname__}({', '.join(shown)})"


# What the formats of JSON that leave the engine are made of, without pydantic: those who play make thousands of
# these.
#
# The classes are plain dataclasses. What their JSON Schemas say beside the types of fields stands in `SchemaKeys` and
# `DiscriminatedByKind`, which pydantic asks when schemas are written (`model/json_schemas`), and nobody else.

STRICT: Final[Any] = {"extra": "forbid"}
"""As `__pydantic_config__` of a class: no key but those named."""


class SchemaKeys:
    """Keys of a JSON Schema, such as `description` and `minimum`."""

    __slots__ = ("keys",)

    def __init__(self, description: str = "", **keys: Any) -> None:
        self.keys = {**keys, **({"description": description} if description else {})}

    def __get_pydantic_json_schema__(self, schema: Any, handler: Any) -> dict[str, Any]:
        return {**handler(schema), **self.keys}


class DiscriminatedByKind:
    """Says that the classes of a union are told apart by their field `kind`."""

    __slots__ = ()

    def __get_pydantic_core_schema__(self, source: Any, handler: Any) -> Any:
        from pydantic import Discriminator

        return handler(Annotated[source, Discriminator("kind")])


NonNegative = Annotated[int, SchemaKeys(minimum=0)]
SeatNumber = Annotated[int, SchemaKeys(minimum=0, maximum=98)]


def dataclass_as_json(node: Any) -> Any:
    """Dataclasses, tuples and mappings as JSON has them: mappings and lists, with all fields."""
    if isinstance(node, tuple | list):
        return [dataclass_as_json(each) for each in node]
    if isinstance(node, dict):
        return {key: dataclass_as_json(each) for key, each in node.items()}
    return (
        {name: dataclass_as_json(getattr(node, name)) for name in _field_names(node.__class__)}
        if is_dataclass(node)
        else node
    )


@cache
def _field_names(kind: Any) -> tuple[str, ...]:
    return tuple(each.name for each in fields(kind))


# Holding data against the schemas that are published with the package: foreign data, and ours in tests.
#
# It reads the schemas that lie in the package and none of the models they are made from, so a program that reads a
# record does not build them. It is not for the hot path.

SCHEMA_DIR: Final = Path(__file__).resolve().parent / "schemas"
"""Where the schemas lie that are published with the package."""


def schema_problem(name: str, data: object, part: str = "") -> str:
    """What is wrong with foreign data, in a sentence that begins with its place; empty if it fits.

    Where there is no `jsonschema` nothing is looked at.

    Args:
        name: the schema.
        data: what was read.
        part: the name of a definition of the schema that alone is meant.
    """
    try:
        from jsonschema.exceptions import best_match
    except ModuleNotFoundError:  # in an exported file, which looks at what is opened there in its own way
        return ""
    found = best_match(_validator(name, part).iter_errors(data))
    if found is None:
        return ""
    place = "".join(f"[{each}]" if isinstance(each, int) else f".{each}" for each in found.absolute_path).lstrip(".")
    return f"{place or 'at the top'}: {found.message[:200]}"


@cache
def _validator(name: str, part: str) -> Draft202012Validator:
    from jsonschema import Draft202012Validator, validators

    extend: Callable[..., type[Draft202012Validator]] = validators.extend
    whole = Draft202012Validator.TYPE_CHECKER.redefine("integer", lambda _, value: type(value) is int)  # not 1.0
    schema: dict[str, Any] = json.loads((SCHEMA_DIR / f"{name}.schema.json").read_text(encoding="utf-8"))
    return extend(Draft202012Validator, type_checker=whole)(
        {"$ref": f"#/$defs/{part}", "$defs": schema["$defs"]} if part else schema
    )


# What names and ranges look like. Light: the list of games needs it without the models.

NAME_PATTERN = r"^[a-z][a-z0-9_]*$"
VERSION_PATTERN = r"^[0-9]{1,6}(\.[0-9]{1,6}){0,3}$"
"""Versions of data: one to four numbers, as in `1.2`."""
MOST_PLAYERS = 99
LONGEST_PLACE = 500
"""Characters of a path in a header."""
PLAIN_WORDS: Final[Mapping[str, bool | None]] = {"true": True, "false": False, "null": None, "~": None, "": None}
"""What a plain scalar means that is neither a text nor a number."""
YAML_TRUTHS = {"yes": "true", "on": "true", "no": "false", "off": "false"}
"""What is meant by words that other YAML files have for a truth."""


FEW_IN_A_ROW: Final = 3
"""So many numbers in a row are told one by one."""


def with_truth(notation: str) -> str:
    """`doubt yes`, as screens write an answer, as notations have it: `doubt true`."""
    head, _, last = notation.rpartition(" ")
    return f"{head} {YAML_TRUTHS[last.lower()]}" if head and last.lower() in {"yes", "no"} else notation


def split_step(text: str) -> tuple[str, int | None]:
    """What stands before `@` and the number behind it; the whole and None where there is none.

    >>> split_step("a market@3"), split_step("a market")
    (('a market', 3), ('a market', None))
    """
    name, at, number = text.rpartition("@")
    return (name, int(number)) if at and number.isdecimal() and len(number) < 9 else (text, None)


def number_runs(texts: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Texts, those that differ by numbers in a row as the first one and the last number.

    >>> [*number_runs(["bid 3", "bid 4", "bid 5", "bid 6", "bid done"])]
    [('bid 3', '6'), ('bid done', '')]
    """
    run: list[tuple[str, str]] = []
    for text in (*texts, ""):
        head, _, last = text.rpartition(" ")
        if run and (head, last) == (run[0][0], str(int(run[0][1]) + len(run))):
            run.append((head, last))
            continue
        whole = [" ".join(filter(None, each)) for each in run]
        yield from [(whole[0], run[-1][1])] if len(run) > FEW_IN_A_ROW else [(each, "") for each in whole]
        run = [(head, last)] if last.isascii() and last.isdecimal() and str(int(last)) == last else []
        if text and not run:
            yield text, ""


_RANGE = re.compile(r"(-?[0-9]{1,9}) *\.\. *(-?[0-9]{1,9})")
_NAME = re.compile(NAME_PATTERN.strip("^$"))


LANGUAGE_CODE: Final = r"[a-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}"
"""How the code of a language is written: `fr`, `pt-BR`."""


def is_language(code: object) -> bool:
    """Whether this is the code of a language."""
    return isinstance(code, str) and re.fullmatch(LANGUAGE_CODE, code) is not None


def is_name(text: object) -> bool:
    """Whether something is a name as data has them: small letters, digits and `_`, beginning with a letter."""
    return isinstance(text, str) and _NAME.fullmatch(text) is not None


def is_path_text(text: object) -> bool:
    """Whether something may be a name or a path, as headers name other games."""
    return isinstance(text, str) and 0 < len(text) <= LONGEST_PLACE and text.isprintable()


def as_range(value: object) -> tuple[int, int] | None:
    """The ends of a range written as `1..4`, or of a number alone; None for anything else. It may be empty (`4..1`)."""
    if isinstance(value, int) and not isinstance(value, bool):
        return value, value
    match = _RANGE.fullmatch(value) if isinstance(value, str) else None
    return (int(match[1]), int(match[2])) if match else None


def is_player_range(low: int, high: int) -> bool:
    """Whether a range can be a number of players."""
    return 1 <= low <= high <= MOST_PLAYERS


# What the figures of a search may be: those who write them, those who check them and those who search share these
# bounds.

Policy: TypeAlias = Literal["random", "light", "greedy", "average"]
"""Who plays to the end."""
SEARCH_POLICIES: Final[tuple[Policy, ...]] = get_args(Policy)
"""The same by the numbers that the search knows them by."""
SEARCH_LIMITS: Final = {
    "mix": (0, 256), "sample": (1, 1 << 16), "cut": (0, 1 << 20), "explore": (0, 1 << 16), "trust": (0, 1 << 16), "alike": (0, 1 << 16),
    "win": (0, 256), "wide": (1, 10_000), "far": (0, 100_000), "turn": (0, 1 << 20), "budget": (1, 10_000), "ahead": (0, 100_000),
    "keep": (2, 1 << 16), "nodes": (64, 1 << 20),
}  # fmt: skip
"""The least and the most that each figure may be."""
SIMULATION_LIMITS: Final = (1, 1 << 20)
"""The fewest and the most simulations of a level."""
ODDS_STEP_LIMITS: Final = (1, 100_000)
"""How many points may lie between two rows of a table of chances."""
ODDS_FIRST_LIMITS: Final = (-1_000_000_000, 1_000_000_000)
"""How many points its first row may stand for."""
ODDS_SIZE_LIMITS: Final = (2, 32)
"""How many rows and columns it may have."""
CERTAIN_WIN: Final = 1000
"""What a sure win is in it."""
TERM_COUNT_LIMITS: Final = (1, 256)
"""How many numbers of a seat may tell what a position promises."""
MOMENT_COUNT_LIMITS: Final = (1, 64)
"""How many times of a game may be told apart in it."""
UNIT_COUNT_LIMITS: Final = (0, 64)
"""How many units may judge what they are worth together."""
WEIGHT_LIMITS: Final = (-1_000_000, 1_000_000)
"""What a number may be worth, in 1,024ths of a point."""
LEVELS_FILE: Final = "levels.json"
"""In the directory of a game: how far its bots look ahead. An expansion has none of its own."""


# Sizes of cards, as looks and the command line write them.

CARD_SIZES: Final[Mapping[str, tuple[float, float]]] = {
    "poker": (63.5, 88.9), "bridge": (57.15, 88.9), "mini": (44.0, 67.0), "tarot": (70.0, 120.0), "square": (70.0, 70.0),
}  # fmt: skip
"""Width and height of cards in millimetres by the names that printers have for them."""
SMALLEST_CARD: Final = 15.0
LARGEST_CARD: Final = 280.0


def card_size(text: str) -> tuple[float, float] | None:
    """Width and height in millimetres: `63x88`, or a name such as `mini`. None for anything else, or where it is too small or large.

    >>> card_size("35x44.5"), card_size("mini"), card_size("5x5"), card_size("large")
    ((35.0, 44.5), (44.0, 67.0), None, None)
    """
    if text in CARD_SIZES:
        return CARD_SIZES[text]
    wide, _, high = text.partition("x")
    try:
        found = float(wide), float(high)
    except ValueError:
        return None
    return found if min(found) >= SMALLEST_CARD and max(found) <= LARGEST_CARD else None
