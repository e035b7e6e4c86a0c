"""`enclosed` in the language: both executors, mistakes, and what it says."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest

from ruleset_core import load
from ruleset_core.analysis.binder import BindingScope
from ruleset_core.analysis.statement_checker import StatementChecker
from ruleset_core.check.checker import check_paths
from ruleset_core.lang.syntax.parser import parse
from ruleset_core.story.text import effect_text
from tests.boards.plans import GAME, random_plan, triangles, write
from tests.boards.test_enclosed import check
from tests.check.conftest import told


@pytest.mark.parametrize("seed", range(12))
def test_interpreter_and_generated_code_agree(seed: int, tmp_path: Path) -> None:
    random = Random(seed)
    game = load(write(tmp_path / "walls", random_plan(random, 3, 7)))
    slow, vocabulary = game.interpreted(), game.program.vocabulary
    assert vocabulary.board is not None
    field = vocabulary.fields["walled"].offset
    real, spec = game.new(2, seed), slow.new(2, seed)
    closed = 0
    for _ in range(150):
        if real.over:
            break
        walled = real.v[field : field + vocabulary.domains["line"].size]
        option = random.choice(real.options)
        real.apply(option)
        spec.apply(option)
        assert json.dumps(real.to_json(), sort_keys=True) == json.dumps(spec.to_json(), sort_keys=True)
        now = real.v[field : field + len(walled)]
        built = [line for line, (old, new) in enumerate(zip(walled, now, strict=True)) if new > old]
        if built and not real.over:
            found = real.v[vocabulary.fields["found"].offset]
            assert found == check(vocabulary.board, now, built[0])
            closed += found > 0
    assert closed


@pytest.mark.parametrize(
    ("written", "right"),
    [
        ("enclosed(wallled, e)", "E301 at `wallled`: unknown field of lines `wallled` | did you mean `walled`?"),
        ("enclosed(city, e)", "E301 at `city`: unknown field of lines `city` | field of lines: `walled`"),
        ("enclosed(walled)", "E304 at `enclosed(walled)`: `enclosed` takes a field by line and a line | write `enclosed(walled, e)`"),
        ("enclosed(walled, e, e)", "E304 at `enclosed(walled, e, e)`: `enclosed` takes a field by line and a line | write `enclosed(walled, e)`"),
        ("enclosed(walled, 3)", "E303 at `3`: expected line, found int"),
    ],
)  # fmt: skip
def test_mistakes(written: str, right: str, tmp_path: Path) -> None:
    text = GAME.replace("set found = count s in enclosed(walled, e)", f"set found = count s in {written}")
    found = [told(item) for item in check_paths([write(tmp_path / "walls", triangles(2, 3), game=text)]).diagnostics]
    assert len(found) == 1
    assert found[0].split(": ")[0] == right.split(": ", maxsplit=1)[0]
    if not written.endswith("3)"):
        assert found[0].startswith(right.split(" | ", maxsplit=1)[0])


def test_without_a_board_nothing_is_enclosed(tmp_path: Path) -> None:
    text = GAME.replace("boards: {land: {name: {en: land, es: tierra}}}\n", "sets: {line: [a], space: [b]}\n")
    text = text.replace("{line: [a], space: [b]}", "{line: {members: [a]}, space: {members: [b]}}")
    assert "E303" in {item.code for item in check_paths([write(tmp_path / "walls", None, game=text)]).diagnostics}


@pytest.mark.parametrize(
    ("lang", "right"),
    [
        ("en", ["space of the area that", "closes", "is in the area that"]),
        ("es", ["espacio de la zona que cierra", "está en la zona que cierra"]),
    ],
)
def test_what_it_says(lang: str, right: list[str], tmp_path: Path) -> None:
    vocabulary = load(write(tmp_path / "walls", triangles(2, 3))).program.vocabulary
    tree, problems = parse(
        "for each e in line where (any s in enclosed(walled, e) where city[s]) and s0_0 in enclosed(walled, e) "
        "{ set found = count s in enclosed(walled, e) }",
        "effect",
    )
    assert tree is not None, problems
    resolver = StatementChecker(vocabulary)
    block = resolver.effect(tree, BindingScope({}))
    assert resolver.problems == []
    said = effect_text(block, vocabulary, lang)
    assert all(each in said for each in right), said
    assert "None" not in said
    assert "{" not in said
