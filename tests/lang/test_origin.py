"""Whatever runs can be traced to the place in a file where it is written, and to whose text it is."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, get_args

import pytest

from ruleset_core import Game, load
from ruleset_core.lang import program as p
from ruleset_core.lang import typed_tree as t
from ruleset_core.lang.origins import Origin
from ruleset_core.lang.traversal import all_nodes
from ruleset_core.story.text.effect_text import VERB_OF

PROJECT = Path(__file__).parents[2]
GAMES = [
    ("troyes", ()), ("troyes", ("bonus_2011",)), ("tournay", ()), ("carcassonne_masons", ()), ("carcassonne_masons", ("isthmus",)),
    ("troyes_dice", ()), ("troyes_dice", ("banquetes_y_asaltos",)),
    (str(PROJECT / "examples/pig"), ()), (str(PROJECT / "examples/tic_tac_toe"), ()),
]  # fmt: skip
STATEMENTS = get_args(t.Statement)
WORDS: dict[type, tuple[str, ...]] = {
    **{each: (verb,) for each, verb in VERB_OF.items()}, t.Put: ("set",), t.Let: ("let",),
    t.For: ("for each",), t.Repeat: ("repeat", "may"), t.Choose: ("choose", "may"), t.ChooseUpTo: ("choose",), t.As: ("as",),
    t.Pay: ("pay", "may"), t.Do: ("do",), t.DoCard: ("do",), t.Emit: ("emit",), t.Hooked: ("call",),
}  # fmt: skip
"""How what a designer writes begins."""


@pytest.fixture(params=GAMES, ids=[f"{Path(name).name}{''.join(f' {each}' for each in more)}" for name, more in GAMES])
def game(request: pytest.FixtureRequest) -> Game:
    return load(*request.param)


@cache
def lines(file: str) -> list[str]:
    return Path(file).read_text(encoding="utf-8").splitlines()


def written(origin: Origin) -> str:
    """The rest of the line, read from the file anew."""
    return lines(origin.span.file)[origin.line - 1][origin.column - 1 :]


def statements(tree: Any) -> Iterator[t.StatementNode]:
    return (each for each in all_nodes(tree) if isinstance(each, STATEMENTS))


def lowered(game: Game) -> Iterator[t.StatementNode]:
    return (each for block in game.program.blocks for top in block.statements for each in statements(top))


def test_every_statement_of_every_game_has_an_origin(game: Game) -> None:
    procedures = [each for procedure in game.program.procedures.values() for each in statements(procedure.body)]
    found = [*procedures, *lowered(game)]
    assert len(found) > 20
    assert [each for each in found if each.origin is None] == []


def test_every_end_of_a_block_has_an_origin(game: Game) -> None:
    assert [block.number for block in game.program.blocks if block.end.origin is None] == []
    asked = [block.end for block in game.program.blocks if isinstance(block.end, p.Ask)]
    assert asked
    for ask in asked:
        if ask.decision.name not in {
            event.order.decision.name for event in game.program.vocabulary.events.values() if event.order
        }:
            assert ask.origin is not None
            assert written(ask.origin).startswith(("choose", "may"))


def own(game: Game) -> Iterator[t.StatementNode]:
    """The statements that designers wrote: not those that tell of events, count units, or stand for a side or a piece."""
    for name, procedure in game.program.procedures.items():
        if not name.startswith(("event ", "gain resource", "flow")) and "#" not in name:
            yield from statements(procedure.body)


def test_the_word_of_a_statement_stands_at_its_origin(game: Game) -> None:
    looked = 0
    for each in own(game):
        words = WORDS.get(type(each))
        if words is not None and each.origin is not None:
            assert written(each.origin).startswith(words), (type(each).__name__, each.origin.text)
            looked += 1
    assert looked >= 5


def test_origins_name_the_owner_of_a_text(game: Game) -> None:
    """The name of the owner stands in the file; a file begins with the folder of its expansion, if it is of one."""
    for each in lowered(game):
        assert each.origin is not None
        span, owner = each.origin.span, each.origin.owner
        assert owner.name
        assert any(owner.name in line for line in lines(span.file)[: span.line])
        assert span.file.endswith(each.origin.file.removeprefix("".join(f"{name}/" for name in game.expansions)))


def test_all_that_is_reckoned_has_an_origin(game: Game) -> None:
    v, program = game.program.vocabulary, game.program
    reckoned = [
        *(each for each in v.defines.values() if " " not in each.name),
        *(each for define in v.defines.values() for each in define.modifiers),
        *(each for all_ in v.listeners.values() for each in all_),
        *(each for each in v.decisions.values()),
        *(each for decision in v.decisions.values() for each in decision.why),
        *program.scores, *program.achievements, *v.resources,
    ]  # fmt: skip
    assert [each for each in reckoned if each.origin is None] == []
    assert len(program.tie_break_origins) == len(program.tie_breaks)
    assert [each for define in v.defines.values() for each in define.modifiers if each.condition_origin is None] == []
    assert [each for each in program.scores if each.where is not None and each.condition_origin is None] == []
