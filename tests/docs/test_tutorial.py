"""The tutorial ends with an included example, in English alone."""

from __future__ import annotations

import json

import yaml

from ruleset_core.model.yaml_documents import load_text
from tests.docs.pages import DOCS, ROOT, blocks, merged

TUTORIAL = DOCS / "designers" / "your-first-game.md"


def test_tutorial_ends_with_the_example():
    text = ""
    for block in blocks(TUTORIAL):
        if (block.what, block.rest) == ("file", "pig/game.yaml"):
            text = merged(text, block.body)
    example = yaml.safe_load((ROOT / "examples" / "pig" / "game.yaml").read_text(encoding="utf-8"))
    built = yaml.safe_load(text)
    assert built.keys() == example.keys()
    for section, content in example.items():
        assert json.dumps(built[section]) == json.dumps(_in_english(content)), section


def _in_english(value):
    if isinstance(value, dict):
        return {key: _in_english(each) for key, each in value.items() if key != "es"}
    return [_in_english(each) for each in value] if isinstance(value, list) else value


def test_every_step_can_be_read():
    """Who types a step and checks it before the next one meets no mistake of YAML."""
    texts: dict[str, str] = {}
    for block in blocks(TUTORIAL):
        if block.what == "file" and block.rest.endswith(".yaml"):
            texts[block.rest] = merged(texts.get(block.rest, ""), block.body)
            _, found = load_text(texts[block.rest], block.rest)
            assert not found, block.body
    assert texts
