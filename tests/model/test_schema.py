"""The JSON Schemas agree with the models they are made from, and are committed."""

from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from ruleset_core.model.reading.yamlpos import load_document, load_text
from ruleset_core.model.shapes.schema import KINDS, SCHEMA_DIR, schema_text, schemas, write_schemas
from ruleset_core.model.shapes.validate import validate

SCHEMAS = schemas()
ROOT = Path(__file__).resolve().parents[2]

GOOD = {
    "game": "game: g\nname: {en: G, es: J}\nplayers: 1..4\nsets: {s: {members: [a]}, t: {members: {b: {f: 1}}}}",
    "part": "rules: [{id: r, when: {event: e, do: x}}, {id: q, when: [{event: e, where: true, do: x}]}]",
    "expansion": "expansion: e\nof: g\nname: {en: E, es: E}",
    "boards": "board: b\nprovenance: house\ncrossings: {a: {x: 0, y: -3, shore: true}}\nspaces: {s: {corners: [a, b, c], region: r}}",
    "cards": "kind: k\ncards: {a: {provenance: house, colour: red, cells: [x], score: 3}}",
    "scenarios": "scenarios: [{name: x, do: [die red, {expect: {seat: 3}}], dice: {d: [1, 2]}}]",
    "levels": "{easy: {wide: 20}, strong: {sims: 900, policy: light, win: 256}, odds: {first: -5, step: 5, table: [[500, 0], [1000, 500]]}, "
    "prospects: {clock: [day], base: [9, -1], worth: {a: [1, 2]}, units: {bias: [3], out: [4], of: {a: [5]}}}}",
}
BAD = {
    "game": ["players: 2", "game: G\nname: {en: G, es: J}\nplayers: 2", "game: g\nname: {en: G}\nplayers: 2"],
    "part": ["stat: {}", "sets: {s: {members: [A]}}", "rules: [{id: r, when: {event: e}}]", "state: {X: {is: int}}"],
    "expansion": ["expansion: e\nof: g\nname: {en: E, es: E}\nflow: []"],
    "boards": [
        "board: b\nprovenance: house\ncrossings: {}",
        "board: b\nprovenance: house\ncrossings: {a: {x: 1000001, y: 0}}\nspaces: {}",
        "board: b\nprovenance: house\ncrossings: {}\nspaces: {s: {corners: [a, b]}}",
        "board: b\nprovenance: house\ncrossings: {}\nlines: {l: {ends: [a, b, c]}}\nspaces: {}",
    ],
    "cards": ["kind: k\ncards: {a: {provenance: hous}}", "kind: k\ncards: {a: {provenance: house, f: {}}}"],
    "scenarios": ["scenarios: [{name: x, do: [3]}]", "scenarios: [{name: x, do: [{expct: {}}]}]"],
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


def _data(text: str) -> Any:
    document, found = load_text(text, "f.yaml")
    assert document is not None
    assert not found
    return document.data


@pytest.mark.parametrize("kind", KINDS)
def test_committed_schemas_are_those_of_the_models(kind: str, tmp_path: Path) -> None:
    committed = (SCHEMA_DIR / f"{kind}.schema.json").read_text(encoding="utf-8")
    assert committed == schema_text(SCHEMAS[kind]), "write them again: `ruleset schema`, or write_schemas()"
    assert committed in [path.read_text(encoding="utf-8") for path in write_schemas(tmp_path)]


@pytest.mark.parametrize("kind", KINDS)
def test_schemas_are_valid_and_accept_good_files(kind: str) -> None:
    Draft202012Validator.check_schema(SCHEMAS[kind])
    Draft202012Validator(SCHEMAS[kind]).validate(_data(GOOD[kind]))


@pytest.mark.parametrize(("kind", "text"), [(kind, text) for kind, texts in BAD.items() for text in texts])
def test_model_and_schema_refuse_the_same(kind: str, text: str) -> None:
    document, _ = load_text(text, "f.yaml")
    assert document is not None
    assert validate(document, KINDS[kind])[1]
    assert list(Draft202012Validator(SCHEMAS[kind]).iter_errors(document.data))


@pytest.mark.parametrize("path", sorted((ROOT / "examples").glob("*/game.yaml")), ids=str)
def test_examples_fit_model_and_schema(path: Path) -> None:
    document, found = load_document(path)
    assert document is not None
    assert found == []
    assert validate(document, KINDS["game"])[1] == []
    Draft202012Validator(SCHEMAS["game"]).validate(document.data)


@pytest.mark.parametrize("kind", KINDS)
def test_every_key_is_described_and_every_example_fits(kind: str) -> None:
    schema = SCHEMAS[kind]
    for model in (schema, *schema.get("$defs", {}).values()):
        for key, described in model.get("properties", {}).items():
            assert described.get("description"), key
            for example in described.get("examples", ()):
                Draft202012Validator({**described, "$defs": schema.get("$defs", {})}).validate(example)
