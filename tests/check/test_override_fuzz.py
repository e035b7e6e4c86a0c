"""Random values in random places of the included games: each loads, or is told at its line; nothing breaks down."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest

from ruleset_core.check.combinations import LinkedCombination, attribute_findings, read_combination
from ruleset_core.check.targets import CheckTarget
from ruleset_core.compile.linker import Linker
from ruleset_core.diagnostics import Diagnostic
from ruleset_core.discovery import DATA_ROOT
from ruleset_core.lang.traversal import deep
from ruleset_core.model.drafts import DraftFile, named_entries
from ruleset_core.model.game_files import gather

GAMES = ["carcassonne_masons", "tournay", "troyes", "troyes_dice"]
CASES = 400 if os.environ.get("RULESET_LONG") else 4
SECTIONS = (
    "options", "sets", "resources", "boards", "pieces", "state", "zones", "events", "decisions", "define", "score", "achievements",
    "cards", "flow", "rules", "rulebook",
)  # fmt: skip
VALUES: list[Any] = [
    0, 1, -1, 7, 99999999999, True, "none", "", "gain 1 point", "x", "1..3", "int", "bool", "seat", "a b", None, [], {}, [1], ["x"],
    {"en": "One", "es": "Uno"}, {"en": "One"}, {"x": 1}, [{"event": "gain", "do": "gain 1 point"}], {"is": "int"}, "{x", "1 +", "\n",
]  # fmt: skip
HEADER: dict[str, Any] = {"expansion": "fuzz", "name": {"en": "Fuzz", "es": "Azar"}, "version": "1.0"}


@cache
def plain(game: str) -> LinkedCombination:
    return linked(game, {})


def linked(game: str, expansions: dict[str, Path]) -> LinkedCombination:
    """A game with all its names, types and trees read, not proved nor lowered."""
    made = read_combination(DATA_ROOT / game, expansions)
    assert made.gathered.header is not None
    with deep():
        linker = Linker(made.gathered)
        linker.read({})
    made.diagnostics = [*made.read, *linker.diagnostics]
    return made


@cache
def entries(game: str) -> list[tuple[str, str, Any]]:
    """All entries of a game: section, name and what it says."""
    gathered, _ = gather(DATA_ROOT / game)
    found = []
    for document in gathered.documents:
        draft = DraftFile(document, "")
        for section in SECTIONS:
            for name, path in named_entries(draft, section).items():
                if section != "cards" or "kind" in document.data:
                    found.append((section, name, draft.value(path)))
    return found


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    yield path
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from places(inner, (*path, key))


def override(rng: Random, game: str) -> dict[str, Any]:
    section, name, value = rng.choice(entries(game))
    path: tuple[Any, ...] = (section, name, *rng.choice(list(places(value))))
    if rng.random() < 0.15:
        path = (*path, rng.choice(["nothing", "name", "start", "effect", "do", "amount", "price", 3]))
    if rng.random() < 0.1:
        path = tuple(f"{step}x" if step == path[-1] else step for step in path)
    made: Any = rng.choice(VALUES)
    for step in reversed(path):
        made = {step: made}
    return made  # type: ignore[no-any-return]


def remove_or_extend(rng: Random, game: str) -> dict[str, Any]:
    names = [name for section, name, _ in entries(game) if section in ("cards", "flow", "sets")] + ["nothing"]
    name = rng.choice(names)
    return rng.choice(
        [
            {"remove": {"cards": [name, rng.choice(names)]}},
            {"extend": {"sets": {name: {"members": rng.choice([["more"], {"more": {}}, [], {"more": {"fact": 1}}])}}}},
            {
                "extend": {
                    "flow": [
                        {
                            rng.choice(["after", "before", "first_in", "last_in"]): name,
                            "phase": "more",
                            "do": "gain 1 x",
                        }
                    ]
                }
            },
        ]
    )


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("kind", ["override", "others"])
def test_any_change_loads_or_is_told_at_its_line(game: str, kind: str, tmp_path: Path) -> None:
    rng = Random(f"{game} {kind}")
    base = plain(game)
    assert base.sound
    for number in range(CASES):
        changed = {"override": override(rng, game)} if kind == "override" else remove_or_extend(rng, game)
        path = tmp_path / str(number)
        path.mkdir()
        text = json.dumps({**HEADER, "of": game, **changed}, ensure_ascii=False)  # JSON is YAML
        (path / "expansion.yaml").write_text(text, encoding="utf-8")
        for each in told(game, path, base):
            assert each.span.file == str(path / "expansion.yaml"), (text, each)


def told(game: str, path: Path, base: LinkedCombination) -> list[Diagnostic]:
    """The errors that a check of an expansion tells."""
    made = linked(game, {"fuzz": path})
    target = CheckTarget(DATA_ROOT / game, {"fuzz": path}, path, "fuzz")
    own = [each for each in made.diagnostics if each.severity == "error" and target.shows(each.span.file)]
    return [*own, *(each for each in attribute_findings(target, [base, made]).asked if each.severity == "error")]
