"""Whether a seat is asked tells nothing of what only it may see."""

from __future__ import annotations

from pathlib import Path

import pytest

from ruleset_core import Game, State, load, start_at
from tests.engine.games import write
from tests.executors import both

GAME = """
game: veils
name: {en: Veils, es: Velos}
players: 2
resources:
  members:
    purse: {start: 1, visible: owner}
    wood: {start: 1}
pieces: {card: {total: 4, facts: {value: int}}}
state:
  secret_limit: {by: [seat], is: 0..9, visible: owner}
  open_limit: {is: 0..9}
zones:
  hand: {of: card, by: [seat], visible: owner}
  box: {of: card, start: all, visible: nobody}
  table: {of: card}
define:
  fits: {params: {c: card}, condition: c.value <= 2}
  cheap: {params: {n: int}, condition: n <= wood}
decisions:
  pick: {of: card, ask: {en: "Which?", es: "¿Cuál?"}}
  hush: {of: card, secret: true, ask: {en: "Which?", es: "¿Cuál?"}}
  number: {of: 0..9, ask: {en: "How many?", es: "¿Cuántos?"}}
  sure: {of: bool, ask: {en: "Really?", es: "¿De verdad?"}}
  like:
    of: card
    notation: "{it.value mod 2 == 0}"
    ask: {en: "Which?", es: "¿Cuál?"}
flow:
  - phase: play
    do: "as seat_0 { DO; choose number n in 0 to 1 { } }"
score:
  wood: {name: {en: Wood, es: Madera}, amount: wood}
"""
CARDS = "kind: card\ncards:\n" + "".join(
    f"  c{n}: {{name: {{en: Card {n}, es: Carta {n}}}, provenance: house, value: {n}}}\n" for n in range(1, 5)
)


def made(directory: Path, do: str) -> Game:
    return load(write(directory, GAME.replace("DO", do).replace("seat_0", "first p in seat"), CARDS))


def asked(game: Game, hand: list[str]) -> tuple[str, list[str]]:
    """The first question and its options; both executors put the same."""
    given = {"seats": [{"hand": hand}]}
    state, twin = (start_at(each, "play", 2, 1, given=given) for each in both(game))
    assert state.to_json() == twin.to_json()
    decision = state.decision
    assert decision is not None
    assert decision.veiled or len(state.options) > 1
    return decision.name, [game.notation(option) for option in state.options]


NUMBER = ("number", ["number 0", "number 1"])
UP_TO = "choose up to 1 pick c in hand where {} {{ move c to table }}"


@pytest.mark.parametrize(
    ("do", "hand", "found"),
    [
        # there may be others that do not fit
        ("choose pick c in hand where fits(c) { move c to table }", ["c1", "c4"], ("pick", ["pick c1"])),
        (UP_TO.format("fits(c)"), ["c4"], ("pick", ["pick done"])),
        (UP_TO.format("c.value > 1"), ["c1"], ("pick", ["pick done"])),
        (UP_TO.format("fits(c)"), ["c1"], ("pick", ["pick c1", "pick done"])),
        ("choose like c in hand { move c to table }", ["c1", "c3"], ("like", ["like false"])),
        # everybody sees how many cards there are
        (UP_TO.format("fits(c)"), [], NUMBER),
        ("choose pick c in hand { move c to table }", ["c4"], NUMBER),
        (UP_TO.format("open_limit == 3"), ["c4"], NUMBER),
        ("choose number n in 0 to 9 where n > 8 or any c in hand { }", [], NUMBER),
        ("choose number n in 0 to 9 where n < (count c in hand) { }", ["c4"], NUMBER),
        # amounts and fields of the owner
        ("may sure { pay 3 purse -> gain 1 wood }", [], ("sure", ["sure false"])),
        ("may sure { pay 3 wood -> gain 1 wood }", [], NUMBER),
        ("choose number n where n <= secret_limit { }", [], ("number", ["number 0"])),
        ("choose number n where n <= open_limit { }", [], NUMBER),
        # what is noted of something hidden is hidden as well
        ("let x = secret_limit; choose number n where n <= x { }", [], ("number", ["number 0"])),
        ("let x = open_limit; choose number n where n <= x { }", [], NUMBER),
        (
            "let best = first c in hand; choose number n where n < best.value { }",
            ["c1"],
            ("number", ["number 0"]),
        ),
        # what was picked openly is known, what was picked in secret is not
        ("choose pick c in hand { choose number n where n < c.value { } }", ["c1"], NUMBER),
        ("choose hush c in hand { choose number n where n < c.value { } }", ["c1"], ("number", ["number 0"])),
        ("for each c in hand { choose number n where n < c.value { } }", ["c1"], ("number", ["number 0"])),
        # a definition is as hidden as what it reads and what it is given
        ("choose number n where cheap(n + 8) { }", [], NUMBER),
        ("choose number n where cheap(n + secret_limit + 1) { }", [], ("number", ["number 0"])),
    ],
)
def test_a_question_is_skipped_only_if_everybody_may_know_why(
    tmp_path: Path, do: str, hand: list[str], found: tuple[str, list[str]]
) -> None:
    assert asked(made(tmp_path, do), hand) == found


WALLED = "choose number n where n == 0 or {} and (any c in hand where c.value > 3) {{ }}"
"""Whether there is a second answer depends on the hand only where a condition holds that all see."""


@pytest.mark.parametrize(
    ("guard", "found"),
    [
        ("open_limit == 0", ("number", ["number 0"])),
        ("open_limit == 1", NUMBER),
        ("not (open_limit == 0)", NUMBER),
        ("(if open_limit == 0 then secret_limit == 3 else false)", ("number", ["number 0"])),
        ("(if open_limit == 1 then secret_limit == 3 else false)", NUMBER),
        ("(open_limit == 1 and secret_limit == 0)", NUMBER),
        ("(any c in table where secret_limit == 0)", NUMBER),  # nothing lies there, so nothing hangs on the limit
        ("n == 1 and cheap(n + 8)", NUMBER),
    ],
)
def test_what_is_hidden_counts_only_where_it_decides(tmp_path: Path, guard: str, found: tuple[str, list[str]]) -> None:
    assert asked(made(tmp_path, WALLED.format(guard)), ["c1"]) == found


def test_a_single_answer_is_taken_like_any_other(tmp_path: Path) -> None:
    game = made(tmp_path, UP_TO.format("fits(c)"))
    for each in both(game):
        state: State = start_at(each, "play", 2, 1, given={"seats": [{"hand": ["c4"]}]})
        state.apply("pick done")
        assert (state.forced, each.notation(state.options[0])) == ([], "number 0")


def test_games_without_secrets_skip_every_single_answer() -> None:
    for name in ("pig", "tic_tac_toe", "troyes_dice", "troyes"):
        assert all(block.answers is None or block.answers.veil is None for block in load(name).program.blocks), name
