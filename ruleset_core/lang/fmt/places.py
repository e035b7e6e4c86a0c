"""Which values of a data file are texts of the effect language: the file models say it with the types of their fields."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, get_args, get_origin

from pydantic import BaseModel

from ruleset_core.model.shapes.common import Effect, Expr, ValueOrExpr
from ruleset_core.model.shapes.documents import (
    BoardFile,
    CardsFile,
    ExpansionFile,
    ExpansionPart,
    GameFile,
    PartFile,
    VariantFile,
)
from ruleset_core.model.shapes.scenarios import ScenarioFile
from ruleset_core.model.source import Path

MARKS: dict[int, str] = {
    id(get_args(kind)[-1]): mark for kind, mark in ((Effect, "effect"), (Expr, "expr"), (ValueOrExpr, "expr"))
}
"""What tells an effect or expression from other texts: the last thing its type is annotated with."""
HEADERS: dict[str, type[BaseModel]] = {
    "like": VariantFile, "board": BoardFile, "game": GameFile, "expansion": ExpansionFile, "cards": CardsFile, "scenarios": ScenarioFile,
}  # fmt: skip
"""The model of a file by a key that only such files have."""

CHANGING = {"override", "extend", "remove"}
"""Keys that only files of expansions have."""


def model_of(data: Any) -> type[BaseModel]:
    """The model of a file, by what is in it."""
    keys = data.keys() if isinstance(data, dict) else ()
    found = next((model for key, model in HEADERS.items() if key in keys), PartFile)
    if found is VariantFile or CHANGING.intersection(keys):
        from ruleset_core.model.shapes.overriding import typed  # takes a while to make, and few files ask for it

        found = typed(found if found in (ExpansionFile, VariantFile) else ExpansionPart)
    return found


def language_at(model: type[BaseModel], path: Path) -> str | None:
    """`effect` or `expr` if the value at `path` of a file of this model is one; None for other values."""
    found: list[Any] = [model]
    for part in path:
        found = [inner for annotation in found for inner in _inside(annotation, part)]
    return next((mark for annotation in found for mark in _marks(annotation)), None)


def _marks(annotation: Any) -> Iterator[str]:
    """The marks on an annotation, or on one of its alternatives."""
    for mark in getattr(annotation, "__metadata__", ()):
        if id(mark) in MARKS:
            yield MARKS[id(mark)]
    if hasattr(annotation, "__metadata__"):
        yield from _marks(annotation.__origin__)
    elif get_origin(annotation) not in {dict, tuple, list}:
        for inner in get_args(annotation):
            yield from _marks(inner)


class _Marked:
    """A field without the `Annotated` around it, which pydantic keeps apart."""

    def __init__(self, origin: Any, metadata: list[Any]) -> None:
        self.__origin__ = origin
        self.__metadata__ = metadata


def _inside(annotation: Any, part: str | int) -> Iterator[Any]:
    """What stands under a key or index of a value with this annotation."""
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        for name, info in annotation.model_fields.items():
            if part == (info.alias or name):
                yield _Marked(info.annotation, info.metadata)
    elif hasattr(annotation, "__metadata__"):
        yield from _inside(annotation.__origin__, part)
    elif get_origin(annotation) is dict:
        yield get_args(annotation)[1]
    elif get_origin(annotation) in {tuple, list}:
        item = get_args(annotation)[0]
        # a single mapping may stand where a list may stand
        yield from (item,) if isinstance(part, int) else _inside(item, part)
    else:
        for inner in get_args(annotation):
            yield from _inside(inner, part)
