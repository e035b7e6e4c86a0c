"""Every snippet of "How do I say ...?" is checked beside the game of its page, and does what `said.yaml` says of it."""

from __future__ import annotations

from pathlib import Path
from random import Random
from textwrap import dedent, indent

import pytest
import yaml

from ruleset_core import load
from ruleset_core.check.checker import check_paths
from ruleset_core.check.rendering import render_diagnostics
from ruleset_core.testing.scenarios import ScenarioSuite, scenario_files
from tests.docs.pages import DOCS, Block, blocks, sections
from tests.lang.compare import Executors
from tests.quick_yaml import read_yaml

PAGE = DOCS / "designers" / "how-do-i-say.md"
SAID = read_yaml(Path(__file__).parent / "said.yaml")
(FRAME,) = (block.body for block in blocks(PAGE) if block.rest == "frame/game.yaml")
MOST_LINES = 20
UNUSED = {"W501", "W508"}
"""What is said of names that nobody uses or sets: those of the frame are there for all snippets."""


def _snippets() -> dict[str, list[Block]]:
    found: dict[str, list[Block]] = {}
    for block in blocks(PAGE):
        if block.what == "say":
            found.setdefault(block.rest.partition(" ")[0], []).append(block)
    return found


SNIPPETS = _snippets()


def _written(name: str, directory: Path) -> Path:
    """The game of the page with a snippet, and with the scenarios that are told of it.

    The flow and the definitions of `name` take the place of those in the frame, its flow also that of the snippet beside
    which `say: name + other` lays it.
    """
    game = directory / name
    game.mkdir()
    own = SNIPPETS[name]
    parts = [sections(block.body) for block in own]
    flow = any("flow" in part for part in parts)
    defined = {name for part in parts for name in _definitions(part)} | ({"turn"} if flow else set())
    frame = sections(FRAME)
    kept = [text for name, text in _definitions(frame).items() if name not in defined]
    frame["define"] = "define:\n" + indent("".join(kept), "  ") if kept else ""
    if flow:
        del frame["flow"]
    under = [rest.removeprefix("+ ") for rest in map(_behind, own) if rest.startswith("+ ")]
    files = {"game.yaml": "".join(frame.values())}
    for block in (block for other in under for block in SNIPPETS[other]):
        files["under.yaml"] = "".join(
            text for key, text in sections(block.body).items() if not (flow and key == "flow")
        )
    for block in own:
        files["snippet.yaml" if _behind(block).startswith("+ ") else _behind(block) or "snippet.yaml"] = block.body
    for file, text in files.items():
        (game / file).parent.mkdir(exist_ok=True)
        (game / file).write_text(text, encoding="utf-8")
    (game / "scenarios").mkdir()
    text = yaml.safe_dump({"scenarios": SAID[name]}, allow_unicode=True, sort_keys=False)
    (game / "scenarios" / "said.yaml").write_text(text, encoding="utf-8")
    return game


def _definitions(parts: dict[str, str]) -> dict[str, str]:
    """What is written below the line `define:`, by name."""
    return sections(dedent(parts.get("define", "").partition("\n")[2]))


def _behind(block: Block) -> str:
    return block.rest.partition(" ")[2]


@pytest.mark.parametrize("name", SNIPPETS)
def test_a_snippet_says_what_it_should(name: str, tmp_path: Path) -> None:
    path = _written(name, tmp_path)
    found = [
        each
        for each in check_paths([path]).diagnostics
        if each.code not in UNUSED or Path(each.span.file).name != "game.yaml"
    ]
    assert not found, "\n" + render_diagnostics(found)
    scenarios = ScenarioSuite(scenario_files([str(path)]), [tmp_path], in_all=True)
    assert len(scenarios.cases) == len(SAID[name])
    for case in scenarios.cases:
        result = scenarios.run(case)
        assert result.ok, "\n" + render_diagnostics(result.failures)
    game = load(path)
    both = Executors(game)
    for players in range(game.players[0], game.players[1] + 1):
        assert not both.disagreement(players, players, Random(players).randrange, 12)


def test_each_snippet_has_scenarios_and_is_short() -> None:
    assert SNIPPETS.keys() == SAID.keys()
    assert all(SAID.values())
    long = [name for name, parts in SNIPPETS.items() for each in parts if each.body.count("\n") > MOST_LINES]
    assert long == []
