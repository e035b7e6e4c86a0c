"""The JSON Schemas of files agree with the models they are made from."""

import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from ruleset_core.model.json_schemas import FILE_MODELS, WIDTH, json_schemas, schema_text, write_schemas
from ruleset_core.model.schema.validation import validate
from ruleset_core.model.yaml_documents import load_document, load_text

ROOT = Path(__file__).resolve().parents[2]

GOOD = {
    "game": "game: g\nname: {en: G, es: J}\nplayers: 1..4\nsets: {s: {members: [a]}, t: {members: {b: {f: 1}}}}",
    "part": "rules: [{id: r, when: {event: e, do: x}}, {id: q, when: [{event: e, where: true, do: x}]}]",
    "expansion": "expansion: e\nof: g\nname: {en: E, es: E}",
    "boards": "board: b\nprovenance: house\ncrossings: {a: {x: 0, y: -3, shore: true}}\nspaces: {s: {corners: [a, b, c], region: r}}",
    "cards": "kind: k\ncards: {a: {provenance: house, colour: red, cells: [x], score: 3}}",
    "scenarios": "scenarios: [{name: x, do: [die red, {expect: {seat: 3}}], dice: {d: [1, 2]}}]",
    "lessons": "lessons: [{lesson: a, name: {en: A}, seat: 1, steps: [{say: {en: S}, do: x y, mark: c}, {say: {en: T}, do: z}], free: {en: F}}]",
    "levels": "{easy: {wide: 20}, strong: {sims: 900, policy: light, win: 256}, odds: {first: -5, step: 5, table: [[500, 0], [1000, 500]]}, "
    "prospects: {clock: [day], base: [9, -1], worth: {a: [1, 2]}, units: {bias: [3], out: [4], of: {a: [5]}}}}",
}
BAD = {
    "game": ["players: 2", "game: G\nname: {en: G, es: J}\nplayers: 2", "game: g\nname: {}\nplayers: 2"],
    "part": ["stat: {}", "sets: {s: {members: [A]}}", "rules: [{id: r, when: {event: e}}]", "state: {X: {is: int}}"],
    "expansion": ["expansion: e\nof: g\nname: {en: E, es: E}\nflow: []"],
    "boards": [
        "board: b\nprovenance: house\nspaces: {}",
        "board: b\nprovenance: house\ncrossings: {a: {x: 1000001, y: 0}}\nspaces: {}",
        "board: b\nprovenance: house\ncrossings: {}\nspaces: {s: {corners: [a, b]}}",
        "board: b\nprovenance: house\ncrossings: {}\nlines: {l: {ends: [a, b, c]}}\nspaces: {}",
    ],
    "cards": ["kind: k\ncards: {a: {provenance: hous}}", "kind: k\ncards: {a: {provenance: house, f: {}}}"],
    "scenarios": ["scenarios: [{name: x, do: [3]}]", "scenarios: [{name: x, do: [{expct: {}}]}]"],
    "lessons": [
        "lessons: [{lesson: a, name: {en: A}, steps: []}]",
        "lessons: [{lesson: a, name: {en: A}, steps: [{say: {en: S}, do: 3}]}]",
        "lessons: [{lesson: a, name: {en: A}, steps: [{say: {en: S}, do: x, of_seat: 1}]}]",
        "lessons: [{lesson: a, name: {en: A}, steps: [{sya: {en: S}, do: x}]}]",
    ],
    "levels": [
        "{stronk: {}}",
        "{easy: {sims: 2}}",
        "{normal: {win: 257}}",
        "{normal: {policy: gredy}}",
        "{odds: {step: 5}}",
        "{odds: {step: 5, table: [[1]]}}",
        "{odds: {step: 5, table: [[1, 1001], [1, 1]]}}",
        "{prospects: {base: [1]}}",
        "{prospects: {base: [1], worth: {}}}",
        "{prospects: {base: [1], worth: {a: [1000001]}}}",
        "[]",
    ],
}


@cache
def made() -> dict[str, dict[str, Any]]:
    """The schemas, made once and not while tests are collected."""
    return json_schemas()


def _data(text: str) -> Any:
    document, found = load_text(text, "f.yaml")
    assert document is not None
    assert not found
    return document.data


@pytest.mark.slow
def test_schemas_are_written_in_few_lines(tmp_path: Path) -> None:
    for path in write_schemas(tmp_path, made()):
        text = path.read_text(encoding="utf-8")
        schema = made()[path.name.removesuffix(".schema.json")]
        assert json.loads(text) == json.loads(json.dumps(schema))  # keys of examples may be numbers
        assert list(json.loads(text)) == list(schema)
        assert len(text.splitlines()) < len(json.dumps(schema, indent=2).splitlines())
    short = {"type": "array", "items": {"type": "integer"}}
    assert schema_text(short) == json.dumps(short) + "\n"
    assert (
        schema_text({"enum": ["x" * WIDTH, 1], "é": {}})
        == f'{{\n  "enum": [\n    "{"x" * WIDTH}",\n    1\n  ],\n  "é": {{}}\n}}\n'
    )


@pytest.mark.parametrize("kind", FILE_MODELS)
def test_schemas_are_valid_and_accept_good_files(kind: str) -> None:
    Draft202012Validator.check_schema(made()[kind])
    Draft202012Validator(made()[kind]).validate(_data(GOOD[kind]))


@pytest.mark.parametrize(("kind", "text"), [(kind, text) for kind, texts in BAD.items() for text in texts])
def test_model_and_schema_refuse_the_same(kind: str, text: str) -> None:
    document, _ = load_text(text, "f.yaml")
    assert document is not None
    assert validate(document, FILE_MODELS[kind])[1]
    assert list(Draft202012Validator(made()[kind]).iter_errors(document.data))


@pytest.mark.parametrize("path", sorted((ROOT / "examples").glob("*/game.yaml")), ids=str)
def test_examples_fit_model_and_schema(path: Path) -> None:
    document, found = load_document(path)
    assert document is not None
    assert found == []
    assert validate(document, FILE_MODELS["game"])[1] == []
    Draft202012Validator(made()["game"]).validate(document.data)


@pytest.mark.parametrize("kind", FILE_MODELS)
def test_every_key_is_described_and_every_example_fits(kind: str) -> None:
    schema = made()[kind]
    for model in (schema, *schema.get("$defs", {}).values()):
        for key, described in model.get("properties", {}).items():
            assert described.get("description"), key
            for example in described.get("examples", ()):
                Draft202012Validator({**described, "$defs": schema.get("$defs", {})}).validate(example)
