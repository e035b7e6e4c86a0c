"""Selections that take in several: zones, sets and lists of one kind, each value once; alike in all executors."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from ruleset_core import BrokenRuleError
from ruleset_core.analysis.binder import BindingScope
from ruleset_core.analysis.statement_checker import StatementChecker
from ruleset_core.lang.syntax.parser import parse
from ruleset_core.story.text import effect_text
from tests.executors import both
from tests.lang import text_game
from tests.lang.compare import few_steps
from tests.lang.in_core import in_core
from tests.lang.test_effects import amounts, codes, load, play

DEAL = "move deck[0] to hand; move deck[0] to row[red]; move deck[0] to hand; "


def coins(path: Path, amount: str) -> int:
    return amounts(play(path, f"{DEAL} gain {amount} wood"))["wood"]


@pytest.mark.parametrize(
    ("amount", "right"),
    [
        ("count x in hand + row[red]", 3),
        ("count x in row[red] + hand + hand", 3),
        ("count x in hand + deck + row[red]", 6),
        ("count x in hand + row[green] where x in row[red] + deck", 0),
        ("(if oak in hand + row[red] then 1 else 0)", 1),
        ("(if yew in hand + row[red] then 1 else 0)", 0),
        ("count c in [red] + [green, red]", 2),
        ("count c in [red] + [red.next, blue.next]", 2),
        ("count c in red.near + green.near + [green]", 3),
        ("count o in owner + seat", 3),
        ("count c in (from a in [red] + [blue] by b in a.near + [a.next])", 3),
        ("count x in [row[blue][0]] + row[red]", 1),
    ],
)
def test_each_is_there_once(amount: str, right: int, tmp_path: Path) -> None:
    assert coins(tmp_path, amount) == right


def test_they_come_in_the_order_they_are_named(tmp_path: Path) -> None:
    assert coins(tmp_path / "one", "(if (first x in row[red] + hand) == row[red][0] then 1 else 2)") == 1
    assert coins(tmp_path / "other", "(if (first x in hand + row[red]) == hand[0] then 1 else 2)") == 1


def test_what_is_looked_for_must_have_a_meaning_though_it_is_surely_found(tmp_path: Path) -> None:
    condition = "(first x in hand where x.twin == oak).hue in colour + colour"
    define = {"found": {"params": {"n": "int"}, "condition": condition}}
    game = load(tmp_path, "may sure { if found(1) { set clock = 1 } }", define=define)
    core = in_core(game)
    with pytest.raises(BrokenRuleError, match="`hue` of none"):
        game.new(1, 1).apply("sure true")
    assert core is None or core.begin(game.blank(1, 1, {}))
    assert core is None or not core.apply(game.parse("sure true"))


def test_what_is_looked_for_may_stand_beside_none(tmp_path: Path) -> None:
    do = "let k = row[blue][0]; gain (if elm in [k, k, oak] then 1 else 2) wood; may sure { }"
    assert amounts(play(tmp_path, do))["wood"] == 2


def test_pieces_may_be_moved_while_they_are_gone_through(tmp_path: Path) -> None:
    state = play(
        tmp_path, f"{DEAL} for each x in hand + row[red] {{ move x to row[blue] }}; gain count x in row[blue] wood"
    )
    assert amounts(state)["wood"] == 3


def test_a_player_chooses_from_hand_and_row(tmp_path: Path) -> None:
    do = f"{DEAL} choose pick_tile x in hand + row[red] {{ move x to row[blue] }}; set clock = count x in row[blue]"
    for answer in ("pick tile oak", "pick tile oak#2", "pick tile elm"):
        state = play(tmp_path / answer.replace(" ", "_"), do, answer)
        assert state.ask("clock", 0) == 1


def test_a_single_one_is_taken_without_asking(tmp_path: Path) -> None:
    """How many pieces lie in zones is known to all, also in several of them."""
    state = play(
        tmp_path, "move deck[0] to hand; choose pick_tile x in hand + row[red] { move x to row[blue]; set clock = 7 }"
    )
    assert state.over
    assert state.ask("clock", 0) == 7


def test_steps_are_counted_alike(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = load(
        tmp_path,
        "repeat 200000 { gain count x in deck + hand where x.price > 0 and luck > clock + 9 coin }; may sure { gain 1 coin }",
    )
    few_steps(monkeypatch, 1_000_000)  # the check, which has gone by the limit of steps, lets the game load
    for played in both(game):
        with pytest.raises(BrokenRuleError, match="steps"):
            played.new(1, 1)


@pytest.mark.parametrize(
    ("selection", "right"),
    [
        ("deck + bag", ["E303"]),
        ("[1, 2] + [3]", ["E303"]),
        ("deck + 1", ["E303"]),
        ("deck + nowhere", ["E301"]),
        ("deck - hand", ["E303"]),
        ("colour + seat", ["E303"]),
    ],
)
def test_mistakes(selection: str, right: list[str], tmp_path: Path) -> None:
    assert codes(tmp_path, f"gain count x in {selection} coin") == right


def said(program: Any, source: str, lang: str) -> str:
    tree, problems = parse(source, "effect")
    assert tree is not None, problems
    resolver = StatementChecker(program.vocabulary)
    block = resolver.effect(tree, BindingScope())
    assert resolver.problems == []
    return effect_text(block, program.vocabulary, lang)


def test_texts(tmp_path: Path) -> None:
    program = text_game.link(tmp_path / "")
    for source, english, spanish in (
        (
            "gain count x in hand + desk coin",
            "Gain 1 coin for each card in your hand or the desk.",
            "Gana 1 moneda por cada carta en tu mano o la mesa.",
        ),
        (
            "if guard in hand + desk { gain 1 coin }",
            "If the guard is in your hand or the desk, gain 1 coin.",
            "Si la guardia está en tu mano o la mesa, gana 1 moneda.",
        ),
        (
            "if guard in hand + [desk[0]] { gain 1 coin }",
            "If the guard is in your hand or the guard is the first card of the desk, gain 1 coin.",
            "Si la guardia está en tu mano o la guardia es la primera carta de la mesa, gana 1 moneda.",
        ),
        (
            "gain count p in others + [me] coin",
            "Gain 1 coin for each other player or player (you).",
            "Gana 1 moneda por cada otro jugador o jugador (tú).",
        ),
    ):
        assert (said(program, source, "en"), said(program, source, "es")) == (english, spanish)
