"""Questions about the file models themselves: which model is at a place, its keys, an example of a key."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, get_args, get_origin

from pydantic import BaseModel

from ruleset_core.model.source import Path


def model_at(model: type[BaseModel] | None, path: Path) -> type[BaseModel] | None:
    """The model that describes the mapping at `path` of a file, or None when no model does."""
    current: Any = model
    for part in path:
        current = _inside(current, part)
        if current is None:
            return None
    return _model(current)


def keys_of(model: type[BaseModel] | None) -> list[str]:
    """The keys a mapping may have, as written in files, in the order of the model."""
    if model is None:
        return []
    return [info.alias or name for name, info in model.model_fields.items()]


def example_of(model: type[BaseModel] | None, key: str) -> str:
    """A help line with an example of a key; empty when the model has none."""
    for name, info in model.model_fields.items() if model else ():
        if key == (info.alias or name) and info.examples:
            return f"for example: `{key}: {info.examples[0]}`"
    return ""


def _inside(annotation: Any, part: str | int) -> Any:
    """The annotation of what stands under a key or index of a value with this annotation."""
    model = _model(annotation)
    if model is not None:
        for name, info in model.model_fields.items():
            if part == (info.alias or name):
                return info.annotation
        return None
    for inner in _alternatives(annotation):
        if get_origin(inner) in (dict, tuple, list):
            # dict[key, value], tuple[item, ...], list[item]
            arguments = get_args(inner)
            return arguments[1] if get_origin(inner) is dict else arguments[0]
    return None


def _model(annotation: Any) -> type[BaseModel] | None:
    for inner in _alternatives(annotation):
        if isinstance(inner, type) and issubclass(inner, BaseModel):
            return inner
    return None


def _alternatives(annotation: Any) -> Iterator[Any]:
    """An annotation without `Annotated`, and the members of a union one by one."""
    if hasattr(annotation, "__metadata__"):
        yield from _alternatives(annotation.__origin__)
    elif get_origin(annotation) in (dict, tuple, list) or isinstance(annotation, type):
        yield annotation
    else:
        for inner in get_args(annotation):
            yield from _alternatives(inner)
