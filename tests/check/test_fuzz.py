"""Whatever is in the files: nothing but diagnostics, soon. `fuzz/atheris_check.py` is the long form."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from tests.check.fuzzing import WORDS, effect_game, must_end_in_diagnostics, part_game, scrambled_game

few = settings(max_examples=25, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))

KEYS = st.sampled_from(
    [
        "game",
        "name",
        "players",
        "sets",
        "resources",
        "pieces",
        "state",
        "zones",
        "events",
        "decisions",
        "define",
        "flow",
        "score",
        "rules",
        "view",
        "options",
        "en",
        "es",
        "is",
        "by",
        "of",
        "members",
        "facts",
        "start",
        "max",
        "spaces",
        "rewards",
        "overflow",
        "count",
        "total",
        "sides",
        "params",
        "amount",
        "condition",
        "effect",
        "phase",
        "do",
        "turns",
        "in",
        "for",
        "steps",
        "each",
        "when",
        "where",
        "event",
        "instead",
        "while_in_play",
        "modify",
        "add",
        "set",
        "id",
        "kind",
        "cards",
        "copies",
        "provenance",
        "scenarios",
        "expansion",
        "requires",
        "achievements",
        "ranks",
        "tie_breaks",
        "at",
        "x",
        "ware",
        "coin",
    ]
)
SCALARS = st.one_of(
    st.none(), st.booleans(), st.integers(-5, 10**12), st.sampled_from(WORDS), st.text("abc_ {}[]:#'\"\n", max_size=8)
)
TREES = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(KEYS | st.integers(0, 20), inner, max_size=5),
    max_leaves=30,
)


def survives(files: dict[str, bytes]) -> None:
    with TemporaryDirectory() as directory:
        must_end_in_diagnostics(files, Path(directory) / "fair")


@pytest.mark.slow
@few
@given(st.binary(max_size=200))
@example(b"game: x\xff")
@example(b"- 1\n- 2")
@example(b"3")
@example(b"? [a]\n: b\n")
def test_any_bytes(content):
    survives(part_game(content))
    survives({"game.yaml": content})


@pytest.mark.slow
@few
@given(st.dictionaries(KEYS, TREES, max_size=8))
def test_any_tree(tree):
    from yaml import safe_dump

    content = safe_dump(tree, allow_unicode=True).encode()
    survives(part_game(content))
    survives({"game.yaml": content})


@pytest.mark.slow
@few
@given(st.integers(0, 10**9), st.integers(1, 8))
def test_scrambled_games(seed, slips):
    survives(scrambled_game(seed, slips))


@pytest.mark.slow
@few
@given(st.lists(st.sampled_from(WORDS), min_size=1, max_size=25).map(" ".join))
@example("for each x in 0 to 999999999 { }")
@example("repeat 999999999 { repeat 999999999 { gain 1 coin } }")
@example("count x in [1, 2, [3]]")
@example("_ in seat where true")
@example("'")
@example("{{{{")
def test_any_words_of_the_language(text):
    survives(effect_game(text))


@pytest.mark.slow
@few
@given(st.text(max_size=60))
def test_any_text_as_an_effect(text):
    survives(effect_game(text))
