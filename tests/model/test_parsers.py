"""A file means the same, and the same is found in it, with libyaml and without."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml

from ruleset_core.diagnostics import Diagnostic
from ruleset_core.model import yaml_documents, yaml_nodes
from ruleset_core.model.yaml_documents import LibyamlCompatibleParser, load_text
from tests.docs.pages import blocks, pages

ROOT = Path(__file__).parents[2]
FILES = [path for folder in ("data", "examples") for path in sorted((ROOT / folder).rglob("*.yaml"))]
TEXTS = [path.read_text(encoding="utf-8") for path in FILES]
EXAMPLES = [block.body for page in pages() for block in blocks(page) if block.language == "yaml"]
EXAMPLES += [path.read_text(encoding="utf-8") for path in sorted((ROOT / "ruleset_core/check/pages").glob("*.md"))]
BITS = ["?", "? ", ": ", ":", " ", "\t", "\n", "- ", "{", "}", "[", "]", ",", "#", " #", '"', "'", "|", ">", "|2", ">-", "|0", "\\", "\\x41", "\\/",
        "\\ud800", "\\U00110000", "\\UFFFFFFFF", "&a ", "*a", "!t ", "!", "%", "@", "---", "\n---\n", "\n...\n", "\n  ", "\n\t", "1.5", "~", "<<: ", "\r\n",
        "é", "😀", "a: b", "''", '\\"', "\n\n"]  # fmt: skip
LONG = bool(os.environ.get("RULESET_LONG"))
COUNT = 40_000 if LONG else 1_000

Reading = tuple[object, object, list[Diagnostic]]


def _reading(text: str) -> Reading:
    document, found = load_text(text, "f.yaml")
    return (None, None, found) if document is None else (repr(document.data), dict(document.places), found)


def _both(text: str, monkeypatch: pytest.MonkeyPatch) -> Reading:
    """What is read of a text, which must be the same with both parsers."""
    fast = _reading(text)
    with monkeypatch.context() as patch:
        patch.setattr(yaml_documents, "FastParser", LibyamlCompatibleParser)
        assert _reading(text) == fast, text
    return fast


def _damaged(seed: int, count: int) -> Iterator[str]:
    """Pieces of sound files with signs put in, taken out and moved, and signs alone."""
    rng = random.Random(seed)
    for _ in range(count):
        if rng.random() < 0.2:
            yield "".join(rng.choice([*BITS, "word", "en: "]) for _ in range(rng.randint(1, 14)))
            continue
        lines = rng.choice(TEXTS).split("\n")
        first = rng.randrange(len(lines))
        text = "\n".join(lines[first : first + rng.randint(1, 14)])
        for _ in range(rng.choice((1, 1, 2, 4))):
            at, other = rng.randint(0, len(text)), rng.randint(0, len(text))
            text = rng.choice((
                text[:at] + rng.choice(BITS) + text[at:],
                text[:at] + rng.choice(BITS) + text[at:],
                text[:at] + text[at + rng.randint(1, 3) :],
                text[:at] + text[other : other + 8] + text[at:],
            ))  # fmt: skip
        yield text


needs_libyaml = pytest.mark.skipif(not yaml.__with_libyaml__, reason="PyYAML was built without libyaml here")


@pytest.mark.slow
@needs_libyaml
@pytest.mark.parametrize("every", [1 if LONG else 4])
def test_files_of_the_project_are_read_alike(every: int, monkeypatch: pytest.MonkeyPatch) -> None:
    assert len(FILES) > 50
    assert all(_both(text, monkeypatch)[2] == [] for text in TEXTS[::every])
    assert len(EXAMPLES) > 100
    for text in EXAMPLES[::every]:
        _both(text, monkeypatch)


@pytest.mark.slow
@needs_libyaml
def test_damaged_files_are_read_alike(monkeypatch: pytest.MonkeyPatch) -> None:
    readings = [_both(text, monkeypatch) for text in _damaged(COUNT, COUNT)]
    sound = sum(not found for _, _, found in readings)
    assert sum(bool(found) for _, _, found in readings) > COUNT // 10
    assert sound > COUNT // 10


@needs_libyaml
@pytest.mark.parametrize(
    ("text", "data"),
    [
        ("{en: Where do you place a man?, es: ¿Dónde?}", {"en": "Where do you place a man?", "es": "¿Dónde?"}),
        ("{is: clue?, a?b: c}", {"is": "clue?", "a?b": "c"}),
        ("a: b\t# said\nc:\td", {"a": "b", "c": "d"}),
        ("a: |# said\n  b\n", {"a": "b\n"}),
        ("a: >2\t\n    b\n", {"a": "  b\n"}),
        ("a: [b,\tc]", {"a": ["b", "c"]}),
        ("a: {b: , c: 1}", {"a": {"b": None, "c": 1}}),
    ],
)
def test_what_libyaml_alone_would_read_is_read(text: str, data: object, monkeypatch: pytest.MonkeyPatch) -> None:
    assert _both(text, monkeypatch)[::2] == (repr(data), [])


@needs_libyaml
@pytest.mark.parametrize(
    "text", ["{a:, b: c}", '"\\U00110000"', '"\\UFFFFFFFF"', '"\\ud800"', "a: |0\n b", "[a:?b]", "a:\n\t- b"]
)
def test_what_is_no_yaml_is_found_at_its_place(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    _, _, found = _both(text, monkeypatch)
    assert [each.severity for each in found] == ["error"]
    assert "cannot be read" not in found[0].message


@needs_libyaml
@pytest.mark.parametrize(
    "text",
    ["[" + "a," * 100 + "]", "- a\n" * 100 + "- &b !c b\n", "a: [\n" + "b, \n" * 100 + "]\nc: 1\nc: 2\n"],
)
def test_too_many_values_are_found_at_the_same_place(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(yaml_nodes, "MAX_NODES", 100)
    assert [each.code for each in _both(text, monkeypatch)[2]] == ["E013"]


@pytest.mark.slow
def test_the_games_of_the_project_load_without_libyaml() -> None:
    """In a process of its own: what PyYAML has is looked up when the parser is imported."""
    program = (
        "import yaml, sys\n"
        "vars(yaml).pop('CSafeLoader', None)\n"
        "from ruleset_core import load\n"
        "for name in sys.argv[1:]:\n"
        "    print(load(name).id)"
    )
    names = sorted(str(path.parent) for folder in ("data", "examples") for path in (ROOT / folder).glob("*/game.yaml"))
    done = subprocess.run(
        [sys.executable, "-c", program, *names], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert len(done.stdout.split()) == len(names) > 4, done.stderr[-500:]
