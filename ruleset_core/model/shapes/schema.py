"""JSON Schemas (Draft 2020-12) of the files and of what leaves the engine, made from their models.

With those of the files, editors complete and check while one types; with the others, programs read what they get.

They say what the models say about shape, as far as a schema can. The committed files in `ruleset_core/schemas` are
written by `write_schemas` and compared by a test.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from pydantic import BaseModel, TypeAdapter
from pydantic.json_schema import GenerateJsonSchema, JsonSchemaValue
from pydantic_core import core_schema

from ruleset_core.files import replace_file
from ruleset_core.model.outward.formats import FORMATS
from ruleset_core.model.outward.published import SCHEMA_DIR
from ruleset_core.model.reading.yamlpos import load_text
from ruleset_core.model.shapes.documents import (
    BoardFile,
    CardsFile,
    ExpansionFile,
    ExpansionPart,
    GameFile,
    PartFile,
    VariantFile,
)
from ruleset_core.model.shapes.levels import LevelsFile
from ruleset_core.model.shapes.overriding import typed
from ruleset_core.model.shapes.scenarios import ScenarioFile

KINDS: Mapping[str, type[BaseModel]] = {
    "game": GameFile,
    "part": PartFile,
    "expansion": ExpansionFile,
    "boards": BoardFile,
    "cards": CardsFile,
    "scenarios": ScenarioFile,
    "levels": LevelsFile,
}
"""The model of each kind of file that has a schema."""


def schemas() -> dict[str, dict[str, Any]]:
    """The schemas by name: those of the kinds of files, then those of what leaves the engine."""
    files = {kind: _schema(_whole(model), _Generator) for kind, model in KINDS.items()}
    files["game"] = _game_or_variant(files["game"], _schema(_whole(VariantFile), _Generator))
    return files | {name: _schema(model, GenerateJsonSchema) for name, model in FORMATS.items()}


def schema_text(schema: Mapping[str, Any]) -> str:
    """A schema as it is written to a file."""
    return json.dumps(schema, indent=2, ensure_ascii=False) + "\n"


def write_schemas(directory: Path = SCHEMA_DIR, found: Mapping[str, Mapping[str, Any]] | None = None) -> list[Path]:
    """Write schemas, all there are if none are given, to `directory`/KIND.schema.json; returns the paths."""
    directory.mkdir(parents=True, exist_ok=True)
    written = []
    for kind, schema in (schemas() if found is None else found).items():
        path = directory / f"{kind}.schema.json"
        replace_file(path, schema_text(schema).encode())
        written.append(path)
    return written


def _game_or_variant(game: dict[str, Any], variant: dict[str, Any]) -> dict[str, Any]:
    """What a `game.yaml` may be: `like` tells a variant from a game that is written out."""
    named = {**game.pop("$defs"), **variant.pop("$defs")}
    dialect = {"$schema": game.pop("$schema")}
    del variant["$schema"]
    choice = {
        "if": {"type": "object", "required": ["like"]},
        "then": {"$ref": "#/$defs/VariantFile"},
        "else": {"$ref": "#/$defs/GameFile"},
    }
    return {**dialect, "$defs": {**named, "GameFile": game, "VariantFile": variant}, **choice}


def _whole(model: type[BaseModel]) -> type[BaseModel]:
    """A model with the shape of what it replaces, if it may."""
    return typed(model) if issubclass(model, ExpansionPart) else model


def _schema(model: type[Any], generator: type[GenerateJsonSchema]) -> dict[str, Any]:
    schema = TypeAdapter(model).json_schema(schema_generator=generator)
    _read_examples(schema)
    return {"$schema": GenerateJsonSchema.schema_dialect, **schema}


def _read_examples(node: Any) -> None:
    """Examples are written as YAML in the models; a schema holds the values themselves."""
    if isinstance(node, list):
        for item in node:
            _read_examples(item)
    elif isinstance(node, dict):
        if isinstance(node.get("examples"), list):
            node["examples"] = [_example(example) for example in node["examples"]]
        for item in node.values():
            _read_examples(item)


def _example(text: Any) -> Any:
    document, _ = load_text(str(text), "example")
    return text if document is None else document.data


class _Generator(GenerateJsonSchema):
    """A key without a value is a mistake, so null is nowhere allowed; titles of keys would only repeat the keys."""

    def nullable_schema(self, schema: core_schema.NullableSchema) -> JsonSchemaValue:
        return self.generate_inner(schema["schema"])

    def dict_schema(self, schema: core_schema.DictSchema) -> JsonSchemaValue:
        made = super().dict_schema(schema)
        if "patternProperties" in made:
            made.setdefault("additionalProperties", False)
        return made

    def default_schema(self, schema: core_schema.WithDefaultSchema) -> JsonSchemaValue:
        made = super().default_schema(schema)
        if made.get("default", ...) is None:
            del made["default"]
        return made

    def field_title_should_be_set(self, schema: Any) -> bool:
        del schema
        return False
