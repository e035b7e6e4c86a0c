"""The tutorial ends with the included examples."""

from __future__ import annotations

import json

import pytest
import yaml

from ruleset_core.model.yaml_documents import load_text
from tests.docs.pages import DOCS, ROOT, blocks, merged

TUTORIAL = DOCS / "designers" / "your-first-game.md"


@pytest.mark.parametrize("name", ["pig", "tic_tac_toe"])
def test_tutorial_ends_with_the_example(name):
    text = ""
    for block in blocks(TUTORIAL):
        if (block.what, block.rest) == ("file", f"{name}/game.yaml"):
            text = merged(text, block.body)
    example = yaml.safe_load((ROOT / "examples" / name / "game.yaml").read_text(encoding="utf-8"))
    built = yaml.safe_load(text)
    assert built.keys() == example.keys()
    for section, content in example.items():
        assert json.dumps(built[section]) == json.dumps(content), section


def test_every_step_can_be_read():
    """Who types a step and checks it before the next one meets no mistake of YAML."""
    texts: dict[str, str] = {}
    for block in blocks(TUTORIAL):
        if block.what == "file" and block.rest.endswith(".yaml"):
            texts[block.rest] = merged(texts.get(block.rest, ""), block.body)
            _, found = load_text(texts[block.rest], block.rest)
            assert not found, block.body
    assert texts
