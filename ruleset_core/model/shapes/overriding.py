"""The shape of `override:`: the sections of a game with every key left free, made from the models of the sections.

What an expansion replaces is written as it is written in the game: `cards: {weaver: {hire: 2}}`. Phases and rules, which
are lists there, are named here. The models are made when a file has an `override`, or when somebody asks for their schema.
"""

from __future__ import annotations

from functools import cache, reduce
from operator import or_
from types import UnionType
from typing import Annotated, Any, TypeVar, Union, get_args, get_origin

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, GetJsonSchemaHandler, create_model
from pydantic.fields import FieldInfo
from pydantic.json_schema import JsonSchemaValue
from pydantic_core import CoreSchema

from ruleset_core.model.shapes.boards import BoardFile
from ruleset_core.model.shapes.cards import Card
from ruleset_core.model.shapes.common import L10N, Fact, FactEntry, FactType, Model, Name, short_facts
from ruleset_core.model.shapes.documents import ExpansionFile, ExpansionPart, GameFile
from ruleset_core.model.shapes.flow import Phase, Rule
from ruleset_core.model.shapes.sections import Told

__all__ = ["at_key", "is_fact", "is_several", "overriding", "typed"]

M = TypeVar("M", bound=BaseModel)
_NAMED: dict[str, tuple[type[BaseModel], tuple[str, ...]]] = {
    "cards": (Card, ()), "flow": (Phase, ("phase", "steps")), "rules": (Rule, ("id",)), "plans": (BoardFile, ("board",)),
}  # fmt: skip
"""Sections whose entries stand in lists or files of their own: the model of an entry, and what of it has no new value."""
_TEXTS = {
    "cards": "Cards by name.",
    "flow": "Phases by name, wherever they stand.",
    "rules": "Rules by `id`.",
    "plans": "Plans of boards by the name of the board: where crossings and spaces lie, what they are called, their facts.",
}


class _Facts(Model):
    """Further keys are facts."""

    model_config = ConfigDict(extra="allow")
    __pydantic_extra__: dict[str, Fact]


class _Texts(Model):
    """Further keys are texts."""

    model_config = ConfigDict(extra="allow")
    __pydantic_extra__: dict[str, L10N]


class _Short(Model):
    """A fact may be written as its type alone."""

    @classmethod
    def __get_pydantic_json_schema__(cls, core: CoreSchema, handler: GetJsonSchemaHandler) -> JsonSchemaValue:
        return {**handler.resolve_ref_schema(handler(core)), "type": ["string", "object"]}


@cache
def typed(model: type[M]) -> type[M]:
    """A model of files of expansions, with the shape of what is replaced."""
    info = ExpansionPart.model_fields["override"]
    made = Field(default_factory=overriding(), description=info.description, examples=info.examples)
    fields: Any = {"override": (overriding(), made)}
    return create_model(model.__name__, __base__=model, __doc__=model.__doc__, __module__=__name__, **fields)


@cache
def overriding() -> type[BaseModel]:
    """The model of `override:`."""
    fields: dict[str, Any] = {}
    for name, info in GameFile.model_fields.items():
        if name in ExpansionFile.model_fields and name not in ExpansionPart.model_fields:
            continue  # what the header says of the expansion itself
        if name == "game" or name in _NAMED:
            continue
        fields[name] = _free(info)
    for name, (model, left) in _NAMED.items():
        entry: Any = _phase(_changed(model, left)) if model is Phase else _changed(model, left)
        fields[name] = (dict[Name, entry], Field(default_factory=dict, description=_TEXTS[name]))
    return create_model("Override", __base__=Model, __doc__="What takes the place of what is there.", **fields)


def _phase(base: type[BaseModel]) -> type[BaseModel]:
    """A phase whose steps may be put in another order, left out, and stand beside new ones."""
    says = "The phases within this one, in order: those that stay by their names, new ones in full. What is not named is left out."
    steps: Any = Field(None, description=says, examples=["[income, {phase: market, do: gain 1 coin}]"])
    fields: Any = {"steps": (Annotated[tuple[Name | Phase, ...] | None, Field(strict=False)], steps)}
    return create_model(base.__name__, __base__=base, __doc__=base.__doc__, **fields)


@cache
def _changed(model: type[BaseModel], left: tuple[str, ...] = ()) -> type[BaseModel]:
    """A model with the same keys, none of which must be there."""
    base: type[BaseModel] = Model
    if issubclass(model, FactEntry):
        base = _Facts
    elif issubclass(model, Told):
        base = _Texts
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


def at_key(annotation: Any, key: str | int) -> Any:
    """The annotation of what stands under a key; None for what has none, such as a fact."""
    for each in _plain(annotation):
        if get_origin(each) is dict:
            return get_args(each)[1]
        if isinstance(each, type) and issubclass(each, BaseModel):
            for name, info in each.model_fields.items():
                if key == (info.alias or name):
                    return info.annotation
    return None


def is_several(annotation: Any) -> str:
    """Whether what has this annotation holds several values that are replaced one by one: `names`, `keys`, or ""."""
    for each in _plain(annotation):
        if get_origin(each) is dict:
            return "names"
        if isinstance(each, type) and issubclass(each, BaseModel):
            return "keys"
    return ""


def is_fact(annotation: Any) -> bool:
    """Whether it is a fact with its type, which may be written as the type alone."""
    return any(isinstance(each, type) and issubclass(each, _Short) for each in _plain(annotation))


def _plain(annotation: Any) -> list[Any]:
    if hasattr(annotation, "__metadata__"):
        return _plain(annotation.__origin__)
    if get_origin(annotation) in (Union, UnionType):
        return [inner for each in get_args(annotation) for inner in _plain(each)]
    return [annotation]
