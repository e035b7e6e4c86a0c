"""The schema of a game's cards knows the facts of each kind, and nothing else."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from ruleset_core import load
from ruleset_core.model.yaml_documents import load_document

ROOT = Path(__file__).resolve().parents[2]
GAMES = [
    (path.parent.name, [each.name for each in sorted((path.parent / "expansions").glob("*"))])
    for path in sorted(ROOT.glob("data/*/game.yaml"))
]


def _data(path: Path) -> Any:
    document, _ = load_document(path)
    assert document is not None
    return document.data


@pytest.fixture(scope="module", params=GAMES, ids=lambda param: param[0])
def game(request):
    name, expansions = request.param
    loaded = load(name, expansions=expansions)
    return ROOT / "data" / name, Draft202012Validator(loaded.cards_schema()), loaded


@pytest.mark.slow
def test_every_card_of_the_game_fits(game):
    directory, schema, _ = game
    files = [*directory.glob("cards/*.yaml"), *directory.glob("expansions/*/cards/*.yaml")]
    assert files
    for file in files:
        assert [error.message for error in schema.iter_errors(_data(file))] == [], file.name


def test_a_key_that_is_no_fact_of_the_kind_is_marked(game):
    directory, schema, loaded = game
    for file in directory.glob("cards/*.yaml"):
        data = _data(file)
        card = next(iter(data["cards"]))
        data["cards"][card]["efect"] = "gain 1 point"
        (error,) = schema.iter_errors(data)
        assert "efect" in error.message
        assert list(error.absolute_path) == ["cards", card]
        data["cards"][card].pop("efect")
        for fact in loaded.kinds[data["kind"]].facts:
            wrong = {**data, "cards": {card: {**data["cards"][card], fact.name: "no such value"}}}
            assert list(schema.iter_errors(wrong)), fact.name


def test_a_kind_that_does_not_exist_is_marked(game):
    _, schema, _ = game
    assert [error.validator for error in schema.iter_errors({"kind": "crad", "cards": {}})] == ["enum"]
